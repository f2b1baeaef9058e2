import { describeRateAge } from '../../../../contract/pricing/rate-rules.ts'
import { formatPeso, formatWeight } from '../../../lib/format.ts'
import type { ReckonedPiece } from './tradeInDraft.ts'

/** The last cells of a piece: the grams that count, the rate with its age, and the sum. */
export function OfferCells({
  reckoned: { countedGrams, rate, age, sum },
  now,
}: {
  reckoned: ReckonedPiece
  now: Date
}) {
  return (
    <>
      <td className="r group" data-l="Counts">
        {formatKnown(countedGrams)}
      </td>
      <td className="r" data-l="Buy a gram">
        {rate ? formatPeso(rate.buyPerGram) : '–'}
        {rate && age !== 'fresh' && (
          <span className={`st ${age === 'old' ? 'orange' : 'red'}`}>{describeRateAge(rate.fromAt, now)}</span>
        )}
      </td>
      <td className="r" data-l="Sum">
        <b>{sum === null ? '–' : formatPeso(sum)}</b>
      </td>
    </>
  )
}

/** Formats grams; a dash while they are unknown. */
export const formatKnown = (grams: number | null) => (grams === null || Number.isNaN(grams) ? '–' : formatWeight(grams))
