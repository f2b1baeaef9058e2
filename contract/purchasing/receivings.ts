import { uoms } from '../catalogue/items.ts'
import { Metal } from '../catalogue/metal-fields.ts'
import { answer, IDFilter, listQuery, pageOf } from '../shared/answers.ts'
import { costFigure, costInput } from '../shared/costs.ts'
import { Cover } from '../shared/covers.ts'
import { endpoint } from '../shared/endpoint.ts'
import { Day, dayInput, ID, LastRead, Moment, ReceivedQuantity, required, Stamps, UnitCost } from '../shared/fields.ts'
import { z } from '../shared/zod.ts'
import { DescribedPiece, PieceInput, piecesAtOnce } from '../stock/pieces.ts'
import { purchaseOrderStatuses } from './purchase-orders.ts'

export const receivingStatuses = ['Pending', 'Completed', 'Canceled'] as const

/** The units in which a delivery is entered: grams or kg for a weight, or the item's own unit for a count. */
export const receivingUoms = ['grams', 'kg', 'PCS', 'PAIR'] as const

/** Maximum number of lines in a receiving. */
export const receivingLinesAtMost = 200

/** The fields of a receiving item. */
export const receivedFields = {
  itemID: ID,
  uom: z.enum(receivingUoms),
  receivedQty: ReceivedQuantity.gt(0),
  /** Pesos per entered unit: per piece or pair, per gram, or per kg. */
  unitCost: costInput(UnitCost),
}

export const ReceivingLineInput = z.object({
  /** The key of the stored line that this line changes. A new line has no key. */
  poReceivingItemID: ID.nullish(),
  /** The order line that this line fulfils; the default is the order's line of the same item. */
  poItemID: ID.nullish(),
  ...receivedFields,
  /**
   * The pieces of an item that is kept by piece, as many as come. Without them the stored ones stay, and a line without
   * any gets new pieces when the receiving is completed.
   */
  pieces: z.array(PieceInput).max(piecesAtOnce).optional(),
})

const header = {
  referenceNumber: required(120),
  receivedDate: dayInput('Received date'),
  /** The user who received the goods; the default is the caller. */
  receivedByID: ID.optional(),
  /**
   * The location of a receiving without an order. The default is the item's first location, then the shop's default
   * location. A receiving for an order uses the order's location.
   */
  locationID: ID.nullish(),
}
const Lines = z.array(ReceivingLineInput).min(1, 'Add at least one item').max(receivingLinesAtMost)

export const ReceivingUpdate = z.object({ ...header, items: Lines.optional() })
/** The changes of a receiving. Omitted fields keep their value. */
export const ReceivingChanges = ReceivingUpdate.partial()

export const ReceivingCreation = z.object({
  /** The delivered order; omitted for a direct receipt. */
  poID: ID.nullish(),
  ...header,
  /** The lines. The default is every outstanding quantity of the order, at its ordered cost. */
  items: Lines.optional(),
  /** `Completed` also completes the new receiving. With any other value it is created as Pending. */
  status: z.enum(receivingStatuses).optional(),
})
export type ReceivingCreation = z.input<typeof ReceivingCreation>

/** A receiving as its list shows it. */
export const Receiving = z
  .object({
    poReceivingID: ID,
    poID: ID.nullable(),
    purchaseOrder: z.object({ poNumber: z.string() }).nullable(),
    supplier: z.object({ supplierID: ID, supplierName: z.string() }).nullable(),
    /** The location that receives the goods. */
    locationID: ID,
    location: z.object({ locationName: z.string() }),
    referenceNumber: z.string().nullable(),
    receivedDate: Day,
    receivedByID: ID,
    receivedBy: z.object({ username: z.string(), name: z.string() }),
    /** The sum of the stock quantities, which mixes pieces, pairs and grams. */
    totalQty: z.number(),
    totalCost: costFigure(z.number()),
    status: z.enum(receivingStatuses),
    completedAt: Moment.nullable(),
    ...Stamps,
  })
  .meta({ id: 'Receiving' })
export type ReceivingRow = z.input<typeof Receiving>

/** A line to receive, with the data that the form needs for its checks and for the new average cost. */
const DraftLine = z.object({
  poItemID: ID.nullable(),
  itemID: ID,
  itemCode: z.string(),
  barcode: z.string().nullable(),
  itemName: z.string(),
  itemUom: z.enum(uoms),
  /** Whether the item is kept by piece. */
  byPiece: z.boolean(),
  /** The number of pieces of the item that were ever named, from which the next number follows. */
  piecesNamed: z.int(),
  ...Metal,
  ...Cover,
  uom: z.enum(receivingUoms),
  receivedQty: z.number(),
  unitCost: costFigure(z.number()),
  /** The cost, quantity and outstanding quantity of the order's line, in stock units; null without an order. */
  orderedCost: costFigure(z.number().nullable()),
  /** Whether the cost is the ordered one; null without an order. It is shown while costs are hidden, too. */
  isAtOrderedCost: z.boolean().nullable(),
  orderQty: z.number().nullable(),
  outstanding: z.number().nullable(),
  /** The quantity on hand at all locations, and its exact value in pesos. */
  onHand: z.number(),
  stockValue: costFigure(z.number()),
  /** The current average cost in pesos per stock unit, 6 decimals. */
  averageCostNow: costFigure(z.number()),
})
export type DraftLine = z.input<typeof DraftLine>

