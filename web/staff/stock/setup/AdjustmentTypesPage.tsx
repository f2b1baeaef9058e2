import { Button } from '@mantine/core'
import { useState } from 'react'

import { screens } from '../../../../contract/shared/screens.ts'
import { type AdjustmentTypeRow, adjustmentTypes } from '../../../../contract/stock/adjustment-types.ts'
import { PageHeader } from '../../../ui/PageHeader.tsx'
import { editColumn } from '../../../ui/table/editColumn.tsx'
import { OpenedRecord, useOpened } from '../../../ui/table/OpenedRecord.tsx'
import { type Columns, QueryTable } from '../../../ui/table/QueryTable.tsx'
import { ScreenTabs } from '../../navigation/ScreenTabs.tsx'
import { CreateAdjustmentType, EditAdjustmentType } from './AdjustmentTypeForm.tsx'

const columns = (edit: (type: AdjustmentTypeRow) => void): Columns<typeof adjustmentTypes.list> => [
  { header: 'ID', value: (t) => t.adjustmentTypeID, sort: 'adjustmentTypeID', align: 'right' },
  { header: 'Name', value: (t) => t.typeName, sort: 'typeName', card: 'title' },
  {
    header: 'Description',
    value: (t) => t.description,
    cell: (t) => <span className="clamp">{t.description}</span>,
    sort: 'description',
    card: 'detail',
  },
  editColumn(edit, (t) => t.typeName),
]

export function AdjustmentTypesPage() {
  const [creating, setCreating] = useState(false)
  const opened = useOpened()
  const edit = (type: AdjustmentTypeRow) => opened.open(type.adjustmentTypeID)
  const create = (
    <Button variant="filled" onClick={() => setCreating(true)}>
      + Create Adjustment Type
    </Button>
  )
  return (
    <>
      <PageHeader title="ADJUSTMENT TYPE LIST" tabs={<ScreenTabs of={screens.adjustmentReasons} />}>
        {create}
      </PageHeader>
      <QueryTable
        name="adjustment-types"
        label="Adjustment Types"
        list={adjustmentTypes.list}
        columns={columns(edit)}
        rowID={(t) => t.adjustmentTypeID}
        search="Name or description"
        empty={{
          title: 'No adjustment types yet',
          text: 'Enter the kinds of adjustment you make: every adjustment has one.',
          action: create,
        }}
        onOpen={edit}
      />
      {creating && <CreateAdjustmentType onClose={() => setCreating(false)} />}
      {opened.id !== null && (
        <OpenedRecord
          key={opened.id}
          get={adjustmentTypes.get}
          id={opened.id}
          title="Edit Adjustment Type"
          onClose={opened.close}
        >
          {(type) => <EditAdjustmentType type={type} onClose={opened.close} />}
        </OpenedRecord>
      )}
    </>
  )
}
