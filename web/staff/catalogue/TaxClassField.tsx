import { taxKindNames, taxKinds } from '../../../contract/tax/tax-countries.ts'
import { may, useAccount } from '../../lib/session.ts'
import { useTax } from '../../lib/tax.ts'
import { SelectField } from '../../ui/form/fields.tsx'
import type { ItemControl } from './itemForm.ts'

/** Chooses the tax of an item, of a shop with tax. Only a manager may change it. */
export function TaxClassField({ control }: { control: ItemControl }) {
  const tax = useTax()
  const mayChange = may(useAccount(), 'catalogue.change_prices')
  if (!tax?.taxCountry) return null
  return (
    <SelectField
      control={control}
      name="taxClass"
      label="Tax class"
      options={taxClasses}
      {...(!mayChange && { readOnly: true, hint: 'A manager changes it' })}
    />
  )
}

const taxClasses = taxKinds.map((value) => ({ value, label: taxKindNames[value] }))
