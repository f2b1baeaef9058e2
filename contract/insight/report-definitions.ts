import { purchaseOrderStatuses } from '../purchasing/purchase-orders.ts'
import { receivingStatuses } from '../purchasing/receivings.ts'
import { saleStatuses } from '../sales/sale-statuses.ts'
import { movementKinds } from '../stock/inventory.ts'
import { customerBalances } from './customer-balances.ts'
import { lowStockReport } from './low-stock-report.ts'
import { customersDefinition, sellersDefinition } from './people-reports.ts'
import { profitReport } from './profit.ts'
import { taxReport } from './tax-report.ts'

// The reports, defined as data. The server returns rows with these columns; the screen and the CSV file show them.

/**
 * The kinds of column. `money` is pesos with 2 decimals. `cost` is pesos per unit with up to 6 decimals. `quantity` is
 * a number of pieces, pairs or grams. `number` is any other count. `day` is a calendar date in the shop's time zone.
 * `moment` is a date with a time.
 */
export type ColumnKind = 'text' | 'number' | 'money' | 'cost' | 'quantity' | 'day' | 'moment'

export type ReportColumn = {
  field: string
  label: string
  kind: ColumnKind
  /** Set for a column whose values the report sums over all rows. */
  total?: true
  /** Set for a cost or a profit, which a setting hides from Staff. */
  cost?: true
}

/** The report filters whose value is the key of a record, such as `locationID=3`. */
export const recordFilters = [
  'locationID',
  'categoryID',
  'inventoryTypeID',
  'transactionTypeID',
  'customerID',
  'customerTypeID',
  'paymentTypeID',
  'supplierID',
  'drawerSessionID',
  'createdByID',
] as const
export type RecordFilter = (typeof recordFilters)[number]

/** The report filters whose value is one of a few fixed words, such as `status=Completed`. */
export type ChoiceFilter = 'status' | 'kind'

export type ReportDefinition = {
  title: string
  /** The description of the report, in one or two sentences. */
  tells: string
  /** Whether the report covers a period. Other reports show the current state, or the state as of a day. */
  period: boolean
  /** Set for a report of the state at the end of a day, which the query's `asOf` names. Without one it is today. */
  asOf?: true
  records: readonly RecordFilter[]
  choices: Partial<Record<ChoiceFilter, readonly string[]>>
  columns: readonly ReportColumn[]
}

/** The kinds of row of the reports on sales. */
const documentKinds = ['Sale', 'Refund'] as const

export const paymentKinds = [
  'Payment',
  'Correction',
  'Deposit returned',
  'Refund',
  'Trade-in paid',
  'Credit paid in',
  'Credit paid out',
] as const

