import { and, asc, desc, eq } from 'drizzle-orm'

import { DrawerReport, type DrawerReportRow } from '../../contract/drawers/drawer-reports.ts'
import type { drawerSessions as endpoints } from '../../contract/drawers/drawer-sessions.ts'
import type { Received } from '../../contract/shared/endpoint.ts'
import { nameOf } from '../db/names.ts'
import { drawer, drawerCount, drawerMovement, drawerReport, drawerSession } from '../db/schema/drawers.ts'
import { location } from '../db/schema/stock.ts'
import type { Actor } from '../kernel/context.ts'
import type { Db, Tx } from '../kernel/database.ts'
import { notFound } from '../kernel/errors.ts'
import { commonCondition, equalsCondition, listPage, searchCondition } from '../resource/list.ts'
import { isBlindTo } from './blind.rules.ts'

const summary = {
  drawerSessionID: drawerSession.drawerSessionID,
  number: drawerSession.number,
  drawerID: drawerSession.drawerID,
  drawerName: drawer.drawerName,
  locationName: location.locationName,
  status: drawerSession.status,
  openedByName: nameOf(drawerSession.createdByID),
  countingAt: drawerSession.countingAt,
  finishedAt: drawerSession.finishedAt,
  closedAt: drawerSession.closedAt,
  closedByName: nameOf(drawerSession.closedByID),
  reason: drawerSession.reason,
  note: drawerSession.note,
  createdByID: drawerSession.createdByID,
  modifiedByID: drawerSession.modifiedByID,
  createdAt: drawerSession.createdAt,
  updatedAt: drawerSession.updatedAt,
}

/** Returns one page of the sessions. */
export async function listDrawerSessions(db: Db | Tx, query: Received<typeof endpoints.list>['query']) {
  const select = db
    .select(summary)
    .from(drawerSession)
    .innerJoin(drawer, eq(drawer.drawerID, drawerSession.drawerID))
    .innerJoin(location, eq(location.locationID, drawer.locationID))
    .where(
      and(
        searchCondition(query.search, [drawerSession.number, drawer.drawerName, location.locationName]),
        equalsCondition(drawerSession.drawerID, query.drawerID),
        equalsCondition(drawerSession.status, query.status),
        await commonCondition(db, query, drawerSession),
      ),
    )
  return listPage(db, query, select.$dynamic(), {
    drawerSessionID: drawerSession.drawerSessionID,
    number: drawerSession.number,
    drawerName: drawer.drawerName,
    status: drawerSession.status,
    closedAt: drawerSession.closedAt,
    createdAt: drawerSession.createdAt,
  })
}

/** A session with its counts and movements. */
export type SessionDetails = Awaited<ReturnType<typeof findDrawerSession>>

/** Returns a session with its counts and movements, in order. Throws 404 when it does not exist. */
export async function findDrawerSession(db: Db | Tx, id: number) {
  const [found] = await db
    .select({ ...summary, countsYen: drawer.countsYen, signature: drawerSession.signature })
    .from(drawerSession)
    .innerJoin(drawer, eq(drawer.drawerID, drawerSession.drawerID))
    .innerJoin(location, eq(location.locationID, drawer.locationID))
    .where(eq(drawerSession.drawerSessionID, id))
  if (!found) throw notFound('Drawer session')
  const [counts, movements] = [await findCounts(db, id), await findMovements(db, id)]
  return { ...found, counts, movements }
}

/** Returns the session as an actor may see it. Who counts it blind sees the counts that were handed in, and no more. */
export function showSession(actor: Actor, details: SessionDetails) {
  const isBlind = isBlindTo(actor, details)
  if (!isBlind) return { ...details, isBlind }
  const handedIn = details.status === 'Closed' ? [] : details.counts.filter(({ kind }) => kind !== 'opening')
  return { ...details, isBlind, counts: handedIn, movements: [] }
}

const findMovements = (db: Db | Tx, drawerSessionID: number) =>
  db
    .select({
      movementID: drawerMovement.movementID,
      kind: drawerMovement.kind,
      reason: drawerMovement.reason,
      note: drawerMovement.note,
      currency: drawerMovement.currency,
      amount: drawerMovement.amount,
      correctsID: drawerMovement.correctsID,
      at: drawerMovement.at,
      byName: nameOf(drawerMovement.createdByID),
    })
    .from(drawerMovement)
    .where(eq(drawerMovement.drawerSessionID, drawerSessionID))
    .orderBy(asc(drawerMovement.movementID))

/** Returns the counts of a session, in order. */
const findCounts = (db: Db | Tx, drawerSessionID: number) =>
  db
    .select({
      kind: drawerCount.kind,
      currency: drawerCount.currency,
      cash: drawerCount.cash,
      amount: drawerCount.amount,
      countedAt: drawerCount.countedAt,
      countedByName: nameOf(drawerCount.countedByID),
    })
    .from(drawerCount)
    .where(eq(drawerCount.drawerSessionID, drawerSessionID))
    .orderBy(asc(drawerCount.countID))

/** Returns the counts of the last closed session of a drawer; none without one. */
export async function findLastClose(db: Db | Tx, drawerID: number) {
  const [last] = await db
    .select({ drawerSessionID: drawerSession.drawerSessionID })
    .from(drawerSession)
    .where(and(eq(drawerSession.drawerID, drawerID), eq(drawerSession.status, 'Closed')))
    .orderBy(desc(drawerSession.drawerSessionID))
    .limit(1)
  return last ? findCounts(db, last.drawerSessionID) : []
}

/** Returns the kept figures of a closed session. Throws 404 without them. */
export async function findReport(db: Db | Tx, drawerSessionID: number) {
  const [kept] = await db.select().from(drawerReport).where(eq(drawerReport.drawerSessionID, drawerSessionID))
  if (!kept) throw notFound('Z report')
  return DrawerReport.decode(kept.figures as DrawerReportRow)
}
