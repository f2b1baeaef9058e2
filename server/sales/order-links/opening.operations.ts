import { eq, lt, sql } from 'drizzle-orm'

import { type OrderPage } from '../../../contract/order-page/order-page.ts'
import { readCode } from '../../../contract/shared/codes.ts'
import type { Language } from '../../../contract/shared/languages.ts'
import { orderLink, orderVisit } from '../../db/schema/order-links.ts'
import { publish } from '../../events/publish.ts'
import type { PictureStore } from '../../files/store.ts'
import { countAttempt } from '../../http/throttle.ts'
import type { Context } from '../../kernel/context.ts'
import type { Db, Tx } from '../../kernel/database.ts'
import { notFound } from '../../kernel/errors.ts'
import { createToken, hashToken } from '../../kernel/tokens.ts'
import { readShownQr } from '../pay-accounts/pay-accounts.queries.ts'
import { findVisitedSale, findWorkingLink } from './order-links.queries.ts'
import { composeOrder } from './order-page.queries.ts'

/** Maximum number of links and codes that do not work, from one address within an hour. */
const failuresInAnHour = 20
/** How long a browser reads an order after it has opened the link, in seconds. */
export const visitSeconds = 2 * 60 * 60

/**
 * Opens the link with this token, or else with this code. Returns the secret of the browser's cookie, which reads this one
 * order for two hours; null when nothing opens. An unknown, an ended and a revoked link are alike. Throws 429 after many
 * that do not work from one address.
 */
export async function openOrderLink(
  context: Context,
  { token = '', code = '' }: { token?: string; code?: string },
): Promise<{ session: string } | null> {
  const { db, client, now } = context
  const forgive = await countAttempt(db, [
    { bucket: `order ${client.address}`, limit: failuresInAnHour, seconds: 60 * 60 },
  ])
  const found =
    token === ''
      ? await findWorkingLink(db, 'codeHash', hashToken(readCode(code)))
      : await findWorkingLink(db, 'tokenHash', hashToken(token))
  if (!found) return null
  await forgive()
  const session = createToken()
  const { orderLinkID, salesTransactionID, lastSeenAt } = found
  await db.insert(orderVisit).values({
    visitHash: hashToken(session),
    orderLinkID,
    expiresAt: sql`now() + make_interval(secs => ${sql.raw(String(visitSeconds))})`,
  })
  await db
    .update(orderLink)
    .set({ firstSeenAt: sql`coalesce(${orderLink.firstSeenAt}, ${now})`, lastSeenAt: now })
    .where(eq(orderLink.orderLinkID, orderLinkID))
  // Screens show the time to the minute, so that a second visit within one is no news.
  if (lastSeenAt === null || minuteOf(lastSeenAt) < minuteOf(now))
    await publish(context, { type: 'sale.link_seen', entity: 'sale', id: salesTransactionID })
  return { session }
}

const minuteOf = (at: Date) => Math.floor(at.getTime() / 60_000)

/** Returns the order that a browser has opened, in this language; null when its visit or its link is over. */
export async function readOrder(db: Db | Tx, session: string, language: Language): Promise<OrderPage | null> {
  const visited = await findVisitedSale(db, hashToken(session))
  return visited ? composeOrder(db, visited.salesTransactionID, visited.endsOn, language) : null
}

/** Returns the QR code of an account, as a PNG, to a browser that has opened an order. Throws 404 for any other. */
export async function readOrderQr(
  store: PictureStore,
  db: Db | Tx,
  session: string,
  payAccountID: number,
): Promise<Buffer> {
  const visited = await findVisitedSale(db, hashToken(session))
  if (!visited) throw notFound('Picture')
  return readShownQr(store, db, payAccountID)
}

/** Deletes the visits whose time is over. */
export const forgetVisits = (db: Db | Tx) => db.delete(orderVisit).where(lt(orderVisit.expiresAt, sql`now()`))
