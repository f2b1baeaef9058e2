import { ItemInput, type ItemRow, items } from '../../../contract/catalogue/items.ts'
import { formatPeso } from '../../lib/format.ts'
import { useWrite } from '../../lib/query.ts'
import { may, useAccount } from '../../lib/session.ts'
import { InlineNumber } from '../../ui/form/InlineNumber.tsx'

const ItemPriceInput = ItemInput.pick({ price: true })

/** An item's price in the list, which a manager edits in place unless it follows the gold rate. */
export const ItemPrice = ({ item }: { item: ItemRow }) =>
  may(useAccount(), 'catalogue.change_prices') && item.itemPriceID === null ? (
    <EditablePrice item={item} />
  ) : (
    formatPeso(item.price)
  )

function EditablePrice({ item }: { item: ItemRow }) {
  const update = useWrite(items.update)
  const { itemID: id, itemName, itemCode } = item

  async function save(price: number) {
    const { data } = await update.mutateAsync({ id, body: { ...item, price } })
    // Undo sends the version that this change returned, so that it does not overwrite a later change.
    return () => update.mutateAsync({ id, body: { ...data, price: item.price } })
  }
  return (
    <InlineNumber
      value={item.price}
      shown={formatPeso(item.price)}
      name={`Price of ${itemName}`}
      what={(price) => `${itemCode} costs ${formatPeso(price)} now, no longer ${formatPeso(item.price)}`}
      problemOf={(price) => ItemPriceInput.safeParse({ price }).error?.issues[0]?.message ?? null}
      save={save}
      prefix="₱"
      places={2}
    />
  )
}
