import type { Endpoint } from '../shared/endpoint.ts'
import type { FailureCode } from '../shared/errors.ts'
import { may, type RoleID } from '../shared/permissions.ts'
import { lentCapabilities } from '../shared/rights/lent-capabilities.ts'

/** Whether people of this role lend their capabilities by an approval. */
export const mayApprove = (roleID: RoleID): boolean => [...lentCapabilities].every((access) => may(roleID, access))

/** The calls that a Manager can approve. An approval is for one of them and works once. */
export const approvableCalls = [
  'POST /api/v1/customers/:id/credit/payouts',
  'POST /api/v1/drawer-movements/:id/corrections',
  'POST /api/v1/drawer-sessions/:id/movements',
  'PUT /api/v1/drawer-sessions/:id/close',
  'POST /api/v1/sales/:id/exchanges',
  'POST /api/v2/sales',
  'PUT /api/v2/sales/:id',
  'PUT /api/v2/sales/:id/cancel',
  'PUT /api/v2/sales/:id/complete',
  'POST /api/v2/sales/:id/lines',
  'PUT /api/v2/sales/:id/lines/:salesItemID',
  'POST /api/v2/sales/:id/payments/:paymentID/corrections',
  'POST /api/v2/sales/:id/payments/:paymentID/reversal',
  'POST /api/v2/sales/:id/refunds',
] as const
export type ApprovableCall = (typeof approvableCalls)[number]

/** Returns the name by which an approval names a call; null for a call that no Manager approves. */
export function approvableCallOf({ method, path }: Pick<Endpoint, 'method' | 'path'>): ApprovableCall | null {
  const name = `${method} ${path}`
  return approvableCalls.find((call) => call === name) ?? null
}

/** The refusals that an approval turns into a success, beside `access.denied`. */
const codes: ReadonlySet<FailureCode> = new Set<FailureCode>([
  'approval.ended',
  'drawer.approval_required',
  'exchange.money_back_denied',
  'exchange.scrap_denied',
  'payment.correction_denied',
  'payment.lowering_denied',
  'price.below_floor',
  'sale.deposit_return_denied',
  'sale.discount_above',
  'sale.price_below',
])

/** Whether a Manager's approval could turn this refusal of a call into a success. */
export const canBeApproved = (e: Pick<Endpoint, 'method' | 'path' | 'access'>, code: FailureCode | null) =>
  approvableCallOf(e) !== null &&
  code !== null &&
  (codes.has(code) || (code === 'access.denied' && lentCapabilities.has(e.access)))

/** The header of a call that uses an approval, with the key that the Manager's PIN gave. */
export const approvalHeader = 'x-approval'
