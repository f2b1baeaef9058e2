import { eq, inArray, sql } from 'drizzle-orm'

import type { DraftCheck, importDrafts } from '../../../contract/imports/drafts.ts'
import type { Fix } from '../../../contract/imports/fixes.ts'
import { type ImportKind, listImportColumns } from '../../../contract/imports/import-columns.ts'
import { listUnmapped } from '../../../contract/imports/mapping-rules.ts'
import { chooseMapping, sampleRows } from '../../../contract/imports/proposal-rules.ts'
import type { Received, UploadedFile } from '../../../contract/shared/endpoint.ts'
import { importDraft, importDraftRow } from '../../db/schema/imports.ts'
import { type Context, seesCosts, type SignedIn } from '../../kernel/context.ts'
import type { Db } from '../../kernel/database.ts'
import { AppError } from '../../kernel/errors.ts'
import { assertUnchanged, stampCreated, stampModified } from '../../resource/records.ts'
import { createChecker } from '../checking/check.ts'
import { createSummary } from '../checking/summary.ts'
import { openFile } from '../files/file.ts'
import type { Kinds } from '../kinds/kind.ts'
import { savedMappingsOf } from '../mappings/mappings.queries.ts'
import { uploadNameOf } from '../runs/one-shot.operations.ts'
import type { ProgressReporter } from '../runs/progress.ts'
import { allowTime, lockKind, prepareTransaction, runImport } from '../runs/run.operations.ts'
import { continueCounters, continueFixes } from './counters.ts'
import { clearFindings, listChangedRecords, readMapped, storeFindings, storeRows } from './draft-rows.ts'
import { columnsFor, type Draft, findDraft, isOver } from './drafts.queries.ts'

type Calls = typeof importDrafts
type Body<Call extends 'run'> = Received<Calls[Call]>['body']

/** Reads a file and keeps it as a draft of the caller. */
export async function createImportDraft(
  context: Context<SignedIn>,
  kinds: Kinds,
  { kind }: { kind: ImportKind },
  [upload]: UploadedFile[],
): Promise<Draft> {
  if (!upload) throw new AppError('import.file_required', 'Choose a file', { field: 'file' })
  const { db } = context
  await allowTime(context)
  const { header, rows, ...origin } = await openFile(upload.bytes)
  const columns = listImportColumns(kind, seesCosts(context.actor))
  const saved = await savedMappingsOf(db, kind)
  const { mapping, name, fixes } = chooseMapping(kind, columns, header, takeCells(rows(), sampleRows), saved)
  const values = {
    kind,
    fileName: uploadNameOf(upload),
    ...origin,
    header,
    rows: 0,
    mapping: await continueCounters(context, kinds[kind], mapping),
    mappingName: name,
    fixes,
  }
  const [made] = await db
    .insert(importDraft)
    .values({ ...values, ...stampCreated(context) })
    .returning()
  const { importDraftID } = made!
  const count = await storeRows(db, importDraftID, rows())
  if (count === 0) throw new AppError('import.empty', 'There is nothing to import in this file', { field: 'file' })
  const [draft] = await db
    .update(importDraft)
    .set({ rows: count, fixes: await continueDraftFixes(context, kinds, made!, fixes) })
    .where(eq(importDraft.importDraftID, importDraftID))
    .returning()
  return draft!
}

/** Lets the patterns of fixes continue the codes that the shop and the file have by the draft's mapping. */
export const continueDraftFixes = (context: Context<SignedIn>, kinds: Kinds, draft: Draft, fixes: readonly Fix[]) =>
  continueFixes(context, kinds[draft.kind], fixes, () => readMapped(context.db, draft))

/** Returns the cells of the first rows. */
export function takeCells(rows: Iterable<{ cells: string[] }>, count: number) {
  const taken: string[][] = []
  for (const { cells } of rows) {
    if (taken.push(cells) === count) break
  }
  return taken
}

/** Deletes the caller's draft with its rows. */
export async function removeDraft(context: Context<SignedIn>, id: number) {
  const { importDraftID } = await findDraft(context, id, { lock: true })
  await context.db.delete(importDraft).where(eq(importDraft.importDraftID, importDraftID))
}

/** Deletes the drafts that are over. */
export const deleteOldDrafts = ({ db }: { db: Db | Context['db'] }) => db.delete(importDraft).where(isOver)

/**
 * Deletes the drafts whose files match a pattern with the details of a person. Their owners still have the files. An
 * empty pattern would match all.
 */
export async function deleteDraftsNaming({ db }: Pick<Context, 'db'>, pattern: string) {
  if (pattern === '') return
  const { importDraftID, cells, corrected, change } = importDraftRow
  const named = sql`${cells}::text ~* ${pattern} or ${corrected}::text ~* ${pattern} or ${change}::text ~* ${pattern}`
  await db
    .delete(importDraft)
    .where(inArray(importDraft.importDraftID, db.select({ id: importDraftID }).from(importDraftRow).where(named)))
}

