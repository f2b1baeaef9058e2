import { locations } from '../../../../contract/stock/locations.ts'
import { StatusField, TextAreaField, TextField } from '../../../ui/form/fields.tsx'
import { activeFilter, ListScreen, type ScreenOf } from '../../../ui/screen/ListScreen.tsx'

const screen: ScreenOf<typeof locations> = {
  calls: locations,
  what: 'Location',
  title: 'LOCATION LIST',
  name: 'locations',
  label: 'Locations',
  columns: [
    { field: 'locationID', kind: 'key', header: 'ID' },
    { field: 'locationName', header: 'Name', card: 'title' },
    { field: 'description', kind: 'long', header: 'Description', card: 'detail' },
    { field: 'status', kind: 'active', header: 'Status', card: 'status' },
  ],
  rowID: (location) => location.locationID,
  nameOf: (location) => location.locationName,
  search: 'Name or description',
  filters: [activeFilter],
  empty: {
    title: 'No locations yet',
    text: 'Enter the places where stock is kept and sold: a counter, a safe, another shop.',
  },
  words: {
    notRead: 'Error loading location data.',
  },
  Fields: ({ control, stored }) => (
    <>
      <TextField control={control} name="locationName" required />
      <TextAreaField control={control} name="description" />
      {stored && <StatusField control={control} name="status" />}
    </>
  ),
}

export const LocationsPage = () => <ListScreen of={screen} />
