import { JsonText } from '../shared/fields.ts'
import { formatNumber } from '../shared/numbers.ts'
import { z } from '../shared/zod.ts'
import { columnLabelOf, type ImportKind } from './import-columns.ts'

/** The reasons why a row is wrong. Programs read the reason, people the message. */
export const reasons = [
  'missing',
  'not_a_number',
  'comma_decimal',
  'too_many_decimals',
  'too_long',
  'out_of_range',
  'unknown_name',
  'inactive_name',
  'not_a_choice',
  'shortened_number',
  'unreadable',
  'exists',
  'too_many',
  'twice',
  'denied',
  'cannot_change',
  'surplus_cells',
  'invalid',
] as const
export type Reason = (typeof reasons)[number]
export const ReasonCode = z.enum(reasons)

const FixWay = z.discriminatedUnion('does', [
  /** Leaves out the rows. */
  z.object({ does: z.literal('leave_out') }),
  /** Empties the cells, also those without a heading. An empty cell of a record that exists keeps its field as it is. */
  z.object({ does: z.literal('clear') }),
  /** Rounds a number to the decimals of its column: away from zero, or half up. */
  z.object({ does: z.literal('round'), way: z.enum(['up', 'half_up']) }),
  /** Reads the comma as the decimal sign, and points as thousands separators. */
  z.object({ does: z.literal('comma') }),
  /** Cuts a text to the length of its column. */
  z.object({ does: z.literal('cut') }),
  /**
   * Replaces the cell: an empty one, an unknown name or word. A pattern such as `R-{n:4}` counts. The first row has the
   * number `start`, which the server sets so that no stored record and no other row has the codes.
   */
  z.object({
    does: z.literal('fill'),
    value: JsonText.max(5000),
    start: z.int().min(1).max(1_000_000_000).optional(),
  }),
  /** Creates the record that the cell names. */
  z.object({ does: z.literal('make') }),
])
export type FixWay = z.output<typeof FixWay>
export type FixName = FixWay['does']

/**
 * A fix for all problems of one reason in one column. `cells` restricts it to cells with these texts in any case, `rows`
 * to these rows. The more special fix wins: one for rows, then one for cells, then one for all.
 */
export const Fix = z
  .object({
    reason: ReasonCode,
    column: JsonText.max(60).nullable(),
    cells: z.array(JsonText.max(300)).min(1).max(2000).optional(),
    rows: z.array(z.int().min(2).max(2_147_483_647)).min(1).max(10_000).optional(),
    way: FixWay,
  })
  .refine(({ cells, rows }) => !cells || !rows, 'A fix is for cells or for rows, and not for both')
  .meta({ id: 'ImportFix' })
export type Fix = z.output<typeof Fix>

/** The fixes that make sense for each reason. `leave_out` suits every reason. */
export const fixesOf: Record<Reason, readonly FixName[]> = {
  missing: ['fill', 'leave_out'],
  not_a_number: ['fill', 'clear', 'leave_out'],
  comma_decimal: ['comma', 'leave_out'],
  too_many_decimals: ['round', 'leave_out'],
  too_long: ['cut', 'leave_out'],
  out_of_range: ['fill', 'leave_out'],
  unknown_name: ['make', 'fill', 'leave_out'],
  inactive_name: ['fill', 'leave_out'],
  not_a_choice: ['fill', 'clear', 'leave_out'],
  shortened_number: ['clear', 'leave_out'],
  unreadable: ['clear', 'leave_out'],
  exists: ['leave_out'],
  too_many: ['leave_out'],
  twice: ['leave_out'],
  denied: ['clear', 'leave_out'],
  cannot_change: ['clear', 'leave_out'],
  surplus_cells: ['clear', 'leave_out'],
  invalid: ['clear', 'fill', 'leave_out'],
}

const words: Record<Reason, string> = {
  missing: 'is missing',
  not_a_number: 'is no number',
  comma_decimal: 'has a comma that may be a decimal sign',
  too_many_decimals: 'has too many decimals',
  too_long: 'is too long',
  out_of_range: 'is too small or too large',
  unknown_name: 'is new',
  inactive_name: 'is inactive',
  not_a_choice: 'is none of the words that it takes',
  shortened_number: 'was shortened by the spreadsheet',
  unreadable: 'holds a character that cannot be kept',
  exists: 'exists already',
  too_many: 'has more pieces than are on hand',
  twice: 'is in the file twice',
  denied: 'is not yours to set',
  cannot_change: 'cannot change',
  surplus_cells: 'has more cells than the file has headings',
  invalid: 'is not valid',
}

/** Describes the problems of one reason: 'Price has too many decimals in 4,000 rows'. */
export function describeReason(
  kind: ImportKind,
  { reason, column, rows }: { reason: Reason; column: string | null; rows: number },
) {
  const what = column === null ? 'The row' : columnLabelOf(kind, column)
  return `${what} ${words[reason]} in ${rows === 1 ? '1 row' : `${formatNumber(rows)} rows`}`
}
