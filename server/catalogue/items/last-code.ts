import { sql } from 'drizzle-orm'

import { item } from '../../db/schema/catalogue.ts'
import type { Context } from '../../kernel/context.ts'

/** Returns the highest number that a code of items has between two texts, in any case; 0 when no code has one. */
export async function findLastCode(
  { db }: Pick<Context, 'db'>,
  code: typeof item.itemCode | typeof item.barcode,
  before: string,
  after: string,
): Promise<number> {
  const { rows } = await db.execute<{ last: number }>(sql`
    with ends as (select lower(${before}::text) as before, lower(${after}::text) as after),
      codes as (select lower(${code}) as code from ${item}),
      cut as (
        select substring(left(code, char_length(code) - char_length(after)) from char_length(before) + 1) as number
        from codes, ends
        where starts_with(code, before) and right(code, char_length(after)) = after)
    select coalesce(max(number::int), 0)::int as last from cut where number ~ '^[0-9]{1,9}$'`)
  return rows[0]!.last
}
