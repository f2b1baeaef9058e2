import { Autocomplete, Select, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { uoms } from '../../../../contract/catalogue/items.ts'
import { karats } from '../../../../contract/catalogue/karats.ts'
import type { ImportColumn } from '../../../../contract/imports/import-columns.ts'
import { platforms } from '../../../../contract/sales/buyers.ts'
import { taxKinds } from '../../../../contract/tax/tax-countries.ts'
import {
  asRecordSource,
  firstChoicesQuery,
  type ListEndpoint,
  type RecordSource,
} from '../../../ui/form/RecordSelect.tsx'
import { categoryChoice, inventoryTypeChoice, itemChoice, locationChoice } from '../../shared/choices.ts'
import { customerTypeChoice } from '../../shared/customerTypeChoice.ts'

/** The words that a column takes. */
const wordsOf: Record<string, readonly string[]> = {
  uom: uoms,
  karat: karats,
  platform: platforms,
  taxClass: taxKinds,
  status: ['Active', 'Inactive'],
  onSite: ['yes', 'no'],
}

/** The lists of the records that a column names. */
const listsOf: Record<string, RecordSource<ListEndpoint>> = {
  category: asRecordSource(categoryChoice),
  customerType: asRecordSource(customerTypeChoice),
  location: asRecordSource(locationChoice),
  inventoryType: asRecordSource(inventoryTypeChoice),
  item: asRecordSource({ ...itemChoice, option: (one) => ({ value: one.itemID, label: one.itemCode }) }),
}

type Props = {
  column: ImportColumn
  label: string
  value: string
  onChange: (value: string) => void
  disabled?: boolean
  error?: string | undefined
}

/** A field for one value of a column of ours. It offers the words or the names that the column takes. */
export function ValueField({ column, label, value, onChange, ...look }: Props) {
  const words = wordsOf[column.key]
  const list = listsOf[column.key]
  const common = { ...look, size: 'sm', 'aria-label': label, label } as const
  if (words)
    return (
      <Select
        {...common}
        data={[...words]}
        value={words.find((word) => word.toLowerCase() === value.toLowerCase()) ?? null}
        onChange={(word) => word !== null && onChange(word)}
      />
    )
  if (list) return <NameField {...common} list={list} value={value} onChange={onChange} />
  return (
    <TextInput
      {...common}
      maxLength={5000}
      autoComplete="off"
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

/** Suggests the names of stored records. Any other text is accepted too. */
function NameField({
  list: { list, query, option },
  value,
  onChange,
  ...look
}: Omit<Props, 'column'> & { list: RecordSource<ListEndpoint>; size: 'sm' }) {
  const [isOpen, setIsOpen] = useState(false)
  const [search] = useDebouncedValue(value, 200)
  const { data } = useQuery({ ...firstChoicesQuery(list, query, search), enabled: isOpen })
  const names = (data?.data ?? []).map((row) => option(row).label)
  return (
    <Autocomplete
      {...look}
      data={[...new Set(names)]}
      filter={({ options }) => options}
      limit={20}
      maxLength={300}
      autoComplete="off"
      value={value}
      onChange={onChange}
      onDropdownOpen={() => setIsOpen(true)}
    />
  )
}
