import { aliasedTable, and, eq, sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'

import {
  columnLabelOf,
  type ImportKind,
  importNames,
  listImportColumns,
} from '../../contract/imports/import-columns.ts'
import { type Correction, imports } from '../../contract/imports/imports.ts'
import type { UploadedFile } from '../../contract/shared/endpoint.ts'
import { readSettings } from '../company/settings.ts'
import { databaseError } from '../db/database-error.ts'
import { locks } from '../db/locks.ts'
import { joinNamesInSql, userName } from '../db/names.ts'
import { importBatch } from '../db/schema/imports.ts'
import { user } from '../db/schema/people.ts'
import { serve, serveRecord } from '../http/serve.ts'
import { type Context, seesCosts, type SignedIn, mayAct } from '../kernel/context.ts'
import type { Db, Tx } from '../kernel/database.ts'
import { AppError, notFound } from '../kernel/errors.ts'
import { shopDay } from '../kernel/shop-days.ts'
import { equalsCondition, listPage, searchCondition, commonCondition } from '../resource/list.ts'
import { stampCreated, stampModified, ok, record } from '../resource/records.ts'
import { type Checked, checkRows } from './check.ts'
import { readFile } from './file.ts'
import type { NamedRecords, Kind } from './kind.ts'
import { matchPictures } from './pictures.ts'
import { progressOf, type ProgressReporter, withProgress } from './progress.ts'

export type Kinds = Record<ImportKind, Kind>

type Form = { kind: ImportKind; corrections?: Correction[] | undefined }

export function importRoutes(app: FastifyInstance, kinds: Kinds) {
  serve(app, imports.list, async ({ query }, { db }) => {
    const select = selectImports(db).where(
      and(
        searchCondition(query.search, [importBatch.fileName, userName]),
        equalsCondition(importBatch.kind, query.kind),
        await commonCondition(db, query, importBatch),
      ),
    )
    return listPage(db, query, select.$dynamic(), {
      importID: importBatch.importID,
      fileName: importBatch.fileName,
      rows: importBatch.rows,
      createdAt: importBatch.createdAt,
    })
  })

  serveRecord(app, imports.get, async (db, id) => ok(await findImport(db, id)))

  serve(app, imports.progress, async (_, { db, actor }) => ok(await progressOf(db, actor.userID)))

  serve(app, imports.matchPictures, async ({ body }, { db }) => ok(await matchPictures(db, body.names)))

  serve(app, imports.check, ({ body, files }, context) =>
    withProgress(app.db, context.actor.userID, async (reporter) => {
      await allowTime(context)
      const absent = body.createMissing ? 'to be made' : 'wrong'
      const { rows: _, total, ...checked } = await check(context, kinds, body, files.file, absent, reporter)
      return ok({ rows: total, ...checked })
    }),
  )

  serve(app, imports.create, ({ body, files }, context) =>
    withProgress(app.db, context.actor.userID, async (reporter) => {
      const { db } = context
      const { kind } = body
      await allowTime(context)
      // The lock makes imports of a kind run one after the other. So a second import of the same file reports each
      // repeated row instead of failing as a whole.
      await db.execute(sql`select pg_advisory_xact_lock(${locks.imports}, hashtext(${kind}))`)
      const { rows, wrong, wrongRows } = await check(
        context,
        kinds,
        body,
        files.file,
        body.createMissing ? 'make' : 'wrong',
        reporter,
      )
      if (wrong > 0) throw new AppError('import.rows_wrong', refusal(kind, { wrong, wrongRows }), { field: 'file' })
      if (rows.length === 0)
        throw new AppError('import.empty', 'There is nothing to import in this file', { field: 'file' })

      const [row] = await db
        .insert(importBatch)
        .values({ kind, fileName: nameOf(files.file), rows: rows.length, recordIDs: [], ...stampCreated(context) })
        .returning()
      const { importID } = row!
      const recordIDs = await kinds[kind].insert(context, importID, rows, reporter('importing', rows.length), {
        publish: body.publish ?? false,
      })
      await db.update(importBatch).set({ recordIDs }).where(eq(importBatch.importID, importID))
      const { recordIDs: _, ...after } = row!
      // This audit row comes last, so that any later audit row of a record means a change after the import.
      await record(context, { action: 'create', entity: 'import', entityID: importID, before: null, after })
      const waiting = await kinds[kind].describeWaiting?.(context, recordIDs)
      return ok(await findImport(db, importID), waiting ?? undefined)
    }),
  )

  serve(app, imports.undo, ({ id }, context) =>
    withProgress(app.db, context.actor.userID, async (reporter) => {
      const { db } = context
      await allowTime(context)
      const [found] = await db.select().from(importBatch).where(eq(importBatch.importID, id)).for('update')
      if (!found) throw notFound('Import')
      if (found.createdByID !== context.actor.userID && !mayAct(context.actor, 'imports.undo_any'))
        throw new AppError('import.undo_denied', 'Only the person who imported it, or a manager, may undo an import')
      if (found.undoneAt) throw new AppError('import.undone', 'This import has been undone already')
      const kind = kinds[found.kind]
      if (kind.isFixedAfterDay && !mayAct(context.actor, 'imports.undo_any'))
        await assertSameDay(context, found.createdAt)
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
      return ok(await findImport(db, id), undone(found.kind, found.rows, left))
    }),
  )
}

/** Throws 403 after the shop's day of the import. */
async function assertSameDay({ db, now }: Context, importedAt: Date) {
  const { timeZone } = await readSettings(db)
  if (shopDay(timeZone, importedAt) !== shopDay(timeZone, now))
    throw new AppError('import.undo_denied', 'Only a manager may undo this import after its day')
}

/** Extends the timeouts: an import takes longer than other requests, and may wait for another import of this size. */
const allowTime = ({ db }: Context) =>
  db.execute(sql`select set_config('statement_timeout', '5min', true), set_config('lock_timeout', '2min', true)`)

/** Reads and checks the uploaded file. */
async function check(
  context: Context<SignedIn>,
  kinds: Kinds,
  { kind, corrections }: Form,
  [file]: UploadedFile[],
  absent: Parameters<typeof checkRows>[4],
  reporter: ProgressReporter,
) {
  if (!file) throw new AppError('import.file_required', 'Choose a file', { field: 'file' })
  const columns = listImportColumns(kind, seesCosts(context.actor))
  const read = await readFile(file.bytes, columns, corrections)
  const { lines, ...how } = read
  const reportProgress = reporter('checking', lines.length)
  return { ...(await checkRows(context, kinds[kind], columns, read, absent, reportProgress)), ...how }
}

const nameOf = ([file]: UploadedFile[]) => file!.name.slice(0, 200) || 'import.csv'

/** Returns a sentence with the first problem of the first wrong row, and the number of wrong rows. */
function refusal(kind: ImportKind, { wrong, wrongRows }: Pick<Checked<unknown>, 'wrong' | 'wrongRows'>) {
  const [{ row, problems }] = wrongRows as [Checked<unknown>['wrongRows'][number]]
  const { column, message } = problems[0]!
  const place = column === null ? `Row ${row}` : `Row ${row}, ${columnLabelOf(kind, column)}`
  const more = wrong === 1 ? '' : `, and ${wrong - 1} more ${wrong === 2 ? 'row is' : 'rows are'} wrong`
  return `${place}: ${message}${more}. Nothing was imported`
}

/** Returns a sentence such as 'RING-001 has been sold since the import: nothing was undone'. */
function describeBlockers(blockers: NamedRecords) {
  const { first, total } = blockers
  const more = total > first.length ? `, and ${total - first.length} more stand in the way` : ''
  return `${listReasons(blockers)}${more} since the import: nothing was undone`
}

/** Returns a sentence such as '3 items taken back; 1 made Inactive: RING-001 is on a count sheet'. */
function undone(kind: ImportKind, rows: number, left: NamedRecords) {
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

const undoer = aliasedTable(user, 'undoer')

const selectImports = (db: Db | Tx) =>
  db
    .select({
      importID: importBatch.importID,
      kind: importBatch.kind,
      fileName: importBatch.fileName,
      rows: importBatch.rows,
      createdByID: importBatch.createdByID,
      createdByName: sql<string | null>`${userName}`,
      createdAt: importBatch.createdAt,
      undoneAt: importBatch.undoneAt,
      undoneByName: sql<string | null>`${joinNamesInSql(undoer.firstName, undoer.lastName)}`,
    })
    .from(importBatch)
    .leftJoin(user, eq(user.userID, importBatch.createdByID))
    .leftJoin(undoer, eq(undoer.userID, importBatch.undoneByID))

async function findImport(db: Db | Tx, id: number) {
  const [found] = await selectImports(db).where(eq(importBatch.importID, id))
  if (!found) throw notFound('Import')
  return found
}
