import { and } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'

import { inventoryTypes } from '../../../contract/stock/inventory-types.ts'
import { inventoryType } from '../../db/schema/stock.ts'
import { serve, serveRecord } from '../../http/serve.ts'
import type { Context } from '../../kernel/context.ts'
import { AppError } from '../../kernel/errors.ts'
import { equal, listPage, searching } from '../../resource/list.ts'
import { created, createdBy, findRecord, ok, updated, updateUnchanged } from '../../resource/records.ts'
import { andMore, lockStockOf } from '../ledger/ledger.ts'

export function inventoryTypeRoutes(app: FastifyInstance) {
  serve(app, inventoryTypes.list, ({ query }, { db }) => {
    const select = db
      .select()
      .from(inventoryType)
      .where(
        and(
          searching(query.search, [inventoryType.typeName, inventoryType.description]),
          equal(inventoryType.status, query.status),
        ),
      )
    return listPage(db, query, select.$dynamic(), {
      inventoryTypeID: inventoryType.inventoryTypeID,
      typeName: inventoryType.typeName,
      description: inventoryType.description,
      status: inventoryType.status,
    })
  })

  serveRecord(app, inventoryTypes.get, async (db, id) =>
    ok(await findRecord(db, 'Inventory type', inventoryType, inventoryType.inventoryTypeID, id)),
  )

  serve(app, inventoryTypes.create, async ({ body }, context) => {
    const [row] = await context.db
      .insert(inventoryType)
      .values({ ...body, ...createdBy(context) })
      .returning()
    return created(context, 'inventoryType', row!.inventoryTypeID, row!)
  })

  serve(app, inventoryTypes.update, async ({ id, body }, context) => {
    const change = await updateUnchanged(
      context,
      'Inventory type',
      inventoryType,
      inventoryType.inventoryTypeID,
      id,
      body,
    )
    const { before, after } = change
    if (before.status && !after.status) await refuseWithStock(context, after)
    if (before.sellable && !after.sellable) await refusePromised(context, after)
    return updated(context, 'inventoryType', id, change)
  })
}

type InventoryType = { inventoryTypeID: number; typeName: string }

/** A type that is made Inactive must be empty (409). */
async function refuseWithStock(context: Context, { inventoryTypeID, typeName }: InventoryType) {
  const stock = await lockStockOf(context, { inventoryTypeID })
  if (stock[0])
    throw new AppError(
      'reference.in_use',
      `There is still stock of type ${typeName}: ${andMore(stock)}. Move it to another type before making this one Inactive.`,
      { field: 'status' },
    )
}

/** Stock that open sales count on stays for sale (409). */
async function refusePromised(context: Context, { inventoryTypeID, typeName }: InventoryType) {
  const promised = (await lockStockOf(context, { inventoryTypeID })).filter((row) => row.reserved > 0)
  if (promised[0])
    throw new AppError(
      'reference.in_use',
      `Open sales hold stock of type ${typeName}: ${andMore(promised)}. Complete or cancel them first.`,
      {
        field: 'sellable',
      },
    )
}
