import { uoms } from '../catalogue/items.ts'
import { answer, FileAnswer, IDFilter, listQuery, pageOf } from '../shared/answers.ts'
import { endpoint } from '../shared/endpoint.ts'
import {
  Day,
  dayInput,
  DayInput,
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

/** Most lines of one order. */
export const orderLinesAtMost = 200

/** An order's line, as sent: a line's uom is its item's, and old clients' `uom` and `itemName` are left aside. */
const OrderLineInput = z.object({
  itemID: ID,
  /** Pieces or pairs, or grams of a BULK item. */
  orderQty: Quantity.gt(0),
  /** Pesos per piece, pair or gram; answered as `unitCost`. */
  price: UnitCost,
})

export const expectedTooEarly = 'Expected delivery date must not be before the order date'

export const PurchaseOrderInput = z.object({
  supplierID: ID,
  locationID: ID,
  orderDate: dayInput('Order date'),
  /** On the order date or later. */
  expectedDeliverDate: dayInput('Expected delivery date'),
  referenceNo: optional(80),
  remarks: optional(1000),
  /** For whom or how it was ordered, where old clients say so. */
  transactionType: ID.nullish(),
  customerTypeID: ID.nullish(),
  paymentTypeID: ID.nullish(),
  /** Each item once. */
  purchaseOrderItems: z.array(OrderLineInput).min(1, 'Add at least one item').max(orderLinesAtMost),
})
export type PurchaseOrderInput = z.input<typeof PurchaseOrderInput>

const OrderLine = z.object({
  poItemID: ID,
  itemID: ID,
  itemCode: z.string(),
  itemName: z.string(),
  uom: z.enum(uoms),
  unitCost: z.number(),
  orderQty: z.number(),
  lineTotal: z.number(),
  /** What completed receivings brought. */
  receivedQty: z.number(),
  /** What is not to come any more. */
  closedQty: z.number(),
  /** What is still to come. */
  outstanding: z.number(),
  closeReason: z.string().nullable(),
  closedBy: z.string().nullable(),
  closedAt: Moment.nullable(),
  /** What was received at another cost than it was ordered at: per piece, pair or gram, up to 6 decimals. */
  receivedCosts: z.array(z.object({ unitCost: z.number(), quantity: z.number() })),
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
    totalCost: z.number(),
    /** Names of people. */
    createdBy: z.string().nullable(),
    approvedBy: z.string().nullable(),
    approvedByID: ID.nullable(),
    approvedAt: Moment.nullable(),
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

/** What an item last cost, and who last supplied it. */
export const LastCost = z
  .object({
    itemID: ID,
    itemCode: z.string(),
    itemName: z.string(),
    uom: z.enum(uoms),
    /** Of the latest completed receiving, or else the average: pesos per piece, pair or gram, 2 decimals. */
    unitCost: z.number(),
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

/** Moves an order on; `updatedAt` is what was read when that was decided. */
const Decision = z.object(LastRead).nullish()

export const OrderClosing = z.object({
  reason: required(300),
  /** The lines to close; every outstanding one where left out. */
  poItemIDs: z.array(ID).min(1).max(orderLinesAtMost).optional(),
})

export const purchaseOrders = {
  list: endpoint({
    method: 'GET',
    path: '/api/v2/purchase-orders',
    summary: 'Purchase orders',
    access: 'purchasing.read',
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
        /** Order dates. */
        from: DayInput.optional(),
        to: DayInput.optional(),
      },
    ),
    returns: pageOf(PurchaseOrderListRow),
  }),
  lastCosts: endpoint({
    method: 'GET',
    path: '/api/v2/purchase-orders/last-costs',
    summary: 'What items last cost, and who last supplied them; what is not there is left out',
    access: 'purchasing.read',
    query: z.strictObject({ itemIDs }),
    returns: answer(z.array(LastCost)),
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/v2/purchase-orders/:id',
    summary: 'One purchase order with its lines',
    access: 'purchasing.read',
    returns: answer(PurchaseOrder),
  }),
  pdf: endpoint({
    method: 'GET',
    path: '/api/v2/purchase-orders/:id/pdf',
    summary: 'A purchase order to send, on A4',
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
    summary: 'Approves a Pending purchase order: it can be received from then on',
    access: 'orders.decide',
    body: Decision,
    returns: answer(PurchaseOrder),
  }),
  cancel: endpoint({
    method: 'PUT',
    path: '/api/v2/purchase-orders/:id/cancel',
    summary: 'Cancels a purchase order of which nothing was received',
    access: 'orders.decide',
    body: Decision,
    returns: answer(PurchaseOrder),
  }),
  close: endpoint({
    method: 'PUT',
    path: '/api/v2/purchase-orders/:id/close',
    summary: 'Closes what is outstanding of an approved order, or of some of its lines, for a reason',
    access: 'orders.decide',
    body: OrderClosing,
    returns: answer(PurchaseOrder),
  }),
}

/** What the form of a new purchase order opens with: `{ create: PurchaseOrderDraft }` as the state of its address. */
export type PurchaseOrderDraft = {
  supplierID?: number | undefined
  locationID?: number | undefined
  items: { itemID: number; orderQty: number }[]
}