const ReceivingLine = DraftLine.extend({
  poReceivingItemID: ID,
  stockQty: z.number(),
  stockUnitCost: costFigure(z.number()),
  lineCost: costFigure(z.number()),
  /** The entered pieces, with their numbers once the receiving is Completed. */
  pieces: z.array(z.object({ ...DescribedPiece, pieceID: ID.nullable(), number: z.string().nullable() })),
  /** The average cost that completing this receiving would give; null when the receiving is no longer Pending. */
  averageCostAfter: costFigure(z.number().nullable()),
})

/** A receiving with its lines. */
export const WholeReceiving = Receiving.extend({ items: z.array(ReceivingLine) }).meta({ id: 'WholeReceiving' })
export type WholeReceivingRow = z.input<typeof WholeReceiving>

export const ReceivingDraft = z
  .object({
    poID: ID.nullable(),
    poNumber: z.string().nullable(),
    /** The supplier of the order; null without an order. */
    supplierName: z.string().nullable(),
    locationID: ID,
    locationName: z.string(),
    items: z.array(DraftLine),
  })
  .meta({ id: 'ReceivingDraft' })
export type ReceivingDraftRow = z.input<typeof ReceivingDraft>

const OrderToReceive = z
  .object({
    poID: ID,
    poNumber: z.string(),
    supplier: z.object({ supplierName: z.string() }),
    location: z.object({ locationName: z.string() }),
    orderDate: Day,
    status: z.enum(purchaseOrderStatuses),
  })
  .meta({ id: 'OrderToReceive' })

const base = '/api/v2/po-receiving'

export const receivings = {
  list: endpoint({
    method: 'GET',
    path: base,
    summary: 'Lists receivings',
    access: 'purchasing.read',
    about: ['receiving', 'purchaseOrder', 'location', 'supplier', 'item'],
    query: listQuery(
      [
        'poReceivingID',
        'poNumber',
        'referenceNumber',
        'receivedDate',
        'username',
        'receiverName',
        'totalQty',
        'totalCost',
        'status',
      ],
      {
        status: z.enum(receivingStatuses).optional(),
        poID: IDFilter,
        supplierID: IDFilter,
        locationID: IDFilter,
        receivedByID: IDFilter,
        itemID: IDFilter,
      },
    ),
    returns: pageOf(Receiving),
  }),
  orders: endpoint({
    method: 'GET',
    path: `${base}/orders`,
    summary: 'Lists the purchase orders that wait for goods: Approved and Partially Received',
    access: 'purchasing.read',
    about: ['purchaseOrder', 'receiving', 'supplier'],
    query: listQuery(['poID', 'poNumber', 'supplierName'], {}),
    returns: pageOf(OrderToReceive),
  }),
  draft: endpoint({
    method: 'GET',
    path: `${base}/draft`,
    summary: 'Returns the draft of a receiving: all outstanding items of an order, or one item',
    access: 'purchasing.read',
    about: ['purchaseOrder', 'receiving', 'item'],
    query: z
      .strictObject({ poID: IDFilter, itemID: IDFilter })
      .refine(
        ({ poID, itemID }) => (poID === undefined) !== (itemID === undefined),
        'Say which purchase order or which item',
      ),
    returns: answer(ReceivingDraft),
  }),
  get: endpoint({
    method: 'GET',
    path: `${base}/:id`,
    summary: 'Returns a receiving with its items',
    access: 'purchasing.read',
    about: ['receiving', 'purchaseOrder', 'location', 'supplier', 'item'],
    returns: answer(WholeReceiving),
  }),
  create: endpoint({
    method: 'POST',
    path: base,
    summary: 'Creates a receiving, of a purchase order or direct',
    access: 'purchasing.write',
    body: ReceivingCreation,
    returns: answer(WholeReceiving),
    status: 201,
  }),
  update: endpoint({
    method: 'PUT',
    path: `${base}/:id`,
    summary: 'Changes a Pending receiving',
    access: 'purchasing.write',
    body: ReceivingUpdate.extend(LastRead),
    returns: answer(WholeReceiving),
  }),
  complete: endpoint({
    method: 'PUT',
    path: `${base}/:id/complete`,
    summary: 'Completes a receiving, optionally with changes, and updates the stock, the average cost and the order',
    access: 'purchasing.write',
    // The form saves its changes and completes the receiving in one request.
    body: ReceivingChanges.extend(LastRead).nullish(),
    returns: answer(WholeReceiving),
  }),
  cancel: endpoint({
    method: 'PUT',
    path: `${base}/:id/cancel`,
    summary: 'Cancels a Pending receiving',
    access: 'purchasing.write',
    returns: answer(WholeReceiving),
  }),
}
