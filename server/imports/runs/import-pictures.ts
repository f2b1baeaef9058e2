import { and, asc, eq, sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'

import { importPictures, type importPictureStates } from '../../../contract/imports/import-pictures.ts'
import type { Received } from '../../../contract/shared/endpoint.ts'
import { retryPictures } from '../../catalogue/items/picture-downloads.operations.ts'
import { item } from '../../db/schema/catalogue.ts'
import { importPicture } from '../../db/schema/imports.ts'
import { serve } from '../../http/serve.ts'
import type { Db, Tx } from '../../kernel/database.ts'
import { ok } from '../../resource/records.ts'
import { findImport } from './imports.queries.ts'

export function importPictureRoutes(app: FastifyInstance) {
  serve(app, importPictures.list, async ({ id, query }, { db }) => {
    await findImport(db, id)
    return ok({ counts: await countPictures(db, id), pictures: await listPictures(db, id, query) })
  })

  serve(app, importPictures.retry, async ({ id }, context) => {
    await findImport(context.db, id)
    return ok(await retryPictures(context, id))
  })
}

async function countPictures(db: Db | Tx, importID: number) {
  const of = (state: (typeof importPictureStates)[number]) =>
    sql<number>`(count(*) filter (where ${importPicture.state} = ${state}))::int`
  const [counts] = await db
    .select({ waiting: of('waiting'), taken: of('taken'), failed: of('failed'), named: of('named') })
    .from(importPicture)
    .where(eq(importPicture.importID, importID))
  return counts!
}

const listPictures = (
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
