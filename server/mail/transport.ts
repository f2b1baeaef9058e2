import { Readable } from 'node:stream'

// nodemailer is loaded with the first mail: a shop without mails saves 6 MB.
const loadComposer = async () => (await import('nodemailer/lib/mail-composer')).default
const loadConnection = async () => (await import('nodemailer/lib/smtp-connection')).default

/** One mail to one person. `from` is the sender's display name. */
export type Letter = {
  from: string
  to: string
  subject: string
  text: string
  /** Without its domain. It is the same for every try. */
  messageID: string
  headers?: Record<string, string>
  attachments?: { filename: string; content: Buffer }[]
  /** Words of the text that nobody stores. A failure does not quote them. */
  secrets?: readonly string[]
}

/**
 * Why a mail was not sent:
 * - `refused`: the mail server will never take it
 * - `later`: the mail server did not take it, and may do so later
 * - `uncertain`: the connection ended after the mail was handed over, so that it may have been taken
 */
type Outcome = 'refused' | 'later' | 'uncertain'

/** A mail that the mail server did not confirm. The message quotes no address and no secret of the mail. */
export class MailFailure extends Error {
  readonly outcome: Outcome
  constructor(outcome: Outcome, reason: string, cause?: unknown) {
    super(reason, { cause })
    this.outcome = outcome
  }
}

/** Passes a mail to the mail server. Rejects with a MailFailure. */
export type Send = (letter: Letter) => Promise<void>

/** Timeout of each silence of the mail server, in milliseconds. */
const stepTimeout = 10_000
/** Timeout of a whole delivery, in milliseconds. A mail server can keep a connection alive by a byte now and then. */
const wholeTimeout = 120_000

/**
 * Returns a function that sends mails from `address` by the server at `smtpUrl` (smtp:// or smtps://, with user and
 * password). Each mail has a connection of its own, so that it is known whether the mail was handed over.
 */
export const createSender =
  (smtpUrl: string, address: string, timeout = stepTimeout, deadline = wholeTimeout): Send =>
  async ({ from, messageID, secrets = [], ...letter }) => {
    const domain = address.slice(address.lastIndexOf('@') + 1)
    const MailComposer = await loadComposer()
    const bytes = await new MailComposer({
      ...letter,
      from: { name: from, address },
      messageId: `<${messageID}@${domain}>`,
      textEncoding: 'quoted-printable',
    })
      .compile()
      .build()
    await deliver(readUrl(smtpUrl), { timeout, deadline }, { from: address, to: letter.to, secrets }, bytes)
  }

function readUrl(smtpUrl: string) {
  const { protocol, hostname, port, username, password } = new URL(smtpUrl)
  const secure = protocol === 'smtps:'
  const auth = username
    ? { credentials: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }
    : null
  // The host of a literal IPv6 address stands in brackets.
  return { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port) || (secure ? 465 : 587), secure, auth }
}

/** Delivers a mail by one connection. */
async function deliver(
  { auth, ...server }: ReturnType<typeof readUrl>,
  { timeout, deadline }: { timeout: number; deadline: number },
  { secrets, ...envelope }: { from: string; to: string; secrets: readonly string[] },
  bytes: Buffer,
) {
  const SMTPConnection = await loadConnection()
  const connection = new SMTPConnection({
    ...server,
    connectionTimeout: timeout,
    greetingTimeout: timeout,
    socketTimeout: timeout,
    dnsTimeout: timeout,
    socketCloseTimeout: 1000,
  })
  let isHandedOver = false
  let timer: NodeJS.Timeout | undefined
  try {
    await new Promise<void>((done, failed) => {
      timer = setTimeout(
        () => failed(Object.assign(new Error('The delivery took too long'), { code: 'ETIMEDOUT' })),
        deadline,
      )
      connection.on('error', failed)
      connection.on('end', () => failed(new Error('The connection ended')))
      // nodemailer reads the stream only after the mail server has answered DATA.
      const content = Readable.from(
        (function* () {
          isHandedOver = true
          yield bytes
        })(),
      )
      const send = () => connection.send(envelope, content, (error) => (error ? failed(error) : done()))
      connection.connect((error) => {
        if (error) failed(error)
        else if (auth) connection.login(auth, (refused) => (refused ? failed(refused) : send()))
        else send()
      })
    })
  } catch (error) {
    throw describeFailure(error, isHandedOver, envelope.to, secrets)
  } finally {
    clearTimeout(timer)
    connection.close()
  }
}

/** Returns the failure of a delivery. A reply of the mail server decides; without one, an answer is missing. */
function describeFailure(error: unknown, isHandedOver: boolean, to: string, secrets: readonly string[]): MailFailure {
  const { responseCode, response, code } = error as { responseCode?: number; response?: string; code?: string }
  if (responseCode) {
    // The reply often quotes the address, which the outbox holds in one place only, and filters of spam quote links.
    const unaddressed = (response ?? String(responseCode)).replaceAll(to, 'the address')
    const reply = secrets.reduce((text, secret) => text.replaceAll(secret, '…'), unaddressed).slice(0, 300)
    return new MailFailure(responseCode >= 500 ? 'refused' : 'later', `The mail server answered: ${reply}`, error)
  }
  const reason = code === 'ETIMEDOUT' ? 'The mail server did not answer in time' : 'The mail server cannot be reached'
  return isHandedOver
    ? new MailFailure('uncertain', 'The mail server did not confirm the mail, and may have sent it', error)
    : new MailFailure('later', `${reason} (${code ?? 'no code'})`, error)
}
