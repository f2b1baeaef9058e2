import type {
  differenceReasons,
  DrawerCurrency,
  MovementDirection,
  MovementReason,
} from '../../../../contract/drawers/drawer-rules.ts'
import { formatCash, movementReasons } from '../../../../contract/drawers/drawer-rules.ts'
import type { DrawerSessionRow } from '../../../../contract/drawers/drawer-sessions.ts'
import type { DrawerRow } from '../../../../contract/drawers/drawers.ts'
import { timeIn } from '../../../../contract/shared/dates.ts'
import { formatMoment, today } from '../../../lib/format.ts'

/** The words of the reasons for which cash comes in or goes out. */
export const reasonWords: Record<MovementReason, string> = {
  float_from_safe: 'Change from the safe',
  float_to_safe: 'Into the safe',
  bank: 'Bank',
  supplier: 'Supplier',
  expenses: 'Expenses',
  change_money: 'Money changed',
  other: 'Other',
}

/** The words of the reasons why a drawer is over or short. */
export const differenceWords: Record<(typeof differenceReasons)[number], string> = {
  wrong_change: 'Wrong change given',
  missed_entry: 'An entry is missing',
  wrong_payment_type: 'Wrong payment type',
  unknown: 'Not known',
  other: 'Other',
}

export const directionWords: Record<MovementDirection, string> = { cash_in: 'Cash in', cash_out: 'Cash out' }

/** The words of the states of a session. */
export const statusWords = { Open: 'Open', Counting: 'Being counted', Closed: 'Closed' } as const

export const currencyWords: Record<DrawerCurrency, string> = { PHP: 'Pesos (PHP)', JPY: 'Yen (JPY)' }

/** Lists the reasons that fit a direction. */
export const reasonsFor = (kind: MovementDirection) =>
  (Object.keys(movementReasons) as MovementReason[])
    .filter((reason) => (movementReasons[reason] as readonly MovementDirection[]).includes(kind))
    .map((reason) => ({ value: reason, label: reasonWords[reason] }))

/** Returns the state of a drawer as a sentence: `Open since 09:02 by Joy Bautista`. Another day is named. */
export function describeState({ session, status }: DrawerRow, timeZone: string, now = new Date()): string {
  if (session === null) return status ? 'Closed' : 'Inactive'
  const at = new Date(session.openedAt)
  const isToday = today(timeZone, at) === today(timeZone, now)
  const since = `since ${isToday ? timeIn(timeZone, at) : formatMoment(at, timeZone)}`
  const by = session.openedByName === null ? '' : ` by ${session.openedByName}`
  return session.status === 'Open' ? `Open ${since}${by}` : `Being counted, open ${since}${by}`
}

type Movement = DrawerSessionRow['movements'][number]

/** Returns what a movement is, such as `Cash out: supplier`. */
export function describeMovement({ kind, reason, correctsID }: Movement): string {
  if (kind === 'opening_difference') return 'Difference to the last close'
  const what = `${directionWords[kind]}: ${(reason === null ? '' : reasonWords[reason]).toLowerCase()}`
  return correctsID === null ? what : `${what}, taken back`
}

/** Returns what a movement adds to the cash of the drawer. The difference of an opening moves no cash. */
export function formatMoved({ kind, currency, amount }: Movement): string {
  const moved = kind === 'cash_out' ? -amount : amount
  return `${moved < 0 ? '−' : '+'}${formatCash(currency, Math.abs(moved))}`
}
