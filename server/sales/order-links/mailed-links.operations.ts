import { and, eq, isNull, lt, ne, sql } from 'drizzle-orm'

import { orderAddressOf, orderCodeLength } from '../../../contract/order-page/order-page.ts'
import { codeLetters, formatCode } from '../../../contract/shared/codes.ts'
import { type Language, prefixOf } from '../../../contract/shared/languages.ts'
import { readSettings } from '../../company/settings.ts'
import { orderLink, orderVisit } from '../../db/schema/order-links.ts'
import { sale } from '../../db/schema/sales.ts'
import { transact } from '../../db/transaction.ts'
import { shopContext } from '../../kernel/context.ts'
import type { Db, Tx } from '../../kernel/database.ts'
import { createRandomCode, createToken, hashToken } from '../../kernel/tokens.ts'
import type { Settled } from '../../mail/send.ts'
import { record } from '../../resource/records.ts'
import { describeOrderLink } from './link-messages.ts'
import { haveLinksEnded } from './order-links.queries.ts'

/** A mail about a sale that gets a link: the row of the outbox. */
type LinkedMail = {
  mailID: number
  kind: string
  saleID: number
  askedByID: number | null
  language: Language
  createdAt: Date
}

/** Returns why a mail about a sale gets no link; null when it does. */
export async function findLinkObstacle(
  db: Db | Tx,
  { kind, saleID, createdAt }: Pick<LinkedMail, 'kind' | 'saleID' | 'createdAt'>,
): Promise<'ended' | 'revoked' | null> {
  const made = sql`(select max(created_at) from order_link where sales_transaction_id = ${saleID})`
  const revoked = sql`(select max(revoked_at) from order_link where sales_transaction_id = ${saleID}
    and revoked_by_id is not null)`
  const [found] = await db
    .select({
      isOver: haveLinksEnded,
      // A person has closed the page, and nobody has opened it again since.
      isClosed: sql<boolean>`coalesce(${revoked} > ${made}, false)`,
      // A link that a person asked for after that opens the page again.
      isAskedBefore: sql<boolean>`coalesce(${revoked} > ${createdAt}, false)`,
    })
    .from(sale)
    .where(eq(sale.salesTransactionID, saleID))
  if (!found || found.isOver) return 'ended'
  return found.isClosed && (kind !== 'orderLink' || found.isAskedBefore) ? 'revoked' : null
}

/**
 * Makes a link for a mail at the moment of its sending, so that neither the outbox nor a backup holds a token. Returns
 * the text about it, its secrets, and what becomes of it with the outcome of the try; null when the mail gets no link.
 */
export async function makeMailedLink(db: Db | Tx, row: LinkedMail, origin: string) {
  const { mailID, saleID, askedByID, language } = row
  const [token, code] = [createToken(), createRandomCode(codeLetters, orderCodeLength)]
  const made = await transact(db, async (tx) => {
    // A person who revokes the links at this moment comes before this link, or revokes it too.
    const [found] = await tx
      .select({ number: sale.transactionNumber })
      .from(sale)
      .where(eq(sale.salesTransactionID, saleID))
      .for('update')
    if (!found || (await findLinkObstacle(tx, row)) !== null) return null
    const [link] = await tx
      .insert(orderLink)
      .values({
        salesTransactionID: saleID,
        tokenHash: hashToken(token),
        codeHash: hashToken(code),
        mailID,
        createdByID: askedByID,
        createdAt: new Date(),
      })
      .returning({ orderLinkID: orderLink.orderLinkID })
    return { ...link!, number: found.number }
  })
  if (!made) return null
  const { companyName: shop } = await readSettings(db)
  const address = orderAddressOf(origin, prefixOf(language), token)
  return {
    text: describeOrderLink(language, { shop, number: made.number, address, code: formatCode(code) }),
    secrets: [token, code, formatCode(code)],
    settle: (tx: Tx, outcome: Settled) => settleLink(tx, { ...row, orderLinkID: made.orderLinkID }, outcome),
  }
}

/**
 * Replaces the links of earlier mails about the sale by one whose mail was taken; a link that a person made by hand
 * stays. A link that the mail server did not take is forgotten, because nobody has it. One that may have arrived works.
 */
async function settleLink(
  tx: Tx,
  { orderLinkID, saleID, mailID }: Pick<LinkedMail, 'saleID' | 'mailID'> & { orderLinkID: number },
  outcome: Settled,
) {
  if (outcome === 'refused' || outcome === 'later') {
    await tx.delete(orderLink).where(eq(orderLink.orderLinkID, orderLinkID))
    return
  }
  await record(shopContext(tx, new Date()), {
    action: 'make order link',
    entity: 'sale',
    entityID: saleID,
    before: null,
    after: null,
  })
  if (outcome !== 'sent') return
  const replaced = await tx
    .update(orderLink)
    .set({ revokedAt: new Date() })
    .where(
      and(
        eq(orderLink.salesTransactionID, saleID),
        isNull(orderLink.revokedAt),
        // An earlier try of the same mail may be the one that the buyer got. A newer link is that of a later mail.
        ne(orderLink.mailID, mailID),
        lt(orderLink.orderLinkID, orderLinkID),
      ),
    )
    .returning({ orderLinkID: orderLink.orderLinkID })
  // The buyer may be at the page: a mail of the shop must not close it under their hands.
  for (const old of replaced)
    await tx.update(orderVisit).set({ orderLinkID }).where(eq(orderVisit.orderLinkID, old.orderLinkID))
}
