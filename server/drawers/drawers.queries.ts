import { and, asc, eq, ne, sql } from 'drizzle-orm'

import { nameOf } from '../db/names.ts'
import { drawer, drawerSession, sessionDrawer } from '../db/schema/drawers.ts'
import { location } from '../db/schema/stock.ts'
import type { Db, Tx } from '../kernel/database.ts'
import { notFound } from '../kernel/errors.ts'

/** Selects drawers with their sessions that are not closed. */
const selectDrawers = (db: Db | Tx) =>
  db
    .select({
      drawerID: drawer.drawerID,
      drawerName: drawer.drawerName,
      locationID: drawer.locationID,
      locationName: location.locationName,
      countsYen: drawer.countsYen,
      status: drawer.status,
      createdByID: drawer.createdByID,
      modifiedByID: drawer.modifiedByID,
      createdAt: drawer.createdAt,
      updatedAt: drawer.updatedAt,
      session: {
        drawerSessionID: drawerSession.drawerSessionID,
        number: drawerSession.number,
        status: drawerSession.status,
        openedAt: drawerSession.createdAt,
      },
      openedByName: nameOf(drawerSession.createdByID),
    })
    .from(drawer)
    .innerJoin(location, eq(location.locationID, drawer.locationID))
    .leftJoin(drawerSession, and(eq(drawerSession.drawerID, drawer.drawerID), ne(drawerSession.status, 'Closed')))

type Selected = Awaited<ReturnType<typeof selectDrawers>>[number]

const withOpener = ({ session, openedByName, ...row }: Selected) => ({
  ...row,
  session: session && { ...session, openedByName },
})

/** Returns every drawer, by name. */
export const listDrawers = async (db: Db | Tx) =>
  (await selectDrawers(db).orderBy(sql`lower(${drawer.drawerName})`, asc(drawer.drawerID))).map(withOpener)

/** A drawer, as the API returns it. */
export type DrawerDetails = Awaited<ReturnType<typeof findDrawer>>

/** Returns a drawer with its session that is not closed. Throws 404 when it does not exist. */
export async function findDrawer(db: Db | Tx, id: number) {
  const [found] = await selectDrawers(db).where(eq(drawer.drawerID, id))
  if (!found) throw notFound('Drawer')
  return withOpener(found)
}

/** Returns the drawer that a person's session has chosen; null for none, and for one that is inactive now. */
export async function findChosenDrawer(db: Db | Tx, sessionID: number): Promise<number | null> {
  const [chosen] = await db
    .select({ drawerID: sessionDrawer.drawerID })
    .from(sessionDrawer)
    .innerJoin(drawer, eq(drawer.drawerID, sessionDrawer.drawerID))
    .where(and(eq(sessionDrawer.sessionID, sessionID), drawer.status))
  return chosen?.drawerID ?? null
}
