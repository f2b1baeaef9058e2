import {
  InventoryTypeInput,
  type InventoryTypeRow,
  inventoryTypes,
} from '../../../../contract/stock/inventory-types.ts'
import { call } from '../../../lib/api.ts'
import { useWrite } from '../../../lib/query.ts'
import { StatusField, SwitchField, TextAreaField, TextField } from '../../../ui/form/fields.tsx'
import { type FormOf, useRecordForm } from '../../../ui/form/recordForm.ts'
import { RecordForm } from '../../../ui/form/RecordForm.tsx'

export function CreateInventoryType({ onClose }: { onClose: () => void }) {
  const write = useWrite(inventoryTypes.create)
  const form = useRecordForm(InventoryTypeInput, { typeName: '', description: '', sellable: true })
  return (
    <RecordForm
      title="Create Inventory Type"
      action="Create Inventory Type"
      form={form}
      write={write}
      save={(body) => write.mutateAsync({ body })}
      done={['Inventory Type Created!', 'The new inventory type has been successfully created.']}
      onClose={onClose}
    >
      <InventoryTypeFields {...form} />
    </RecordForm>
  )
}

export function EditInventoryType({ type, onClose }: { type: InventoryTypeRow; onClose: () => void }) {
  const id = type.inventoryTypeID
  const write = useWrite(inventoryTypes.update)
  const form = useRecordForm(InventoryTypeInput, type)
  return (
    <RecordForm
      title="Edit Inventory Type"
      action="Update Inventory Type"
      form={form}
      write={write}
      save={(body, updatedAt) => write.mutateAsync({ id, body: { ...body, updatedAt } })}
      stored={{ record: type, reload: async () => (await call(inventoryTypes.get, { id })).data }}
      done={['Inventory Type Updated!', 'The inventory type has been successfully updated.']}
      onClose={onClose}
    >
      <InventoryTypeFields {...form} />
      <StatusField control={form.control} name="status" />
    </RecordForm>
  )
}

function InventoryTypeFields({ control }: FormOf<typeof InventoryTypeInput>) {
  return (
    <>
      <TextField control={control} name="typeName" label="Type name" required />
      <TextAreaField control={control} name="description" label="Description" />
      <SwitchField
        control={control}
        name="sellable"
        label="Sellable"
        hint="Sales may take from stock of this type. Off for what waits for repair, say, or is on show only."
      />
    </>
  )
}
