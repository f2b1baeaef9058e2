import { sql } from 'drizzle-orm'

import type { Db, Tx } from './client.ts'
import { documentNumber } from './schema.ts'

/** Sales, purchase orders, stock transfers and stock counts. */
type Kind = 'SO' | 'PO' | 'ST' | 'SC'

/**
 * The next number of its kind in this year, as `SO-2026-000001`. A transaction that is undone gives its number back,
 * so that there are no gaps; for that the others wait until it ends: take the number as late as can be.
 */
export async function takeNumber(db: Db | Tx, kind: Kind, year: number): Promise<string> {
  const [taken] = await db
    .insert(documentNumber)
    .values({ kind, year, last: 1 })
    .onConflictDoUpdate({
      target: [documentNumber.kind, documentNumber.year],
      set: { last: sql`${documentNumber.last} + 1` },
    })
    .returning({ last: documentNumber.last })
  return `${kind}-${year}-${String(taken!.last).padStart(6, '0')}`
}
