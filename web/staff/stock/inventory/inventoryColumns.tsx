import { Button } from '@mantine/core'

import type { inventory, InventoryRow } from '../../../../contract/stock/inventory.ts'
import type { Columns } from '../../../ui/table/QueryTable.tsx'
import { Thumb } from '../../../ui/Thumb.tsx'
import { ItemAssay, NameAndAssay } from '../../catalogue/ItemAssay.tsx'
import { formatAmount, isInRepair, isLow } from '../../shared/stock.ts'
import { StockThreshold } from './StockThreshold.tsx'

export const inventoryColumns = (
  adjust: (stock: InventoryRow) => void,
  edit: (stock: InventoryRow) => void,
  /** Omitted for users who may not return goods from repair. */
  returnFromRepair?: (stock: InventoryRow) => void,
): Columns<typeof inventory.list> => [
  {
    header: '',
    name: 'Image',
    cell: (s) => <Thumb src={s.item.image_url} focus={s.item.image_focus} name={s.item.itemName} />,
    card: 'pic',
  },
  { header: 'ID', value: (s) => s.inventoryID, sort: 'inventoryID' },
  {
    header: 'Inventory Type',
    value: (s) => s.inventoryType.typeName,
    cell: (s) => (
      <>
        <div className="card-only">
          <ItemAssay item={s.item} />
        </div>
        {s.inventoryType.typeName}
      </>
    ),
    sort: 'typeName',
    card: 'extra',
  },
  { header: 'Location', value: (s) => s.location.locationName, sort: 'locationName', card: 'detail' },
  {
    header: 'Item',
    value: (s) => s.item.itemName,
    cell: (s) => <NameAndAssay item={s.item} />,
    sort: 'itemName',
    card: 'title',
  },
  {
    header: 'Quantity',
    value: (s) => s.quantity,
    cell: (s) => <OnHand stock={s} />,
    sort: 'quantity',
    align: 'right',
    card: 'status',
  },
  {
    header: 'Reserved',
    value: (s) => s.reserved,
    cell: (s) => formatAmount(s.reserved, s.item),
    sort: 'reserved',
    align: 'right',
  },
  {
    header: 'Available',
    value: (s) => s.available,
    cell: (s) => formatAmount(s.available, s.item),
    sort: 'available',
    align: 'right',
  },
  {
    header: 'Threshold',
    value: (s) => s.reOrderThreshold,
    cell: (s) => <StockThreshold stock={s} />,
    sort: 'reOrderThreshold',
    align: 'right',
  },
  {
    header: 'Action',
    cell: (s) => (
      <div className="acts">
        {returnFromRepair && isInRepair(s) && (
          <Button
            size="sm"
            onClick={() => returnFromRepair(s)}
            aria-label={`Back from the workshop: ${s.item.itemName} at ${s.location.locationName}`}
          >
            Back from the workshop
          </Button>
        )}
        <Button
          size="sm"
          onClick={() => adjust(s)}
          aria-label={`Adjust Inventory of ${s.item.itemName} at ${s.location.locationName}`}
        >
          Adjust Inventory
        </Button>
        <Button size="sm" onClick={() => edit(s)} aria-label={`Edit ${s.item.itemName} at ${s.location.locationName}`}>
          Edit
        </Button>
      </div>
    ),
    align: 'right',
    card: 'foot',
  },
]

/** Shows the quantity on hand, with a mark if it is low. */
const OnHand = ({ stock }: { stock: InventoryRow }) => (
  <span className="on-hand">
    {isLow(stock) && <span className="st orange">Low</span>}
    {formatAmount(stock.quantity, stock.item)}
  </span>
)
