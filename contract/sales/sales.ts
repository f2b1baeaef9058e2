import { uoms } from '../catalogue/items.ts'
import { Metal } from '../catalogue/metal-fields.ts'
import { NamedPiece } from '../catalogue/named-pieces.ts'
import { PriceChoiceRow, PriceLapse } from '../pricing/price-locks.ts'
import { answer, FileAnswer, pageOf } from '../shared/answers.ts'
import { Cover } from '../shared/covers.ts'
import { endpoint } from '../shared/endpoint.ts'
import { Day, DayInput, dayInput, ID, LastRead, Moment, Money, optional, Quantity, Stamps } from '../shared/fields.ts'
import { z } from '../shared/zod.ts'
import { SaleTax } from '../tax/taxes.ts'
import { NewBuyer, SaleBuyer } from './buyers.ts'
import { CustomerInput } from './customers.ts'
import { SaleExchange } from './sale-exchanges.ts'
import { instalmentsAtMost, linesAtMost, paymentsAtMost } from './sale-limits.ts'
import { saleListQuery } from './sale-list.ts'
import { PaymentCorrection, PaymentInput, PaymentReversal, SaleCancellation, SalePayment } from './sale-payments.ts'
import { SaleRefund, SaleRefundInput } from './sale-refunds.ts'
import { saleStatuses } from './sale-statuses.ts'

export const SaleLineInput = z.object({
  itemID: ID,
  orderQty: Quantity.gt(0),
  /** Pesos per unit; the default is the item's price. A lower price needs a manager. */
  price: Money.optional(),
  /** The piece, for an item that is kept by piece. Each piece has a line of its own. */
  pieceID: ID.nullish(),
})

const InstalmentInput = z.object({ dueDate: DayInput, amount: Money.gt(0) })

export const SaleInput = z.object({
  locationID: ID,
  transactionTypeID: ID,
  customerID: ID.nullish(),
  /** A new customer, created with the sale. */
  customer: CustomerInput.optional(),
  /** A buyer instead of a customer. A joined buyer brings its customer. */
  buyerID: ID.nullish(),
  /** A buyer that is typed with the sale. */
  buyer: NewBuyer.optional(),
  /** The date of the sale; omitted, a new sale gets today and a stored one keeps its date. */
  orderDate: dayInput('Order date').optional(),
  expectedDeliverDate: DayInput.nullish(),
  items: z.array(SaleLineInput).min(1, 'Add at least one item').max(linesAtMost),
  discount: Money.optional(),
  shippingFee: Money.optional(),
  /** The instalments, which must add up to the total. An empty list removes the stored ones, an omitted one keeps them. */
  schedule: z.array(InstalmentInput).max(instalmentsAtMost).optional(),
  remarks: optional(1000),
})
export type SaleInput = z.input<typeof SaleInput>

/** The changes of a stored sale. A line with a key changes that line; one without continues a line of its item, or is new. */
export const SaleChanges = SaleInput.extend({
  items: z
    .array(SaleLineInput.extend({ salesItemID: ID.optional() }))
    .min(1, 'Add at least one item')
    .max(linesAtMost),
  ...LastRead,
})

export const SaleCreation = SaleInput.extend({
  payments: z.array(PaymentInput).max(paymentsAtMost).optional(),
  /** Whether to hand the goods over now, which requires full payment. */
  complete: z.boolean().optional(),
  /** A key that the device made for this sale (UUIDv7). A sale sent again with it, by anybody, is made only once. */
  clientKey: z.uuid().optional(),
  /**
   * The session of a drawer in which the till made the sale. If it is closed by now, the payments belong to the session
   * that is open, and its report names this one.
   */
  drawerSessionID: ID.optional(),
})
export type SaleCreation = z.input<typeof SaleCreation>

export const Sale = z
  .object({
    salesTransactionID: ID,
    transactionNumber: z.string(),
    locationID: ID,
    location: z.object({ locationName: z.string() }),
    transactionTypeID: ID,
    transactionType: z.object({ transactionName: z.string() }),
    customerID: ID.nullable(),
    customer: z
      .object({
        firstName: z.string(),
        middleName: z.string().nullable(),
        lastName: z.string(),
        contactNo: z.string(),
        address: z.string().nullable(),
        email: z.string(),
        customerTypeID: ID,
      })
      .nullable(),
    buyerID: ID.nullable(),
    buyer: SaleBuyer.nullable(),
    orderDate: Day,
    expectedDeliverDate: Day.nullable(),
    items: z.array(
      z.object({
        salesItemID: ID,
        itemID: ID,
        itemCode: z.string(),
        itemName: z.string(),
        description: z.string().nullable(),
        uom: z.enum(uoms),
        /** The item's own facts, which papers print with the line. */
        ...Metal,
        /** The weight without stones, of the line's piece or else of its item; null if it is unknown. */
        netGrams: z.number().nullable(),
        size: z.string().nullable(),
        certificateNumber: z.string().nullable(),
        price: z.number(),
        orderQty: z.number(),
        lineTotal: z.number(),
        /** The reckoned price that the line was sold at or near; null for a fixed price. */
        itemPriceID: ID.nullable(),
        /** The piece, of an item that is kept by piece; null while a sale beyond the stock leaves it open. */
        piece: NamedPiece.nullable(),
        /** The quantity that this sale holds at its location; 0 when the hold has expired or the sale is closed. */
        heldQty: z.number(),
        /** The quantity that the customer has returned. */
        refundedQty: z.number(),
        ...Cover,
      }),
    ),
    payments: z.array(SalePayment),
    refunds: z.array(SaleRefund),
    /** The taxes of the lines, the shipping fee and the refunds; empty for a sale without recorded tax. */
    taxes: z.array(SaleTax),
    exchanges: z.array(SaleExchange),
    /** The customer's store credit after this sale last used it or returned to it; null when it never did. */
    creditLeft: z.number().nullable(),
    /** The instalments in date order. Payments fill the earliest first. */
    schedule: z.array(z.object({ dueDate: Day, amount: z.number(), paid: z.number(), overdue: z.boolean() })),
    /** The number of lines. */
    totalItems: z.int(),
    totalQuantity: z.number(),
    subtotal: z.number(),
    discount: z.number(),
    shippingFee: z.number(),
    totalPurchase: z.number(),
    /** The amount handed over, including change and later refunds. */
    amountPaid: z.number(),
    balance: z.number(),
    change: z.number(),
    refundedAmount: z.number(),
    transactionDate: Moment,
    holdUntil: Moment.nullable(),
    /** The last day of the prices by the rate, and their sum in pesos; null while no deposit keeps them until a day. */
    priceKeptUntil: Day.nullable(),
    keptPrice: z.number().nullable(),
    /** Set when that day is over and the price of today is another one. */
    priceLapse: PriceLapse.nullable(),
    /** The decisions of managers about prices whose last day was over, in order. */
    priceChoices: z.array(PriceChoiceRow),
    completedAt: Moment.nullable(),
    status: z.enum(saleStatuses),
    /** Whether the deposit of a canceled sale was refunded or forfeited; null without a deposit. */
    deposit: z.enum(['refund', 'forfeit']).nullable(),
    canceledAt: Moment.nullable(),
    canceledByName: z.string().nullable(),
    cancelReason: z.string().nullable(),
    remarks: z.string().nullable(),
    clientKey: z.string().nullable(),
    ...Stamps,
  })
  .meta({ id: 'Sale' })
