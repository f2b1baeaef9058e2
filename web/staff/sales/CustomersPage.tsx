import { Button } from '@mantine/core'
import { useState } from 'react'

import { type CustomerRow, customers } from '../../../contract/customers.ts'
import { failedOf } from '../../lib/api.ts'
import { editColumn } from '../../ui/editColumn.tsx'
import { OpenedRecord, useOpened } from '../../ui/OpenedRecord.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { type Columns, QueryTable } from '../../ui/QueryTable.tsx'
import { recordsOf } from '../../ui/RecordSelect.tsx'
import { CreateCustomer, EditCustomer } from './CustomerForm.tsx'
import { customerTypeChoice } from './customerTypeChoice.ts'

const columns = (edit: (customer: CustomerRow) => void): Columns<typeof customers.list> => [
  { header: 'Customer ID', value: (c) => c.customerID, sort: 'customerID', align: 'right' },
  { header: 'Full Name', value: (c) => c.customerName, sort: 'customerName', card: 'title' },
  { header: 'Contact No', value: (c) => c.contactNo, sort: 'contactNo', oneLine: true, card: 'detail' },
  { header: 'Email', value: (c) => c.email, sort: 'email', card: 'extra' },
  {
    header: 'Address',
    value: (c) => c.address,
    cell: (c) => <span className="clamp">{c.address}</span>,
    sort: 'address',
  },
  { header: 'Customer Type', value: (c) => c.customerType?.TypeName ?? 'N/A', sort: 'TypeName', card: 'value' },
  editColumn(edit, (c) => c.customerName),
]

export function CustomersPage() {
  const [creating, setCreating] = useState(false)
  const opened = useOpened()
  const edit = (customer: CustomerRow) => opened.open(customer.customerID)
  const create = (
    <Button variant="filled" onClick={() => setCreating(true)}>
      + Create Customer
    </Button>
  )
  return (
    <>
      <PageHeader title="CUSTOMER LIST">{create}</PageHeader>
      <QueryTable
        name="customers"
        label="Customers"
        list={customers.list}
        columns={columns(edit)}
        rowID={(c) => c.customerID}
        search="Name, number, email or address"
        filters={[{ field: 'customerTypeID', label: 'All customer types', records: recordsOf(customerTypeChoice) }]}
        empty={{
          title: 'No customers yet',
          text: 'Enter those who buy from you, or let a sale enter them.',
          action: create,
        }}
        onOpen={edit}
      />
      {creating && <CreateCustomer onClose={() => setCreating(false)} />}
      {opened.id !== null && (
        <OpenedRecord
          key={opened.id}
          get={customers.get}
          id={opened.id}
          title="Edit Customer"
          failed={failedOf('Error fetching customer data', 'Failed to load customer data')}
          onClose={opened.close}
        >
          {(customer) => <EditCustomer customer={customer} onClose={opened.close} />}
        </OpenedRecord>
      )}
    </>
  )
}
