import type { OrderPage } from '../../../contract/order-page/order-page.ts'
import { formatPeso } from '../../../contract/shared/money.ts'
import { useSite } from '../parts/site.ts'
import { orderWords } from './words/words.ts'

/** How much of an order is paid: a bar of its instalments, and the figures below it where their part of it begins. */
export function OrderBar({ order }: { order: OrderPage }) {
  const { language } = useSite()
  const words = orderWords[language]
  const { total, paid, balance } = order
  const isOpen = order.status === 'Pending' || order.status === 'Processing'
  const figures = [
    [words.paid, paid],
    // A closed order owes nothing.
    ...(isOpen ? [[words.left, balance] as const] : []),
    [words.total, total],
  ] as const
  return (
    <>
      {isOpen && total > 0 && (
        <svg className="order-bar" width="100%" height="6" aria-hidden="true">
          {barOf(order).map(({ from, share, is }) => (
            // The Content-Security-Policy takes no styles of an element, so that the widths are attributes.
            <svg key={from} x={`${from}%`} width={`${share}%`} height="6">
              <rect className={is} width="100%" height="6" />
            </svg>
          ))}
        </svg>
      )}
      <dl className={`order-figures num from-${isOpen ? placeOf(order) : 5}`}>
        {figures.map(([name, amount]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{formatPeso(amount)}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}

/**
 * Returns the parts of the bar, in percent of its width: those that are paid, the next amount, and later ones. An
 * instalment that is partly paid has two parts.
 */
function barOf({ schedule, total, paid }: OrderPage): { from: number; share: number; is: 'paid' | 'next' | 'later' }[] {
  const counted = Math.min(paid, total)
  const instalments = schedule.length > 0 ? schedule : [{ amount: total, paid: counted }]
  let from = 0
  let hasNext = false
  return instalments.flatMap((instalment) => {
    const parts = [{ amount: instalment.paid, is: 'paid' as 'paid' | 'next' | 'later' }]
    const left = instalment.amount - instalment.paid
    if (left > 0) parts.push({ amount: left, is: hasNext ? 'later' : 'next' })
    hasNext ||= left > 0
    return parts.flatMap(({ amount, is }) => {
      const share = percent(amount, total)
      const part = { from, share, is }
      from += share
      return amount > 0 ? [part] : []
    })
  })
}

const percent = (amount: number, total: number) => Math.round((amount / total) * 10_000) / 100

/** Returns the place of the unpaid part in tenths of the bar, between those that leave room for the figures. */
const placeOf = ({ paid, total }: OrderPage) =>
  Math.min(7, Math.max(3, Math.round(total > 0 ? (paid / total) * 10 : 5)))
