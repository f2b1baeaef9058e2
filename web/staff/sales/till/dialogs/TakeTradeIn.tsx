import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'

import { customers } from '../../../../../contract/sales/customers.ts'
import { type TradeInListRow, tradeIns } from '../../../../../contract/sales/trade-ins.ts'
import { screens } from '../../../../../contract/shared/screens.ts'
import { call } from '../../../../lib/api.ts'
import { formatPeso, formatWeight } from '../../../../lib/format.ts'
import { readQuery } from '../../../../lib/query.ts'
import { Dialog } from '../../../../ui/dialog/Dialog.tsx'
import { Pending } from '../../../../ui/Pending.tsx'
import { type Draft, type TillPayment, withPayment } from '../state/draft.ts'
import { useTillTypes } from '../state/useTillTypes.ts'

/** Chooses an accepted trade-in that pays the sale. Its customer becomes the customer of the sale. */
export function TakeTradeIn({
  draft,
  due,
  onTake,
  onClose,
}: {
  draft: Draft
  /** The amount that is still due, in pesos. */
  due: number
  onTake: (change: (draft: Draft) => Draft) => void
  onClose: () => void
}) {
  const { buyer, payments } = draft
  // A shop that has bought nothing may have no payment type of trade-ins yet.
  const typeID = useTillTypes().tradeInType?.paymentTypeID
  const customerID = buyer.kind === 'chosen' ? buyer.customerID : undefined
  const query = { status: 'Accepted', pageSize: 50, ...(customerID !== undefined && { customerID }) } as const
  const { data, error, refetch } = useQuery(readQuery(tradeIns.list, { query }))
  const [problem, setProblem] = useState<string | null>(null)
  const used = new Set(payments.map(({ tradeIn }) => tradeIn?.tradeInID))
  const open = (data?.data ?? []).filter(({ tradeInID, left }) => left > 0 && !used.has(tradeInID))

  async function take({ tradeInID, tradeInNumber, left, ...row }: TradeInListRow) {
    if (typeID === undefined) return
    try {
      const found = await call(customers.get, { id: row.customerID })
      const { customerID: id, customerType, ...person } = found.data
      const payment: Omit<TillPayment, 'key' | 'reference'> = {
        paymentTypeID: typeID,
        amount: due > 0 ? Math.min(left, due) : left,
        tradeIn: { tradeInID, tradeInNumber },
      }
      onTake((before) => ({
        ...withPayment(before, payment),
        buyer: { kind: 'chosen', customerID: id, person, typeName: customerType?.TypeName ?? 'N/A' },
      }))
      onClose()
    } catch (failure) {
      setProblem((failure as Error).message)
    }
  }
  return (
    <Dialog title="Trade-ins" size={560} full onClose={onClose}>
      <div className="dlg-body">
        {problem && (
          <p className="failed" role="alert">
            Error: {problem}
          </p>
        )}
        {!data && <Pending error={error} refetch={refetch} height={160} />}
        {data && open.length === 0 && (
          <p className="none-found">
            {customerID === undefined
              ? 'No accepted trade-in is left to use.'
              : 'This customer has no trade-in left to use.'}
          </p>
        )}
        <ul className="parked" aria-label="Trade-ins left to use">
          {open.map((one, n) => (
            <li key={one.tradeInID}>
              <div>
                <b>
                  {one.tradeInNumber}, {one.customer.name}
                </b>
                <small>
                  {one.pieceCount === 1 ? '1 piece' : `${one.pieceCount} pieces`}, {formatWeight(one.countedGrams)},{' '}
                  {formatPeso(one.left)} left
                </small>
              </div>
              <Button
                {...(n === 0 && { 'data-autofocus': true })}
                aria-label={`Use ${one.tradeInNumber} of ${one.customer.name}`}
                onClick={() => void take(one)}
              >
                Use
              </Button>
            </li>
          ))}
        </ul>
        <p className="hint">
          A trade-in is weighed and accepted first:{' '}
          <Link
            className="link"
            to={`${screens.tradeIns}?create=1${customerID === undefined ? '' : `&customerID=${customerID}`}`}
          >
            take one
          </Link>
        </p>
      </div>
    </Dialog>
  )
}
