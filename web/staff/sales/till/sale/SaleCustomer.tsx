import { Combobox, Select, TextInput, useCombobox } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { memo, useEffect, useState } from 'react'

import { customerTypes } from '../../../../../contract/sales/customer-types.ts'
import { type CustomerRow, customers, fullName } from '../../../../../contract/sales/customers.ts'
import { readQuery } from '../../../../lib/query.ts'
import { FieldGroup } from '../../../../ui/form/FieldGroup.tsx'
import { Thumb } from '../../../../ui/Thumb.tsx'
import type { Buyer, Person } from '../state/draft.ts'
import { emptyPerson } from '../state/draftBeginnings.ts'
import { ChosenHandle, emptyHandle, NewHandle } from './SaleHandle.tsx'

type Props = {
  buyer: Buyer
  readOnly: boolean
  /** The error messages, by the contract's field path. */
  errors: ReadonlyMap<string, string>
  onChange: (buyer: Buyer) => void
}

/** Selects the buyer: a walk-in, an existing or a new customer, or a handle of whose person no more is known. */
export const SaleCustomer = memo(function SaleCustomer({ buyer, readOnly, errors, onChange }: Props) {
  const choose = ({ customerID, customerType, ...person }: CustomerRow) =>
    onChange({ kind: 'chosen', customerID, person, typeName: customerType?.TypeName ?? 'N/A' })
  return (
    <section className="sec" aria-label="Customer">
      <div className="sec-t">
        <h2>Customer</h2>
        {!readOnly && (
          <span className="acts">
            {buyer.kind !== 'nobody' && (
              <button type="button" className="link" onClick={() => onChange({ kind: 'nobody' })}>
                No customer
              </button>
            )}
            {buyer.kind === 'nobody' && (
              <button type="button" className="link" onClick={() => onChange({ kind: 'newHandle', ...emptyHandle })}>
                Buyer
              </button>
            )}
            {(buyer.kind === 'nobody' || buyer.kind === 'chosen') && (
              <button type="button" className="link" onClick={() => onChange({ kind: 'new', person: emptyPerson })}>
                New customer
              </button>
            )}
            <SelectCustomer label={buyer.kind === 'chosen' ? 'Change' : 'Select Customer'} onSelect={choose} />
          </span>
        )}
      </div>
      {buyer.kind === 'nobody' && <p className="hint">Walk-in, without a name</p>}
      {buyer.kind === 'chosen' && (
        <ChosenCustomer person={buyer.person} typeName={buyer.typeName} handle={buyer.handle} />
      )}
      {buyer.kind === 'chosenHandle' && <ChosenHandle {...buyer} />}
      {buyer.kind === 'newHandle' && (
        <NewHandle typed={buyer} readOnly={readOnly} errors={errors} onChange={onChange} />
      )}
      {buyer.kind === 'new' && (
        <NewCustomer
          person={buyer.person}
          readOnly={readOnly}
          errors={errors}
          onChange={(person) => onChange({ kind: 'new', person })}
        />
      )}
    </section>
  )
})

function ChosenCustomer({
  person,
  typeName,
  handle,
}: {
  person: Person
  typeName: string | null
  handle: string | undefined
}) {
  const { data } = useQuery(readQuery(customerTypes.list, { query: { pageSize: 100 } }))
  const type = typeName ?? data?.data.find(({ customerTypeID }) => customerTypeID === person.customerTypeID)?.TypeName
  return (
    <div className="cust">
      <Thumb src={null} name={fullName(person)} small />
      <div>
        <b>{fullName(person)}</b>
        <small>{[handle, type, person.contactNo, person.email, person.address].filter(Boolean).join(' · ')}</small>
      </div>
    </div>
  )
}

