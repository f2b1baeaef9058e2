import { Button } from '@mantine/core'
import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'

import { type CustomerRow, customers } from '../../../../contract/sales/customers.ts'
import { recordPathOf, screens } from '../../../../contract/shared/screens.ts'
import { asRecordSource } from '../../../ui/form/RecordSelect.tsx'
import { PageHeader } from '../../../ui/PageHeader.tsx'
import { editColumn } from '../../../ui/table/editColumn.tsx'
import { OpenedRecord, useOpenedRecord } from '../../../ui/table/OpenedRecord.tsx'
import { type Columns, QueryTable } from '../../../ui/table/QueryTable.tsx'
import { ImportLink } from '../../imports/ImportLink.tsx'
import { useExport } from '../../imports/useExport.ts'
import { ScreenTabs } from '../../navigation/ScreenTabs.tsx'
import { customerTypeChoice } from '../../shared/customerTypeChoice.ts'
import { CreateCustomer, customerFailed, EditCustomer } from './CustomerForm.tsx'
import { CustomerPage } from './CustomerPage.tsx'
import { StatementPage } from './StatementPage.tsx'

const createColumns = (edit: (customer: CustomerRow) => void): Columns<typeof customers.list> => [
  { header: 'Customer ID', value: (c) => c.customerID, sort: 'customerID' },
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

/** Lists the customers, or shows the one that the address names (`?id=12`). */
export function CustomersPage() {
  const { id } = useOpenedRecord()
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const [creating, setCreating] = useState(false)
  const [editing, setEditing] = useState<number | null>(null)
  // The list's filters are restored when the user returns from a customer.
  const [listSearch, rememberSearch] = useState('')
  const view = ({ customerID }: CustomerRow) => {
    rememberSearch(search)
    void navigate(recordPathOf(screens.customers, customerID))
  }
  const exported = useExport('customers')
  const showsStatement = new URLSearchParams(search).has('statement')
  const create = (
    <Button variant="filled" onClick={() => setCreating(true)}>
      + Create Customer
    </Button>
  )
  return (
    <>
      {id === null ? (
        <>
          <PageHeader title="CUSTOMER LIST" tabs={<ScreenTabs of={screens.customers} />}>
            <ImportLink kind="customers" />
            {create}
          </PageHeader>
          <QueryTable
            name="customers"
            label="Customers"
            list={customers.list}
            columns={createColumns(({ customerID }) => setEditing(customerID))}
            rowID={(c) => c.customerID}
            search="Name, number, email or address"
            filters={[
              { field: 'customerTypeID', label: 'All customer types', records: asRecordSource(customerTypeChoice) },
            ]}
            exported={exported}
            empty={{
              title: 'No customers yet',
              text: 'Enter those who buy from you, or let a sale enter them.',
              action: create,
            }}
            onOpen={view}
          />
        </>
      ) : showsStatement ? (
        <StatementPage key={id} id={id} />
      ) : (
        <CustomerPage key={id} id={id} back={pathname + listSearch} onEdit={() => setEditing(id)} />
      )}
      {creating && <CreateCustomer onClose={() => setCreating(false)} />}
      {editing !== null && (
        <OpenedRecord
          key={editing}
          get={customers.get}
          id={editing}
          title="Edit Customer"
          failed={customerFailed}
          onClose={() => setEditing(null)}
        >
          {(customer) => <EditCustomer customer={customer} onClose={() => setEditing(null)} />}
        </OpenedRecord>
      )}
    </>
  )
}
