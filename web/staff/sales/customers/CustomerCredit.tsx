import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'

import { CreditCorrection, CreditInput, type CustomerCreditRow, credits } from '../../../../contract/sales/credits.ts'
import { recordPathOf, screens } from '../../../../contract/shared/screens.ts'
import { formatMoment, formatPeso } from '../../../lib/format.ts'
import { readQuery, useWrite } from '../../../lib/query.ts'
import { may, useAccount } from '../../../lib/session.ts'
import { useTimeZone } from '../../../lib/settings.ts'
import { FailureText } from '../../../ui/FailureText.tsx'
import { MoneyField, TextField } from '../../../ui/form/fields.tsx'
import { useRecordForm } from '../../../ui/form/recordForm.ts'
import { RecordForm } from '../../../ui/form/RecordForm.tsx'
import { WideTable } from '../../../ui/table/WideTable.tsx'
import { mayOrAsk } from '../../shared/devices/mayOrAsk.ts'
import { PayCredit } from './PayCredit.tsx'

type Entry = CustomerCreditRow['entries'][number]

/** The kinds of entry, as the history names them. */
const kindNames = {
  given: 'Given',
  used: 'Used',
  returned: 'Returned',
  'taken back': 'Taken back',
  expired: 'Expired',
  'traded in': 'Traded in',
  'paid in': 'Paid in',
  'paid out': 'Paid out',
} as const satisfies Record<Entry['kind'], string>

/** Names an entry. Money that was never paid in is taken back by an entry of the same kind. */
const nameKind = ({ kind, amount }: Entry) =>
  kind === 'paid in' && amount < 0 ? kindNames['taken back'] : kindNames[kind]

const mayBeTakenBack = ({ kind, amount, corrected }: Entry) =>
  (kind === 'given' || kind === 'paid in') && amount > 0 && !corrected

/**
 * Shows a customer's store credit and its history. Staff take money that becomes credit. A manager gives credit, pays it
 * out, or takes back what was given or paid in wrongly.
 */
export function CustomerCredit({ id }: { id: number }) {
  const account = useAccount()
  const [mayGive, mayPayIn, mayPayOut] = [
    may(account, 'credit.give'),
    may(account, 'sales.write'),
    mayOrAsk(account, 'sales.return_deposit'),
  ]
  const [doing, setDoing] = useState<'give' | 'in' | 'out' | null>(null)
  const [wrong, setWrong] = useState<Entry | null>(null)
  const { data, error } = useQuery(readQuery(credits.get, { id }))
  const credit = data?.data
  return (
    <section className="panel customer-credit" aria-label="Store credit" aria-busy={!credit && !error}>
      <div className="tools credit-head">
        <h2>Store credit {credit && formatPeso(credit.balance)}</h2>
        <span className="credit-acts">
          {mayPayIn && (
            <Button size="sm" onClick={() => setDoing('in')}>
              Money paid in
            </Button>
          )}
          {mayPayOut && credit && credit.balance > 0 && (
            <Button size="sm" onClick={() => setDoing('out')}>
              Pay out
            </Button>
          )}
          {mayGive && (
            <Button size="sm" onClick={() => setDoing('give')}>
              Give credit
            </Button>
          )}
        </span>
      </div>
      {error && <FailureText error={error} role="alert" />}
      {credit && credit.entries.length > 0 && (
        <CreditHistory entries={credit.entries} onTakeBack={mayGive ? setWrong : null} />
      )}
      {doing === 'give' && <GiveCredit id={id} onClose={() => setDoing(null)} />}
      {credit && (doing === 'in' || doing === 'out') && (
        <PayCredit id={id} direction={doing} balance={credit.balance} onClose={() => setDoing(null)} />
      )}
      {wrong && <TakeCreditBack id={id} entry={wrong} onClose={() => setWrong(null)} />}
    </section>
  )
}

function CreditHistory({
  entries,
  onTakeBack,
}: {
  entries: readonly Entry[]
  onTakeBack: ((entry: Entry) => void) | null
}) {
  const timeZone = useTimeZone()
  return (
    <WideTable>
      <table className="table" aria-label="History of the store credit">
        <thead>
          <tr>
            <th scope="col">Date</th>
            <th scope="col">Kind</th>
            <th scope="col">Sale or reason</th>
            <th scope="col">By</th>
            <th scope="col" className="r">
              Amount
            </th>
            <th scope="col" className="r">
              Credit
            </th>
            {onTakeBack && (
              <th scope="col">
                <span className="vh">Take back</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => (
            <tr key={entry.entryID}>
              <td>{formatMoment(entry.at, timeZone)}</td>
              <td>{nameKind(entry)}</td>
              <td>
                {entry.salesTransactionID !== null && (
                  <Link className="link" to={recordPathOf(screens.sales, entry.salesTransactionID)}>
                    {entry.transactionNumber}
                  </Link>
                )}{' '}
                {[entry.paymentName, entry.reference, entry.reason].filter(Boolean).join(' · ')}
              </td>
              <td>{entry.createdByName ?? 'The shop'}</td>
              <td className="r">{formatPeso(entry.amount)}</td>
              <td className="r">{formatPeso(entry.balance)}</td>
              {onTakeBack && (
                <td>
                  {mayBeTakenBack(entry) && (
                    <button type="button" className="link" onClick={() => onTakeBack(entry)}>
                      Take back
                    </button>
                  )}
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </WideTable>
  )
}

function GiveCredit({ id, onClose }: { id: number; onClose: () => void }) {
  const write = useWrite(credits.give)
  const form = useRecordForm(CreditInput, { reason: '' })
  return (
    <RecordForm
      title="Give Credit"
      action="Give credit"
      form={form}
      write={write}
      save={(body) => write.mutateAsync({ id, body })}
      done={['Credit Given!', 'The customer can use it in any sale.']}
      size={480}
      onClose={onClose}
    >
      <MoneyField control={form.control} name="amount" label="Amount" required />
      <TextField control={form.control} name="reason" label="Reason" required />
    </RecordForm>
  )
}

function TakeCreditBack({ id, entry, onClose }: { id: number; entry: Entry; onClose: () => void }) {
  const write = useWrite(credits.takeBack)
  const form = useRecordForm(CreditCorrection, { reason: '' })
  return (
    <RecordForm
      title={`Take Back ${formatPeso(entry.amount)}`}
      action="Take back"
      form={form}
      write={write}
      save={(body) => write.mutateAsync({ id, entryID: entry.entryID, body })}
      done={['Credit Taken Back!', 'The wrong entry stays in the history, with this one.']}
      size={480}
      onClose={onClose}
    >
      <TextField control={form.control} name="reason" label="Reason" required />
    </RecordForm>
  )
}
