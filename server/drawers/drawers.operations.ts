import { and, eq, ne } from 'drizzle-orm'

import type { DrawerInput, drawers as endpoints } from '../../contract/drawers/drawers.ts'
import type { z } from '../../contract/shared/zod.ts'
import { drawer, drawerSession, sessionDrawer } from '../db/schema/drawers.ts'
import { assertAccess, type Context, sessionIDOf } from '../kernel/context.ts'
import { AppError } from '../kernel/errors.ts'
import { lockUnchanged, record, stampCreated, stampModified } from '../resource/records.ts'
import { findActiveLocation } from '../stock/ledger/active.ts'
import { type DrawerDetails, findChosenDrawer, findDrawer } from './drawers.queries.ts'

// The operations on drawers. A drawer that has a session which is not closed keeps what it counts, and stays active.

/** Makes a drawer. Throws 422 for a location that is unknown or inactive. */
export async function createDrawer(context: Context, input: z.output<typeof DrawerInput>): Promise<DrawerDetails> {
  assertAccess(context.actor, 'drawers.manage')
  await findActiveLocation(context.db, input.locationID, 'locationID')
  const [made] = await context.db
    .insert(drawer)
    .values({ ...input, ...stampCreated(context) })
    .returning()
  const { drawerID } = made!
  await record(context, { action: 'create', entity: 'drawer', entityID: drawerID, before: null, after: made! })
  return findDrawer(context.db, drawerID)
}

/** Changes a drawer. Throws 409 while it is open, when the change deactivates it or changes what it counts. */
export async function updateDrawer(
  context: Context,
  id: number,
  { updatedAt, ...input }: z.output<typeof endpoints.update.body>,
): Promise<DrawerDetails> {
  assertAccess(context.actor, 'drawers.manage')
  // An opening locks the drawer too, so that it sees the change or comes before it.
  const before = await lockUnchanged(context, 'Drawer', drawer, drawer.drawerID, id, updatedAt)
  const { status = before.status, countsYen = before.countsYen } = input
  if (status !== before.status || countsYen !== before.countsYen) await assertAllClosed(context, before)
  const [after] = await context.db
    .update(drawer)
    .set({ ...input, ...stampModified(context, before) })
    .where(eq(drawer.drawerID, id))
    .returning()
  await record(context, { action: 'update', entity: 'drawer', entityID: id, before, after: after! })
  return findDrawer(context.db, id)
}

async function assertAllClosed({ db }: Context, { drawerID, drawerName }: typeof drawer.$inferSelect) {
  const [open] = await db
    .select({ number: drawerSession.number })
    .from(drawerSession)
    .where(and(eq(drawerSession.drawerID, drawerID), ne(drawerSession.status, 'Closed')))
  if (open) throw new AppError('drawer.in_use', `${drawerName} is open (${open.number}): close it first`)
}

/** Returns the drawer that the caller's session has chosen; null for none. */
export const readOwnDrawer = async ({ db, actor }: Context) => {
  const sessionID = sessionIDOf(actor)
  return { drawerID: sessionID === null ? null : await findChosenDrawer(db, sessionID) }
}

/** Chooses the drawer of the caller's session. Throws 422 for an unknown or inactive one, and for a program. */
export async function chooseOwnDrawer({ db, actor }: Context, drawerID: number | null) {
  assertAccess(actor, 'drawers.use')
  const sessionID = sessionIDOf(actor)
  if (sessionID === null) throw new AppError('drawer.no_session', 'A program has no drawer of its own')
  if (drawerID === null) {
    await db.delete(sessionDrawer).where(eq(sessionDrawer.sessionID, sessionID))
    return { drawerID }
  }
  const field = 'drawerID'
  const [chosen] = await db.select().from(drawer).where(eq(drawer.drawerID, drawerID)).for('share')
  if (!chosen) throw new AppError('reference.missing', `Drawer ${drawerID} does not exist`, { field })
  if (!chosen.status) throw new AppError('reference.inactive', `Drawer ${chosen.drawerName} is Inactive`, { field })
  await db
    .insert(sessionDrawer)
    .values({ sessionID, drawerID })
    .onConflictDoUpdate({ target: sessionDrawer.sessionID, set: { drawerID } })
  return { drawerID }
}
