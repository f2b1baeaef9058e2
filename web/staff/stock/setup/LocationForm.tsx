import { LocationInput, type LocationRow, locations } from '../../../../contract/stock/locations.ts'
import { call } from '../../../lib/api.ts'
import { useWrite } from '../../../lib/query.ts'
import { StatusField, TextAreaField, TextField } from '../../../ui/form/fields.tsx'
import { type FormOf, useRecordForm } from '../../../ui/form/recordForm.ts'
import { RecordForm } from '../../../ui/form/RecordForm.tsx'

export function CreateLocation({ onClose }: { onClose: () => void }) {
  const write = useWrite(locations.create)
  const form = useRecordForm(LocationInput, { locationName: '', description: '' })
  return (
    <RecordForm
      title="Create Location"
      action="Create Location"
      form={form}
      write={write}
      save={(body) => write.mutateAsync({ body })}
      done={['Location Created!', 'The new location has been successfully created.']}
      onClose={onClose}
    >
      <LocationFields {...form} />
    </RecordForm>
  )
}

export function EditLocation({ location, onClose }: { location: LocationRow; onClose: () => void }) {
  const id = location.locationID
  const write = useWrite(locations.update)
  const form = useRecordForm(LocationInput, location)
  return (
    <RecordForm
      title="Edit Location"
      action="Update Location"
      form={form}
      write={write}
      save={(body, updatedAt) => write.mutateAsync({ id, body: { ...body, updatedAt } })}
      stored={{ record: location, reload: async () => (await call(locations.get, { id })).data }}
      done={['Location Updated!', 'The location has been successfully updated.']}
      onClose={onClose}
    >
      <LocationFields {...form} />
      <StatusField control={form.control} name="status" />
    </RecordForm>
  )
}

function LocationFields({ control }: FormOf<typeof LocationInput>) {
  return (
    <>
      <TextField control={control} name="locationName" label="Location name" required />
      <TextAreaField control={control} name="description" label="Description" />
    </>
  )
}
