import { asc, eq, inArray, sql } from 'drizzle-orm'

import { findFractionProblem, type items } from '../../../contract/catalogue/items.ts'
import { findNetWeightProblem } from '../../../contract/catalogue/weights.ts'
import { keptRecordsListed } from '../../../contract/imports/imports.ts'
import { findPictureProblem, splitPictureSources } from '../../../contract/imports/picture-sources.ts'
import { englishNames, translatedLanguages } from '../../../contract/shared/languages.ts'
import { readSettings } from '../../company/settings.ts'
import { category, item, itemImage, itemTranslation } from '../../db/schema/catalogue.ts'
import { importBatch } from '../../db/schema/imports.ts'
import { inventory } from '../../db/schema/stock.ts'
import {
  anyOfArray,
  changedSince,
  columnsOf,
  type FiltersOf,
  findFirstUndoBlockers,
  inBatches,
  type Kind,
  statusWord,
  yesNoWord,
} from '../../imports/kinds/kind.ts'
import { insertRows } from '../../imports/kinds/recorded.ts'
import type { Context } from '../../kernel/context.ts'
import type { Tx, Db } from '../../kernel/database.ts'
import { stampModified, recordAll } from '../../resource/records.ts'
import {
  findOpeningBlockers,
  findStockPlaces,
  listOpenings,
  madeLocations,
  openImportedStock,
  undoOpenings,
} from '../../stock/inventory/opening-stock.operations.ts'
import { openingUndone } from '../../stock/ledger/figures.ts'
import { forgetUndoneStock } from '../../stock/ledger/ledger.ts'
import { lockStockValues } from '../../stock/ledger/locks.ts'
import { findKeptStock } from '../../stock/ledger/undone-imports.ts'
import { createCategories, madeCategories } from './imported-categories.ts'
import { ItemFileRow, otherColumns, translationsIn } from './item-rows.ts'
import { itemUpdates } from './item-updates.ts'
import { findTaxClassProblem } from './items.rules.ts'
import { itemFilters } from './items.ts'
import { findLastCode } from './last-code.ts'
import { requestPictures } from './picture-downloads.operations.ts'
import { translationsByItem } from './translations.ts'

/** SQL condition that a change of an item does not belong to an import of its pieces that was undone. */
const isNotUndone = sql`not exists (select from ${importBatch}
  where ${importBatch.importID} = (audit.after ->> 'piecesImportID')::int and ${importBatch.undoneAt} is not null)`

