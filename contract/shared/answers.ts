import { DayInput, ID } from './fields.ts'
import { z } from './zod.ts'

/** The schema of a successful response with one record (or any other value) as `data`. */
export const answer = <T extends z.ZodType>(data: T) =>
  z.object({ success: z.literal(true), data, message: z.string().optional() })

/** The schema of a successful response with one page of rows. */
export const pageOf = <T extends z.ZodType>(row: T) =>
  z.object({
    success: z.literal(true),
    data: z.array(row),
    meta: z.object({ page: z.int(), pageSize: z.int(), total: z.int() }),
  })

/** A file in a response: its name for saving, and its content. */
export const FileAnswer = z.object({
  name: z.string(),
  bytes: z.custom<Uint8Array>((value) => value instanceof Uint8Array),
  /** The type of a private file. */
  type: z.enum(['application/pdf', 'image/webp', 'image/png']).optional(),
})

const whole = (minimum: number, maximum: number) => z.coerce.number().int().min(minimum).max(maximum)

/** A filter by another record's key. */
export const IDFilter = z.coerce.number().pipe(ID).optional()
/** A filter by several keys, separated by commas; the limit is the largest page size. */
export const IDsFilter = z
  .string()
  .transform((text) => text.split(',').map(Number))
  .pipe(z.array(ID).max(100))
  .optional()
export const BooleanFilter = z
  .enum(['true', 'false'])
  .transform((text) => text === 'true')
  .optional()

/**
 * The filters that every list takes. `from` and `to` are the first and the last day of its rows: the day that the list
 * names, or else the day of their creation. The other two are the users who created the rows and changed them last.
 */
export const commonFilters = {
  from: DayInput.optional(),
  to: DayInput.optional(),
  createdByID: IDFilter,
  modifiedByID: IDFilter,
}
export type CommonFilters = z.output<z.ZodObject<typeof commonFilters>>

/** The page sizes that the screens offer. */
export const pageSizes = [10, 25, 50, 100] as const

/**
 * Returns the schema of a list's query: page, pageSize, search, sort (`field` or `-field`), the common filters and the
 * list's own. It refuses unknown parameters. The first sortable field is the key; the default sort is the newest record
 * first.
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
    // The fields are a type parameter here, so that only a value of type `never` suits every possible list.
    sort: z.enum(sorts).default(() => `-${sortable[0]}` as never),
    ...commonFilters,
    ...filters,
  })
}
/** The fields that every list's parsed query has. */
export type ListQuery = { page: number; pageSize: number; search: string; sort: string } & CommonFilters

/**
 * The message of the failure `record.stale`, which a PUT with an outdated `updatedAt` gets. The form then shows both
 * versions.
 */
export const changedMeanwhile = 'This record was changed by someone else. Reload and try again.'
