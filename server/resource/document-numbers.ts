import { type Placeholder, sql } from 'drizzle-orm'

import type { DocumentKind } from '../../contract/shared/screens.ts'
import { documentNumber } from '../db/schema/shared.ts'
import type { Db, Tx } from '../kernel/database.ts'

/**
 * Takes the next number of its kind in this year, as `SO-2026-000001`: a statement of its own, or part of another as a
 * `with`. A transaction that is undone gives its number back, so that there are no gaps; for that the others wait until
 * it ends: take the number as late as can be.
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

/** The number that `numberTaken` takes. */
export async function takeNumber(db: Db | Tx, kind: DocumentKind, year: number): Promise<string> {
  const [taken] = await numberTaken(db, kind, year)
  return taken!.number
}
