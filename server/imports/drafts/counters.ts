import type { Mapping, Source } from '../../../contract/imports/mapping.ts'
import type { Context } from '../../kernel/context.ts'
import type { Kind } from '../kinds/kind.ts'

const counter = /\{n(?::\d)?\}/g

/**
 * Sets the start of each pattern that counts to the number after the highest stored code of that pattern. The next file
 * then continues the codes of the file before.
 */
export async function continueCounters(
  context: Pick<Context, 'db'>,
  kind: Pick<Kind, 'lastNumber'>,
  mapping: Mapping,
): Promise<Mapping> {
  const columns: Mapping['columns'] = []
  for (const { key, source } of mapping.columns)
    columns.push({ key, source: await continueCounter(context, kind, key, source) })
  return { ...mapping, columns }
}

/** Changes only a pattern with one counter and fixed texts around it. */
async function continueCounter(
  context: Pick<Context, 'db'>,
  { lastNumber }: Pick<Kind, 'lastNumber'>,
  key: string,
  source: Source,
): Promise<Source> {
  if (!lastNumber || source.from !== 'pattern' || source.column !== undefined) return source
  const [before, after, ...more] = source.pattern.split(counter)
  if (before === undefined || after === undefined || more.length > 0) return source
  return { ...source, start: (await lastNumber(context, key, before, after)) + 1 }
}
