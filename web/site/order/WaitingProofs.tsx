import { type OrderPage, type WaitingProof, withdrawPath } from '../../../contract/order-page/order-page.ts'
import { publicAddress } from '../../../contract/shared/languages.ts'
import { formatPeso, fromCentavos, toCentavos } from '../../../contract/shared/money.ts'
import { useSite } from '../parts/site.ts'
import { writeDay } from './days.ts'
import { orderWords } from './words/words.ts'

/** Returns the pesos that wait to be checked. They are in no total. */
export const sumWaiting = ({ waiting }: OrderPage) =>
  fromCentavos(waiting.reduce((sum, { amount }) => sum + toCentavos(amount), 0))

/** Returns what remains of the next payment once everything that waits has been seen; 0 when nothing does. */
export const findRemainder = (order: OrderPage) =>
  Math.max(0, fromCentavos(toCentavos(order.next?.amount ?? 0) - toCentavos(sumWaiting(order))))

/** What the buyer has sent and the shop has not seen yet, under the bar and never in it. */
export function WaitingProofs({ order }: { order: OrderPage }) {
  const { language } = useSite()
  const words = orderWords[language].sending
  const [first] = order.waiting
  if (!first) return null
  const remainder = findRemainder(order)
  const sentences = [
    order.waiting.length === 1
      ? words.sentOn(writeDay(first.sentDay, order.today, language))
      : words.sentParts(order.waiting.length),
    words.counts,
    remainder > 0 && words.remains(formatPeso(remainder)),
  ].filter((sentence) => sentence !== false)
  return (
    <section className="order-waiting" id="sent" aria-label={words.waiting}>
      <svg className="i" viewBox="0 0 20 20" aria-hidden="true">
        <circle cx="10" cy="10" r="7" />
        <path d="M10 6v4.200l2.800 1.800" />
      </svg>
      <span>{words.waiting}</span>
      <span className="num">{formatPeso(sumWaiting(order))}</span>
      <p className="order-sent">{words.sent}</p>
      {/* Japanese has no space between sentences. */}
      <p className="num">{sentences.join(language === 'ja' ? '' : ' ')}</p>
      <ul className="num">
        {order.waiting.map((proof) => (
          <Withdrawal key={proof.proofID} proof={proof} today={order.today} isOnly={order.waiting.length === 1} />
        ))}
      </ul>
    </section>
  )
}

/** A form that takes a proof back, with its amount where there are several. */
function Withdrawal({
  proof: { proofID, amount, sentDay },
  today,
  isOnly,
}: {
  proof: WaitingProof
  today: string
  isOnly: boolean
}) {
  const { language } = useSite()
  const words = orderWords[language].sending
  const day = writeDay(sentDay, today, language)
  return (
    <li>
      {!isOnly && (
        <span>
          {formatPeso(amount)} <small>{words.sentOn(day)}</small>
        </span>
      )}
      <form method="post" action={publicAddress(language, withdrawPath)}>
        <input type="hidden" name="proof" value={proofID} />
        <button className="btn" type="submit" aria-label={words.withdrawOf(formatPeso(amount), day)}>
          {words.withdraw}
        </button>
      </form>
    </li>
  )
}
