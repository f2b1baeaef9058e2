import { sql } from 'drizzle-orm'

import { certificateKeyOf, nameCertificate } from '../../../contract/stock/entered-pieces.ts'
import type { pieces as endpoints } from '../../../contract/stock/pieces.ts'
import { readSettings } from '../../company/settings.ts'
import { piece, scanCode } from '../../db/schema/pieces.ts'
import { changeRecorded, restoreRecorded, type Changeable, type Columns } from '../../imports/kinds/changed.ts'
import {
  anyOfArray,
  changedSince,
  type FiltersOf,
  findFirstUndoBlockers,
  type Kind,
  type Named,
  type Updates,
} from '../../imports/kinds/kind.ts'
import { lockRecords } from '../../imports/kinds/recorded.ts'
import type { Context } from '../../kernel/context.ts'
import { findStockPlaces, madeLocations } from '../inventory/opening-stock.operations.ts'
import { findItemsByCode } from '../inventory/stock-import-rows.ts'
import { lockItems } from '../ledger/arrivals.ts'
import { assertOwnCodes } from '../ledger/entered-codes.operations.ts'
import { insertPieces, undoPieces } from './imported-pieces.operations.ts'
import {
  countMovements,
  findImportedItems,
  findPieceItems,
  findPiecesByNumber,
  selectExportedPieces,
} from './imported-pieces.queries.ts'
import {
  createPieceTally,
  findNewPieceProblems,
  findPieceChangeProblems,
  PieceFileRow,
  type PieceItem,
  type StoredPiece,
} from './imported-pieces.rules.ts'

const changeable: Changeable<typeof piece> = { table: piece, key: piece.pieceID, keyName: 'pieceID', entity: 'piece' }
const codeFields = ['barcode', 'certificateNumber', 'laboratory'] as const

const updates: Updates<PieceFileRow> = {
  keys: ['number'],
  fields: PieceFileRow.shape,
  lock: (context, ids) => lockRecords(context, piece, piece.pieceID, ids),
  find: findPiecesByNumber,
  problems: ({ stored, changes }) => findPieceChangeProblems(stored.value as StoredPiece, changes),

  async apply(context, changes) {
    // The check found equal codes, apart from those that somebody entered since.
    const coded = changes.filter((one) => codeFields.some((field) => one.changes[field] !== undefined))
    await assertOwnCodes(
      context,
      coded.map((one) => ({ ...one.stored.value, ...one.changes })),
      undefined,
      coded.map(({ stored }) => stored.id),
    )
    await changeRecorded(
      context,
      changeable,
      new Map(changes.map((one) => [one.stored.id, one.changes as Columns<typeof piece>])),
    )
  },

  async findUndoBlockers(context, importID, ids) {
    await lockRecords(context, piece, piece.pieceID, ids)
    return findFirstUndoBlockers(
      context,
      sql`select ${piece.pieceID}, ${piece.number},
          case when ${changedSince('piece', piece.pieceID, importID)} then 'has been changed' end
        from ${piece} where ${piece.pieceID} = ${anyOfArray(ids, 'int')}`,
    )
  },

  undo: (context, importID, ids) => restoreRecorded(context, changeable, importID, ids),
}

/** The codes that a scan can mean, of items and pieces. */
const findTakenCodes = async ({ db }: Context, codes: string[]) => {
  const rows = await db
    .select({ code: scanCode.code })
    .from(scanCode)
    .where(sql`${scanCode.code} = ${anyOfArray(codes, 'text')}`)
  return new Set(rows.map(({ code }) => code))
}

