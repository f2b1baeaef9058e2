import { and, asc, eq, min, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { FastifyInstance } from 'fastify'

import { type CustomerData, customerData, sameName } from '../../../contract/sales/customer-data.ts'
import { fullName } from '../../../contract/sales/customers.ts'
import type { z } from '../../../contract/shared/zod.ts'
import { nameOf } from '../../db/names.ts'
import { reminder } from '../../db/schema/insight.ts'
import { notification, question } from '../../db/schema/messages.ts'
import { customer, sale } from '../../db/schema/sales.ts'
import { audit } from '../../db/schema/shared.ts'
import { serve } from '../../http/serve.ts'
import type { Db, Tx } from '../../kernel/database.ts'
import { AppError } from '../../kernel/errors.ts'
import { lockUnchanged, ok, record } from '../../resource/records.ts'
import { findCustomer } from '../customers/customers.ts'
import { findSale } from '../sale/sale-record.ts'
import { anonymise, everCalled } from './anonymise.ts'
import { anonymousPerson, scrubberOf } from './personal-words.ts'

/** Under which field the export has the rows of each table with a key to the customer. A test compares them with the schema. */
export const exportedRows = new Map<PgTable, keyof z.input<typeof CustomerData>>([[sale, 'sales']])

/** What a customer may ask of the shop: everything it keeps of them, and to be forgotten. */
export function customerDataRoutes(app: FastifyInstance) {
  serve(app, customerData.export, async ({ id }, { db, now }) => {
    const found = await findCustomer(db, id)
    const { telling } = scrubberOf(id, await everCalled({ db }, found))
    return ok({
      exportedAt: now,
      customer: found,
      sales: await salesOf(db, id),
      questions: await db
        .select()
        .from(question)
        .where(eq(sql`lower(${question.email})`, found.email.toLowerCase()))
        .orderBy(asc(question.questionID)),
      // The same sentence went to several people.
      messages: await db
        .select({
          kind: notification.kind,
          message: notification.message,
          createdAt: sql<Date>`${min(notification.createdAt)}`.mapWith(notification.createdAt),
        })
        .from(notification)
        .where(sql`${notification.message} ~* ${telling}`)
        .groupBy(notification.kind, notification.message)
        .orderBy(asc(min(notification.notificationID))),
      reminders: await db
        .select({ reminderID: reminder.reminderID, text: reminder.text, createdAt: reminder.createdAt })
        .from(reminder)
        .where(sql`${reminder.text} ~* ${telling}`)
        .orderBy(asc(reminder.reminderID)),
      auditTrail: await trailOf(db, id),
    })
  })

  serve(app, customerData.anonymise, async ({ id, body }, context) => {
    const before = await lockUnchanged(context, 'Customer', customer, customer.customerID, id, undefined)
    if (before.email === anonymousPerson(id).email)
      throw new AppError('customer.anonymised', 'This customer is anonymised already')
    const name = fullName(before)
    if (!sameName(body.customerName, name))
      throw new AppError('confirmation.mismatch', `This is not the customer’s name: type ${name}`, {
        field: 'customerName',
      })
    const after = await anonymise(context, before)
    // Who did it and when stays; what was before does not.
    await record(context, { action: 'anonymise', entity: 'customer', entityID: id, before: null, after })
    return ok(await findCustomer(context.db, id))
  })
}

async function salesOf(db: Db | Tx, customerID: number) {
  const rows = await db
    .select({ id: sale.salesTransactionID })
    .from(sale)
    .where(eq(sale.customerID, customerID))
    .orderBy(asc(sale.salesTransactionID))
  const sales: Awaited<ReturnType<typeof findSale>>[] = []
  for (const { id } of rows) sales.push(await findSale(db, id))
  return sales
}

async function trailOf(db: Db | Tx, customerID: number) {
  const rows = await db
    .select({
      auditID: audit.auditID,
      at: audit.at,
      userID: audit.userID,
      userName: nameOf(audit.userID),
      action: audit.action,
      entity: audit.entity,
      entityID: audit.entityID,
      before: audit.before,
      after: audit.after,
    })
    .from(audit)
    .where(and(eq(audit.entity, 'customer'), eq(audit.entityID, customerID)))
    .orderBy(asc(audit.auditID))
  return rows as (Omit<(typeof rows)[number], 'before' | 'after'> & Record<'before' | 'after', Fields>)[]
}
type Fields = Record<string, unknown> | null
