import type { OrderPage } from '../../../contract/order-page/order-page.ts'
import { formatPeso } from '../../../contract/shared/money.ts'
import { useSite } from '../parts/site.ts'
import { writeShortDay } from './days.ts'
import { orderWords } from './words/words.ts'

/** The money of an order: what came in, and what went back. */
export function OrderHistory({ order: { entries, today } }: { order: OrderPage }) {
  const { language } = useSite()
  const words = orderWords[language]
  return (
    <ol className="order-list order-history">
      {entries.map(({ day, amount, paymentName }, n) => (
        // Two equal payments may come in on one day.
        <li key={`${n} ${day}`}>
          <time className="num" dateTime={day}>
            {writeShortDay(day, today, language)}
          </time>
          <span>
            {amount < 0 ? words.givenBack : words.received}
            <small>
              <PaidBy name={paymentName} />
            </small>
          </span>
          <span className="order-sum num">{formatPeso(Math.abs(amount))}</span>
        </li>
      ))}
    </ol>
  )
}

/** The name of a type of payment, which the shop writes in English. */
function PaidBy({ name }: { name: string }) {
  const { language } = useSite()
  const known = orderWords[language].paidBy[name.toLowerCase()]
  if (known !== undefined) return known
  return language === 'en' ? name : <span lang="en">{name}</span>
}
