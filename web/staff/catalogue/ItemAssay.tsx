import { computeMargin } from '../../../contract/catalogue/assay.ts'
import type { ItemRow } from '../../../contract/catalogue/items.ts'
import { AssayLine } from '../../ui/AssayLine.tsx'

/** Shows the assay line of an item, with its margin where this person sees costs. */
export const ItemAssay = ({
  item,
}: {
  item: Pick<ItemRow, 'uom' | 'grams' | 'karat' | 'stone' | 'price'> & { cost?: number | undefined }
}) => (
  <AssayLine
    piece={item}
    price={item.price}
    margin={item.cost === undefined ? null : computeMargin(item.price, item.cost)}
  />
)
