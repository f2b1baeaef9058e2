import { and, eq, getColumns, type InferInsertModel, type InferSelectModel, type SQL } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { FastifyInstance } from 'fastify'

import type { CommonFilters, ListQuery } from '../../contract/shared/answers.ts'
import { dayIn } from '../../contract/shared/dates.ts'
import type { Endpoint } from '../../contract/shared/endpoint.ts'
import { type AuditEntity, entityLabelOf } from '../../contract/shared/entities.ts'
import type { Fields } from '../../contract/shared/resource.ts'
import type { z } from '../../contract/shared/zod.ts'
import { shopSetting } from '../db/schema/company.ts'
import { serve, serveRecord } from '../http/serve.ts'
import type { Context } from '../kernel/context.ts'
import type { Db, Tx } from '../kernel/database.ts'
import { notFound } from '../kernel/errors.ts'
import { takeNumber } from './document-numbers.ts'
import { commonCondition, equalsCondition, listPage, searchCondition } from './list.ts'
import { stampCreated, ok, record, updateUnchanged } from './records.ts'

// Serves the endpoints of resources that have no business rules. A resource with rules can serve some of its endpoints
// here.

type Row = Record<string, unknown>
type Body = Row & { updatedAt?: Date | undefined }

/** The fields of a resource, as the contract's `defineFields` returns them. */
type Declared = {
  key: string
  fields: Fields
  input: z.ZodObject
  row: z.ZodObject
  filters: object
  sortable: readonly string[]
}

/** The endpoints to serve, as the contract's `crud` returns them; each is optional. */
type Calls<D extends Declared> = {
  list?: Endpoint & { method: 'GET'; query: z.ZodType<ListQuery>; returns: z.ZodType<{ data: z.output<D['row']>[] }> }
  get?: Endpoint & { method: 'GET'; path: `/api/${string}/:id`; returns: z.ZodType<{ data: z.output<D['row']> }> }
  create?: Endpoint & { body: D['input'] }
  update?: Endpoint & { path: `/api/${string}/:id`; body: z.ZodType<Body> }
}

type StampedTable = PgTable & Record<'createdAt' | 'updatedAt' | 'createdByID' | 'modifiedByID', PgColumn>

/**
 * The name of another record, which is returned next to its foreign key. The other record is the row in `from` whose
 * `key` equals the column `by`.
 */
type JoinedName = { from: PgTable; key: PgColumn; by: PgColumn; name: PgColumn | SQL<string> }

/** The storage of a resource's records: table, audit entity, searched columns and joined names. */
export type Stored<D extends Declared = Declared, T extends StampedTable = StampedTable> = {
  fields: D
  table: T
  /** The name of the resource in the audit trail. */
  entity: AuditEntity
  /** The columns that the list's search reads. */
  searched: readonly (PgColumn | SQL)[]
  /** Names of other records, by the field that returns them. */
  names?: Record<string, JoinedName>
}

type RequiredKeys<T> = { [K in keyof T]-?: object extends Pick<T, K> ? never : K }[keyof T]
type Numbered<D extends Declared> = {
  [K in keyof D['fields']]: D['fields'][K] extends { numbered: string } ? K : never
}[keyof D['fields']]

type ReturnedRow<D extends Declared> = z.output<D['row']>
type InputRow<D extends Declared> = z.output<D['input']>

/** The returned fields that lack a column of their name and type. */
type FieldsWithoutColumn<D extends Declared, T extends StampedTable, Named extends PropertyKey> = {
  [Name in keyof ReturnedRow<D>]: InferSelectModel<T> extends Record<Name, ReturnedRow<D>[Name]>
    ? never
    : Exclude<Name, Named>
}[keyof ReturnedRow<D>]

/** The required columns that no field fills. */
type ColumnsWithoutField<D extends Declared, T extends StampedTable> = Exclude<
  RequiredKeys<InferInsertModel<T>>,
  keyof InputRow<D> | Numbered<D>
>

