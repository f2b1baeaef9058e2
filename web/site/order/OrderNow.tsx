import type { OrderPage } from '../../../contract/order-page/order-page.ts'
import { formatPeso } from '../../../contract/shared/money.ts'
import { Picture } from '../parts/Picture.tsx'
import { useSite } from '../parts/site.ts'
import { countDays, writeDay, writeWeekday } from './days.ts'
import { OrderBar } from './OrderBar.tsx'
import { PayFigures } from './PayFigures.tsx'
import { PaidButton } from './ProofForm.tsx'
import { WaitingProofs } from './WaitingProofs.tsx'
import { orderWords } from './words/words.ts'

/** How an order stands now: its number, its pieces, and the next amount to pay as the one large thing. */
export function OrderNow({ order }: { order: OrderPage }) {
  const { language } = useSite()
  const words = orderWords[language]
  const pictures = order.pieces.flatMap(({ picture, focus }) => (picture === null ? [] : [{ picture, focus }]))
  return (
    <section className="order-row order-now">
      <div className="order-hi">
        <p className="order-kick num">{words.order(order.transactionNumber)}</p>
        <h1 className="order-title">
          {words.hello(order.firstName).map((part) => (
            <span className="phrase" key={part}>
              {part}
            </span>
          ))}
        </h1>
        <div className="order-three" aria-hidden="true">
          {pictures.slice(0, 3).map(({ picture, focus }) => (
            <Picture key={picture} path={picture} focus={focus} alt="" sizes="104px" soon />
          ))}
        </div>
      </div>
      <div>
        {order.next === null ? <OrderState order={order} /> : <NextPayment order={order} next={order.next} />}
        <OrderNotes order={order} />
        <OrderBar order={order} />
        {order.next && order.accounts.length === 0 && (
          <PayFigures amount={order.next.amount} reference={order.transactionNumber} />
        )}
        <WaitingProofs order={order} />
        {order.next && (
          <div className="order-acts">
            {order.accounts.length > 0 && (
              <a className="btn go big order-to-pay" href="#pay">
                {words.howToPay}
              </a>
            )}
            <PaidButton order={order} />
          </div>
        )}
      </div>
    </section>
  )
}

function NextPayment({ order, next }: { order: OrderPage; next: NonNullable<OrderPage['next']> }) {
  const { language } = useSite()
  const words = orderWords[language]
  const { amount, dueDate, isOverdue } = next
  return (
    <>
      <p className="order-label">
        {dueDate === null ? (
          words.stillDue
        ) : (
          <>
            {words.next}
            <span className={isOverdue ? 'order-late' : undefined}>{words.away(countDays(order.today, dueDate))}</span>
          </>
        )}
      </p>
      <p className={`order-amount num ${amount >= 100_000 ? 'long' : ''}`}>{formatPeso(amount)}</p>
      {dueDate !== null && <p className="order-by num">{words.by(writeWeekday(dueDate, order.today, language))}</p>}
    </>
  )
}

/** Says what an order has come to when nothing is left to pay. */
function OrderState({ order }: { order: OrderPage }) {
  const { language } = useSite()
  const words = orderWords[language]
  const { status, completedDay, canceledDay, today } = order
  const write = (day: string) => writeDay(day, today, language)
  const states = {
    Pending: [words.paidInFull, words.thanks],
    Processing: [words.paidInFull, words.thanks],
    Completed: [words.completed, completedDay === null ? words.isCompleted : words.completedOn(write(completedDay))],
    Canceled: [words.canceled, canceledDay === null ? words.isCanceled : words.canceledOn(write(canceledDay))],
    Refunded: [words.returned, words.isReturned],
  } as const satisfies Record<OrderPage['status'], readonly [string, string]>
  const [state, sentence] = states[status]
  return (
    <>
      <p className="order-state">{state}</p>
      <p className="order-by num">{sentence}</p>
    </>
  )
}

/** Days that matter to the buyer while the order is open, and what went back to them. */
function OrderNotes({ order }: { order: OrderPage }) {
  const { language } = useSite()
  const words = orderWords[language]
  const { status, today, heldUntil, priceKeptUntil, expectedDeliverDate, refunded } = order
  const isOpen = status === 'Pending' || status === 'Processing'
  const isAhead = (day: string | null): day is string => isOpen && day !== null && day >= today
  const write = (day: string) => writeWeekday(day, today, language)
  const notes = [
    isAhead(heldUntil) && words.keptUntil(write(heldUntil)),
    isAhead(priceKeptUntil) && words.priceUntil(write(priceKeptUntil)),
    isAhead(expectedDeliverDate) && words.expectedOn(write(expectedDeliverDate)),
    refunded > 0 && words.moneyBack(formatPeso(refunded)),
  ].filter((note) => note !== false)
  if (notes.length === 0) return null
  return (
    <ul className="order-notes num">
      {notes.map((note) => (
        <li key={note}>{note}</li>
      ))}
    </ul>
  )
}
