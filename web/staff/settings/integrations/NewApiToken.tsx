import { ApiTokenInput, apiTokens } from '../../../../contract/integrations/api-tokens.ts'
import { useWrite } from '../../../lib/query.ts'
import { PasswordField, SelectField, TextField } from '../../../ui/form/fields.tsx'
import { useRecordForm } from '../../../ui/form/recordForm.ts'
import { RecordForm } from '../../../ui/form/RecordForm.tsx'
import { CallsField } from './CallsField.tsx'

const lives = [
  { value: 30, label: '30' },
  { value: 90, label: '90' },
  { value: 365, label: '365' },
]

/** Creates an API token and passes it to `onCreated`. */
export function NewApiToken({ onCreated, onClose }: { onCreated: (token: string) => void; onClose: () => void }) {
  const write = useWrite(apiTokens.create)
  const form = useRecordForm(ApiTokenInput, { tokenName: '', operations: [], days: 90 })
  const { control } = form
  return (
    <RecordForm
      title="Add API Token"
      action="Create token"
      form={form}
      write={write}
      save={async (body) => {
        const answer = await write.mutateAsync({ body })
        onCreated(answer.data.token)
        return answer
      }}
      done={['API Token Created!', 'It is shown once, after this message.']}
      size={560}
      onClose={onClose}
    >
      <TextField control={control} name="tokenName" required hint="What uses it, like Bookkeeping." />
      <CallsField control={control} />
      <SelectField control={control} name="days" required options={lives} hint="How long the token works." />
      <PasswordField
        control={control}
        name="currentPassword"
        autoComplete="current-password"
        hint="Your password, a quarter of an hour after the sign-in."
      />
    </RecordForm>
  )
}
