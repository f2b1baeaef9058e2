import { and, eq, getTableColumns, getTableName, inArray, or, type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'

import { savedView } from '../../db/schema/company.ts'
import { creditEntry } from '../../db/schema/credit.ts'
import { drawerMovement, drawerSession } from '../../db/schema/drawers.ts'
import { liveStep } from '../../db/schema/live.ts'
import { notification, question } from '../../db/schema/messages.ts'
import { moneyEntry } from '../../db/schema/money.ts'
import { saleRefund } from '../../db/schema/refunds.ts'
import { buyer, customer, sale } from '../../db/schema/sales.ts'
import { audit, idempotencyKey } from '../../db/schema/shared.ts'
import { tradeIn, tradeInPiece } from '../../db/schema/trade-ins.ts'
import { stockRevaluation } from '../../db/schema/valuation.ts'
import { textMarks } from '../../db/text-marks.ts'
import { deleteDraftsNaming } from '../../imports/drafts/drafts.operations.ts'
import type { Context } from '../../kernel/context.ts'
import { stampModified } from '../../resource/records.ts'
import { anonymousHandle, anonymousPerson } from '../customers/anonymous.rules.ts'
import { anonymiseMails } from './anonymise-mails.ts'
import { anonymiseProofs } from './anonymise-proofs.ts'
import { anonymousQuestion, isQuestion } from './anonymous-question.ts'
import { findAllHandles, findAllIdentities } from './identities.ts'
import { keyOf, ownRows } from './own-rows.ts'
import { anonymousName, createScrubber, type Person, redact, type Scrubber } from './personal-words.ts'

type CustomerRow = typeof customer.$inferSelect
type BuyerRow = typeof buyer.$inferSelect

/** The recorded states of an audit row before and after its change. */
type Recorded = { before: unknown; after: unknown }

/** The person to anonymise: a customer with the buyers that are joined to it, or a buyer alone. */
type Subject = {
  /** The customer's key; 0 for a buyer alone. */
  customerID: number
  buyerIDs: readonly number[]
  scrubber: Scrubber
  own: (table: PgTable) => SQL | undefined
}

/**
 * Removes the customer's personal data from the database, in the caller's transaction, with the data of its buyers.
 * `before` is the customer's row, locked for update. Amounts and quantities stay. Returns the anonymised row.
 */
export async function anonymise(context: Context, before: CustomerRow): Promise<CustomerRow> {
  const { db } = context
  const id = before.customerID
  const buyers = await db.select().from(buyer).where(eq(buyer.customerID, id)).orderBy(buyer.buyerID).for('update')
  const people = await findAllIdentities(context, before)
  const subject = {
    customerID: id,
    buyerIDs: buyers.map(({ buyerID }) => buyerID),
    scrubber: createScrubber(id, people, await findAllHandles(context, buyers)),
    own: (table: PgTable) => ownRows(table, id),
  }
  await scrubRecords(context, subject, people)
  for (const joined of buyers) await replaceHandle(context, joined)
  const [after] = await db
    .update(customer)
    .set({ ...anonymousPerson(id), ...stampModified(context, before) })
    .where(eq(customer.customerID, id))
    .returning()
  return after!
}

/** Removes the personal data of a buyer who is joined to no customer. `before` is the buyer's row, locked for update. */
export async function anonymiseLoneBuyer(context: Context, before: BuyerRow): Promise<BuyerRow> {
  const id = before.buyerID
  const subject = {
    customerID: 0,
    buyerIDs: [id],
    scrubber: createScrubber(0, [], await findAllHandles(context, [before])),
    own: (table: PgTable) => ownRows(table, id, buyer),
  }
  await scrubRecords(context, subject, [])
  return replaceHandle(context, before)
}

/** Scrubs every record that may name the person, except the person's own record. */
async function scrubRecords(context: Context, subject: Subject, people: readonly Person[]) {
  const { db } = context
  // Reading a long audit trail can exceed the usual statement timeout.
  await db.execute(sql`set local statement_timeout = '5min'`)
  await anonymiseProofs(context, subject)
  // Lock the sales too, so that concurrent changes of a sale finish before its texts are read.
  const sales = await db
    .select({ id: sale.salesTransactionID })
    .from(sale)
    .where(subject.own(sale))
    .orderBy(sale.salesTransactionID)
    .for('update')
  const saleIDs = sales.map((row) => row.id)
  const questionIDs = await anonymiseQuestions(context, subject, people)
  await anonymiseMails(context, subject.customerID, saleIDs)
  await scrubTexts(context, subject)
  await scrubViews(context, subject.scrubber)
  await deleteDraftsNaming(context, subject.scrubber.pattern)
  await scrubStoredResponses(context, subject)
  await scrubAuditTrail(context, subject, saleIDs, questionIDs)
}

async function replaceHandle(context: Context, { buyerID }: BuyerRow): Promise<BuyerRow> {
  const [before] = await context.db.select().from(buyer).where(eq(buyer.buyerID, buyerID))
  const [after] = await context.db
    .update(buyer)
    .set({ ...anonymousHandle(buyerID), ...stampModified(context, before!) })
    .where(eq(buyer.buyerID, buyerID))
    .returning()
  return after!
}

/**
 * Anonymises the questions sent from any of the person's e-mail addresses or other contacts. Returns the questions'
 * keys.
 */
async function anonymiseQuestions(
  { db }: Context,
  { customerID: id, scrubber }: Subject,
  people: readonly Person[],
): Promise<number[]> {
  const emails = [...new Set(people.map(({ email }) => email.toLowerCase()))]
  const asked = await db
    .update(question)
    .set(anonymousQuestion(id))
    .where(or(inArray(sql`lower(${question.email})`, emails), matches(sql`${question.contact}`, scrubber)))
    .returning({ id: question.questionID })
  const questionIDs = asked.map((row) => row.id)
  if (questionIDs.length > 0)
    await db
      .update(notification)
      .set({ message: `${anonymousName(id)} asked a question` })
      .where(and(eq(notification.entity, 'question'), inArray(notification.entityID, questionIDs)))
  return questionIDs
}

/** Every column with free text, or with quotes from free text. */
const freeTexts = textMarks.flatMap(({ table, marks }) =>
  Object.entries(getTableColumns(table)).flatMap(([name, text]) => (marks[name] === 'free' ? [{ table, text }] : [])),
)

/** The triggers that refuse any change of a row, for the tables with free text. */
const guardsOfFinalRows = new Map<PgTable, string>([
  [creditEntry, 'credit_entry_is_final'],
  [drawerMovement, 'drawer_movement_is_final'],
  [drawerSession, 'drawer_session_closes'],
  [liveStep, 'live_step_is_final'],
  [moneyEntry, 'money_entry_is_final'],
  [saleRefund, 'sales_refund_is_final'],
  [stockRevaluation, 'stock_revaluation_is_final'],
  [tradeIn, 'trade_in_guarded'],
  [tradeInPiece, 'trade_in_piece_guarded'],
])

/** Scrubs all free texts. In the customer's own rows, single names are removed too. */
async function scrubTexts({ db, now }: Context, { scrubber, own: ownRowsOf }: Subject) {
  for (const { table, text } of freeTexts) {
    const [key, own] = [keyOf(table), ownRowsOf(table)]
    const rows = await db
      .select({ key: sql<number>`${key}`, text: sql<string>`${text}`, own: sql<boolean>`${own ?? sql`false`}` })
      .from(table)
      .where(and(sql`${text} is not null`, or(own, matches(sql`${text}`, scrubber))))
    const dirty = rows.flatMap((row) => {
      const clean = row.own ? scrubber.scrubOwn(row.text) : scrubber.scrub(row.text)
      return clean === row.text ? [] : [{ ...row, clean }]
    })
    if (dirty.length === 0) continue
    // This transaction disables the trigger that keeps such rows final while their texts change.
    const guard = guardsOfFinalRows.get(table)
    if (guard) await db.execute(sql`alter table ${table} disable trigger ${sql.identifier(guard)}`)
    for (const { clean, ...row } of dirty) {
      // The key keeps the names of two views different, as they must be.
      const scrubbed = text === savedView.viewName ? `${clean} (${row.key})` : clean
      await db.execute(
        sql`update ${table} set ${sql.identifier(text.name)} = ${scrubbed}${setUpdatedAt(table, now)} where ${key} = ${row.key}`,
      )
    }
    if (guard) await db.execute(sql`alter table ${table} enable trigger ${sql.identifier(guard)}`)
  }
}

/** Scrubs the searches of saved views. A search for the customer's name then finds the anonymous customer. */
async function scrubViews({ db, now }: Context, scrubber: Scrubber) {
  const views = await db
    .select({ viewID: savedView.viewID, query: savedView.query })
    .from(savedView)
    .where(matches(sql`${savedView.query}::text`, scrubber))
  for (const { viewID, query } of views) {
    const scrubbed = Object.fromEntries(Object.entries(query).map(([name, text]) => [name, scrubber.scrub(text)]))
    await db
      .update(savedView)
      .set({ query: scrubbed, updatedAt: nextVersion(savedView, now) })
      .where(eq(savedView.viewID, viewID))
  }
}

/** Advances `updatedAt`, so that a form opened before cannot write the old text back. */
const setUpdatedAt = (table: PgTable, now: Date) =>
  'updatedAt' in table ? sql`, updated_at = ${nextVersion(table, now)}` : sql``

/** Returns SQL for the new `updatedAt` of a row, which always increases, like `stampModified`. */
const nextVersion = (table: PgTable, now: Date) =>
  sql`greatest(${now.toISOString()}::timestamptz, ${sql.identifier(getTableName(table))}.updated_at + interval '1 millisecond')`

/** Scrubs the stored responses of idempotent calls. */
async function scrubStoredResponses({ db }: Context, { customerID, buyerIDs, scrubber }: Subject) {
  const namesBuyer = buyerIDs.map((id) => sql`${idempotencyKey.answer} ~ ${`"buyerID":${id}[,}]`}`)
  const kept = await db
    .select()
    .from(idempotencyKey)
    .where(
      and(
        or(matches(sql`${idempotencyKey.answer}`, scrubber), ...namesBuyer),
        sql`${idempotencyKey.endpoint} !~ ${ofOthers}`,
      ),
    )
  for (const { userID, endpoint, key, answer } of kept)
    await db
      .update(idempotencyKey)
      .set({ answer: JSON.stringify(redact(JSON.parse(answer!), customerID, scrubber, buyerIDs)) })
      .where(and(eq(idempotencyKey.userID, userID), eq(idempotencyKey.endpoint, endpoint), eq(idempotencyKey.key, key)))
}

