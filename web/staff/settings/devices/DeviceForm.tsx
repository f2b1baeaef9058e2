import { useQuery } from '@tanstack/react-query'

import { DeviceInput, type DeviceRow, devices } from '../../../../contract/devices/devices.ts'
import { drawers } from '../../../../contract/drawers/drawers.ts'
import { call } from '../../../lib/api.ts'
import { readQuery, useWrite } from '../../../lib/query.ts'
import { setDevice } from '../../../lib/screenLock.ts'
import { SelectField, TextField } from '../../../ui/form/fields.tsx'
import { useRecordForm } from '../../../ui/form/recordForm.ts'
import { RecordForm } from '../../../ui/form/RecordForm.tsx'

/** Enrolls this browser, or changes the name and the drawer of a device. */
export function DeviceForm({ stored, onClose }: { stored: DeviceRow | null; onClose: () => void }) {
  const enroll = useWrite(devices.enroll)
  const update = useWrite(devices.update)
  const form = useRecordForm(DeviceInput, stored ?? { deviceName: '', drawerID: null })
  const { data, error } = useQuery(readQuery(drawers.list, {}))
  const options = (data?.data ?? [])
    .filter(({ status, drawerID }) => status || drawerID === stored?.drawerID)
    .map(({ drawerID, drawerName }) => ({ value: drawerID, label: drawerName }))
  return (
    <RecordForm
      title={stored ? 'Change Device' : 'Enroll This Device'}
      action={stored ? 'Save' : 'Enroll'}
      form={form}
      write={stored ? update : enroll}
      save={async (body, updatedAt) => {
        if (stored) return update.mutateAsync({ id: stored.deviceID, body: { ...body, updatedAt } })
        const answer = await enroll.mutateAsync({ body })
        setDevice(true)
        return answer
      }}
      {...(stored && { stored: { record: stored, reload: () => reload(stored.deviceID) } })}
      done={
        stored
          ? ['Device Updated!', 'The next sign-in there uses the drawer.']
          : ['Device Enrolled!', 'Log out, and the staff sign in here with their PINs.']
      }
      onClose={onClose}
      size={480}
    >
      <TextField control={form.control} name="deviceName" required hint="Where it stands, like Front counter." />
      <SelectField
        control={form.control}
        name="drawerID"
        label="Drawer"
        options={options}
        clearable
        failed={error?.message}
        hint="The drawer of everybody who signs in with a PIN here."
      />
    </RecordForm>
  )
}

async function reload(id: number) {
  const { data } = await call(devices.list, {})
  const found = data.find(({ deviceID }) => deviceID === id)
  if (!found) throw new Error('This device was removed')
  return found
}
