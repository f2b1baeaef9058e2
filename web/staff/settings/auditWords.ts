import type { AuditDetails } from '../../../contract/company/audit.ts'
import { labelOf } from '../../../contract/shared/zod.ts'
import { day, moment, peso, quantity } from '../../lib/format.ts'

/** One field of a record before and after a change, in words: a line each, more where it is a list. */
export type ComparedField = { field: string; label: string; before: string[]; after: string[]; changed: boolean }

/** The field that holds the record's own key, where it is not named after the record. */
const ownKeys: Record<string, string> = {
  sale: 'salesTransactionID',
  purchaseOrder: 'poID',
  purchaseOrderItem: 'poItemID',
  receiving: 'poReceivingID',
  inventoryAdjustment: 'adjustmentID',
  stockTransfer: 'transferID',
  stockCount: 'countID',
  stockCountLine: 'countLineID',
}

/** Who wrote the record and when: the row of the trail says it. */
const stamps = new Set(['createdByID', 'modifiedByID', 'createdAt', 'updatedAt'])
/** What makes the lines of a list long and tells nobody anything there. */
const notInLines = new Set([...stamps, 'image_url', 'description', 'salesItemID', 'paymentID', 'refundID', 'poItemID'])
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
])

/** What stands for an empty field. */
const nothing = '–'

/** The fields of a changed record in words, those that changed first; without those that are and were empty. */
export function comparedFields(
  { entity, before, after, names }: Pick<AuditDetails, 'entity' | 'before' | 'after' | 'names'>,
  timeZone: string,
): ComparedField[] {
  const { [ownKeys[entity] ?? `${entity}ID`]: _, ...record }: Record<string, unknown> = { ...before, ...after }
  const say = (field: string, value: unknown) => linesOf(field, value, { names, timeZone })
  return Object.keys(record)
    .filter((field) => !stamps.has(field) && !isTold(field, record))
    .map((field) => ({
      field,
      label: labelOf([field]),
      before: say(field, before?.[field]),
      after: say(field, after?.[field]),
      changed: before !== null && !alike(before[field], after?.[field]),
    }))
    .filter(({ before, after, changed }) => changed || [...before, ...after].some((line) => line !== nothing))
    .toSorted((a, b) => Number(b.changed) - Number(a.changed) || a.label.localeCompare(b.label))
}

type Words = { names: Record<string, string>; timeZone: string }

function linesOf(field: string, value: unknown, words: Words): string[] {
  if (!Array.isArray(value)) return [wordsOf(field, value, words)]
  return value.length === 0 ? [nothing] : value.map((entry) => wordsOf(field, entry, words))
}

function wordsOf(field: string, value: unknown, words: Words): string {
  if (value === null || value === undefined || value === '') return nothing
  if (typeof value === 'boolean') return field === 'status' ? (value ? 'Active' : 'Inactive') : value ? 'Yes' : 'No'
  if (typeof value === 'number') return numberInWords(field, value, words.names)
  if (typeof value === 'string') return textInWords(value, words.timeZone)
  if (Array.isArray(value)) return value.map((entry) => wordsOf(field, entry, words)).join('; ')
  const isNamed = ([name, part]: [string, unknown]) => typeof part === 'number' && `${name} ${part}` in words.names
  return Object.entries(value)
    .filter(([name, part]) => !isIdle(name, part) && !notInLines.has(name) && !isTold(name, value))
    .toSorted((a, b) => Number(isNamed(b)) - Number(isNamed(a)))
    .map(([name, part], at) => {
      const said = wordsOf(name, part, words)
      // A line begins with what it is of: nobody needs to be told that a ring is an item.
      return at === 0 && isNamed([name, part]) ? said : `${labelOf([name])} ${said}`
    })
    .join(' · ')
}

/** Whether a part of a line says nothing: it is empty, or counts none. */
const isIdle = (name: string, part: unknown) =>
  part === null || part === '' || (Array.isArray(part) && part.length === 0) || (part === 0 && name.endsWith('Qty'))

function numberInWords(field: string, value: number, names: Record<string, string>) {
  const name = names[`${field} ${value}`]
  if (name !== undefined) return name
  if (field.endsWith('ID')) return `No. ${value}`
  return amounts.has(field) ? peso(value) : quantity(value)
}

function textInWords(text: string, timeZone: string) {
  if (/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/.test(text)) return moment(text, timeZone)
  return /^\d{4}-\d\d-\d\d$/.test(text) ? day(text) : text
}

/** Whether a field only repeats what a key beside it is named by: `location` beside `locationID`, `itemCode` beside `itemID`. */
function isTold(field: string, record: object) {
  if (`${field}ID` in record) return true
  const of = /^(\w+)(?:Name|Code)$/.exec(field)?.[1]
  return of !== undefined && (`${of}ID` in record || `${of}TypeID` in record)
}

/** Empty text and nothing are the same to whoever reads it; 0 and false are neither. */
const alike = (a: unknown, b: unknown) => JSON.stringify(plain(a)) === JSON.stringify(plain(b))
const plain = (value: unknown) => (value === undefined || value === '' ? null : value)
