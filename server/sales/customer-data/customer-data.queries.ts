import { and, asc, eq, getColumns, min, or, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'

import type { CustomerData } from '../../../contract/sales/customer-data.ts'
import type { z } from '../../../contract/shared/zod.ts'
import { nameOf } from '../../db/names.ts'
import { creditEntry, customerCredit } from '../../db/schema/credit.ts'
import { reminder } from '../../db/schema/insight.ts'
import { apiToken } from '../../db/schema/integrations.ts'
import { mail, messageChoice } from '../../db/schema/mail.ts'
import { notification, question } from '../../db/schema/messages.ts'
import { moneyEntry } from '../../db/schema/money.ts'
import { paymentProof } from '../../db/schema/proofs.ts'
import { buyer, sale } from '../../db/schema/sales.ts'
import { audit } from '../../db/schema/shared.ts'
import { tradeIn } from '../../db/schema/trade-ins.ts'
import type { Db, Tx } from '../../kernel/database.ts'
import { findCredit } from '../credits/credits.queries.ts'
import { findCustomer } from '../customers/customers.queries.ts'
import { findAllMessagesOfCustomer } from '../messages/messages.queries.ts'
import { findProofsOf } from '../proofs/proofs-of-customer.queries.ts'
import { findSale, type SaleDetails } from '../sale/sales.queries.ts'
import { findTradeInsOf } from '../trade-ins/trade-ins.queries.ts'
import { findAllIdentities } from './identities.ts'
import { ownRows } from './own-rows.ts'
import { createScrubber } from './personal-words.ts'

/** The export's field for each table with a foreign key to the customer. A test compares this map with the schema. */
export const exportedRows = new Map<PgTable, keyof z.input<typeof CustomerData>>([
  [sale, 'sales'],
  [buyer, 'buyers'],
  [creditEntry, 'storeCredit'],
  [moneyEntry, 'storeCredit'],
  [customerCredit, 'storeCredit'],
  [tradeIn, 'tradeIns'],
  [mail, 'customerMessages'],
  [messageChoice, 'customerMessages'],
])

/** Returns all data that the shop has about a customer. Throws 404 when the customer does not exist. */
export async function findCustomerData(db: Db | Tx, id: number) {
  const found = await findCustomer(db, id)
  const buyers = await findBuyersOf(db, id)
  const { pattern } = createScrubber(id, await findAllIdentities({ db }, found), buyers)
  return {
    customer: found,
    buyers,
    sales: await findSalesOf(db, id),
    storeCredit: await findCredit(db, id),
    tradeIns: await findTradeInsOf(db, id),
    paymentProofs: await findProofsOf(db, ownRows(paymentProof, id)!),
    customerMessages: await findAllMessagesOfCustomer(db, id),
    questions: await db
      .select()
      .from(question)
      .where(or(eq(sql`lower(${question.email})`, found.email.toLowerCase()), sql`${question.contact} ~* ${pattern}`))
      .orderBy(asc(question.questionID)),
    // The same message was sent to several people, so it is grouped.
    messages: await db
      .select({
        kind: notification.kind,
        message: notification.message,
        createdAt: sql<Date>`${min(notification.createdAt)}`.mapWith(notification.createdAt),
      })
      .from(notification)
      .where(sql`${notification.message} ~* ${pattern}`)
      .groupBy(notification.kind, notification.message)
      .orderBy(asc(min(notification.notificationID))),
    reminders: await db
      .select({ reminderID: reminder.reminderID, text: reminder.text, createdAt: reminder.createdAt })
      .from(reminder)
      .where(sql`${reminder.text} ~* ${pattern}`)
      .orderBy(asc(reminder.reminderID)),
    auditTrail: await findTrail(db, id),
  }
}

async function findBuyersOf(db: Db | Tx, customerID: number) {
  const { customerID: _, ...columns } = getColumns(buyer)
  return db.select(columns).from(buyer).where(eq(buyer.customerID, customerID)).orderBy(asc(buyer.buyerID))
}

async function findSalesOf(db: Db | Tx, customerID: number) {
  const rows = await db
    .select({ id: sale.salesTransactionID })
    .from(sale)
    .where(ownRows(sale, customerID))
    .orderBy(asc(sale.salesTransactionID))
  const sales: SaleDetails[] = []
  for (const { id } of rows) sales.push(await findSale(db, id))
  return sales
}

async function findTrail(db: Db | Tx, customerID: number) {
  const rows = await db
    .select({
      auditID: audit.auditID,
      at: audit.at,
      userID: audit.userID,
      userName: nameOf(audit.userID),
      apiTokenName: apiToken.tokenName,
      approvedByName: nameOf(audit.approvedByID),
      action: audit.action,
      entity: audit.entity,
      entityID: audit.entityID,
      before: audit.before,
      after: audit.after,
    })
    .from(audit)
    .leftJoin(apiToken, eq(apiToken.tokenID, audit.apiTokenID))
    .where(
      or(
        and(eq(audit.entity, 'customer'), eq(audit.entityID, customerID)),
        and(
          eq(audit.entity, 'buyer'),
          sql`${audit.entityID} in (select ${buyer.buyerID} from ${buyer} where ${buyer.customerID} = ${customerID})`,
        ),
      ),
    )
    .orderBy(asc(audit.auditID))
  return rows as (Omit<(typeof rows)[number], 'before' | 'after'> & Record<'before' | 'after', Fields>)[]
}
type Fields = Record<string, unknown> | null
