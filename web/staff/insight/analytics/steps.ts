import type { AnalyticsData } from '../../../../contract/insight/analytics.ts'
import { createFormatters, shortenMonth } from '../../../../contract/shared/dates.ts'
import { formatCount, formatDay, formatQuantity } from '../../../lib/format.ts'

type Step = AnalyticsData['step']

const dayAndMonth = createFormatters('en-GB', { day: 'numeric', month: 'short' })
const monthAndYear = createFormatters('en-GB', { month: 'short', year: 'numeric' })

/** Returns the name of a step from its first day: `14 Nov 2026`, `Nov 2026`, `2026`. */
export function stepNameOf(first: string, step: Step): string {
  if (step === 'day') return formatDay(first)
  return step === 'month' ? shortenMonth(monthAndYear('UTC').format(new Date(first))) : first.slice(0, 4)
}

/** Returns the short name of a step for the axis of a chart. The name of a day has no year: `14 Nov`. */
export const shortStepNameOf = (first: string, step: Step): string =>
  step === 'day' ? shortenMonth(dayAndMonth('UTC').format(new Date(first))) : stepNameOf(first, step)

/** Describes a chart in a sentence: the sum, the duration and the best step. */
export function describeSteps(
  steps: readonly { day: string; value: number }[],
  step: Step,
  write: (value: number) => string,
  sum: string,
): string {
  const best = steps.reduce((most, one) => (one.value > most.value ? one : most))
  const sumText = `${sum} in ${formatCount(steps.length, step)}`
  return steps.length === 1 ? sumText : `${sumText}; best ${step} ${stepNameOf(best.day, step)}, ${write(best.value)}`
}

/** Formats a share as `45 %`. A share between 0 and 1 % becomes `less than 1 %`. */
export function formatShare(part: number, whole: number): string {
  const percent = (100 * part) / whole
  return percent > 0 && percent < 1 ? 'less than 1 %' : `${Math.round(percent)} %`
}

/** Compares a sum with that of the period before: `+12 % against the period before`. */
export function describeChange(sum: number, before: number): string {
  if (before === 0) return sum === 0 ? 'as in the period before' : 'nothing in the period before'
  const percent = Math.round((100 * (sum - before)) / before)
  if (percent === 0) return 'as in the period before'
  return `${percent > 0 ? '+' : '−'}${formatQuantity(Math.abs(percent))} % against the period before`
}
