import { eq, inArray, sql } from 'drizzle-orm'

import { paymentType } from '../../db/schema/sales.ts'
import type { Context } from '../../kernel/context.ts'
import { record, stampCreated } from '../../resource/records.ts'

/**
 * Makes the payment type of trade-ins in a shop of an earlier version, which has none. A payment type that the shop has
 * named so itself stays the shop's own: its earlier money names no trade-in.
 */
export async function ensureTradeInType(context: Context) {
  const { db } = context
  const known = await db.$count(paymentType, eq(paymentType.code, 'trade_in'))
  if (known > 0) return
  const names = ['Trade-in', 'Trade-in (ledger)']
  const taken = await db
    .select({ name: sql<string>`lower(${paymentType.paymentName})` })
    .from(paymentType)
    .where(
      inArray(
        sql`lower(${paymentType.paymentName})`,
        names.map((name) => name.toLowerCase()),
      ),
    )
  const paymentName =
    names.find((name) => !taken.some((one) => one.name === name.toLowerCase())) ?? 'Trade-in (bought gold)'
  const [made] = await db
    .insert(paymentType)
    .values({ paymentName, code: 'trade_in', description: 'Old gold that the shop bought', ...stampCreated(context) })
    .onConflictDoNothing()
    .returning()
  if (made)
    await record(context, {
      action: 'create',
      entity: 'paymentType',
      entityID: made.paymentTypeID,
      before: null,
      after: made,
    })
}
