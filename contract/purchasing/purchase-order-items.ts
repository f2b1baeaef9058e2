import { uoms } from '../catalogue/items.ts'
import { Metal } from '../catalogue/metal-fields.ts'
import { answer, IDFilter, listQuery, pageOf } from '../shared/answers.ts'
import { costFigure, costInput } from '../shared/costs.ts'
import { endpoint } from '../shared/endpoint.ts'
import { ID, LastRead, Quantity, Stamps, UnitCost } from '../shared/fields.ts'
import { z } from '../shared/zod.ts'
import { purchaseOrderStatuses } from './purchase-orders.ts'

export const PurchaseOrderItemInput = z.object({
  /** The order, which must be Pending. */
  poID: ID,
  itemID: ID,
  /** The item's own unit. */
  uom: z.enum(uoms),
  /** Pesos per piece, pair or gram. */
  unitCost: costInput(UnitCost),
  orderQty: Quantity.gt(0),
})
export type PurchaseOrderItemInput = z.input<typeof PurchaseOrderItemInput>

export const PurchaseOrderItem = z
  .object({
    poItemID: ID,
    poID: ID,
    purchaseOrder: z.object({ poNumber: z.string(), status: z.enum(purchaseOrderStatuses) }),
    itemID: ID,
    item: z.object({ itemName: z.string(), itemCode: z.string(), ...Metal }),
    uom: z.enum(uoms),
    unitCost: costFigure(z.number()),
    orderQty: z.number(),
    receivedQty: z.number(),
    closedQty: z.number(),
    /** The quantity that is still to be delivered. */
    outstanding: z.number(),
    closeReason: z.string().nullable(),
    ...Stamps,
  })
  .meta({ id: 'PurchaseOrderItem' })
export type PurchaseOrderItemRow = z.input<typeof PurchaseOrderItem>

export const purchaseOrderItems = {
  list: endpoint({
    method: 'GET',
    path: '/api/v2/purchase-order-items',
    summary: 'Lists the lines of all purchase orders',
    access: 'purchasing.read',
    about: ['purchaseOrderItem', 'purchaseOrder', 'receiving', 'item'],
    query: listQuery(['poItemID', 'poNumber', 'itemName', 'uom', 'unitCost', 'orderQty'], {
      status: z.enum(purchaseOrderStatuses).optional(),
      poID: IDFilter,
      itemID: IDFilter,
      supplierID: IDFilter,
      uom: z.enum(uoms).optional(),
    }),
    returns: pageOf(PurchaseOrderItem),
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/v2/purchase-order-items/:id',
    summary: 'Returns a line of a purchase order',
    access: 'purchasing.read',
    about: ['purchaseOrderItem', 'purchaseOrder', 'receiving', 'item'],
    returns: answer(PurchaseOrderItem),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/v2/purchase-order-items',
    summary: 'Adds a line to a Pending purchase order',
    access: 'purchasing.write',
    body: PurchaseOrderItemInput,
    returns: answer(PurchaseOrderItem),
    status: 201,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/v2/purchase-order-items/:id',
    summary: 'Changes a line of a Pending purchase order',
    access: 'purchasing.write',
    body: PurchaseOrderItemInput.extend(LastRead),
    returns: answer(PurchaseOrderItem),
  }),
}
