import { and, eq, isNull, lt, or, type SQL, sql } from 'drizzle-orm'

import { mail } from '../db/schema/mail.ts'
import { transact } from '../db/transaction.ts'
import { shopContext } from '../kernel/context.ts'
import type { Db, Tx } from '../kernel/database.ts'
import { publishMail, wakeUp } from './outbox.ts'
import { type Letter, MailFailure, type Send } from './transport.ts'

export type MailRow = typeof mail.$inferSelect

/** The parts of a mail that its subject adds when it is sent. */
type Parts = Partial<Pick<Letter, 'to' | 'subject' | 'text' | 'headers' | 'attachments' | 'secrets'>> & {
  /** Runs in the transaction that stores the outcome of the try. */
  settle?: (tx: Tx, outcome: Settled) => Promise<void>
}
/** What became of a try to send a mail. */
export type Settled = 'sent' | MailFailure['outcome']
/** Why a mail is not sent now: it never will be, for a reason that staff read, or not before a time. */
type Obstacle = { cancelFor: string } | { postponeTo: Date }

/** Completes a mail before it is handed over, or says why it is not. Null means that the mail is no longer needed. */
export type Prepare = (db: Db | Tx, row: MailRow) => Promise<Parts | Obstacle | null>

type Services = {
  db: Db
  /** Undefined without a mail server. */
  send: Send | undefined
  /** Returns the sender's display name, which is the shop's name. */
  nameSender: (db: Db | Tx) => Promise<string>
  prepare: Prepare
}

/** Minutes until the next try after each one that failed. After the last one, the mail is failed. */
const pauses = [1, 5, 15, 60, 180, 360]
/** Milliseconds after which a try counts as ended by a killed server. A delivery ends after two minutes at most. */
const lease = 5 * 60_000

/**
 * Tries to send a queued mail that is due. The try is recorded before the mail is handed over, and its outcome after
 * it. So a mail is handed over at most twice: a server that dies in between leaves a try whose outcome is uncertain.
 */
export async function sendQueuedMail({ db, send, nameSender, prepare }: Services, mailID: number, now = new Date()) {
  const row = await claim(db, mailID, now)
  if (!row) return
  let settle: Parts['settle']
  try {
    if (!send) throw new MailFailure('refused', 'The shop has no mail server (SMTP_URL)')
    const extra = (await prepare(db, row)) ?? { cancelFor: 'It was no longer needed' }
    if ('cancelFor' in extra) return await finish(db, row, { state: 'canceled', reason: extra.cancelFor })
    if ('postponeTo' in extra) return await postpone(db, row, extra.postponeTo)
    const { settle: settleTry, ...parts } = extra
    settle = settleTry
    const { recipient: to, subject, body, messageID } = row
    await send({ from: await nameSender(db), to, subject, text: body, messageID, ...parts })
  } catch (error) {
    // A failure before the handing over, such as a lost database, is none of the mail server's.
    const failure =
      error instanceof MailFailure ? error : new MailFailure('later', 'The mail could not be composed', error)
    await recordFailure(db, row, failure, now, settle)
    if (!(error instanceof MailFailure)) throw error
    return
  }
  await finish(db, row, { state: 'sent', sentAt: new Date(), reason: null }, settle)
}

/** Records the start of a try. Returns null for a mail that is not due, that another server sends, or that has ended. */
async function claim(db: Db, mailID: number, now: Date): Promise<MailRow | null> {
  const isFree = or(isNull(mail.claimedAt), lt(mail.claimedAt, new Date(now.getTime() - lease)))
  const [row] = await db
    .update(mail)
    .set({ claimedAt: now, attempts: sql`${mail.attempts} + 1`, uncertain: sql`${mail.uncertain} + 1` })
    .where(
      and(
        eq(mail.mailID, mailID),
        eq(mail.state, 'queued'),
        sql`${mail.uncertain} < 2`,
        isFree,
        sql`${mail.nextTryAt} <= ${now}`,
      ),
    )
    .returning()
  if (row) return row
  // Two tries ended without an answer. A third one might deliver the mail three times.
  const reason = 'It may have been sent: two tries ended without an answer'
  const isUncertain = and(eq(mail.mailID, mailID), eq(mail.state, 'queued'), sql`${mail.uncertain} >= 2`, isFree)
  await change(db, now, mailID, isUncertain, { state: 'failed', claimedAt: null, reason })
  return null
}

const ofTry = ({ mailID, attempts }: MailRow) =>
  and(eq(mail.mailID, mailID), eq(mail.attempts, attempts), eq(mail.state, 'queued'))

const finish = (
  db: Db,
  row: MailRow,
  end: Partial<MailRow> & { state: 'sent' | 'canceled' },
  settle?: Parts['settle'],
) => change(db, new Date(), row.mailID, ofTry(row), { ...end, claimedAt: null }, (tx) => settle?.(tx, 'sent'))

/** Waits until a time. It counts as no try, since nothing was handed over. */
const postpone = (db: Db, row: MailRow, nextTryAt: Date) =>
  change(db, new Date(), row.mailID, ofTry(row), {
    state: 'queued',
    nextTryAt,
    attempts: row.attempts - 1,
    uncertain: row.uncertain - 1,
    claimedAt: null,
  })

/** Changes the state of a mail, if it is still as expected, and tells open screens of it. */
const change = (
  db: Db,
  now: Date,
  mailID: number,
  isExpected: SQL | undefined,
  { state, ...values }: Partial<MailRow> & { state: 'sent' | 'failed' | 'canceled' | 'queued' },
  settle?: (tx: Tx) => Promise<void> | undefined,
) =>
  transact(db, async (tx) => {
    const rows = await tx
      .update(mail)
      .set({ state, ...values })
      .where(isExpected)
      .returning({ mailID: mail.mailID })
    if (rows.length === 0) return
    await settle?.(tx)
    if (state === 'queued') await wakeUp(tx, mailID, values.nextTryAt ?? now)
    await publishMail(shopContext(tx, now), `mail.${state === 'queued' ? 'deferred' : state}`, mailID)
  })

async function recordFailure(
  db: Db,
  row: MailRow,
  { outcome, message: reason }: MailFailure,
  now: Date,
  settle: Parts['settle'],
) {
  const uncertain = outcome === 'uncertain' ? row.uncertain : row.uncertain - 1
  const pause = pauses[row.attempts - 1]
  const isLast = outcome === 'refused' || pause === undefined || uncertain >= 2
  const nextTryAt = new Date(now.getTime() + (pause ?? 0) * 60_000)
  const end = isLast ? ({ state: 'failed' } as const) : ({ state: 'queued', nextTryAt } as const)
  await change(db, now, row.mailID, ofTry(row), { reason, uncertain, claimedAt: null, ...end }, (tx) =>
    settle?.(tx, outcome),
  )
}
