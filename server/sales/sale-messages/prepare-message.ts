import { eq } from 'drizzle-orm'

import type { Language } from '../../../contract/shared/languages.ts'
import { mail, messageChoice } from '../../db/schema/mail.ts'
import { customer } from '../../db/schema/sales.ts'
import type { Pictures } from '../../files/pictures.ts'
import type { Db, Tx } from '../../kernel/database.ts'
import type { MailRow } from '../../mail/send.ts'
import { compose } from '../messages/messages.operations.ts'
import { findAddressee, readMessageSettings } from '../messages/messages.queries.ts'
import { endOfQuiet } from '../messages/quiet-hours.ts'
import { makeMailedLink } from '../order-links/mailed-links.operations.ts'
import { drawInvoice } from '../sale/sale-pdf.ts'
import { findSale } from '../sale/sales.queries.ts'
import { asReminder, findMessageObstacle } from './obstacles.ts'

/** The sentence above the link that says no to messages. */
const footers: Record<Language, string> = {
  en: 'If you do not want messages from us any more:',
  tl: 'Kung ayaw na po ninyong makatanggap ng mensahe mula sa amin:',
  ja: '今後メッセージの配信を希望されない場合：',
}

/**
 * Completes a message when it is sent: the customer's present address, a reminder's present figures, a new link to the
 * page of the order, the link that says no, and the invoice. A message that is not wanted or not true any more is canceled, and one that the shop sends by
 * itself waits for the end of the quiet hours.
 */
export async function prepareMessage(
  db: Db | Tx,
  row: MailRow,
  { pictures, publicUrl }: { pictures: Pictures; publicUrl: string | undefined },
) {
  const obstacle = await findMessageObstacle(db, row)
  if (obstacle) return { cancelFor: obstacle.message }
  if (row.askedByID === null) {
    const now = new Date()
    const settings = await readMessageSettings(db)
    const postponeTo = endOfQuiet(settings, settings.timeZone, now)
    if (postponeTo > now) return { postponeTo }
  }
  const { kind, language, subject, body, customerID, recipient, saleID } = await refreshMessage(db, row)
  const link =
    customerID !== null && publicUrl !== undefined ? await findLink(db, customerID, recipient, publicUrl) : null
  // An address that is not the customer's gets no link to the order.
  const page =
    link !== null && kind !== 'invoice' && saleID !== null && publicUrl !== undefined
      ? await makeMailedLink(db, { ...row, saleID, language }, publicUrl)
      : null
  const text = page ? `${body}\n\n${page.text}` : body
  return {
    to: recipient,
    subject,
    text: link ? `${text}\n\n-- \n${footers[language]}\n${link.address}\n` : text,
    secrets: [...(page?.secrets ?? []), ...(link ? [link.key] : [])],
    ...(page && { settle: page.settle }),
    // RFC 8058: a mail program asks with one click, by a POST to this address.
    ...(link && {
      headers: { 'List-Unsubscribe': `<${link.address}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
    }),
    ...(kind === 'invoice' &&
      saleID !== null && { attachments: [await drawAttachment(db, pictures, saleID, publicUrl)] }),
  }
}

/** Stores the customer's present address, and the text of a reminder with the figures of now, before a try. */
async function refreshMessage(db: Db | Tx, row: MailRow): Promise<MailRow> {
  const to = row.customerID === null ? null : await findAddressee(db, row.customerID)
  if (!to || row.saleID === null) return row
  const reminder = asReminder(row)
  const changes = {
    ...(!row.toTypedAddress && { recipient: to.email }),
    ...(reminder && {
      language: to.language,
      ...(await compose({ db }, reminder.kind, await findSale(db, row.saleID), to, { dueDate: reminder.dueDate })),
    }),
  }
  if (Object.keys(changes).length > 0) await db.update(mail).set(changes).where(eq(mail.mailID, row.mailID))
  return { ...row, ...changes }
}

async function drawAttachment(db: Db | Tx, pictures: Pictures, saleID: number, publicUrl: string | undefined) {
  const { name, bytes } = await drawInvoice(db, pictures, saleID, { origin: publicUrl, now: new Date() })
  return { filename: name, content: Buffer.from(bytes) }
}

/**
 * Returns the customer's link that says no to messages, and the secret in it, with which nobody can say no for others.
 * Null for another address than the customer's.
 */
async function findLink(db: Db | Tx, customerID: number, recipient: string, publicUrl: string) {
  const [to] = await db.select({ email: customer.email }).from(customer).where(eq(customer.customerID, customerID))
  if (to?.email !== recipient) return null
  await db.insert(messageChoice).values({ customerID }).onConflictDoNothing({ target: messageChoice.customerID })
  const [found] = await db.select().from(messageChoice).where(eq(messageChoice.customerID, customerID))
  const { linkKey: key } = found!
  return { address: `${publicUrl}/unsubscribe?key=${key}`, key }
}
