import { Button } from '@mantine/core'
import { useState } from 'react'

import {
  adjustmentStatuses,
  type InventoryAdjustmentRow,
  inventoryAdjustments,
} from '../../../../contract/stock/inventory-adjustments.ts'
import { may, useAccount } from '../../../lib/session.ts'
import { asRecordSource } from '../../../ui/form/RecordSelect.tsx'
import { CheckIcon, CloseIcon, EditIcon, ViewIcon } from '../../../ui/icons.tsx'
import { PageHeader } from '../../../ui/PageHeader.tsx'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import { OpenedRecord, useOpenedRecord } from '../../../ui/table/OpenedRecord.tsx'
import { type Columns, QueryTable } from '../../../ui/table/QueryTable.tsx'
import { RowAction } from '../../../ui/table/RowAction.tsx'
import { locationChoice } from '../../shared/choices.ts'
import { formatSigned } from '../../shared/stock.ts'
import { AdjustmentDetails } from './AdjustmentDetails.tsx'
import { CreateAdjustment, EditAdjustment } from './AdjustmentForm.tsx'
import { useDecision } from './useDecision.ts'

type Open = (adjustment: InventoryAdjustmentRow, edit: boolean) => void

const createColumns = (open: Open): Columns<typeof inventoryAdjustments.list> => [
  { header: 'ID', value: (a) => a.adjustmentID, sort: 'adjustmentID' },
  {
    header: 'Adjustment Reason',
    value: (a) => a.adjustmentReason.reasonName,
    sort: 'reasonName',
    card: 'extra',
  },
  {
    header: 'Inventory Item',
    value: ({ inventory: { item, location } }) => `${item.itemName}, ${location.locationName}`,
    cell: ({ inventory: { item, location } }) => (
      <>
        {item.itemName}
        <small className="below">{location.locationName}</small>
      </>
    ),
    sort: 'itemName',
    card: 'title',
  },
  {
    header: 'Quantity Adjusted',
    value: (a) => a.quantityAdjusted,
    cell: (a) => (
      <span className={a.quantityAdjusted < 0 ? 'out' : 'in'}>
        {formatSigned(a.quantityAdjusted, a.inventory.item)}
      </span>
    ),
    sort: 'quantityAdjusted',
    align: 'right',
    card: 'detail',
  },
  {
    header: 'Status',
    value: (a) => a.status,
    cell: (a) => <StatusBadge status={a.status} completed="green" />,
    sort: 'status',
    card: 'status',
  },
  {
    header: 'Action',
    cell: (a) => <Actions adjustment={a} onOpen={open} />,
    align: 'right',
    card: 'foot',
  },
]

/** Lists the adjustments of stock. Staff request adjustments; administrators approve or decline them. */
export function AdjustmentsPage() {
  const [creating, setCreating] = useState(false)
  const [edited, setEdited] = useState<number | null>(null)
  const opened = useOpenedRecord()
  const editing = opened.id !== null && edited === opened.id
  const open: Open = (adjustment, edit) => {
    setEdited(edit ? adjustment.adjustmentID : null)
    opened.open(adjustment.adjustmentID)
  }
  const create = (
    <Button variant="filled" onClick={() => setCreating(true)}>
      + Create Inventory Adjustment
    </Button>
  )
  return (
    <>
      <PageHeader title="Inventory Adjustment">{create}</PageHeader>
      <QueryTable
        name="inventory-adjustments"
        label="Inventory Adjustments"
        list={inventoryAdjustments.list}
        columns={createColumns(open)}
        rowID={(a) => a.adjustmentID}
        search="Item, code or reason"
        filters={[
          {
            field: 'status',
            label: 'Any status',
            options: adjustmentStatuses.map((status) => ({ value: status, label: status })),
          },
          {
            field: 'locationID',
            label: 'All locations',
            records: asRecordSource(locationChoice),
          },
          { field: 'from', label: 'From', date: true },
          { field: 'to', label: 'To', date: true },
        ]}
        empty={{
          title: 'No adjustments yet',
          text: 'When the shelf and the count disagree, record the difference here. An Admin approves it, and the stock follows.',
          action: create,
        }}
        onOpen={(adjustment) => open(adjustment, false)}
      />
      {creating && <CreateAdjustment onClose={() => setCreating(false)} />}
      {opened.id !== null && (
        <OpenedRecord
          key={`${opened.id} ${editing}`}
          get={inventoryAdjustments.get}
          id={opened.id}
          title={editing ? 'Edit Inventory Adjustment' : `Inventory Adjustment ${opened.id}`}
          failed={() => 'Failed to fetch adjustment data.'}
          unknown="An error occurred while fetching the adjustment."
          live={!editing}
          onClose={opened.close}
        >
          {(adjustment) =>
            editing && adjustment.status === 'Pending' ? (
              <EditAdjustment adjustment={adjustment} onClose={opened.close} />
            ) : (
              <AdjustmentDetails
                adjustment={adjustment}
                onEdit={() => setEdited(adjustment.adjustmentID)}
                onClose={opened.close}
              />
            )
          }
        </OpenedRecord>
      )}
    </>
  )
}

/** Offers to edit and decide a Pending adjustment, and to view a decided one. */
function Actions({ adjustment, onOpen }: { adjustment: InventoryAdjustmentRow; onOpen: Open }) {
  const admin = may(useAccount(), 'adjustments.decide')
  const { approve, decline } = useDecision()
  const { adjustmentID, status } = adjustment
  if (status !== 'Pending')
    return (
      <div className="acts">
        <RowAction word="View" of={`adjustment ${adjustmentID}`} onClick={() => onOpen(adjustment, false)}>
          <ViewIcon />
        </RowAction>
      </div>
    )
  return (
    <div className="acts">
      {admin && (
        <>
          <RowAction word="Approve" of={`adjustment ${adjustmentID}`} onClick={() => void approve(adjustmentID)}>
            <CheckIcon />
          </RowAction>
          <RowAction word="Decline" of={`adjustment ${adjustmentID}`} onClick={() => void decline(adjustmentID)}>
            <CloseIcon />
          </RowAction>
        </>
      )}
      <RowAction word="Edit" of={`adjustment ${adjustmentID}`} onClick={() => onOpen(adjustment, true)}>
        <EditIcon />
      </RowAction>
    </div>
  )
}