/** Shows a searchable dropdown of customers, 300 px wide and at most 300 px high. */
function SelectCustomer({ label, onSelect }: { label: string; onSelect: (customer: CustomerRow) => void }) {
  const [text, setText] = useState('')
  const [search] = useDebouncedValue(text.trim(), 200)
  const combobox = useCombobox({
    onDropdownOpen: () => combobox.focusSearchInput(),
    onDropdownClose: () => {
      combobox.resetSelectedOption()
      setText('')
    },
  })
  const { data, error } = useQuery({
    ...readQuery(customers.list, { query: { search, sort: 'customerName', pageSize: 50 } }),
    placeholderData: keepPreviousData,
    enabled: combobox.dropdownOpened,
  })
  const rows = data?.data ?? []
  // Enter takes the first match of a typed text.
  const firstFound = search === text.trim() && search !== '' ? rows[0]?.customerID : undefined
  useEffect(() => {
    if (firstFound !== undefined) combobox.selectFirstOption()
    // Runs only for other matches, so that the arrow keys keep their choice.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [firstFound, search])
  return (
    <Combobox
      store={combobox}
      width={300}
      position="bottom-end"
      withinPortal
      onOptionSubmit={(id) => {
        const row = rows.find(({ customerID }) => String(customerID) === id)
        if (row) onSelect(row)
        combobox.closeDropdown()
      }}
    >
      <Combobox.Target withAriaAttributes={false}>
        <button
          type="button"
          className="link"
          aria-haspopup="listbox"
          aria-expanded={combobox.dropdownOpened}
          onClick={() => combobox.toggleDropdown()}
        >
          {label}
        </button>
      </Combobox.Target>
      <Combobox.Dropdown className="customers">
        <Combobox.Search
          aria-label="Search customers"
          placeholder="Name, phone, email or address"
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value)
            combobox.updateSelectedOptionIndex()
          }}
        />
        <Combobox.Options aria-label="Customers">
          {error && <Combobox.Empty>Error: {error.message}</Combobox.Empty>}
          {!data && !error && <Combobox.Empty>Loading...</Combobox.Empty>}
          {data && rows.length === 0 && <Combobox.Empty>No Customers Found</Combobox.Empty>}
          {rows.map((row) => (
            <Combobox.Option key={row.customerID} value={String(row.customerID)}>
              <b>{row.customerName}</b>
              <small>{[row.customerType?.TypeName ?? 'N/A', row.contactNo].join(' · ')}</small>
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}

const fields = [
  ['firstName', 'First name', 'text', true],
  ['middleName', 'Middle name', 'text', false],
  ['lastName', 'Last name', 'text', true],
  ['contactNo', 'Contact no', 'tel', true],
  ['email', 'Email', 'email', true],
  ['address', 'Address', 'text', false],
] as const

function NewCustomer({
  person,
  readOnly,
  errors,
  onChange,
}: {
  person: Person
  readOnly: boolean
  errors: Props['errors']
  onChange: (person: Person) => void
}) {
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set())
  const { data } = useQuery(readQuery(customerTypes.list, { query: { pageSize: 100, sort: 'customerTypeID' } }))
  const touchOnBlur = (name: keyof Person) => ({
    error: touched.has(name) ? errors.get(`customer.${name}`) : undefined,
    onBlur: () => setTouched(new Set(touched).add(name)),
  })
  return (
    <FieldGroup className="two new-customer">
      {fields.map(([name, label, type, required]) => (
        <TextInput
          key={name}
          label={label}
          type={type}
          required={required}
          readOnly={readOnly}
          autoComplete="off"
          value={person[name] ?? ''}
          onChange={(event) => onChange({ ...person, [name]: event.currentTarget.value })}
          {...touchOnBlur(name)}
        />
      ))}
      <Select<number>
        label="Customer type"
        required
        readOnly={readOnly}
        data={(data?.data ?? []).map(({ customerTypeID, TypeName }) => ({ value: customerTypeID, label: TypeName }))}
        value={person.customerTypeID}
        allowDeselect={false}
        onChange={(customerTypeID) => onChange({ ...person, customerTypeID })}
        {...touchOnBlur('customerTypeID')}
      />
    </FieldGroup>
  )
}
