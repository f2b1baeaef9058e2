import { ProofKeeping, settingsChanges } from '../../../contract/company/settings-changes.ts'
import { settings, type SettingsRow } from '../../../contract/company/settings.ts'
import { call } from '../../lib/api.ts'
import { useWrite } from '../../lib/query.ts'
import { useFormQuery } from '../../lib/useFormQuery.ts'
import { MoneyField, NumberField } from '../../ui/form/fields.tsx'
import { useRecordForm } from '../../ui/form/recordForm.ts'
import { RecordForm } from '../../ui/form/RecordForm.tsx'
import { Pending } from '../../ui/Pending.tsx'

/** Lets an administrator choose when a second person approves a payment proof, and how long its pictures are kept. */
export function PaymentProofs() {
  const { data, error, refetch } = useFormQuery(settings.get, 'payment proofs', () => call(settings.get, {}))
  if (data) return <Form key={data.data.updatedAt} stored={data.data} />
  return <Pending error={error} refetch={refetch} height={224} />
}

function Form({ stored }: { stored: SettingsRow }) {
  const write = useWrite(settingsChanges.checkProofs)
  const form = useRecordForm(ProofKeeping, stored)
  return (
    <RecordForm
      title="Payment proofs"
      action="Save rules"
      form={form}
      write={write}
      save={(body, updatedAt) => write.mutateAsync({ body: { ...body, updatedAt } })}
      stored={{ record: stored, reload: async () => (await call(settings.get, {})).data }}
      done={['Rules Saved!', 'They hold for every proof that is decided from now on.']}
      onClose={() => {}}
      inPage
    >
      <MoneyField
        control={form.control}
        name="secondPersonFrom"
        label="A second person approves from"
        hint="From this amount on, who made the sale may not approve its payment. Empty: whoever may approve approves."
      />
      <NumberField
        control={form.control}
        name="proofFileDays"
        label="Days pictures are kept"
        required
        hint="After the decision, at least 90: a new picture is compared with those of the last 90 days."
      />
    </RecordForm>
  )
}
