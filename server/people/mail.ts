import { createTransport } from 'nodemailer'

/** One mail, to one person, as plain text. `from` is the name it comes from. */
type Mail = { from: string; to: string; subject: string; text: string }

/** Hands a mail to the mail server. Rejects, with a `code`, where that does not take it in time. */
export type SendMail = (mail: Mail) => Promise<void>

/** How long each step of talking to the mail server may take, in milliseconds: somebody waits for the answer. */
const patience = 10_000

/** Mails go out by the server at `smtpUrl` (smtp:// or smtps://, with its user and password), from `address`. */
export function mailer(smtpUrl: string, address: string): SendMail {
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: patience,
    greetingTimeout: patience,
    socketTimeout: patience,
    dnsTimeout: patience,
  })
  return async ({ from, ...mail }) => {
    await transport.sendMail({ ...mail, from: { name: from, address }, textEncoding: 'quoted-printable' })
  }
}
