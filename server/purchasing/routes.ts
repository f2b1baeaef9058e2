import type { FastifyInstance } from 'fastify'

import type { Pictures } from '../files/pictures.ts'
import { orderLineRoutes, orderRoutes } from './orders/orders.routes.ts'
import { receivingItemRoutes, receivingRoutes } from './receivings/receivings.routes.ts'
import { supplierRoutes } from './suppliers/suppliers.ts'

/** Registers every purchasing endpoint. */
export function purchasing(app: FastifyInstance, pictures: Pictures) {
  supplierRoutes(app)
  orderRoutes(app, pictures)
  orderLineRoutes(app)
  receivingRoutes(app)
  receivingItemRoutes(app)
}
