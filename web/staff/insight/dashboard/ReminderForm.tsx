import { ReminderInput, type ReminderRow, reminders } from '../../../../contract/insight/reminders.ts'
import { call } from '../../../lib/api.ts'
import { useWrite } from '../../../lib/query.ts'
import { DateField, TextField } from '../../../ui/form/fields.tsx'
import { type FormOf, useRecordForm } from '../../../ui/form/recordForm.ts'
import { RecordForm } from '../../../ui/form/RecordForm.tsx'

export function CreateReminder({ onClose }: { onClose: () => void }) {
  const write = useWrite(reminders.create)
  const form = useRecordForm(ReminderInput, { text: '', dueDate: null, dueTime: '' })
  return (
    <RecordForm
      title="Create Reminder"
      action="Create Reminder"
      form={form}
      write={write}
      save={(body) => write.mutateAsync({ body })}
      done={['Reminder Created!', 'The new reminder has been successfully created.']}
      onClose={onClose}
    >
      <ReminderFields {...form} />
    </RecordForm>
  )
}

export function EditReminder({ reminder, onClose }: { reminder: ReminderRow; onClose: () => void }) {
  const id = reminder.reminderID
  const write = useWrite(reminders.update)
  const form = useRecordForm(ReminderInput, reminder)
  return (
    <RecordForm
      title="Edit Reminder"
      action="Update Reminder"
      form={form}
      write={write}
      save={(body, updatedAt) => write.mutateAsync({ id, body: { ...body, updatedAt } })}
      about={{ entity: 'reminder', id }}
      stored={{
        record: reminder,
        reload: async () => {
          const { data } = await call(reminders.get, { id })
          return data
        },
      }}
      done={['Reminder Updated!', 'The reminder has been successfully updated.']}
      onClose={onClose}
    >
      <ReminderFields {...form} />
    </RecordForm>
  )
}

function ReminderFields({ control }: FormOf<typeof ReminderInput>) {
  return (
    <>
      <TextField control={control} name="text" label="What is to be done" required />
      <div className="two">
        <DateField control={control} name="dueDate" label="Date" />
        <TextField control={control} name="dueTime" label="Time" type="time" />
      </div>
    </>
  )
}
