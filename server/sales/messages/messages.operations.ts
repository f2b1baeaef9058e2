import { and, eq, isNull, ne } from 'drizzle-orm'

import { type AutomaticKind, fillIn, type MessageKind } from '../../../contract/sales/message-texts.ts'
import type { MessageChoice, SendInput } from '../../../contract/sales/messages.ts'
import { computeNetPaid } from '../../../contract/sales/payments.ts'
import { fromCentavos, toCentavos } from '../../../contract/shared/money.ts'
import type { z } from '../../../contract/shared/zod.ts'
import { readSettings } from '../../company/settings.ts'
import { mail, messageChoice } from '../../db/schema/mail.ts'
import { customer, sale } from '../../db/schema/sales.ts'
import { transact } from '../../db/transaction.ts'
import { assertAccess, type Context, type Shop, userIDOf } from '../../kernel/context.ts'
import { AppError, notFound } from '../../kernel/errors.ts'
import { queueMail, requeueMail } from '../../mail/outbox.ts'
import { record } from '../../resource/records.ts'
import { findSale, type SaleDetails } from '../sale/sales.queries.ts'
import { findAddressee, findRemindersDue, findText, readMessageSettings, reminderKey } from './messages.queries.ts'
import { endOfQuiet, unpaidOf, valuesOf } from './messages.rules.ts'

type Addressee = NonNullable<Awaited<ReturnType<typeof findAddressee>>>

/** What a message says beside the sale itself. */
type About = { payment?: number; dueDate?: string }

/** Fills in the text of a message in the customer's language. */
async function compose({ db }: Context, kind: MessageKind, of: SaleDetails, to: Addressee, about: About) {
  const { companyName: shop } = await readSettings(db)
  return fillIn(await findText(db, kind, to.language), valuesOf(of, { ...to, shop, ...about }))
}

/**
 * Queues the message that the shop sends by itself after a change of a sale: the confirmation of an order, or the receipt
 * of a payment. A sale that is completed at the counter needs none.
 */
export async function tellOfSale(context: Context, action: string, before: SaleDetails | null, after: SaleDetails) {
  if (after.customer === null) return
  if (action === 'create' && after.status !== 'Completed') await tell(context, 'orderConfirmation', after, {}, '')
  if (action === 'pay' && before) {
    const payment = fromCentavos(toCentavos(computeNetPaid(after)) - toCentavos(computeNetPaid(before)))
    const last = Math.max(...after.payments.map(({ paymentID }) => paymentID))
    await tell(context, 'paymentReceived', after, { payment }, String(last))
  }
}

/** Queues one automatic message if the shop sends its kind and the customer wants messages. */
async function tell(context: Context, kind: AutomaticKind, of: SaleDetails, about: About, occasion: string) {
  const { db, now } = context
  const settings = await readMessageSettings(db)
  if (settings.demo || !settings.messageKinds.includes(kind)) return
  const to = await findAddressee(db, of.customerID!)
  if (!to || to.refused) return
  const { salesTransactionID: saleID, customerID } = of
  await queueMail(db, now, {
    ...(await compose(context, kind, of, to, about)),
    kind,
    language: to.language,
    recipient: to.email,
    saleID,
    customerID,
    dedupeKey: reminderKey(kind, saleID, occasion),
    nextTryAt: endOfQuiet(settings, settings.timeZone, now),
  })
}

/** Queues the reminders that are due. In the quiet hours it does nothing, so that figures are those of the sending. */
export async function tellOfInstalments(context: Context<Shop>) {
  const settings = await readMessageSettings(context.db)
  if (settings.demo || endOfQuiet(settings, settings.timeZone, context.now) > context.now) return
  for (const kind of ['instalmentDue', 'instalmentOverdue'] as const) {
    if (!settings.messageKinds.includes(kind)) continue
    for (const { saleID, dueDate } of await findRemindersDue(context.db, kind))
      await transact(context.db, (tx) => tellOfInstalment({ ...context, db: tx }, kind, saleID, dueDate))
  }
}

