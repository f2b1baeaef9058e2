import { uoms } from '../catalogue/items.ts'
import { answer, BooleanFilter, FileAnswer, IDFilter, listQuery, pageOf } from '../shared/answers.ts'
import { endpoint } from '../shared/endpoint.ts'
import { Day, DayInput, ID, LastRead, Moment, Money, optional, Quantity, required, Stamps } from '../shared/fields.ts'
import { z } from '../shared/zod.ts'
import { CustomerInput } from './customers.ts'
import { saleStatuses } from './sale-statuses.ts'

/** Where goods that come back go: on the shelf again, to the workshop, or to the melting pot. */
export const dispositions = ['restock', 'repair', 'scrap'] as const

/** Most lines and payments of one sale. */
export const linesAtMost = 200
export const paymentsAtMost = 20

const SaleLineInput = z.object({
  itemID: ID,
  orderQty: Quantity.gt(0),
  /** Pesos per unit; the item's own price where left out. Below it needs a manager. */
  price: Money.optional(),
})

export const PaymentInput = z.object({
  paymentTypeID: ID,
  /** What was handed over; cash may exceed the balance, the rest is change. */
  amount: Money.gt(0),
  reference: optional(120),
})

/** Most instalments of one sale. */
export const instalmentsAtMost = 60

const InstalmentInput = z.object({ dueDate: DayInput, amount: Money.gt(0) })

export const SaleInput = z.object({
  locationID: ID,
  transactionTypeID: ID,
  customerID: ID.nullish(),
  /** A customer made with the sale. */
  customer: CustomerInput.optional(),
  /** Today where left out. */
  orderDate: DayInput.optional(),
  expectedDeliverDate: DayInput.nullish(),
  items: z.array(SaleLineInput).min(1, 'Add at least one item').max(linesAtMost),
  discount: Money.optional(),
  shippingFee: Money.optional(),
  /** What is to be paid until when, as with a layaway; together the whole sale, or none. Left out keeps what is stored. */
  schedule: z.array(InstalmentInput).max(instalmentsAtMost).optional(),
  remarks: optional(1000),
})
export type SaleInput = z.input<typeof SaleInput>

export const SaleCreation = SaleInput.extend({
  payments: z.array(PaymentInput).max(paymentsAtMost).optional(),
  /** Hand the goods over now: needs the payments to cover the total. */
  complete: z.boolean().optional(),
})
export type SaleCreation = z.input<typeof SaleCreation>

/** What becomes of what was paid; needed only where something was. */
export const SaleCancellation = z
  .object({
    deposit: z.enum(['refund', 'forfeit']).optional(),
    /** How a refunded deposit is handed back. */
    paymentTypeID: ID.optional(),
  })
  .refine(({ deposit, paymentTypeID }) => deposit !== 'refund' || paymentTypeID !== undefined, {
    path: ['paymentTypeID'],
    error: 'Payment type is required',
  })
  .nullish()

/** What comes back of a completed sale: everything that has not yet where `items` is left out. */
export const SaleRefundInput = z.object({
  /** How the money is handed back. */
  paymentTypeID: ID,
  reason: required(500),
  items: z
    .array(
      z.object({
        salesItemID: ID,
        qty: Quantity.gt(0),
        disposition: z.enum(dispositions).default('restock'),
      }),
    )
    .min(1, 'Add at least one item')
    .max(linesAtMost)
    .optional(),
})
export type SaleRefundInput = z.input<typeof SaleRefundInput>

