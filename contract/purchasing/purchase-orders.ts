import { uoms } from '../catalogue/items.ts'
import { Metal } from '../catalogue/metal-fields.ts'
import { answer, FileAnswer, IDFilter, listQuery, pageOf } from '../shared/answers.ts'
import { costFigure, costInput } from '../shared/costs.ts'
import { endpoint } from '../shared/endpoint.ts'
import {
  Day,
  dayInput,
  ID,
  LastRead,
  Moment,
  optional,
  Quantity,
  required,
  Stamps,
  UnitCost,
} from '../shared/fields.ts'
import { z } from '../shared/zod.ts'

export const purchaseOrderStatuses = ['Pending', 'Approved', 'Partially Received', 'Received', 'Canceled'] as const

/** The status that an order's paper shows its supplier: only that it is canceled. The others are the shop's own. */
export const statusOnPaper = (status: (typeof purchaseOrderStatuses)[number]) => (status === 'Canceled' ? status : null)

/** Maximum number of lines in an order. */
export const orderLinesAtMost = 200

/**
 * The input of an order's line. The unit is always the item's own unit. Old clients also send `uom` and `itemName`,
 * which are ignored.
 */
const OrderLineInput = z.object({
  itemID: ID,
  /** The number of pieces or pairs, or grams of a BULK item. */
  orderQty: Quantity.gt(0),
  /** Pesos per piece, pair or gram; the response calls it `unitCost`. */
  price: costInput(UnitCost),
})

export const PurchaseOrderInput = z.object({
  supplierID: ID,
  locationID: ID,
  orderDate: dayInput('Order date'),
  /** The expected delivery date: the order date or later. */
  expectedDeliverDate: dayInput('Expected delivery date'),
  referenceNo: optional(80),
  remarks: optional(1000),
  /** The type of sale that the order is for. Only old clients send it. */
  transactionType: ID.nullish(),
  customerTypeID: ID.nullish(),
  paymentTypeID: ID.nullish(),
  /** The lines, with each item at most once. */
  purchaseOrderItems: z.array(OrderLineInput).min(1, 'Add at least one item').max(orderLinesAtMost),
})
export type PurchaseOrderInput = z.input<typeof PurchaseOrderInput>

const OrderLine = z.object({
  poItemID: ID,
  itemID: ID,
  itemCode: z.string(),
  itemName: z.string(),
  uom: z.enum(uoms),
  ...Metal,
  unitCost: costFigure(z.number()),
  orderQty: z.number(),
  lineTotal: costFigure(z.number()),
  /** The quantity that completed receivings brought. */
  receivedQty: z.number(),
  /** The quantity that the supplier will not deliver any more, because a user closed this part of the line. */
  closedQty: z.number(),
  /** The quantity that is still to be delivered. */
  outstanding: z.number(),
  closeReason: z.string().nullable(),
  closedBy: z.string().nullable(),
  closedAt: Moment.nullable(),
  /**
   * The quantities that arrived at another cost than ordered. `unitCost` is in pesos per stock unit, with up to 6
   * decimals.
   */
  receivedCosts: costFigure(z.array(z.object({ unitCost: z.number(), quantity: z.number() }))),
})

export const PurchaseOrder = z
  .object({
    poID: ID,
    poNumber: z.string(),
    supplierID: ID,
    supplier: z.object({
      supplierName: z.string(),
      contactDetails: z.string(),
      address: z.string().nullable(),
      email: z.string(),
    }),
    locationID: ID,
    location: z.object({ locationName: z.string() }),
    transactionType: ID.nullable(),
    customerTypeID: ID.nullable(),
    paymentTypeID: ID.nullable(),
    orderDate: Day,
    expectedDeliverDate: Day,
    status: z.enum(purchaseOrderStatuses),
    referenceNo: z.string().nullable(),
    remarks: z.string().nullable(),
    totalCost: costFigure(z.number()),
    /** The name of the user who created the order. */
    createdBy: z.string().nullable(),
    approvedBy: z.string().nullable(),
    approvedByID: ID.nullable(),
    approvedAt: Moment.nullable(),
    /** The name of the user who canceled the order, and when. */
    canceledBy: z.string().nullable(),
    canceledAt: Moment.nullable(),
    purchaseOrderItems: z.array(OrderLine),
    ...Stamps,
  })
  .meta({ id: 'PurchaseOrder' })
export type PurchaseOrderRow = z.input<typeof PurchaseOrder>
export type OrderLineRow = PurchaseOrderRow['purchaseOrderItems'][number]

export const PurchaseOrderListRow = PurchaseOrder.omit({ purchaseOrderItems: true }).meta({
  id: 'PurchaseOrderListRow',
})
export type PurchaseOrderListRow = z.input<typeof PurchaseOrderListRow>

