import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'

import { CreditCorrection, CreditInput, type CustomerCreditRow, credits } from '../../../../contract/sales/credits.ts'
import { recordPathOf, screens } from '../../../../contract/shared/screens.ts'
import { messageOf } from '../../../lib/api.ts'
import { formatMoment, formatPeso } from '../../../lib/format.ts'
import { readQuery, useWrite } from '../../../lib/query.ts'
import { may, useAccount } from '../../../lib/session.ts'
import { useTimeZone } from '../../../lib/settings.ts'
import { MoneyField, TextField } from '../../../ui/form/fields.tsx'
import { useRecordForm } from '../../../ui/form/recordForm.ts'
import { RecordForm } from '../../../ui/form/RecordForm.tsx'
import { WideTable } from '../../../ui/table/WideTable.tsx'

type Entry = CustomerCreditRow['entries'][number]

/** The kinds of entry, as the history names them. */
const kindNames = {
  given: 'Given',
  used: 'Used',
  returned: 'Returned',
  'taken back': 'Taken back',
  expired: 'Expired',
  'traded in': 'Traded in',
} as const satisfies Record<Entry['kind'], string>

/** Shows a customer's store credit and its history. A manager gives credit, or takes back what was given wrongly. */
export function CustomerCredit({ id }: { id: number }) {
  const mayGive = may(useAccount(), 'credit.give')
  const [giving, setGiving] = useState(false)
  const [wrong, setWrong] = useState<Entry | null>(null)
  const { data, error } = useQuery(readQuery(credits.get, { id }))
  const credit = data?.data
  // Most customers never had credit, and staff cannot give any.
  if (credit?.entries.length === 0 && !mayGive) return null
  return (
    <section className="panel customer-credit" aria-label="Store credit" aria-busy={!credit && !error}>
      <div className="tools credit-head">
        <h2>Store credit {credit && formatPeso(credit.balance)}</h2>
        {mayGive && (
          <Button size="sm" onClick={() => setGiving(true)}>
            Give credit
          </Button>
        )}
      </div>
      {error && <p role="alert">Error: {messageOf(error)}</p>}
      {credit && credit.entries.length > 0 && (
        <CreditHistory entries={credit.entries} onTakeBack={mayGive ? setWrong : null} />
      )}
      {giving && <GiveCredit id={id} onClose={() => setGiving(false)} />}
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
              <td>{kindNames[entry.kind]}</td>
              <td>
                {entry.salesTransactionID !== null && (
                  <Link className="link" to={recordPathOf(screens.sales, entry.salesTransactionID)}>
                    {entry.transactionNumber}
                  </Link>
                )}{' '}
                {entry.reason}
              </td>
              <td>{entry.createdByName ?? 'The shop'}</td>
              <td className="r">{formatPeso(entry.amount)}</td>
              <td className="r">{formatPeso(entry.balance)}</td>
              {onTakeBack && (
                <td>
                  {entry.kind === 'given' && !entry.corrected && (
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
