import { taxes, TaxRateEnd, type TaxRateRow } from '../../../../contract/tax/taxes.ts'
import { call } from '../../../lib/api.ts'
import { useWrite } from '../../../lib/query.ts'
import { DateField } from '../../../ui/form/fields.tsx'
import { useRecordForm } from '../../../ui/form/recordForm.ts'
import { RecordForm } from '../../../ui/form/RecordForm.tsx'

/** Sets or removes the last day of a rate. */
export function EndTaxRate({ rate, onClose }: { rate: TaxRateRow; onClose: () => void }) {
  const id = rate.taxRateID
  const write = useWrite(taxes.endRate)
  const form = useRecordForm(TaxRateEnd, rate)
  const reload = async () => (await call(taxes.get, {})).data.rates.find(({ taxRateID }) => taxRateID === id) ?? rate
  return (
    <RecordForm
      title={`Last Day of ${rate.code}`}
      action="Save last day"
      form={form}
      write={write}
      save={(body, updatedAt) => write.mutateAsync({ id, body: { ...body, updatedAt } })}
      about={{ entity: 'taxRate', id }}
      stored={{ record: rate, reload }}
      done={['Tax Rate Saved!', 'Sales that have used the rate keep it.']}
      size={480}
      onClose={onClose}
    >
      <DateField
        control={form.control}
        name="untilDate"
        label="Last day"
        hint="After it, a sale needs another rate of this kind. Empty: the rate has no end."
      />
    </RecordForm>
  )
}
