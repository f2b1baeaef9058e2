import { BooleanFilter, IDFilter, pageOf } from '../shared/answers.ts'
import { costFigure } from '../shared/costs.ts'
import { endpoint } from '../shared/endpoint.ts'
import { aboutTrade } from '../shared/events.ts'
import { DayInput } from '../shared/fields.ts'
import { z } from '../shared/zod.ts'
import {
  type ColumnKind,
  definitionOf,
  type RecordFilter,
  type ChoiceFilter,
  type ReportColumn,
  type ReportKey,
  reportKeys,
} from './report-definitions.ts'

/** Maximum number of rows in the preview; the file has all rows. */
export const previewRows = 50

/** The query of a report: the first and last day of its period, and its filters. */
export type ReportQuery = {
  from?: string | undefined
  to?: string | undefined
  asOf?: string | undefined
  format: 'json' | 'csv'
  totals?: boolean | undefined
} & { [Filter in RecordFilter]?: number | undefined } & { [Filter in ChoiceFilter]?: string | undefined }

/** The value of a cell. Moments are ISO text; days are YYYY-MM-DD. */
export type ReportCell = string | number | null

const cells: Record<ColumnKind, z.ZodType<ReportCell, ReportCell>> = {
  text: z.string().nullable(),
  number: z.int().nullable(),
  money: z.number().nullable(),
  cost: z.number().nullable(),
  quantity: z.number().nullable(),
  day: z.iso.date().nullable(),
  moment: z.iso.datetime().nullable(),
}

/** Returns the schema of a report's query. The schema refuses filters that the report does not have. */
function querySchemaOf(key: ReportKey) {
  const { period, asOf, records, choices } = definitionOf(key)
  const days = { from: DayInput.optional(), to: DayInput.optional() }
  const query = z.strictObject({
    ...(period && days),
    ...(asOf && { asOf: DayInput.optional() }),
    ...Object.fromEntries(records.map((field) => [field, IDFilter])),
    ...Object.fromEntries(Object.entries(choices).map(([field, words]) => [field, z.enum(words).optional()])),
    format: z.enum(['json', 'csv']).default('json'),
    /** Whether to return the sums and the row count, which need all rows. A request without them is fast. */
    totals: BooleanFilter,
  })
  return query as z.ZodObject as z.ZodObject & z.ZodType<ReportQuery, Partial<Record<keyof ReportQuery, unknown>>>
}

/**
 * Returns the schema of a report's preview: the first rows, and the count and sums of all rows. Count and sums are null
 * unless the query requests them.
 */
function responseSchemaOf(key: ReportKey) {
  const { title, columns } = definitionOf(key)
  const name = title.replaceAll(/ (\w)/g, (_, letter: string) => letter.toUpperCase())
  const row = z.object(
    Object.fromEntries(columns.map(({ field, kind, cost }) => [field, cost ? costFigure(cells[kind]) : cells[kind]])),
  )
  const totalled = columns.filter(({ total }) => total)
  const totals = z.object(
    Object.fromEntries(totalled.map(({ field, cost }) => [field, cost ? costFigure(z.number()) : z.number()])),
  )
  return pageOf(
    row.meta({ id: `${name}Report` }) as z.ZodType<Record<string, ReportCell>, Record<string, ReportCell>>,
  ).extend({
    totals: totals.nullable(),
    meta: z.object({ page: z.int(), pageSize: z.int(), total: z.int().nullable() }),
  })
}

/** The reports that show no money of sales. The others are refused to those who count a drawer blind. */
const reportsOfGoods: ReadonlySet<ReportKey> = new Set(['stock', 'movements', 'low-stock', 'purchases', 'receiving'])

const defineReport = <const Key extends ReportKey>(key: Key) =>
  endpoint({
    method: 'GET',
    path: `/api/v1/reports/${key}`,
    summary: `Returns the ${definitionOf(key).title} report: a preview with totals, or all rows as a CSV file`,
    access: 'insight.read',
    ...(!reportsOfGoods.has(key) && { tellsCash: 'many' as const }),
    about: aboutTrade,
    query: querySchemaOf(key),
    returns: responseSchemaOf(key),
    stream: ['text/csv'],
  })

export const reports = {
  sales: defineReport('sales'),
  'sale-lines': defineReport('sale-lines'),
  payments: defineReport('payments'),
  'by-seller': defineReport('by-seller'),
  stock: defineReport('stock'),
  movements: defineReport('movements'),
  'low-stock': defineReport('low-stock'),
  purchases: defineReport('purchases'),
  receiving: defineReport('receiving'),
  customers: defineReport('customers'),
  'customer-balances': defineReport('customer-balances'),
  profit: defineReport('profit'),
  tax: defineReport('tax'),
} satisfies { [Key in ReportKey]: ReturnType<typeof defineReport<Key>> }

/**
 * Returns the file name of a report: its key with the period, or with its day: `asOf`, or else `today`. Days are
 * YYYY-MM-DD.
 */
export function buildReportFileName(
  key: ReportKey,
  { from, to, asOf }: Pick<ReportQuery, 'from' | 'to' | 'asOf'>,
  today: string,
) {
  if (from !== undefined && to !== undefined) return `${key}-${from === to ? from : `${from}-to-${to}`}.csv`
  if (from !== undefined) return `${key}-from-${from}.csv`
  return `${key}-${to === undefined ? (asOf ?? today) : `to-${to}`}.csv`
}

/** Returns the columns of a report that a person sees. */
export const listReportColumns = (key: ReportKey, seesCosts: boolean): readonly ReportColumn[] =>
  definitionOf(key).columns.filter(({ cost }) => seesCosts || !cost)

/** Returns the reports that have a figure which the person sees. The profit of a period is none where costs are hidden. */
export const listReports = (seesCosts: boolean): ReportKey[] =>
  reportKeys.filter((key) =>
    listReportColumns(key, seesCosts).some(({ kind }) => ['number', 'money', 'quantity'].includes(kind)),
  )
