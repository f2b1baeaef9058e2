import { uoms } from '../catalogue/items.ts'
import { NamedPiece } from '../catalogue/named-pieces.ts'
import { answer, IDFilter, listQuery, pageOf } from '../shared/answers.ts'
import { Cover } from '../shared/covers.ts'
import { endpoint } from '../shared/endpoint.ts'
import { ID, LastRead, Moment, Quantity, Stamps } from '../shared/fields.ts'
import { z } from '../shared/zod.ts'
import { piecesAtOnce } from './pieces.ts'

/**
 * The statuses of an adjustment. It is Pending until an administrator approves (Completed) or declines (Rejected) it.
 */
export const adjustmentStatuses = ['Pending', 'Completed', 'Rejected'] as const

export const InventoryAdjustmentInput = z.object({
  inventoryID: ID,
  /** The type of the adjustment. A new adjustment without one gets the type that the program itself defines. */
  adjustmentTypeID: ID.optional(),
  adjustmentReasonID: ID,
  /** Positive adds to the stock; negative removes from it. */
  quantityAdjusted: Quantity.refine((quantity) => quantity !== 0, 'An adjustment of zero changes nothing'),
  /**
   * The pieces of an item that is kept by piece, as many as the quantity. Added goods without pieces get new ones; with
   * pieces that had left the stock, these come back under their numbers.
   */
  pieceIDs: z.array(ID).max(piecesAtOnce).optional(),
})
export type InventoryAdjustmentInput = z.input<typeof InventoryAdjustmentInput>

export const InventoryAdjustment = z
  .object({
    adjustmentID: ID,
    inventoryID: ID,
    adjustmentTypeID: ID,
    adjustmentReasonID: ID,
    quantityAdjusted: z.number(),
    status: z.enum(adjustmentStatuses),
    /** The named pieces; empty for an item that is not kept by piece, and for goods that get new pieces. */
    pieces: z.array(NamedPiece),
    /** The stock count that found the difference, and the number of its sheet; null for any other adjustment. */
    countID: ID.nullable(),
    count: z.object({ countNumber: z.string() }).nullable(),
    adjustmentType: z.object({ typeName: z.string() }),
    adjustmentReason: z.object({ reasonName: z.string() }),
    /** The current stock. */
    inventory: z.object({
      quantity: z.number(),
      reserved: z.number(),
      inventoryType: z.object({ typeName: z.string() }),
      location: z.object({ locationName: z.string() }),
      item: z.object({
        itemID: ID,
        itemName: z.string(),
        itemCode: z.string(),
        uom: z.enum(uoms),
        byPiece: z.boolean(),
        ...Cover,
      }),
    }),
    /** The names of the user who requested the adjustment and of the user who decided. */
    createdBy: z.string().nullable(),
    decidedBy: z.string().nullable(),
    decidedByID: ID.nullable(),
    decidedAt: Moment.nullable(),
    ...Stamps,
  })
  .meta({ id: 'InventoryAdjustment' })
export type InventoryAdjustmentRow = z.input<typeof InventoryAdjustment>

/**
 * The optional input of a decision. `updatedAt` is the version of the adjustment that the user saw. The decision gets
 * 409 if the adjustment has changed since then.
 */
const Decision = z.object(LastRead).nullish()

export const inventoryAdjustments = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/inventory-adjustment',
    summary: 'Lists stock adjustments',
    access: 'stock.read',
    about: ['inventoryAdjustment', 'adjustmentType', 'adjustmentReason', 'item', 'location'],
    query: listQuery(
      ['adjustmentID', 'reasonName', 'itemName', 'quantityAdjusted', 'status', 'locationName', 'createdAt'],
      {
        status: z.enum(adjustmentStatuses).optional(),
        inventoryID: IDFilter,
        adjustmentReasonID: IDFilter,
        adjustmentTypeID: IDFilter,
        itemID: IDFilter,
        locationID: IDFilter,
        countID: IDFilter,
        /** The adjustments that were requested together with this one, and this one itself. */
        requestedWith: IDFilter,
      },
    ),
    returns: pageOf(InventoryAdjustment),
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/v1/inventory-adjustment/:id',
    summary: 'Returns an adjustment with its current stock',
    access: 'stock.read',
    about: ['inventoryAdjustment', 'adjustmentType', 'adjustmentReason', 'item', 'location'],
    returns: answer(InventoryAdjustment),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/v1/inventory-adjustment',
    summary: 'Requests an adjustment; the stock changes when an administrator approves it',
    access: 'stock.write',
    body: InventoryAdjustmentInput,
    returns: answer(InventoryAdjustment),
    status: 201,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/v1/inventory-adjustment/:id',
    summary: 'Changes a Pending adjustment',
    access: 'stock.write',
    body: InventoryAdjustmentInput.extend(LastRead),
    returns: answer(InventoryAdjustment),
  }),
  approve: endpoint({
    method: 'PUT',
    path: '/api/v1/inventory-adjustment/:id/approve/:adjustmentID',
    summary: 'Approves an adjustment and changes the stock',
    access: 'adjustments.decide',
    body: Decision,
    returns: answer(InventoryAdjustment),
  }),
  decline: endpoint({
    method: 'PUT',
    path: '/api/v1/inventory-adjustment/:id/decline',
    summary: 'Declines an adjustment; the stock stays unchanged',
    access: 'adjustments.decide',
    body: Decision,
    returns: answer(InventoryAdjustment),
  }),
}
