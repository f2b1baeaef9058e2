import type { FastifyInstance } from 'fastify'

import { importMappings } from '../../../contract/imports/drafts.ts'
import { serve } from '../../http/serve.ts'
import { ok } from '../../resource/records.ts'
import { removeMapping, renameMapping, saveMapping } from './mappings.operations.ts'
import { listMappings } from './mappings.queries.ts'

export function mappingRoutes(app: FastifyInstance) {
  serve(app, importMappings.list, async ({ query }, { db }) => ok(await listMappings(db, query.kind)))
  serve(app, importMappings.create, ({ body }, context) => saveMapping(context, body))
  serve(app, importMappings.update, ({ id, body }, context) => renameMapping(context, id, body))
  serve(app, importMappings.remove, ({ id }, context) => removeMapping(context, id))
}
