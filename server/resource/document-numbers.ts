import { type Placeholder, sql } from 'drizzle-orm'

import type { DocumentKind } from '../../contract/shared/screens.ts'
import { documentNumber } from '../db/schema/shared.ts'
import type { Db, Tx } from '../kernel/database.ts'

/**
 * Returns the statement that takes the next number of its kind and year, such as `SO-2026-000001`. It runs alone or in
 * the `with` clause of another statement. A rollback gives the number back, so that there are no gaps. The number stays
 * locked until the commit, so take it as late as possible.
 */
export const numberTaken = (db: Db | Tx, kind: DocumentKind, year: number | Placeholder) =>
  db
    .insert(documentNumber)
    .values({ kind, year, last: 1 })
    .onConflictDoUpdate({
      target: [documentNumber.kind, documentNumber.year],
      set: { last: sql`${documentNumber.last} + 1` },
    })
    .returning({ number: numberText.as('number') })

const numberText = sql<string>`${documentNumber.kind} || '-' || ${documentNumber.year} || '-'
  || lpad(${documentNumber.last}::text, greatest(6, length(${documentNumber.last}::text)), '0')`

/** Takes the next number of its kind and year. The lock rule of `numberTaken` applies. */
export async function takeNumber(db: Db | Tx, kind: DocumentKind, year: number): Promise<string> {
  const [taken] = await numberTaken(db, kind, year)
  return taken!.number
}
