import './lowStock.css'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'

import { recordPathOf, screens } from '../../../../contract/shared/screens.ts'
import { lowStock, type LowStockRow } from '../../../../contract/stock/low-stock.ts'
import { formatShownCost } from '../../../lib/format.ts'
import { MetalBelow, MetalOnCard } from '../../../ui/AssayLine.tsx'
import { NumberBox } from '../../../ui/form/NumberBox.tsx'
import { asRecordSource } from '../../../ui/form/RecordSelect.tsx'
import { PageHeader } from '../../../ui/PageHeader.tsx'
import { ChosenBar } from '../../../ui/table/ChosenBar.tsx'
import { type Columns, QueryTable } from '../../../ui/table/QueryTable.tsx'
import { useChosenRows } from '../../../ui/table/useChosenRows.ts'
import { toasts } from '../../../ui/toasts.ts'
import { ScreenTabs } from '../../navigation/ScreenTabs.tsx'
import { categoryChoice, locationChoice, supplierChoice } from '../../shared/choices.ts'
import { formatAmount } from '../../shared/stock.ts'
import { type OrderGroup, createOrderGroups, findQuantityProblem, type OrderRequest } from './orderGroups.ts'
import { OrdersToMake } from './OrdersToMake.tsx'

const createColumns = (
  quantityOf: (row: LowStockRow) => number | null,
  setQuantity: (row: LowStockRow, quantity: number | null) => void,
): Columns<typeof lowStock.list> => [
  {
    header: 'Item',
    value: (s) => s.item.itemName,
    cell: (s) => (
      <>
        {s.item.itemName}
        <small className="below">{s.item.itemCode}</small>
        <MetalBelow piece={s.item} />
      </>
    ),
    sort: 'itemName',
    card: 'title',
  },
  {
    header: 'Location',
    value: (s) => s.location.locationName,
    cell: (s) => <LocationCell row={s} />,
    sort: 'locationName',
    card: 'detail',
  },
  {
    header: 'On Hand',
    value: (s) => s.quantity,
    cell: (s) => formatAmount(s.quantity, s.item),
    sort: 'quantity',
    align: 'right',
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
    cell: (s) => formatAmount(s.reOrderThreshold, s.item),
    sort: 'reOrderThreshold',
    align: 'right',
  },
  {
    header: 'On Order',
    value: (s) => s.onOrder,
    cell: (s) => formatAmount(s.onOrder, s.item),
    sort: 'onOrder',
    align: 'right',
  },
  {
    header: 'Suggested Quantity',
    value: (s) => s.suggestedQuantity,
    cell: (s) => <QuantityToOrder row={s} quantity={quantityOf(s)} onChange={(typed) => setQuantity(s, typed)} />,
    sort: 'suggestedQuantity',
    align: 'right',
    card: 'action',
  },
  {
    header: 'Supplier',
    value: (s) => s.supplier?.supplierName,
    cell: (s) => s.supplier?.supplierName ?? 'None yet',
    sort: 'supplierName',
    card: 'extra',
  },
  {
    header: 'Last Cost',
    value: (s) => s.lastCost,
    cell: (s) => formatShownCost(s.lastCost),
    sort: 'lastCost',
    align: 'right',
    cost: true,
  },
]

type QuantityProps = { row: LowStockRow; quantity: number | null; onChange: (typed: number | null) => void }

function QuantityToOrder({ row, quantity, onChange }: QuantityProps) {
  return (
    <NumberBox
      className="to-order"
      size="sm"
      aria-label={`Quantity of ${row.item.itemName} to order`}
      value={quantity}
      error={findQuantityProblem({ row, quantity })}
      onChange={onChange}
      {...(row.item.uom === 'BULK' && { suffix: 'g' })}
    />
  )
}

/** Shows the location. A phone's card adds the figures, because it has no columns for them. */
function LocationCell({ row: { location, item, available, reOrderThreshold, onOrder } }: { row: LowStockRow }) {
  return (
    <>
      {location.locationName}
      <span className="card-only">
        , {formatAmount(available, item)} left, reorder at {formatAmount(reOrderThreshold, item)}
        {onOrder > 0 && `, ${formatAmount(onOrder, item)} on order`}
      </span>
      <MetalOnCard piece={item} />
    </>
  )
}

/**
 * Lists the stock at or below its threshold and drafts purchase orders for it: one for each supplier and location.
 */
export function LowStockPage() {
  const navigate = useNavigate()
  const { pathname, search, state } = useLocation()
  const chosen = useChosenRows<LowStockRow>((row) => row.inventoryID)
  const [typed, setTyped] = useState<ReadonlyMap<number, number | null>>(new Map())
  // The router state holds the list of orders. Back from the form of one order therefore returns to the others.
  const groups = (state as { orders?: OrderGroup[] } | null)?.orders

  const quantityOf = (row: LowStockRow) =>
    typed.has(row.inventoryID) ? typed.get(row.inventoryID)! : row.suggestedQuantity
  const setQuantity = (row: LowStockRow, quantity: number | null) => {
    setTyped((before) => new Map(before).set(row.inventoryID, quantity))
    // Entering a quantity also selects the row.
    chosen.choose([row], true)
  }
  const storeGroups = (orders: OrderGroup[] | null) =>
    navigate(pathname + search, { replace: true, preventScrollReset: true, state: orders && { orders } })
  const openOrder = ({ draft }: OrderGroup) => navigate(screens.purchaseOrders, { state: { create: draft } })

  function draftOrders() {
    const lines: OrderRequest[] = chosen.rows.map((row) => ({ row, quantity: quantityOf(row) }))
    const wrong = lines.find((line) => findQuantityProblem(line) !== null)
    if (wrong) {
      toasts.error(`${wrong.row.item.itemName}: ${findQuantityProblem(wrong)}`)
      return
    }
    const found = createOrderGroups(lines)
    void (found.length === 1 ? openOrder(found[0]!) : storeGroups(found))
  }

  return (
    <>
      <PageHeader title="LOW STOCK" tabs={<ScreenTabs of={screens.inventory} />} />
      <QueryTable
        name="low-stock"
        label="Low Stock"
        list={lowStock.list}
        columns={createColumns(quantityOf, setQuantity)}
        rowID={(s) => s.inventoryID}
        search="Item, code, location or supplier"
        filters={[
          {
            field: 'locationID',
            label: 'All locations',
            records: asRecordSource(locationChoice),
          },
          {
            field: 'categoryID',
            label: 'All categories',
            records: asRecordSource(categoryChoice),
          },
          {
            field: 'supplierID',
            label: 'All suppliers',
            records: asRecordSource(supplierChoice),
          },
        ]}
        empty={{
          title: 'Nothing is low',
          text: 'Stock appears here once it has reached its reorder threshold, which is set under Inventory.',
        }}
        onOpen={(s) => void navigate(recordPathOf(screens.inventory, s.inventoryID))}
        choice={{
          chosen: chosen.keys,
          nameOf: (s) => `${s.item.itemName} at ${s.location.locationName}`,
          onChoose: chosen.choose,
        }}
      />
      <ChosenBar count={chosen.keys.size} none="Choose what to order." onNone={chosen.clear}>
        <Button variant="filled" disabled={chosen.keys.size === 0} onClick={draftOrders}>
          Create Purchase Order
        </Button>
      </ChosenBar>
      {groups && (
        <OrdersToMake
          groups={groups}
          onOpen={async (group) => {
            await storeGroups(groups.map((one) => (one === group ? { ...one, opened: true } : one)))
            await openOrder(group)
          }}
          onClose={() => void storeGroups(null)}
        />
      )}
    </>
  )
}
