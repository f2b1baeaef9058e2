import { cellsListed, type ReasonGroup } from '../../../contract/imports/drafts.ts'
import { describeReason, type FixName, fixesOf, type Reason } from '../../../contract/imports/fixes.ts'
import type { ImportColumn, ImportKind } from '../../../contract/imports/import-columns.ts'
import type { CheckedRow, Checker } from './check.ts'

/** The reasons for which a person decides about each different cell. */
const countsCells: ReadonlySet<Reason> = new Set(['unknown_name', 'inactive_name', 'not_a_choice'])

/** The reasons whose cells can be emptied in required columns, too: the record keeps its field, or no column has them. */
const losesNothing: ReadonlySet<Reason> = new Set(['cannot_change', 'surplus_cells'])

/** Number of rows of each reason that are shown with their own message. */
const samplesShown = 5

type Group = {
  reason: Reason
  column: string | null
  rows: number
  cells: Map<string, { cell: string; rows: number }>
  samples: ReasonGroup['samples']
}

/** Collects the problems of all rows by reason and column. */
export function createSummary() {
  const groups = new Map<string, Group>()
  return {
    add({ row, cells, problems }: CheckedRow<unknown>) {
      for (const { reason, column, message } of problems) {
        const key = `${reason} ${column}`
        const group: Group = groups.get(key) ?? { reason, column, rows: 0, cells: new Map(), samples: [] }
        groups.set(key, group)
        group.rows++
        const cell = column === null ? '' : (cells[column] ?? '')
        if (group.samples.length < samplesShown)
          group.samples.push({ row, cell: cell.slice(0, 300).toWellFormed(), message })
        if (!countsCells.has(reason)) continue
        const lowered = cell.toLowerCase()
        const counted = group.cells.get(lowered)
        if (counted) counted.rows++
        else group.cells.set(lowered, { cell, rows: 1 })
      }
    },
    /** Returns the groups, the largest first, with the fixes that apply. */
    groups(
      kind: ImportKind,
      columns: readonly ImportColumn[],
      checker: Pick<Checker<unknown>, 'canMake'>,
    ): ReasonGroup[] {
      const offers = ({ column, reason }: Group, fix: FixName) => {
        if (fix === 'make') return column !== null && checker.canMake(column)
        if (fix !== 'clear' || losesNothing.has(reason)) return true
        return columns.some(({ key, required }) => key === column && !required)
      }
      return [...groups.values()]
        .toSorted((a, b) => b.rows - a.rows)
        .map((group) => ({
          reason: group.reason,
          column: group.column,
          rows: group.rows,
          message: describeReason(kind, group),
          cells: [...group.cells.values()].toSorted((a, b) => b.rows - a.rows).slice(0, cellsListed),
          cellCount: group.cells.size,
          samples: group.samples,
          fixes: fixesOf[group.reason].filter((fix) => offers(group, fix)),
        }))
    },
  }
}
