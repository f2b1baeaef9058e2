import type { Endpoint } from '../shared/endpoint.ts'
import { lentCapabilities, may, type RoleID } from '../shared/permissions.ts'

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

/** The header of a call that uses an approval, with the key that the Manager's PIN gave. */
export const approvalHeader = 'x-approval'
