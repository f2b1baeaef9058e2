import { Button } from '@mantine/core'
import { useState } from 'react'

import { type PaymentTypeRow, paymentTypes } from '../../../../contract/sales/payment-types.ts'
import { moment } from '../../../lib/format.ts'
import { useTimeZone } from '../../../lib/settings.ts'
import { PageHeader } from '../../../ui/PageHeader.tsx'
import { editColumn } from '../../../ui/table/editColumn.tsx'
import { OpenedRecord, useOpened } from '../../../ui/table/OpenedRecord.tsx'
import { type Columns, QueryTable } from '../../../ui/table/QueryTable.tsx'
import { CreatePaymentType, EditPaymentType } from './PaymentTypeForm.tsx'

const columns = (edit: (paymentType: PaymentTypeRow) => void, timeZone: string): Columns<typeof paymentTypes.list> => [
  { header: 'Payment Type ID', value: (p) => p.paymentTypeID, sort: 'paymentTypeID', align: 'right' },
  { header: 'Payment Name', value: (p) => p.paymentName, sort: 'paymentName', card: 'title' },
  {
    header: 'Description',
    value: (p) => p.description,
    cell: (p) => <span className="clamp">{p.description}</span>,
    sort: 'description',
    card: 'detail',
  },
  { header: 'Created At', value: (p) => moment(p.createdAt, timeZone), sort: 'createdAt', oneLine: true },
  {
    header: 'Updated At',
    value: (p) => moment(p.updatedAt, timeZone),
    sort: 'updatedAt',
    oneLine: true,
    card: 'extra',
  },
  editColumn(edit, (p) => p.paymentName),
]

export function PaymentTypesPage() {
  const [creating, setCreating] = useState(false)
  const timeZone = useTimeZone()
  const opened = useOpened()
  const edit = (paymentType: PaymentTypeRow) => opened.open(paymentType.paymentTypeID)
  const create = (
    <Button variant="filled" onClick={() => setCreating(true)}>
      + Create Payment Type
    </Button>
  )
  return (
    <>
      <PageHeader title="Payment Type List">{create}</PageHeader>
      <QueryTable
        name="payment-types"
        label="Payment Types"
        list={paymentTypes.list}
        columns={columns(edit, timeZone)}
        rowID={(p) => p.paymentTypeID}
        search="Name or description"
        empty={{
          title: 'No payment types yet',
          text: 'Enter the ways in which customers pay: a sale needs one.',
          action: create,
        }}
        onOpen={edit}
      />
      {creating && <CreatePaymentType onClose={() => setCreating(false)} />}
      {opened.id !== null && (
        <OpenedRecord
          key={opened.id}
          get={paymentTypes.get}
          id={opened.id}
          title="Edit Payment Type"
          failed={() => 'Failed to load payment type data.'}
          unknown="An unknown error occurred while fetching the payment type."
          onClose={opened.close}
        >
          {(paymentType) => <EditPaymentType paymentType={paymentType} onClose={opened.close} />}
        </OpenedRecord>
      )}
    </>
  )
}
