import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'

import {
  type ReceivingDraftRow,
  receivings,
  receivingStatuses,
  type ReceivingRow,
  type WholeReceivingRow,
} from '../../../../contract/purchasing/receivings.ts'
import { recordPathOf, screens } from '../../../../contract/shared/screens.ts'
import { formatDay, formatQuantity, formatShownCost } from '../../../lib/format.ts'
import { readQuery } from '../../../lib/query.ts'
import { Dialog } from '../../../ui/dialog/Dialog.tsx'
import { asRecordSource } from '../../../ui/form/RecordSelect.tsx'
import { lazyComponent } from '../../../ui/lazyComponent.tsx'
import { PageHeader } from '../../../ui/PageHeader.tsx'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import { readKey, useCreateParam } from '../../../ui/table/listState.ts'
import { OpenedRecord, useOpenedRecord } from '../../../ui/table/OpenedRecord.tsx'
import { type Columns, QueryTable } from '../../../ui/table/QueryTable.tsx'
import { ScreenTabs } from '../../navigation/ScreenTabs.tsx'
import { supplierChoice } from '../../shared/choices.ts'
import { ReceivingDetails } from './ReceivingDetails.tsx'
import { CreateReceiving, EditReceiving } from './ReceivingForm.tsx'

const statuses = receivingStatuses.map((status) => ({ value: status, label: status }))

const createColumns = (open: (receiving: ReceivingRow) => void): Columns<typeof receivings.list> => [
  { header: 'ID', value: (r) => r.poReceivingID, sort: 'poReceivingID' },
  {
    header: 'Purchase Order',
    value: (r) => r.purchaseOrder?.poNumber ?? 'Direct receipt',
    sort: 'poNumber',
    card: 'title',
  },
  { header: 'Reference Number', value: (r) => r.referenceNumber ?? '–', sort: 'referenceNumber', card: 'extra' },
  {
    header: 'Received Date',
    value: (r) => r.receivedDate,
    cell: (r) => formatDay(r.receivedDate),
    sort: 'receivedDate',
    card: 'detail',
    cardLabel: true,
  },
  { header: 'Received By', value: (r) => r.receivedBy.name, sort: 'receiverName' },
  {
    header: 'Total Quantity',
    value: (r) => r.totalQty,
    cell: (r) => formatQuantity(r.totalQty),
    sort: 'totalQty',
    align: 'right',
  },
  {
    header: 'Total Cost',
    value: (r) => r.totalCost,
    cell: (r) => formatShownCost(r.totalCost),
    sort: 'totalCost',
    cost: true,
    align: 'right',
    card: 'value',
  },
  {
    header: 'Status',
    value: (r) => r.status,
    cell: (r) => <StatusBadge status={r.status} completed="green" />,
    sort: 'status',
    card: 'status',
  },
  {
    header: 'Action',
    cell: (r) => {
      const action = r.status === 'Pending' ? 'Edit' : 'View'
      return (
        <div className="acts">
          <Button size="sm" onClick={() => open(r)} aria-label={`${action} receiving no. ${r.poReceivingID}`}>
            {action}
          </Button>
        </div>
      )
    },
    align: 'right',
    card: 'action',
  },
]

// The list of receivings does not wait for the code of an order.
const PurchaseOrderPage = lazyComponent(async () => (await import('../orders/PurchaseOrderPage.tsx')).PurchaseOrderPage)

/** Lists the deliveries. With `?poID=57` it opens a new receiving over that order. */
export function ReceivingsPage() {
  const [search] = useSearchParams()
  const poID = readKey(search, 'poID')
  return poID === null ? <ReceivingList /> : <OrderToReceive key={poID} poID={poID} />
}

/** Opens a new receiving over its order. Closing it returns to the order. */
function OrderToReceive({ poID }: { poID: number }) {
  const location = useLocation()
  const navigate = useNavigate()
  const order = recordPathOf(screens.purchaseOrders, poID)
  function close() {
    const isOpenedThere = (location.state as { opened?: boolean } | null)?.opened === true
    void (isOpenedThere ? navigate(-1) : navigate(order, { replace: true }))
  }
  return (
    <>
      <PurchaseOrderPage id={poID} back={screens.purchaseOrders} isCovered onEdit={() => void navigate(order)} />
      <DraftLoader poID={poID} title="Create Purchase Order Receiving" onClose={close}>
        {(draft) => <CreateReceiving draft={draft} onClose={close} />}
      </DraftLoader>
    </>
  )
}

