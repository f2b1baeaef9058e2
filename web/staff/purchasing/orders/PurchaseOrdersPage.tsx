import './purchasing.css'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'

import {
  type PurchaseOrderDraft,
  type PurchaseOrderListRow,
  purchaseOrders,
  purchaseOrderStatuses,
} from '../../../../contract/purchasing/purchase-orders.ts'
import { recordPathOf, screens } from '../../../../contract/shared/screens.ts'
import { formatDay, formatShownCost } from '../../../lib/format.ts'
import { asRecordSource } from '../../../ui/form/RecordSelect.tsx'
import { PageHeader } from '../../../ui/PageHeader.tsx'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import { OpenedRecord, useOpenedRecord } from '../../../ui/table/OpenedRecord.tsx'
import { type Columns, QueryTable } from '../../../ui/table/QueryTable.tsx'
import { ScreenTabs } from '../../navigation/ScreenTabs.tsx'
import { locationChoice, supplierChoice } from '../../shared/choices.ts'
import { CreatePurchaseOrder, EditPurchaseOrder } from './PurchaseOrderForm.tsx'
import { PurchaseOrderPage } from './PurchaseOrderPage.tsx'

const createColumns = (
  edit: (order: PurchaseOrderListRow) => void,
  view: (order: PurchaseOrderListRow) => void,
): Columns<typeof purchaseOrders.list> => [
  { header: 'ID', value: (o) => o.poID, sort: 'poID' },
  {
    header: 'PO Number',
    value: (o) => o.poNumber,
    cell: (o) => <span className="code ink">{o.poNumber}</span>,
    sort: 'poNumber',
    card: 'title',
  },
  { header: 'Supplier', value: (o) => o.supplier.supplierName, sort: 'supplierName', card: 'detail' },
  { header: 'Location', value: (o) => o.location.locationName, sort: 'locationName' },
  { header: 'ReferenceNo', value: (o) => o.referenceNo, cell: (o) => o.referenceNo ?? '–', sort: 'referenceNo' },
  {
    header: 'Remarks',
    value: (o) => o.remarks,
    cell: (o) => <span className="clamp">{o.remarks ?? '–'}</span>,
    sort: 'remarks',
  },
  {
    header: 'Order Date',
    value: (o) => o.orderDate,
    cell: (o) => <span className="order-date">{formatDay(o.orderDate)}</span>,
    sort: 'orderDate',
    card: 'extra',
    cardLabel: true,
  },
  {
    header: 'Expected Delivery Date',
    value: (o) => o.expectedDeliverDate,
    cell: (o) => <span className="order-date">{formatDay(o.expectedDeliverDate)}</span>,
    sort: 'expectedDeliverDate',
  },
  {
    header: 'Total Cost',
    value: (o) => o.totalCost,
    cell: (o) => formatShownCost(o.totalCost),
    sort: 'totalCost',
    cost: true,
    align: 'right',
    card: 'value',
  },
  {
    header: 'Status',
    value: (o) => o.status,
    cell: (o) => <StatusBadge status={o.status} />,
    sort: 'status',
    card: 'status',
  },
  {
    header: 'Action',
    cell: (o) => (
      <div className="acts">
        {o.status === 'Pending' ? (
          <Button size="sm" onClick={() => edit(o)} aria-label={`Edit ${o.poNumber}`}>
            Edit
          </Button>
        ) : (
          <Button size="sm" onClick={() => view(o)} aria-label={`View ${o.poNumber}`}>
            View
          </Button>
        )}
      </div>
    ),
    align: 'right',
    card: 'action',
  },
]

/** Lists the orders, or shows the one that the address names (`?id=12`). */
export function PurchaseOrdersPage() {
  const { id } = useOpenedRecord()
  const navigate = useNavigate()
  const { pathname, search, state } = useLocation()
  const [creating, setCreating] = useState(false)
  const [editing, setEditing] = useState<number | null>(null)
  // The list's filters are restored when the user returns from an order.
  const [listSearch, rememberSearch] = useState('')
  const draft = (state as { create?: PurchaseOrderDraft } | null)?.create ?? null

  const view = ({ poID }: PurchaseOrderListRow) => {
    rememberSearch(search)
    void navigate(recordPathOf(screens.purchaseOrders, poID))
  }
  function closeCreate() {
    setCreating(false)
    // A reload must not open the same draft again, so the draft is removed from the router state.
    if (draft) void navigate(pathname + search, { replace: true, state: null })
  }
  const create = (
    <Button variant="filled" onClick={() => setCreating(true)}>
      + Create Purchase Order
    </Button>
  )
  return (
    <>
      {id === null ? (
        <>
          <PageHeader title="PURCHASE ORDER LIST" tabs={<ScreenTabs of={screens.purchaseOrders} />}>
            {create}
          </PageHeader>
          <QueryTable
            name="purchase-orders"
            label="Purchase orders"
            list={purchaseOrders.list}
            columns={createColumns((order) => setEditing(order.poID), view)}
            rowID={(o) => o.poID}
            search="PO number, supplier, reference"
            filters={filters}
            empty={{
              title: 'No purchase orders yet',
              text: 'Order what you need from a supplier. Once it is approved, its goods can be received.',
              action: create,
            }}
            onOpen={view}
          />
        </>
      ) : (
        <PurchaseOrderPage key={id} id={id} back={pathname + listSearch} onEdit={() => setEditing(id)} />
      )}
      {(creating || draft) && <CreatePurchaseOrder draft={draft} onClose={closeCreate} />}
      {editing !== null && (
        <OpenedRecord
          key={editing}
          get={purchaseOrders.get}
          id={editing}
          title="Edit Purchase Order"
          size={1000}
          onClose={() => setEditing(null)}
        >
          {(order) => <EditPurchaseOrder order={order} onClose={() => setEditing(null)} />}
        </OpenedRecord>
      )}
    </>
  )
}

const filters = [
  {
    field: 'supplierID',
    label: 'All suppliers',
    records: asRecordSource(supplierChoice),
  },
  {
    field: 'locationID',
    label: 'All locations',
    records: asRecordSource(locationChoice),
  },
  {
    field: 'status',
    label: 'Any status',
    options: purchaseOrderStatuses.map((status) => ({ value: status, label: status })),
  },
  { field: 'from', label: 'Ordered from', date: true },
  { field: 'to', label: 'Ordered to', date: true },
] as const
