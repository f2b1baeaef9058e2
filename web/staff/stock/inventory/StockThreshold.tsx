import { inventory, InventoryInput, type InventoryRow } from '../../../../contract/stock/inventory.ts'
import { useWrite } from '../../../lib/query.ts'
import { InlineNumber } from '../../../ui/form/InlineNumber.tsx'
import { formatAmount } from '../../shared/stock.ts'

/** Edits the reorder threshold in the list. */
export function StockThreshold({ stock }: { stock: InventoryRow }) {
  const update = useWrite(inventory.update)
  const { inventoryID: id, item, location, reOrderThreshold: before } = stock

  function send(row: InventoryRow, reOrderThreshold: number) {
    const { itemID, locationID, inventoryTypeID, updatedAt } = row
    // The quantity is omitted, because a sale may change it in the meantime.
    return update.mutateAsync({ id, body: { itemID, locationID, inventoryTypeID, reOrderThreshold, updatedAt } })
  }

  async function save(reOrderThreshold: number) {
    const { data } = await send(stock, reOrderThreshold)
    return () => send(data, before)
  }
  return (
    <InlineNumber
      value={before}
      shown={before === 0 ? 'None' : formatAmount(before, item)}
      name={`Threshold of ${item.itemName} at ${location.locationName}`}
      what={(now) =>
        `${item.itemName} is reordered at ${formatAmount(now, item)}, no longer at ${formatAmount(before, item)}`
      }
      problemOf={(typed) => InventoryInput.shape.reOrderThreshold.safeParse(typed).error?.issues[0]?.message ?? null}
      save={save}
    />
  )
}
