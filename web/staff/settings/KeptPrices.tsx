import { PriceKeeping, settingsChanges } from '../../../contract/company/settings-changes.ts'
import { settings, type SettingsRow } from '../../../contract/company/settings.ts'
import { call } from '../../lib/api.ts'
import { useWrite } from '../../lib/query.ts'
import { useFormQuery } from '../../lib/useFormQuery.ts'
import { NumberField } from '../../ui/form/fields.tsx'
import { useRecordForm } from '../../ui/form/recordForm.ts'
import { RecordForm } from '../../ui/form/RecordForm.tsx'
import { Pending } from '../../ui/Pending.tsx'

/** Lets an administrator choose for how many days a deposit keeps prices by the gold rate. */
export function KeptPrices() {
  const { data, error, refetch } = useFormQuery(settings.get, 'kept prices', () => call(settings.get, {}))
  if (data) return <Form key={data.data.updatedAt} stored={data.data} />
  return <Pending error={error} refetch={refetch} height={152} />
}

function Form({ stored }: { stored: SettingsRow }) {
  const write = useWrite(settingsChanges.keepPrices)
  const form = useRecordForm(PriceKeeping, stored)
  return (
    <RecordForm
      title="Kept prices"
      action="Save days"
      form={form}
      write={write}
      save={(body, updatedAt) => write.mutateAsync({ body: { ...body, updatedAt } })}
      stored={{ record: stored, reload: async () => (await call(settings.get, {})).data }}
      done={['Days Saved!', 'They hold for deposits from now on. Prices that are kept already keep their day.']}
      onClose={() => {}}
      inPage
    >
      <NumberField
        control={form.control}
        name="priceKeptDays"
        label="Days a price is kept"
        hint="From the least deposit on, so long. After it a manager keeps the price, takes the lower of both, or reprices. Empty: an open sale keeps its prices without a last day."
      />
    </RecordForm>
  )
}
