import type { Correction, ImportCheck, ImportProblem, WrongRow } from '../../../contract/imports/imports.ts'

/** A row that was wrong once: it stays in sight when it is right, so that nothing jumps away under one's hands. */
export type ShownRow = {
  row: number
  /** What stands in the file, and what was typed over it. */
  cells: Record<string, string>
  problems: ImportProblem[]
  /** The columns that were ever wrong: each keeps its field. */
  columns: string[]
  out: boolean
}

/** The rows to show after a check: those that are wrong now, and those that were before. */
export function rowsAfter(before: readonly ShownRow[], { wrongRows }: Pick<ImportCheck, 'wrongRows'>): ShownRow[] {
  const wrong = new Map(wrongRows.map((row) => [row.row, row]))
  const known = before.map((shown) => shownAfter(shown, wrong.get(shown.row)))
  const seen = new Set(before.map(({ row }) => row))
  const added = wrongRows.filter(({ row }) => !seen.has(row)).map((row) => shownAfter(null, row))
  return added.length === 0 ? known : [...known, ...added].toSorted((a, b) => a.row - b.row)
}

function shownAfter(before: ShownRow | null, wrong: WrongRow | undefined): ShownRow {
  if (!wrong) return { ...before!, problems: [] }
  const columns = wrong.problems.flatMap(({ column }) => column ?? [])
  return { out: false, ...before, ...wrong, columns: [...new Set([...(before?.columns ?? []), ...columns])] }
}

/** What was corrected, as the server takes it. */
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
