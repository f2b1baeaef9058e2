import { and, gte, lt, type SQL, sql } from 'drizzle-orm'

import {
  type ColumnKind,
  definitionOf,
  type FieldOf,
  type ReportKey,
} from '../../../contract/insight/report-definitions.ts'
import type { ReportCell, ReportQuery } from '../../../contract/insight/reports.ts'
import { readSettings } from '../../company/settings.ts'
import type { Db, Tx } from '../../kernel/database.ts'
import { shopDay, shopDayBounds } from '../../kernel/shop-days.ts'
import { assertPeriod } from '../../resource/list.ts'

/** The request for a report, with its filters as SQL. */
export type ReportRequest = {
  query: ReportQuery
  /** The day at whose end a report `asOf` shows the state. */
  asOf: string
  /** The moment after the last day of the period or after `asOf`; undefined for the present state. */
  end: Date | undefined
  /** Returns a condition that the moment is in the period, or undefined for an open period. */
  within: (moment: SQL) => SQL | undefined
  /** Returns the same condition for a calendar date. */
  onDays: (day: SQL) => SQL | undefined
}

/** A report as one SQL statement: an expression for each column, and the tables that they come from. */
export type Statement<Key extends ReportKey> = {
  columns: Record<FieldOf<Key>, SQL>
  from: SQL
  /** Alternative `from` clauses that count or sum the same rows faster. */
  counted?: SQL
  summed?: SQL
  where?: SQL | undefined
  groupBy?: SQL
  orderBy: SQL
}

/**
 * Returns the period, and the request with its filters as SQL in the shop's time zone. Throws 400 when the period ends
 * before it starts.
 */
export async function readRequest(db: Db | Tx, now: Date, query: ReportQuery) {
  const { timeZone } = await readSettings(db)
  const day = (given: string | undefined) => (given === undefined ? undefined : shopDay(timeZone, given))
  const [from, to] = [day(query.from), day(query.to)]
  assertPeriod(from, to)
  const first = from === undefined ? undefined : shopDayBounds(timeZone, from).from
  const after = to === undefined ? undefined : shopDayBounds(timeZone, to).before
  const asOf = shopDay(timeZone, query.asOf ?? now)
  const end = query.asOf === undefined ? after : shopDayBounds(timeZone, asOf).before
  const request: ReportRequest = {
    query,
    asOf,
    // A day that is not over has the present state.
    end: end && end <= now ? end : undefined,
    within: (moment) =>
      and(
        first && sql`${moment} >= ${first.toISOString()}::timestamptz`,
        after && sql`${moment} < ${after.toISOString()}::timestamptz`,
      ),
    onDays: (date) =>
      and(
        from === undefined ? undefined : gte(date, sql`${from}::date`),
        to === undefined ? undefined : lt(date, sql`${to}::date + 1`),
      ),
  }
  return { request, from, to, timeZone }
}

type AnyStatement = Omit<Statement<ReportKey>, 'columns'> & { columns: Record<string, SQL> }

/** SQL for the rows with each cell as text or number. `momentText` formats moments, `limit` cuts the rows. */
export function rowsOf(
  key: ReportKey,
  { columns, from, where, groupBy, orderBy }: AnyStatement,
  momentText: (moment: SQL) => SQL,
  limit?: number,
): SQL {
  const cells = definitionOf(key).columns.map(({ field, kind }) => {
    const cell = columns[field]!
    return sql`${kind === 'moment' ? momentText(cell) : cell} as ${sql.identifier(field)}`
  })
  return sql`select ${sql.join(cells, sql`, `)} from ${from} ${clause('where', where)} ${clause('group by', groupBy)}
    order by ${orderBy} ${clause('limit', limit === undefined ? undefined : sql`${limit}`)}`
}

/** SQL for the number of rows, as `rows`, and for the sums of the columns that `totalledFields` names. */
export function totalsOf(key: ReportKey, { columns, from, summed = from, where, groupBy }: AnyStatement): SQL {
  const fields = totalledFields(key)
  const cells = fields.map((field) => sql`${columns[field]!} as ${sql.identifier(field)}`)
  const sums = fields.map((field) => sql`coalesce(sum(${sql.identifier(field)}), 0) as ${sql.identifier(field)}`)
  return sql`select ${sql.join([sql`count(*) as "rows"`, ...sums], sql`, `)}
    from (select ${sql.join(cells, sql`, `)} from ${summed} ${clause('where', where)} ${clause('group by', groupBy)}) report`
}

/** SQL for the number of rows alone, as `rows`: faster than with the sums. */
export const countOf = ({ from, counted = from, where, groupBy }: AnyStatement): SQL =>
  sql`select count(*) as "rows" from (select from ${counted} ${clause('where', where)} ${clause('group by', groupBy)}) report`

export const totalledFields = (key: ReportKey) =>
  definitionOf(key).columns.flatMap(({ field, total }) => (total ? field : []))

const clause = (word: string, what: SQL | undefined) => (what ? sql`${sql.raw(word)} ${what}` : sql``)

/** Formats a moment as ISO text in UTC, as API responses have it. */
export const isoText = (moment: SQL) => sql`to_char(${moment} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** Formats a moment as the shop's local date and time, which spreadsheets recognise. */
export const shopText = (timeZone: string) => (moment: SQL) =>
  sql`to_char(${moment} at time zone ${timeZone}, 'YYYY-MM-DD HH24:MI:SS')`

/** Converts a cell from PostgreSQL's text or number to its column's kind. */
export function cellOf(kind: ColumnKind, value: string | number | null): ReportCell {
  if (value === null) return null
  return kind === 'text' || kind === 'day' || kind === 'moment' ? String(value) : Number(value)
}