export const itemKind: Kind<ItemFileRow> = {
  entity: 'item',
  isFixedAfterDay: true,
  schema: ItemFileRow,

  async names(context) {
    const { db } = context
    const all = await db.select().from(category)
    const named = all.map((one) => [one, { id: one.categoryID, name: one.categoryName, active: one.status }] as const)
    const { location, inventoryType } = await findStockPlaces(context)
    const { defaultLocationID } = await readSettings(db)
    const usual = [...location.found.values()].find(({ id }) => id === defaultLocationID)
    return {
      location: { ...location, ...(usual && { otherwise: usual }) },
      inventoryType,
      category: {
        what: 'Category',
        // A category's name takes precedence over another category's equal code.
        found: new Map([
          ...named.map(([{ categoryCode }, one]) => [categoryCode.toLowerCase(), one] as const),
          ...named.map(([{ categoryName }, one]) => [categoryName.toLowerCase(), one] as const),
        ]),
        // A new category uses its name as its code until somebody changes it.
        make: { longest: 40, these: (names) => createCategories(context, names) },
      },
    }
  },

  made: {
    category: madeCategories,
    location: madeLocations,
  },

  unique: [
    {
      column: 'itemCode',
      of: ({ itemCode }) => itemCode?.toLowerCase() || null,
      called: ({ itemCode }) => `Item code ${itemCode}`,
      taken: ({ db }, keys) => takenOf(db, sql`lower(${item.itemCode})`, keys),
    },
    {
      column: 'barcode',
      of: ({ barcode }) => barcode?.toLowerCase() || null,
      called: ({ barcode }) => `Barcode ${barcode}`,
      taken: ({ db }, keys) => takenOf(db, sql`lower(${item.barcode})`, keys),
    },
  ],

  lastNumber: async (context, column, before, after) =>
    column === 'itemCode' || column === 'barcode' ? findLastCode(context, item[column], before, after) : 0,

  also({ taxClass = 'standard', quantity, pictures, ...row }, _, context) {
    const unreadable = findPictureProblem(pictures)
    const denied = findTaxClassProblem(context, 'standard', taxClass)
    const fraction = findFractionProblem(row, quantity)
    const weight = findNetWeightProblem(row)
    return [
      ...(weight === null ? [] : [{ column: 'netGrams', message: weight.message, reason: 'invalid' as const }]),
      ...(denied === null ? [] : [{ column: 'taxClass', message: denied, reason: 'denied' as const }]),
      ...(fraction === null ? [] : [{ column: 'quantity', message: fraction, reason: 'invalid' as const }]),
      ...(unreadable === null ? [] : [{ column: 'pictures', message: unreadable, reason: 'invalid' as const }]),
    ]
  },

  updates: itemUpdates,

  insert: (context, importID, rows, reportProgress, { publish }) =>
    inBatches(rows, reportProgress, async (batch) => {
      const { db } = context
      const made = await insertRows(
        context,
        item,
        batch.map((row) => toColumns(row, publish)),
      )
      const itemIDs = new Map(made.map(({ itemCode, itemID }) => [itemCode, itemID]))
      const translations = batch.flatMap((row) =>
        translationsIn(row).map((one) => ({ itemID: itemIDs.get(row.itemCode)!, ...one })),
      )
      if (translations.length > 0) await db.insert(itemTranslation).values(translations)
      const byItem = Map.groupBy(translations, ({ itemID }) => itemID)
      await recordAll(
        context,
        made.map((row) => ({
          action: 'create',
          entity: 'item',
          entityID: row.itemID,
          before: null,
          after: { ...row, translations: (byItem.get(row.itemID) ?? []).map(({ itemID: _item, ...one }) => one) },
        })),
      )
      const opened = batch.flatMap(({ itemCode, quantity, location, inventoryType }) =>
        quantity > 0 ? [{ item: itemIDs.get(itemCode)!, quantity, location, inventoryType, reOrderThreshold: 0 }] : [],
      )
      if (opened.length > 0) await openImportedStock(context, importID, opened)
      await requestPictures(
        context,
        importID,
        batch.map(({ itemCode, pictures }) => ({
          itemID: itemIDs.get(itemCode)!,
          sources: splitPictureSources(pictures),
        })),
      )
      return made.map(({ itemID }) => itemID)
    }),

  async findUndoBlockers(context, importID, ids) {
    const { db } = context
    await lockStockValues(db, ids)
    const openings = await listOpenings(db, importID, ids)
    const used = await findOpeningBlockers(context, importID, openings)
    if (used.total > 0) return used
    await db
      .select({ itemID: item.itemID })
      .from(item)
      .where(sql`${item.itemID} = ${anyOfArray(ids, 'int')}`)
      .orderBy(asc(item.itemID))
      .for('update')
    return findFirstUndoBlockers(
      context,
      sql`select ${item.itemID}, ${item.itemCode}, case
          when exists (select from sales_item l where l.item_id = ${item.itemID}) then 'has been sold'
          when exists (select from po_receiving_item l where l.item_id = ${item.itemID}) then 'has been received'
          when exists (select from purchase_order_item l where l.item_id = ${item.itemID}) then 'has been ordered'
          when exists (select from question q where q.item_id = ${item.itemID}) then 'has been asked about'
          when exists (select from ${inventory} where ${inventory.itemID} = ${item.itemID} and not ${openingUndone}
            and ${inventory.inventoryID} <> all(${sql.param(openings)}::int[])) then 'has stock'
          when ${changedSince('item', item.itemID, importID, isNotUndone)} then 'has been changed'
        end
        from ${item} where ${item.itemID} = ${anyOfArray(ids, 'int')}`,
    )
  },

  /**
   * Removes the imported items, with the stock rows of an import that was undone. An item whose stock rows must stay
   * becomes Inactive.
   */
  async undo(context, importID, ids, reportProgress) {
    const kept = await inBatches(ids, reportProgress, async (batch) => {
      const openings = await listOpenings(context.db, importID, batch)
      if (openings.length > 0) await undoOpenings(context, importID, openings)
      const left = await findKeptStock(context, batch)
      const stays = new Set(left.map(({ itemID }) => itemID))
      const goes = batch.filter((id) => !stays.has(id))
      await forgetUndoneStock(context, goes)
      await remove(context, goes)
      await makeInactive(context, [...stays])
      return left
    })
    return { first: kept.slice(0, keptRecordsListed), total: kept.length }
  },

  async exported({ db }, filters) {
    const translated = translatedLanguages.flatMap((language) =>
      (['itemName', 'description'] as const).map((field) => [
        `${field}${englishNames[language]}`,
        sql`(select ${itemTranslation[field]} from ${itemTranslation}
          where ${itemTranslation.itemID} = ${item.itemID} and ${itemTranslation.language} = ${language})`,
      ]),
    )
    return db
      .select(
        columnsOf({
          itemCode: item.itemCode,
          itemName: item.itemName,
          category: category.categoryName,
          barcode: item.barcode,
          description: item.description,
          grams: item.grams,
          netGrams: item.netGrams,
          uom: item.uom,
          price: item.price,
          cost: sql`round(${item.averageCost}, 2)`,
          karat: item.karat,
          metal: item.metal,
          stone: item.stone,
          size: item.size,
          certificateNumber: item.certificateNumber,
          leadTimeDays: item.leadTimeDays,
          taxClass: item.taxClass,
          status: statusWord(item.status),
          onSite: yesNoWord(item.onSite),
          ...Object.fromEntries(translated),
        }),
      )
      .from(item)
      .innerJoin(category, eq(category.categoryID, item.categoryID))
      .where(await itemFilters(db, filters as FiltersOf<typeof items.list>))
      .orderBy(asc(item.itemID))
      .getSQL()
  },
}

