import { answer, BooleanFilter, IDFilter, listQuery, pageOf } from './answers.ts'
import { endpoint } from './endpoint.ts'
import type { EventEntity } from './events.ts'
import { DayOnly, Day, Email, ID, LastRead, Moment, Money, optional, required, Stamps } from './fields.ts'
import type { Capability } from './permissions.ts'
import type { DocumentKind } from './screens.ts'
import { z } from './zod.ts'

// A resource is a kind of record with a list, reads, creates and updates. One declaration of its fields yields all its
// schemas. A resource with rules declares its endpoints by hand with `endpoint`.

/** One field of a record. */
export type Field = {
  /** The schema of the value that a caller sends. A read-only field has none. */
  input?: z.ZodType
  /** The schema of the value that the server returns. */
  row: z.ZodType
  /** The schema of the list's filter by this field. */
  filter?: z.ZodType
  /** Set to false when the list does not sort by this field. */
  sorts?: false
  /** Set for a document number: the kind of document, such as `PO`, whose next number a new record gets. */
  numbered?: DocumentKind
}
export type Fields = Record<string, Field>

export const text = (maximum: number) => ({ input: required(maximum), row: z.string() })
export const optionalText = (maximum: number) => ({ input: optional(maximum), row: z.string().nullable() })
export const email = { input: Email, row: z.string() }
/** A field that is true for an Active record and false for an Inactive one. A new record is active by default. */
export const active = { input: z.boolean().optional(), row: z.boolean(), filter: BooleanFilter }
/** A boolean field. Without a value, a new record gets the default of the database column. */
export const flag = { input: z.boolean().optional(), row: z.boolean() }
export const day = { input: DayOnly, row: Day }
export const optionalDay = { input: DayOnly.nullish(), row: Day.nullable() }
export const money = { input: Money, row: z.number() }
export const optionalMoney = { input: Money.nullish(), row: z.number().nullable() }
/** The key of another record, which is also a filter of the list. */
export const reference = { input: ID, row: ID, filter: IDFilter }
/** A field with one of a few fixed words. Without a value, a new record gets the default of the database column. */
export const choice = <const Words extends readonly [string, ...string[]]>(words: Words) => {
  const word = z.enum(words)
  return { input: word.optional(), row: word, filter: word.optional() }
}
/** A field that the server fills. */
export const readOnly = <Row extends z.ZodType>(row: Row) => ({ row })
/** A document number that the server assigns to a new record, such as `PO-2026-000001`. */
export const documentNumber = (kind: DocumentKind) => ({ row: z.string(), numbered: kind })
/** Returns the field without sorting. */
export const unsorted = <F extends Field>(field: F) => ({ ...field, sorts: false as const })
/** Lets a list sort by the time of a record's creation and of its last change. */
export const sortedByTime = { createdAt: readOnly(Moment), updatedAt: readOnly(Moment) }

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

/** Declares the fields of a record without its key, in the order of the form. Returns the schemas derived from them. */
export function defineFields<const Key extends string, F extends Fields>(key: Key, fields: F) {
  const names = Object.keys(fields) as (keyof F & string)[]
  const shapeOf = (part: 'input' | 'row' | 'filter') =>
    Object.fromEntries(names.flatMap((name) => (fields[name]![part] ? [[name, fields[name]![part]]] : [])))
  return {
    key,
    fields,
    /** The schema of the request body that creates a record. */
    input: z.object(shapeOf('input') as InputShape<F>),
    row: z.object({ [key]: ID, ...shapeOf('row'), ...Stamps } as Record<Key, typeof ID> & RowShape<F> & typeof Stamps),
    filters: shapeOf('filter') as FilterShape<F>,
    sortable: names.filter((name) => fields[name]!.sorts !== false) as SortName<F>[],
  }
}

/** Returns the four endpoints of a resource: list, get, create and update. */
export function crud<const Path extends string, const Key extends string, F extends Fields>(
  path: `/api/${Path}`,
  { key, input, row, filters, sortable }: ReturnType<typeof defineFields<Key, F>>,
  {
    schema,
    all,
    one,
    about,
    read,
    write,
  }: {
    /** The schema's name of one record in the OpenAPI document. */
    schema: string
    /** The plural and singular of the resource's name, for the OpenAPI document. */
    all: string
    one: string
    /** The record's name in the audit trail, and other kinds of record whose names its rows show. */
    about: readonly [EventEntity, ...EventEntity[]]
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
      summary: `Lists ${all.toLowerCase()}`,
      access: read,
      about,
      query: listQuery<Key | SortName<F>, FilterShape<F>>([key, ...sortable], filters),
      returns: pageOf(record),
    }),
    get: endpoint({
      method: 'GET',
      path: `${path}/:id` as const,
      summary: `Returns ${article} ${one}`,
      access: read,
      about,
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
