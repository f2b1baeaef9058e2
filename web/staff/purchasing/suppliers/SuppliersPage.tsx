import { Button } from '@mantine/core'
import { useState } from 'react'

import { type SupplierRow, suppliers } from '../../../../contract/purchasing/suppliers.ts'
import { PageHeader } from '../../../ui/PageHeader.tsx'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import { editColumn } from '../../../ui/table/editColumn.tsx'
import { OpenedRecord, useOpened } from '../../../ui/table/OpenedRecord.tsx'
import { type Columns, QueryTable } from '../../../ui/table/QueryTable.tsx'
import { FileWays } from '../../imports/FileWays.tsx'
import { CreateSupplier, EditSupplier } from './SupplierForm.tsx'

const status = [
  { value: 'true', label: 'Active' },
  { value: 'false', label: 'Inactive' },
]

const columns = (edit: (supplier: SupplierRow) => void): Columns<typeof suppliers.list> => [
  { header: 'supplierID', value: (s) => s.supplierID, sort: 'supplierID', align: 'right' },
  { header: 'supplierName', value: (s) => s.supplierName, sort: 'supplierName', card: 'title' },
  { header: 'contactDetails', value: (s) => s.contactDetails, sort: 'contactDetails', card: 'detail' },
  { header: 'address', value: (s) => s.address, sort: 'address' },
  { header: 'email', value: (s) => s.email, sort: 'email', card: 'extra' },
  {
    header: 'status',
    value: (s) => (s.status ? 'Active' : 'Inactive'),
    cell: (s) => <StatusBadge status={s.status} />,
    sort: 'status',
    card: 'status',
  },
  editColumn(edit, (s) => s.supplierName, ''),
]

export function SuppliersPage() {
  const [creating, setCreating] = useState(false)
  const opened = useOpened()
  const edit = (supplier: SupplierRow) => opened.open(supplier.supplierID)
  const create = (
    <Button variant="filled" onClick={() => setCreating(true)}>
      + Create Supplier
    </Button>
  )
  return (
    <>
      <PageHeader title="SUPPLIER LIST">
        <FileWays kind="suppliers" />
        {create}
      </PageHeader>
      <QueryTable
        name="suppliers"
        label="Suppliers"
        list={suppliers.list}
        columns={columns(edit)}
        rowID={(s) => s.supplierID}
        search="Name, contact or email"
        filters={[{ field: 'status', label: 'Any status', options: status }]}
        empty={{
          title: 'No suppliers yet',
          text: 'Enter those you buy from: a purchase order needs one.',
          action: create,
        }}
        onOpen={edit}
      />
      {creating && <CreateSupplier onClose={() => setCreating(false)} />}
      {opened.id !== null && (
        <OpenedRecord key={opened.id} get={suppliers.get} id={opened.id} title="Edit Supplier" onClose={opened.close}>
          {(supplier) => <EditSupplier supplier={supplier} onClose={opened.close} />}
        </OpenedRecord>
      )}
    </>
  )
}
