import type { Access, Capability } from '../permissions.ts'

/** The capabilities that a Manager lends to a cashier for one call, by a PIN at the cashier's device. */
export const lentCapabilities: ReadonlySet<Access> = new Set<Capability>([
  'drawers.approve',
  'sales.correct_later',
  'sales.discount_freely',
  'sales.price_below',
  'sales.refund',
  'sales.return_deposit',
])
