import type { AuditDetails } from '../../../contract/company/audit.ts'
import { labelOf } from '../../../contract/shared/zod.ts'
import { formatDay, formatMoment, formatPeso, formatQuantity } from '../../lib/format.ts'

/** One field of a record before and after a change, formatted as text: one line, or one per list entry. */
export type ComparedField = { field: string; label: string; before: string[]; after: string[]; changed: boolean }

/** The key fields that are not named after their entity, by entity. */
const ownKeys: Record<string, string> = {
  sale: 'salesTransactionID',
  purchaseOrder: 'poID',
  purchaseOrderItem: 'poItemID',
  receiving: 'poReceivingID',
  inventoryAdjustment: 'adjustmentID',
  stockTransfer: 'transferID',
  repairReturn: 'repairReturnID',
  tradeIn: 'tradeInID',
  stockCount: 'countID',
  stockCountLine: 'countLineID',
}

/** Fields that the comparison omits, because the audit trail's row already shows who made the change and when. */
const stamps = new Set(['createdByID', 'modifiedByID', 'createdAt', 'updatedAt'])
/** Fields that a list entry's text omits, because they would make it longer without informing the reader. */
const notInLines = new Set([
  ...stamps,
  'image_url',
  'description',
  'salesItemID',
  'paymentID',
  'refundID',
  'poItemID',
  'taxEntryID',
  'taxRateID',
])
const amounts = new Set([
  'price',
  'cost',
  'averageCost',
  'unitCost',
  'stockUnitCost',
  'lineTotal',
  'amount',
  'paid',
  'totalCost',
  'totalPurchase',
  'subtotal',
  'discount',
  'shippingFee',
  'amountPaid',
  'balance',
  'change',
  'refundedAmount',
  'storeCredit',
  'creditLeft',
  'difference',
  'value',
  'base',
  'tax',
])

/** Placeholder for an empty field. */
const emptyText = '–'

/** Returns the fields as text, changed ones first. A field that is empty before and after is left out. */
export function compareFields(
  { entity, before, after, names }: Pick<AuditDetails, 'entity' | 'before' | 'after' | 'names'>,
  timeZone: string,
): ComparedField[] {
  const { [ownKeys[entity] ?? `${entity}ID`]: _, ...record }: Record<string, unknown> = { ...before, ...after }
  const toLines = (field: string, value: unknown) => describeLines(field, value, { names, timeZone })
  return Object.keys(record)
    .filter((field) => !stamps.has(field) && !isImplied(field, record))
    .map((field) => ({
      field,
      label: labelOf([field]),
      before: toLines(field, before?.[field]),
      after: toLines(field, after?.[field]),
      changed: before !== null && !isSame(before[field], after?.[field]),
    }))
    .filter(({ before, after, changed }) => changed || [...before, ...after].some((line) => line !== emptyText))
    .toSorted((a, b) => Number(b.changed) - Number(a.changed) || a.label.localeCompare(b.label))
}

type Words = { names: Record<string, string>; timeZone: string }

function describeLines(field: string, value: unknown, words: Words): string[] {
  if (!Array.isArray(value)) return [describeValue(field, value, words)]
  return value.length === 0 ? [emptyText] : value.map((entry) => describeValue(field, entry, words))
}

function describeValue(field: string, value: unknown, words: Words): string {
  if (value === null || value === undefined || value === '') return emptyText
  if (typeof value === 'boolean') return field === 'status' ? (value ? 'Active' : 'Inactive') : value ? 'Yes' : 'No'
  if (typeof value === 'number') return describeNumber(field, value, words.names)
  if (typeof value === 'string') return describeText(value, words.timeZone)
  if (Array.isArray(value)) return value.map((entry) => describeValue(field, entry, words)).join('; ')
  const isNamed = ([name, part]: [string, unknown]) => typeof part === 'number' && `${name} ${part}` in words.names
  return Object.entries(value)
    .filter(([name, part]) => !isIdle(name, part) && !notInLines.has(name) && !isImplied(name, value))
    .toSorted((a, b) => Number(isNamed(b)) - Number(isNamed(a)))
    .map(([name, part], at) => {
      const text = describeValue(name, part, words)
      // The first part is the name of the entry's record, so it needs no label.
      return at === 0 && isNamed([name, part]) ? text : `${labelOf([name])} ${text}`
    })
    .join(' · ')
}

/** Whether a part of a list entry is empty, or is a quantity of 0. The entry's text omits such a part. */
const isIdle = (name: string, part: unknown) =>
  part === null || part === '' || (Array.isArray(part) && part.length === 0) || (part === 0 && name.endsWith('Qty'))

function describeNumber(field: string, value: number, names: Record<string, string>) {
  const name = names[`${field} ${value}`]
  if (name !== undefined) return name
  if (field.endsWith('ID')) return `No. ${value}`
  return amounts.has(field) ? formatPeso(value) : formatQuantity(value)
}

function describeText(text: string, timeZone: string) {
  if (/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/.test(text)) return formatMoment(text, timeZone)
  return /^\d{4}-\d\d-\d\d$/.test(text) ? formatDay(text) : text
}

/**
 * Whether the key of another record already shows this field. `location` is omitted if the record has `locationID`, and
 * `itemName` if it has `itemID`.
 */
function isImplied(field: string, record: object) {
  if (`${field}ID` in record) return true
  const of = /^(\w+)(?:Name|Code)$/.exec(field)?.[1]
  return of !== undefined && (`${of}ID` in record || `${of}TypeID` in record)
}

/** Treats null, undefined and empty text as equal. 0 and false differ from them. */
const isSame = (a: unknown, b: unknown) => JSON.stringify(emptyToNull(a)) === JSON.stringify(emptyToNull(b))
const emptyToNull = (value: unknown) => (value === undefined || value === '' ? null : value)