/** Returns the condition that a text holds a detail that identifies the person. An empty pattern would match all. */
const matches = (text: SQL, { pattern }: Scrubber) => (pattern === '' ? sql`false` : sql`${text} ~* ${pattern}`)

/** Records of other people and of companies, who may share the customer's number or address. */
const ofOthers = '/(users|suppliers|company-profile)$'
const othersEntities = ['customer', 'user', 'supplier', 'companyProfile']

/**
 * Rewrites the personal data in audit rows. A trigger forbids such changes, so this transaction disables it. The table
 * lock blocks other writers until the commit.
 */
async function scrubAuditTrail(
  { db }: Context,
  { customerID: id, buyerIDs, scrubber }: Subject,
  saleIDs: readonly number[],
  questionIDs: readonly number[],
) {
  const of = (entity: string, ids: readonly number[]) =>
    ids.length === 0 ? undefined : and(eq(audit.entity, entity), inArray(audit.entityID, [...ids]))
  const rows = await db
    .select({ id: audit.auditID, entity: audit.entity, before: audit.before, after: audit.after })
    .from(audit)
    .where(
      or(
        of('customer', [id]),
        of('buyer', buyerIDs),
        of('sale', saleIDs),
        of('question', questionIDs),
        and(
          sql`${audit.entity} <> all (${sql.param(othersEntities)})`,
          or(matches(sql`${audit.before}::text`, scrubber), matches(sql`${audit.after}::text`, scrubber)),
        ),
      ),
    )
  const asked = new Set(questionIDs)
  const changes = rows.flatMap((row) => {
    const clean = (record: unknown) => {
      const without = redact(record, id, scrubber, buyerIDs)
      return row.entity === 'question' && isQuestion(without) && asked.has(without.questionID)
        ? { ...without, ...anonymousQuestion(id) }
        : without
    }
    const change: Recorded = { before: clean(row.before), after: clean(row.after) }
    return JSON.stringify([change.before, change.after]) === JSON.stringify([row.before, row.after])
      ? []
      : [{ id: row.id, ...change }]
  })
  if (changes.length === 0) return
  await db.execute(sql`alter table ${audit} disable trigger audit_is_final`)
  for (const { id: auditID, before, after } of changes)
    await db.update(audit).set({ before, after }).where(eq(audit.auditID, auditID))
  await db.execute(sql`alter table ${audit} enable trigger audit_is_final`)
}