const SaleRefund = z
  .object({
    refundID: ID,
    paymentTypeID: ID,
    paymentName: z.string(),
    reason: z.string(),
    amount: z.number(),
    createdByID: ID.nullable(),
    createdAt: Moment,
    items: z.array(
      z.object({ salesItemID: ID, qty: z.number(), amount: z.number(), disposition: z.enum(dispositions) }),
    ),
  })
  .meta({ id: 'SaleRefund' })

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
        price: z.number(),
        orderQty: z.number(),
        lineTotal: z.number(),
        /** How much of it this sale holds at its location: nothing once its hold has lapsed, or the sale is over. */
        heldQty: z.number(),
        /** How much of it has come back. */
        refundedQty: z.number(),
        image_url: z.string().nullable(),
      }),
    ),
    payments: z.array(
      z.object({
        paymentID: ID,
        paymentTypeID: ID,
        paymentName: z.string(),
        amount: z.number(),
        reference: z.string().nullable(),
        paidAt: Moment,
      }),
    ),
    refunds: z.array(SaleRefund),
    /** In the order of the dates; payments fill the earliest first. */
    schedule: z.array(z.object({ dueDate: Day, amount: z.number(), paid: z.number(), overdue: z.boolean() })),
    /** Lines. */
    totalItems: z.int(),
    totalQuantity: z.number(),
    subtotal: z.number(),
    discount: z.number(),
    shippingFee: z.number(),
    totalPurchase: z.number(),
    /** What was handed over, change included, and whatever was handed back later. */
    amountPaid: z.number(),
    balance: z.number(),
    change: z.number(),
    refundedAmount: z.number(),
    transactionDate: Moment,
    holdUntil: Moment.nullable(),
    completedAt: Moment.nullable(),
    status: z.enum(saleStatuses),
    remarks: z.string().nullable(),
    ...Stamps,
  })
  .meta({ id: 'Sale' })
export type SaleRow = z.input<typeof Sale>

/** A sale as the list shows it: the whole sale, and the names of its payment types in one text. */
export const SaleListRow = Sale.omit({ items: true, payments: true, refunds: true, schedule: true })
  .extend({
    paymentType: z.string().nullable(),
    /** When the next instalment is due that is not paid in full. */
    nextDueDate: Day.nullable(),
    /** What should have been paid by now and has not. */
    overdueAmount: z.number(),
  })
  .meta({ id: 'SaleListRow' })
export type SaleListRow = z.input<typeof SaleListRow>

export const sales = {
  list: endpoint({
    method: 'GET',
    path: '/api/v2/sales',
    summary: 'Sales',
    access: 'sales.read',
    query: listQuery(
      [
        'salesTransactionID',
        'transactionNumber',
        'locationName',
        'transactionName',
        'totalItems',
        'totalQuantity',
        'totalPurchase',
        'transactionDate',
        'status',
      ],
      {
        status: z.enum(saleStatuses).optional(),
        locationID: IDFilter,
        transactionTypeID: IDFilter,
        customerID: IDFilter,
        itemID: IDFilter,
        /** Whether something should have been paid by now and has not. */
        overdue: BooleanFilter,
        /** Whether something is to be paid today, or should have been by now. */
        due: BooleanFilter,
        /** Whether what it holds is free again within 24 hours. */
        holdEnding: BooleanFilter,
        from: DayInput.optional(),
        to: DayInput.optional(),
        /** The days on which it was completed. */
        completedFrom: DayInput.optional(),
        completedTo: DayInput.optional(),
      },
    ),
    returns: pageOf(SaleListRow),
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/v2/sales/:id',
    summary: 'One sale with its lines and payments',
    access: 'sales.read',
    returns: answer(Sale),
  }),
  pdf: endpoint({
    method: 'GET',
    path: '/api/v2/sales/:id/pdf',
    summary: 'The invoice of a sale as a PDF',
    access: 'sales.read',
    returns: FileAnswer,
    file: 'application/pdf',
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/v2/sales',
    summary: 'Saves a sale; with payments and complete, a whole counter sale',
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
    body: SaleInput.extend(LastRead),
    returns: answer(Sale),
  }),
  pay: endpoint({
    method: 'POST',
    path: '/api/v2/sales/:id/payments',
    summary: 'Takes a payment',
    access: 'sales.write',
    body: PaymentInput,
    returns: answer(Sale),
    status: 201,
  }),
  complete: endpoint({
    method: 'PUT',
    path: '/api/v2/sales/:id/complete',
    summary: 'Hands the goods over; the balance must be 0',
    access: 'sales.write',
    returns: answer(Sale),
  }),
  cancel: endpoint({
    method: 'PUT',
    path: '/api/v2/sales/:id/cancel',
    summary: 'Cancels a Pending sale, or a Processing one saying what becomes of its deposit',
    access: 'sales.write',
    body: SaleCancellation,
    returns: answer(Sale),
  }),
  refund: endpoint({
    method: 'POST',
    path: '/api/v2/sales/:id/refunds',
    summary: 'Takes back a completed sale, whole or in part',
    access: 'sales.refund',
    body: SaleRefundInput,
    returns: answer(Sale),
    status: 201,
  }),
}
