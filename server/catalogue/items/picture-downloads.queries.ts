import { and, asc, eq, sql } from 'drizzle-orm'

import type { importPictures, importPictureStates } from '../../../contract/imports/import-pictures.ts'
import type { Received } from '../../../contract/shared/endpoint.ts'
import { item } from '../../db/schema/catalogue.ts'
import { importBatch, importPicture } from '../../db/schema/imports.ts'
import type { Db, Tx } from '../../kernel/database.ts'
import { findRecord } from '../../resource/records.ts'

/** Throws 404 when there is no such import. */
export const assertImportExists = (db: Db | Tx, id: number) =>
  findRecord(db, 'Import', importBatch, importBatch.importID, id)

export async function countPictures(db: Db | Tx, importID: number) {
  const of = (state: (typeof importPictureStates)[number]) =>
    sql<number>`(count(*) filter (where ${importPicture.state} = ${state}))::int`
  const [counts] = await db
    .select({ waiting: of('waiting'), taken: of('taken'), failed: of('failed'), named: of('named') })
    .from(importPicture)
    .where(eq(importPicture.importID, importID))
  return counts!
}

export const listPictures = (
  db: Db | Tx,
  importID: number,
  { state, skip, limit }: Received<(typeof importPictures)['list']>['query'],
) =>
  db
    .select({
      importPictureID: importPicture.importPictureID,
      itemID: importPicture.itemID,
      itemCode: item.itemCode,
      source: importPicture.source,
      state: importPicture.state,
      reason: importPicture.reason,
    })
    .from(importPicture)
    .innerJoin(item, eq(item.itemID, importPicture.itemID))
    .where(and(eq(importPicture.importID, importID), state && eq(importPicture.state, state)))
    .orderBy(asc(importPicture.importPictureID))
    .limit(limit)
    .offset(skip)
