import { eq } from 'drizzle-orm'

import type { adjustmentReasonCodes } from '../../../contract/stock/adjustment-reasons.ts'
import { adjustmentReason } from '../../db/schema/stock.ts'
import type { Context } from '../../kernel/context.ts'
import { giveCode } from '../../resource/coded-rows.ts'
import { recordCreated, stampCreated } from '../../resource/records.ts'

type Code = (typeof adjustmentReasonCodes)[number]

/** The name and the description of a reason that the program itself uses. The shop may change both later. */
const reasons: Record<Code, { reasonName: string; description: string }> = {
  stock_count: { reasonName: 'Stock count', description: 'What a stock count has found' },
  opening: { reasonName: 'Opening stock', description: 'Stock of an item that was entered after its first day' },
}

/** Returns the key of the adjustment reason with this code, and creates the reason when it is missing. */
export async function findOrCreateReason(context: Context, code: Code): Promise<number> {
  const { db } = context
  const find = async () => {
    const [found] = await db
      .select({ adjustmentReasonID: adjustmentReason.adjustmentReasonID })
      .from(adjustmentReason)
      .where(eq(adjustmentReason.code, code))
    return found?.adjustmentReasonID
  }
  const known = await find()
  if (known !== undefined) return known
  const row = { ...reasons[code], code }
  const [made] = await db
    .insert(adjustmentReason)
    .values({ ...row, ...stampCreated(context) })
    .onConflictDoNothing()
    .returning()
  if (!made) {
    // A reason with this name exists, or another transaction created it at the same time.
    await giveCode(db, adjustmentReason, adjustmentReason.reasonName, { name: row.reasonName, code })
    return (await find())!
  }
  await recordCreated(context, 'adjustmentReason', made.adjustmentReasonID, made)
  return made.adjustmentReasonID
}
