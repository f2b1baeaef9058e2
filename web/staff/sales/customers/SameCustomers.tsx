import { Button } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { Link } from 'react-router'

import { type CustomerInput, type CustomerRow, customers } from '../../../../contract/sales/customers.ts'
import { screens } from '../../../../contract/shared/screens.ts'
import { recordPathOf } from '../../../../contract/shared/screens.ts'
import { call } from '../../../lib/api.ts'
import type { FormOf } from '../../../ui/form/recordForm.ts'

type Contact = { email: string; contactNo: string }

/**
 * Searches for customers with the same e-mail address or contact number before a customer is saved. `before` blocks
 * saving until the user accepts the duplicates. `own` is the customer being edited.
 */
export function useSameCustomers({ control }: FormOf<typeof CustomerInput>, own: CustomerRow | null) {
  const [email, contactNo] = useWatch({ control, name: ['email', 'contactNo'] })
  const typed = keyOf({ email, contactNo })
  const [found, setFound] = useState<{ of: string; customers: CustomerRow[] }>({ of: '', customers: [] })
  const accepted = useRef('')

  async function before(contact: Contact) {
    if (accepted.current === keyOf(contact)) return true
    const same = await findSame(contact, own)
    setFound({ of: keyOf(contact), customers: same })
    return same.length === 0
  }
  return {
    before,
    found: found.of === typed ? found.customers : [],
    accept: () => {
      accepted.current = typed
    },
  }
}

const keyOf = ({ email, contactNo }: Contact) => JSON.stringify([email, contactNo])

/** Returns the customers with the same contact data. Values that the edited customer already had are not searched. */
async function findSame({ email, contactNo }: Contact, own: CustomerRow | null): Promise<CustomerRow[]> {
  const queries = [
    ...(email === own?.email ? [] : [{ email }]),
    ...(contactNo === own?.contactNo ? [] : [{ contactNo }]),
  ]
  const answers = await Promise.all(queries.map((query) => call(customers.list, { query })))
  const rows = answers.flatMap((answer) => answer.data).filter((row) => row.customerID !== own?.customerID)
  return [...new Map(rows.map((row) => [row.customerID, row])).values()]
}

/** Lists the possible duplicates, with a button that saves anyway. */
export function SameCustomers({ found, accept }: { found: CustomerRow[]; accept: () => void }) {
  const element = useRef<HTMLElement>(null)
  useEffect(() => {
    if (found.length > 0) element.current?.scrollIntoView({ block: 'nearest' })
  }, [found])
  if (found.length === 0) return null
  return (
    <section className="stale" ref={element} aria-label="Likely the same customer">
      <p role="alert">
        {found.length === 1
          ? 'A customer with the same email or contact number is there already.'
          : 'Customers with the same email or contact number are there already.'}
      </p>
      <ul>
        {found.map((customer) => (
          <li key={customer.customerID}>
            {/* A new tab keeps the data already entered in this form. */}
            <Link to={recordPathOf(screens.customers, customer.customerID)} target="_blank">
              {customer.customerName}
            </Link>
            <span>{[customer.contactNo, customer.email].filter(Boolean).join(', ')}</span>
          </li>
        ))}
      </ul>
      <div>
        {/* The type must not be "submit", because Enter in a field would then press this button. */}
        <Button
          size="sm"
          onClick={(event) => {
            accept()
            event.currentTarget.form?.requestSubmit()
          }}
        >
          Save anyway
        </Button>
      </div>
    </section>
  )
}
