import { and, asc, type Column, desc, eq, getTableName, gte, ilike, lt, lte, or, type SQL, sql } from 'drizzle-orm'
import { PgColumn, type PgSelect, type PgTable } from 'drizzle-orm/pg-core'

import { type CommonFilters, type ListQuery, pageSizes } from '../../contract/shared/answers.ts'
import { shopSetting } from '../db/schema/company.ts'
import { rowCount } from '../db/schema/shared.ts'
import type { Db, Tx } from '../kernel/database.ts'
import { AppError } from '../kernel/errors.ts'
import { shopDay, shopDayBounds } from '../kernel/shop-days.ts'

type SortField<Sort extends string> = Sort extends `-${infer Field}` ? Field : Sort

/** A page that starts at this row or later is read backwards from the end of the list, if the end is nearer. */
const deepOffset = 1000

/**
 * Returns one page of a list: the rows of `select` (a `.$dynamic()` builder), sorted and limited by the query. `sorts`
 * maps each sortable field to its column. Its first column must be the primary key, which orders rows with equal
 * values. For a list of all rows of a table that has a stored row count (`row_count`), pass the table as `counted`, so
 * that the rows are not counted.
 */
export async function listPage<Select extends PgSelect, Query extends ListQuery>(
  db: Db | Tx,
  query: Query,
  select: Select,
  sorts: Sorts<Query>,
  counted?: PgTable,
) {
  return readPage(db, query, select, { counted }, (limit, offset, backwards) => {
    const order = orderOf(query, sorts, backwards)
    return select
      .orderBy(...order)
      .limit(limit)
      .offset(offset) as unknown as Promise<Select['_']['result']> // A dynamic builder loses the type of its rows.
  })
}

/** A select that has not been executed. */
type LazySelect<Row> = PromiseLike<Row[]> & { prepare: () => { execute: () => Promise<Row[]> } }

/**
 * Returns one page of a list whose rows are expensive. `keys` selects only the keys, so that `rows` reads joined data
 * for the page and not for all rows before it. `rows` gets the page's keys as an SQL array, and the order. `counted` is
 * the table with a stored row count, which is used when no search or filter narrows the list.
 */
export async function listPageByKey<Row, Query extends ListQuery>(
  db: Db | Tx,
  query: Query,
  keys: { getSQL: () => SQL },
  rows: (keys: SQL, order: SQL[]) => LazySelect<Row>,
  sorts: Sorts<Query>,
  counted: PgTable,
) {
  const cachePlan = hasNoFilters(query)
  const counting = isWhole(query) ? { counted, cachePlan } : { cachePlan }
  return readPage(db, query, keys, counting, async (limit, offset, backwards) => {
    const order = orderOf(query, sorts, backwards)
    // PostgreSQL finds a good generic plan only for a literal page length. A subquery hides the offset, so that all
    // pages share that plan.
    const isPrepared = cachePlan && pageSizes.some((size) => size === limit)
    const [length, start] = isPrepared ? [sql.raw(String(limit)), sql`(select ${offset}::int)`] : [limit, offset]
    const page = sql`${keys.getSQL()} order by ${sql.join(order, sql`, `)} limit ${length} offset ${start}`
    const select = rows(sql`array(${page})`, order)
    return isPrepared ? select.prepare().execute() : select
  })
}

/** Whether a query has no filters. Such queries make few different statements, so PostgreSQL may cache their plans. */
const hasNoFilters = (query: ListQuery) => isWhole({ ...query, search: '' })

type Sorts<Query extends ListQuery> = Record<SortField<Query['sort']>, Column | SQL>

/** Whether a list has neither a search nor a filter. */
const isWhole = (query: ListQuery) =>
  query.search === '' && Object.entries(query).every(([name, value]) => value === undefined || commonFields.has(name))
const commonFields = new Set(['page', 'pageSize', 'search', 'sort'])

/**
 * Counts a list and reads the requested page, from the nearer end. `counted` is the table with a stored row count;
 * `cachePlan` lets PostgreSQL cache the plan of the counting statement.
 */
async function readPage<Rows extends unknown[]>(
  db: Db | Tx,
  { page, pageSize }: ListQuery,
  select: { getSQL: () => SQL },
  { counted, cachePlan = false }: { counted?: PgTable | undefined; cachePlan?: boolean },
  read: (limit: number, offset: number, backwards: boolean) => Promise<Rows>,
) {
  // The count needs the select's SQL before `read` adds a limit to the same builder.
  const counting = counted
    ? db
        .select({ total: sql<number>`coalesce(sum(${rowCount.change}), 0)::int` })
        .from(rowCount)
        .where(eq(rowCount.tableName, getTableName(counted)))
    : db.select({ total: sql<number>`count(*)::int` }).from(sql`(${select.getSQL()}) as counted`)
  const count = async () => (await (cachePlan ? counting.prepare().execute() : counting))[0]!.total

  const offset = (page - 1) * pageSize
  const pageOf = (data: Rows, total: number) => ({ success: true as const, data, meta: { page, pageSize, total } })
  if (offset < deepOffset) return pageOf(...(await Promise.all([read(pageSize, offset, false), count()])))

  const total = await count()
  const rows = Math.min(pageSize, total - offset)
  if (rows <= 0) return pageOf([] as unknown[] as Rows, total)
  if (offset <= total / 2) return pageOf(await read(rows, offset, false), total)
  // PostgreSQL reads every row before the offset, so a late page is read backwards from the end.
  return pageOf((await read(rows, total - offset - rows, true)).toReversed() as Rows, total)
}

