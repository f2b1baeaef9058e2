import type { ReactNode } from 'react'

import type { ShopItemDetails } from '../../../contract/catalogue/shop.ts'
import { formatWeight } from '../../../contract/shared/quantities.ts'
import { Hallmark } from '../../theme/Hallmark.tsx'
import { useSite } from '../parts/site.ts'
import { Term } from '../parts/Term.tsx'

/** The facts of a piece. Missing facts are omitted. */
export function Facts({ item }: { item: ShopItemDetails }) {
  const { words } = useSite()
  const { facts } = words.item
  return (
    <dl className="facts">
      <Fact name={facts.karat}>{item.karat && <Hallmark karat={item.karat} />}</Fact>
      <Fact name={facts.metal}>{item.metal && <Term text={item.metal} />}</Fact>
      <Fact name={facts.stone}>{item.stone && <Term text={item.stone} />}</Fact>
      <Fact name={facts.weight}>{item.grams > 0 && formatWeight(item.grams)}</Fact>
      <Fact name={facts.size}>{item.size && <Term text={item.size} />}</Fact>
      <Fact name={facts.certificate}>{item.certificateNumber}</Fact>
      <Fact name={facts.code}>{item.itemCode}</Fact>
    </dl>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  if (!children) return null
  return (
    <div>
      <dt>{name}</dt>
      <dd className="num">{children}</dd>
    </div>
  )
}
