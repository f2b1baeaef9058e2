import type { FastifyInstance } from 'fastify'

import { importPictures } from '../../../contract/imports/import-pictures.ts'
import { serve } from '../../http/serve.ts'
import { ok } from '../../resource/records.ts'
import { retryPictures } from './picture-downloads.operations.ts'
import { assertImportExists, countPictures, listPictures } from './picture-downloads.queries.ts'

/** Registers the endpoints of the pictures that the rows of an import name. */
export function importPictureRoutes(app: FastifyInstance) {
  serve(app, importPictures.list, async ({ id, query }, { db }) => {
    await assertImportExists(db, id)
    return ok({ counts: await countPictures(db, id), pictures: await listPictures(db, id, query) })
  })

  serve(app, importPictures.retry, async ({ id }, context) => {
    await assertImportExists(context.db, id)
    return ok(await retryPictures(context, id))
  })
}
