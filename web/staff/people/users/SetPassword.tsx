import { users } from '../../../../contract/people/users.ts'
import { Password } from '../../../../contract/shared/fields.ts'
import { z } from '../../../../contract/shared/zod.ts'
import { useWrite } from '../../../lib/query.ts'
import { PasswordField } from '../../../ui/form/fields.tsx'
import { useRecordForm } from '../../../ui/form/recordForm.ts'
import { RecordForm } from '../../../ui/form/RecordForm.tsx'

const Form = z.object({ password: Password })

/** Sets a new password for a user who has lost the old one. */
export function SetPassword({ id, name, onClose }: { id: number; name: string; onClose: () => void }) {
  const write = useWrite(users.setPassword)
  const form = useRecordForm(Form, { password: '' })
  return (
    <RecordForm
      title="Set new password"
      action="Set password"
      form={form}
      write={write}
      save={(body) => write.mutateAsync({ id, body })}
      done={['Password Changed!', `Tell ${name} the new password. Wherever they were signed in, they no longer are.`]}
      onClose={onClose}
      size={440}
    >
      <p>For {name}, who will be signed out everywhere.</p>
      <PasswordField control={form.control} name="password" label="New password" required autoComplete="new-password" />
    </RecordForm>
  )
}
