import { uoms } from '../catalogue/items.ts'
import { Metal } from '../catalogue/metal-fields.ts'
import { answer, IDFilter, listQuery, pageOf } from '../shared/answers.ts'
import { costFigure } from '../shared/costs.ts'
import { endpoint } from '../shared/endpoint.ts'
import { ID, LastRead, Stamps } from '../shared/fields.ts'
import { z } from '../shared/zod.ts'
import { receivedFields, receivingStatuses, receivingUoms } from './receivings.ts'

export const ReceivingItemInput = z.object(receivedFields)

export const ReceivingItemCreation = ReceivingItemInput.extend({
  /** The Pending receiving that gets the line. Without it, the line starts a new receiving without a purchase order. */
  poReceivingID: ID.nullish(),
})

export const ReceivingItem = z
  .object({
    poReceivingItemID: ID,
    poReceivingID: ID,
    /** The order line that this line fulfils. */
    poItemID: ID.nullable(),
    itemID: ID,
    item: z.object({ itemName: z.string(), itemCode: z.string(), uom: z.enum(uoms), ...Metal }),
    receiving: z.object({ status: z.enum(receivingStatuses), referenceNumber: z.string().nullable() }),
    purchaseOrder: z.object({ poNumber: z.string() }).nullable(),
    uom: z.enum(receivingUoms),
    receivedQty: z.number(),
    unitCost: costFigure(z.number()),
    /** The quantity in pieces, pairs or grams. */
    stockQty: z.number(),
    /** Pesos per piece, pair or gram, 6 decimals. */
    stockUnitCost: costFigure(z.number()),
    ...Stamps,
  })
  .meta({ id: 'ReceivingItem' })
export type ReceivingItemRow = z.input<typeof ReceivingItem>

export const receivingItems = {
  list: endpoint({
    method: 'GET',
    path: '/api/v2/po-receiving-items',
    summary: 'Lists the items of all receivings',
    access: 'purchasing.read',
    about: ['receiving', 'purchaseOrder', 'item'],
    query: listQuery(['poReceivingItemID', 'itemName', 'uom', 'receivedQty', 'unitCost'], {
      status: z.enum(receivingStatuses).optional(),
      poReceivingID: IDFilter,
      poID: IDFilter,
      poItemID: IDFilter,
      itemID: IDFilter,
    }),
    returns: pageOf(ReceivingItem),
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/v2/po-receiving-items/:id',
    summary: 'Returns an item of a receiving',
    access: 'purchasing.read',
    about: ['receiving', 'purchaseOrder', 'item'],
    returns: answer(ReceivingItem),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/v2/po-receiving-items',
    summary: 'Adds an item to a Pending receiving, or opens a direct receipt with it',
    access: 'purchasing.write',
    body: ReceivingItemCreation,
    returns: answer(ReceivingItem),
    status: 201,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/v2/po-receiving-items/:id',
    summary: 'Changes an item of a Pending receiving',
    access: 'purchasing.write',
    body: ReceivingItemInput.extend(LastRead),
    returns: answer(ReceivingItem),
  }),
}
