import { memo, type RefObject, useState } from 'react'
import { Link } from 'react-router'

import type { PaymentTypeRow } from '../../../../../contract/sales/payment-types.ts'
import type { SaleRow } from '../../../../../contract/sales/sales.ts'
import { recordPathOf, screens } from '../../../../../contract/shared/screens.ts'
import { formatMoment, formatPeso } from '../../../../lib/format.ts'
import { useTimeZone } from '../../../../lib/settings.ts'
import { FieldGroup } from '../../../../ui/form/FieldGroup.tsx'
import { CorrectPayment } from '../dialogs/CorrectPayment.tsx'
import type { ChangeDraft, TillPayment } from '../state/draft.ts'
import { suggestCash } from '../state/saleFigures.ts'
import type { TillCredit } from '../state/useTillCredit.ts'
import { PaymentRow } from './PaymentRow.tsx'

/** Shows the stored payments and edits the new ones. */
export const SalePayments = memo(function SalePayments({
  stored,
  canCorrect,
  onCorrected,
  payments,
  types,
  cashDue,
  isCovered,
  credit,
  readOnly,
  errors,
  amountField,
  onChange,
  onAdd,
  onCash,
  onCredit,
  onTradeIn,
}: {
  /** The stored sale with its payments; null for a new one. */
  stored: SaleRow | null
  /** Whether stored payments can be corrected. An unsaved change would be lost. */
  canCorrect: boolean
  onCorrected: (sale: SaleRow) => void
  payments: readonly TillPayment[]
  types: readonly PaymentTypeRow[]
  /** The amount that cash is to cover, in pesos; null where no cash is suggested. */
  cashDue: number | null
  /** Whether the payments cover the total exactly. */
  isCovered: boolean
  /** The store credit of the customer; null without any. */
  credit: TillCredit | null
  readOnly: boolean
  /** The error messages, by the contract's field path. */
  errors: ReadonlyMap<string, string>
  /** The amount field of the last payment, which F4 focuses. */
  amountField: RefObject<HTMLInputElement | null>
  onChange: ChangeDraft
  onAdd: () => void
  /** Takes this amount in cash. Without an amount it covers the whole balance. */
  onCash: (amount?: number) => void
  /** Takes as much of the balance as the credit covers. */
  onCredit: () => void
  /** Chooses a trade-in that pays. */
  onTradeIn: () => void
}) {
  const taken = stored?.payments ?? []
  return (
    <section className="sec" aria-label="Payments">
      <div className="sec-t">
        <h2>Payments</h2>
        {!readOnly && (
          <span className="acts">
            <button type="button" className="link" aria-keyshortcuts="F3" onClick={onTradeIn}>
              Trade-in <kbd>F3</kbd>
            </button>
            <button type="button" className="link" aria-keyshortcuts="F4" onClick={onAdd}>
              Add payment <kbd>F4</kbd>
            </button>
          </span>
        )}
      </div>
      {!readOnly && credit && (
        <p className="store-credit">
          <span>
            Store credit <b>{formatPeso(credit.left)}</b>
          </span>
          {credit.usable > 0 && (
            <button type="button" className="link" aria-keyshortcuts="Alt+C" onClick={onCredit}>
              Use {formatPeso(credit.usable)} <kbd>Alt C</kbd>
            </button>
          )}
        </p>
      )}
      {stored && taken.length > 0 && <TakenPayments sale={stored} canCorrect={canCorrect} onCorrected={onCorrected} />}
      {payments.length === 0 && taken.length === 0 && <p className="hint">Nothing paid yet</p>}
      <FieldGroup>
        {payments.map((payment, n) => (
          <PaymentRow
            key={payment.key}
            payment={payment}
            number={taken.length + n + 1}
            types={types}
            readOnly={readOnly}
            isBalance={isCovered && payment.filled === true}
            error={errors.get(`payments.${n}.amount`)}
            amountField={n === payments.length - 1 ? amountField : undefined}
            onChange={onChange}
          />
        ))}
      </FieldGroup>
      {!readOnly && cashDue !== null && <CashNotes balance={cashDue} onCash={onCash} />}
    </section>
  )
})

function TakenPayments({
  sale,
  canCorrect,
  onCorrected,
}: {
  sale: SaleRow
  canCorrect: boolean
  onCorrected: (sale: SaleRow) => void
}) {
  const timeZone = useTimeZone()
  const [wrong, setWrong] = useState<SaleRow['payments'][number] | null>(null)
  const correctable = canCorrect && sale.status !== 'Canceled' && sale.status !== 'Refunded'
  return (
    <>
      <ul className="taken">
        {sale.payments.map((payment) => (
          <TakenPayment
            key={payment.paymentID}
            payment={payment}
            timeZone={timeZone}
            onCorrect={
              correctable && payment.correction === null && !isOfGoods(payment) ? () => setWrong(payment) : null
            }
          />
        ))}
      </ul>
      {wrong && (
        <CorrectPayment
          sale={sale}
          payment={wrong}
          onDone={(answer) => {
            onCorrected(answer)
            setWrong(null)
          }}
          onClose={() => setWrong(null)}
        />
      )}
    </>
  )
}

/** Whether goods paid, or old gold. Nobody corrects such a payment. */
const isOfGoods = ({ paymentCode }: SaleRow['payments'][number]) =>
  paymentCode === 'exchange' || paymentCode === 'trade_in'

/** Shows one stored payment. A corrected one is struck through, with who corrected it, when and why. */
function TakenPayment({
  payment: { paymentName, amount, reference, tradeInID, paidAt, correction },
  timeZone,
  onCorrect,
}: {
  payment: SaleRow['payments'][number]
  timeZone: string
  onCorrect: (() => void) | null
}) {
  const facts = [reference, formatMoment(paidAt, timeZone)].filter(Boolean).join(' · ')
  const corrected = correction && [correction.byName, formatMoment(correction.at, timeZone)].filter(Boolean).join(', ')
  return (
    <li>
      <span>
        {correction ? <s>{paymentName}</s> : paymentName}
        <small>{facts}</small>
        {tradeInID !== null && (
          <Link className="link" to={recordPathOf(screens.tradeIns, tradeInID)}>
            Show the trade-in
          </Link>
        )}
        {correction && (
          <span className="refunded">
            Corrected by {corrected}: {correction.reason}
          </span>
        )}
      </span>
      <span className="r">
        <b>{correction ? <s>{formatPeso(amount)}</s> : formatPeso(amount)}</b>
        {onCorrect && (
          <button
            type="button"
            className="link"
            aria-label={`Correct ${paymentName} ${formatPeso(amount)}`}
            onClick={onCorrect}
          >
            Correct
          </button>
        )}
      </span>
    </li>
  )
}

/** Offers the exact cash and the amounts that the customer is likely to hand over, one button each. */
function CashNotes({ balance, onCash }: { balance: number; onCash: (amount?: number) => void }) {
  return (
    <fieldset className="notes" aria-label="Cash handed over">
      <button type="button" aria-keyshortcuts="F8" onClick={() => onCash()}>
        Exact cash <kbd>F8</kbd>
      </button>
      {suggestCash(balance).map((amount) => (
        <button key={amount} type="button" onClick={() => onCash(amount)}>
          <span className="vh">Cash </span>
          {formatPeso(amount).replace(/\.00$/, '')}
        </button>
      ))}
    </fieldset>
  )
}
