import { and, asc, eq, gt, isNotNull, sql } from 'drizzle-orm'

import { type Cells, createRowMapper } from '../../../contract/imports/mapping-rules.ts'
import { importDraft, importDraftRow } from '../../db/schema/imports.ts'
import type { Db, Tx } from '../../kernel/database.ts'
import type { CheckedRow, MappedRow } from '../checking/check.ts'
import type { FileRow } from '../files/file.ts'
import { rowsAtOnce } from '../kinds/kind.ts'

type Draft = typeof importDraft.$inferSelect

/**
 * Writes the rows of a file to a draft, and returns their number. A batch is one parameter. The connections work in
 * pipeline mode, in which the driver offers no COPY.
 */
export async function storeRows(db: Db | Tx, importDraftID: number, rows: Iterable<FileRow>): Promise<number> {
  let count = 0
  for (const batch of inChunks(rows, rowsAtOnce)) {
    await db.execute(sql`insert into ${importDraftRow} (import_draft_id, row_number, cells)
      select ${importDraftID}, given."row", given.cells
      from jsonb_to_recordset(${JSON.stringify(batch)}::jsonb) as given ("row" int, cells jsonb)`)
    count += batch.length
  }
  return count
}

function* inChunks<T>(all: Iterable<T>, size: number): Generator<T[], void> {
  let chunk: T[] = []
  for (const one of all) {
    if (chunk.push(one) < size) continue
    yield chunk
    chunk = []
  }
  if (chunk.length > 0) yield chunk
}

/** Reads the rows of a draft in batches, in the order of the file, so that memory never holds the whole file. */
async function* readBatches(db: Db | Tx, importDraftID: number, size: number) {
  for (let last = 0; ;) {
    const batch = await db
      .select()
      .from(importDraftRow)
      .where(and(eq(importDraftRow.importDraftID, importDraftID), gt(importDraftRow.row, last)))
      .orderBy(asc(importDraftRow.row))
      .limit(size)
    if (batch.length > 0) yield batch
    if (batch.length < size) return
    last = batch.at(-1)!.row
  }
}

/** A batch of a draft's rows in our columns. `leftOut` counts the rows of the batch that a person left out. */
export type MappedBatch = { rows: MappedRow[]; leftOut: number; done: number }

/** Reads the rows of a draft in our columns, with the corrections, in batches. Rows that are no record are skipped. */
export async function* readMapped(db: Db | Tx, draft: Draft, size = rowsAtOnce): AsyncGenerator<MappedBatch> {
  const map = createRowMapper(draft.mapping, draft.header)
  let done = 0
  for await (const batch of readBatches(db, draft.importDraftID, size)) {
    const rows: MappedRow[] = []
    let leftOut = 0
    for (const { row, cells, corrected, leftOut: isOut } of batch) {
      const mapped = map(cells, row - 1)
      if (mapped && isOut) leftOut++
      else if (mapped) rows.push({ row, ...correct(mapped, corrected) })
    }
    done += batch.length
    yield { rows, leftOut, done }
  }
}

const correct = (cells: Cells, corrected: Cells | null) =>
  corrected === null ? { cells } : { cells: { ...cells, ...corrected }, corrected: new Set(Object.keys(corrected)) }

/** Reads the first rows of a draft as the file has them. */
export const readFirstRows = (db: Db | Tx, importDraftID: number, count: number) =>
  db
    .select({ row: importDraftRow.row, cells: importDraftRow.cells })
    .from(importDraftRow)
    .where(eq(importDraftRow.importDraftID, importDraftID))
    .orderBy(asc(importDraftRow.row))
    .limit(count)

/** Removes the findings of an earlier check. */
export const clearFindings = (db: Db | Tx, importDraftID: number) =>
  db
    .update(importDraftRow)
    .set({ wrong: null })
    .where(and(eq(importDraftRow.importDraftID, importDraftID), isNotNull(importDraftRow.wrong)))

/** Stores the wrong rows that a check found in a batch. */
export async function storeFindings(db: Db | Tx, importDraftID: number, rows: readonly CheckedRow<unknown>[]) {
  const found = rows.flatMap(({ row, cells, problems, outcome }) =>
    outcome === 'wrong' ? [{ row, wrong: { cells, problems } }] : [],
  )
  if (found.length === 0) return
  await db.execute(sql`update ${importDraftRow} set wrong = found.wrong
    from jsonb_to_recordset(${JSON.stringify(found)}::jsonb) as found ("row" int, wrong jsonb)
    where import_draft_id = ${importDraftID} and row_number = found."row"`)
}
