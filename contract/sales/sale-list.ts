import { BooleanFilter, IDFilter, listQuery } from '../shared/answers.ts'
import { DayInput } from '../shared/fields.ts'
import { z } from '../shared/zod.ts'
import { saleStatuses } from './sale-statuses.ts'

/** The days of a sale that the list's period can mean. */
const saleDates = ['ordered', 'completed'] as const

/** The sorting and the filters of the list of sales. */
export const saleListQuery = listQuery(
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
    buyerID: IDFilter,
    itemID: IDFilter,
    /** The live in which a buyer won something of the sale. */
    liveID: IDFilter,
    /** Whether an instalment is overdue. */
    overdue: BooleanFilter,
    /** Whether an instalment is due today or overdue. */
    due: BooleanFilter,
    /** Whether the sale's hold expires within 24 hours. */
    holdEnding: BooleanFilter,
    /** Whether the kept price is over, so that a manager has to decide about it. */
    priceLapsed: BooleanFilter,
    /** The day that `from` and `to` mean: the order date or the day of completion. The default is the transaction date. */
    dateOf: z.enum(saleDates).optional(),
    /** The first and last day of completion. */
    completedFrom: DayInput.optional(),
    completedTo: DayInput.optional(),
  },
)
