import { Button } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'

import { type PurchaseOrderItemRow, purchaseOrderItems } from '../../../../contract/purchasing/purchase-order-items.ts'
import { purchaseOrderStatuses } from '../../../../contract/purchasing/purchase-orders.ts'
import { recordPathOf, screens } from '../../../../contract/shared/screens.ts'
import { formatInUnit, formatPeso, formatShownCost } from '../../../lib/format.ts'
import { MetalBelow, MetalLine, MetalOnCard } from '../../../ui/AssayLine.tsx'
import { Dialog } from '../../../ui/dialog/Dialog.tsx'
import { asRecordSource } from '../../../ui/form/RecordSelect.tsx'
import { PageHeader } from '../../../ui/PageHeader.tsx'
import { OpenedRecord, useOpenedRecord } from '../../../ui/table/OpenedRecord.tsx'
import { type Columns, QueryTable } from '../../../ui/table/QueryTable.tsx'
import { ScreenTabs } from '../../navigation/ScreenTabs.tsx'
import { supplierChoice } from '../../shared/choices.ts'
import { CreatePurchaseOrderItem, EditPurchaseOrderItem } from './PurchaseOrderItemForm.tsx'

const describeFailure = () => 'Failed to load item data.'

const pieceOf = ({ item, uom }: PurchaseOrderItemRow) => ({ ...item, uom })

const createColumns = (open: (line: PurchaseOrderItemRow) => void): Columns<typeof purchaseOrderItems.list> => [
  { header: 'ID', value: (l) => l.poItemID, sort: 'poItemID' },
  {
    header: 'Purchase Order',
    value: (l) => l.purchaseOrder.poNumber,
    cell: (l) => (
      <>
        <Link className="link" to={recordPathOf(screens.purchaseOrders, l.poID)}>
          {l.purchaseOrder.poNumber}
        </Link>
        <MetalOnCard piece={pieceOf(l)} />
      </>
    ),
    sort: 'poNumber',
    card: 'detail',
  },
  {
    header: 'Item',
    value: (l) => l.item.itemName,
    cell: (l) => (
      <>
        {l.item.itemName}
        <MetalBelow piece={pieceOf(l)} />
      </>
    ),
    sort: 'itemName',
    card: 'title',
  },
  { header: 'Unit of Measurement', value: (l) => l.uom, sort: 'uom' },
  {
    header: 'Unit Cost',
    value: (l) => l.unitCost,
    cell: (l) => formatShownCost(l.unitCost),
    sort: 'unitCost',
    cost: true,
    align: 'right',
    card: 'value',
  },
  {
    header: 'Order Quantity',
    value: (l) => l.orderQty,
    cell: (l) => formatInUnit(l.orderQty, l.uom),
    sort: 'orderQty',
    align: 'right',
    card: 'status',
  },
  {
    header: 'Action',
    cell: (l) => {
      const action = l.purchaseOrder.status === 'Pending' ? 'Edit' : 'View'
      return (
        <div className="acts">
          <Button
            size="sm"
            onClick={() => open(l)}
            aria-label={`${action} ${l.item.itemName} of ${l.purchaseOrder.poNumber}`}
          >
            {action}
          </Button>
        </div>
      )
    },
    align: 'right',
    card: 'action',
  },
]

/** Lists the lines of all orders. */
export function PurchaseOrderItemsPage() {
  const [creating, setCreating] = useState(false)
  const opened = useOpenedRecord()
  const open = (line: PurchaseOrderItemRow) => opened.open(line.poItemID)
  const create = (
    <Button variant="filled" onClick={() => setCreating(true)}>
      + Create Purchase Order Item
    </Button>
  )
  return (
    <>
      <PageHeader title="PURCHASE ORDER ITEM LIST" tabs={<ScreenTabs of={screens.purchaseOrders} />}>
        {create}
      </PageHeader>
      <QueryTable
        name="purchase-order-items"
        label="Purchase order items"
        list={purchaseOrderItems.list}
        columns={createColumns(open)}
        rowID={(l) => l.poItemID}
        search="PO number, item or code"
        filters={[
          {
            field: 'supplierID',
            label: 'All suppliers',
            records: asRecordSource(supplierChoice),
          },
          {
            field: 'status',
            label: 'Any status',
            options: purchaseOrderStatuses.map((status) => ({ value: status, label: status })),
          },
        ]}
        empty={{
          title: 'No purchase order items yet',
          text: 'They come with the purchase orders; a Pending order takes further ones here.',
          action: create,
        }}
        onOpen={open}
      />
      {creating && <CreatePurchaseOrderItem onClose={() => setCreating(false)} />}
      {opened.id !== null && (
        <OpenedRecord
          key={opened.id}
          get={purchaseOrderItems.get}
          id={opened.id}
          title="Purchase Order Item"
          failed={describeFailure}
          onClose={opened.close}
        >
          {(line) =>
            line.purchaseOrder.status === 'Pending' ? (
              <EditPurchaseOrderItem line={line} onClose={opened.close} />
            ) : (
              <LineDetails line={line} onClose={opened.close} />
            )
          }
        </OpenedRecord>
      )}
    </>
  )
}

/** Shows a line read-only once its order is no longer Pending. */
function LineDetails({ line, onClose }: { line: PurchaseOrderItemRow; onClose: () => void }) {
  const formatQuantityOfLine = (value: number) => formatInUnit(value, line.uom)
  const facts = [
    [
      'Item',
      <>
        {line.item.itemName} ({line.item.itemCode})
        <div>
          <MetalLine piece={pieceOf(line)} />
        </div>
      </>,
    ],
    ['Unit of Measurement', line.uom],
    ...(line.unitCost === undefined ? [] : [['Unit Cost', formatPeso(line.unitCost)] as const]),
    ['Order Quantity', formatQuantityOfLine(line.orderQty)],
    ['Received', formatQuantityOfLine(line.receivedQty)],
    [
      'Closed',
      line.closeReason === null
        ? formatQuantityOfLine(line.closedQty)
        : `${formatQuantityOfLine(line.closedQty)}: ${line.closeReason}`,
    ],
    ['Outstanding', formatQuantityOfLine(line.outstanding)],
  ] as const
  return (
    <Dialog title="Purchase Order Item" full onClose={onClose}>
      <div className="dlg-body line-details">
        <p>
          <Link className="link" to={recordPathOf(screens.purchaseOrders, line.poID)} data-autofocus>
            {line.purchaseOrder.poNumber}
          </Link>{' '}
          is {line.purchaseOrder.status}: its items can no longer be changed.
        </p>
        <dl>
          {facts.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </div>
      <div className="dlg-foot">
        <Button onClick={onClose}>Close</Button>
      </div>
    </Dialog>
  )
}