/** Returns the columns of a new item. */
function toColumns({ category: categoryID, cost: averageCost = 0, ...row }: ItemFileRow, publish: boolean) {
  const own = Object.fromEntries(Object.entries(row).filter(([key]) => !otherColumns.has(key)))
  return { ...own, categoryID, averageCost, onSite: row.onSite ?? publish }
}

async function takenOf(db: Db | Tx, column: ReturnType<typeof sql>, keys: string[]) {
  const rows = await db
    .select({ key: sql<string>`${column}` })
    .from(item)
    .where(sql`${column} = ${anyOfArray(keys, 'text')}`)
  return new Set(rows.map(({ key }) => key))
}

async function remove(context: Context, itemIDs: number[]) {
  if (itemIDs.length === 0) return
  const { db } = context
  const translations = await translationsByItem(db, itemIDs)
  await db.delete(itemTranslation).where(inArray(itemTranslation.itemID, itemIDs))
  // Only downloaded pictures are left here: a person's own change of them stands in the way of an undo.
  await db.delete(itemImage).where(inArray(itemImage.itemID, itemIDs))
  const gone = await db.delete(item).where(inArray(item.itemID, itemIDs)).returning()
  await recordAll(
    context,
    gone.map((row) => ({
      action: 'delete',
      entity: 'item',
      entityID: row.itemID,
      before: { ...row, translations: translations.get(row.itemID) ?? [] },
      after: null,
    })),
  )
}

async function makeInactive(context: Context, itemIDs: number[]) {
  if (itemIDs.length === 0) return
  const { db } = context
  const before = await db.select().from(item).where(inArray(item.itemID, itemIDs))
  const [latest] = before.toSorted((a, b) => b.updatedAt.getTime() - a.updatedAt.getTime())
  const after = await db
    .update(item)
    .set({ status: false, ...stampModified(context, latest!) })
    .where(inArray(item.itemID, itemIDs))
    .returning()
  const now = new Map(after.map((row) => [row.itemID, row]))
  await recordAll(
    context,
    before.map((row) => ({
      action: 'update',
      entity: 'item',
      entityID: row.itemID,
      before: row,
      after: now.get(row.itemID)!,
    })),
  )
}
