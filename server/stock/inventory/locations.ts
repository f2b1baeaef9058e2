import { and } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'

import { locations } from '../../../contract/stock/locations.ts'
import { readSettings } from '../../company/settings.ts'
import { location } from '../../db/schema/stock.ts'
import { serve, serveRecord } from '../../http/serve.ts'
import type { Context } from '../../kernel/context.ts'
import { AppError } from '../../kernel/errors.ts'
import { equal, listPage, searching } from '../../resource/list.ts'
import { created, createdBy, findRecord, ok, updated, updateUnchanged } from '../../resource/records.ts'
import { andMore, lockStockOf } from '../ledger/ledger.ts'

export function locationRoutes(app: FastifyInstance) {
  serve(app, locations.list, ({ query }, { db }) => {
    const select = db
      .select()
      .from(location)
      .where(
        and(
          searching(query.search, [location.locationName, location.description]),
          equal(location.status, query.status),
        ),
      )
    return listPage(db, query, select.$dynamic(), {
      locationID: location.locationID,
      locationName: location.locationName,
      description: location.description,
      status: location.status,
    })
  })

  serveRecord(app, locations.get, async (db, id) =>
    ok(await findRecord(db, 'Location', location, location.locationID, id)),
  )

  serve(app, locations.create, async ({ body }, context) => {
    const [row] = await context.db
      .insert(location)
      .values({ ...body, ...createdBy(context) })
      .returning()
    return created(context, 'location', row!.locationID, row!)
  })

  serve(app, locations.update, async ({ id, body }, context) => {
    const change = await updateUnchanged(context, 'Location', location, location.locationID, id, body)
    if (change.before.status && !change.after.status) await refuseInUse(context, change.after)
    return updated(context, 'location', id, change)
  })
}

/** A location that is made Inactive must be empty, and not the one that everything starts at (409). */
async function refuseInUse(
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
