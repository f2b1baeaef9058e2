import type { FastifyInstance } from 'fastify'

import { importMappings } from '../../../contract/imports/saved-mappings.ts'
import { serve } from '../../http/serve.ts'
import { ok } from '../../resource/records.ts'
import { changeMapping, removeMapping, saveMapping } from './mappings.operations.ts'
import { listMappings } from './mappings.queries.ts'

export function mappingRoutes(app: FastifyInstance) {
  serve(app, importMappings.list, async ({ query }, { db }) => ok(await listMappings(db, query.kind)))
  serve(app, importMappings.create, ({ body }, context) => saveMapping(context, body))
  serve(app, importMappings.update, ({ id, body }, context) => changeMapping(context, id, body))
  serve(app, importMappings.remove, ({ id }, context) => removeMapping(context, id))
}
