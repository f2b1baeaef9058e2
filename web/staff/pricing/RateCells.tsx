import type { RatePair } from '../../../contract/pricing/rate-rules.ts'
import { describeRateAge, rateAge } from '../../../contract/pricing/rate-rules.ts'
import { dayIn, timeIn } from '../../../contract/shared/dates.ts'
import { formatPeso, fromCentavos, toCentavos } from '../../../contract/shared/money.ts'
import { formatNumber } from '../../../contract/shared/numbers.ts'
import { formatDay, formatMoment } from '../../lib/format.ts'
import type { DraftRate } from './rateDraft.ts'

type Field = keyof RatePair
const dayInMilliseconds = 86_400_000

/** The rate with which the day began, with its day if that is not yesterday. */
export function YesterdayCell({
  draft: { yesterday },
  field,
  now,
  timeZone,
}: {
  draft: DraftRate
  field: Field
  now: Date
  timeZone: string
}) {
  if (yesterday === null) return <td className="r before">–</td>
  const day = dayIn(timeZone, new Date(yesterday.fromAt))
  const isOlder = day < dayIn(timeZone, new Date(now.getTime() - dayInMilliseconds))
  return (
    <td className="r before">
      {formatPeso(yesterday[field])}
      {isOlder && <small>{formatDay(day)}</small>}
    </td>
  )
}

/** By how much a rate of today differs from that with which the day began. */
export function ChangeCell({ draft: { yesterday, latest, isToday, pair }, field }: { draft: DraftRate; field: Field }) {
  const rate = pair?.[field] ?? (isToday ? latest![field] : undefined)
  if (rate === undefined || yesterday === null || rate === yesterday[field]) return <td className="r change">–</td>
  const difference = fromCentavos(toCentavos(rate) - toCentavos(yesterday[field]))
  return (
    <td className="r change">
      <b className={difference > 0 ? 'up' : 'down'}>{formatDifference(difference)}</b>
      <small>{formatSigned(Math.round((difference / yesterday[field]) * 1000) / 10)}%</small>
    </td>
  )
}

const formatSigned = (value: number) => (value < 0 ? '−' : '+') + formatNumber(Math.abs(value), 0, 1)
/** Formats a difference in pesos with its sign: `+₱60`, `−₱0.50`. */
export const formatDifference = (pesos: number) =>
  (pesos < 0 ? '−' : '+') + formatPeso(Math.abs(pesos)).replace(/\.00$/, '')

/** When the rate was entered, and by whom. An old rate says how old it is. */
export function EnteredCell({
  draft: { latest, isToday, isChanged },
  now,
  timeZone,
}: {
  draft: DraftRate
  now: Date
  timeZone: string
}) {
  if (isChanged) return <td className="group entered">not saved</td>
  if (latest === null) return <td className="group entered">no rate yet</td>
  const age = rateAge(latest.fromAt, now)
  return (
    <td className="group entered">
      {age === 'fresh' ? (
        <b>{isToday ? timeIn(timeZone, new Date(latest.fromAt)) : formatMoment(latest.fromAt, timeZone)}</b>
      ) : (
        <span className={`st ${age === 'old' ? 'orange' : 'red'}`}>{describeRateAge(latest.fromAt, now)}</span>
      )}
      <small>{age === 'fresh' ? latest.createdBy?.name : formatMoment(latest.fromAt, timeZone)}</small>
    </td>
  )
}
