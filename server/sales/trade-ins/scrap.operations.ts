import { inArray, sql } from 'drizzle-orm'

import type { Karat } from '../../../contract/catalogue/karats.ts'
import { locks } from '../../db/locks.ts'
import { category, item } from '../../db/schema/catalogue.ts'
import { scrapItem } from '../../db/schema/trade-ins.ts'
import type { Context } from '../../kernel/context.ts'
import { record, stampCreated } from '../../resource/records.ts'
import { findOrCreateUnsoldType } from '../../stock/inventory/unsold-types.operations.ts'
import { findOrCreateStockRow } from '../../stock/ledger/ledger.ts'

// The stock of scrap: an item by the gram for each karat, in a type of stock that is not for sale. The program makes
// them when the first trade-in needs them.

/** Returns the key of the item for the scrap of each of these karats, and makes the missing ones. */
export async function findOrCreateScrapItems(context: Context, karats: readonly Karat[]): Promise<Map<Karat, number>> {
  const { db } = context
  const find = async () => {
    const rows = await db
      .select()
      .from(scrapItem)
      .where(inArray(scrapItem.karat, [...karats]))
    return new Map(rows.map(({ karat, itemID }) => [karat, itemID]))
  }
  const known = await find()
  if (known.size === karats.length) return known
  await db.execute(sql`select pg_advisory_xact_lock(${locks.scrapItems})`)
  const found = await find()
  for (const karat of karats) if (!found.has(karat)) found.set(karat, await createScrapItem(context, karat))
  return found
}

async function createScrapItem(context: Context, karat: Karat): Promise<number> {
  const { db } = context
  const itemName = `Scrap ${karat}`
  const [made] = await db
    .insert(item)
    .values({
      itemCode: await findFreeCode(context, `SCRAP-${karat}`),
      itemName,
      categoryID: await findOrCreateCategory(context),
      description: 'Gold from trade-ins, by the gram. Not for sale.',
      grams: 1,
      uom: 'BULK',
      price: 0,
      averageCost: 0,
      karat,
      onSite: false,
      ...stampCreated(context),
    })
    .returning()
  const { itemID } = made!
  await db.insert(scrapItem).values({ karat, itemID })
  await record(context, { action: 'create', entity: 'item', entityID: itemID, before: null, after: made! })
  return itemID
}

/** Returns the code or, when an item has it already, the first free one with a number behind it. */
async function findFreeCode({ db }: Context, code: string): Promise<string> {
  for (let n = 1; ; n++) {
    const free = n === 1 ? code : `${code}-${n}`
    const taken = await db.$count(item, sql`lower(${item.itemCode}) = lower(${free})`)
    if (taken === 0) return free
  }
}

async function findOrCreateCategory(context: Context): Promise<number> {
  const { db } = context
  const find = () =>
    db
      .select({ categoryID: category.categoryID })
      .from(category)
      .where(sql`lower(${category.categoryCode}) = 'scrap' or lower(${category.categoryName}) = 'scrap'`)
      .orderBy(category.categoryID)
  const [known] = await find()
  if (known) return known.categoryID
  const [made] = await db
    .insert(category)
    .values({ categoryCode: 'SCRAP', categoryName: 'Scrap', ...stampCreated(context) })
    .returning()
  await record(context, {
    action: 'create',
    entity: 'category',
    entityID: made!.categoryID,
    before: null,
    after: made!,
  })
  return made!.categoryID
}

/** Returns the key of an item's scrap stock at a location. The caller has locked the item's stock value. */
export const findOrCreateScrapRow = async (context: Context, of: { itemID: number; locationID: number }) =>
  findOrCreateStockRow(context, {
    ...of,
    inventoryTypeID: await findOrCreateUnsoldType(
      context,
      { code: 'scrap', typeName: 'Scrap', description: 'Gold from trade-ins' },
      { advice: 'make it not sellable before it takes scrap' },
    ),
  })
