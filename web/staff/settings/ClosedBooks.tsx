import { BooksClosing, settingsChanges } from '../../../contract/company/settings-changes.ts'
import { settings, type SettingsRow } from '../../../contract/company/settings.ts'
import { call } from '../../lib/api.ts'
import { formatDay } from '../../lib/format.ts'
import { useWrite } from '../../lib/query.ts'
import { useFormQuery } from '../../lib/useFormQuery.ts'
import { DateField } from '../../ui/form/fields.tsx'
import { useRecordForm } from '../../ui/form/recordForm.ts'
import { RecordForm } from '../../ui/form/RecordForm.tsx'
import { Pending } from '../../ui/Pending.tsx'

/** Lets an administrator close the books until a past day, or open them again. */
export function ClosedBooks() {
  const { data, error, refetch } = useFormQuery(settings.get, 'books', () => call(settings.get, {}))
  if (data) return <Form key={data.data.updatedAt} stored={data.data} />
  return <Pending error={error} refetch={refetch} height={152} />
}

function Form({ stored }: { stored: SettingsRow }) {
  const write = useWrite(settingsChanges.closeBooks)
  const form = useRecordForm(BooksClosing, stored)
  return (
    <RecordForm
      title="Closed books"
      action="Save closed day"
      form={form}
      write={write}
      save={(body, updatedAt) => write.mutateAsync({ body: { ...body, updatedAt } })}
      about={{ entity: 'books' }}
      stored={{ record: stored, reload: async () => (await call(settings.get, {})).data }}
      done={() => describeClosing(form.form.getValues('closedUntil'))}
      onClose={() => {}}
      inPage
    >
      <DateField
        control={form.control}
        name="closedUntil"
        label="Closed until"
        hint="The last closed day, yesterday at the latest. Nothing is dated on or before it, and its figures stay. Empty opens all days. The audit trail shows every change."
      />
    </RecordForm>
  )
}

const describeClosing = (closedUntil: string | null) =>
  closedUntil === null
    ? (['Books Opened!', 'Every past day takes records again.'] as const)
    : (['Books Closed!', `Nothing can be dated on or before ${formatDay(closedUntil)}.`] as const)
