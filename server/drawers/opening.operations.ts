import { and, eq, ne, sql } from 'drizzle-orm'

import type { CountInput } from '../../contract/drawers/drawer-sessions.ts'
import type { z } from '../../contract/shared/zod.ts'
import { drawer, drawerCount, drawerMovement, drawerSession } from '../db/schema/drawers.ts'
import { documentNumber } from '../db/schema/shared.ts'
import { assertAccess, type Context, userIDOf } from '../kernel/context.ts'
import type { Db, Tx } from '../kernel/database.ts'
import { AppError } from '../kernel/errors.ts'
import { lockUnchanged, record, stampCreated } from '../resource/records.ts'
import { listOpeningDifferences, readCounts } from './counts.rules.ts'
import { findDrawerSession, findLastClose, type SessionDetails } from './sessions.queries.ts'

/**
 * Opens a drawer with the cash that is counted in it. The difference to the last close is a movement of its own. Throws
 * 409 when the drawer is open already, and 422 when it is inactive or a currency is not counted.
 */
export async function openDrawer(
  context: Context,
  drawerID: number,
  { counts }: z.output<typeof CountInput>,
): Promise<SessionDetails> {
  assertAccess(context.actor, 'drawers.use')
  const { db, now } = context
  const opened = await lockUnchanged(context, 'Drawer', drawer, drawer.drawerID, drawerID, undefined)
  if (!opened.status) throw new AppError('reference.inactive', `Drawer ${opened.drawerName} is Inactive`)
  const [open] = await db
    .select({ number: drawerSession.number })
    .from(drawerSession)
    .where(and(eq(drawerSession.drawerID, drawerID), ne(drawerSession.status, 'Closed')))
  if (open) throw new AppError('drawer.opened', `${opened.drawerName} is open already (${open.number})`)
  const counted = readCounts(opened, counts)
  const differences = listOpeningDifferences(counted, await findLastClose(db, drawerID))
  // The number is locked until the transaction ends, so it is taken late.
  const [made] = await db
    .insert(drawerSession)
    .values({ number: await takeSessionNumber(db), drawerID, ...stampCreated(context) })
    .returning()
  const { drawerSessionID } = made!
  const by = userIDOf(context.actor)
  await db
    .insert(drawerCount)
    .values(
      counted.map((one) => ({ ...one, kind: 'opening' as const, drawerSessionID, countedAt: now, countedByID: by })),
    )
  if (differences.length > 0)
    await db.insert(drawerMovement).values(
      differences.map((one) => ({
        ...one,
        kind: 'opening_difference' as const,
        drawerSessionID,
        at: now,
        createdByID: by,
      })),
    )
  return recordSession(context, 'create', drawerSessionID, null)
}

/** The numbers of sessions go on over the years, so they are counted in the year 0. */
const everyYear = 0

/** Takes the next number of a session, such as Z-0042. A rollback gives it back, so that there are no gaps. */
async function takeSessionNumber(db: Db | Tx): Promise<string> {
  const [taken] = await db
    .insert(documentNumber)
    .values({ kind: 'Z', year: everyYear, last: 1 })
    .onConflictDoUpdate({
      target: [documentNumber.kind, documentNumber.year],
      set: { last: sql`${documentNumber.last} + 1` },
    })
    .returning({ last: documentNumber.last })
  return `Z-${String(taken!.last).padStart(4, '0')}`
}

type Action = 'create' | 'status' | 'count' | 'finish' | 'pay in' | 'pay out' | 'take back'

/** Writes the audit row of a change of a session, and returns the session as stored now. */
export async function recordSession(context: Context, action: Action, id: number, before: SessionDetails | null) {
  const after = await findDrawerSession(context.db, id)
  await record(context, { action, entity: 'drawerSession', entityID: id, before, after })
  return after
}
