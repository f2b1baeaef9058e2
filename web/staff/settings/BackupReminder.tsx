import { Link } from 'react-router'

import { BackupReminding, settingsChanges } from '../../../contract/company/settings-changes.ts'
import { settings, type SettingsRow } from '../../../contract/company/settings.ts'
import { screens } from '../../../contract/shared/screens.ts'
import { call } from '../../lib/api.ts'
import { useWrite } from '../../lib/query.ts'
import { useFormQuery } from '../../lib/useFormQuery.ts'
import { SwitchField } from '../../ui/form/fields.tsx'
import { useRecordForm } from '../../ui/form/recordForm.ts'
import { RecordForm } from '../../ui/form/RecordForm.tsx'
import { Pending } from '../../ui/Pending.tsx'

/** Lets an administrator turn the messages about missing backups on or off. */
export function BackupReminder() {
  const { data, error, refetch } = useFormQuery(settings.get, 'backups', () => call(settings.get, {}))
  if (!data) return <Pending error={error} refetch={refetch} height={174} />
  return (
    <>
      <Form key={data.data.updatedAt} stored={data.data} />
      <p className="see-system">
        <Link className="link" to={screens.system}>
          See the last backup
        </Link>
      </p>
    </>
  )
}

function Form({ stored }: { stored: SettingsRow }) {
  const write = useWrite(settingsChanges.remindOfBackups)
  const form = useRecordForm(BackupReminding, stored)
  return (
    <RecordForm
      title="Backup reminder"
      action="Save reminder"
      form={form}
      write={write}
      save={(body, updatedAt) => write.mutateAsync({ body: { ...body, updatedAt } })}
      stored={{ record: stored, reload: async () => (await call(settings.get, {})).data }}
      done={() =>
        form.form.getValues('remindOfBackups')
          ? ['Reminder On!', 'Administrators get a message when a backup is missing.']
          : ['Reminder Off!', 'Nobody gets messages about missing backups.']
      }
      onClose={() => {}}
      inPage
    >
      <SwitchField
        control={form.control}
        name="remindOfBackups"
        hint="Sends the administrators one message a day while no backup is younger than a day. A new shop has a week for its first one."
      />
    </RecordForm>
  )
}
