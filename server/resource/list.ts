import { asc, type Column, desc, eq, getTableName, ilike, or, type SQL, sql } from 'drizzle-orm'
import { PgColumn, type PgSelect, type PgTable } from 'drizzle-orm/pg-core'

import { type ListQuery, pageSizes } from '../../contract/shared/answers.ts'
import { rowCount } from '../db/schema/shared.ts'
import type { Db, Tx } from '../kernel/database.ts'

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
  sorts: Sorts<Query>,
  counted?: PgTable,
) {
  return cut(db, query, select, { counted }, (limit, offset, backwards) => {
    const order = orderOf(query, sorts, backwards)
    return select
      .orderBy(...order)
      .limit(limit)
      .offset(offset) as unknown as Promise<Select['_']['result']> // A dynamic builder forgets the type of its rows.
  })
}

/** A select that is not asked for yet. */
type Asked<Row> = PromiseLike<Row[]> & { prepare: () => { execute: () => Promise<Row[]> } }

/**
 * The same for rows that take more than a glance at their table: `keys` selects the keys alone, so that what `rows` adds
 * to a row is asked for those of the page, and not for all that come before it. `rows` gets the page's keys as an array,
 * and the order. `counted` keeps count of all rows, and is asked where nothing narrows the list.
 */
export async function listPageByKey<Row, Query extends ListQuery>(
  db: Db | Tx,
  query: Query,
  keys: { getSQL: () => SQL },
  rows: (keys: SQL, order: SQL[]) => Asked<Row>,
  sorts: Sorts<Query>,
  counted: PgTable,
) {
  const kept = isFew(query)
  const of = isWhole(query) ? { counted, kept } : { kept }
  return cut(db, query, keys, of, async (limit, offset, backwards) => {
    const order = orderOf(query, sorts, backwards)
    // The plan is kept where PostgreSQL sees the length of the page, and not where it begins.
    const asked = kept && pageSizes.some((size) => size === limit)
    const [length, start] = asked ? [sql.raw(String(limit)), sql`(select ${offset}::int)`] : [limit, offset]
    const page = sql`${keys.getSQL()} order by ${sql.join(order, sql`, `)} limit ${length} offset ${start}`
    const select = rows(sql`array(${page})`, order)
    return asked ? select.prepare().execute() : select
  })
}

/** Whether there are few different statements for such a query, so that PostgreSQL may keep their plans. */
const isFew = (query: ListQuery) => isWhole({ ...query, search: '' })

type Sorts<Query extends ListQuery> = Record<SortField<Query['sort']>, Column | SQL>

/** Whether nothing narrows a list. */
const isWhole = (query: ListQuery) =>
  query.search === '' && Object.entries(query).every(([name, value]) => value === undefined || always.has(name))
const always = new Set(['page', 'pageSize', 'search', 'sort'])

/**
 * Counts a list and reads the page that the query asks for, from the nearer end. `counted` keeps count of all its rows;
 * `kept`: PostgreSQL keeps the plan of counting.
 */
async function cut<Rows extends unknown[]>(
  db: Db | Tx,
  { page, pageSize }: ListQuery,
  select: { getSQL: () => SQL },
  { counted, kept = false }: { counted?: PgTable | undefined; kept?: boolean },
  read: (limit: number, offset: number, backwards: boolean) => Promise<Rows>,
) {
  // Read before `limit` is put on the same builder.
  const counting = counted
    ? db
        .select({ total: sql<number>`coalesce(sum(${rowCount.change}), 0)::int` })
        .from(rowCount)
        .where(eq(rowCount.tableName, getTableName(counted)))
    : db.select({ total: sql<number>`count(*)::int` }).from(sql`(${select.getSQL()}) as counted`)
  const count = async () => (await (kept ? counting.prepare().execute() : counting))[0]!.total

  const offset = (page - 1) * pageSize
  const answer = (data: Rows, total: number) => ({ success: true as const, data, meta: { page, pageSize, total } })
  if (offset < deep) return answer(...(await Promise.all([read(pageSize, offset, false), count()])))

  const total = await count()
  const rows = Math.min(pageSize, total - offset)
  if (rows <= 0) return answer([] as unknown[] as Rows, total)
  if (offset <= total / 2) return answer(await read(rows, offset, false), total)
  // PostgreSQL walks past every row before the page: the last pages are nearer from the other end.
  return answer((await read(rows, total - offset - rows, true)).toReversed() as Rows, total)
}

/** The order of a list, or that order backwards. The key is never null, so that its index gives it as it is. */
function orderOf<Query extends ListQuery>({ sort }: Query, sorts: Sorts<Query>, backwards: boolean): SQL[] {
  const descending = sort.startsWith('-')
  const column = sorts[sort.slice(descending ? 1 : 0) as SortField<Query['sort']>]
  const [key] = Object.values(sorts) as [Column | SQL]
  const order = descending === backwards ? asc : desc
  if (column === key) return [order(key)]
  return [sql`${order(letterCase(column))} nulls ${sql.raw(backwards ? 'first' : 'last')}`, order(key)]
}

/** People expect 'amber' beside 'Amber'. */
const letterCase = (column: Column | SQL) =>
  column instanceof PgColumn && column.getSQLType() === 'text' ? sql`lower(${column})` : column

/** A condition that one of the columns holds the text, whatever its case; none where the text is empty. */
export function searching(
  text: string,
  columns: (Column | SQL)[],
  pattern: string | SQL = holding(text),
): SQL | undefined {
  if (text === '') return undefined
  return or(...columns.map((column) => ilike(column as Column, pattern)))
}

/**
 * The same where each column has an index of three letters in a row: PostgreSQL does not see the text when it plans, and
 * so keeps the plan, which is to ask the indexes. A text of one or two letters is planned for: no index can help there.
 */
export const searchingIndexed = (text: string, columns: Column[]): SQL | undefined =>
  searching(text, columns, unseen(text))

/** The pattern of a text of three letters or more in a way that PostgreSQL does not see when it plans. */
const unseen = (text: string) => (text.length < 3 ? sql`${holding(text)}` : sql`(select ${holding(text)}::text)`)

/** The same for text that is kept in lower case already, which saves PostgreSQL from lowering every row. */
export const searchingLowered = (text: string, column: SQL): SQL | undefined =>
  text === '' ? undefined : sql`${column} like lower(${unseen(text)})`

/** The pattern of whatever holds the text. */
const holding = (text: string) => `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`

/** A condition that the column has this value; none where the filter is not given. */
export const equal = (column: Column | SQL, value: unknown): SQL | undefined =>
  value === undefined ? undefined : eq(column as SQL, value)
