import { and, eq, getColumns, sql } from 'drizzle-orm'

import type { Received } from '../../../contract/shared/endpoint.ts'
import type { revaluations as endpoints } from '../../../contract/stock/revaluations.ts'
import { userName } from '../../db/names.ts'
import { item } from '../../db/schema/catalogue.ts'
import { user } from '../../db/schema/people.ts'
import { stockRevaluation, stockValue } from '../../db/schema/valuation.ts'
import type { Db, Tx } from '../../kernel/database.ts'
import { notFound } from '../../kernel/errors.ts'
import { commonCondition, listPage } from '../../resource/list.ts'
import { findRecord } from '../../resource/records.ts'

/** Returns an item's present cost with the quantity and value of its stock. Throws 404 when it does not exist. */
export async function findStockValue(db: Db | Tx, itemID: number) {
  const [found] = await db
    .select({
      itemID: item.itemID,
      unitCost: sql<number>`round(${item.averageCost}, 2)`.mapWith(Number),
      quantity: stockValue.quantity,
      value: stockValue.value,
    })
    .from(item)
    .innerJoin(stockValue, eq(stockValue.itemID, item.itemID))
    .where(eq(item.itemID, itemID))
  if (!found) throw notFound('Item')
  return found
}

/** Returns one page of an item's revaluations. Throws 404 when the item does not exist. */
export async function listRevaluations(db: Db | Tx, itemID: number, query: Received<typeof endpoints.list>['query']) {
  await findRecord(db, 'Item', item, item.itemID, itemID)
  const { revaluationID, createdAt, createdByID } = stockRevaluation
  const select = selectRevaluations(db).where(
    and(
      eq(stockRevaluation.itemID, itemID),
      // Nobody changes a revaluation, so its creator is its modifier too.
      await commonCondition(db, query, { createdAt, createdByID, modifiedByID: createdByID }),
    ),
  )
  return listPage(db, query, select.$dynamic(), { revaluationID, createdAt })
}

/** Returns one revaluation with its creator's name. */
export async function findRevaluation(db: Db | Tx, revaluationID: number) {
  const [found] = await selectRevaluations(db).where(eq(stockRevaluation.revaluationID, revaluationID))
  return found!
}

const selectRevaluations = (db: Db | Tx) =>
  db
    .select({
      ...getColumns(stockRevaluation),
      // The key decides that a revaluation of the shop itself has no creator.
      createdBy: { userID: user.userID, name: userName },
    })
    .from(stockRevaluation)
    .leftJoin(user, eq(user.userID, stockRevaluation.createdByID))
