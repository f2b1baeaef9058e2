import { asc, eq, getColumns, sql } from 'drizzle-orm'

import { findNetWeightProblem } from '../../../contract/catalogue/weights.ts'
import type { ImportProblem } from '../../../contract/imports/imports.ts'
import { describePriceByRate } from '../../../contract/pricing/price-rules.ts'
import { roundCostToCentavo } from '../../../contract/purchasing/receiving-units.ts'
import { category, item, itemTranslation } from '../../db/schema/catalogue.ts'
import { inventory } from '../../db/schema/stock.ts'
import { type Changeable, type Columns, findFormerValues, updateRows } from '../../imports/kinds/changed.ts'
import {
  anyOfArray,
  type Change,
  changedSince,
  findFirstUndoBlockers,
  type Stored,
  type Updates,
} from '../../imports/kinds/kind.ts'
import { type Context, mayAct } from '../../kernel/context.ts'
import { AppError } from '../../kernel/errors.ts'
import { recordAll } from '../../resource/records.ts'
import { lockItems } from '../../stock/ledger/arrivals.ts'
import { postRevaluation } from '../../stock/revaluations/revaluations.operations.ts'
import { ItemFileRow, translatedColumns, translationsIn } from './item-rows.ts'
import { findRateProblem, findTaxClassProblem, pricesDenied } from './items.rules.ts'
import { translationsByItem } from './translations.ts'

// Changes items that exist by the rows of a file, and changes them back.

/** An item as a row has it. `isMeasured` says that quantities exist in its unit. */
type ItemValue = Partial<ItemFileRow> & { isMeasured: boolean; itemPriceID: number | null; netGrams: number | null }
type Translations = NonNullable<ReturnType<Awaited<ReturnType<typeof translationsByItem>>['get']>>
/** The fields of one item that change: columns of its table, its cost, and all its translations. */
type ItemChange = { columns: Columns<typeof item>; cost?: number; translations?: Translations }

/** The fields that decide which net weight an item can have. */
const weightFields = ['uom', 'grams', 'netGrams'] as const

const changeable: Changeable<typeof item> = { table: item, key: item.itemID, keyName: 'itemID', entity: 'item' }

const isMeasured = sql<boolean>`exists (select from ${inventory} where ${inventory.itemID} = ${item.itemID} and ${inventory.movements} > 0)
  or exists (select from purchase_order_item l where l.item_id = ${item.itemID})
  or exists (select from po_receiving_item l where l.item_id = ${item.itemID})`

/** The name of an item's category. A join would let PostgreSQL read all items of a category. */
const categoryName = sql<string>`(select ${category.categoryName} from ${category}
  where ${eq(category.categoryID, item.categoryID)})`

export const itemUpdates: Updates<ItemFileRow> = {
  keys: ['itemCode'],
  fields: ItemFileRow.shape,
  lock: (context, ids) => lockItems(context, [...ids]),

  async find({ db }, keys) {
    const code = sql<string>`lower(${item.itemCode})`
    const rows = await db
      .select({ ...getColumns(item), code, categoryName, isMeasured })
      .from(item)
      .where(sql`${code} = ${anyOfArray(keys, 'text')}`)
    const translations = await translationsByItem(
      db,
      rows.map(({ itemID }) => itemID),
    )
    return new Map(
      rows.map(({ code: key, itemID, updatedAt, categoryID, categoryName: named, averageCost, ...fields }) => {
        const words = translations.get(itemID) ?? []
        const [tagalog, japanese] = (['tl', 'ja'] as const).map((one) => words.find(({ language }) => language === one))
        const value: ItemValue = {
          ...fields,
          category: categoryID,
          cost: roundCostToCentavo(averageCost),
          itemNameTagalog: tagalog?.itemName ?? null,
          descriptionTagalog: tagalog?.description ?? null,
          itemNameJapanese: japanese?.itemName ?? null,
          descriptionJapanese: japanese?.description ?? null,
        }
        const stored: Stored<ItemFileRow> = {
          id: itemID,
          name: fields.itemCode,
          updatedAt,
          value,
          names: { category: named },
        }
        return [key, stored]
      }),
    )
  },

  problems({ stored, changes }, { actor }) {
    const refuse = (column: string, message: string): ImportProblem => ({ column, message, reason: 'cannot_change' })
    const problems: ImportProblem[] = []
    if (!mayAct(actor, 'catalogue.change_prices'))
      for (const column of ['price', 'cost'] as const)
        if (changes[column] !== undefined) problems.push(refuse(column, pricesDenied))
    const priced = { ...(stored.value as ItemValue), itemCode: stored.name }
    for (const column of ['price', 'karat', 'uom'] as const) {
      const problem = changes[column] === undefined ? null : findRateProblem({ actor }, priced, column)
      if (problem !== null) problems.push(refuse(column, problem.message))
    }
    if (changes.netGrams !== undefined) {
      const problem =
        priced.itemPriceID === null
          ? findRateProblem({ actor }, priced, 'netGrams')
          : { message: describePriceByRate(stored.name) }
      if (problem !== null) problems.push(refuse('netGrams', problem.message))
    }
    if (problems.length === 0 && weightFields.some((field) => changes[field] !== undefined)) {
      const problem = findNetWeightProblem({ ...priced, ...changes } as Parameters<typeof findNetWeightProblem>[0])
      if (problem !== null)
        problems.push(refuse(changes.netGrams === undefined ? 'grams' : 'netGrams', problem.message))
    }
    const { taxClass } = changes
    const denied = taxClass && findTaxClassProblem({ actor }, stored.value.taxClass!, taxClass)
    if (denied) problems.push(refuse('taxClass', denied))
    if (changes.uom !== undefined && (stored.value as ItemValue).isMeasured)
      problems.push(refuse('uom', 'The UOM cannot change once the item has had stock or was ordered'))
    return problems
  },

  async apply(context, changes) {
    const measured = changes.filter(({ changes: { uom } }) => uom !== undefined).map(({ stored }) => stored.id)
    await assertUnmeasured(context, measured, 'imported')
    await changeItems(context, new Map(changes.map(describeChange)), 'Cost changed by an import')
  },

  async findUndoBlockers(context, importID, ids) {
    await lockItems(context, ids)
    return findFirstUndoBlockers(
      context,
      sql`select ${item.itemID}, ${item.itemCode}, case
          when ${changedSince('item', item.itemID, importID)} then 'has been changed'
        end
        from ${item} where ${item.itemID} = ${anyOfArray(ids, 'int')}`,
    )
  },

  async undo(context, importID, ids) {
    const former = await findFormerValues(context, 'item', importID, ids)
    const measured = [...former].flatMap(([id, one]) => ('uom' in one ? [id] : []))
    await assertUnmeasured(context, measured, 'undone')
    await changeItems(
      context,
      new Map(
        [...former].map(([id, { averageCost, translations, ...columns }]) => [
          id,
          {
            columns: columns,
            ...(averageCost !== undefined && { cost: averageCost as number }),
            ...(translations !== undefined && { translations: translations as Translations }),
          },
        ]),
      ),
      'An import was undone',
    )
  },
}

