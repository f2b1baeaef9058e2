import { GoldShowing, settingsChanges } from '../../../contract/company/settings-changes.ts'
import { settings, type SettingsRow } from '../../../contract/company/settings.ts'
import { call } from '../../lib/api.ts'
import { useWrite } from '../../lib/query.ts'
import { useFormQuery } from '../../lib/useFormQuery.ts'
import { SelectField, SwitchField } from '../../ui/form/fields.tsx'
import { useRecordForm } from '../../ui/form/recordForm.ts'
import { RecordForm } from '../../ui/form/RecordForm.tsx'
import { Pending } from '../../ui/Pending.tsx'

const choices = [
  { value: 'nothing', label: 'Nothing' },
  { value: 'gold', label: 'The gold in it' },
  { value: 'gold and work', label: 'The gold in it, and work and stone' },
] as const

/** Lets an administrator choose what visitors and papers say of the gold in a price. */
export function GoldShown() {
  const { data, error, refetch } = useFormQuery(settings.get, 'gold', () => call(settings.get, {}))
  if (data) return <Form key={data.data.updatedAt} stored={data.data} />
  return <Pending error={error} refetch={refetch} height={152} />
}

function Form({ stored }: { stored: SettingsRow }) {
  const write = useWrite(settingsChanges.showGold)
  const form = useRecordForm(GoldShowing, stored)
  return (
    <RecordForm
      title="Gold on the website and on papers"
      action="Save choice"
      form={form}
      write={write}
      save={(body, updatedAt) => write.mutateAsync({ body: { ...body, updatedAt } })}
      stored={{ record: stored, reload: async () => (await call(settings.get, {})).data }}
      done={['Choice Saved!', 'The public pages and new papers follow at once.']}
      onClose={() => {}}
      inPage
    >
      <SelectField
        control={form.control}
        name="goldShown"
        label="Gold shown"
        required
        options={choices}
        hint="The gold of a piece at today’s rate, beside its hallmark: gold ₱9,870, work and stone ₱41,680. A piece without a net weight, or a karat without a rate of the last 72 hours, shows none. Invoices and receipts print it at the rate of their day."
      />
      <SwitchField
        control={form.control}
        name="ratesOnPapers"
        label="Rates on papers"
        hint="An invoice or a receipt says how a price by the gold rate came about: gold 2.10 g × ₱6,710.00 = ₱14,091.00, making ₱2,119.10, stones ₱1,000.00, rounding ₱39.90."
      />
    </RecordForm>
  )
}
