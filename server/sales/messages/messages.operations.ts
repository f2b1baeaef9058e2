import { and, eq, inArray, isNull, ne } from 'drizzle-orm'

import { type AutomaticKind, fillIn, leaveOutBalance, type MessageKind } from '../../../contract/sales/message-texts.ts'
import type { MessageChoice } from '../../../contract/sales/messages.ts'
import { computeNetPaid } from '../../../contract/sales/payments.ts'
import { fromCentavos, toCentavos } from '../../../contract/shared/money.ts'
import type { z } from '../../../contract/shared/zod.ts'
import { readSettings } from '../../company/settings.ts'
import { mail, messageChoice } from '../../db/schema/mail.ts'
import { customer } from '../../db/schema/sales.ts'
import { assertAccess, type Context } from '../../kernel/context.ts'
import { notFound } from '../../kernel/errors.ts'
import { publishMail, queueMail } from '../../mail/outbox.ts'
import { record } from '../../resource/records.ts'
import { findAddressee, findText, readMessageSettings } from './messages.queries.ts'
import { type MessageFacts, refusedReason, type SaleFigures, valuesOf } from './messages.rules.ts'
import { endOfQuiet } from './quiet-hours.ts'
import { occasionKey } from './reminders.queries.ts'

/** The parts of a sale that messages need. */
type ToldSale = SaleFigures & { salesTransactionID: number; customerID: number | null }

type Addressee = Pick<NonNullable<Awaited<ReturnType<typeof findAddressee>>>, 'name' | 'language'>

type PaidSale = ToldSale & { status: string; payments: readonly { paymentID: number }[] }

/** Fills in the text of a message in the customer's language. */
export async function compose(
  { db }: Pick<Context, 'db'>,
  kind: MessageKind,
  of: SaleFigures,
  to: Addressee,
  about: MessageFacts,
) {
  const { companyName: shop } = await readSettings(db)
  const text = await findText(db, kind, to.language)
  return fillIn(of.balance > 0 ? text : leaveOutBalance(text), valuesOf(of, { ...to, shop, ...about }))
}

/**
 * Queues the message that the shop sends by itself after a change of a sale: the confirmation of an order, or the receipt
 * of a payment. A sale that is completed at the counter needs none.
 */
export async function tellOfSale(context: Context, action: string, before: PaidSale | null, after: PaidSale) {
  if (action === 'create' && after.status !== 'Completed') await tell(context, 'orderConfirmation', after, {}, '')
  if (action === 'pay' && before) {
    const payment = fromCentavos(toCentavos(computeNetPaid(after)) - toCentavos(computeNetPaid(before)))
    const last = Math.max(...after.payments.map(({ paymentID }) => paymentID))
    await tell(context, 'paymentReceived', after, { payment }, String(last))
  }
}

/** Queues one automatic message if the shop sends its kind and the customer wants messages. */
export async function tell(context: Context, kind: AutomaticKind, of: ToldSale, about: MessageFacts, occasion: string) {
  const { db, now } = context
  if (of.customerID === null) return
  const settings = await readMessageSettings(db)
  if (settings.demo || !settings.messageKinds.includes(kind)) return
  const to = await findAddressee(db, of.customerID)
  // An imported customer may have no address.
  if (!to || to.refused || to.email === '') return
  const { salesTransactionID: saleID, customerID } = of
  await queueMail(context, {
    ...(await compose(context, kind, of, to, about)),
    kind,
    language: to.language,
    recipient: to.email,
    saleID,
    customerID,
    dedupeKey: occasionKey(kind, saleID, occasion),
    nextTryAt: endOfQuiet(settings, settings.timeZone, now),
  })
}

/** Stores a customer's language and consent, with an audit row. */
export async function chooseMessages(context: Context, customerID: number, choice: z.output<typeof MessageChoice>) {
  assertAccess(context.actor, 'sales.write')
  const [found] = await context.db.select().from(customer).where(eq(customer.customerID, customerID)).for('share')
  if (!found) throw notFound('Customer')
  await storeChoice(context, customerID, choice)
}

async function storeChoice(
  context: Context,
  customerID: number,
  { language, refused }: z.output<typeof MessageChoice>,
) {
  const { db, now } = context
  const [before] = await db.select().from(messageChoice).where(eq(messageChoice.customerID, customerID)).for('update')
  const refusedAt = refused ? (before?.refusedAt ?? now) : null
  await db
    .insert(messageChoice)
    .values({ customerID, language, refusedAt })
    .onConflictDoUpdate({ target: messageChoice.customerID, set: { language, refusedAt } })
  if (refused) await cancelWaiting(context, customerID)
  const told = { language: before?.language ?? null, noMessages: before?.refusedAt !== null && before !== undefined }
  const after = { language, noMessages: refused }
  if (JSON.stringify(told) !== JSON.stringify(after))
    await record(context, { action: 'update', entity: 'customer', entityID: customerID, before: told, after })
}

/**
 * Cancels the customer's messages that wait or failed. An invoice that somebody asked for is sent. One on its way may
 * arrive, and has no further try.
 */
async function cancelWaiting(context: Context, customerID: number) {
  const canceled = await context.db
    .update(mail)
    .set({ state: 'canceled', reason: refusedReason })
    .where(
      and(
        eq(mail.customerID, customerID),
        inArray(mail.state, ['queued', 'failed']),
        isNull(mail.claimedAt),
        ne(mail.kind, 'invoice'),
      ),
    )
    .returning({ mailID: mail.mailID })
  for (const { mailID } of canceled) await publishMail(context, 'mail.canceled', mailID)
}

/** Says no to messages for the customer with this link. Returns the customer's language; null for an unknown link. */
export async function refuseByLink(context: Context, linkKey: string) {
  const [found] = await context.db.select().from(messageChoice).where(eq(messageChoice.linkKey, linkKey))
  if (!found) return null
  if (found.refusedAt === null)
    await storeChoice(context, found.customerID, { language: found.language, refused: true })
  return found
}
