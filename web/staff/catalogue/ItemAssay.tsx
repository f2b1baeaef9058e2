import { computeMargin } from '../../../contract/catalogue/assay.ts'
import type { ItemRow } from '../../../contract/catalogue/items.ts'
import { AssayLine } from '../../ui/AssayLine.tsx'

type Assayed = Pick<ItemRow, 'uom' | 'grams' | 'karat' | 'stone' | 'price'> & { cost?: number | undefined }

/** Shows the assay line of an item, with its margin where this person sees costs. */
export const ItemAssay = ({
  item,
  gold = null,
  hidesMargin = false,
}: {
  item: Assayed
  /** The gold in it at the rate of the day, in words. */
  gold?: string | null
  /** Whether this person hides margins now, because a customer may look on. */
  hidesMargin?: boolean
}) => (
  <AssayLine
    piece={item}
    price={item.price}
    gold={gold}
    margin={hidesMargin || item.cost === undefined ? null : computeMargin(item.price, item.cost)}
  />
)

/** Shows an item's name in a table, with the assay line below. A card's name is a button, so its line is elsewhere. */
export const NameAndAssay = ({ item }: { item: Assayed & Pick<ItemRow, 'itemName'> }) => (
  <>
    {item.itemName}
    <div className="assay-below">
      <ItemAssay item={item} />
    </div>
  </>
)
