import { sql } from 'drizzle-orm'

import { normalizeReference } from '../../../contract/proofs/proof-rules.ts'
import { moneyEntry, normalizedReference, payAccount } from '../../db/schema/money.ts'
import { paymentProof, proofPayment } from '../../db/schema/proofs.ts'
import { buyer, customer, sale } from '../../db/schema/sales.ts'
import type { Db, Tx } from '../../kernel/database.ts'
import { type FirstUse, makeReferenceKey, nameBuyer, type NamesOfBuyer } from './proofs.rules.ts'

/** A reference that is looked for. `payAccountID` is null while nobody knows the account; then any account counts. */
export type WantedReference = {
  proofID: number
  payAccountID: number | null
  isRepeating: boolean
  reference: string
  day: string
  amount: number
}

/**
 * Returns the first use of each reference, by the key of its proof: by another approved proof of the same account, or by
 * an ordinary payment of the account's payment type. Where references repeat, the day and the amount are the same too.
 */
export async function findFirstUses(
  db: Db | Tx,
  references: readonly WantedReference[],
): Promise<Map<number, FirstUse & { reference: string }>> {
  const wanted = references
    .map((one) => ({
      ...one,
      reference: normalizeReference(one.reference),
      key: makeReferenceKey(one, one.isRepeating),
    }))
    .filter(({ reference }) => reference !== '')
  if (wanted.length === 0) return new Map()
  const { rows } = await db.execute<
    Omit<FirstUse, 'buyerName'> & NamesOfBuyer & { proofID: number; reference: string }
  >(
    sql`select "proofID", use.reference, use.day::text as day, transaction_number as "transactionNumber",
        ${customer.firstName} as "firstName", ${customer.lastName} as "lastName", ${buyer.handle} as handle
      from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as wanted
          ("proofID" int, "payAccountID" int, "isRepeating" boolean, reference text, key text, day date, amount numeric)
        cross join lateral (
          select * from (
            select decided_at as at, seen_day as day, seen_reference as reference, coalesce(
                (select min(sales_transaction_id) from ${proofPayment} part where part.proof_id = proof.proof_id),
                sales_transaction_id) as sale_id
              from ${paymentProof} proof
              where status = 'Approved' and undone_at is null and proof_id <> "proofID" and reference_key = key
                and ("payAccountID" is null or seen_account_id = "payAccountID")
            union all
            select at, entry.day, entry.reference, sales_transaction_id from ${moneyEntry} entry
              where kind = 'payment' and corrects_id is null and entry.reference is not null
                and ${normalizedReference(sql`entry.reference`)} = wanted.reference
                and ("payAccountID" is null or payment_type_id = (
                  select payment_type_id from ${payAccount} where pay_account_id = "payAccountID"))
                and (not "isRepeating" or entry.day = wanted.day and entry.amount = wanted.amount)
                and not exists (select from ${moneyEntry} later where later.corrects_id = entry.entry_id)
                and not exists (select from ${proofPayment} part where part.entry_id = entry.entry_id)
          ) uses order by at limit 1
        ) use
        join ${sale} on sales_transaction_id = sale_id
        left join ${customer} on ${customer.customerID} = ${sale.customerID}
        left join ${buyer} on ${buyer.buyerID} = ${sale.buyerID}`,
  )
  return new Map(
    rows.map(({ proofID, reference, day, transactionNumber, ...names }) => [
      proofID,
      { reference, day, transactionNumber, buyerName: nameBuyer(names) },
    ]),
  )
}
