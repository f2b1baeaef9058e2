import { uoms } from '../catalogue/items.ts'
import { NamedPiece } from '../catalogue/named-pieces.ts'
import { answer, BooleanFilter, IDFilter, listQuery, pageOf } from '../shared/answers.ts'
import { Cover } from '../shared/covers.ts'
import { endpoint } from '../shared/endpoint.ts'
import { ID, Moment, optional, Quantity, Stamps } from '../shared/fields.ts'
import { z } from '../shared/zod.ts'
import { adjustmentStatuses } from './inventory-adjustments.ts'

/** The statuses of a count sheet. Only a Pending sheet accepts counts. The other two statuses are final. */
export const countStatuses = ['Pending', 'Completed', 'Canceled'] as const

export const StockCountInput = z.object({
  locationID: ID,
  /** The category to count; the default is all items of the location. */
  categoryID: ID.nullish(),
  /** Whether the sheet hides the expected quantities from the person who counts. */
  blind: z.boolean().optional(),
  remarks: optional(1000),
})
export type StockCountInput = z.input<typeof StockCountInput>

const Person = z.object({ userID: ID, name: z.string() })

export const StockCount = z
  .object({
    countID: ID,
    /** The number of the sheet, such as `SC-2026-000001`. */
    countNumber: z.string(),
    locationID: ID,
    location: z.object({ locationName: z.string() }),
    categoryID: ID.nullable(),
    category: z.object({ categoryName: z.string() }).nullable(),
    blind: z.boolean(),
    status: z.enum(countStatuses),
    remarks: z.string().nullable(),
    totalLines: z.int(),
    countedLines: z.int(),
    /** The number of lines whose stock has moved since their expected quantity was recorded. */
    movedLines: z.int(),
    /** The number of lines whose count differs from the expected quantity; null while a blind sheet is Pending. */
    differences: z.int().nullable(),
    createdBy: Person.nullable(),
    finishedAt: Moment.nullable(),
    ...Stamps,
  })
  .meta({ id: 'StockCount' })
export type StockCountRow = z.input<typeof StockCount>

export const StockCountLine = z
  .object({
    countLineID: ID,
    inventoryID: ID,
    itemID: ID,
    inventoryTypeID: ID,
    item: z.object({
      itemName: z.string(),
      itemCode: z.string(),
      barcode: z.string().nullable(),
      uom: z.enum(uoms),
      byPiece: z.boolean(),
      ...Cover,
    }),
    inventoryType: z.object({ typeName: z.string() }),
    /**
     * The pieces of an item that is kept by piece: those that were found, and those that are missing so far. A Pending
     * blind sheet hides the missing ones.
     */
    pieces: z.array(NamedPiece.extend({ found: z.boolean() })),
    /** The quantity on hand when the line was created or last reset; null while a blind sheet is Pending. */
    expected: z.number().nullable(),
    /** The counted quantity; null until the line is counted. */
    counted: z.number().nullable(),
    /** The counted less the expected quantity; null when either is null. */
    difference: z.number().nullable(),
    /** Whether the stock has moved since the expected quantity was recorded. The expected quantity is then stale. */
    moved: z.boolean(),
    countedBy: Person.nullable(),
    countedAt: Moment.nullable(),
    /** The adjustment that the finished sheet created for the difference. */
    adjustment: z.object({ adjustmentID: ID, status: z.enum(adjustmentStatuses) }).nullable(),
  })
  .meta({ id: 'StockCountLine' })
export type StockCountLine = z.input<typeof StockCountLine>

/** A sheet with all its lines, sorted by item name. */
export const StockCountSheet = StockCount.extend({ lines: z.array(StockCountLine) }).meta({ id: 'StockCountSheet' })
export type StockCountSheet = z.input<typeof StockCountSheet>

/** A finished sheet with its results. */
const FinishedCount = StockCount.extend({
  /** The number of lines whose count differs from the expected quantity. Each has become a Pending adjustment. */
  adjusted: z.int(),
  /** The number of lines whose count equals the expected quantity. */
  matching: z.int(),
  /** The number of lines without a count. Their stock does not change. */
  uncounted: z.int(),
}).meta({ id: 'FinishedCount' })

const Counted = Quantity.min(0)

export const stockCounts = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/stock-counts',
    summary: 'Lists stock counts',
    access: 'stock.read',
    about: ['stockCount', 'stockCountLine', 'location'],
    query: listQuery(
      [
        'countID',
        'countNumber',
        'locationName',
        'categoryName',
        'blind',
        'status',
        'countedLines',
        'createdByName',
        'createdAt',
        'finishedAt',
      ],
      {
        status: z.enum(countStatuses).optional(),
        locationID: IDFilter,
        categoryID: IDFilter,
        blind: BooleanFilter,
      },
    ),
    returns: pageOf(StockCount),
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/v1/stock-counts/:id',
    summary: 'Returns a stock count with its lines',
    access: 'stock.read',
    about: ['stockCount', 'stockCountLine', 'location', 'inventory', 'item'],
    returns: answer(StockCountSheet),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/v1/stock-counts',
    summary: 'Opens a stock count with a line for each stock row of a location',
    access: 'stock.write',
    body: StockCountInput,
    returns: answer(StockCount),
    status: 201,
  }),
  addLine: endpoint({
    method: 'POST',
    path: '/api/v1/stock-counts/:id/lines',
    summary: 'Adds an item to a stock count',
    access: 'stock.write',
    body: z.object({
      itemID: ID,
      /**
       * The type of the counted stock. The default is the first active type of the item's stock at the location, or
       * else the first active type.
       */
      inventoryTypeID: ID.nullish(),
    }),
    returns: answer(StockCountLine),
    status: 201,
  }),
  count: endpoint({
    method: 'PUT',
    path: '/api/v1/stock-counts/:id/lines/:lineID',
    summary: 'Sets the counted quantity of a line; null clears it',
    access: 'stock.write',
    body: z.object({ counted: Counted.nullable() }),
    returns: answer(StockCountLine),
  }),
  scan: endpoint({
    method: 'PUT',
    path: '/api/v1/stock-counts/:id/lines/:lineID/scan',
    summary: 'Adds one to the counted quantity of a line, safely for concurrent callers',
    access: 'stock.write',
    returns: answer(StockCountLine),
  }),
  findPiece: endpoint({
    method: 'PUT',
    path: '/api/v1/stock-counts/:id/lines/:lineID/pieces/:pieceID',
    summary: 'Counts a piece that was found, once however often it is scanned',
    access: 'stock.write',
    returns: answer(StockCountLine),
  }),
  leavePiece: endpoint({
    method: 'DELETE',
    path: '/api/v1/stock-counts/:id/lines/:lineID/pieces/:pieceID',
    summary: 'Takes a counted piece back',
    access: 'stock.write',
    returns: answer(StockCountLine),
  }),
  recount: endpoint({
    method: 'PUT',
    path: '/api/v1/stock-counts/:id/lines/:lineID/recount',
    summary: 'Updates a line’s expected quantity and clears its count',
    access: 'stock.write',
    returns: answer(StockCountLine),
  }),
  finish: endpoint({
    method: 'PUT',
    path: '/api/v1/stock-counts/:id/finish',
    summary: 'Closes a stock count, and requests an adjustment for each difference',
    access: 'stock.write',
    returns: answer(FinishedCount),
  }),
  cancel: endpoint({
    method: 'PUT',
    path: '/api/v1/stock-counts/:id/cancel',
    summary: 'Cancels a stock count without adjustments',
    access: 'stock.write',
    returns: answer(StockCount),
  }),
}