/** Returns the change of a row as a change of the item's table, cost and translations. */
function describeChange({ stored, changes }: Change<ItemFileRow>): [number, ItemChange] {
  const { category: categoryID, cost, ...rest } = changes
  const columns = Object.fromEntries(Object.entries(rest).filter(([key]) => !translatedColumns.includes(key)))
  const isTranslated = translatedColumns.some((key) => key in changes)
  return [
    stored.id,
    {
      columns: { ...(columns as Columns<typeof item>), ...(categoryID !== undefined && { categoryID }) },
      ...(cost !== undefined && { cost }),
      ...(isTranslated && { translations: translationsIn({ ...stored.value, ...changes }) }),
    },
  ]
}

/** Changes locked items with their audit rows. A changed cost revalues the item. */
async function changeItems(context: Context, changes: ReadonlyMap<number, ItemChange>, reason: string) {
  const { db } = context
  const ids = [...changes.keys()]
  const costBefore = new Map(
    (
      await db
        .select({ id: item.itemID, averageCost: item.averageCost })
        .from(item)
        .where(sql`${item.itemID} = ${anyOfArray(ids, 'int')}`)
    ).map(({ id, averageCost }) => [id, averageCost]),
  )
  for (const [id, { cost }] of changes)
    if (cost !== undefined) await postRevaluation(context, id, { unitCost: cost, reason })
  const before = await translationsByItem(db, ids)
  await replaceTranslations(context, changes)
  const after = await translationsByItem(db, ids)
  const done = await updateRows(context, changeable, new Map([...changes].map(([id, { columns }]) => [id, columns])))
  await recordAll(
    context,
    done.map((one) => ({
      action: 'update',
      entity: 'item',
      entityID: one.id,
      before: { ...one.before, averageCost: costBefore.get(one.id)!, translations: before.get(one.id) ?? [] },
      after: { ...one.after, translations: after.get(one.id) ?? [] },
    })),
  )
}

async function replaceTranslations({ db }: Context, changes: ReadonlyMap<number, ItemChange>) {
  const given = [...changes].flatMap(([itemID, { translations }]) => (translations ? [{ itemID, translations }] : []))
  if (given.length === 0) return
  const itemIDs = given.map(({ itemID }) => itemID)
  await db.delete(itemTranslation).where(sql`${itemTranslation.itemID} = ${anyOfArray(itemIDs, 'int')}`)
  const rows = given.flatMap(({ itemID, translations }) => translations.map((one) => ({ itemID, ...one })))
  if (rows.length > 0) await db.insert(itemTranslation).values(rows)
}

/**
 * Throws 409 when the unit of an item cannot change, because quantities in its present unit exist. Orders and
 * receivings lock the item while they read its unit, so this waits for them.
 */
async function assertUnmeasured({ db }: Context, itemIDs: readonly number[], done: 'imported' | 'undone') {
  if (itemIDs.length === 0) return
  const isOne = sql`= ${anyOfArray(itemIDs, 'int')}`
  await db.execute(sql`select from ${item} where ${item.itemID} ${isOne} order by item_id for update`)
  await db.execute(sql`select from ${inventory} where ${inventory.itemID} ${isOne} order by inventory_id for update`)
  const [found] = await db
    .select({ itemCode: item.itemCode })
    .from(item)
    .where(sql`${item.itemID} ${isOne} and (${isMeasured})`)
    .orderBy(asc(item.itemID))
    .limit(1)
  if (found)
    throw new AppError(
      'item.has_stock',
      `${found.itemCode} has had stock or was ordered, so its UOM stays: nothing was ${done}`,
    )
}
