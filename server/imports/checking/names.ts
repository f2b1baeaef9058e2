import type { Fix } from '../../../contract/imports/fixes.ts'
import type { Cells } from '../../../contract/imports/mapping-rules.ts'
import type { Context, SignedIn } from '../../kernel/context.ts'
import { unkeepable } from '../files/file.ts'
import type { Kind, Named, Names } from '../kinds/kind.ts'

/** A row as far as the search for names needs it. */
type NamingRow = { row: number; cells: Cells }

type Options = {
  kind: Pick<Kind, 'names'>
  /** The columns whose cells name records. */
  columns: readonly string[]
  fixes: readonly Fix[]
  /** Returns the fix for an unknown name in a row. */
  fixOf: (column: string, row: NamingRow) => Fix | undefined
  /** Whether to create all missing records, besides those for which a fix says so. */
  makesAll: boolean
  /** Whether to create the missing records now. Otherwise placeholders stand for them. */
  isImport: boolean
}

/** The names of missing records in a batch, in lower case. `fix` creates the record; `rows` are the rows that name it. */
type Lacking = Map<string, { name: string; isWished: boolean; fix: Fix | undefined; rows: number[] }>

/**
 * Creates the search for the records that cells name. It creates missing ones in an import, as far as the caller wishes,
 * and remembers all names that are missing.
 */
export function createNameFinder(context: Context<SignedIn>, options: Options) {
  const { kind, columns, fixes, fixOf, makesAll, isImport } = options
  const placeholders = new Map<string, Map<string, Named>>()
  const missing = new Map<string, Map<string, string>>()
  const makeable = new Set<string>()
  const made: Record<string, number[]> = {}
  // A fix can put a name into a cell that is empty or unknown.
  const filled: NamingRow[] = fixes.flatMap(({ column, way }) =>
    column !== null && way.does === 'fill' ? [{ row: 0, cells: { [column]: way.value } }] : [],
  )

  /** Creates the wished records of a column, or placeholders for them. Returns whether it created any. */
  async function provide(column: string, { make }: Names, lacking: Lacking) {
    const all = missing.get(column) ?? new Map<string, string>()
    for (const [lowered, { name }] of lacking) if (!all.has(lowered)) all.set(lowered, name)
    if (all.size > 0) missing.set(column, all)
    const wished = [...lacking.values()].filter(({ isWished }) => isWished).map(({ name }) => name)
    if (wished.length === 0) return false
    if (isImport) made[column] = [...(made[column] ?? []), ...(await make!.these(wished))]
    else addPlaceholders(placeholders, column, wished)
    return isImport
  }

  return {
    /** Returns the records that the cells of a batch name, and reports the rows for which a fix creates a record. */
    async find(batch: readonly NamingRow[], countFix: (fix: Fix, row: number) => void): Promise<Record<string, Names>> {
      const rows = [...batch, ...filled]
      const wanted = (key: string) =>
        [...new Set(rows.map(({ cells }) => (cells[key] ?? '').toLowerCase()))].filter(Boolean)
      let names = await kind.names(context, wanted)
      let hasMade = false
      for (const column of columns) {
        if (names[column]!.make) makeable.add(column)
        const lacking = listLacking(column, names[column]!, rows, fixOf, makesAll)
        for (const { fix, rows: named } of lacking.values()) if (fix) for (const row of named) countFix(fix, row)
        hasMade = (await provide(column, names[column]!, lacking)) || hasMade
      }
      if (hasMade) names = await kind.names(context, wanted)
      for (const [column, all] of placeholders)
        for (const [lowered, one] of all) if (!names[column]!.found.has(lowered)) names[column]!.found.set(lowered, one)
      return names
    },
    missing: () => [...missing].map(([column, names]) => ({ column, names: [...names.values()] })),
    canMake: (column: string) => makeable.has(column),
    made: () => made,
  }
}

/**
 * Lists the names of missing records that the import can create, as the first row spells them. A name is wished for
 * when all are, or when a fix makes it.
 */
function listLacking(
  column: string,
  { found, make }: Names,
  batch: readonly NamingRow[],
  fixOf: Options['fixOf'],
  makesAll: boolean,
): Lacking {
  const lacking: Lacking = new Map()
  if (!make) return lacking
  for (const row of batch) {
    const cell = row.cells[column] ?? ''
    const lowered = cell.toLowerCase()
    if (cell === '' || found.has(lowered) || cell.length > make.longest || cell.includes(unkeepable)) continue
    const fix = fixOf(column, row)
    const makes = fix?.way.does === 'make'
    const one = lacking.get(lowered) ?? { name: cell, isWished: makesAll, fix: undefined, rows: [] }
    if (makes && row.row > 0) one.rows.push(row.row)
    lacking.set(lowered, { ...one, isWished: one.isWished || makes, fix: makes ? fix : one.fix })
  }
  return lacking
}

/**
 * Adds placeholders for records that the import will create. Their keys count down from the largest integer, because no
 * stored record has such a key.
 */
function addPlaceholders(all: Map<string, Map<string, Named>>, column: string, names: readonly string[]) {
  const placeholders = all.get(column) ?? new Map<string, Named>()
  for (const name of names)
    placeholders.set(name.toLowerCase(), { id: 2_147_483_647 - placeholders.size, name, active: true })
  all.set(column, placeholders)
}
