import type { ReasonGroup } from '../../../../contract/imports/drafts.ts'
import { describeReason, type Fix, type FixWay } from '../../../../contract/imports/fixes.ts'
import type { ImportKind } from '../../../../contract/imports/import-columns.ts'
import { formatQuantity } from '../../../lib/format.ts'

/** The rows that a fix is for: all with the problem, those with some cells, or some by their number. */
export type Scope = Pick<Fix, 'cells' | 'rows'>

/** Compares two ways without the number at which the server lets a pattern start. */
const isSameWay = (one: FixWay, other: FixWay) => writeWay(one) === writeWay(other)
const writeWay = (way: FixWay) => JSON.stringify(way.does === 'fill' ? { ...way, start: undefined } : way)
const lowered = (cell: string) => cell.toLowerCase()

/** Returns the fixes with another one. Its cells or rows leave the fixes that they had before. */
export function addFix(
  fixes: readonly Fix[],
  { reason, column }: Pick<ReasonGroup, 'reason' | 'column'>,
  scope: Scope,
  way: FixWay,
): Fix[] {
  const isHere = (fix: Fix) => fix.reason === reason && fix.column === column
  const cells = new Set(scope.cells?.map(lowered))
  const rows = new Set(scope.rows)
  const isForAll = !scope.cells && !scope.rows
  const kept = fixes.flatMap((fix): Fix[] => {
    if (!isHere(fix)) return [fix]
    if (!fix.cells && !fix.rows) return isForAll ? [] : [fix]
    const rest: Fix = {
      ...fix,
      ...(fix.cells && { cells: fix.cells.filter((cell) => !cells.has(lowered(cell))) }),
      ...(fix.rows && { rows: fix.rows.filter((row) => !rows.has(row)) }),
    }
    return rest.cells?.length === 0 || rest.rows?.length === 0 ? [] : [rest]
  })
  const like = kept.find(
    (fix) =>
      isHere(fix) &&
      isSameWay(fix.way, way) &&
      ((fix.cells !== undefined && scope.cells !== undefined) || (fix.rows !== undefined && scope.rows !== undefined)),
  )
  if (!like) return [...kept, { reason, column, way, ...scope }]
  const joined: Fix = {
    ...like,
    ...(like.cells && { cells: [...like.cells, ...(scope.cells ?? [])] }),
    ...(like.rows && { rows: [...like.rows, ...(scope.rows ?? [])].toSorted((a, b) => a - b) }),
  }
  return kept.map((fix) => (fix === like ? joined : fix))
}

const lastWords = ({ reason, way }: Fix): string => {
  switch (way.does) {
    case 'leave_out':
      return 'left out'
    case 'clear':
      if (reason === 'surplus_cells') return 'cells not taken'
      return reason === 'cannot_change' ? 'kept as the record has it' : 'cells emptied'
    case 'round':
      return way.way === 'up' ? 'rounded up' : 'rounded half up'
    case 'comma':
      return 'comma read as the decimal sign'
    case 'cut':
      return 'cut to their length'
    case 'fill':
      return `written as ${way.value}`
    default:
      return 'made'
  }
}

/** Describes a fix that applies to some rows: 'Price has too many decimals in 4,000 rows: rounded up'. */
export function describeFix(kind: ImportKind, fix: Fix, rows: number): string {
  const { reason, column, cells } = fix
  const listed = cells?.slice(0, 5).join(', ')
  const more = cells && cells.length > 5 ? `, and ${formatQuantity(cells.length - 5)} more` : ''
  const which = listed === undefined ? '' : ` (${listed}${more})`
  return `${describeReason(kind, { reason, column, rows })}${which}: ${lastWords(fix)}`
}
