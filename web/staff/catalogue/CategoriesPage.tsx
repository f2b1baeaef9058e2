import { Button } from '@mantine/core'
import { useState } from 'react'

import { categories, type CategoryRow } from '../../../contract/catalogue/categories.ts'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { editColumn } from '../../ui/table/editColumn.tsx'
import { OpenedRecord, useOpened } from '../../ui/table/OpenedRecord.tsx'
import { type Columns, QueryTable } from '../../ui/table/QueryTable.tsx'
import { CreateCategory, EditCategory } from './CategoryForm.tsx'

const status = [
  { value: 'true', label: 'Active' },
  { value: 'false', label: 'Inactive' },
]

const columns = (edit: (category: CategoryRow) => void): Columns<typeof categories.list> => [
  { header: 'Category ID', value: (c) => c.categoryID, sort: 'categoryID', align: 'right' },
  { header: 'Category Code', value: (c) => c.categoryCode, sort: 'categoryCode', card: 'detail' },
  { header: 'Category Name', value: (c) => c.categoryName, sort: 'categoryName', card: 'title' },
  {
    header: 'Description',
    value: (c) => c.description,
    cell: (c) => <span className="clamp">{c.description}</span>,
    sort: 'description',
    card: 'extra',
  },
  {
    header: 'Status',
    value: (c) => (c.status ? 'Active' : 'Inactive'),
    cell: (c) => <StatusBadge status={c.status} />,
    sort: 'status',
    card: 'status',
  },
  editColumn(edit, (c) => c.categoryName),
]

export function CategoriesPage() {
  const [creating, setCreating] = useState(false)
  const opened = useOpened()
  const edit = (category: CategoryRow) => opened.open(category.categoryID)
  const create = (
    <Button variant="filled" onClick={() => setCreating(true)}>
      + Create Category
    </Button>
  )
  return (
    <>
      <PageHeader title="CATEGORY LIST">{create}</PageHeader>
      <QueryTable
        name="categories"
        label="Categories"
        list={categories.list}
        columns={columns(edit)}
        rowID={(c) => c.categoryID}
        search="Code, name or description"
        filters={[{ field: 'status', label: 'Any status', options: status }]}
        empty={{
          title: 'No categories yet',
          text: 'Every item belongs to one: rings, earrings, chains.',
          action: create,
        }}
        onOpen={edit}
      />
      {creating && <CreateCategory onClose={() => setCreating(false)} />}
      {opened.id !== null && (
        <OpenedRecord
          key={opened.id}
          get={categories.get}
          id={opened.id}
          title="Edit Category"
          unknown="An unknown error occurred while fetching the category."
          onClose={opened.close}
        >
          {(category) => <EditCategory category={category} onClose={opened.close} />}
        </OpenedRecord>
      )}
    </>
  )
}
