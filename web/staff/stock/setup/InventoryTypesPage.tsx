import { inventoryTypes } from '../../../../contract/stock/inventory-types.ts'
import { StatusField, SwitchField, TextAreaField, TextField } from '../../../ui/form/fields.tsx'
import { activeFilter, ListScreen, type ScreenOf } from '../../../ui/screen/ListScreen.tsx'

const screen: ScreenOf<typeof inventoryTypes> = {
  calls: inventoryTypes,
  what: 'Inventory Type',
  title: 'INVENTORY TYPE LIST',
  name: 'inventory types',
  label: 'Inventory types',
  columns: [
    { field: 'inventoryTypeID', kind: 'key', header: 'ID' },
    { field: 'typeName', header: 'Name', card: 'title' },
    { field: 'description', kind: 'long', header: 'Description', card: 'detail' },
    { field: 'status', kind: 'active', header: 'Status', card: 'status' },
  ],
  rowID: (type) => type.inventoryTypeID,
  nameOf: (type) => type.typeName,
  search: 'Name or description',
  filters: [activeFilter],
  empty: {
    title: 'No inventory types yet',
    text: 'Enter the kinds of stock that are kept apart: on hand, on show, for repair.',
  },
  start: { sellable: true },
  words: {
    edit: '',
    notReadReason: 'An unknown error occurred while fetching the inventory type.',
  },
  Fields: ({ control, stored }) => (
    <>
      <TextField control={control} name="typeName" required />
      <TextAreaField control={control} name="description" />
      <SwitchField
        control={control}
        name="sellable"
        hint="Sales may take from stock of this type. Off for what waits for repair, say, or is on show only."
      />
      {stored && <StatusField control={control} name="status" />}
    </>
  ),
}

export const InventoryTypesPage = () => <ListScreen of={screen} />
