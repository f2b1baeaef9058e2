import { createTransport } from 'nodemailer'

/** One plain-text mail to one person. `from` is the sender's display name. */
type Mail = { from: string; to: string; subject: string; text: string }

/** Passes a mail to the mail server. Rejects with a `code` when the server refuses it or times out. */
export type SendMail = (mail: Mail) => Promise<void>

/** Timeout of each step with the mail server, in milliseconds. It is short, because a person waits for the response. */
const stepTimeout = 10_000

/**
 * Returns a function that sends mails from `address` by the server at `smtpUrl` (smtp:// or smtps://, with user and
 * password).
 */
export function createMailer(smtpUrl: string, address: string): SendMail {
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: stepTimeout,
    greetingTimeout: stepTimeout,
    socketTimeout: stepTimeout,
    dnsTimeout: stepTimeout,
  })
  return async ({ from, ...mail }) => {
    await transport.sendMail({ ...mail, from: { name: from, address }, textEncoding: 'quoted-printable' })
  }
}
