import { aliasedTable, and, eq, sql } from 'drizzle-orm'

import type { imports } from '../../../contract/imports/imports.ts'
import type { Received } from '../../../contract/shared/endpoint.ts'
import { joinNamesInSql, userName } from '../../db/names.ts'
import { importBatch } from '../../db/schema/imports.ts'
import { user } from '../../db/schema/people.ts'
import type { Db, Tx } from '../../kernel/database.ts'
import { notFound } from '../../kernel/errors.ts'
import { commonCondition, equalsCondition, listPage, searchCondition } from '../../resource/list.ts'

const undoer = aliasedTable(user, 'undoer')

const selectImports = (db: Db | Tx) =>
  db
    .select({
      importID: importBatch.importID,
      kind: importBatch.kind,
      fileName: importBatch.fileName,
      rows: importBatch.rows,
      changed: sql<number>`cardinality(${importBatch.changedIDs})`,
      createdByID: importBatch.createdByID,
      createdByName: sql<string | null>`${userName}`,
      createdAt: importBatch.createdAt,
      undoneAt: importBatch.undoneAt,
      undoneByName: sql<string | null>`${joinNamesInSql(undoer.firstName, undoer.lastName)}`,
    })
    .from(importBatch)
    .leftJoin(user, eq(user.userID, importBatch.createdByID))
    .leftJoin(undoer, eq(undoer.userID, importBatch.undoneByID))

/** Returns an import with what its undo left, as the API answers it. Throws 404 when there is none. */
export async function findImport(db: Db | Tx, id: number) {
  const [found] = await selectImports(db).where(eq(importBatch.importID, id))
  const [batch] = await db.select({ kept: importBatch.kept }).from(importBatch).where(eq(importBatch.importID, id))
  if (!found || !batch) throw notFound('Import')
  return { ...found, ...batch }
}

export async function listImports(db: Db | Tx, query: Received<(typeof imports)['list']>['query']) {
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
}