export const pieceKind: Kind<PieceFileRow> = {
  entity: 'piece',
  isFixedAfterDay: true,
  insertsAtOnce: true,
  schema: PieceFileRow,

  async names(context, wanted) {
    const byCode = await findItemsByCode(context, wanted('item'))
    const items = await findPieceItems(context, [...new Set([...byCode.values()].map(({ id }) => id))])
    const { location, inventoryType } = await findStockPlaces(context)
    const { defaultLocationID } = await readSettings(context.db)
    const usual = [...location.found.values()].find(({ id }) => id === defaultLocationID)
    return {
      item: {
        what: 'Item',
        found: new Map<string, Named>([...byCode].map(([code, { id }]) => [code, items.get(id)!])),
      },
      location: { ...location, ...(usual && { otherwise: usual }) },
      inventoryType,
    }
  },

  made: { location: madeLocations },

  unique: [
    {
      column: 'number',
      of: ({ number }) => number?.toLowerCase() || null,
      called: ({ number }) => `Number ${number}`,
      taken: async (context, keys) => new Set((await findPiecesByNumber(context, keys)).keys()),
    },
    {
      column: 'number',
      of: ({ number }) => number?.toLowerCase() || null,
      called: ({ number }) => `The code ${number}`,
      taken: findTakenCodes,
    },
    {
      column: 'barcode',
      of: ({ barcode }) => barcode?.toLowerCase() || null,
      called: ({ barcode }) => `The code ${barcode}`,
      taken: findTakenCodes,
    },
    {
      column: 'certificateNumber',
      of: certificateKeyOf,
      called: (row) => `Certificate ${nameCertificate(row)}`,
      taken: async ({ db }, keys) => {
        const numbers = keys.map((key) => key.slice(key.indexOf('\n') + 1))
        const rows = await db
          .select({ certificateNumber: piece.certificateNumber, laboratory: piece.laboratory })
          .from(piece)
          .where(
            sql`lower(${piece.certificateNumber}) = ${anyOfArray(numbers, 'text')} and ${piece.inventoryID} is not null`,
          )
        return new Set(rows.flatMap((row) => certificateKeyOf(row) ?? []))
      },
    },
  ],

  updates,

  also: (row, named, context) =>
    findNewPieceProblems(
      row,
      named['item'] as PieceItem,
      `${named['location']!.name}, ${named['inventoryType']!.name}`,
      context,
    ),

  createTally() {
    const tally = createPieceTally()
    return { add: (row, named) => tally.add(row, named['item'] as PieceItem) }
  },

  insert: insertPieces,

  describeWaiting: describeUndescribed,

  findUndoBlockers: findPieceBlockers,

  async undo(context, importID, ids, reportProgress) {
    await undoPieces(context, importID, ids, reportProgress)
    return { first: [], total: 0 }
  },

  exported: ({ db }, filters) => selectExportedPieces(db, filters as FiltersOf<typeof endpoints.list>),
}

/** Returns a sentence about the pieces on hand that got their number alone; null without any. */
async function describeUndescribed({ db }: Context, ids: number[]) {
  const alone = await db.$count(
    piece,
    sql`${piece.pieceID} = ${anyOfArray(ids, 'int')} and ${piece.countedInID} is not null and num_nonnulls(${piece.grams},
      ${piece.netGrams}, ${piece.cost}, ${piece.laboratory}, ${piece.certificateNumber}, ${piece.barcode}, ${piece.note}) = 0`,
  )
  if (alone === 0) return null
  return `${alone === 1 ? '1 piece on hand has its' : `${alone} pieces on hand have their`} number alone, because the file does not describe ${alone === 1 ? 'it' : 'them'}`
}

/** Locks the items of imported pieces with their stock, and returns the pieces that were changed or used since. */
async function findPieceBlockers(context: Context, importID: number, ids: number[]) {
  const imported = await findImportedItems(context, importID, ids)
  const itemIDs = imported.map(({ itemID }) => itemID)
  await lockItems(context, itemIDs)
  await lockRecords(context, piece, piece.pieceID, ids)
  const movements = await countMovements(context, itemIDs)
  const moved = imported.filter((one) => (movements.get(one.itemID) ?? 0) !== one.movements).map(({ itemID }) => itemID)
  const isPiece = (table: string) =>
    sql`exists (select from ${sql.identifier(table)} used where used.piece_id = ${piece.pieceID})`
  return findFirstUndoBlockers(
    context,
    sql`select ${piece.pieceID}, ${piece.number}, case
        when exists (select from sales_item_piece used join sales_item using (sales_item_id)
          join sales_transaction using (sales_transaction_id)
          where used.piece_id = ${piece.pieceID} and status in ('Pending', 'Processing')) then 'is held for a sale'
        when ${isPiece('sales_item_piece')} then 'has been sold'
        when ${isPiece('certificate')} then 'has a certificate of authenticity'
        when ${isPiece('stock_count_piece')} then 'is on a count sheet'
        when ${isPiece('inventory_adjustment_piece')} then 'is on an adjustment'
        when ${changedSince('piece', piece.pieceID, importID)} then 'has been changed'
        when ${piece.itemID} = ${anyOfArray(moved, 'int')} then 'is of an item whose stock has changed'
      end
      from ${piece} where ${piece.pieceID} = ${anyOfArray(ids, 'int')}`,
  )
}
