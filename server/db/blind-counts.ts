import { and, eq, inArray, lte, or, type SQL, sql } from 'drizzle-orm'

import type { TellsCash } from '../../contract/shared/endpoint.ts'
import { may, type RoleID } from '../../contract/shared/permissions.ts'
import { type Actor, type BlindCount, blindCountsOf } from '../kernel/context.ts'
import type { Db, Tx } from '../kernel/database.ts'
import { AppError } from '../kernel/errors.ts'
import { drawer, drawerSession } from './schema/drawers.ts'
import { moneyEntry } from './schema/money.ts'
import { paymentType, sale } from './schema/sales.ts'
import { tradeIn } from './schema/trade-ins.ts'

// While a drawer is counted, Staff see no figure from which its expected cash could be computed (decision 105).

/**
 * The drawers that are being counted, as a column of a statement about a user; null without one. The condition on the
 * status is the one of the index `drawer_session_one_open`, which has a row for each drawer in use.
 */
export const countedBlind = sql<BlindCount[] | null>`(
  select json_agg(json_build_object('drawerSessionID', ${drawerSession.drawerSessionID}, 'drawerID', ${drawer.drawerID},
    'drawerName', ${drawer.drawerName}) order by ${drawer.drawerID})
  from ${drawerSession} join ${drawer} on ${drawer.drawerID} = ${drawerSession.drawerID}
  where ${drawerSession.status} <> 'Closed' and ${drawerSession.status} = 'Counting'
    and ${drawerSession.finishedAt} is null)`

/** Whether the shop has an active drawer, as a column. */
export const hasActiveDrawer = sql<boolean>`exists (select from ${drawer} where ${drawer.status})`

/**
 * Whether messages to the staff may name amounts of a sale. They are kept as texts, and Staff read them while they count
 * a drawer blind, so a shop with drawers names none.
 */
export async function mayMessagesNameAmounts(db: Db | Tx): Promise<boolean> {
  const { rows } = await db.execute<{ found: boolean }>(sql`select ${hasActiveDrawer} as found`)
  return !rows[0]!.found
}

/** Returns the drawers that a user with this role counts blind, from the column `countedBlind`. */
export const readBlindCounts = (roleID: RoleID, counted: BlindCount[] | null): readonly BlindCount[] =>
  counted === null || may(roleID, 'drawers.read_expected') ? [] : counted

/**
 * Throws 409 when the actor counts a drawer blind and this record has money in the counted session. It reads no amount,
 * so neither the refusal nor its time depends on one.
 */
export async function assertMoneyShown(db: Db | Tx, actor: Actor, what: Exclude<TellsCash, 'many'>, id: number) {
  const counts = blindCountsOf(actor)
  if (counts.length === 0) return
  const drawerID = what === 'drawerSession' ? await findDrawer(db, id) : await findDrawerWithMoney(db, counts, what, id)
  const those = counts.filter((count) => count.drawerID === drawerID)
  if (those.length > 0) throw blindRefusal(those)
}

const findDrawer = async (db: Db | Tx, drawerSessionID: number) =>
  (
    await db
      .select({ drawerID: drawerSession.drawerID })
      .from(drawerSession)
      .where(eq(drawerSession.drawerSessionID, drawerSessionID))
  )[0]?.drawerID

type WithMoney = Exclude<TellsCash, 'many' | 'drawerSession'>

async function findDrawerWithMoney(db: Db | Tx, counts: readonly BlindCount[], what: WithMoney, id: number) {
  const sessionIDs = counts.map(({ drawerSessionID }) => drawerSessionID)
  const [found] = await db
    .select({ drawerID: drawerSession.drawerID })
    .from(moneyEntry)
    .innerJoin(drawerSession, eq(drawerSession.drawerSessionID, moneyEntry.drawerSessionID))
    .leftJoin(sale, eq(sale.salesTransactionID, moneyEntry.salesTransactionID))
    .leftJoin(tradeIn, eq(tradeIn.tradeInID, moneyEntry.tradeInID))
    .leftJoin(paymentType, eq(paymentType.paymentTypeID, moneyEntry.paymentTypeID))
    .where(
      and(
        inArray(moneyEntry.drawerSessionID, sessionIDs),
        isOf[what](id),
        // A counted drawer takes no cash, so entries since then say nothing about it: such a sale goes on.
        or(eq(paymentType.code, 'cash'), lte(moneyEntry.at, drawerSession.countingAt)),
      ),
    )
    .limit(1)
  return found?.drawerID
}

const isOf: Record<WithMoney, (id: number) => SQL | undefined> = {
  sale: (id) => eq(moneyEntry.salesTransactionID, id),
  customer: (id) => or(eq(moneyEntry.customerID, id), eq(sale.customerID, id), eq(tradeIn.customerID, id)),
  tradeIn: (id) => eq(moneyEntry.tradeInID, id),
}

/** Throws 409 when the actor counts a drawer blind. */
export function assertFiguresShown(actor: Actor) {
  const counts = blindCountsOf(actor)
  if (counts.length > 0) throw blindRefusal(counts)
}

function blindRefusal(counts: readonly BlindCount[]) {
  const names = new Intl.ListFormat('en').format(counts.map(({ drawerName }) => drawerName))
  const [are, end] = counts.length === 1 ? ['is', 'the count is'] : ['are', 'the counts are']
  return new AppError(
    'drawer.blind',
    `${names} ${are} being counted: figures of money are shown again when ${end} finished`,
  )
}
