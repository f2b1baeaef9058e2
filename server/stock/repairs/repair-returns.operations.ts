import { eq } from 'drizzle-orm'

import { fromCentavos, scaleHalfUp, toCentavos } from '../../../contract/shared/money.ts'
import { toThousandths } from '../../../contract/shared/quantities.ts'
import type { z } from '../../../contract/shared/zod.ts'
import type { RepairReturnInput } from '../../../contract/stock/repair-returns.ts'
import { readSettings } from '../../company/settings.ts'
import { inventory, inventoryType, repairReturn } from '../../db/schema/stock.ts'
import { assertAccess, type Context } from '../../kernel/context.ts'
import type { Db, Tx } from '../../kernel/database.ts'
import { AppError } from '../../kernel/errors.ts'
import { shopYear } from '../../kernel/shop-days.ts'
import { takeNumber } from '../../resource/document-numbers.ts'
import { record, stampCreated } from '../../resource/records.ts'
import { findArrivalRow, lockItems, recordArrival } from '../ledger/arrivals.ts'
import { assertCountable, computeDepartures } from '../ledger/ledger.rules.ts'
import { type Document, postMovements } from '../ledger/ledger.ts'
import { assertLeaving } from '../pieces/moved-pieces.rules.ts'
import { findPieces } from '../pieces/pieces.queries.ts'
import { findStockValue } from '../revaluations/revaluations.queries.ts'
import { findRepairReturn } from './repair-returns.queries.ts'

type Input = z.output<typeof RepairReturnInput>

/**
 * Takes goods out of the repair stock at their share of the item's value. Goods for the shelf arrive in sellable stock
 * at the same location, at that value with the price of the workshop. Scrap leaves the stock; its price is an expense
 * of the document alone.
 */
export async function returnFromRepair(context: Context, input: Input) {
  const { db, now } = context
  assertAccess(context.actor, 'stock.repair')
  const { pieceIDs: sent, ...entered } = input
  const { inventoryID, quantity, outcome, cost } = input
  const stock = await findRepairStock(db, inventoryID)
  const [before] = await lockItems(context, [stock.itemID])
  assertCountable(before!, quantity, 'quantity')
  const naming = { pieceIDs: sent, quantity, field: 'pieceIDs' }
  const pieceIDs = assertLeaving(before!, await findPieces(db, sent ?? []), inventoryID, naming)
  const [value] = computeDepartures(await findStockValue(db, stock.itemID), [quantity])
  const shelfInventoryID = outcome === 'shelf' ? await findArrivalRow(context, stock) : null
  const { timeZone } = await readSettings(db)
  // A trigger keeps the row final, so its number is taken before the insert.
  const repairReturnNumber = await takeNumber(db, 'RR', shopYear(timeZone, now))
  const [stored] = await db
    .insert(repairReturn)
    .values({ ...entered, shelfInventoryID, value: value!, repairReturnNumber, ...stampCreated(context) })
    .returning({ repairReturnID: repairReturn.repairReturnID })
  const { repairReturnID } = stored!
  const document: Document = { kind: 'repair', documentType: 'repair', documentID: repairReturnID }
  await postMovements(context, document, [{ inventoryID, quantity: -quantity, value: -value!, pieceIDs }])
  if (shelfInventoryID !== null) {
    // The goods arrive after they have left, because only arrivals set the average cost.
    await postMovements(context, document, [
      { inventoryID: shelfInventoryID, quantity, pieceIDs, ...addCost(value!, cost, quantity) },
    ])
    await recordArrival(context, 'return from repair', before!)
  }
  const made = await findRepairReturn(db, repairReturnID)
  await record(context, {
    action: 'create',
    entity: 'repairReturn',
    entityID: repairReturnID,
    before: null,
    after: made,
  })
  return made
}

/** Finds a row of repair stock. Throws 422 when it does not exist, or when its type is not that for repair. */
async function findRepairStock(db: Db | Tx, inventoryID: number) {
  const field = 'inventoryID'
  const [found] = await db
    .select({
      itemID: inventory.itemID,
      locationID: inventory.locationID,
      exceptTypeID: inventory.inventoryTypeID,
      typeName: inventoryType.typeName,
      code: inventoryType.code,
    })
    .from(inventory)
    .innerJoin(inventoryType, eq(inventoryType.inventoryTypeID, inventory.inventoryTypeID))
    .where(eq(inventory.inventoryID, inventoryID))
  if (!found) throw new AppError('reference.missing', `Inventory ${inventoryID} does not exist`, { field })
  const { code, typeName, ...stock } = found
  if (code !== 'repair')
    throw new AppError('repair.other_stock', `Inventory type ${typeName} is not the stock for repair`, { field })
  return stock
}

/** Adds the price of the workshop to the value of goods, in pesos. The cost per unit has six decimals. */
function addCost(value: number, cost: number, quantity: number) {
  const centavos = toCentavos(value) + toCentavos(cost)
  return {
    value: fromCentavos(centavos),
    unitCost: scaleHalfUp(centavos, 10_000_000, toThousandths(quantity)) / 1_000_000,
  }
}
