import type { FastifyInstance } from 'fastify'

import { parcels as endpoints } from '../../../contract/order-page/parcels.ts'
import { serve } from '../../http/serve.ts'
import { ok } from '../../resource/records.ts'
import { addParcel, changeParcel, removeParcel } from './parcels.operations.ts'
import { listParcels } from './parcels.queries.ts'

/** Registers the endpoints of the parcels of a sale. */
export function parcelRoutes(app: FastifyInstance) {
  serve(app, endpoints.ofSale, async ({ id }, { db }) => ok(await listParcels(db, id)))

  serve(app, endpoints.add, async ({ id, body }, context) => ok(await addParcel(context, id, body)))

  serve(app, endpoints.change, ({ id, parcelID, body }, context) => changeParcel(context, id, parcelID, body))

  serve(app, endpoints.remove, async ({ id, parcelID }, context) => {
    await removeParcel(context, id, parcelID)
    return ok(null)
  })
}
