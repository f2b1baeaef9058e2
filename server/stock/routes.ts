import type { FastifyInstance } from 'fastify'

import type { Pictures } from '../files/pictures.ts'
import type { PictureStore } from '../files/store.ts'
import { adjustmentReasonRoutes } from './adjustments/adjustment-reasons.ts'
import { adjustmentTypeRoutes } from './adjustments/adjustment-types.ts'
import { adjustmentRoutes } from './adjustments/adjustments.routes.ts'
import { countRoutes } from './counts/counts.routes.ts'
import { inventoryTypeRoutes } from './inventory/inventory-types.ts'
import { inventoryRoutes } from './inventory/inventory.routes.ts'
import { locationRoutes } from './inventory/locations.ts'
import { piecePictureRoutes } from './pieces/piece-pictures.routes.ts'
import { pieceRoutes } from './pieces/pieces.routes.ts'
import { repairReturnRoutes } from './repairs/repair-returns.routes.ts'
import { revaluationRoutes } from './revaluations/revaluations.routes.ts'
import { transferRoutes } from './transfers/transfers.routes.ts'

/** Registers every endpoint of stock. `store` keeps the private files of pieces, and `pictures` their pictures. */
export function stock(app: FastifyInstance, { store, pictures }: { store: PictureStore; pictures: Pictures }) {
  locationRoutes(app)
  inventoryTypeRoutes(app)
  inventoryRoutes(app)
  pieceRoutes(app, store)
  piecePictureRoutes(app, pictures)
  transferRoutes(app)
  revaluationRoutes(app)
  repairReturnRoutes(app)
  countRoutes(app)
  adjustmentReasonRoutes(app)
  adjustmentTypeRoutes(app)
  adjustmentRoutes(app)
}
