import {
  type CashForm,
  cashForms,
  computeCount,
  denominations,
  type DrawerCurrency,
  formatCash,
} from '../../../../../contract/drawers/drawer-rules.ts'
import type { CountInput } from '../../../../../contract/drawers/drawer-sessions.ts'
import { fromCentavos } from '../../../../../contract/shared/money.ts'

/** The typed quantities by the key of their row, as texts. A row without one counts as none. */
export type CountDraft = Readonly<Record<string, string>>

/** A row of the count: one denomination of a currency, as notes or as coins. */
export type CountRow = {
  key: string
  currency: DrawerCurrency
  form: CashForm
  value: number
  /** The denomination as people write it: `₱1,000`, `25¢`, `¥500`. */
  label: string
  /** What is counted, in words: `₱50 notes`. */
  what: string
}

const formNames: Record<CashForm, string> = { note: 'notes', coin: 'coins' }

function nameDenomination(currency: DrawerCurrency, value: number): string {
  if (currency === 'PHP' && value < 1) return `${100 * value}¢`
  return formatCash(currency, value).replace(/\.00$/, '')
}

/** Returns the currencies that a drawer counts. */
export const listCurrencies = (countsYen: boolean): DrawerCurrency[] => (countsYen ? ['PHP', 'JPY'] : ['PHP'])

/** Returns the rows of a count, in the order of counting: notes before coins, the largest first. */
export const listRows = (countsYen: boolean): CountRow[] =>
  listCurrencies(countsYen).flatMap((currency) =>
    cashForms.flatMap((form) =>
      denominations[currency][form].map((value) => {
        const label = nameDenomination(currency, value)
        return {
          key: `${currency} ${form} ${value}`,
          currency,
          form,
          value,
          label,
          what: `${label} ${formNames[form]}`,
        }
      }),
    ),
  )

/** The most digits of a quantity: nobody counts 100,000 coins. */
const mostDigits = 5

/** Returns the digits of a typed quantity, without leading zeros. */
export const cleanQuantity = (typed: string) =>
  typed
    .replaceAll(/\D/g, '')
    .replace(/^0+(?=\d)/, '')
    .slice(0, mostDigits)

/** Returns the quantity of a row; 0 for none. */
export const quantityOf = (draft: CountDraft, key: string) => Number(draft[key] ?? '')

/** Returns the amount of a row, in its currency. */
export const amountOf = (draft: CountDraft, { key, form, value }: CountRow) =>
  fromCentavos(computeCount([{ form, value, quantity: quantityOf(draft, key) }]))

/** Returns the sum of what is counted in a currency. */
export const sumOf = (draft: CountDraft, rows: readonly CountRow[], currency: DrawerCurrency) =>
  fromCentavos(computeCount(listCounted(draft, rows, currency)))

const listCounted = (draft: CountDraft, rows: readonly CountRow[], wanted: DrawerCurrency) =>
  rows
    .filter(({ currency, key }) => currency === wanted && quantityOf(draft, key) > 0)
    .map(({ key, form, value }) => ({ form, value, quantity: quantityOf(draft, key) }))

/** Returns the body of a count. */
export const toCountInput = (draft: CountDraft, countsYen: boolean): CountInput => ({
  counts: listCurrencies(countsYen).map((currency) => ({
    currency,
    cash: listCounted(draft, listRows(countsYen), currency),
  })),
})

/** Whether a stored value is a draft, so that a count survives a reload of the page. */
export const isCountDraft = (value: unknown): value is CountDraft =>
  typeof value === 'object' &&
  value !== null &&
  Object.values(value).every((text) => typeof text === 'string' && cleanQuantity(text) === text)
