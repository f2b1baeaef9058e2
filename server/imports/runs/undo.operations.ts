import { eq } from 'drizzle-orm'

import { type ImportKind, importNames } from '../../../contract/imports/import-columns.ts'
import { readSettings } from '../../company/settings.ts'
import { databaseError } from '../../db/database-error.ts'
import { importBatch } from '../../db/schema/imports.ts'
import { type Context, mayAct, type SignedIn } from '../../kernel/context.ts'
import { AppError, notFound } from '../../kernel/errors.ts'
import { shopDay } from '../../kernel/shop-days.ts'
import { record, stampModified } from '../../resource/records.ts'
import type { Kinds, NamedRecords } from '../kinds/kind.ts'
import type { ProgressReporter } from './progress.ts'
import { allowTime } from './run.operations.ts'

/** Undoes an import, all its records or none. Returns a sentence about what was taken back. */
export async function undoImport(context: Context<SignedIn>, kinds: Kinds, id: number, reporter: ProgressReporter) {
  const { db } = context
  await allowTime(context)
  const [found] = await db.select().from(importBatch).where(eq(importBatch.importID, id)).for('update')
  if (!found) throw notFound('Import')
  if (found.createdByID !== context.actor.userID && !mayAct(context.actor, 'imports.undo_any'))
    throw new AppError('import.undo_denied', 'Only the person who imported it, or a manager, may undo an import')
  if (found.undoneAt) throw new AppError('import.undone', 'This import has been undone already')
  const kind = kinds[found.kind]
  if (kind.isFixedAfterDay && !mayAct(context.actor, 'imports.undo_any')) await assertSameDay(context, found.createdAt)
  const blockers = await kind.findUndoBlockers(context, id, found.recordIDs)
  if (blockers.total > 0) throw new AppError('import.in_use', describeBlockers(blockers))
  const reportProgress = reporter('undoing', found.recordIDs.length)
  const left = await refuseIfReferenced(() => kind.undo(context, id, found.recordIDs, reportProgress))
  await db
    .update(importBatch)
    .set({ undoneAt: context.now, undoneByID: context.actor.userID, ...stampModified(context, found) })
    .where(eq(importBatch.importID, id))
  const after = { undoneAt: context.now, inactive: left.total }
  await record(context, { action: 'undo', entity: 'import', entityID: id, before: { undoneAt: null }, after })
  return describeUndo(found.kind, found.rows, left)
}

/** Throws 403 after the shop's day of the import. */
async function assertSameDay({ db, now }: Context, importedAt: Date) {
  const { timeZone } = await readSettings(db)
  if (shopDay(timeZone, importedAt) !== shopDay(timeZone, now))
    throw new AppError('import.undo_denied', 'Only a manager may undo this import after its day')
}

/** Returns a sentence such as 'RING-001 has been sold since the import: nothing was undone'. */
function describeBlockers(blockers: NamedRecords) {
  const { first, total } = blockers
  const more = total > first.length ? `, and ${total - first.length} more stand in the way` : ''
  return `${listReasons(blockers)}${more} since the import: nothing was undone`
}

/** Returns a sentence such as '3 items taken back; 1 made Inactive: RING-001 is on a count sheet'. */
function describeUndo(kind: ImportKind, rows: number, left: NamedRecords) {
  const { one, many } = importNames[kind]
  const gone = rows - left.total
  const removed = `${gone} ${gone === 1 ? one : many} taken back`
  if (left.total === 0) return removed
  const more = left.total - left.first.length
  return `${removed}; ${left.total} made Inactive: ${listReasons(left)}${more > 0 ? `, and ${more} more` : ''}`
}

const listReasons = ({ first }: NamedRecords) => first.map(({ name, why }) => `${name} ${why}`).join(', ')

/** Throws `import.in_use` when rows that `findUndoBlockers` does not check still refer to an imported record. */
async function refuseIfReferenced<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (databaseError(error)?.code !== '23503') throw error
    throw new AppError('import.in_use', 'Something refers to what was imported: nothing was undone')
  }
}
