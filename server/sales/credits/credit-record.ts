import type { Context } from '../../kernel/context.ts'
import { record } from '../../resource/records.ts'
import { findCredit } from './credits.queries.ts'

/** Writes the audit row of a change of the credit, and returns the credit with its history. */
export async function recordCredit(
  context: Context,
  action: 'give' | 'pay in' | 'pay out' | 'take back' | 'expire',
  customerID: number,
  before: number,
  reason: string | null,
) {
  const after = await findCredit(context.db, customerID)
  await record(context, {
    action,
    entity: 'storeCredit',
    entityID: customerID,
    before: { storeCredit: before },
    after: { storeCredit: after.balance, ...(reason !== null && { reason }) },
  })
  return after
}
