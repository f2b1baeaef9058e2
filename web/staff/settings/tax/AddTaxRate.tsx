import { taxKindNames, taxKinds } from '../../../../contract/tax/tax-countries.ts'
import { taxes, TaxRateInput } from '../../../../contract/tax/taxes.ts'
import { useWrite } from '../../../lib/query.ts'
import { DateField, NumberField, SelectField, TextField } from '../../../ui/form/fields.tsx'
import { useRecordForm } from '../../../ui/form/recordForm.ts'
import { RecordForm } from '../../../ui/form/RecordForm.tsx'

const kinds = taxKinds.map((value) => ({ value, label: taxKindNames[value] }))

/** Adds a rate to the shop's country. */
export function AddTaxRate({ onClose }: { onClose: () => void }) {
  const write = useWrite(taxes.addRate)
  const form = useRecordForm(TaxRateInput, { rateName: '', code: '', kind: 'standard' })
  const { control } = form
  return (
    <RecordForm
      title="Add Tax Rate"
      action="Add rate"
      form={form}
      write={write}
      save={(body) => write.mutateAsync({ body })}
      done={['Tax Rate Added!', 'From its first day on, it replaces the rate of the same kind.']}
      size={480}
      onClose={onClose}
    >
      <TextField control={control} name="rateName" label="Rate name" required hint="Papers print it, like VAT." />
      <div className="two">
        <TextField control={control} name="code" required hint="For reports, like VAT15." />
        <SelectField control={control} name="kind" required options={kinds} />
      </div>
      <div className="two">
        <NumberField control={control} name="percent" required suffix=" %" places={2} />
        <DateField control={control} name="fromDate" label="First day" required />
      </div>
    </RecordForm>
  )
}
