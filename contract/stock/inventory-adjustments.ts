import { uoms } from '../catalogue/items.ts'
import { answer, IDFilter, listQuery, pageOf } from '../shared/answers.ts'
import { endpoint } from '../shared/endpoint.ts'
import { ID, LastRead, Moment, Quantity, Stamps } from '../shared/fields.ts'
import { z } from '../shared/zod.ts'

/**
 * The statuses of an adjustment. It is Pending until an administrator approves (Completed) or declines (Rejected) it.
 */
export const adjustmentStatuses = ['Pending', 'Completed', 'Rejected'] as const

export const InventoryAdjustmentInput = z.object({
  inventoryID: ID,
  /** The type; the default for a new adjustment is the program's own type. */
  adjustmentTypeID: ID.optional(),
  adjustmentReasonID: ID,
  /** Positive adds to the stock; negative removes from it. */
  quantityAdjusted: Quantity.refine((quantity) => quantity !== 0, 'An adjustment of zero changes nothing'),
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
    /** The stock count that found the difference, and its number. */
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
        image_url: z.string().nullable(),
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

/** The optional input of a decision. `updatedAt` is the version that the caller saw; a changed adjustment gets 409. */
const Decision = z.object(LastRead).nullish()

export const inventoryAdjustments = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/inventory-adjustment',
    summary: 'Adjustments of stock, waiting and decided',
    access: 'stock.read',
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
      },
    ),
    returns: pageOf(InventoryAdjustment),
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/v1/inventory-adjustment/:id',
    summary: 'One adjustment with the stock as it is now',
    access: 'stock.read',
    returns: answer(InventoryAdjustment),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/v1/inventory-adjustment',
    summary: 'Asks for an adjustment; stock changes when an administrator approves it',
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
    summary: 'Approves an adjustment: the stock (id) changes by it',
    access: 'adjustments.decide',
    body: Decision,
    returns: answer(InventoryAdjustment),
  }),
  decline: endpoint({
    method: 'PUT',
    path: '/api/v1/inventory-adjustment/:id/decline',
    summary: 'Declines an adjustment: the stock stays as it is',
    access: 'adjustments.decide',
    body: Decision,
    returns: answer(InventoryAdjustment),
  }),
}
