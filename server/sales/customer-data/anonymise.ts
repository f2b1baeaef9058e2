import { and, eq, getTableColumns, getTableName, inArray, or, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'

import { savedView } from '../../db/schema/company.ts'
import { notification, question } from '../../db/schema/messages.ts'
import { customer, sale } from '../../db/schema/sales.ts'
import { audit, idempotencyKey } from '../../db/schema/shared.ts'
import { textMarks } from '../../db/schema/text-marks.ts'
import type { Context } from '../../kernel/context.ts'
import { modifiedNow } from '../../resource/records.ts'
import { keyOf, ownRows } from './own-rows.ts'
import { anonymousName, anonymousPerson, type Person, redacted, type Scrubber, scrubberOf } from './personal-words.ts'

type CustomerRow = typeof customer.$inferSelect

/** A change of one row's record, as the audit trail keeps it. */
type Recorded = { before: unknown; after: unknown }

/**
 * Takes all that tells who a customer is out of the database, in the caller's transaction: `before` is the customer's
 * row, locked for update. Figures stay. Answers the row as it is from now on.
 */
export async function anonymise(context: Context, before: CustomerRow): Promise<CustomerRow> {
  const { db } = context
  const id = before.customerID
  // A long trail takes longer to read than a call may.
  await db.execute(sql`set local statement_timeout = '5min'`)
  // Locked, like the customer: whoever works on one of them has written what they know before we look.
  const sales = await db
    .select({ id: sale.salesTransactionID })
    .from(sale)
    .where(eq(sale.customerID, id))
    .orderBy(sale.salesTransactionID)
    .for('update')
  const saleIDs = sales.map((row) => row.id)
  const people = await everCalled(context, before)
  const scrubber = scrubberOf(id, people)
  const questionIDs = await forgetQuestions(context, id, people)
  await scrubTexts(context, id, scrubber)
  await scrubViews(context, scrubber)
  await forgetAnswers(context, id, scrubber)
  await forgetInTrail(context, id, saleIDs, questionIDs, scrubber)
  const [after] = await db
    .update(customer)
    .set({ ...anonymousPerson(id), ...modifiedNow(context, before) })
    .where(eq(customer.customerID, id))
    .returning()
  return after!
}

/** What the customer is and was called, after the audit trail. */
export async function everCalled({ db }: Pick<Context, 'db'>, now: Person & { customerID: number }): Promise<Person[]> {
  const rows = await db
    .select({ before: audit.before, after: audit.after })
    .from(audit)
    .where(and(eq(audit.entity, 'customer'), eq(audit.entityID, now.customerID)))
  const recorded = rows.flatMap(({ before, after }) => [before, after]) as (Person | null)[]
  return [now, ...recorded.filter((person) => person !== null)]
}

/** What was asked on the public site under one of the addresses; answers the questions' keys. */
async function forgetQuestions({ db }: Context, id: number, people: readonly Person[]): Promise<number[]> {
  const emails = [...new Set(people.map(({ email }) => email.toLowerCase()))]
  const asked = await db
    .update(question)
    .set({ name: anonymousName(id), email: anonymousPerson(id).email, text: '[removed]' })
    .where(inArray(sql`lower(${question.email})`, emails))
    .returning({ id: question.questionID })
  const questionIDs = asked.map((row) => row.id)
  if (questionIDs.length > 0)
    await db
      .update(notification)
      .set({ message: `${anonymousName(id)} asked a question` })
      .where(and(eq(notification.entity, 'question'), inArray(notification.entityID, questionIDs)))
  return questionIDs
}

/** Every column that people type freely into, or that quotes them. */
const freeTexts = textMarks.flatMap(({ table, marks }) =>
  Object.entries(getTableColumns(table)).flatMap(([name, text]) => (marks[name] === 'free' ? [{ table, text }] : [])),
)

/** Free texts: in those of the customer's own sales, single names count too. */
async function scrubTexts({ db }: Context, id: number, scrubber: Scrubber) {
  for (const { table, text } of freeTexts) {
    const [key, own] = [keyOf(table), ownRows(table, id)]
    const rows = await db
      .select({ key: sql<number>`${key}`, text: sql<string>`${text}`, own: sql<boolean>`${own ?? sql`false`}` })
      .from(table)
      .where(and(sql`${text} is not null`, or(own, sql`${text} ~* ${scrubber.telling}`)))
    for (const row of rows) {
      const clean = row.own ? scrubber.scrubOwn(row.text) : scrubber.scrub(row.text)
      if (clean === row.text) continue
      // The key keeps the names of two views different, as they must be.
      const scrubbed = text === savedView.viewName ? `${clean} (${row.key})` : clean
      await db.execute(
        sql`update ${table} set ${sql.identifier(text.name)} = ${scrubbed}${touched(table)} where ${key} = ${row.key}`,
      )
    }
  }
}

/** The searches of views: one for the customer's name finds the anonymous customer from then on. */
async function scrubViews({ db }: Context, scrubber: Scrubber) {
  const views = await db
    .select({ viewID: savedView.viewID, query: savedView.query })
    .from(savedView)
    .where(sql`${savedView.query}::text ~* ${scrubber.telling}`)
  for (const { viewID, query } of views) {
    const scrubbed = Object.fromEntries(Object.entries(query).map(([name, text]) => [name, scrubber.scrub(text)]))
    await db
      .update(savedView)
      .set({ query: scrubbed, updatedAt: sql`greatest(now(), ${savedView.updatedAt} + interval '1 millisecond')` })
      .where(eq(savedView.viewID, viewID))
  }
}

/** A form that was opened before must not write the old text back. */
const touched = (table: PgTable) =>
  'updatedAt' in table
    ? sql`, updated_at = greatest(now(), ${sql.identifier(getTableName(table))}.updated_at + interval '1 millisecond')`
    : sql``

/** The answers that are kept for calls that may be sent again. */
async function forgetAnswers({ db }: Context, id: number, scrubber: Scrubber) {
  const kept = await db
    .select()
    .from(idempotencyKey)
    .where(and(sql`${idempotencyKey.answer} ~* ${scrubber.telling}`, sql`${idempotencyKey.endpoint} !~ ${ofOthers}`))
  for (const { userID, endpoint, key, answer } of kept)
    await db
      .update(idempotencyKey)
      .set({ answer: JSON.stringify(redacted(JSON.parse(answer!), id, scrubber)) })
      .where(and(eq(idempotencyKey.userID, userID), eq(idempotencyKey.endpoint, endpoint), eq(idempotencyKey.key, key)))
}

/** Records of other people and of companies, who may share a number or an address with the customer. */
const ofOthers = '/(users|suppliers|company-profile)$'
const othersEntities = ['customer', 'user', 'supplier', 'companyProfile']

/**
 * The audit trail's rows are final, and the database sees to it. The one exception is this: inside this transaction its
 * trigger rests, while the table is locked against everybody else's writes, and only the two records are rewritten.
 */
async function forgetInTrail(
  { db }: Context,
  id: number,
  saleIDs: readonly number[],
  questionIDs: readonly number[],
  scrubber: Scrubber,
) {
  const of = (entity: string, ids: readonly number[]) =>
    ids.length === 0 ? undefined : and(eq(audit.entity, entity), inArray(audit.entityID, [...ids]))
  const rows = await db
    .select({ id: audit.auditID, entity: audit.entity, before: audit.before, after: audit.after })
    .from(audit)
    .where(
      or(
        of('customer', [id]),
        of('sale', saleIDs),
        of('question', questionIDs),
        and(
          sql`${audit.entity} <> all (${sql.param(othersEntities)})`,
          sql`(${audit.before}::text ~* ${scrubber.telling} or ${audit.after}::text ~* ${scrubber.telling})`,
        ),
      ),
    )
  const asked = new Set(questionIDs)
  const changes = rows.flatMap((row) => {
    const clean = (record: unknown) => {
      const without = redacted(record, id, scrubber)
      return row.entity === 'question' && isQuestion(without) && asked.has(without.questionID)
        ? { ...without, name: anonymousName(id), email: anonymousPerson(id).email, text: '[removed]' }
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

const isQuestion = (record: unknown): record is { questionID: number } =>
  typeof record === 'object' && record !== null && 'questionID' in record
