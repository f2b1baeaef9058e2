import { liveStep } from '../../db/schema/live.ts'
import { type Context, userIDOf } from '../../kernel/context.ts'

/** A step of the record of a live's claims, without its key and its person. */
export type NewStep = Omit<typeof liveStep.$inferInsert, 'stepID' | 'at' | 'byID'>

/** Writes steps into the record of a live's claims, in their order. */
export async function recordSteps(context: Context, steps: readonly NewStep[]) {
  if (steps.length === 0) return
  const { db, now, actor } = context
  await db.insert(liveStep).values(steps.map((step) => ({ ...step, at: now, byID: userIDOf(actor) })))
}
