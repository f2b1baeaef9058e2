import { type OrderEntry, type OrderPage, receiptPathOf } from '../../../contract/order-page/order-page.ts'
import { findPaymentName } from '../../../contract/order-page/payment-names.ts'
import { publicAddress } from '../../../contract/shared/languages.ts'
import { formatPeso } from '../../../contract/shared/money.ts'
import { useSite } from '../parts/site.ts'
import { writeShortDay } from './days.ts'
import { orderWords } from './words/words.ts'

/** The money of an order: what came in, what went back, and what the buyer reported. */
export function OrderHistory({ order: { entries, today } }: { order: OrderPage }) {
  const { language } = useSite()
  return (
    <ol className="order-list order-history">
      {entries.map((entry, n) => (
        // Two equal payments may come in on one day.
        <li key={`${n} ${entry.day}`} className={classOf[entry.is]}>
          <time className="num" dateTime={entry.day}>
            {writeShortDay(entry.day, today, language)}
          </time>
          <What entry={entry} />
          <span className="order-sum num">{formatPeso(Math.abs(entry.amount))}</span>
          {entry.is === 'not found' && entry.sentence !== '' && <q>{entry.sentence}</q>}
        </li>
      ))}
    </ol>
  )
}

/** A payment that waits is lighter than money, and one that was not found is struck through. */
const classOf = { money: undefined, waiting: 'waiting', 'not found': 'not-found' } as const

function What({ entry }: { entry: OrderEntry }) {
  const { language } = useSite()
  const words = orderWords[language]
  if (entry.is === 'not found') return <span>{words.sending.notFound}</span>
  if (entry.is === 'waiting')
    return (
      <span>
        {words.sending.youSent}
        <small>{words.sending.waiting}</small>
      </span>
    )
  return (
    <span>
      {entry.amount < 0 ? words.givenBack : words.received}
      <small>
        <PaidBy name={entry.paymentName} />
      </small>
      {entry.receipt !== null && (
        <a className="order-receipt" href={publicAddress(language, receiptPathOf(entry.receipt))} download>
          {words.receipt}
        </a>
      )}
    </span>
  )
}

/** The name of a type of payment, which the shop writes in English. */
function PaidBy({ name }: { name: string }) {
  const { language } = useSite()
  const known = findPaymentName(name, language)
  if (known !== undefined) return known
  return language === 'en' ? name : <span lang="en">{name}</span>
}
