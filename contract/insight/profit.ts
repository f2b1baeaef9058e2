/**
 * The lines of the profit statement, in their order. Amounts are pesos and signed, so that each result is the sum of the
 * lines above it. The lines after `profit` are for comparison and no part of it.
 */
export const profitLines = [
  { key: 'gross', section: 'Sales', line: 'Goods sold', tells: 'At their prices, on the day of completion' },
  { key: 'discounts', section: 'Sales', line: 'Discounts', tells: 'Of the sales completed in the period' },
  { key: 'refunds', section: 'Sales', line: 'Refunds', tells: 'Given in the period, on their own day' },
  { key: 'netSales', section: 'Sales', line: 'Net sales', tells: 'Goods sold less discounts and refunds' },
  { key: 'cost', section: 'Cost', line: 'Cost of goods sold', tells: 'The value that left the stock for them' },
  {
    key: 'returnedCost',
    section: 'Cost',
    line: 'Cost of returned goods',
    tells: 'Of the refunds of the period, at the cost with which the goods left',
  },
  { key: 'grossProfit', section: 'Cost', line: 'Gross profit', tells: 'Net sales less the net cost' },
  {
    key: 'scrapped',
    section: 'Write-offs',
    line: 'Returned goods scrapped',
    tells: 'Returned goods that went to no stock',
  },
  {
    key: 'salesProfit',
    section: 'Write-offs',
    line: 'Profit from sales',
    tells: 'The profit of the Sale lines report and of Analytics',
  },
  {
    key: 'shippingKept',
    section: 'Other income',
    line: 'Shipping fees kept',
    tells: 'Of sales whose goods all came back, on the day of the last refund',
  },
  {
    key: 'depositsKept',
    section: 'Other income',
    line: 'Deposits kept',
    tells: 'Of canceled sales, on the day of the cancellation',
  },
  {
    key: 'creditGiven',
    section: 'Other income',
    line: 'Store credit given',
    tells: 'Without a return, less what was taken back',
  },
  {
    key: 'creditExpired',
    section: 'Other income',
    line: 'Store credit expired',
    tells: 'On the day that it expired',
  },
  {
    key: 'repairsScrapped',
    section: 'Write-offs',
    line: 'Repairs scrapped',
    tells: 'The value of goods that a workshop could not save, with its price',
  },
  {
    key: 'counted',
    section: 'Write-offs',
    line: 'Stock counts',
    tells: 'Goods found less goods missing, on the day of approval',
  },
  {
    key: 'adjusted',
    section: 'Write-offs',
    line: 'Adjustments of stock',
    tells: 'Approved adjustments and corrections, such as damage; opening stock is not one',
  },
  {
    key: 'tradeInsReturned',
    section: 'Write-offs',
    line: 'Trade-ins given back',
    tells: 'Their offers, which the shop no longer owes, less the value with which the pieces left the scrap',
  },
  { key: 'revalued', section: 'Revaluations', line: 'Revaluations', tells: 'Typed costs of goods on hand' },
  { key: 'profit', section: 'Profit', line: 'Profit', tells: 'Profit from sales with the lines below it' },
  {
    key: 'shipping',
    section: 'For comparison',
    line: 'Shipping fees charged',
    tells: 'They pay for the delivery, so they are no profit',
  },
  { key: 'totalSales', section: 'For comparison', line: 'Total Sales', tells: 'Net sales with shipping fees' },
  {
    key: 'depositsHeld',
    section: 'For comparison',
    line: 'Deposits held at the end',
    tells: 'Paid on sales that are neither completed nor canceled: the shop owes goods for it',
  },
  {
    key: 'creditOwed',
    section: 'For comparison',
    line: 'Store credit owed at the end',
    tells: 'What customers may still spend, at all locations',
  },
  {
    key: 'tradeInsOwed',
    section: 'For comparison',
    line: 'Trade-ins owed at the end',
    tells: 'Of accepted offers, what is neither used nor paid out',
  },
  {
    key: 'stockValue',
    section: 'For comparison',
    line: 'Stock value at the end',
    tells: 'At cost, by the stock ledger',
  },
] as const

export type ProfitKey = (typeof profitLines)[number]['key']

/** The report of the profit of a period, a row for each line. */
export const profitReport = {
  title: 'Profit',
  tells:
    'The one profit statement: net sales less the cost of goods that stayed sold, with kept shipping fees and deposits, less write-offs. Sales count on the day of completion, and refunds and their costs on their own day.',
  period: true,
  records: ['locationID'],
  choices: {},
  columns: [
    { field: 'section', label: 'Section', kind: 'text' },
    { field: 'line', label: 'Line', kind: 'text' },
    { field: 'amount', label: 'Amount', kind: 'money', cost: true },
    { field: 'meaning', label: 'Meaning', kind: 'text' },
  ],
} as const
