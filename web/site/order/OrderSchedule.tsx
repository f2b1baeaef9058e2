import type { OrderPage } from '../../../contract/order-page/order-page.ts'
import { formatPeso } from '../../../contract/shared/money.ts'
import { useSite } from '../parts/site.ts'
import { writeDay } from './days.ts'
import { orderWords } from './words/words.ts'

/** The instalments of an order: a filled facet for a paid one, a framed one for the next. */
export function OrderSchedule({ order: { schedule, next, today } }: { order: OrderPage }) {
  const { language } = useSite()
  const words = orderWords[language]
  const first = schedule.findIndex(({ amount, paid }) => paid < amount)
  return (
    <ol className="order-list order-schedule">
      {schedule.map(({ dueDate, amount, paid, overdue }, n) => {
        const is = paid >= amount ? 'paid' : n === first && next ? 'next' : 'later'
        const partly = is !== 'paid' && paid > 0
        return (
          <li className={is} key={dueDate}>
            <span className="order-what">
              {words.payment(n + 1)}
              {is === 'paid' && <small>{words.paid}</small>}
              {overdue ? (
                <small className="order-late">{words.isLate}</small>
              ) : (
                is === 'next' && <small>{words.isNext}</small>
              )}
            </span>
            <span className="order-when num">
              {words.by(writeDay(dueDate, today, language))}
              {partly && <small>{words.partPaid(formatPeso(paid))}</small>}
            </span>
            <span className="order-sum num">{formatPeso(amount)}</span>
          </li>
        )
      })}
    </ol>
  )
}
