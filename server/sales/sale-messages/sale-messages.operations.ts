import { and, eq, isNull, ne, sql } from 'drizzle-orm'

import type { AutomaticKind, MessageKind } from '../../../contract/sales/message-texts.ts'
import type { SendInput } from '../../../contract/sales/messages.ts'
import type { z } from '../../../contract/shared/zod.ts'
import { mail } from '../../db/schema/mail.ts'
import { sale } from '../../db/schema/sales.ts'
import { transact } from '../../db/transaction.ts'
import { assertAccess, type Context, type Shop, userIDOf } from '../../kernel/context.ts'
import type { Db, Tx } from '../../kernel/database.ts'
import { AppError, notFound } from '../../kernel/errors.ts'
import { queueMail, requeueMail } from '../../mail/outbox.ts'
import { record } from '../../resource/records.ts'
import { removedText } from '../customers/anonymous.rules.ts'
import { compose, tell } from '../messages/messages.operations.ts'
import { findAddressee, findStranger, readMessageSettings } from '../messages/messages.queries.ts'
import { assertChannel, dueDateOf, findMisfit, lastPaymentOf, unpaidOf } from '../messages/messages.rules.ts'
import { endOfQuiet } from '../messages/quiet-hours.ts'
import { findRejection } from '../messages/rejections.queries.ts'
import { findRemindersDue } from '../messages/reminders.queries.ts'
import { findLinkObstacle } from '../order-links/mailed-links.operations.ts'
import { findSale, type SaleDetails } from '../sale/sales.queries.ts'
import { findMessageObstacle, noRejection } from './obstacles.ts'

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

/**
 * Composes a message of a kind about a sale, with the figures of now. Only a message to a typed address needs no
 * customer. Throws 422 for a message that makes no sense now, such as a reminder of a paid sale, and 409 for a
 * canceled sale.
 */
export async function composeMessage(context: Context, kind: MessageKind, found: SaleDetails, isTyped = false) {
  const customer = found.customerID === null ? null : await findAddressee(context.db, found.customerID)
  const to = customer ?? (isTyped ? await findStranger(context.db) : null)
  if (!to) throw new AppError('message.no_customer', 'This sale has no customer to write to')
  const misfit = findMisfit(kind, found)
  if (misfit) throw misfit
  const rejection = kind === 'proofRejected' ? await findRejection(context.db, found.salesTransactionID) : undefined
  if (rejection === null) throw noRejection()
  const about = { payment: lastPaymentOf(found), dueDate: dueDateOf(found, kind), rejection }
  return { to, ...(await compose(context, kind, found, to, about)) }
}

/**
 * Queues a message that a person sends: by e-mail at once, also in the quiet hours, or recorded as sent by hand on
 * another channel.
 */
export async function sendMessage(
  context: Context,
  saleID: number,
  { kind, channel, email }: z.output<typeof SendInput>,
  canMail: boolean,
) {
  assertAccess(context.actor, 'sales.write')
  const { db, now } = context
  const found = await findSale(db, saleID)
  const { to, subject, body } = await composeMessage(context, kind, found, email !== undefined)
  assertChannel(kind, channel)
  if (kind === 'orderLink' && (await findLinkObstacle(db, { kind, saleID, createdAt: now })) !== null)
    throw new AppError('order_link.over', 'Links to this sale do not work any more: its time is over')
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
    const recipient = email ?? to.email
    if (recipient === '')
      throw new AppError('message.no_address', 'This customer has no e-mail address. Enter one, or choose another way')
    // An invoice is asked for at the counter. Any other message needs the customer's consent.
    if (to.refused && kind !== 'invoice') throw new AppError('message.refused', 'This customer does not want messages')
    await queueMail(context, { ...values, recipient, toTypedAddress: email !== undefined })
  } else
    await db.insert(mail).values({ ...values, channel, recipient: channel, state: 'sent', sentAt: now, createdAt: now })
  // The audit trail is kept longer than the address, so it does not hold it.
  const after = { kind, channel, ...(email !== undefined && { toTypedAddress: true }) }
  await record(context, { action: 'send', entity: 'sale', entityID: saleID, before: null, after })
}

/**
 * Removes addresses that were typed for the invoice of a sale without a customer, 30 days later. No customer's
 * anonymising would remove them.
 */
export const forgetTypedAddresses = (db: Db | Tx) =>
  db
    .update(mail)
    .set({ recipient: removedText, state: sql`case ${mail.state} when 'sent' then 'sent' else 'canceled' end` })
    .where(
      and(
        eq(mail.kind, 'invoice'),
        eq(mail.channel, 'email'),
        isNull(mail.customerID),
        ne(mail.state, 'queued'),
        ne(mail.recipient, removedText),
        sql`${mail.createdAt} < now() - interval '30 days'`,
      ),
    )

/**
 * Queues a failed message again. Throws 404 when the sale has no such message, 409 when it is not failed, and 422 when it
 * would not be sent.
 */
export async function retryMessage(context: Context, saleID: number, mailID: number) {
  assertAccess(context.actor, 'sales.write')
  const [found] = await context.db
    .select({ kind: mail.kind, channel: mail.channel })
    .from(mail)
    .where(and(eq(mail.mailID, mailID), eq(mail.saleID, saleID)))
  if (!found) throw notFound('Message')
  await assertRetriable(context, mailID)
  if (!(await requeueMail(context, mailID)))
    throw new AppError('job.decided', 'This message is no longer failed: somebody has tried it again')
  await record(context, { action: 'try again', entity: 'sale', entityID: saleID, before: null, after: found })
}

/** Throws 422 when a failed mail is a message to a customer that would not be sent: refused, or of no sense any more. */
export async function assertRetriable({ db }: Context, mailID: number) {
  const [row] = await db.select().from(mail).where(eq(mail.mailID, mailID))
  const obstacle = row?.state === 'failed' && row.saleID !== null ? await findMessageObstacle(db, row) : null
  if (obstacle) throw obstacle
}