export const reportDefinitions = {
  sales: {
    title: 'Sales',
    tells:
      'Every sale of the period, on the day it was completed or else entered, and every refund on its own day. Total Sales counts completed sales less the refunds given in the period. Refunded With Sale is what was refunded of the sale, whenever. Status, Refunded With Sale, and open and canceled sales are as of now.',
    period: true,
    records: ['locationID', 'transactionTypeID', 'customerID', 'createdByID'],
    choices: { status: saleStatuses, kind: documentKinds },
    columns: [
      { field: 'transactionNumber', label: 'Sale', kind: 'text' },
      { field: 'kind', label: 'Kind', kind: 'text' },
      { field: 'date', label: 'Date', kind: 'moment' },
      { field: 'status', label: 'Status', kind: 'text' },
      { field: 'location', label: 'Location', kind: 'text' },
      { field: 'transactionType', label: 'Transaction Type', kind: 'text' },
      { field: 'customer', label: 'Customer', kind: 'text' },
      { field: 'lines', label: 'Items', kind: 'number', total: true },
      { field: 'quantity', label: 'Quantity', kind: 'quantity', total: true },
      { field: 'subtotal', label: 'Subtotal', kind: 'money', total: true },
      { field: 'discount', label: 'Discount', kind: 'money', total: true },
      { field: 'shippingFee', label: 'Shipping Fee', kind: 'money', total: true },
      { field: 'total', label: 'Total', kind: 'money', total: true },
      { field: 'paid', label: 'Paid', kind: 'money', total: true },
      { field: 'balance', label: 'Balance', kind: 'money', total: true },
      { field: 'refunded', label: 'Refunded', kind: 'money', total: true },
      { field: 'sales', label: 'Total Sales', kind: 'money', total: true },
      { field: 'refundedWithSale', label: 'Refunded With Sale', kind: 'money', total: true },
      { field: 'enteredBy', label: 'Entered By', kind: 'text' },
    ],
  },
  'sale-lines': {
    title: 'Sale lines',
    tells:
      'Every item of every sale of the period, with its share of the discount, and every returned item on the day of its refund. A shipping fee is a line of its own, so that Total Sales is that of the Sales report. Profit is the profit from sales of Analytics: scrapped goods stay a cost. Status, Refunded With Sale, and open and canceled sales are as of now.',
    period: true,
    records: ['locationID', 'categoryID', 'transactionTypeID', 'customerID', 'createdByID'],
    choices: { status: saleStatuses, kind: documentKinds },
    columns: [
      { field: 'transactionNumber', label: 'Sale', kind: 'text' },
      { field: 'kind', label: 'Kind', kind: 'text' },
      { field: 'date', label: 'Date', kind: 'moment' },
      { field: 'status', label: 'Status', kind: 'text' },
      { field: 'location', label: 'Location', kind: 'text' },
      { field: 'customer', label: 'Customer', kind: 'text' },
      { field: 'itemCode', label: 'Item Code', kind: 'text' },
      { field: 'itemName', label: 'Item', kind: 'text' },
      { field: 'category', label: 'Category', kind: 'text' },
      { field: 'uom', label: 'UOM', kind: 'text' },
      { field: 'quantity', label: 'Quantity', kind: 'quantity', total: true },
      { field: 'price', label: 'Price', kind: 'money' },
      { field: 'lineTotal', label: 'Line Total', kind: 'money', total: true },
      { field: 'discount', label: 'Discount', kind: 'money', total: true },
      { field: 'refundedQty', label: 'Refunded Quantity', kind: 'quantity', total: true },
      { field: 'refunded', label: 'Refunded', kind: 'money', total: true },
      { field: 'sales', label: 'Total Sales', kind: 'money', total: true },
      { field: 'refundedWithSale', label: 'Refunded With Sale', kind: 'money', total: true },
      { field: 'unitCost', label: 'Unit Cost', kind: 'cost', cost: true },
      { field: 'cost', label: 'Cost', kind: 'money', total: true, cost: true },
      { field: 'returnedCost', label: 'Returned Cost', kind: 'money', total: true, cost: true },
      { field: 'profit', label: 'Profit', kind: 'money', total: true, cost: true },
    ],
  },
  payments: {
    title: 'Payments',
    tells:
      'The money that was taken in the period, and what was handed back: change, returned deposits, refunds, and what was paid for trade-ins and out of store credit. Money that customers paid into store credit was taken too. Net is what stayed. Payments by store credit, exchanged goods and trade-ins are no money and have columns of their own.',
    period: true,
    records: ['paymentTypeID', 'locationID', 'drawerSessionID', 'customerID', 'createdByID'],
    choices: { kind: paymentKinds },
    columns: [
      { field: 'at', label: 'Date', kind: 'moment' },
      { field: 'kind', label: 'Kind', kind: 'text' },
      { field: 'paymentType', label: 'Payment Type', kind: 'text' },
      { field: 'transactionNumber', label: 'Sale', kind: 'text' },
      { field: 'location', label: 'Location', kind: 'text' },
      { field: 'customer', label: 'Customer', kind: 'text' },
      { field: 'reference', label: 'Reference', kind: 'text' },
      { field: 'received', label: 'Received', kind: 'money', total: true },
      { field: 'handedBack', label: 'Handed Back', kind: 'money', total: true },
      { field: 'net', label: 'Net', kind: 'money', total: true },
      { field: 'storeCredit', label: 'Store Credit', kind: 'money', total: true },
      { field: 'exchanged', label: 'Exchanged', kind: 'money', total: true },
      { field: 'tradedIn', label: 'Traded in', kind: 'money', total: true },
      { field: 'takenBy', label: 'Taken By', kind: 'text' },
    ],
  },
  'by-seller': sellersDefinition,
  stock: {
    title: 'Stock on hand and value',
    tells:
      'What was on hand at the end of a day, where, and what it was worth at cost. Values are kept per item, so each row has its share by quantity. What open sales held on a past day is not recorded.',
    period: false,
    asOf: true,
    records: ['locationID', 'categoryID', 'inventoryTypeID'],
    choices: {},
    columns: [
      { field: 'itemCode', label: 'Item Code', kind: 'text' },
      { field: 'itemName', label: 'Item', kind: 'text' },
      { field: 'category', label: 'Category', kind: 'text' },
      { field: 'location', label: 'Location', kind: 'text' },
      { field: 'inventoryType', label: 'Inventory Type', kind: 'text' },
      { field: 'uom', label: 'UOM', kind: 'text' },
      { field: 'quantity', label: 'On Hand', kind: 'quantity', total: true },
      { field: 'reserved', label: 'Reserved', kind: 'quantity', total: true },
      { field: 'available', label: 'Available', kind: 'quantity', total: true },
      { field: 'averageCost', label: 'Average Cost', kind: 'cost', cost: true },
      { field: 'value', label: 'Value', kind: 'money', total: true, cost: true },
    ],
  },
  movements: {
    title: 'Stock movements',
    tells: 'Every change of stock in the period: what came, what went, by which document, at which cost.',
    period: true,
    records: ['locationID', 'categoryID', 'inventoryTypeID'],
    choices: { kind: movementKinds },
    columns: [
      { field: 'at', label: 'Date', kind: 'moment' },
      { field: 'kind', label: 'Kind', kind: 'text' },
      { field: 'document', label: 'Document', kind: 'text' },
      { field: 'itemCode', label: 'Item Code', kind: 'text' },
      { field: 'itemName', label: 'Item', kind: 'text' },
      { field: 'category', label: 'Category', kind: 'text' },
      { field: 'location', label: 'Location', kind: 'text' },
      { field: 'inventoryType', label: 'Inventory Type', kind: 'text' },
      { field: 'uom', label: 'UOM', kind: 'text' },
      { field: 'quantityIn', label: 'In', kind: 'quantity', total: true },
      { field: 'quantityOut', label: 'Out', kind: 'quantity', total: true },
      { field: 'quantityAfter', label: 'On Hand After', kind: 'quantity' },
      { field: 'unitCost', label: 'Unit Cost', kind: 'cost', cost: true },
      { field: 'value', label: 'Value', kind: 'money', total: true, cost: true },
      { field: 'person', label: 'By', kind: 'text' },
    ],
  },
  'low-stock': lowStockReport,
  purchases: {
    title: 'Purchases',
    tells:
      'Every purchase order of the period, by its order date. Ordered is the sum of canceled, received, closed short and outstanding. Status, Received Cost and what became of the ordered quantity (Canceled, Received, Closed Short, Outstanding) are as of now.',
    period: true,
    records: ['supplierID', 'locationID'],
    choices: { status: purchaseOrderStatuses },
    columns: [
      { field: 'poNumber', label: 'Purchase Order', kind: 'text' },
      { field: 'orderDate', label: 'Order Date', kind: 'day' },
      { field: 'expectedDeliverDate', label: 'Expected', kind: 'day' },
      { field: 'status', label: 'Status', kind: 'text' },
      { field: 'supplier', label: 'Supplier', kind: 'text' },
      { field: 'location', label: 'Location', kind: 'text' },
      { field: 'referenceNo', label: 'Reference', kind: 'text' },
      { field: 'lines', label: 'Items', kind: 'number', total: true },
      { field: 'ordered', label: 'Ordered', kind: 'quantity', total: true },
      { field: 'canceled', label: 'Canceled', kind: 'quantity', total: true },
      { field: 'received', label: 'Received', kind: 'quantity', total: true },
      { field: 'closedShort', label: 'Closed Short', kind: 'quantity', total: true },
      { field: 'outstanding', label: 'Outstanding', kind: 'quantity', total: true },
      { field: 'totalCost', label: 'Total Cost', kind: 'money', total: true, cost: true },
      { field: 'receivedCost', label: 'Received Cost', kind: 'money', total: true, cost: true },
    ],
  },
  receiving: {
    title: 'Receiving',
    tells:
      'Every line of every delivery of the period, by its received date, as it was entered and as it was stocked. Status is as of now.',
    period: true,
    records: ['supplierID', 'locationID', 'categoryID'],
    choices: { status: receivingStatuses },
    columns: [
      { field: 'poReceivingID', label: 'Receiving', kind: 'number' },
      { field: 'receivedDate', label: 'Received Date', kind: 'day' },
      { field: 'status', label: 'Status', kind: 'text' },
      { field: 'poNumber', label: 'Purchase Order', kind: 'text' },
      { field: 'supplier', label: 'Supplier', kind: 'text' },
      { field: 'referenceNumber', label: 'Reference', kind: 'text' },
      { field: 'location', label: 'Location', kind: 'text' },
      { field: 'itemCode', label: 'Item Code', kind: 'text' },
      { field: 'itemName', label: 'Item', kind: 'text' },
      { field: 'receivedQty', label: 'Received', kind: 'quantity' },
      { field: 'uom', label: 'Unit', kind: 'text' },
      { field: 'unitCost', label: 'Unit Cost', kind: 'money', cost: true },
      { field: 'stockQty', label: 'Into Stock', kind: 'quantity', total: true },
      { field: 'cost', label: 'Cost', kind: 'money', total: true, cost: true },
      { field: 'receivedBy', label: 'Received By', kind: 'text' },
    ],
  },
  customers: customersDefinition,
  'customer-balances': customerBalances,
  profit: profitReport,
  tax: taxReport,
} as const satisfies Record<string, ReportDefinition>

export type ReportKey = keyof typeof reportDefinitions
export type FieldOf<Key extends ReportKey> = (typeof reportDefinitions)[Key]['columns'][number]['field']

export const reportKeys = Object.keys(reportDefinitions) as ReportKey[]

/** Returns the definition of a report in the type that all reports share. */
export const definitionOf = (key: ReportKey): ReportDefinition => reportDefinitions[key]
