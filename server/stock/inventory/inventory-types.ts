import type { FastifyInstance } from 'fastify'

import { inventoryTypeFields, inventoryTypes } from '../../../contract/stock/inventory-types.ts'
import { inventoryType } from '../../db/schema/stock.ts'
import { serve } from '../../http/serve.ts'
import { type Context, mayAct } from '../../kernel/context.ts'
import { AppError } from '../../kernel/errors.ts'
import { serveCrud } from '../../resource/crud.ts'
import { recordUpdated, updateUnchanged } from '../../resource/records.ts'
import { andMore } from '../ledger/ledger.rules.ts'
import { lockStockOf } from '../ledger/locks.ts'

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
    if (before.status && !after.status) await assertEmpty(context, after)
    if (before.sellable && !after.sellable) await assertNothingHeld(context, after)
    if (!before.sellable && after.sellable) assertMaySell(context, after)
    return recordUpdated(context, 'inventoryType', id, change)
  })
}

type InventoryType = { inventoryTypeID: number; typeName: string }

/** Throws 409 when a type to be made Inactive has stock. */
async function assertEmpty(context: Context, { inventoryTypeID, typeName }: InventoryType) {
  const stock = await lockStockOf(context, { inventoryTypeID })
  if (stock[0])
    throw new AppError(
      'reference.in_use',
      `There is still stock of type ${typeName}: ${andMore(stock)}. Move it to another type before making this one Inactive.`,
      { field: 'status' },
    )
}

/** Throws 403 when Staff make the stock for repair sellable: only a manager brings goods back from the workshop. */
function assertMaySell({ actor }: Context, { code, typeName }: { code: string | null; typeName: string }) {
  if (code === 'repair' && !mayAct(actor, 'stock.repair'))
    throw new AppError('repair.sale_denied', `Only a manager may make stock of type ${typeName} sellable`, {
      field: 'sellable',
    })
}

/** Throws 409 when open sales hold stock of a type to be made unsellable. */
async function assertNothingHeld(context: Context, { inventoryTypeID, typeName }: InventoryType) {
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
