import './lowStock.css'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'

import { recordPath, screens } from '../../../../contract/shared/screens.ts'
import { lowStock, type LowStockRow } from '../../../../contract/stock/low-stock.ts'
import { peso } from '../../../lib/format.ts'
import { NumberBox } from '../../../ui/form/NumberBox.tsx'
import { recordsOf } from '../../../ui/form/RecordSelect.tsx'
import { PageHeader } from '../../../ui/PageHeader.tsx'
import { ChosenBar } from '../../../ui/table/ChosenBar.tsx'
import { type Columns, QueryTable } from '../../../ui/table/QueryTable.tsx'
import { useChosen } from '../../../ui/table/useChosen.ts'
import { toasts } from '../../../ui/toasts.ts'
import { ScreenTabs } from '../../navigation/ScreenTabs.tsx'
import { categoryChoice, locationChoice, supplierChoice } from '../../shared/choices.ts'
import { amount } from '../../shared/stock.ts'
import { type OrderGroup, orderGroups, findQuantityProblem, type ToOrder } from './orderGroups.ts'
import { OrdersToMake } from './OrdersToMake.tsx'

const columns = (
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
      </>
    ),
    sort: 'itemName',
    card: 'title',
  },
  {
    header: 'Location',
    value: (s) => s.location.locationName,
    cell: (s) => (
      <>
        {s.location.locationName}
        <span className="card-only">
          , {amount(s.available, s.item)} left, reorder at {amount(s.reOrderThreshold, s.item)}
          {s.onOrder > 0 && `, ${amount(s.onOrder, s.item)} on order`}
        </span>
      </>
    ),
    sort: 'locationName',
    card: 'detail',
  },
  {
    header: 'On Hand',
    value: (s) => s.quantity,
    cell: (s) => amount(s.quantity, s.item),
    sort: 'quantity',
    align: 'right',
  },
  {
    header: 'Reserved',
    value: (s) => s.reserved,
    cell: (s) => amount(s.reserved, s.item),
    sort: 'reserved',
    align: 'right',
  },
  {
    header: 'Available',
    value: (s) => s.available,
    cell: (s) => amount(s.available, s.item),
    sort: 'available',
    align: 'right',
  },
  {
    header: 'Threshold',
    value: (s) => s.reOrderThreshold,
    cell: (s) => amount(s.reOrderThreshold, s.item),
    sort: 'reOrderThreshold',
    align: 'right',
  },
  {
    header: 'On Order',
    value: (s) => s.onOrder,
    cell: (s) => amount(s.onOrder, s.item),
    sort: 'onOrder',
    align: 'right',
  },
  {
    header: 'Suggested Quantity',
    value: (s) => s.suggestedQuantity,
    cell: (s) => {
      const quantity = quantityOf(s)
      const problem = findQuantityProblem({ row: s, quantity })
      return (
        <NumberBox
          className="to-order"
          size="sm"
          aria-label={`Quantity of ${s.item.itemName} to order`}
          value={quantity}
          error={problem}
          onChange={(typed) => setQuantity(s, typed)}
          {...(s.item.uom === 'BULK' && { suffix: 'g' })}
        />
      )
    },
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
  { header: 'Last Cost', value: (s) => s.lastCost, cell: (s) => peso(s.lastCost), sort: 'lastCost', align: 'right' },
]

/**
 * Lists the stock at or below its threshold and drafts purchase orders for it: one for each supplier and location.
 */
export function LowStockPage() {
  const navigate = useNavigate()
  const { pathname, search, state } = useLocation()
  const chosen = useChosen<LowStockRow>((row) => row.inventoryID)
  const [typed, setTyped] = useState<ReadonlyMap<number, number | null>>(new Map())
  // The router state holds the orders, so that Back from one order's form returns to the others.
  const groups = (state as { orders?: OrderGroup[] } | null)?.orders

  const quantityOf = (row: LowStockRow) =>
    typed.has(row.inventoryID) ? typed.get(row.inventoryID)! : row.suggestedQuantity
  const setQuantity = (row: LowStockRow, quantity: number | null) => {
    setTyped((before) => new Map(before).set(row.inventoryID, quantity))
    // Entering a quantity also selects the row.
    chosen.choose([row], true)
  }
  const keep = (orders: OrderGroup[] | null) =>
    navigate(pathname + search, { replace: true, preventScrollReset: true, state: orders && { orders } })
  const open = ({ draft }: OrderGroup) => navigate(screens.purchaseOrders, { state: { create: draft } })

  function order() {
    const lines: ToOrder[] = chosen.rows.map((row) => ({ row, quantity: quantityOf(row) }))
    const wrong = lines.find((line) => findQuantityProblem(line) !== null)
    if (wrong) {
      toasts.error(`${wrong.row.item.itemName}: ${findQuantityProblem(wrong)}`)
      return
    }
    const found = orderGroups(lines)
    void (found.length === 1 ? open(found[0]!) : keep(found))
  }

  return (
    <>
      <PageHeader title="LOW STOCK" tabs={<ScreenTabs of={screens.inventory} />} />
      <QueryTable
        name="low-stock"
        label="Low Stock"
        list={lowStock.list}
        columns={columns(quantityOf, setQuantity)}
        rowID={(s) => s.inventoryID}
        search="Item, code, location or supplier"
        filters={[
          {
            field: 'locationID',
            label: 'All locations',
            records: recordsOf(locationChoice),
          },
          {
            field: 'categoryID',
            label: 'All categories',
            records: recordsOf(categoryChoice),
          },
          {
            field: 'supplierID',
            label: 'All suppliers',
            records: recordsOf(supplierChoice),
          },
        ]}
        empty={{
          title: 'Nothing is low',
          text: 'Stock appears here once it has reached its reorder threshold, which is set under Inventory.',
        }}
        onOpen={(s) => void navigate(recordPath(screens.inventory, s.inventoryID))}
        choice={{
          chosen: chosen.keys,
          nameOf: (s) => `${s.item.itemName} at ${s.location.locationName}`,
          onChoose: chosen.choose,
        }}
      />
      <ChosenBar count={chosen.keys.size} none="Choose what to order." onNone={chosen.clear}>
        <Button variant="filled" disabled={chosen.keys.size === 0} onClick={order}>
          Create Purchase Order
        </Button>
      </ChosenBar>
      {groups && (
        <OrdersToMake
          groups={groups}
          onOpen={async (group) => {
            await keep(groups.map((one) => (one === group ? { ...one, opened: true } : one)))
            await open(group)
          }}
          onClose={() => void keep(null)}
        />
      )}
    </>
  )
}
