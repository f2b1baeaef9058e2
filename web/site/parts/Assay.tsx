import type { ShopItem } from '../../../contract/catalogue/shop.ts'
import { formatWeight } from '../../../contract/shared/quantities.ts'
import { Hallmark } from '../../theme/Hallmark.tsx'
import { formatPrice } from './numbers.ts'
import { Term } from './Term.tsx'

type AssayFacts = Pick<ShopItem, 'uom' | 'grams' | 'karat' | 'stone' | 'pesosPerGram' | 'daysGold'>

/**
 * Shows what can be measured of a piece in one quiet line: hallmark, grams, and pesos a gram. A piece with stones has no
 * price of a gram here, because the stones are most of it. A piece without gold names its stone instead.
 */
export function Assay({ item }: { item: AssayFacts }) {
  const { uom, grams, karat, stone, pesosPerGram } = item
  return (
    <p className="assay num">
      {karat && <Hallmark karat={karat} />}
      {karat === null && stone && (
        <span>
          <Term text={stone} />
        </span>
      )}
      {uom !== 'BULK' && grams > 0 && <span>{formatWeight(grams)}</span>}
      {pesosPerGram !== null && <span>{formatPrice(pesosPerGram)}/g</span>}
      {item.daysGold && <span>{item.daysGold}</span>}
    </p>
  )
}
