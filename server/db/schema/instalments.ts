import { sql } from 'drizzle-orm'
import { check, date, index, integer, pgTable, primaryKey } from 'drizzle-orm/pg-core'

import { moment, money } from './columns.ts'
import { sale } from './sales.ts'

/** An amount of a sale that is due on a date. Payments fill the instalments in the order of their dates. */
export const saleInstalment = pgTable(
  'sales_instalment',
  {
    salesTransactionID: integer('sales_transaction_id')
      .notNull()
      .references(() => sale.salesTransactionID),
    dueDate: date('due_date').notNull(),
    amount: money('amount').notNull(),
    /** The time at which the staff were notified that the instalment is overdue. */
    toldAt: moment('told_at'),
  },
  (t) => [
    primaryKey({ columns: [t.salesTransactionID, t.dueDate] }),
    index('sales_instalment_due').on(t.dueDate),
    check('sales_instalment_amount', sql`${t.amount} > 0`),
  ],
)
