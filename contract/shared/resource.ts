import { answer, BooleanFilter, IDFilter, listQuery, pageOf } from './answers.ts'
import { endpoint } from './endpoint.ts'
import { DayOnly, Day, Email, ID, LastRead, Moment, Money, optional, required, Stamps } from './fields.ts'
import type { Capability } from './permissions.ts'
import type { DocumentKind } from './screens.ts'
import { z } from './zod.ts'

// A resource is a kind of record that is listed, read, created and changed. Its fields are declared here once.
// A resource with rules declares its endpoints by hand with `endpoint`.

/** One field of a record. */
export type Field = {
  /** The schema of the value that a caller sends. A field without it is only answered. */
  input?: z.ZodType
  /** The schema of the value that the server answers. */
  row: z.ZodType
  /** The schema of the list's filter by this field. */
  filter?: z.ZodType
  /** Whether the list sorts by this field; it does where left out. */
  sorts?: false
  /** The kind of document whose next number a new record takes. */
  numbered?: DocumentKind
}
export type Fields = Record<string, Field>

export const text = (maximum: number) => ({ input: required(maximum), row: z.string() })
export const optionalText = (maximum: number) => ({ input: optional(maximum), row: z.string().nullable() })
export const email = { input: Email, row: z.string() }
/** Active or Inactive: true where a new record does not say. */
export const active = { input: z.boolean().optional(), row: z.boolean(), filter: BooleanFilter }
/** Yes or no, with the column's default where a new record does not say. */
export const flag = { input: z.boolean().optional(), row: z.boolean() }
export const day = { input: DayOnly, row: Day }
export const optionalDay = { input: DayOnly.nullish(), row: Day.nullable() }
export const money = { input: Money, row: z.number() }
export const optionalMoney = { input: Money.nullish(), row: z.number().nullable() }
/** The key of another record, by which the list is filtered too. */
export const reference = { input: ID, row: ID, filter: IDFilter }
/** One of a few words, with the column's default where a new record does not say. */
export const choice = <const Words extends readonly [string, ...string[]]>(words: Words) => {
  const word = z.enum(words)
  return { input: word.optional(), row: word, filter: word.optional() }
}
/** A field that the server fills. */
export const answered = <Row extends z.ZodType>(row: Row) => ({ row })
/** The number that a new record takes, such as `PO-2026-000001`. */
export const documentNumber = (kind: DocumentKind) => ({ row: z.string(), numbered: kind })
/** The same field, by which the list does not sort. */
export const unsorted = <F extends Field>(field: F) => ({ ...field, sorts: false as const })
/** For lists that also sort by when a record was made and changed. */
export const sortedByTime = { createdAt: answered(Moment), updatedAt: answered(Moment) }

type InputShape<F extends Fields> = {
  [Name in keyof F as F[Name] extends { input: z.ZodType } ? Name : never]: F[Name] extends {
    input: infer Input extends z.ZodType
  }
    ? Input
    : never
}
type FilterShape<F extends Fields> = {
  [Name in keyof F as F[Name] extends { filter: z.ZodType } ? Name : never]: F[Name] extends {
    filter: infer Filter extends z.ZodType
  }
    ? Filter
    : never
}
type RowShape<F extends Fields> = { [Name in keyof F]: F[Name]['row'] }
type SortName<F extends Fields> = { [Name in keyof F]: F[Name] extends { sorts: false } ? never : Name }[keyof F] &
  string

/** The fields of a record after its key, in the order of the form, and the schemas that follow from them. */
export function defineFields<const Key extends string, F extends Fields>(key: Key, fields: F) {
  const names = Object.keys(fields) as (keyof F & string)[]
  const shapeOf = (part: 'input' | 'row' | 'filter') =>
    Object.fromEntries(names.flatMap((name) => (fields[name]![part] ? [[name, fields[name]![part]]] : [])))
  return {
    key,
    fields,
    /** The body of a create. */
    input: z.object(shapeOf('input') as InputShape<F>),
    row: z.object({ [key]: ID, ...shapeOf('row'), ...Stamps } as Record<Key, typeof ID> & RowShape<F> & typeof Stamps),
    filters: shapeOf('filter') as FilterShape<F>,
    sortable: names.filter((name) => fields[name]!.sorts !== false) as SortName<F>[],
  }
}

/** The four endpoints of a resource: its list, one record, create and update. */
export function crud<const Path extends string, const Key extends string, F extends Fields>(
  path: `/api/${Path}`,
  { key, input, row, filters, sortable }: ReturnType<typeof defineFields<Key, F>>,
  {
    schema,
    all,
    one,
    read,
    write,
  }: {
    /** The name of a record in the OpenAPI document. */
    schema: string
    /** The records and one of them in words, for the OpenAPI document. */
    all: string
    one: string
    /** The capabilities that a caller needs. */
    read: Capability
    write: Capability
  },
) {
  const record = row.meta({ id: schema })
  const article = /^[aeiou]/.test(one) ? 'an' : 'a'
  return {
    list: endpoint({
      method: 'GET',
      path,
      summary: all,
      access: read,
      query: listQuery<Key | SortName<F>, FilterShape<F>>([key, ...sortable], filters),
      returns: pageOf(record),
    }),
    get: endpoint({
      method: 'GET',
      path: `${path}/:id` as const,
      summary: `One ${one}`,
      access: read,
      returns: answer(record),
    }),
    create: endpoint({
      method: 'POST',
      path,
      summary: `Creates ${article} ${one}`,
      access: write,
      body: input,
      returns: answer(record),
      status: 201,
    }),
    update: endpoint({
      method: 'PUT',
      path: `${path}/:id` as const,
      summary: `Changes ${article} ${one}`,
      access: write,
      body: input.extend(LastRead),
      returns: answer(record),
    }),
  }
}
