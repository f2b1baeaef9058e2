import type { FastifyInstance } from 'fastify'

import { imports as endpoints } from '../../contract/imports/imports.ts'
import { serve } from '../http/serve.ts'
import { ok } from '../resource/records.ts'
import { draftRoutes } from './drafts/drafts.routes.ts'
import { exportRoutes } from './exports.ts'
import type { Kinds } from './kinds/kind.ts'
import { mappingRoutes } from './mappings/mappings.routes.ts'
import { matchPictures } from './pictures.ts'
import { importRoutes } from './runs/imports.routes.ts'

/** Registers the imports and exports of these kinds of records. */
export function imports(app: FastifyInstance, kinds: Kinds) {
  importRoutes(app, kinds)
  draftRoutes(app, kinds)
  mappingRoutes(app)
  exportRoutes(app, kinds)
  serve(app, endpoints.matchPictures, async ({ body }, { db }) => ok(await matchPictures(db, body.names)))
}