/** The last cost and the last supplier of an item. */
export const LastCost = z
  .object({
    itemID: ID,
    itemCode: z.string(),
    itemName: z.string(),
    uom: z.enum(uoms),
    ...Metal,
    /**
     * The cost in the latest completed receiving, or the average cost if there is none, in pesos per piece, pair or
     * gram with 2 decimals.
     */
    unitCost: costFigure(z.number()),
    supplierID: ID.nullable(),
    supplierName: z.string().nullable(),
  })
  .meta({ id: 'LastCost' })
export type LastCostRow = z.input<typeof LastCost>

const itemIDs = z
  .string({ error: 'Item IDs are required' })
  .regex(/^\d{1,10}(,\d{1,10})*$/, 'Item IDs must be numbers with commas between them')
  .transform((text) => text.split(',').map(Number))
  .pipe(z.array(ID).max(orderLinesAtMost))

/** The input of a decision on an order. `updatedAt` is the version of the order that the user saw. */
const Decision = z.object(LastRead).nullish()

export const OrderClosing = z.object({
  reason: required(300),
  /** The lines to close; the default is every outstanding line. */
  poItemIDs: z.array(ID).min(1).max(orderLinesAtMost).optional(),
})

export const purchaseOrders = {
  list: endpoint({
    method: 'GET',
    path: '/api/v2/purchase-orders',
    summary: 'Lists purchase orders',
    access: 'purchasing.read',
    about: ['purchaseOrder', 'purchaseOrderItem', 'receiving', 'supplier', 'location', 'item'],
    query: listQuery(
      [
        'poID',
        'poNumber',
        'supplierName',
        'locationName',
        'referenceNo',
        'remarks',
        'orderDate',
        'expectedDeliverDate',
        'totalCost',
        'status',
      ],
      {
        status: z.enum(purchaseOrderStatuses).optional(),
        supplierID: IDFilter,
        locationID: IDFilter,
        customerTypeID: IDFilter,
        paymentTypeID: IDFilter,
        itemID: IDFilter,
      },
    ),
    returns: pageOf(PurchaseOrderListRow),
  }),
  lastCosts: endpoint({
    method: 'GET',
    path: '/api/v2/purchase-orders/last-costs',
    summary: 'Returns the last cost and supplier of items; omits unknown items',
    access: 'purchasing.read',
    about: ['purchaseOrder', 'purchaseOrderItem', 'receiving'],
    query: z.strictObject({ itemIDs }),
    returns: answer(z.array(LastCost)),
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/v2/purchase-orders/:id',
    summary: 'Returns a purchase order with its lines',
    access: 'purchasing.read',
    about: ['purchaseOrder', 'purchaseOrderItem', 'receiving', 'supplier', 'location', 'item'],
    returns: answer(PurchaseOrder),
  }),
  pdf: endpoint({
    method: 'GET',
    path: '/api/v2/purchase-orders/:id/pdf',
    summary: 'Returns a purchase order as a PDF',
    access: 'purchasing.read',
    returns: FileAnswer,
    file: 'application/pdf',
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/v2/po/purchase-order-items',
    summary: 'Creates a purchase order with its items',
    access: 'purchasing.write',
    body: PurchaseOrderInput,
    returns: answer(PurchaseOrder),
    status: 201,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/v2/purchase-orders/:id',
    summary: 'Changes a Pending purchase order',
    access: 'purchasing.write',
    body: PurchaseOrderInput.extend(LastRead),
    returns: answer(PurchaseOrder),
  }),
  approve: endpoint({
    method: 'PUT',
    path: '/api/v2/purchase-orders/:id/approve',
    summary: 'Approves a Pending purchase order, so that it can be received',
    access: 'orders.decide',
    body: Decision,
    returns: answer(PurchaseOrder),
  }),
  cancel: endpoint({
    method: 'PUT',
    path: '/api/v2/purchase-orders/:id/cancel',
    summary: 'Cancels a purchase order without receivings',
    access: 'orders.decide',
    body: Decision,
    returns: answer(PurchaseOrder),
  }),
  close: endpoint({
    method: 'PUT',
    path: '/api/v2/purchase-orders/:id/close',
    summary: 'Closes the outstanding quantities of an approved order, or of some of its lines, with a reason',
    access: 'orders.decide',
    body: OrderClosing,
    returns: answer(PurchaseOrder),
  }),
}

/**
 * The initial values of the form for a new purchase order, passed as the router state `{ create: PurchaseOrderDraft }`.
 */
export type PurchaseOrderDraft = {
  supplierID?: number | undefined
  locationID?: number | undefined
  items: { itemID: number; orderQty: number }[]
}
