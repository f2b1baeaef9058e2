import type { ItemRow, items } from '../../../contract/catalogue/items.ts'
import { formatShownCost, formatWeight } from '../../lib/format.ts'
import { EditIcon, ViewIcon } from '../../ui/icons.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import type { Columns } from '../../ui/table/QueryTable.tsx'
import { RowAction } from '../../ui/table/RowAction.tsx'
import { Thumb } from '../../ui/Thumb.tsx'
import { ItemAssay, NameAndAssay } from './ItemAssay.tsx'
import { ItemPrice } from './ItemPrice.tsx'

export const createItemColumns = (
  view: (id: number) => void,
  edit: (id: number) => void,
): Columns<typeof items.list> => [
  {
    header: '',
    name: 'Image',
    cell: (i) => <Thumb src={i.image_url} focus={i.image_focus} name={i.itemName} />,
    card: 'pic',
  },
  { header: 'ID', value: (i) => i.itemID, sort: 'itemID' },
  {
    header: 'Item Code',
    value: (i) => i.itemCode,
    cell: (i) => (
      <>
        <span className="code ink">{i.itemCode}</span>
        <div className="card-only">
          <ItemAssay item={i} />
        </div>
      </>
    ),
    sort: 'itemCode',
    card: 'detail',
  },
  {
    header: 'Item Name',
    value: (i) => i.itemName,
    cell: (i) => <NameAndAssay item={i} />,
    sort: 'itemName',
    card: 'title',
  },
  { header: 'Category', value: (i) => i.categoryName, sort: 'categoryName' },
  {
    header: 'Barcode',
    value: (i) => i.barcode,
    cell: (i) => <span className="code">{i.barcode}</span>,
    sort: 'barcode',
  },
  {
    header: 'Description',
    value: (i) => i.description,
    cell: (i) => <span className="clamp">{i.description}</span>,
    sort: 'description',
  },
  {
    header: 'Grams',
    value: (i) => i.grams,
    cell: (i) => formatWeight(i.grams),
    sort: 'grams',
    align: 'right',
  },
  {
    header: 'UOM',
    value: (i) => i.uom,
    sort: 'uom',
    card: 'extra',
  },
  {
    header: 'Price',
    value: (i) => i.price,
    cell: (i) => <ItemPrice item={i} />,
    sort: 'price',
    align: 'right',
    card: 'value',
  },
  {
    header: 'Cost',
    value: (i) => i.cost,
    cell: (i) => formatShownCost(i.cost),
    sort: 'cost',
    align: 'right',
    cost: true,
  },
  {
    header: 'Status',
    value: (i) => (i.status ? 'Active' : 'Inactive'),
    cell: (i) => <StatusBadge status={i.status} />,
    sort: 'status',
    card: 'status',
  },
  { header: 'Action', cell: (i) => <Actions item={i} onView={view} onEdit={edit} />, align: 'right', hasActions: true },
]

function Actions({
  item,
  onView,
  onEdit,
}: {
  item: ItemRow
  onView: (id: number) => void
  onEdit: (id: number) => void
}) {
  return (
    <div className="acts">
      <RowAction word="View" of={item.itemName} onClick={() => onView(item.itemID)}>
        <ViewIcon />
      </RowAction>
      <RowAction word="Edit" of={item.itemName} onClick={() => onEdit(item.itemID)}>
        <EditIcon />
      </RowAction>
    </div>
  )
}
