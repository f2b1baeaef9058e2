import { formatPeso, toCentavos } from '../shared/money.ts'
import { formatNumber } from '../shared/numbers.ts'

/** The currencies that a drawer can hold. Every drawer counts pesos. */
export const drawerCurrencies = ['PHP', 'JPY'] as const
export type DrawerCurrency = (typeof drawerCurrencies)[number]

/** The states of a session: it sells, is counted, and is closed for good. */
export const drawerStatuses = ['Open', 'Counting', 'Closed'] as const
export type DrawerStatus = (typeof drawerStatuses)[number]

/** The kinds of counts. A session has one opening and one first count, and at most one recount. */
export const countKinds = ['opening', 'first', 'recount'] as const
export type CountKind = (typeof countKinds)[number]

export const cashForms = ['note', 'coin'] as const
export type CashForm = (typeof cashForms)[number]

/** The notes and coins that are counted. There is a note and a coin of ₱20. */
export const denominations: Record<DrawerCurrency, Record<CashForm, readonly number[]>> = {
  PHP: { note: [1000, 500, 200, 100, 50, 20], coin: [20, 10, 5, 1, 0.25] },
  JPY: { note: [10_000, 5000, 2000, 1000], coin: [500, 100, 50, 10, 5, 1] },
}

/** So many notes or coins of a denomination. */
export type CountedCash = { form: CashForm; value: number; quantity: number }

/** Returns the sum of counted cash, in centavos of its currency. */
export const computeCount = (counted: readonly CountedCash[]) =>
  counted.reduce((sum, { value, quantity }) => sum + toCentavos(value) * quantity, 0)

/** The kinds of movements that people enter. */
export const movementDirections = ['cash_in', 'cash_out'] as const
export type MovementDirection = (typeof movementDirections)[number]

/** The kinds of movements. The difference of an opening to the last close is one too, and moves no cash. */
export const movementKinds = [...movementDirections, 'opening_difference'] as const

/** Why cash comes in or goes out, with the directions that fit. */
export const movementReasons = {
  float_from_safe: ['cash_in'],
  float_to_safe: ['cash_out'],
  bank: ['cash_in', 'cash_out'],
  supplier: ['cash_out'],
  expenses: ['cash_out'],
  change_money: ['cash_in', 'cash_out'],
  other: ['cash_in', 'cash_out'],
} as const satisfies Record<string, readonly MovementDirection[]>
export type MovementReason = keyof typeof movementReasons
export const movementReasonKeys = Object.keys(movementReasons) as [MovementReason, ...MovementReason[]]

/** Why a drawer is over or short. */
export const differenceReasons = ['wrong_change', 'missed_entry', 'wrong_payment_type', 'unknown', 'other'] as const

/** The size of the field for a signature, whose lines are points from its left upper corner, and the most that it takes. */
export const signatureField = { width: 320, height: 96, mostLines: 60, mostPointsOfALine: 200 }

/** The lines of a drawn signature, each as its points. */
export type Signature = Point[][]
export type Point = [x: number, y: number]

/** A difference above the first amount needs a reason, one above the second needs a Manager. */
export const differenceLimits: Record<DrawerCurrency, { reason: number; manager: number }> = {
  PHP: { reason: 200, manager: 1000 },
  JPY: { reason: 500, manager: 2500 },
}

/** The setting of the largest cash out without a Manager is in pesos. In yen it is so many times as much. */
export const yenPerPeso = 2.5

/** Returns the largest cash out without a Manager, in its currency. */
export const cashOutLimitOf = (currency: DrawerCurrency, pesos: number) =>
  currency === 'PHP' ? pesos : pesos * yenPerPeso

/** Formats an amount of a drawer in its currency: `₱1,234.50` or `¥1,234`. */
export const formatCash = (currency: DrawerCurrency, amount: number) =>
  currency === 'PHP' ? formatPeso(amount) : formatNumber(amount, 0, 0).replace(/(?=\d)/, '¥')
