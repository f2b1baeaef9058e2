import { eq } from 'drizzle-orm'

import { drawer, drawerSession } from '../db/schema/drawers.ts'
import type { Context } from '../kernel/context.ts'
import { AppError, notFound } from '../kernel/errors.ts'

/** A locked session with its drawer. */
export type LockedSession = typeof drawerSession.$inferSelect &
  Pick<typeof drawer.$inferSelect, 'drawerName' | 'countsYen'>

/**
 * Locks a session and returns it. Those that add to it share the lock, as the trigger of the money ledger does, and those
 * that change its status take it alone. Throws 404 without the session, and 409 when it is closed.
 */
export async function lockSession({ db }: Context, id: number, strength: 'share' | 'update'): Promise<LockedSession> {
  const [stored] = await db.select().from(drawerSession).where(eq(drawerSession.drawerSessionID, id)).for(strength)
  if (!stored) throw notFound('Drawer session')
  const [of] = await db
    .select({ drawerName: drawer.drawerName, countsYen: drawer.countsYen })
    .from(drawer)
    .where(eq(drawer.drawerID, stored.drawerID))
  if (stored.status === 'Closed')
    throw new AppError('drawer.closed', `${of!.drawerName} is closed already (${stored.number})`)
  return { ...stored, ...of! }
}
