import type { FastifyInstance } from 'fastify'

import { inventoryTypeFields, inventoryTypes } from '../../../contract/stock/inventory-types.ts'
import { inventoryType } from '../../db/schema/stock.ts'
import { serve } from '../../http/serve.ts'
import type { Context } from '../../kernel/context.ts'
import { AppError } from '../../kernel/errors.ts'
import { serveCrud } from '../../resource/crud.ts'
import { updated, updateUnchanged } from '../../resource/records.ts'
import { andMore } from '../ledger/ledger.rules.ts'
import { lockStockOf } from '../ledger/ledger.ts'

export function inventoryTypeRoutes(app: FastifyInstance) {
  const { update, ...plain } = inventoryTypes
  serveCrud(app, plain, {
    fields: inventoryTypeFields,
    table: inventoryType,
    entity: 'inventoryType',
    searched: [inventoryType.typeName, inventoryType.description],
  })

  serve(app, update, async ({ id, body }, context) => {
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
