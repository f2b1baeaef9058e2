import type { Context } from '../../kernel/context.ts'
import { markDecided } from '../../people/notify.ts'

/** Marks the messages about a proof as read, once somebody has decided about it or its buyer has withdrawn it. */
export const settleMessages = (context: Context, proofID: number) =>
  markDecided(context, { kind: 'proofSent', entity: 'paymentProof', ids: [proofID] })
