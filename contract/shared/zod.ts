import * as z from 'zod'

// Zod tries to compile object schemas with `new Function`. The browser reports that attempt as a violation of the
// Content-Security-Policy. This line turns compiling off and must run before the first schema is created.
if ('document' in globalThis) z.config({ jitless: true })

// This line gives every schema without its own message a sentence for people, in the server and in the browser.
z.config({ customError: describeIssue })

export { z }

/** The words for fields whose names are abbreviations or are called differently on the screens. */
const fieldLabels: Readonly<Record<string, string>> = {
  counted: 'Counted quantity',
  creditMonths: 'Months until store credit expires',
  expectedDeliverDate: 'Expected delivery date',
  fromDate: 'First day',
  holdDays: 'Days a hold lasts',
  priceKeptDays: 'Days a price is kept',
  secondPersonFrom: 'A second person approves from',
  proofFileDays: 'Days pictures are kept',
  referencesRepeat: 'References repeat',
  id: 'ID',
  inventoryID: 'Inventory item',
  lineLength: 'Claims in line',
  liveLineLength: 'Claims in line of a new live',
  netGrams: 'Net weight',
  onSite: 'On the site',
  sentOn: 'Day sent',
  orderQty: 'Order quantity',
  poReceivingID: 'Receiving',
  qr: 'QR picture',
  qty: 'Quantity',
  reOrderThreshold: 'Reorder threshold',
  receivedQty: 'Received quantity',
  referenceNo: 'Reference number',
  startAt: 'First free label',
  taxFrom: 'First day with tax',
  taxRegistered: 'Registered for the tax',
  untilDate: 'Last day',
  uom: 'Unit of measurement',
  x: 'Move to the right',
  y: 'Move down',
}

/**
 * Turns a field's path into a label: 'supplierName' → 'Supplier name', 'categoryID' → 'Category', 'poID' → 'Purchase
 * order', ['items', 0, 'orderQty'] → 'Order quantity'.
 */
export function labelOf(path: readonly PropertyKey[]): string {
  const name = path.findLast((part) => typeof part === 'string')
  if (name === undefined) return ''
  if (name in fieldLabels) return fieldLabels[name]!
  const words = name
    .replace(/^po(?=[A-Z])/, 'purchaseOrder')
    .replace(/(?<=.)IDs?$/, '')
    .replaceAll(/_url$/g, '')
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** The message for a request that sends nothing where fields are required. */
export const nothingSent = 'Nothing was sent: fill in what is required'

/** The words for codes that are abbreviations or are called differently on the screens. */
const codeLabels: Readonly<Record<string, string>> = {
  PH: 'Philippines',
  JP: 'Japan',
  en: 'English',
  tl: 'Tagalog',
  ja: 'Japanese',
  html: 'HTML',
  half_up: 'half up',
  restock: 'back to stock',
  shelf: 'back on the shelf',
}

/** Turns a code into words: 'inStock' → 'in stock', 'sale.payment_corrected' → 'sale payment corrected'. */
export function wordOf(code: z.core.util.Primitive): string {
  const text = String(code)
  // Karats, units and names of programs are words as they are.
  if (text in codeLabels) return codeLabels[text]!
  if (!/^[a-z]+(?:[A-Z._][a-z]*)+$/.test(text)) return text
  return text
    .replaceAll(/[._]/g, ' ')
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
}

/** Returns how a message writes the choices of a field. Only programs send `sort`, so its choices stay codes. */
const wordsFor = ({ path }: z.core.$ZodRawIssue) => (path?.at(-1) === 'sort' ? String : wordOf)

function describeIssue(issue: z.core.$ZodRawIssue): string {
  const isMissing = issue.input === undefined || issue.input === null
  const field = labelOf(issue.path ?? [])
  const isWhole = issue.code === 'invalid_type' && issue.expected === 'object'
  if (field === '' && isWhole && isMissing) return nothingSent
  const label = field || (isWhole ? 'The body' : 'This field')
  switch (issue.code) {
    case 'invalid_type':
      return isMissing ? `${label} is required` : `${label} must be ${kinds[issue.expected] ?? `a ${issue.expected}`}`
    case 'too_small':
      if (issue.origin === 'string' && issue.minimum === 1) return `${label} is required`
      if (issue.origin === 'string') return `${label} must be at least ${issue.minimum} characters`
      if (issue.origin === 'array')
        return `${label} must have at least ${issue.minimum === 1 ? 'one entry' : issue.minimum}`
      return `${label} must be ${issue.inclusive ? 'at least' : 'more than'} ${issue.minimum}`
    case 'too_big':
      if (issue.origin === 'string') return `${label} must be at most ${issue.maximum} characters`
      if (issue.origin === 'array') return `${label} must have at most ${issue.maximum} entries`
      return `${label} must be ${issue.inclusive ? 'at most' : 'less than'} ${issue.maximum}`
    case 'invalid_format':
      if (issue.format === 'email') return 'Enter a valid email'
      if (issue.format === 'date') return `${label} must be a date like 2026-11-20`
      if (issue.format === 'datetime') return `${label} must be a moment like 2026-11-20T09:30:00Z`
      return `${label} is not valid`
    case 'invalid_value':
      return isMissing
        ? `${label} is required`
        : `${label} must be one of: ${issue.values.map(wordsFor(issue)).join(', ')}`
    case 'unrecognized_keys':
      return `Unknown parameter: ${issue.keys.join(', ')}`
    default:
      return `${label} is not valid`
  }
}

const kinds: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  date: 'a moment',
}
