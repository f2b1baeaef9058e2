import { and, asc, eq, isNotNull, sql } from 'drizzle-orm'

import { importNames } from '../../../contract/imports/import-columns.ts'
import { csvStream } from '../../db/csv-stream.ts'
import { importDraftRow } from '../../db/schema/imports.ts'
import { openSnapshot } from '../../db/snapshot.ts'
import { StreamedFile } from '../../http/serve.ts'
import type { Context } from '../../kernel/context.ts'
import type { Db, Tx } from '../../kernel/database.ts'
import { columnsFor, type Draft, problemsHeading } from './drafts.queries.ts'

// What the last check of a draft found: the wrong rows, and the changes of records.

/** Selects the wrong rows of the last check, of one reason and column if they are given. */
function wrongRowsWhere(
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

type Page = { page: number; pageSize: number }

export async function listWrongRows(
  db: Db | Tx,
  importDraftID: number,
  { page, pageSize, ...filter }: Page & Parameters<typeof wrongRowsWhere>[1],
) {
  const where = wrongRowsWhere(importDraftID, filter)
  const rows = await db
    .select({ row: importDraftRow.row, wrong: importDraftRow.wrong })
    .from(importDraftRow)
    .where(where)
    .orderBy(asc(importDraftRow.row))
    .limit(pageSize)
    .offset((page - 1) * pageSize)
  const total = await db.$count(importDraftRow, where)
  return {
    success: true as const,
    data: rows.map(({ row, wrong }) => ({ row, ...wrong! })),
    meta: { page, pageSize, total },
  }
}

export async function listChanges(db: Db | Tx, importDraftID: number, { page, pageSize }: Page) {
  const where = and(eq(importDraftRow.importDraftID, importDraftID), isNotNull(importDraftRow.change))
  const rows = await db
    .select({ row: importDraftRow.row, change: importDraftRow.change })
    .from(importDraftRow)
    .where(where)
    .orderBy(asc(importDraftRow.row))
    .limit(pageSize)
    .offset((page - 1) * pageSize)
  const total = await db.$count(importDraftRow, where)
  const data = rows.map(({ row, change }) => ({ row, ...change! }))
  return { success: true as const, data, meta: { page, pageSize, total } }
}

/**
 * Returns the wrong rows as a file that can be mended and sent alone. It has our columns, with what mapping and fixes
 * put into them, because a row may take cells from the row above. A further column says what is wrong.
 */
export async function streamWrongRows(
  db: Db | Tx,
  context: Context,
  draft: Draft,
  filter: Parameters<typeof wrongRowsWhere>[1],
) {
  const columns = columnsFor(context, draft)
  const snapshot = await openSnapshot(db, context.gone)
  try {
    const where = wrongRowsWhere(draft.importDraftID, filter)
    const select = sql`select ${importDraftRow.wrong}::text as wrong from ${importDraftRow} where ${where} order by ${asc(importDraftRow.row)}`
    const [count] = await snapshot.query<{ rows: number }>(
      sql`select count(*)::int as rows from (${select}) as counted`,
    )
    const content = await csvStream(snapshot, select, {
      header: [...columns.map(({ label }) => label), problemsHeading],
      cells: ({ wrong }) => {
        const { cells, problems } = JSON.parse(String(wrong)) as NonNullable<
          (typeof importDraftRow.$inferSelect)['wrong']
        >
        return [...columns.map(({ key }) => cells[key] ?? ''), problems.map(({ message }) => message).join('; ')]
      },
    })
    return new StreamedFile(`${importNames[draft.kind].title.toLowerCase()}-wrong-rows.csv`, count!.rows, content)
  } catch (error) {
    await snapshot.close()
    throw error
  }
}
