import { call } from '../../lib/api.ts'
import { paramsFor } from '../../lib/query.ts'
import type { ListEndpoint, RowOf } from '../form/RecordSelect.tsx'
import type { Query } from './listState.ts'

/** The maximum number of rows in one response. */
export const rowsAtOnce = 100

/**
 * Reads every row of a list, page by page. A new row moves other rows to the next page, where they are read again. Each
 * key is therefore used only once. `onProgress` receives the number of rows so far.
 */
export async function readEveryRow<Row>(
  pageOf: (page: number) => Promise<{ data: readonly Row[]; meta: { total: number } }>,
  rowID: (row: Row) => number,
  onProgress: (rows: number) => void = () => {},
): Promise<Row[]> {
  const rows = new Map<number, Row>()
  for (let page = 1, left = true; left; page++) {
    const { data, meta } = await pageOf(page)
    for (const row of data) rows.set(rowID(row), row)
    onProgress(rows.size)
    left = data.length > 0 && page * rowsAtOnce < meta.total
  }
  return [...rows.values()]
}

/** Returns the function that reads one page of a list for `readEveryRow`. A page has the maximum number of rows. */
export const createPageReader =
  <E extends ListEndpoint>(list: E, params: Record<string, number> | undefined, query: Query, signal: AbortSignal) =>
  async (page: number) => {
    const part = { page: String(page), pageSize: String(rowsAtOnce) }
    const sent = paramsFor(list, { ...params, query: { ...query, ...part } })
    // TypeScript does not resolve the response type of a generic endpoint.
    return (await call(list, sent, { signal })) as unknown as { data: RowOf<E>[]; meta: { total: number } }
  }