/** Changes a draft, whose last check then says nothing about it. */
export async function changeDraft(context: Context<SignedIn>, before: Draft, changes: Partial<Draft>): Promise<Draft> {
  const [draft] = await context.db
    .update(importDraft)
    .set({ check: null, ...changes, ...stampModified(context, before) })
    .where(eq(importDraft.importDraftID, before.importDraftID))
    .returning()
  return draft!
}

export async function lockDraft(context: Context<SignedIn>, id: number, updatedAt: Date | undefined): Promise<Draft> {
  const draft = await findDraft(context, id, { lock: true })
  assertUnchanged(draft, updatedAt)
  return draft
}

/** Creates the checker of a draft, and a function that throws 422 when the mapping lacks what new records need. */
function checkerFor(context: Context<SignedIn>, kinds: Kinds, draft: Draft, isImport: boolean) {
  const columns = columnsFor(context, draft)
  const unmapped = listUnmapped(draft.mapping, columns).map(({ label }) => label)
  const known = new Set(columns.map(({ key }) => key))
  // A column that was hidden from this person meanwhile is left out.
  const mapping = { ...draft.mapping, columns: draft.mapping.columns.filter(({ key }) => known.has(key)) }
  const { separator, kind, fixes } = draft
  const checker = createChecker(context, {
    kind: kinds[kind],
    columns,
    separator,
    fixes,
    mapping,
    isImport,
    changesExisting: true,
  })
  /** A file of records that exist needs no other columns than those that it changes. */
  const assertMapped = () => {
    if (unmapped.length > 0 && !checker.hasFoundRecords())
      throw new AppError('import.mapping_incomplete', `Choose where these come from: ${unmapped.join(', ')}`, {
        field: 'mapping',
      })
  }
  return { columns, checker, assertMapped }
}

/** Checks all rows of a draft, and stores what it finds. */
export async function checkDraft(
  context: Context<SignedIn>,
  kinds: Kinds,
  id: number,
  reporter: ProgressReporter,
): Promise<Draft> {
  const { db } = context
  const draft = await findDraft(context, id, { lock: true })
  await prepareTransaction(context)
  const { checker, columns, assertMapped } = checkerFor(context, kinds, draft, false)
  await clearFindings(db, id)
  const summary = createSummary()
  const found = { rows: 0, wrong: 0, created: 0, changed: 0, same: 0, leftOut: 0 }
  const notTaken = new Map<string, number>()
  const reportProgress = reporter('checking', draft.rows)
  for await (const { rows, leftOut, done } of readMapped(db, draft)) {
    const checked = await checker.check(rows)
    found.leftOut += leftOut
    for (const row of checked) {
      found[row.outcome]++
      if (row.outcome !== 'leftOut') found.rows++
      if (row.outcome === 'wrong') summary.add(row)
      if (row.outcome === 'same' || row.outcome === 'changed')
        for (const column of row.notTaken) notTaken.set(column, (notTaken.get(column) ?? 0) + 1)
    }
    await storeFindings(db, id, checked)
    reportProgress(done)
  }
  assertMapped()
  const check: DraftCheck = {
    ...found,
    reasons: summary.groups(draft.kind, columns, checker),
    fixedRows: checker.fixedRows(),
    notTaken: [...notTaken].map(([column, rows]) => ({ column, rows })),
  }
  return changeDraft(context, draft, { check })
}

/** Imports a checked draft and deletes it. */
export async function importDraftRows(
  context: Context<SignedIn>,
  kinds: Kinds,
  id: number,
  { leaveOutWrong, keepExisting, publish, updatedAt }: Body<'run'>,
  reporter: ProgressReporter,
) {
  const { db } = context
  await prepareTransaction(context)
  // The second of two imports of one draft waits here, and then finds no draft.
  const draft = await lockDraft(context, id, updatedAt)
  if (!draft.check)
    throw new AppError('import.not_checked', 'Something changed since the last check. Check the file, then import it')
  await lockKind(context, draft.kind)
  const { checker } = checkerFor(context, kinds, draft, true)
  const rules = kinds[draft.kind]
  if (!keepExisting) await rules.updates?.lock(context, await listChangedRecords(db, id))
  const done = await runImport(context, {
    kind: draft.kind,
    rules,
    fileName: draft.fileName,
    checker,
    batches: readMapped(db, draft),
    total: draft.rows,
    leaveOutWrong,
    keepExisting,
    publish,
    reporter,
  })
  await db.delete(importDraft).where(eq(importDraft.importDraftID, id))
  return done
}
