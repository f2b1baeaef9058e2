import type { Fix } from '../../../contract/imports/fixes.ts'
import type { Mapping, Source } from '../../../contract/imports/mapping.ts'
import type { Context } from '../../kernel/context.ts'
import type { MappedRow } from '../checking/read-row.ts'
import type { Kind } from '../kinds/kind.ts'

const counter = /\{n(?::\d)?\}/g

type Counted = Pick<Kind, 'lastNumber' | 'unique'>

/**
 * Sets the start of each pattern that counts to the number after the highest stored code of that pattern. The next file
 * then continues the codes of the file before.
 */
export async function continueCounters(
  context: Pick<Context, 'db'>,
  kind: Counted,
  mapping: Mapping,
): Promise<Mapping> {
  const columns: Mapping['columns'] = []
  for (const { key, source } of mapping.columns)
    columns.push({ key, source: await continueCounter(context, kind, key, source) })
  return { ...mapping, columns }
}

async function continueCounter(
  context: Pick<Context, 'db'>,
  { lastNumber }: Counted,
  key: string,
  source: Source,
): Promise<Source> {
  if (!lastNumber || source.from !== 'pattern' || source.column !== undefined) return source
  const texts = splitAtCounter(source.pattern)
  return texts ? { ...source, start: (await lastNumber(context, key, ...texts)) + 1 } : source
}

/** Returns the fixed texts around a pattern's counter; null when it has none, or several. */
function splitAtCounter(pattern: string): [before: string, after: string] | null {
  const [before, after, ...more] = pattern.split(counter)
  return before === undefined || after === undefined || more.length > 0 ? null : [before, after]
}

/**
 * Sets the start of each fix that fills in codes by a pattern to the number after the highest that a stored code or a
 * row of the file has. `readRows` is called only for such a fix.
 */
export async function continueFixes(
  context: Pick<Context, 'db'>,
  { lastNumber, unique }: Counted,
  fixes: readonly Fix[],
  readRows: () => AsyncIterable<{ rows: readonly MappedRow[] }>,
): Promise<Fix[]> {
  const continued: Fix[] = []
  for (const fix of fixes) {
    const { column, way } = fix
    const texts = way.does === 'fill' && !way.value.includes('{cell}') ? splitAtCounter(way.value) : null
    const isCode = unique.some((one) => one.column === column)
    if (!lastNumber || way.does !== 'fill' || column === null || !texts || !isCode) continued.push(fix)
    else {
      const stored = await lastNumber(context, column, ...texts)
      const own = await findLastInFile(readRows(), column, texts)
      continued.push({ ...fix, way: { ...way, start: Math.max(stored, own) + 1 } })
    }
  }
  return continued
}

/** Returns the highest number that the cells of a column have between two texts, in any case; 0 for none. */
async function findLastInFile(
  batches: AsyncIterable<{ rows: readonly MappedRow[] }>,
  column: string,
  [before, after]: readonly [string, string],
): Promise<number> {
  const [start, end] = [before.toLowerCase(), after.toLowerCase()]
  let last = 0
  for await (const { rows } of batches)
    for (const { cells } of rows) {
      const code = (cells[column] ?? '').toLowerCase()
      const number = code.slice(start.length, code.length - end.length)
      if (code.startsWith(start) && code.endsWith(end) && /^\d{1,9}$/.test(number))
        last = Math.max(last, Number(number))
    }
  return last
}
