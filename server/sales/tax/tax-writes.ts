import { type Placeholder, type SQLWrapper, sql } from 'drizzle-orm'

import { taxEntry } from '../../db/schema/tax.ts'
import type { Db, Tx } from '../../kernel/database.ts'
import type { ComputedTax } from './tax.rules.ts'

// The part of the statement of a new sale that stores its taxes.

/** The parameters of a statement with taxes; one element of each array per tax. */
export const taxParameters = ['taxDay', 'taxLines', 'taxRateIDs', 'taxAmounts', 'taxBases', 'taxes'] as const

/** Returns the values of `taxParameters`. */
export function taxValues(taxes: { day: string; entries: readonly ComputedTax[] } | null) {
  const entries = taxes?.entries ?? []
  return {
    taxDay: taxes?.day ?? null,
    // PostgreSQL counts the lines from 1. The shipping fee has no line.
    taxLines: entries.map(({ line }) => (line === null ? null : line + 1)),
    taxRateIDs: entries.map(({ taxRateID }) => taxRateID),
    taxAmounts: entries.map(({ amount }) => amount),
    taxBases: entries.map(({ base }) => base),
    taxes: entries.map(({ tax }) => tax),
  }
}

/** Returns the part of a statement that stores taxes. `made` has the sale's key, and `stored` the keys of its lines. */
export function taxPart(
  db: Db | Tx,
  { made, stored }: { made: SQLWrapper; stored: SQLWrapper },
  { taxDay, taxLines, taxRateIDs, taxAmounts, taxBases, taxes }: Record<(typeof taxParameters)[number], Placeholder>,
) {
  return db.$with('taxed').as(
    db.insert(taxEntry, 'day', 'salesTransactionID', 'salesItemID', 'taxRateID', 'amount', 'base', 'tax').select(
      // The lines were inserted in their order, so the nth key is the key of the nth line.
      () => sql`select ${taxDay}::date, made.sales_transaction_id, keys.sales_item_id, rate, amount, base, tax
          from (select sales_transaction_id from ${made}) as made, unnest(${taxLines}::int[], ${taxRateIDs}::int[],
            ${taxAmounts}::numeric[], ${taxBases}::numeric[], ${taxes}::numeric[])
            with ordinality as given (line, rate, amount, base, tax, n)
            left join (select sales_item_id, row_number() over (order by sales_item_id) as line from ${stored}) as keys
              using (line)
          order by n`,
    ),
  )
}
