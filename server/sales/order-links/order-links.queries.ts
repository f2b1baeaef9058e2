import { and, desc, eq, sql } from 'drizzle-orm'

import { linkDays } from '../../../contract/order-page/order-page.ts'
import { shopToday } from '../../company/settings.ts'
import { nameOf } from '../../db/names.ts'
import { shopSetting } from '../../db/schema/company.ts'
import { orderLink, orderVisit } from '../../db/schema/order-links.ts'
import { sale } from '../../db/schema/sales.ts'
import type { Db, Tx } from '../../kernel/database.ts'
import { findRecord } from '../../resource/records.ts'

/** The last day on which the links of a sale work, as an SQL expression; null while the sale is open. */
export const lastLinkDay = sql<string | null>`(select case
  when ${sale.canceledAt} is not null
    then (${sale.canceledAt} at time zone ${shopSetting.timeZone})::date + ${sql.raw(String(linkDays.afterCancellation))}
  when ${sale.completedAt} is not null
    then (${sale.completedAt} at time zone ${shopSetting.timeZone})::date + ${sql.raw(String(linkDays.afterCompletion))}
  end from ${shopSetting})`

/** Whether the links of a sale have ended, as an SQL expression. */
export const haveLinksEnded = sql<boolean>`coalesce(${lastLinkDay} < ${shopToday}, false)`

const works = sql`(${orderLink.revokedAt} is null and not ${haveLinksEnded})`

/** Returns the links of a sale, the newest first. Throws 404 when the sale does not exist. */
export async function listOrderLinks(db: Db | Tx, salesTransactionID: number) {
  await findRecord(db, 'Sale', sale, sale.salesTransactionID, salesTransactionID)
  return findOrderLinks(db, salesTransactionID)
}

/** Returns the links of a sale, the newest first. */
export const findOrderLinks = (db: Db | Tx, salesTransactionID: number) =>
  db
    .select({
      orderLinkID: orderLink.orderLinkID,
      state: sql<'Works' | 'Ended' | 'Revoked'>`case when ${orderLink.revokedAt} is not null then 'Revoked'
        when ${haveLinksEnded} then 'Ended' else 'Works' end`,
      createdAt: orderLink.createdAt,
      createdByName: nameOf(orderLink.createdByID),
      isMailed: sql<boolean>`${orderLink.mailID} is not null`,
      revokedAt: orderLink.revokedAt,
      revokedByName: nameOf(orderLink.revokedByID),
      firstSeenAt: orderLink.firstSeenAt,
      lastSeenAt: orderLink.lastSeenAt,
      endsOn: lastLinkDay,
    })
    .from(orderLink)
    .innerJoin(sale, eq(sale.salesTransactionID, orderLink.salesTransactionID))
    .where(eq(orderLink.salesTransactionID, salesTransactionID))
    .orderBy(desc(orderLink.orderLinkID))

/**
 * Finds the link with this hash of its token or its code. Undefined for an unknown, an ended and a revoked one, after the
 * same work, so that nobody learns which.
 */
export async function findWorkingLink(db: Db | Tx, by: 'tokenHash' | 'codeHash', hash: string) {
  const [found] = await db
    .select({
      orderLinkID: orderLink.orderLinkID,
      salesTransactionID: orderLink.salesTransactionID,
      lastSeenAt: orderLink.lastSeenAt,
    })
    .from(orderLink)
    .innerJoin(sale, eq(sale.salesTransactionID, orderLink.salesTransactionID))
    .where(and(eq(orderLink[by], hash), works))
  return found
}

/** Returns the sale that a browser has opened, and its last day; undefined when the visit or the link is over. */
export async function findVisitedSale(db: Db | Tx, visitHash: string) {
  const [found] = await db
    .select({
      salesTransactionID: orderLink.salesTransactionID,
      orderLinkID: orderLink.orderLinkID,
      endsOn: lastLinkDay,
    })
    .from(orderVisit)
    .innerJoin(orderLink, eq(orderLink.orderLinkID, orderVisit.orderLinkID))
    .innerJoin(sale, eq(sale.salesTransactionID, orderLink.salesTransactionID))
    .where(and(eq(orderVisit.visitHash, visitHash), sql`${orderVisit.expiresAt} > now()`, works))
  return found
}
