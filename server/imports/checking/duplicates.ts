import type { Reason } from '../../../contract/imports/fixes.ts'
import type { Context } from '../../kernel/context.ts'
import type { Change, Unique } from '../kinds/kind.ts'
import type { ReadChange } from './read-change.ts'
import { type MappedRow, quoted, type ReadRow } from './read-row.ts'

// Finds values that must be unique and are not.

/** A row after reading and fixing: as a new record, or as the change of a stored one. */
export type FixedRow<Row> = { row: MappedRow; read: ReadRow<Row>; change?: ReadChange<Row> }

/**
 * Creates the function that finds the rows of a batch whose unique value another row of the file or a stored record has,
 * and adds their problems. Its `answers` say of first values that were looked up already whether they are taken. Rows that
 * are left out count for nothing.
 */
export function createDuplicateFinder<Row>(
  context: Context,
  uniques: readonly Unique<Row>[],
  leavesOut: (row: FixedRow<Row>) => boolean,
) {
  const seen = uniques.map(() => new Map<string, { row: number; isStored: boolean }>())
  return async (all: readonly FixedRow<Row>[], answers: ReadonlyMap<string, boolean>) => {
    for (const [n, unique] of uniques.entries()) {
      const keyed = all.flatMap((one) => {
        // The first value finds the record of a change, so that record may have it.
        const isOwn = n === 0 && one.change !== undefined
        const key = one.change ? keyOfChange(unique, one.change, isOwn) : unique.of(one.read.parts)
        return key === null || leavesOut(one) ? [] : [{ one, key, isOwn }]
      })
      const known = n === 0 ? answers : new Map<string, boolean>()
      const asked = [...new Set(keyed.map(({ key }) => key))].filter((key) => !seen[n]!.has(key) && !known.has(key))
      const stored = asked.length === 0 ? new Set<string>() : await unique.taken(context, asked)
      for (const { one, key, isOwn } of keyed) {
        const { row, read, change } = one
        const first = seen[n]!.get(key)
        const called = unique.called(change ? { ...change.stored.value, ...(!isOwn && read.parts) } : read.parts)
        const problem = (reason: Reason, rest: string) =>
          read.problems.push({ column: unique.column, message: `${quoted(called)} ${rest}`, reason })
        // A value that two rules compare has one problem.
        if (read.problems.some(({ column, reason }) => column === unique.column && duplicates.has(reason))) continue
        const isStored = !isOwn && (known.get(key) ?? stored.has(key))
        if (first?.isStored || isStored) problem('exists', 'exists already')
        else if (first) problem('twice', `is in row ${first.row} already`)
        if (!first && !leavesOut(one)) seen[n]!.set(key, { row: row.row, isStored })
      }
    }
  }
}

/** The reasons of a value that must be unique and is not. */
const duplicates: ReadonlySet<Reason> = new Set(['exists', 'twice'])

/**
 * Returns the unique value of a stored record: its own, or else the one that a change gives it. Null where the change
 * leaves it as it is.
 */
function keyOfChange<Row>(unique: Unique<Row>, { stored, changes }: Change<Row>, isOwn: boolean): string | null {
  const own = unique.of(stored.value)
  if (isOwn) return own
  const changed = unique.of({ ...stored.value, ...changes })
  return changed === own ? null : changed
}
