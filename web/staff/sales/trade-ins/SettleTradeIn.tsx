import { Button, Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'

import { paymentTypes } from '../../../../contract/sales/payment-types.ts'
import { type TradeInRow, tradeIns } from '../../../../contract/sales/trade-ins.ts'
import { recordPathOf, screens } from '../../../../contract/shared/screens.ts'
import { formatMoment, formatPeso } from '../../../lib/format.ts'
import { readQuery, useWrite } from '../../../lib/query.ts'
import { useTimeZone } from '../../../lib/settings.ts'
import { useDialogs } from '../../../ui/dialog/dialogs.tsx'
import { toasts } from '../../../ui/toasts.ts'

/** Pays out what is left of an accepted trade-in, or gives it as store credit. A sale uses it at the till. */
export function SettleTradeIn({ tradeIn, onStored }: { tradeIn: TradeInRow; onStored: (tradeIn: TradeInRow) => void }) {
  const { tradeInID: id, tradeInNumber, left, customer, updatedAt } = tradeIn
  const dialogs = useDialogs()
  const types = useQuery(readQuery(paymentTypes.list, { query: { sort: 'paymentTypeID', pageSize: 100 } }))
  const money = (types.data?.data ?? []).filter(({ code }) => code === null || code === 'cash')
  const [chosen, setChosen] = useState<number | null>(null)
  const type = money.find(({ paymentTypeID }) => paymentTypeID === chosen) ?? money.find(({ code }) => code === 'cash')
  const settle = useWrite(tradeIns.settle)

  async function send(to: 'money' | 'credit') {
    if (settle.isPending || (to === 'money' && !type)) return
    const by = to === 'money' ? `by ${type!.paymentName}` : 'as store credit'
    const confirmed = await dialogs.confirm({
      title: `Give ${customer.name} ${formatPeso(left)} ${by}?`,
      text: `Nothing is left of ${tradeInNumber} afterwards.`,
      action: to === 'money' ? 'Pay out' : 'Give store credit',
    })
    if (!confirmed) return
    try {
      const paymentTypeID = to === 'money' ? type!.paymentTypeID : undefined
      const body = { to, updatedAt, ...(paymentTypeID !== undefined && { paymentTypeID }) }
      onStored((await settle.mutateAsync({ id, body })).data)
      toasts.success(`${formatPeso(left)} of ${tradeInNumber} is settled ${by}`)
    } catch (error) {
      toasts.error(`Error: ${(error as Error).message}`)
    }
  }
  return (
    <>
      <Button component={Link} to={`${screens.sales}?create=1`} variant="filled" fullWidth>
        Use in a sale
      </Button>
      <p className="hint">
        At the till, F3 takes it as a payment. What is left is paid out here or becomes store credit.
      </p>
      <div className="two">
        <Select<number>
          label="Pay out by"
          allowDeselect={false}
          data={money.map(({ paymentTypeID, paymentName }) => ({ value: paymentTypeID, label: paymentName }))}
          value={type?.paymentTypeID ?? null}
          onChange={setChosen}
        />
        <Button className="pay-out" loading={settle.isPending} onClick={() => void send('money')}>
          Pay out
        </Button>
      </div>
      <Button fullWidth loading={settle.isPending} onClick={() => void send('credit')}>
        Give as store credit
      </Button>
    </>
  )
}

const words = {
  'paid a sale': 'Paid',
  'went back': 'Came back from',
  'paid out': 'Paid out by',
  'store credit': 'Became store credit',
} as const

/** What became of an accepted offer. */
export function TradeInUses({ uses }: Pick<TradeInRow, 'uses'>) {
  const timeZone = useTimeZone()
  if (uses.length === 0) return null
  return (
    <ul className="trade-in-uses">
      {uses.map((use) => (
        <li key={`${use.at} ${use.kind} ${use.transactionNumber}`}>
          <span>
            {words[use.kind]}{' '}
            {use.salesTransactionID === null ? (
              use.kind === 'paid out' && use.paymentName
            ) : (
              <Link className="link" to={recordPathOf(screens.sales, use.salesTransactionID)}>
                {use.transactionNumber}
              </Link>
            )}
            <small>{[formatMoment(use.at, timeZone), use.byName].filter(Boolean).join(', ')}</small>
          </span>
          <b>{formatPeso(use.amount)}</b>
        </li>
      ))}
    </ul>
  )
}