/**
 * Returns the order of a list, optionally reversed. The key is never null, so its order needs no `nulls last`, and
 * PostgreSQL can use its index.
 */
function orderOf<Query extends ListQuery>({ sort }: Query, sorts: Sorts<Query>, backwards: boolean): SQL[] {
  const descending = sort.startsWith('-')
  const column = sorts[sort.slice(descending ? 1 : 0) as SortField<Query['sort']>]
  const [key] = Object.values(sorts) as [Column | SQL]
  const order = descending === backwards ? asc : desc
  if (column === key) return [order(key)]
  return [sql`${order(lowercaseText(column))} nulls ${sql.raw(backwards ? 'first' : 'last')}`, order(key)]
}

/** Sorts text without regard to case, so that 'amber' comes next to 'Amber'. */
const lowercaseText = (column: Column | SQL) =>
  column instanceof PgColumn && column.getSQLType() === 'text' ? sql`lower(${column})` : column

/** Returns the condition that some column contains the text, ignoring case; undefined for empty text. */
export function searchCondition(
  text: string,
  columns: (Column | SQL)[],
  pattern: string | SQL = patternOf(text),
): SQL | undefined {
  if (text === '') return undefined
  return or(...columns.map((column) => ilike(column as Column, pattern)))
}

/**
 * Like `searchCondition`, for columns with a trigram index. The text is hidden from the planner, so that PostgreSQL caches a
 * generic plan that uses the index. A text of one or two letters stays visible, because no trigram index helps it.
 */
export const indexedSearchCondition = (text: string, columns: Column[]): SQL | undefined =>
  searchCondition(text, columns, hiddenPatternOf(text))

/** Returns the pattern of a text; from three letters on, in a subquery that hides it from PostgreSQL's planner. */
const hiddenPatternOf = (text: string) =>
  text.length < 3 ? sql`${patternOf(text)}` : sql`(select ${patternOf(text)}::text)`

/** Like `indexedSearchCondition`, for a column that stores lower-case text, so that PostgreSQL need not convert each row. */
export const lowercaseSearchCondition = (text: string, column: SQL): SQL | undefined =>
  text === '' ? undefined : sql`${column} like lower(${hiddenPatternOf(text)})`

/** Returns the LIKE pattern of texts that contain this text. */
const patternOf = (text: string) => `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`

/** Returns the condition that the column equals the value; undefined when the filter is not set. */
export const equalsCondition = (column: Column | SQL, value: unknown): SQL | undefined =>
  value === undefined ? undefined : eq(column as SQL, value)

/** The columns that the common filters of a list read; null where its rows have no such column. */
type CommonColumns = { createdAt: Column; createdByID: Column | null; modifiedByID: Column | null }

/**
 * Returns the condition of the filters that every list takes: days, creator and last modifier. `day` is the column that
 * the days name; the default is the moment of creation. Throws 400 for a period that ends before it begins.
 */
export const commonCondition = async (
  db: Db | Tx,
  query: CommonFilters,
  { createdAt, createdByID, modifiedByID }: CommonColumns,
  day: Column = createdAt,
): Promise<SQL | undefined> =>
  and(
    await onShopDays(db, day, query),
    equalsCondition(createdByID ?? nobody, query.createdByID),
    equalsCondition(modifiedByID ?? nobody, query.modifiedByID),
  )
const nobody = sql`null::int`

/**
 * Returns a condition that the moment or the date falls on the query's days in the shop's time zone; undefined where
 * the query has none. Throws 400 for a period that ends before it begins; `field` names its end.
 */
export async function onShopDays(
  db: Db | Tx,
  column: Column,
  { from, to }: Pick<CommonFilters, 'from' | 'to'>,
  field = 'to',
): Promise<SQL | undefined> {
  if (from === undefined && to === undefined) return undefined
  const [setting] = await db.select({ timeZone: shopSetting.timeZone }).from(shopSetting)
  const { timeZone } = setting!
  const dayOf = (given: string | undefined) => (given === undefined ? undefined : shopDay(timeZone, given))
  const [first, last] = [dayOf(from), dayOf(to)]
  assertPeriod(first, last, field)
  const isDate = column.getSQLType() === 'date'
  return and(
    first === undefined ? undefined : gte(column, isDate ? first : shopDayBounds(timeZone, first).from),
    last === undefined ? undefined : isDate ? lte(column, last) : lt(column, shopDayBounds(timeZone, last).before),
  )
}

/** Throws 400 for a period that ends before it begins. An open end is undefined. */
export function assertPeriod(first: string | undefined, last: string | undefined, field = 'to') {
  if (first !== undefined && last !== undefined && first > last)
    throw new AppError('period.reversed', 'The period ends before it begins', { field })
}