/** `unknown` when the columns match the fields; otherwise the sentence that the compiler shows. */
type Fits<D extends Declared, T extends StampedTable, Named extends PropertyKey> = [
  FieldsWithoutColumn<D, T, Named>,
] extends [never]
  ? [ColumnsWithoutField<D, T>] extends [never]
    ? InputRow<D> extends Pick<InferInsertModel<T>, keyof InputRow<D> & keyof InferInsertModel<T>>
      ? unknown
      : 'A field takes a value that its column does not'
    : `No field fills the column ${ColumnsWithoutField<D, T> & string}`
  : `The field ${FieldsWithoutColumn<D, T, Named> & string} has no column of its name and type`

/** Serves the given endpoints of a resource without rules. */
export function serveCrud<D extends Declared, T extends StampedTable, Named extends Record<string, JoinedName> = {}>(
  app: FastifyInstance,
  calls: Calls<D>,
  stored: Stored<D, T> & { names?: Named; table: Fits<D, T, keyof Named> },
) {
  serveStored(app, calls, stored)
}

function serveStored(app: FastifyInstance, { list, get, create, update }: Calls<Declared>, stored: Stored) {
  const { fields, table, entity } = stored
  const what = entityLabelOf(entity)
  const key = getColumns(table)[fields.key]!

  if (list) {
    const sorts = Object.fromEntries([fields.key, ...fields.sortable].map((name) => [name, columnOf(stored, name)]))
    serve(app, list, async ({ query }, { db }) =>
      listPage(db, query, selectRows(db, stored).where(await filtersOf(db, stored, query)), sorts),
    )
  }

  if (get) serveRecord(app, get, async (db, id) => ok(await findRow(db, stored, id)))

  if (create)
    serve(app, create, async ({ body }, context) => {
      const values = { ...body, ...(await takeNumberFor(context, fields)), ...stampCreated(context) }
      const [row] = (await context.db.insert(table).values(values).returning()) as Row[]
      const id = Number(row![fields.key])
      await record(context, { action: 'create', entity, entityID: id, before: null, after: row! })
      return ok(stored.names ? await findRow(context.db, stored, id) : row!)
    })

  if (update)
    serve(app, update, async ({ id, body }, context) => {
      const { before, after } = await updateUnchanged(context, what, table, key, id, body)
      await record(context, { action: 'update', entity, entityID: id, before, after })
      return ok(stored.names ? await findRow(context.db, stored, id) : after)
    })
}

/** Returns the SQL condition of a list's search and filters; undefined when the query has neither. */
export const filtersOf = async (
  db: Db | Tx,
  stored: Stored,
  query: Row & { search: string } & CommonFilters,
): Promise<SQL | undefined> =>
  and(
    searchCondition(query.search, [...stored.searched]),
    ...Object.keys(stored.fields.filters).map((name) => equalsCondition(columnOf(stored, name), query[name])),
    await commonCondition(db, query, stored.table),
  )

/** Returns the column or the joined name behind a field. */
function columnOf({ table, names = {}, entity }: Stored, field: string): PgColumn | SQL {
  const column = names[field]?.name ?? getColumns(table)[field]
  if (!column) throw new Error(`The table of ${entity} has no column ${field}`)
  return column
}

/** Selects rows with their joined names. */
function selectRows(db: Db | Tx, { table, names = {} }: Stored) {
  const joined = Object.entries(names)
  const shown = Object.fromEntries(joined.map(([field, { name }]) => [field, name]))
  const select = db
    .select({ ...getColumns(table), ...shown })
    .from(table)
    .$dynamic()
  for (const [, { from, key, by }] of joined) select.leftJoin(from, eq(key, by))
  return select
}

async function findRow(db: Db | Tx, stored: Stored, id: number): Promise<Row> {
  const [found] = await selectRows(db, stored).where(eq(getColumns(stored.table)[stored.fields.key]!, id))
  if (!found) throw notFound(entityLabelOf(stored.entity))
  return found
}

/** Takes the document number of a new record, in the current year of the shop's time zone; empty without a number. */
async function takeNumberFor({ db, now }: Context, { fields }: Declared): Promise<Row> {
  const [numbered] = Object.entries(fields).filter(([, field]) => field.numbered)
  if (!numbered) return {}
  const [setting] = await db.select({ timeZone: shopSetting.timeZone }).from(shopSetting)
  const year = Number(dayIn(setting!.timeZone, now).slice(0, 4))
  const [name, { numbered: kind }] = numbered
  return { [name]: await takeNumber(db, kind!, year) }
}
