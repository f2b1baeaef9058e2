import { useWatch } from 'react-hook-form'

import { computeMargin } from '../../../contract/catalogue/assay.ts'
import { AssayLine } from '../../ui/AssayLine.tsx'
import type { ItemControl } from './itemForm.ts'

const numberOr0 = (value: unknown) => (typeof value === 'number' && Number.isFinite(value) ? value : 0)

/** Shows hallmark, grams, price of a gram and margin of an item while its form is filled in. */
export function ItemFigures({ control }: { control: ItemControl }) {
  const [typedPrice, typedCost, typedGrams, uom, karat, stone] = useWatch({
    control,
    name: ['price', 'cost', 'grams', 'uom', 'karat', 'stone'],
  })
  const [price, cost, grams] = [numberOr0(typedPrice), numberOr0(typedCost), numberOr0(typedGrams)]
  const piece = { uom: uom ?? 'PCS', grams, karat: karat || null, stone: stone || null }
  return (
    <output className="item-figures" aria-label="What it comes to">
      <AssayLine piece={piece} price={price} margin={computeMargin(price, cost)} />
    </output>
  )
}
