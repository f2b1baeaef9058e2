import { asc, type Column, desc, eq, getTableName, ilike, or, type SQL, sql } from 'drizzle-orm'
import { PgColumn, type PgSelect, type PgTable } from 'drizzle-orm/pg-core'

import type { ListQuery } from '../../contract/answers.ts'
import { type Db, together, type Tx } from './client.ts'
import { rowCount } from './schema.ts'

type SortField<Sort extends string> = Sort extends `-${infer Field}` ? Field : Sort

/** From this row on a page is looked for from the end of the list, if that is nearer. */
const deep = 1000

/**
 * One page of a list: the rows of `select` (made with `.$dynamic()`), sorted and cut as the query asks.
 * `sorts` maps every field the endpoint's query can sort by to its column; the first is the key, which breaks ties.
 * `counted` is the table whose rows the list shows, every one of them, where the table keeps count of them itself.
 */
export async function listPage<Select extends PgSelect, Query extends ListQuery>(
  db: Db | Tx,
  query: Query,
  select: Select,
  sorts: Record<SortField<Query['sort']>, Column | SQL>,
  counted?: PgTable,
) {
  const { page, pageSize } = query
  const descending = query.sort.startsWith('-')
  const field = query.sort.slice(descending ? 1 : 0) as SortField<Query['sort']>
  const [key] = Object.values(sorts) as [Column | SQL]
  // Read before `limit` is put on the same builder.
  const counting = counted
    ? sql`select coalesce(sum(${rowCount.change}), 0)::int as total from ${rowCount} where ${rowCount.tableName} = ${getTableName(counted)}`
    : sql`select count(*)::int as total from (${select.getSQL()}) as counted`
  const count = async () => (await db.execute<{ total: number }>(counting)).rows[0]!.total
  const read = (limit: number, offset: number, backwards = false) => {
    const rows = select
      .orderBy(...orderOf(sorts[field], key, descending, backwards))
      .limit(limit)
      .offset(offset)
    return rows as unknown as Promise<Select['_']['result']>
  }

  const offset = (page - 1) * pageSize
  const answer = (data: Select['_']['result'], total: number) => ({
    success: true as const,
    data,
    meta: { page, pageSize, total },
  })
  if (offset < deep) return answer(...(await together(db, [() => read(pageSize, offset), count])))

  const total = await count()
  const rows = Math.min(pageSize, total - offset)
  if (rows <= 0) return answer([], total)
  if (offset <= total / 2) return answer(await read(rows, offset), total)
  // PostgreSQL walks past every row before the page: the last pages are nearer from the other end.
  return answer((await read(rows, total - offset - rows, true)).toReversed(), total)
}

/** The order of a list, or that order backwards. The key is never null, so that its index gives it as it is. */
function orderOf(column: Column | SQL, key: Column | SQL, descending: boolean, backwards: boolean): SQL[] {
  const order = descending === backwards ? asc : desc
  if (column === key) return [order(key)]
  return [sql`${order(letterCase(column))} nulls ${sql.raw(backwards ? 'first' : 'last')}`, order(key)]
}

/** People expect 'amber' beside 'Amber'. */
const letterCase = (column: Column | SQL) =>
  column instanceof PgColumn && column.getSQLType() === 'text' ? sql`lower(${column})` : column

/** A condition that one of the columns holds the text, whatever its case; none where the text is empty. */
export function searching(text: string, columns: (Column | SQL)[]): SQL | undefined {
  if (text === '') return undefined
  return or(...columns.map((column) => ilike(column as Column, holding(text))))
}

/** The same for a column that is kept in lower case already, which saves PostgreSQL from lowering every row. */
export const searchingLowered = (text: string, column: SQL): SQL | undefined =>
  text === '' ? undefined : sql`${column} like lower(${holding(text)})`

/** The pattern of whatever holds the text. */
const holding = (text: string) => `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`

/** A condition that the column has this value; none where the filter is not given. */
export const equal = (column: Column | SQL, value: unknown): SQL | undefined =>
  value === undefined ? undefined : eq(column as SQL, value)
