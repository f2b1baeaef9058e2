import { and, asc, eq, isNotNull, sql } from 'drizzle-orm'

import { importDraftRow } from '../../db/schema/imports.ts'
import type { Db, Tx } from '../../kernel/database.ts'

// Reads the findings of the last check of a draft: the wrong rows, and the changes of records.

/** Selects the wrong rows of the last check, of one reason and column if they are given. */
export function wrongRowsWhere(
  importDraftID: number,
  { reason, column }: { reason?: string | undefined; column?: string | undefined },
) {
  const wanted = { ...(reason !== undefined && { reason }), ...(column !== undefined && { column }) }
  return and(
    eq(importDraftRow.importDraftID, importDraftID),
    isNotNull(importDraftRow.wrong),
    Object.keys(wanted).length > 0
      ? sql`${importDraftRow.wrong} -> 'problems' @> ${JSON.stringify([wanted])}::jsonb`
      : undefined,
  )
}

type Part = { skip: number; limit: number }

export async function listWrongRows(
  db: Db | Tx,
  importDraftID: number,
  { skip, limit, ...filter }: Part & Parameters<typeof wrongRowsWhere>[1],
) {
  const where = wrongRowsWhere(importDraftID, filter)
  const rows = await db
    .select({ row: importDraftRow.row, wrong: importDraftRow.wrong })
    .from(importDraftRow)
    .where(where)
    .orderBy(asc(importDraftRow.row))
    .limit(limit)
    .offset(skip)
  const total = await db.$count(importDraftRow, where)
  return {
    success: true as const,
    data: rows.map(({ row, wrong }) => ({ row, ...wrong! })),
    meta: { skip, limit, total },
  }
}

export async function listChanges(db: Db | Tx, importDraftID: number, { skip, limit }: Part) {
  const where = and(eq(importDraftRow.importDraftID, importDraftID), isNotNull(importDraftRow.change))
  const rows = await db
    .select({ row: importDraftRow.row, change: importDraftRow.change })
    .from(importDraftRow)
    .where(where)
    .orderBy(asc(importDraftRow.row))
    .limit(limit)
    .offset(skip)
  const total = await db.$count(importDraftRow, where)
  const data = rows.map(({ row, change }) => {
    const { version: _, ...shown } = change!
    return { row, ...shown }
  })
  return { success: true as const, data, meta: { skip, limit, total } }
}
