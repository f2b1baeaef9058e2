import { and, eq, isNull } from 'drizzle-orm'

import { orderAddressOf, orderCodeLength } from '../../../contract/order-page/order-page.ts'
import { codeLetters, formatCode } from '../../../contract/shared/codes.ts'
import { formatDay } from '../../../contract/shared/dates.ts'
import { type Language, prefixOf } from '../../../contract/shared/languages.ts'
import { readSettings } from '../../company/settings.ts'
import { orderLink, orderVisit } from '../../db/schema/order-links.ts'
import { sale } from '../../db/schema/sales.ts'
import { assertAccess, type Context, userIDOf } from '../../kernel/context.ts'
import { AppError, notFound } from '../../kernel/errors.ts'
import { createRandomCode, createToken, hashToken } from '../../kernel/tokens.ts'
import { encodeQRCode, pathOfQRCode } from '../../pdf/qr-code.ts'
import { record } from '../../resource/records.ts'
import { findAddressee, findStranger } from '../messages/messages.queries.ts'
import { describeOrderLink } from './link-messages.ts'
import { findOrderLinks, haveLinksEnded, lastLinkDay } from './order-links.queries.ts'

/**
 * Makes a link for the buyer of a sale, and revokes the one before it. Returns the link with its addresses, which start
 * with `origin`, its code and the messages about it: nobody can read them again. Throws 404 when the sale does not exist,
 * and 409 when it was completed or canceled so long ago that a link would not work.
 */
export async function makeOrderLink(context: Context, salesTransactionID: number, origin: string) {
  const { db, actor, now } = context
  assertAccess(actor, 'sales.write')
  const found = await lockSale(context, salesTransactionID)
  if (found.isOver)
    throw new AppError(
      'order_link.over',
      `Links to this sale worked until ${formatDay(found.endsOn!)}: a new one would not work either`,
    )
  await revokeLinksOf(context, salesTransactionID)
  // The code opens the page where a browser does not read the token of the address.
  const [token, code] = [createToken(), createRandomCode(codeLetters, orderCodeLength)]
  const [made] = await db
    .insert(orderLink)
    .values({
      salesTransactionID,
      tokenHash: hashToken(token),
      codeHash: hashToken(code),
      createdByID: userIDOf(actor),
      createdAt: now,
    })
    .returning({ orderLinkID: orderLink.orderLinkID })
  await recordOnSale(context, 'make order link', salesTransactionID)

  const { companyName: shop } = await readSettings(db)
  const to = found.customerID === null ? null : await findAddressee(db, found.customerID)
  const addressIn = (language: Language) => orderAddressOf(origin, prefixOf(language), token)
  const inEachLanguage = <T>(make: (language: Language) => T) => ({ en: make('en'), tl: make('tl'), ja: make('ja') })
  const [en, tl, ja] = await Promise.all(
    (['en', 'tl', 'ja'] as const).map(async (language) => pathOfQRCode(await encodeQRCode(addressIn(language)))),
  )
  const about = { shop, number: found.transactionNumber, code: formatCode(code) }
  const links = await findOrderLinks(db, salesTransactionID)
  return {
    link: links.find(({ orderLinkID }) => orderLinkID === made!.orderLinkID)!,
    addresses: inEachLanguage(addressIn),
    code: about.code,
    messages: inEachLanguage((language) => describeOrderLink(language, { ...about, address: addressIn(language) })),
    codes: { en: en!, tl: tl!, ja: ja! },
    language: (to ?? (await findStranger(db))).language,
  }
}

/** Revokes a link of a sale, which stops working at once. A revoked one stays as it is. Throws 404 for an unknown link. */
export async function revokeOrderLink(context: Context, salesTransactionID: number, orderLinkID: number) {
  assertAccess(context.actor, 'sales.write')
  await lockSale(context, salesTransactionID)
  const links = await findOrderLinks(context.db, salesTransactionID)
  const found = links.find((link) => link.orderLinkID === orderLinkID)
  if (!found) throw notFound('Link')
  if (found.revokedAt !== null) return links
  await revokeLinksOf(context, salesTransactionID)
  await recordOnSale(context, 'revoke order link', salesTransactionID)
  return findOrderLinks(context.db, salesTransactionID)
}

/** Locks a sale, so that of two people who make a link at once the later one revokes that of the first. */
async function lockSale({ db }: Context, salesTransactionID: number) {
  const [found] = await db
    .select({
      transactionNumber: sale.transactionNumber,
      customerID: sale.customerID,
      isOver: haveLinksEnded,
      endsOn: lastLinkDay,
    })
    .from(sale)
    .where(eq(sale.salesTransactionID, salesTransactionID))
    .for('update')
  if (!found) throw notFound('Sale')
  return found
}

/** Revokes the link of a sale that works, if there is one, and ends the visits of its browsers. */
async function revokeLinksOf({ db, actor, now }: Context, salesTransactionID: number) {
  const revoked = await db
    .update(orderLink)
    .set({ revokedAt: now, revokedByID: userIDOf(actor) })
    .where(and(eq(orderLink.salesTransactionID, salesTransactionID), isNull(orderLink.revokedAt)))
    .returning({ orderLinkID: orderLink.orderLinkID })
  for (const { orderLinkID } of revoked) await db.delete(orderVisit).where(eq(orderVisit.orderLinkID, orderLinkID))
}

const recordOnSale = (context: Context, action: 'make order link' | 'revoke order link', entityID: number) =>
  record(context, { action, entity: 'sale', entityID, before: null, after: null })
