import { Button } from '@mantine/core'
import { useState } from 'react'

import { type InventoryTypeRow, inventoryTypes } from '../../../../contract/stock/inventory-types.ts'
import { PageHeader } from '../../../ui/PageHeader.tsx'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import { editColumn } from '../../../ui/table/editColumn.tsx'
import { OpenedRecord, useOpened } from '../../../ui/table/OpenedRecord.tsx'
import { type Columns, QueryTable } from '../../../ui/table/QueryTable.tsx'
import { CreateInventoryType, EditInventoryType } from './InventoryTypeForm.tsx'

const status = [
  { value: 'true', label: 'Active' },
  { value: 'false', label: 'Inactive' },
]

const columns = (edit: (type: InventoryTypeRow) => void): Columns<typeof inventoryTypes.list> => [
  { header: 'ID', value: (t) => t.inventoryTypeID, sort: 'inventoryTypeID', align: 'right' },
  { header: 'Name', value: (t) => t.typeName, sort: 'typeName', card: 'title' },
  {
    header: 'Description',
    value: (t) => t.description,
    cell: (t) => <span className="clamp">{t.description}</span>,
    sort: 'description',
    card: 'detail',
  },
  {
    header: 'Status',
    value: (t) => (t.status ? 'Active' : 'Inactive'),
    cell: (t) => <StatusBadge status={t.status} />,
    sort: 'status',
    card: 'status',
  },
  editColumn(edit, (t) => t.typeName, ''),
]

export function InventoryTypesPage() {
  const [creating, setCreating] = useState(false)
  const opened = useOpened()
  const edit = (type: InventoryTypeRow) => opened.open(type.inventoryTypeID)
  const create = (
    <Button variant="filled" onClick={() => setCreating(true)}>
      + Create Inventory Type
    </Button>
  )
  return (
    <>
      <PageHeader title="INVENTORY TYPE LIST">{create}</PageHeader>
      <QueryTable
        name="inventory types"
        label="Inventory types"
        list={inventoryTypes.list}
        columns={columns(edit)}
        rowID={(t) => t.inventoryTypeID}
        search="Name or description"
        filters={[{ field: 'status', label: 'Any status', options: status }]}
        empty={{
          title: 'No inventory types yet',
          text: 'Enter the kinds of stock that are kept apart: on hand, on show, for repair.',
          action: create,
        }}
        onOpen={edit}
      />
      {creating && <CreateInventoryType onClose={() => setCreating(false)} />}
      {opened.id !== null && (
        <OpenedRecord
          key={opened.id}
          get={inventoryTypes.get}
          id={opened.id}
          title="Edit Inventory Type"
          unknown="An unknown error occurred while fetching the inventory type."
          onClose={opened.close}
        >
          {(type) => <EditInventoryType type={type} onClose={opened.close} />}
        </OpenedRecord>
      )}
    </>
  )
}