export type SaleRow = z.input<typeof Sale>

/** A sale in a list. It has no lines and payments. `paymentType` joins the names of its payment types. */
export const SaleListRow = Sale.omit({
  items: true,
  payments: true,
  refunds: true,
  taxes: true,
  exchanges: true,
  creditLeft: true,
  schedule: true,
  priceLapse: true,
  priceChoices: true,
})
  .extend({
    paymentType: z.string().nullable(),
    /** The due date of the first instalment that is not fully paid. */
    nextDueDate: Day.nullable(),
    /** The overdue amount in pesos. */
    overdueAmount: z.number(),
  })
  .meta({ id: 'SaleListRow' })
export type SaleListRow = z.input<typeof SaleListRow>

export const sales = {
  list: endpoint({
    method: 'GET',
    path: '/api/v2/sales',
    summary: 'Lists sales',
    access: 'sales.read',
    tellsCash: 'many',
    about: ['sale', 'customer', 'buyer', 'paymentType', 'transactionType'],
    query: saleListQuery,
    returns: pageOf(SaleListRow),
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/v2/sales/:id',
    summary: 'Returns a sale with its lines and payments',
    access: 'sales.read',
    tellsCash: 'sale',
    about: ['sale', 'customer', 'buyer', 'paymentType', 'transactionType', 'item'],
    returns: answer(Sale),
  }),
  pdf: endpoint({
    method: 'GET',
    path: '/api/v2/sales/:id/pdf',
    summary: 'Returns the invoice of a sale as a PDF',
    access: 'sales.read',
    tellsCash: 'sale',
    returns: FileAnswer,
    file: 'application/pdf',
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/v2/sales',
    summary: 'Creates a sale, optionally with its payments and completed at once',
    access: 'sales.write',
    body: SaleCreation,
    returns: answer(Sale),
    status: 201,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/v2/sales/:id',
    summary: 'Changes a Pending or Processing sale',
    access: 'sales.write',
    tellsCash: 'sale',
    body: SaleChanges,
    returns: answer(Sale),
  }),
  pay: endpoint({
    method: 'POST',
    path: '/api/v2/sales/:id/payments',
    summary: 'Takes a payment for a sale',
    access: 'sales.write',
    tellsCash: 'sale',
    body: PaymentInput,
    returns: answer(Sale),
    status: 201,
  }),
  correctPayment: endpoint({
    method: 'POST',
    path: '/api/v2/sales/:id/payments/:paymentID/corrections',
    summary: 'Takes a wrong payment back and enters the right one; a payment of an earlier day needs a manager',
    access: 'sales.write',
    tellsCash: 'sale',
    body: PaymentCorrection,
    returns: answer(Sale),
    status: 201,
  }),
  takePaymentBack: endpoint({
    method: 'POST',
    path: '/api/v2/sales/:id/payments/:paymentID/reversal',
    summary: 'Takes a payment back that never came; the goods stay held',
    access: 'sales.return_deposit',
    tellsCash: 'sale',
    body: PaymentReversal,
    returns: answer(Sale),
    status: 201,
  }),
  complete: endpoint({
    method: 'PUT',
    path: '/api/v2/sales/:id/complete',
    summary: 'Completes a sale that is fully paid, and takes its goods out of stock',
    access: 'sales.write',
    tellsCash: 'sale',
    returns: answer(Sale),
  }),
  cancel: endpoint({
    method: 'PUT',
    path: '/api/v2/sales/:id/cancel',
    summary: 'Cancels a sale, releases its stock, and keeps or refunds the deposit of a Processing sale',
    access: 'sales.write',
    tellsCash: 'sale',
    body: SaleCancellation,
    returns: answer(Sale),
  }),
  refund: endpoint({
    method: 'POST',
    path: '/api/v2/sales/:id/refunds',
    summary: 'Refunds a completed sale, or some of its items',
    access: 'sales.refund',
    tellsCash: 'sale',
    body: SaleRefundInput,
    returns: answer(Sale),
    status: 201,
  }),
}
