import { eq } from 'drizzle-orm'

import { item } from '../../db/schema/catalogue.ts'
import { itemPrice } from '../../db/schema/pricing.ts'
import type { Db, Tx } from '../../kernel/database.ts'
import { notFound } from '../../kernel/errors.ts'
import { findLatestRate } from '../rates/rates.queries.ts'

/** Returns how an item is priced, with the latest rate of its karat. Throws 404 when it does not exist. */
export async function findItemPricing(db: Db | Tx, itemID: number) {
  const [found] = await db
    .select({
      itemID: item.itemID,
      karat: item.karat,
      netGrams: item.netGrams,
      price: item.price,
      updatedAt: item.updatedAt,
      itemPriceID: item.itemPriceID,
    })
    .from(item)
    .where(eq(item.itemID, itemID))
  if (!found) throw notFound('Item')
  const { itemPriceID, ...pricing } = found
  const [byRate, rate] = await Promise.all([
    itemPriceID === null ? null : findItemPrice(db, itemPriceID),
    pricing.karat === null ? null : findLatestRate(db, pricing.karat),
  ])
  return { ...pricing, byRate, rate }
}

/** Returns a reckoned price with the markup in percent. */
export async function findItemPrice(db: Db | Tx, itemPriceID: number) {
  const [found] = await db.select().from(itemPrice).where(eq(itemPrice.itemPriceID, itemPriceID))
  const { markupBasis, ...price } = found!
  return { ...price, markup: markupBasis / 100 }
}
