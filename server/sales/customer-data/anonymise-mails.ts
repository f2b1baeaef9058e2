import { and, eq, inArray, isNull, or } from 'drizzle-orm'

import { mail, messageChoice } from '../../db/schema/mail.ts'
import type { Context } from '../../kernel/context.ts'
import { removedText } from '../customers/anonymous.rules.ts'

/**
 * Removes what was sent to the customer or about the sales, with the language, the consent and the link that says no.
 * That something was sent, and when, stays. A mail that waits is not sent.
 */
export async function anonymiseMails({ db }: Context, customerID: number, saleIDs: readonly number[]) {
  // An invoice may have gone to a typed address before the sale had a customer. Others' messages about a sale that was
  // theirs before are not this customer's.
  const theirs = or(eq(mail.customerID, customerID), and(isNull(mail.customerID), inArray(mail.saleID, [...saleIDs])))
  await db
    .update(mail)
    .set({ state: 'canceled' })
    .where(and(theirs, inArray(mail.state, ['queued', 'failed'])))
  await db
    .update(mail)
    .set({ recipient: removedText, subject: removedText, body: removedText, reason: null })
    .where(theirs)
  await db.delete(messageChoice).where(eq(messageChoice.customerID, customerID))
}
