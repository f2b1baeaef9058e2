import { Button } from '@mantine/core'
import { useState } from 'react'

import { screens } from '../../../../contract/shared/screens.ts'
import { type AdjustmentReasonRow, adjustmentReasons } from '../../../../contract/stock/adjustment-reasons.ts'
import { PageHeader } from '../../../ui/PageHeader.tsx'
import { editColumn } from '../../../ui/table/editColumn.tsx'
import { OpenedRecord, useOpened } from '../../../ui/table/OpenedRecord.tsx'
import { type Columns, QueryTable } from '../../../ui/table/QueryTable.tsx'
import { ScreenTabs } from '../../navigation/ScreenTabs.tsx'
import { CreateAdjustmentReason, EditAdjustmentReason } from './AdjustmentReasonForm.tsx'

const columns = (edit: (reason: AdjustmentReasonRow) => void): Columns<typeof adjustmentReasons.list> => [
  { header: 'ID', value: (r) => r.adjustmentReasonID, sort: 'adjustmentReasonID', align: 'right' },
  { header: 'Reason Name', value: (r) => r.reasonName, sort: 'reasonName', card: 'title' },
  {
    header: 'Description',
    value: (r) => r.description,
    cell: (r) => <span className="clamp">{r.description}</span>,
    sort: 'description',
    card: 'detail',
  },
  editColumn(edit, (r) => r.reasonName),
]

export function AdjustmentReasonsPage() {
  const [creating, setCreating] = useState(false)
  const opened = useOpened()
  const edit = (reason: AdjustmentReasonRow) => opened.open(reason.adjustmentReasonID)
  const create = (
    <Button variant="filled" onClick={() => setCreating(true)}>
      + Create Adjustment Reason
    </Button>
  )
  return (
    <>
      <PageHeader title="ADJUSTMENT REASON LIST" tabs={<ScreenTabs of={screens.adjustmentReasons} />}>
        {create}
      </PageHeader>
      <QueryTable
        name="adjustment-reasons"
        label="Adjustment Reasons"
        list={adjustmentReasons.list}
        columns={columns(edit)}
        rowID={(r) => r.adjustmentReasonID}
        search="Name or description"
        empty={{
          title: 'No adjustment reasons yet',
          text: 'Enter why stock is adjusted: damaged, lost, found.',
          action: create,
        }}
        onOpen={edit}
      />
      {creating && <CreateAdjustmentReason onClose={() => setCreating(false)} />}
      {opened.id !== null && (
        <OpenedRecord
          key={opened.id}
          get={adjustmentReasons.get}
          id={opened.id}
          title="Edit Adjustment Reason"
          failed={() => 'An error occurred while fetching the adjustment reason.'}
          onClose={opened.close}
        >
          {(reason) => <EditAdjustmentReason reason={reason} onClose={opened.close} />}
        </OpenedRecord>
      )}
    </>
  )
}
