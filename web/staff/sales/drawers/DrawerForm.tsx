import { DrawerInput, type DrawerRow, drawers } from '../../../../contract/drawers/drawers.ts'
import { call } from '../../../lib/api.ts'
import { useWrite } from '../../../lib/query.ts'
import { useSettings } from '../../../lib/settings.ts'
import { RecordField, StatusField, SwitchField, TextField } from '../../../ui/form/fields.tsx'
import { useRecordForm } from '../../../ui/form/recordForm.ts'
import { RecordForm } from '../../../ui/form/RecordForm.tsx'
import { locationChoice } from '../../shared/choices.ts'

const NewDrawer = DrawerInput.omit({ status: true })
const yenHint = 'Yen are counted beside the pesos.'
const StoredDrawer = DrawerInput.omit({ locationID: true })

/** Makes a drawer. Cash at its location then needs an open session. */
export function CreateDrawer({ onClose }: { onClose: () => void }) {
  const write = useWrite(drawers.create)
  const locationID = useSettings()?.defaultLocationID
  const form = useRecordForm(NewDrawer, { drawerName: '', countsYen: false, ...(locationID && { locationID }) })
  return (
    <RecordForm
      title="Create Drawer"
      action="Create Drawer"
      form={form}
      write={write}
      save={(body) => write.mutateAsync({ body })}
      done={['Drawer Created!', 'Open it with a count: cash at its location needs an open drawer from now on.']}
      size={520}
      onClose={onClose}
    >
      <TextField control={form.control} name="drawerName" required hint="As people call it: Counter 1." />
      <RecordField
        control={form.control}
        name="locationID"
        required
        hint="It stays there: cash of sales at this location needs an open drawer."
        {...locationChoice}
        query={{ status: 'true', sort: 'locationName' }}
      />
      <SwitchField control={form.control} name="countsYen" hint={yenHint} />
    </RecordForm>
  )
}

/** Renames a drawer, changes what it counts, or deactivates it. Its location stays. */
export function EditDrawer({ drawer, onClose }: { drawer: DrawerRow; onClose: () => void }) {
  const id = drawer.drawerID
  const write = useWrite(drawers.update)
  const form = useRecordForm(StoredDrawer, drawer)
  return (
    <RecordForm
      title={`Edit ${drawer.drawerName}`}
      action="Update Drawer"
      form={form}
      write={write}
      save={(body, updatedAt) => write.mutateAsync({ id, body: { ...body, updatedAt } })}
      stored={{
        record: drawer,
        reload: async () => (await call(drawers.list, {})).data.find(({ drawerID }) => drawerID === id) ?? drawer,
      }}
      about={{ entity: 'drawer', id }}
      done={['Drawer Updated!', 'The drawer has been successfully updated.']}
      size={520}
      onClose={onClose}
    >
      <TextField control={form.control} name="drawerName" required hint={`At ${drawer.locationName}.`} />
      <SwitchField control={form.control} name="countsYen" hint={yenHint} />
      <StatusField control={form.control} name="status" />
      <p className="hint">
        An open drawer keeps what it counts, and stays active until it is closed. At a location without an active
        drawer, cash needs none.
      </p>
    </RecordForm>
  )
}
