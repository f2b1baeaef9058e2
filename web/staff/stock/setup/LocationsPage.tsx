import { Button } from '@mantine/core'
import { useState } from 'react'

import { type LocationRow, locations } from '../../../../contract/stock/locations.ts'
import { PageHeader } from '../../../ui/PageHeader.tsx'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import { editColumn } from '../../../ui/table/editColumn.tsx'
import { OpenedRecord, useOpened } from '../../../ui/table/OpenedRecord.tsx'
import { type Columns, QueryTable } from '../../../ui/table/QueryTable.tsx'
import { CreateLocation, EditLocation } from './LocationForm.tsx'

const status = [
  { value: 'true', label: 'Active' },
  { value: 'false', label: 'Inactive' },
]

const columns = (edit: (location: LocationRow) => void): Columns<typeof locations.list> => [
  { header: 'ID', value: (l) => l.locationID, sort: 'locationID', align: 'right' },
  { header: 'Name', value: (l) => l.locationName, sort: 'locationName', card: 'title' },
  {
    header: 'Description',
    value: (l) => l.description,
    cell: (l) => <span className="clamp">{l.description}</span>,
    sort: 'description',
    card: 'detail',
  },
  {
    header: 'Status',
    value: (l) => (l.status ? 'Active' : 'Inactive'),
    cell: (l) => <StatusBadge status={l.status} />,
    sort: 'status',
    card: 'status',
  },
  editColumn(edit, (l) => l.locationName),
]

export function LocationsPage() {
  const [creating, setCreating] = useState(false)
  const opened = useOpened()
  const edit = (location: LocationRow) => opened.open(location.locationID)
  const create = (
    <Button variant="filled" onClick={() => setCreating(true)}>
      + Create Location
    </Button>
  )
  return (
    <>
      <PageHeader title="LOCATION LIST">{create}</PageHeader>
      <QueryTable
        name="locations"
        label="Locations"
        list={locations.list}
        columns={columns(edit)}
        rowID={(l) => l.locationID}
        search="Name or description"
        filters={[{ field: 'status', label: 'Any status', options: status }]}
        empty={{
          title: 'No locations yet',
          text: 'Enter the places where stock is kept and sold: a counter, a safe, another shop.',
          action: create,
        }}
        onOpen={edit}
      />
      {creating && <CreateLocation onClose={() => setCreating(false)} />}
      {opened.id !== null && (
        <OpenedRecord
          key={opened.id}
          get={locations.get}
          id={opened.id}
          title="Edit Location"
          failed={() => 'Error loading location data.'}
          onClose={opened.close}
        >
          {(location) => <EditLocation location={location} onClose={opened.close} />}
        </OpenedRecord>
      )}
    </>
  )
}
