import { Button } from '@mantine/core'
import { useState } from 'react'

import { type TransactionTypeRow, transactionTypes } from '../../../../contract/sales/transaction-types.ts'
import { moment } from '../../../lib/format.ts'
import { useTimeZone } from '../../../lib/settings.ts'
import { PageHeader } from '../../../ui/PageHeader.tsx'
import { editColumn } from '../../../ui/table/editColumn.tsx'
import { OpenedRecord, useOpened } from '../../../ui/table/OpenedRecord.tsx'
import { type Columns, QueryTable } from '../../../ui/table/QueryTable.tsx'
import { CreateTransactionType, EditTransactionType } from './TransactionTypeForm.tsx'

const columns = (
  edit: (transactionType: TransactionTypeRow) => void,
  timeZone: string,
): Columns<typeof transactionTypes.list> => [
  { header: 'Transaction Type ID', value: (t) => t.transactionTypeID, sort: 'transactionTypeID', align: 'right' },
  { header: 'Transaction Name', value: (t) => t.transactionName, sort: 'transactionName', card: 'title' },
  {
    header: 'Description',
    value: (t) => t.description ?? 'No description',
    cell: (t) => <span className="clamp">{t.description ?? 'No description'}</span>,
    sort: 'description',
    card: 'detail',
  },
  { header: 'Created At', value: (t) => moment(t.createdAt, timeZone), sort: 'createdAt', oneLine: true },
  {
    header: 'Updated At',
    value: (t) => moment(t.updatedAt, timeZone),
    sort: 'updatedAt',
    oneLine: true,
    card: 'extra',
  },
  editColumn(edit, (t) => t.transactionName),
]

export function TransactionTypesPage() {
  const [creating, setCreating] = useState(false)
  const timeZone = useTimeZone()
  const opened = useOpened()
  const edit = (transactionType: TransactionTypeRow) => opened.open(transactionType.transactionTypeID)
  const create = (
    <Button variant="filled" onClick={() => setCreating(true)}>
      + Create Transaction Type
    </Button>
  )
  return (
    <>
      <PageHeader title="TRANSACTION TYPE LIST">{create}</PageHeader>
      <QueryTable
        name="transaction-types"
        label="Transaction Types"
        list={transactionTypes.list}
        columns={columns(edit, timeZone)}
        rowID={(t) => t.transactionTypeID}
        search="Name or description"
        empty={{
          title: 'No transaction types yet',
          text: 'Enter the kinds of sale you make: every sale has one.',
          action: create,
        }}
        onOpen={edit}
      />
      {creating && <CreateTransactionType onClose={() => setCreating(false)} />}
      {opened.id !== null && (
        <OpenedRecord
          key={opened.id}
          get={transactionTypes.get}
          id={opened.id}
          title="Edit Transaction Type"
          failed={() => 'Failed to load transaction type data.'}
          unknown="An unknown error occurred while fetching the transaction type."
          onClose={opened.close}
        >
          {(transactionType) => <EditTransactionType transactionType={transactionType} onClose={opened.close} />}
        </OpenedRecord>
      )}
    </>
  )
}
