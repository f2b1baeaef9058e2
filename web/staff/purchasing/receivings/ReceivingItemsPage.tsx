import './receiving.css'
import { Button } from '@mantine/core'
import { useState } from 'react'

import { type ReceivingItemRow, receivingItems } from '../../../../contract/purchasing/receiving-items.ts'
import { receivingStatuses } from '../../../../contract/purchasing/receivings.ts'
import { screens } from '../../../../contract/shared/screens.ts'
import { formatQuantity, formatShownCost } from '../../../lib/format.ts'
import { MetalBelow, MetalOnCard } from '../../../ui/AssayLine.tsx'
import { PageHeader } from '../../../ui/PageHeader.tsx'
import { OpenedRecord, useOpenedRecord } from '../../../ui/table/OpenedRecord.tsx'
import { type Columns, QueryTable } from '../../../ui/table/QueryTable.tsx'
import { ScreenTabs } from '../../navigation/ScreenTabs.tsx'
import { CreateReceivingItem, OpenedReceivingItem } from './ReceivingItemForm.tsx'

const statuses = receivingStatuses.map((status) => ({ value: status, label: `${status} receivings` }))

const createColumns = (open: (row: ReceivingItemRow) => void): Columns<typeof receivingItems.list> => [
  { header: 'ID', value: (r) => r.poReceivingItemID, sort: 'poReceivingItemID' },
  {
    header: 'Item Name',
    value: (r) => r.item.itemName,
    cell: (r) => (
      <>
        {r.item.itemName}
        <MetalBelow piece={r.item} />
      </>
    ),
    sort: 'itemName',
    card: 'title',
  },
  { header: 'Unit Of Measurement', value: (r) => r.uom, sort: 'uom', card: 'extra' },
  {
    header: 'Received Quantity',
    value: (r) => r.receivedQty,
    cell: (r) => (
      <>
        {formatQuantity(r.receivedQty)}
        <MetalOnCard piece={r.item} />
      </>
    ),
    sort: 'receivedQty',
    align: 'right',
    card: 'detail',
  },
  {
    header: 'Unit Cost',
    value: (r) => r.unitCost,
    cell: (r) => formatShownCost(r.unitCost),
    sort: 'unitCost',
    cost: true,
    align: 'right',
    card: 'value',
  },
  {
    header: 'Action',
    cell: (r) => {
      const action = r.receiving.status === 'Pending' ? 'Edit' : 'View'
      return (
        <div className="acts">
          <Button
            size="sm"
            onClick={() => open(r)}
            aria-label={`${action} ${r.item.itemName}, no. ${r.poReceivingItemID}`}
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

export function ReceivingItemsPage() {
  const [creating, setCreating] = useState(false)
  const opened = useOpenedRecord()
  const open = ({ poReceivingItemID }: ReceivingItemRow) => opened.open(poReceivingItemID)
  const create = (
    <Button variant="filled" onClick={() => setCreating(true)}>
      + Create Purchase Order Receiving Item
    </Button>
  )
  return (
    <>
      <PageHeader title="PURCHASE ORDER RECEIVING ITEM LIST" tabs={<ScreenTabs of={screens.purchaseOrders} />}>
        {create}
      </PageHeader>
      <QueryTable
        name="receiving-items"
        label="Purchase order receiving items"
        list={receivingItems.list}
        columns={createColumns(open)}
        rowID={(r) => r.poReceivingItemID}
        search="Item, code, reference or PO number"
        filters={[{ field: 'status', label: 'All receivings', options: statuses }]}
        empty={{
          title: 'No receiving items yet',
          text: 'What arrives is entered here by item, or as a whole under Receiving.',
          action: create,
        }}
        onOpen={open}
      />
      {creating && <CreateReceivingItem onClose={() => setCreating(false)} />}
      {opened.id !== null && (
        <OpenedRecord
          key={opened.id}
          get={receivingItems.get}
          id={opened.id}
          title="Purchase Order Receiving Item"
          onClose={opened.close}
        >
          {(row) => <OpenedReceivingItem row={row} onClose={opened.close} />}
        </OpenedRecord>
      )}
    </>
  )
}
