import { and, eq, isNull } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'

import { dashboard, type WaitingKind, waitingKinds } from '../../../contract/insight/dashboard.ts'
import { roleIDOf } from '../../../contract/shared/permissions.ts'
import { question } from '../../db/schema/messages.ts'
import { user } from '../../db/schema/people.ts'
import { paymentProof } from '../../db/schema/proofs.ts'
import { purchaseOrder, receiving } from '../../db/schema/purchasing.ts'
import { inventoryAdjustment } from '../../db/schema/stock.ts'
import { serve } from '../../http/serve.ts'
import { mayAct } from '../../kernel/context.ts'
import type { Db, Tx } from '../../kernel/database.ts'
import { ok } from '../../resource/records.ts'

type Count = (db: Db | Tx) => Promise<number>

/** Counts that only their own subject can compute. The app passes them in, so that no subject imports another. */
export type SubjectCounts = Record<'prices' | 'holds' | 'layaways' | 'lowStock', Count>

const plainCounts: Record<Exclude<WaitingKind, keyof SubjectCounts>, Count> = {
  proofs: (db) => db.$count(paymentProof, eq(paymentProof.status, 'Sent')),
  adjustments: (db) => db.$count(inventoryAdjustment, eq(inventoryAdjustment.status, 'Pending')),
  purchaseOrders: (db) => db.$count(purchaseOrder, eq(purchaseOrder.status, 'Pending')),
  receivings: (db) => db.$count(receiving, eq(receiving.status, 'Pending')),
  questions: (db) => db.$count(question, isNull(question.answeredAt)),
  people: (db) => db.$count(user, and(eq(user.roleID, roleIDOf.unassigned), user.status)),
}

export function waitingRoutes(app: FastifyInstance, subjectCounts: SubjectCounts) {
  const counts: Record<WaitingKind, Count> = { ...plainCounts, ...subjectCounts }
  serve(app, dashboard.waiting, async (_, { db, actor: me }) => {
    const visibleKinds = (Object.keys(waitingKinds) as WaitingKind[]).filter((kind) =>
      mayAct(me, waitingKinds[kind].access),
    )
    const found = await Promise.all(
      visibleKinds.map(async (kind) => ({ kind, count: await counts[kind](db), link: waitingKinds[kind].link })),
    )
    return ok(found.filter(({ count }) => count > 0))
  })
}
