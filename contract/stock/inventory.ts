import { uoms } from '../catalogue/items.ts'
import { Metal } from '../catalogue/metal-fields.ts'
import { answer, BooleanFilter, IDFilter, listQuery, pageOf } from '../shared/answers.ts'
import { costFigure } from '../shared/costs.ts'
import { Cover } from '../shared/covers.ts'
import { endpoint } from '../shared/endpoint.ts'
import { aboutStock } from '../shared/events.ts'
import { ID, LastRead, Moment, Quantity, ReOrderThreshold, Stamps } from '../shared/fields.ts'
import { z } from '../shared/zod.ts'
import { inventoryTypeCodes } from './inventory-types.ts'

/** The message of opening stock that an administrator must approve. */
export const sentForApproval = 'Sent for approval: an administrator decides on the quantity'

export const InventoryInput = z.object({
  itemID: ID,
  locationID: ID,
  inventoryTypeID: ID,
  quantity: Quantity.min(0),
  reOrderThreshold: ReOrderThreshold,
})
export type InventoryInput = z.input<typeof InventoryInput>

export const Inventory = z
  .object({
    inventoryID: ID,
    itemID: ID,
    locationID: ID,
    inventoryTypeID: ID,
    /** The quantity on hand. */
    quantity: z.number(),
    /** The quantity that open sales hold. */
    reserved: z.number(),
    /** The quantity on hand less the reserved quantity. */
    available: z.number(),
    reOrderThreshold: z.int(),
    /** The code of the type, such as `repair`; null for the types that the shop added. */
    typeCode: z.enum(inventoryTypeCodes).nullable(),
    inventoryType: z.object({ typeName: z.string() }),
    location: z.object({ locationName: z.string() }),
    item: z.object({
      itemName: z.string(),
      itemCode: z.string(),
      uom: z.enum(uoms),
      byPiece: z.boolean(),
      ...Metal,
      price: z.number(),
      cost: costFigure(z.number()),
      ...Cover,
    }),
    ...Stamps,
  })
  .meta({ id: 'Inventory' })
export type InventoryRow = z.input<typeof Inventory>

/** The reasons of a stock movement. */
export const movementKinds = [
  'opening',
  'sale',
  'refund',
  'receiving',
  'adjustment',
  'transfer',
  'correction',
  'revaluation',
  'repair',
  'trade_in',
] as const

/** The kinds of document that cause a stock movement. */
export const documentTypes = [
  'inventory',
  'sale',
  'receiving',
  'adjustment',
  'transfer',
  'import',
  'revaluation',
  'repair',
  'trade_in',
] as const

export const Movement = z
  .object({
    inventoryID: ID,
    /** The number of the movement within its stock row. The numbers have no gaps. */
    sequence: z.int(),
    at: Moment,
    kind: z.enum(movementKinds),
    documentType: z.enum(documentTypes),
    documentID: ID,
    /** The number of the document that caused the movement; null when that document has no number. */
    documentNumber: z.string().nullable(),
    quantity: z.number(),
    quantityAfter: z.number(),
    /** Pesos per unit, 6 decimals. */
    unitCost: costFigure(z.number()),
    /** The change of the stock's value in pesos, negative for goods that leave. */
    value: costFigure(z.number()),
    user: z.object({ userID: ID, name: z.string() }).nullable(),
  })
  .meta({ id: 'Movement' })
export type MovementRow = z.input<typeof Movement>

export const inventory = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/inventory',
    summary: 'Lists stock by item, location and type',
    access: 'stock.read',
    about: aboutStock,
    query: listQuery(
      ['inventoryID', 'typeName', 'locationName', 'itemName', 'quantity', 'reserved', 'available', 'reOrderThreshold'],
      {
        itemID: IDFilter,
        locationID: IDFilter,
        inventoryTypeID: IDFilter,
        categoryID: IDFilter,
        /**
         * True finds stock whose quantity on hand is at or below `reOrderThreshold`. A threshold of 0 never matches.
         */
        belowThreshold: BooleanFilter,
      },
    ),
    returns: pageOf(Inventory),
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/v1/inventory/:id',
    summary: 'Returns a stock row',
    access: 'stock.read',
    about: aboutStock,
    returns: answer(Inventory),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/v1/inventory',
    summary:
      'Starts to keep stock of an item at a location; after the item’s first day, Staff’s quantity waits for approval',
    access: 'stock.write',
    body: InventoryInput,
    returns: answer(Inventory),
    status: 201,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/v1/inventory/:id',
    summary: 'Changes a stock row; only an administrator may change its quantity',
    access: 'stock.write',
    // An omitted quantity leaves the stock unchanged, even if another request has changed it in the meantime.
    body: InventoryInput.extend({ quantity: InventoryInput.shape.quantity.optional(), ...LastRead }),
    returns: answer(Inventory),
  }),
  movements: endpoint({
    method: 'GET',
    path: '/api/v1/inventory/:id/movements',
    summary: 'Lists the ledger of a stock row, newest first',
    access: 'stock.read',
    about: aboutStock,
    query: listQuery(['sequence', 'at'], {
      kind: z.enum(movementKinds).optional(),
    }),
    returns: pageOf(Movement),
  }),
}