async function tellOfInstalment(context: Context, kind: AutomaticKind, saleID: number, dueDate: string) {
  // The sale is read again under its lock: it may have been paid.
  await context.db.select().from(sale).where(eq(sale.salesTransactionID, saleID)).for('update')
  const found = await findSale(context.db, saleID)
  if (found.status !== 'Pending' && found.status !== 'Processing') return
  if (unpaidOf(found, dueDate) > 0) await tell(context, kind, found, { dueDate }, dueDate)
}

/** Composes a message of a kind about a sale, with the figures of now. */
export async function composeMessage(context: Context, kind: MessageKind, found: SaleDetails) {
  const to = found.customerID === null ? null : await findAddressee(context.db, found.customerID)
  if (!to) throw new AppError('message.no_customer', 'This sale has no customer to write to')
  const next = found.schedule.find(({ amount, paid }) => paid < amount)
  const last = found.payments.at(-1)
  const payment = last ? fromCentavos(toCentavos(last.amount) - toCentavos(last.change)) : 0
  const dueDate = next?.dueDate ?? found.orderDate
  return { to, ...(await compose(context, kind, found, to, { payment, dueDate })) }
}

/**
 * Queues a message that a person sends: by e-mail at once, also in the quiet hours, or recorded as sent by hand on
 * another channel.
 */
export async function sendMessage(
  context: Context,
  saleID: number,
  { kind, channel }: z.output<typeof SendInput>,
  canMail: boolean,
) {
  assertAccess(context.actor, 'sales.write')
  const { db, now } = context
  const found = await findSale(db, saleID)
  const { to, subject, body } = await composeMessage(context, kind, found)
  if (found.status === 'Canceled' && kind === 'invoice')
    throw new AppError('sale.canceled', 'This sale is Canceled: there is no invoice of it')
  const values = {
    kind,
    language: to.language,
    subject,
    body,
    saleID,
    customerID: found.customerID,
    askedByID: userIDOf(context.actor),
  }
  if (channel === 'email') {
    if (!canMail) throw new AppError('message.no_mail', 'The shop has no mail server: set SMTP_URL and PUBLIC_URL')
    // An invoice is asked for at the counter. Any other message needs the customer's consent.
    if (to.refused && kind !== 'invoice') throw new AppError('message.refused', 'This customer does not want messages')
    await queueMail(db, now, { ...values, recipient: to.email })
  } else
    await db.insert(mail).values({ ...values, channel, recipient: channel, state: 'sent', sentAt: now, createdAt: now })
  await record(context, { action: 'send', entity: 'sale', entityID: saleID, before: null, after: { kind, channel } })
}

/** Queues a failed message again. Throws 404 when the sale has no such message, and 409 when it is not failed. */
export async function retryMessage(context: Context, saleID: number, mailID: number) {
  assertAccess(context.actor, 'sales.write')
  const [found] = await context.db
    .select({ kind: mail.kind, channel: mail.channel })
    .from(mail)
    .where(and(eq(mail.mailID, mailID), eq(mail.saleID, saleID)))
  if (!found) throw notFound('Message')
  if (!(await requeueMail(context.db, context.now, mailID)))
    throw new AppError('job.decided', 'This message is no longer failed: somebody has tried it again')
  await record(context, { action: 'try again', entity: 'sale', entityID: saleID, before: null, after: found })
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

/** Cancels the customer's messages that wait. An invoice that somebody asked for is sent, and so is one on its way. */
const cancelWaiting = ({ db }: Context, customerID: number) =>
  db
    .update(mail)
    .set({ state: 'canceled', reason: 'The customer does not want messages' })
    .where(
      and(eq(mail.customerID, customerID), eq(mail.state, 'queued'), isNull(mail.claimedAt), ne(mail.kind, 'invoice')),
    )

/** Says no to messages for the customer with this link. Returns the customer's language; null for an unknown link. */
export async function refuseByLink(context: Context, linkKey: string) {
  const [found] = await context.db.select().from(messageChoice).where(eq(messageChoice.linkKey, linkKey))
  if (!found) return null
  if (found.refusedAt === null)
    await storeChoice(context, found.customerID, { language: found.language, refused: true })
  return found
}
