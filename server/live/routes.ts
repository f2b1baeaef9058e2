import type { FastifyInstance } from 'fastify'

import { basketRoutes } from './baskets/baskets.routes.ts'
import { liveBuyerRoutes } from './buyers/marks.routes.ts'
import { claimRoutes } from './claims/claims.routes.ts'
import { liveRoutes } from './lives/lives.routes.ts'
import { overlayRoutes } from './overlay/overlay.routes.ts'
import { pasteRoutes } from './paste/paste.routes.ts'
import { recapRoutes } from './recap/recap.routes.ts'

/** Registers every endpoint of lives. The links to pages of orders start with `publicUrl`. */
export function lives(app: FastifyInstance, publicUrl: string | undefined) {
  liveRoutes(app)
  claimRoutes(app)
  pasteRoutes(app)
  basketRoutes(app, publicUrl)
  overlayRoutes(app, publicUrl)
  recapRoutes(app)
  liveBuyerRoutes(app)
}
