import { and, asc, eq, gt, isNotNull, or, sql } from 'drizzle-orm'

import type { LegacyEncoding } from '../../../contract/imports/imports.ts'
import {
  type Cells,
  countBeforeLastGroup,
  createRowMapper,
  gatherCells,
  listSurplus,
} from '../../../contract/imports/mapping-rules.ts'
import { importDraft, importDraftRow, type StoredChange } from '../../db/schema/imports.ts'
import type { Db, Tx } from '../../kernel/database.ts'
import type { CheckedRow } from '../checking/check.ts'
import { describeChange } from '../checking/read-change.ts'
import type { MappedRow } from '../checking/read-row.ts'
import { type FileRow, readCells } from '../files/file.ts'
import { rowsAtOnce } from '../kinds/kind.ts'
import { countCharacters, inChunks } from './chunks.ts'

type Draft = typeof importDraft.$inferSelect

/**
 * Writes the rows of a file to a draft, and returns their number. A batch is one parameter. The connections work in
 * pipeline mode, in which the driver offers no COPY.
 */
export async function storeRows(db: Db | Tx, importDraftID: number, rows: Iterable<FileRow>): Promise<number> {
  let count = 0
  for (const batch of inChunks(rows, ({ cells, raw }) => countCharacters(cells) + countCharacters(raw ?? []))) {
    await db.execute(sql`insert into ${importDraftRow} (import_draft_id, row_number, cells, raw)
      select ${importDraftID}, given."row", given.cells, given.raw
      from jsonb_to_recordset(${JSON.stringify(batch)}::jsonb) as given ("row" int, cells jsonb, raw jsonb)`)
    count += batch.length
  }
  return count
}

/**
 * Reads the rows of a draft in batches, in the order of the file, so that memory never holds the whole file. Rows that
 * give each other texts are never parted.
 */
async function* readBatches(db: Db | Tx, { importDraftID, mapping: { groups } }: Draft, size: number) {
  let kept: (typeof importDraftRow.$inferSelect)[] = []
  for (let last = 0; ;) {
    const batch = await db
      .select()
      .from(importDraftRow)
      .where(and(eq(importDraftRow.importDraftID, importDraftID), gt(importDraftRow.row, last)))
      .orderBy(asc(importDraftRow.row))
      .limit(size)
    const isLast = batch.length < size
    const rows = [...kept, ...batch]
    const whole = groups && !isLast ? countBeforeLastGroup(rows, groups) : rows.length
    if (whole > 0) yield groups ? gatherCells(rows.slice(0, whole), groups) : rows
    if (isLast) return
    kept = rows.slice(whole)
    last = batch.at(-1)!.row
  }
}

/** A batch of a draft's rows in our columns. `leftOut` counts the rows of the batch that a person left out. */
export type MappedBatch = { rows: StagedRow[]; leftOut: number; done: number }
/** A row with the change of a record that the last check found for it. */
export type StagedRow = MappedRow & { staged: StoredChange | null }

/** Reads the rows of a draft in our columns, with the corrections, in batches. Rows that are no record are skipped. */
export async function* readMapped(db: Db | Tx, draft: Draft, size = rowsAtOnce): AsyncGenerator<MappedBatch> {
  const map = createRowMapper(draft.mapping, draft.header)
  let done = 0
  for await (const batch of readBatches(db, draft, size)) {
    const mapped = mapRows(batch, map, draft.header)
    for (const rows of inChunks(
      mapped,
      ({ cells }) => (cells ? countCharacters(Object.values(cells)) : 0),
      batch.length,
    )) {
      done += rows.length
      yield {
        rows: rows.flatMap(({ row, cells, isOut, corrected, change, surplus }) =>
          cells && !isOut ? [{ row, staged: change, surplus, ...correct(cells, corrected) }] : [],
        ),
        leftOut: rows.filter(({ cells, isOut }) => cells && isOut).length,
        done,
      }
    }
  }
}

/** Maps rows one by one, so that no more mapped texts exist at once than a batch may have. */
function* mapRows(
  rows: readonly (typeof importDraftRow.$inferSelect)[],
  map: ReturnType<typeof createRowMapper>,
  header: readonly string[],
): Generator<{
  row: number
  cells: Cells | null
  isOut: boolean
  corrected: Cells | null
  change: StoredChange | null
  surplus: string[]
}> {
  for (const { row, cells, corrected, leftOut, change } of rows)
    yield { row, cells: map(cells, row - 1), isOut: leftOut, corrected, change, surplus: listSurplus(cells, header) }
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

/** Reads the stored cells of a draft in another encoding. */
export async function decodeRows(db: Db | Tx, importDraftID: number, encoding: LegacyEncoding) {
  const { row, raw } = importDraftRow
  for (let last = 0; ;) {
    const batch = await db
      .select({ row, raw })
      .from(importDraftRow)
      .where(and(eq(importDraftRow.importDraftID, importDraftID), gt(row, last)))
      .orderBy(asc(row))
      .limit(rowsAtOnce)
    if (batch.length === 0) return
    const decoded = batch.map((one) => ({ row: one.row, cells: readCells(one.raw!, encoding) }))
    for (const rows of inChunks(decoded, ({ cells }) => countCharacters(cells)))
      await db.execute(sql`update ${importDraftRow} set cells = given.cells
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given ("row" int, cells jsonb)
        where import_draft_id = ${importDraftID} and row_number = given."row"`)
    last = batch.at(-1)!.row
  }
}

/** Removes the findings of an earlier check. */
export const clearFindings = (db: Db | Tx, importDraftID: number) =>
  db
    .update(importDraftRow)
    .set({ wrong: null, change: null })
    .where(
      and(
        eq(importDraftRow.importDraftID, importDraftID),
        or(isNotNull(importDraftRow.wrong), isNotNull(importDraftRow.change)),
      ),
    )

/** Stores the wrong rows and the changes of records that a check found in a batch. */
export async function storeFindings(db: Db | Tx, importDraftID: number, rows: readonly CheckedRow<unknown>[]) {
  const found = rows
    .filter(({ outcome }) => outcome === 'wrong' || outcome === 'changed')
    .map(({ row, cells, problems, outcome, change }) => ({
      row,
      wrong: outcome === 'wrong' ? { cells, problems } : null,
      change: outcome === 'changed' ? describeChange(change!) : null,
    }))
  const texts = ({ wrong, change }: (typeof found)[number]) =>
    wrong ? Object.values(wrong.cells) : (change?.fields ?? []).flatMap(({ before, after }) => [before, after])
  for (const batch of inChunks(found, (one) => countCharacters(texts(one))))
    await db.execute(sql`update ${importDraftRow} set wrong = found.wrong, change = found.change
      from jsonb_to_recordset(${JSON.stringify(batch)}::jsonb) as found ("row" int, wrong jsonb, change jsonb)
      where import_draft_id = ${importDraftID} and row_number = found."row"`)
}

/** Lists the keys of the records that a draft changes by its last check. */
export async function listChangedRecords(db: Db | Tx, importDraftID: number): Promise<number[]> {
  const rows = await db
    .select({ id: sql<number>`(${importDraftRow.change} ->> 'recordID')::int` })
    .from(importDraftRow)
    .where(and(eq(importDraftRow.importDraftID, importDraftID), isNotNull(importDraftRow.change)))
  return rows.map(({ id }) => id)
}
