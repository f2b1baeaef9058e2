import './tax.css'
import { useWatch } from 'react-hook-form'

import { taxCountries, taxCountryCodes } from '../../../../contract/tax/tax-countries.ts'
import { taxes, type TaxRow, TaxSettingsInput } from '../../../../contract/tax/taxes.ts'
import { call } from '../../../lib/api.ts'
import { useWrite } from '../../../lib/query.ts'
import { useFormQuery } from '../../../lib/useFormQuery.ts'
import { DateField, SelectField, SwitchField, TextField } from '../../../ui/form/fields.tsx'
import { useRecordForm } from '../../../ui/form/recordForm.ts'
import { RecordForm } from '../../../ui/form/RecordForm.tsx'
import { Pending } from '../../../ui/Pending.tsx'
import { TaxRates } from './TaxRates.tsx'

/** Lets an administrator choose the country whose taxes the shop charges, its registration and its rates. */
export function TaxSettings() {
  const { data, error, refetch } = useFormQuery(taxes.get, 'form', () => call(taxes.get, {}))
  if (!data) return <Pending error={error} refetch={refetch} height={152} />
  return (
    <>
      <Form key={data.data.updatedAt} stored={data.data} />
      {data.data.taxCountry !== null && <TaxRates tax={data.data} country={data.data.taxCountry} />}
    </>
  )
}

const countries = taxCountryCodes.map((value) => ({
  value,
  label: `${taxCountries[value].countryName} (${taxCountries[value].tax})`,
}))

function Form({ stored }: { stored: TaxRow }) {
  const write = useWrite(taxes.update)
  const form = useRecordForm(TaxSettingsInput, stored)
  const { control } = form
  const country = useWatch({ control, name: 'taxCountry' })
  const isRegistered = useWatch({ control, name: 'taxRegistered' })
  return (
    <RecordForm
      title="Tax"
      action="Save tax"
      form={form}
      write={write}
      save={(body, updatedAt) => write.mutateAsync({ body: { ...body, updatedAt } })}
      about={{ entity: 'tax' }}
      stored={{ record: stored, reload: async () => (await call(taxes.get, {})).data }}
      done={() => describeChoice(form.form.getValues())}
      onClose={() => {}}
      inPage
    >
      <SelectField
        control={control}
        name="taxCountry"
        label="Tax country"
        hint="Prices include the tax. Empty: no sale records tax, and no screen or paper shows it."
        options={countries}
        clearable
      />
      {country && (
        <>
          <SwitchField
            control={control}
            name="taxRegistered"
            label="Registered for the tax"
            hint={`Until it is, no sale records tax, and papers say: “${taxCountries[country].notRegistered}”`}
          />
          <TextField
            control={control}
            name="taxNumber"
            label="Tax number"
            required={isRegistered}
            hint={`${taxCountries[country].number.label}, like ${taxCountries[country].number.example}. Papers show it.`}
          />
          <DateField
            control={control}
            name="taxFrom"
            label="First day with tax"
            required={isRegistered}
            hint="Sales that are completed from this day on record their tax. Completed sales stay as they are."
          />
        </>
      )}
    </RecordForm>
  )
}

const describeChoice = ({ taxCountry, taxRegistered }: Pick<TaxRow, 'taxCountry' | 'taxRegistered'>) => {
  if (taxCountry === null) return ['Tax Saved!', 'Sales record no tax.'] as const
  if (!taxRegistered) return ['Tax Saved!', 'The shop is not registered: sales record no tax.'] as const
  return ['Tax Saved!', 'Completed sales record their tax from the first day on.'] as const
}