/** Lists the deliveries. With `?create=1` the form for a new one is open. */
function ReceivingList() {
  const [creating, setCreating] = useCreateParam()
  const opened = useOpenedRecord()
  const open = ({ poReceivingID }: ReceivingRow) => opened.open(poReceivingID)
  const create = (
    <Button variant="filled" onClick={() => setCreating(true)}>
      + Create Purchase Order Receiving
    </Button>
  )
  return (
    <>
      <PageHeader title="PURCHASE ORDER RECEIVING LIST" tabs={<ScreenTabs of={screens.purchaseOrders} />}>
        {create}
      </PageHeader>
      <QueryTable
        name="receivings"
        label="Purchase order receivings"
        list={receivings.list}
        columns={createColumns(open)}
        rowID={(r) => r.poReceivingID}
        search="PO number, supplier or reference"
        filters={[
          { field: 'status', label: 'Any status', options: statuses },
          {
            field: 'supplierID',
            label: 'All suppliers',
            records: asRecordSource(supplierChoice),
          },
          { field: 'from', label: 'Received from', date: true },
          { field: 'to', label: 'Received to', date: true },
        ]}
        empty={{
          title: 'No receivings yet',
          text: 'Enter what arrives, of a purchase order or without one: then it is in stock.',
          action: create,
        }}
        onOpen={open}
      />
      {creating && <CreateReceiving draft={null} onClose={() => setCreating(false)} />}
      {opened.id !== null && (
        <OpenedRecord
          key={opened.id}
          get={receivings.get}
          id={opened.id}
          title="Purchase Order Receiving"
          size={1160}
          onClose={opened.close}
        >
          {(receiving) => <OpenedReceiving receiving={receiving} onClose={opened.close} />}
        </OpenedRecord>
      )}
    </>
  )
}

/** Opens a Pending receiving for editing, and any other receiving read-only. */
function OpenedReceiving({ receiving, onClose }: { receiving: WholeReceivingRow; onClose: () => void }) {
  if (receiving.status !== 'Pending') return <ReceivingDetails receiving={receiving} onClose={onClose} />
  if (receiving.poID === null) return <EditReceiving receiving={receiving} draft={null} onClose={onClose} />
  return (
    <DraftLoader poID={receiving.poID} title="Purchase Order Receiving" orElse onClose={onClose}>
      {(draft) => <EditReceiving receiving={receiving} draft={draft} onClose={onClose} />}
    </DraftLoader>
  )
}

/**
 * Fetches the outstanding lines of an order once, and passes them to `children`. If nothing is outstanding, `children`
 * gets null with `orElse`, so that the stored receiving can still be viewed or canceled.
 */
function DraftLoader({
  poID,
  title,
  orElse = false,
  onClose,
  children,
}: {
  poID: number
  title: string
  orElse?: boolean
  onClose: () => void
  children: (draft: ReceivingDraftRow | null) => React.ReactNode
}) {
  const [draft, setDraft] = useState<ReceivingDraftRow | null>(null)
  const { data, error, refetch } = useQuery({
    ...readQuery(receivings.draft, { query: { poID } }),
    gcTime: 0,
    // Completing this receiving changes the order's outstanding lines, so the draft is not refetched.
    enabled: draft === null,
  })
  if (data && draft === null) setDraft(data.data)
  if (draft) return children(draft)
  if (error && orElse && error.status === 409) return children(null)
  return (
    <Dialog title={title} size={1160} full onClose={onClose}>
      {error ? (
        <div className="failed" role="alert">
          <p>Error: {error.message}</p>
          <Button onClick={() => void refetch()} data-autofocus>
            Try again
          </Button>
        </div>
      ) : (
        <div className="dlg-body">
          <output>Loading...</output>
          <Skeleton height={40} />
          <Skeleton height={40} />
        </div>
      )}
    </Dialog>
  )
}
