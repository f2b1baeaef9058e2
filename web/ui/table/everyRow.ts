import { call } from '../../lib/api.ts'
import { sentTo } from '../../lib/query.ts'
import type { ListEndpoint, RowOf } from '../form/RecordSelect.tsx'
import type { Query } from './listState.ts'

/** As many rows as one call answers. */
export const rowsAtOnce = 100

/**
 * Every row of a list, asked for page by page. Rows that arrive meanwhile push others on to the next page, where they
 * would be met a second time: each key is taken once. `seen` is told how many rows there are so far.
 */
export async function everyRow<Row>(
  pageOf: (page: number) => Promise<{ data: readonly Row[]; meta: { total: number } }>,
  rowID: (row: Row) => number,
  seen: (rows: number) => void = () => {},
): Promise<Row[]> {
  const rows = new Map<number, Row>()
  for (let page = 1, left = true; left; page++) {
    const { data, meta } = await pageOf(page)
    for (const row of data) rows.set(rowID(row), row)
    seen(rows.size)
    left = data.length > 0 && page * rowsAtOnce < meta.total
  }
  return [...rows.values()]
}

/** Reads a list page by page, as many rows at once as a call answers: what `everyRow` asks for. */
export const pagesOf =
  <E extends ListEndpoint>(list: E, params: Record<string, number> | undefined, query: Query, signal: AbortSignal) =>
  async (page: number) => {
    const part = { page: String(page), pageSize: String(rowsAtOnce) }
    const sent = sentTo(list, { ...params, query: { ...query, ...part } })
    // TypeScript does not resolve the answer of an endpoint before it knows it.
    return (await call(list, sent, { signal })) as unknown as { data: RowOf<E>[]; meta: { total: number } }
  }
