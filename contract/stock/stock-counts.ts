import { uoms } from '../catalogue/items.ts'
import { answer, BooleanFilter, IDFilter, listQuery, pageOf } from '../shared/answers.ts'
import { endpoint } from '../shared/endpoint.ts'
import { DayInput, ID, Moment, optional, Quantity, Stamps } from '../shared/fields.ts'
import { z } from '../shared/zod.ts'
import { adjustmentStatuses } from './inventory-adjustments.ts'

/** A sheet is counted on while it is Pending; finished or canceled it is final. */
export const countStatuses = ['Pending', 'Completed', 'Canceled'] as const

export const StockCountInput = z.object({
  locationID: ID,
  /** Only this category's items; all of the location where left out. */
  categoryID: ID.nullish(),
  /** Who counts does not see what is expected. */
  blind: z.boolean().optional(),
  remarks: optional(1000),
})
export type StockCountInput = z.input<typeof StockCountInput>

const Person = z.object({ userID: ID, name: z.string() })

export const StockCount = z
  .object({
    countID: ID,
    /** `SC-2026-000001`. */
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
    /** Lines of which the stock has moved since its figures were taken. */
    movedLines: z.int(),
    /** Counted lines that differ from what was expected; null while a blind sheet is counted. */
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
      image_url: z.string().nullable(),
    }),
    inventoryType: z.object({ typeName: z.string() }),
    /** On hand when the figures were taken; null while a blind sheet is counted. */
    expected: z.number().nullable(),
    /** Null until it is counted. */
    counted: z.number().nullable(),
    /** Counted less expected; null where either is. */
    difference: z.number().nullable(),
    /** The stock has moved since its figures were taken: they no longer say what to expect. */
    moved: z.boolean(),
    countedBy: Person.nullable(),
    countedAt: Moment.nullable(),
    /** What became of the difference once the sheet was finished. */
    adjustment: z.object({ adjustmentID: ID, status: z.enum(adjustmentStatuses) }).nullable(),
  })
  .meta({ id: 'StockCountLine' })
export type StockCountLine = z.input<typeof StockCountLine>

/** The sheet: every line of it, in the order of the items' names. */
export const StockCountSheet = StockCount.extend({ lines: z.array(StockCountLine) }).meta({ id: 'StockCountSheet' })
export type StockCountSheet = z.input<typeof StockCountSheet>

/** What a sheet is about, and what was found on it. */
const FinishedCount = StockCount.extend({
  /** Counted lines that differ: each is a Pending adjustment now. */
  adjusted: z.int(),
  /** Counted lines that do not. */
  matching: z.int(),
  /** Lines that nobody counted: their stock is left alone. */
  uncounted: z.int(),
}).meta({ id: 'FinishedCount' })

const Counted = Quantity.min(0)

export const stockCounts = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/stock-counts',
    summary: 'Sheets on which stock is counted',
    access: 'stock.read',
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
        /** The days on which they were opened. */
        from: DayInput.optional(),
        to: DayInput.optional(),
      },
    ),
    returns: pageOf(StockCount),
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/v1/stock-counts/:id',
    summary: 'One sheet with all of its lines',
    access: 'stock.read',
    returns: answer(StockCountSheet),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/v1/stock-counts',
    summary: 'Opens a sheet with a line for each row of stock at a location',
    access: 'stock.write',
    body: StockCountInput,
    returns: answer(StockCount),
    status: 201,
  }),
  addLine: endpoint({
    method: 'POST',
    path: '/api/v1/stock-counts/:id/lines',
    summary: 'Adds an item that the sheet did not have',
    access: 'stock.write',
    body: z.object({
      itemID: ID,
      /** Where left out: the first active type that the item has there, else the first active one. */
      inventoryTypeID: ID.nullish(),
    }),
    returns: answer(StockCountLine),
    status: 201,
  }),
  count: endpoint({
    method: 'PUT',
    path: '/api/v1/stock-counts/:id/lines/:lineID',
    summary: 'Says how many of a line there are; null takes the count back',
    access: 'stock.write',
    body: z.object({ counted: Counted.nullable() }),
    returns: answer(StockCountLine),
  }),
  scan: endpoint({
    method: 'PUT',
    path: '/api/v1/stock-counts/:id/lines/:lineID/scan',
    summary: 'Counts one more of a line, whoever else counts it at the same moment',
    access: 'stock.write',
    returns: answer(StockCountLine),
  }),
  recount: endpoint({
    method: 'PUT',
    path: '/api/v1/stock-counts/:id/lines/:lineID/recount',
    summary: 'Takes a line’s figures anew and clears its count',
    access: 'stock.write',
    returns: answer(StockCountLine),
  }),
  finish: endpoint({
    method: 'PUT',
    path: '/api/v1/stock-counts/:id/finish',
    summary: 'Makes a Pending adjustment of each difference, and closes the sheet',
    access: 'stock.write',
    returns: answer(FinishedCount),
  }),
  cancel: endpoint({
    method: 'PUT',
    path: '/api/v1/stock-counts/:id/cancel',
    summary: 'Closes the sheet; nothing follows from it',
    access: 'stock.write',
    returns: answer(StockCount),
  }),
}
