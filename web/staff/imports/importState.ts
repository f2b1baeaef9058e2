import type { Correction, ImportCheck, ImportProblem, WrongRow } from '../../../contract/imports/imports.ts'

/** A row that had an error once. It stays visible after its correction, so that rows do not jump. */
export type ShownRow = {
  row: number
  /** The values of the file, including the user's corrections. */
  cells: Record<string, string>
  problems: ImportProblem[]
  /** The columns that ever had an error. Each stays editable. */
  columns: string[]
  out: boolean
}

/** Returns the rows to show after a check: rows that have errors now, and rows that had errors before. */
export function mergeRows(before: readonly ShownRow[], { wrongRows }: Pick<ImportCheck, 'wrongRows'>): ShownRow[] {
  const wrong = new Map(wrongRows.map((row) => [row.row, row]))
  const known = before.map((shown) => mergeRow(shown, wrong.get(shown.row)))
  const seen = new Set(before.map(({ row }) => row))
  const added = wrongRows.filter(({ row }) => !seen.has(row)).map((row) => mergeRow(null, row))
  return added.length === 0 ? known : [...known, ...added].toSorted((a, b) => a.row - b.row)
}

function mergeRow(before: ShownRow | null, wrong: WrongRow | undefined): ShownRow {
  if (!wrong) return { ...before!, problems: [] }
  const columns = wrong.problems.flatMap(({ column }) => column ?? [])
  return { out: false, ...before, ...wrong, columns: [...new Set([...(before?.columns ?? []), ...columns])] }
}

/** Returns the corrections in the format of the endpoint. */
export function correctionsOf(
  changed: ReadonlyMap<number, Record<string, string>>,
  out: ReadonlySet<number>,
): Correction[] {
  const rows = [...new Set([...changed.keys(), ...out])]
  return rows.map((row) => ({
    row,
    ...(changed.has(row) && { cells: changed.get(row)! }),
    ...(out.has(row) && { out: true }),
  }))
}
