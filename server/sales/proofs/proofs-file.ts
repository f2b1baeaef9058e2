import { type SQL, sql } from 'drizzle-orm'

import { nameProof } from '../../../contract/proofs/proof-rules.ts'
import type { proofs as endpoints } from '../../../contract/proofs/proofs.ts'
import type { Received } from '../../../contract/shared/endpoint.ts'
import { readSettings } from '../../company/settings.ts'
import { csvStream } from '../../db/csv-stream.ts'
import { nameOf, shownBuyerName } from '../../db/names.ts'
import { payAccount } from '../../db/schema/money.ts'
import { paymentProof } from '../../db/schema/proofs.ts'
import { buyer, customer, sale } from '../../db/schema/sales.ts'
import { openSnapshot } from '../../db/snapshot.ts'
import { StreamedFile } from '../../http/send.ts'
import type { Context } from '../../kernel/context.ts'
import type { Db, Tx } from '../../kernel/database.ts'
import { shopDay } from '../../kernel/shop-days.ts'
import { statusAt } from './proof-status.ts'
import { filterProofs, queueOrder } from './proofs.queries.ts'

type Query = Received<typeof endpoints.list>['query']

const header = [
  'Proof',
  'Status',
  'Sent',
  'Sale',
  'Buyer',
  'Amount',
  'Day',
  'Reference',
  'Account',
  'Seen amount',
  'Seen day',
  'Seen reference',
  'Decided by',
  'Decided',
] as const

/** Returns the proofs that the filters leave as a CSV file, in the order of the queue. */
export async function streamProofs(db: Db | Tx, context: Context, query: Query): Promise<StreamedFile> {
  const { timeZone } = await readSettings(context.db)
  const at = (moment: SQL) => sql`to_char(${moment} at time zone ${timeZone}, 'YYYY-MM-DD HH24:MI')`
  const rows = sql`select ${paymentProof.proofID} as id, ${statusAt(context.now)} as status,
      ${at(sql`${paymentProof.sentAt}`)} as sent, ${sale.transactionNumber} as sold, ${shownBuyerName} as who,
      ${paymentProof.amount} as amount, ${paymentProof.day}::text as day, ${paymentProof.reference} as reference,
      coalesce(${payAccount.bankOrWallet}, ${payAccount.kind}) || ' ' || ${payAccount.number} as into_account,
      ${paymentProof.seenAmount} as seen_amount, ${paymentProof.seenDay}::text as seen_day,
      ${paymentProof.seenReference} as seen_reference, ${nameOf(paymentProof.decidedByID)} as decided_by,
      ${at(sql`${paymentProof.decidedAt}`)} as decided
    from ${paymentProof} join ${sale} on ${sale.salesTransactionID} = ${paymentProof.salesTransactionID}
      left join ${customer} on ${customer.customerID} = ${sale.customerID}
      left join ${buyer} on ${buyer.buyerID} = ${sale.buyerID}
      left join ${payAccount} on ${payAccount.payAccountID} = coalesce(${paymentProof.seenAccountID}, ${paymentProof.payAccountID})
    where ${(await filterProofs(context.db, query)) ?? sql`true`} order by ${queueOrder}, ${paymentProof.proofID}`
  const snapshot = await openSnapshot(db, context.gone)
  try {
    const [count] = await snapshot.query<{ rows: number }>(sql`select count(*)::int as rows from (${rows}) as counted`)
    const content = await csvStream(snapshot, rows, {
      header,
      cells: ({ id, amount, seen_amount, status, sent, sold, who, day, reference, into_account, ...decision }) => {
        const { seen_day, seen_reference, decided_by, decided } = decision
        const paid = [nameProof(Number(id)), status!, sent!, sold!, who ?? '', Number(amount), day!, reference!]
        const seen = [seen_amount === null ? '' : Number(seen_amount), seen_day ?? '', seen_reference ?? '']
        return [...paid, into_account ?? '', ...seen, decided_by ?? '', decided ?? '']
      },
    })
    return new StreamedFile('text/csv', `proofs-${shopDay(timeZone, context.now)}.csv`, count!.rows, content)
  } catch (error) {
    await snapshot.close()
    throw error
  }
}
