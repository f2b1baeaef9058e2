import { failureCodes } from './errors.ts'
import { ID } from './fields.ts'
import { z } from './zod.ts'

/** A successful answer with one record (or any other value) as `data`. */
export const answer = <T extends z.ZodType>(data: T) =>
  z.object({ success: z.literal(true), data, message: z.string().optional() })

/** A successful answer with one page of rows. */
export const pageOf = <T extends z.ZodType>(row: T) =>
  z.object({
    success: z.literal(true),
    data: z.array(row),
    meta: z.object({ page: z.int(), pageSize: z.int(), total: z.int() }),
  })

/** A file: what it should be called where it is kept, and what is in it. */
export const FileAnswer = z.object({
  name: z.string(),
  bytes: z.custom<Uint8Array>((value) => value instanceof Uint8Array),
})

/** What every refused call answers. */
export const Failure = z
  .object({
    success: z.literal(false),
    /** The stable code of the failure, for programs. The sentence may change. */
    code: z.enum(failureCodes),
    message: z.string(),
    errors: z.array(z.object({ field: z.string(), message: z.string() })).optional(),
  })
  .meta({ id: 'Failure' })
export type Failure = z.infer<typeof Failure>

const whole = (minimum: number, maximum: number) => z.coerce.number().int().min(minimum).max(maximum)

/** A filter by another record's key. */
export const IDFilter = z.coerce.number().pipe(ID).optional()
/** A filter by several keys, with commas between them: as many as one page has rows at most. */
export const IDsFilter = z
  .string()
  .transform((text) => text.split(',').map(Number))
  .pipe(z.array(ID).max(100))
  .optional()
export const BooleanFilter = z
  .enum(['true', 'false'])
  .transform((text) => text === 'true')
  .optional()

/** How many rows of a list the screens offer to show on a page. */
export const pageSizes = [10, 25, 50, 100] as const

/**
 * The query of a list: page, pageSize, search, sort (`field` or `-field`) and this list's filters.
 * Unknown parameters are refused. The first sortable field is the key: newest first is its default.
 */
export const listQuery = <const Field extends string, Filters extends z.ZodRawShape>(
  sortable: readonly [Field, ...Field[]],
  filters: Filters,
) => {
  const sorts = sortable.flatMap((field) => [field, `-${field}` as const])
  return z.strictObject({
    page: whole(1, 1_000_000).default(1),
    pageSize: whole(1, 100).default(pageSizes[0]),
    search: z.string().trim().max(100).default(''),
    // zod wants a value that every possible list would take, for as long as the fields are a type parameter.
    sort: z.enum(sorts).default(() => `-${sortable[0]}` as never),
    ...filters,
  })
}
/** What every list's parsed query has. */
export type ListQuery = { page: number; pageSize: number; search: string; sort: string }

/** The sentence of `record.stale`: a PUT whose `updatedAt` is no longer the record's. Forms then show both versions. */
export const changedMeanwhile = 'This record was changed by someone else. Reload and try again.'
