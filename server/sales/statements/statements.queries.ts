import { sql } from 'drizzle-orm'

import type { CustomerStatement } from '../../../contract/sales/statements.ts'
import { fromCentavos, toCentavos } from '../../../contract/shared/money.ts'
import { readSettings } from '../../company/settings.ts'
import { creditEntry } from '../../db/schema/credit.ts'
import { sale } from '../../db/schema/sales.ts'
import { taxEntry, taxRate } from '../../db/schema/tax.ts'
import { readSnapshot } from '../../db/transaction.ts'
import type { Context } from '../../kernel/context.ts'
import type { Db, Tx } from '../../kernel/database.ts'
import { shopDay } from '../../kernel/shop-days.ts'
import { agingColumns, customerEntries } from '../../money/customer-entries.ts'
import { assertPeriod } from '../../resource/list.ts'
import { findCustomer } from '../customers/customers.queries.ts'

/** The first and last day of a statement. */
type Period = { from?: string | undefined; to?: string | undefined }
type Entry = CustomerStatement['entries'][number]

/**
 * Returns a customer's statement. Without a last day it ends today. Throws 400 when the period ends before it begins,
 * and 404 when the customer does not exist.
 */
export async function readStatement(
  { db, now }: Context,
  customerID: number,
  sent: Period,
): Promise<CustomerStatement> {
  const { timeZone } = await readSettings(db)
  const from = sent.from === undefined ? null : shopDay(timeZone, sent.from)
  const to = shopDay(timeZone, sent.to ?? now)
  assertPeriod(from ?? undefined, to)
  const ofCustomer = sql`${customerEntries} entry where customer_id = ${customerID}`
  return readSnapshot(db, async (tx) => {
    const { customerName, contactNo, email, address } = await findCustomer(tx, customerID)
    const { rows: entries } = await tx.execute<Entry>(sql`
      select day::text, kind, sales_transaction_id as "salesTransactionID", transaction_number as "transactionNumber",
          details, charge::float8 as charge, paid::float8 as paid, balance::float8 as balance
        from (select entry.*, sum(charge - paid) over (order by day, at, sales_transaction_id, place, sequence
          rows unbounded preceding) as balance from ${ofCustomer} and day <= ${to}) entry
        join ${sale} using (sales_transaction_id)
        where ${from}::date is null or day >= ${from}
        order by day, entry.at, sales_transaction_id, place, sequence`)
    const { rows } = await tx.execute<CustomerStatement['aging'] & { opening: number }>(sql`
      select current::float8, over30::float8, over60::float8, over90::float8, opening::float8
        from (select ${agingColumns(sql`${to}::date`)}, coalesce(sum(charge - paid) filter (where day < ${from}), 0) as opening
          from ${ofCustomer} and day <= ${to}) figures`)
    const { opening, ...aging } = rows[0]!
    const [charged, paid] = [sum(entries, 'charge'), sum(entries, 'paid')]
    return {
      customerID,
      customerName,
      contactNo,
      email,
      address,
      from,
      to,
      opening,
      charged,
      paid,
      balance: fromCentavos(toCentavos(opening) + toCentavos(charged) - toCentavos(paid)),
      aging,
      credit: await readCredit(tx, customerID, from, to),
      taxes: await readTaxes(tx, customerID, from, to),
      entries,
    }
  })
}

const sum = (entries: readonly Entry[], amount: 'charge' | 'paid') =>
  fromCentavos(entries.reduce((total, entry) => total + toCentavos(entry[amount]), 0))

/** Returns the store credit of a period from its ledger: before the first day, gained, used, and at the end. */
async function readCredit(db: Db | Tx, customerID: number, from: string | null, to: string) {
  const { rows } = await db.execute<CustomerStatement['credit']>(sql`
    select coalesce(sum(amount) filter (where not within), 0)::float8 as opening,
        coalesce(sum(amount) filter (where within and amount > 0), 0)::float8 as given,
        coalesce(-sum(amount) filter (where within and amount < 0), 0)::float8 as used,
        coalesce(sum(amount), 0)::float8 as balance
      from (select amount, ${from}::date is null or day >= ${from} as within from ${creditEntry}
        where ${creditEntry.customerID} = ${customerID} and ${creditEntry.day} <= ${to}) entry`)
  return rows[0]!
}

/** Returns the recorded tax of a customer's sales and refunds in a period, by rate. */
async function readTaxes(db: Db | Tx, customerID: number, from: string | null, to: string) {
  const { rows } = await db.execute<CustomerStatement['taxes'][number]>(sql`
    select ${taxRate.taxRateID} as "taxRateID", rate_name as "rateName", kind, percent::float8 as percent,
        sum(amount)::float8 as amount, sum(base)::float8 as base, sum(tax)::float8 as tax
      from ${taxEntry} join ${taxRate} using (tax_rate_id) join ${sale} using (sales_transaction_id)
      where ${sale.customerID} = ${customerID} and day <= ${to} and (${from}::date is null or day >= ${from})
      group by ${taxRate.taxRateID} order by percent desc, ${taxRate.taxRateID}`)
  return rows
}
