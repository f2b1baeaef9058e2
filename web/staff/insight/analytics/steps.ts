import type { AnalyticsData } from '../../../../contract/insight/analytics.ts'
import { formats } from '../../../../contract/shared/dates.ts'
import { day, quantity } from '../../../lib/format.ts'

type Step = AnalyticsData['step']

const dayAndMonth = formats('en-GB', { day: 'numeric', month: 'short' })
const monthAndYear = formats('en-GB', { month: 'short', year: 'numeric' })

/** A step's name by its first day: `14 Nov 2026`, `Nov 2026`, `2026`. */
export function stepName(first: string, step: Step): string {
  if (step === 'day') return day(first)
  return step === 'month' ? monthAndYear('UTC').format(new Date(first)) : first.slice(0, 4)
}

/** The same as it stands under a column: without the year where it is a day. */
export const shortStepName = (first: string, step: Step): string =>
  step === 'day' ? dayAndMonth('UTC').format(new Date(first)) : stepName(first, step)

/** `1 day`, `30 days`; also of sales, visits and whatever else takes an s. */
export const several = (count: number, what: string) => `${quantity(count)} ${count === 1 ? what : `${what}s`}`

/** What a chart over time shows, in a sentence: the sum, over how long, and the best step. */
export function sentenceOf(
  steps: readonly { day: string; value: number }[],
  step: Step,
  write: (value: number) => string,
  sum: string,
): string {
  const best = steps.reduce((most, one) => (one.value > most.value ? one : most))
  const told = `${sum} in ${several(steps.length, step)}`
  return steps.length === 1 ? told : `${told}; best ${step} ${stepName(best.day, step)}, ${write(best.value)}`
}

/** `45 %`, of whole numbers of anything; a share that is not nothing is never told as nothing. */
export function share(part: number, whole: number): string {
  const percent = (100 * part) / whole
  return percent > 0 && percent < 1 ? 'less than 1 %' : `${Math.round(percent)} %`
}
