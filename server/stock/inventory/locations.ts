import type { FastifyInstance } from 'fastify'

import { locationFields, locations } from '../../../contract/stock/locations.ts'
import { readSettings } from '../../company/settings.ts'
import { location } from '../../db/schema/stock.ts'
import { serve } from '../../http/serve.ts'
import type { Context } from '../../kernel/context.ts'
import { AppError } from '../../kernel/errors.ts'
import { serveCrud } from '../../resource/crud.ts'
import { recordUpdated, updateUnchanged } from '../../resource/records.ts'
import { andMore } from '../ledger/ledger.rules.ts'
import { lockStockOf } from '../ledger/locks.ts'

export function locationRoutes(app: FastifyInstance) {
  const { update, ...plain } = locations
  serveCrud(app, plain, {
    fields: locationFields,
    table: location,
    entity: 'location',
    searched: [location.locationName, location.description],
  })

  serve(app, update, async ({ id, body }, context) => {
    const change = await updateUnchanged(context, 'Location', location, location.locationID, id, body)
    if (change.before.status && !change.after.status) await assertUnused(context, change.after)
    return recordUpdated(context, 'location', id, change)
  })
}

/** Throws 409 when a location to be made Inactive has stock or is the shop's default. */
async function assertUnused(
  context: Context,
  { locationID, locationName }: { locationID: number; locationName: string },
) {
  if ((await readSettings(context.db)).defaultLocationID === locationID)
    throw new AppError('location.is_default', `${locationName} is the shop’s default location and stays Active.`, {
      field: 'status',
    })
  const stock = await lockStockOf(context, { locationID })
  if (stock[0])
    throw new AppError(
      'reference.in_use',
      `${locationName} still has stock of ${andMore(stock)}. Move it elsewhere before making the location Inactive.`,
      { field: 'status' },
    )
}
