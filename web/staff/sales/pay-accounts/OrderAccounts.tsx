import { useEffect, useRef } from 'react'
import { type Control, useController } from 'react-hook-form'

import { describeAccount, formatAccountNumber } from '../../../../contract/pay-accounts/pay-account-rules.ts'
import { PayAccountOrder, type PayAccountRow, payAccounts } from '../../../../contract/pay-accounts/pay-accounts.ts'
import type { z } from '../../../../contract/shared/zod.ts'
import { useWrite } from '../../../lib/query.ts'
import { PasswordField } from '../../../ui/form/fields.tsx'
import { useRecordForm } from '../../../ui/form/recordForm.ts'
import { RecordForm } from '../../../ui/form/RecordForm.tsx'
import { DownIcon, UpIcon } from '../../../ui/icons.tsx'

/** Changes the order in which buyers see the active accounts. */
export function OrderAccounts({ accounts, onClose }: { accounts: readonly PayAccountRow[]; onClose: () => void }) {
  const write = useWrite(payAccounts.order)
  const before = accounts.map(({ payAccountID }) => payAccountID)
  const form = useRecordForm(PayAccountOrder, { payAccountIDs: before, before, currentPassword: '' })
  return (
    <RecordForm
      title="Order of the Payment Accounts"
      action="Save order"
      form={form}
      write={write}
      save={(body) => write.mutateAsync({ body })}
      done={['Order Saved!', 'Buyers see the accounts in this order. All administrators are told.']}
      size={520}
      onClose={onClose}
    >
      <p className="hint">Buyers see the active accounts from the top. Most of them pay into the first.</p>
      <OrderField control={form.control} accounts={accounts} />
      <PasswordField control={form.control} name="currentPassword" required autoComplete="current-password" />
    </RecordForm>
  )
}

function OrderField({
  control,
  accounts,
}: {
  control: Control<z.input<typeof PayAccountOrder>>
  accounts: readonly PayAccountRow[]
}) {
  const { field } = useController({ control, name: 'payAccountIDs' })
  const list = useRef<HTMLOListElement>(null)
  const focusNext = useRef<string | null>(null)
  const ids = field.value

  function move(from: number, to: number) {
    const id = ids[from]!
    focusNext.current = `${id} ${to < from ? 'up' : 'down'}`
    field.onChange(ids.toSpliced(from, 1).toSpliced(to, 0, id))
  }
  // A moved entry loses the focus. At an end of the list, the other button gets it.
  useEffect(() => {
    if (focusNext.current === null) return
    const wanted = list.current?.querySelector<HTMLButtonElement>(`[data-focus="${focusNext.current}"]`)
    const enabled = wanted?.disabled ? wanted.parentElement?.querySelector<HTMLElement>('button:enabled') : wanted
    enabled?.focus()
    focusNext.current = null
  })

  return (
    <ol className="account-order" ref={list} aria-label="Order">
      {ids.map((id, n) => {
        const account = accounts.find(({ payAccountID }) => payAccountID === id)!
        const name = describeAccount(account)
        return (
          <li key={id}>
            <span>
              {account.bankOrWallet ?? account.kind} <small>{formatAccountNumber(account)}</small>
            </span>
            <button
              type="button"
              className="ib"
              data-focus={`${id} up`}
              aria-label={`Move the ${name} up`}
              title="Up"
              disabled={n === 0}
              onClick={() => move(n, n - 1)}
            >
              <UpIcon />
            </button>
            <button
              type="button"
              className="ib"
              data-focus={`${id} down`}
              aria-label={`Move the ${name} down`}
              title="Down"
              disabled={n === ids.length - 1}
              onClick={() => move(n, n + 1)}
            >
              <DownIcon />
            </button>
          </li>
        )
      })}
    </ol>
  )
}
