import type { ReportColumn, ReportKey } from '../../../../contract/insight/report-definitions.ts'
import type { ReportCell } from '../../../../contract/insight/reports.ts'
import { type TaxKind, taxKindNames } from '../../../../contract/tax/tax-countries.ts'
import { formatDay, formatMoment, formatPeso, formatQuantity } from '../../../lib/format.ts'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import type { CardSlot } from '../../../ui/table/columns.ts'

const texts = new Set(['text', 'day', 'moment'])

/** Whether the column holds figures, which are right-aligned. */
export const isFigure = ({ kind }: ReportColumn) => !texts.has(kind)

/** Formats a cell for display. */
export function formatCell(column: ReportColumn, value: ReportCell | undefined, timeZone: string): string {
  if (value === null || value === undefined) return ''
  if (column.kind === 'day') return formatDay(String(value))
  if (column.kind === 'moment') return formatMoment(String(value), timeZone)
  if (typeof value === 'string') return value
  if (column.kind === 'money' || column.kind === 'cost') return formatPeso(value).replace('-', '−')
  // A column with a total holds counts. A column without one holds identifiers.
  return column.kind === 'quantity' || column.total ? formatQuantity(value) : String(value)
}

/** The reports on stock documents. Their status Completed is green; elsewhere it is blue. */
const ofStock = new Set<ReportKey>(['receiving'])

export function Cell({
  report,
  column,
  value,
  timeZone,
}: {
  report: ReportKey
  column: ReportColumn
  value: ReportCell | undefined
  timeZone: string
}) {
  if (column.field === 'status')
    return <StatusBadge status={String(value)} completed={ofStock.has(report) ? 'green' : 'blue'} />
  if (report === 'tax' && column.field === 'kind') return taxKindNames[value as TaxKind]
  return formatCell(column, value, timeZone)
}

/** The fields that a phone's card shows for a row of each report, by the slot of the card. */
export const cardsOf: Record<ReportKey, Partial<Record<CardSlot, string>>> = {
  sales: { title: 'transactionNumber', status: 'status', detail: 'customer', extra: 'date', value: 'sales' },
  'sale-lines': { title: 'itemName', status: 'status', detail: 'transactionNumber', extra: 'date', value: 'sales' },
  payments: { title: 'paymentType', status: 'kind', detail: 'transactionNumber', extra: 'at', value: 'net' },
  'by-seller': { title: 'seller', status: 'orders', detail: 'cash', extra: 'refunded', value: 'sales' },
  stock: { title: 'itemName', status: 'quantity', detail: 'itemCode', extra: 'location', value: 'value' },
  movements: { title: 'itemName', status: 'kind', detail: 'document', extra: 'at', value: 'value' },
  'low-stock': {
    title: 'itemName',
    status: 'available',
    detail: 'itemCode',
    extra: 'location',
    value: 'suggestedQuantity',
  },
  purchases: { title: 'poNumber', status: 'status', detail: 'supplier', extra: 'orderDate', value: 'totalCost' },
  receiving: { title: 'itemName', status: 'status', detail: 'poNumber', extra: 'receivedDate', value: 'cost' },
  customers: { title: 'customer', status: 'orders', detail: 'contactNo', extra: 'lastOrder', value: 'sales' },
  tax: { title: 'rate', status: 'percent', detail: 'kind', extra: 'refundedTax', value: 'netTax' },
  'customer-balances': { title: 'customer', status: 'sales', detail: 'contactNo', extra: 'over90', value: 'balance' },
  profit: { title: 'line', detail: 'section', extra: 'meaning', value: 'amount' },
}
