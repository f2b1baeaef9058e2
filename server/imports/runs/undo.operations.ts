import { eq } from 'drizzle-orm'

import { importNames } from '../../../contract/imports/import-columns.ts'
import { keptRecordsListed } from '../../../contract/imports/imports.ts'
import { readSettings } from '../../company/settings.ts'
import { databaseError } from '../../db/database-error.ts'
import { importBatch } from '../../db/schema/imports.ts'
import { type Context, mayAct, type SignedIn } from '../../kernel/context.ts'
import { AppError, notFound } from '../../kernel/errors.ts'
import { shopDay } from '../../kernel/shop-days.ts'
import { record, stampModified } from '../../resource/records.ts'
import { inBatches, type Kind, type Kinds, namedRecords, type NamedRecords } from '../kinds/kind.ts'
import { removeMadeNames, removeNamesLeftEarlier } from './made-names.ts'
import type { ProgressReporter } from './progress.ts'
import { allowTime } from './run.operations.ts'

type ImportBatch = typeof importBatch.$inferSelect

/** Undoes an import, all its records or none. Returns a sentence about what was taken back. */
export async function undoImport(context: Context<SignedIn>, kinds: Kinds, id: number, reporter: ProgressReporter) {
  const { db } = context
  const { found, kind, blockers } = await prepareUndo(context, kinds, id)
  if (blockers.total > 0) throw new AppError('import.in_use', describeBlockers(blockers))
  const { recordIDs, changedIDs } = found
  const reportProgress = reporter('undoing', recordIDs.length + changedIDs.length)
  const { left, names } = await refuseIfReferenced(async () => {
    await inBatches(changedIDs, reportProgress, async (batch) => {
      await kind.updates!.undo(context, id, batch)
      return []
    })
    const inactive = await kind.undo(context, id, recordIDs, (done) => reportProgress(changedIDs.length + done))
    return { left: inactive, names: await removeMadeNames(context, kinds, found) }
  })
  const kept = [...left.first, ...names.kept].slice(0, keptRecordsListed)
  await db
    .update(importBatch)
    .set({
      kept,
      made: names.left,
      undoneAt: context.now,
      undoneByID: context.actor.userID,
      ...stampModified(context, found),
    })
    .where(eq(importBatch.importID, id))
  await removeNamesLeftEarlier(context, kinds)
  const after = { undoneAt: context.now, inactive: left.total }
  await record(context, { action: 'undo', entity: 'import', entityID: id, before: { undoneAt: null }, after })
  return [describeUndo(found, left), ...describeNames(names)].join('; ')
}

/** Returns the records that stand in the way of undoing an import. */
export async function findUndoBlockers(context: Context<SignedIn>, kinds: Kinds, id: number) {
  const { blockers } = await prepareUndo(context, kinds, id)
  return { total: blockers.total, records: blockers.first }
}

/** Locks an import with its records. Throws 403 and 409 when the actor may not undo it, or it is undone already. */
async function prepareUndo(context: Context<SignedIn>, kinds: Kinds, id: number) {
  const { db, actor } = context
  await allowTime(context)
  const [found] = await db.select().from(importBatch).where(eq(importBatch.importID, id)).for('update')
  if (!found) throw notFound('Import')
  if (found.createdByID !== actor.userID && !mayAct(actor, 'imports.undo_any'))
    throw new AppError('import.undo_denied', 'Only the person who imported it, or a manager, may undo an import')
  if (found.undoneAt) throw new AppError('import.undone', 'This import has been undone already')
  const kind = kinds[found.kind]
  if (kind.isFixedAfterDay && !mayAct(actor, 'imports.undo_any')) await assertSameDay(context, found.createdAt)
  return { found, kind, blockers: await findBlockers(context, kind, found) }
}

/** Finds the records that stand in the way: among those that the import created, and those that it changed. */
async function findBlockers(context: Context, kind: Kind, { importID, recordIDs, changedIDs }: ImportBatch) {
  const created = await kind.findUndoBlockers(context, importID, recordIDs)
  if (changedIDs.length === 0) return created
  const changed = await kind.updates!.findUndoBlockers(context, importID, changedIDs)
  return {
    first: [...created.first, ...changed.first].slice(0, keptRecordsListed),
    total: created.total + changed.total,
  }
}

/** Throws 403 after the shop's day of the import. */
async function assertSameDay({ db, now }: Context, importedAt: Date) {
  const { timeZone } = await readSettings(db)
  if (shopDay(timeZone, importedAt) !== shopDay(timeZone, now))
    throw new AppError('import.undo_denied', 'Only a manager may undo this import after its day')
}

/** Returns a sentence such as 'RING-001 has been sold since the import: nothing was undone'. */
function describeBlockers(blockers: NamedRecords) {
  const { total } = blockers
  const more = total > namedRecords ? `, and ${total - namedRecords} more stand in the way` : ''
  return `${listReasons(blockers)}${more} since the import: nothing was undone`
}

/** Returns a sentence such as '3 items taken back; 1 made Inactive: RING-001 is on a count sheet'. */
function describeUndo({ kind, rows, changedIDs }: ImportBatch, left: NamedRecords) {
  const { one, many } = importNames[kind]
  const count = (number: number) => `${number} ${number === 1 ? one : many}`
  const restored = changedIDs.length > 0 ? `${count(changedIDs.length)} changed back` : null
  const removed = rows > 0 || restored === null ? `${count(rows - left.total)} taken back` : null
  const done = [removed, restored].filter((part) => part !== null).join(', ')
  if (left.total === 0) return done
  const more = left.total - namedRecords
  return `${done}; ${left.total} made Inactive: ${listReasons(left)}${more > 0 ? `, and ${more} more` : ''}`
}

/** Returns sentences such as '2 categories taken back' and 'Chains stays, because it is used'. */
function describeNames({ removed, kept }: Awaited<ReturnType<typeof removeMadeNames>>): string[] {
  const more = kept.length > namedRecords ? ` and ${kept.length - namedRecords} more` : ''
  const shown = kept.slice(0, namedRecords).map(({ name }) => name)
  const why = kept.length === 1 ? `stays, because it ${kept[0]!.why}` : 'stay, because they are used or changed'
  return [
    ...removed.map(({ names, one, many }) => `${names.length} ${names.length === 1 ? one : many} taken back`),
    ...(kept.length === 0 ? [] : [`${shown.join(', ')}${more} ${why}`]),
  ]
}

const listReasons = ({ first }: NamedRecords) =>
  first
    .slice(0, namedRecords)
    .map(({ name, why }) => `${name} ${why}`)
    .join(', ')

/** Throws `import.in_use` when rows that `findUndoBlockers` does not check still refer to an imported record. */
async function refuseIfReferenced<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (databaseError(error)?.code !== '23503') throw error
    throw new AppError('import.in_use', 'Something refers to what was imported: nothing was undone')
  }
}
