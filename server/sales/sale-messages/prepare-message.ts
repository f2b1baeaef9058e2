import { eq } from 'drizzle-orm'

import type { Language } from '../../../contract/shared/languages.ts'
import { messageChoice } from '../../db/schema/mail.ts'
import { customer } from '../../db/schema/sales.ts'
import type { Pictures } from '../../files/pictures.ts'
import type { Db, Tx } from '../../kernel/database.ts'
import type { MailRow } from '../../mail/send.ts'
import { drawInvoice } from '../sale/sale-pdf.ts'

/** The sentence above the link that says no to messages. */
const footers: Record<Language, string> = {
  en: 'If you do not want messages from us any more:',
  tl: 'Kung ayaw na po ninyong makatanggap ng mensahe mula sa amin:',
  ja: '今後メッセージの配信を希望されない場合：',
}

/** Adds to a message what it gets only when it is sent: the link that says no, and the invoice. */
export async function prepareMessage(
  db: Db | Tx,
  { kind, language, body, customerID, recipient, saleID }: MailRow,
  { pictures, publicUrl }: { pictures: Pictures; publicUrl: string | undefined },
) {
  const link =
    customerID !== null && publicUrl !== undefined ? await findLink(db, customerID, recipient, publicUrl) : null
  return {
    text: link ? `${body}\n\n-- \n${footers[language]}\n${link}\n` : body,
    // RFC 8058: a mail program asks with one click, by a POST to this address.
    ...(link && {
      headers: { 'List-Unsubscribe': `<${link}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
    }),
    ...(kind === 'invoice' && saleID !== null && { attachments: [await drawAttachment(db, pictures, saleID)] }),
  }
}

async function drawAttachment(db: Db | Tx, pictures: Pictures, saleID: number) {
  const { name, bytes } = await drawInvoice(db, pictures, saleID)
  return { filename: name, content: Buffer.from(bytes) }
}

/**
 * Returns the customer's link that says no to messages; null for another address than the customer's. It has a secret,
 * so that nobody can say no for others.
 */
async function findLink(db: Db | Tx, customerID: number, recipient: string, publicUrl: string): Promise<string | null> {
  const [to] = await db.select({ email: customer.email }).from(customer).where(eq(customer.customerID, customerID))
  if (to?.email !== recipient) return null
  await db.insert(messageChoice).values({ customerID }).onConflictDoNothing({ target: messageChoice.customerID })
  const [found] = await db.select().from(messageChoice).where(eq(messageChoice.customerID, customerID))
  return `${publicUrl}/unsubscribe?key=${found!.linkKey}`
}
