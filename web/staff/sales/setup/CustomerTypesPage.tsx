import { Button } from '@mantine/core'
import { useState } from 'react'

import { type CustomerTypeRow, customerTypes } from '../../../../contract/sales/customer-types.ts'
import { moment } from '../../../lib/format.ts'
import { useTimeZone } from '../../../lib/settings.ts'
import { PageHeader } from '../../../ui/PageHeader.tsx'
import { editColumn } from '../../../ui/table/editColumn.tsx'
import { OpenedRecord, useOpened } from '../../../ui/table/OpenedRecord.tsx'
import { type Columns, QueryTable } from '../../../ui/table/QueryTable.tsx'
import { CreateCustomerType, EditCustomerType } from './CustomerTypeForm.tsx'

const columns = (
  edit: (customerType: CustomerTypeRow) => void,
  timeZone: string,
): Columns<typeof customerTypes.list> => [
  { header: 'ID', value: (c) => c.customerTypeID, sort: 'customerTypeID', align: 'right' },
  { header: 'Name', value: (c) => c.TypeName, sort: 'TypeName', card: 'title' },
  {
    header: 'Description',
    value: (c) => c.description,
    cell: (c) => <span className="clamp">{c.description}</span>,
    sort: 'description',
    card: 'detail',
  },
  { header: 'Created At', value: (c) => moment(c.createdAt, timeZone), sort: 'createdAt', oneLine: true },
  {
    header: 'Updated At',
    value: (c) => moment(c.updatedAt, timeZone),
    sort: 'updatedAt',
    oneLine: true,
    card: 'extra',
  },
  editColumn(edit, (c) => c.TypeName),
]

export function CustomerTypesPage() {
  const [creating, setCreating] = useState(false)
  const timeZone = useTimeZone()
  const opened = useOpened()
  const edit = (customerType: CustomerTypeRow) => opened.open(customerType.customerTypeID)
  const create = (
    <Button variant="filled" onClick={() => setCreating(true)}>
      + Create Customer Type
    </Button>
  )
  return (
    <>
      <PageHeader title="CUSTOMER TYPE LIST">{create}</PageHeader>
      <QueryTable
        name="customer-types"
        label="Customer Types"
        list={customerTypes.list}
        columns={columns(edit, timeZone)}
        rowID={(c) => c.customerTypeID}
        search="Name or description"
        empty={{
          title: 'No customer types yet',
          text: 'Enter the kinds of customer you serve: every customer has one.',
          action: create,
        }}
        onOpen={edit}
      />
      {creating && <CreateCustomerType onClose={() => setCreating(false)} />}
      {opened.id !== null && (
        <OpenedRecord
          key={opened.id}
          get={customerTypes.get}
          id={opened.id}
          title="Edit Customer Type"
          failed={() => 'Failed to load customer type data.'}
          unknown="An unknown error occurred fetching the customer type."
          onClose={opened.close}
        >
          {(customerType) => <EditCustomerType customerType={customerType} onClose={opened.close} />}
        </OpenedRecord>
      )}
    </>
  )
}
