import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'

import type { proofs as endpoints } from '../../../contract/proofs/proofs.ts'
import type { Received } from '../../../contract/shared/endpoint.ts'
import { shownBuyerName, userName } from '../../db/names.ts'
import { payAccount } from '../../db/schema/money.ts'
import { user } from '../../db/schema/people.ts'
import { paymentProof } from '../../db/schema/proofs.ts'
import { buyer, customer, sale } from '../../db/schema/sales.ts'
import type { Context } from '../../kernel/context.ts'
import type { Db, Tx } from '../../kernel/database.ts'
import { commonCondition, equalsCondition, listPage, searchCondition } from '../../resource/list.ts'
import { findFlags } from './proof-flags.queries.ts'
import { isTaken, statusAt } from './proof-status.ts'

type Query = Received<typeof endpoints.list>['query']
type Account = {
  payAccountID: number
  kind: (typeof payAccount.$inferSelect)['kind']
  bankOrWallet: string | null
  number: string
  currency: (typeof payAccount.$inferSelect)['currency']
}

/** SQL for the account of a proof, as JSON. */
const account = sql<Account | null>`case when ${payAccount.payAccountID} is not null then json_build_object(
  'payAccountID', ${payAccount.payAccountID}, 'kind', ${payAccount.kind}, 'bankOrWallet', ${payAccount.bankOrWallet},
  'number', ${payAccount.number}, 'currency', ${payAccount.currency}) end`

const personBy = (userID: typeof paymentProof.takenByID) => sql<{ userID: number; name: string } | null>`(
  select json_build_object('userID', ${user.userID}, 'name', ${userName}) from ${user} where ${user.userID} = ${userID})`

const number = sql`'P-' || ${paymentProof.proofID}`

/** The columns of a proof that the list and the document show, for rows of `withSale`. */
const summaryAt = (now: Date) => ({
  proofID: paymentProof.proofID,
  status: statusAt(now),
  sentAt: paymentProof.sentAt,
  salesTransactionID: paymentProof.salesTransactionID,
  transactionNumber: sale.transactionNumber,
  buyerName: shownBuyerName,
  amount: paymentProof.amount,
  day: paymentProof.day,
  reference: paymentProof.reference,
  account,
  takenBy: sql<{
    userID: number
    name: string
  } | null>`case when ${isTaken(now)} then ${personBy(paymentProof.takenByID)} end`,
  takenUntil: sql<Date | null>`case when ${isTaken(now)} then ${paymentProof.takenUntil} end`.mapWith(
    paymentProof.takenUntil,
  ),
  decidedBy: personBy(paymentProof.decidedByID),
  decidedAt: paymentProof.decidedAt,
  undoneAt: paymentProof.undoneAt,
})

const selectSummaries = (db: Db | Tx, now: Date) =>
  db
    .select(summaryAt(now))
    .from(paymentProof)
    .innerJoin(sale, eq(sale.salesTransactionID, paymentProof.salesTransactionID))
    .leftJoin(customer, eq(customer.customerID, sale.customerID))
    .leftJoin(buyer, eq(buyer.buyerID, sale.buyerID))
    .leftJoin(payAccount, eq(payAccount.payAccountID, paymentProof.payAccountID))
    .$dynamic()

/** A proof as the queue shows it, without its flags. */
export type ProofSummary = Awaited<ReturnType<typeof selectSummaries>>[number]

/** The waiting ones by age, and after them the decided ones, the latest decision first. */
export const queueOrder = sql`case when ${paymentProof.status} = 'Sent' then extract(epoch from ${paymentProof.sentAt})
  else 1e12 - extract(epoch from ${paymentProof.decidedAt}) end`

/** Returns one page of the proofs with their flags. */
export async function listProofs({ db, now, actor }: Context, query: Query) {
  const found = selectSummaries(db, now).where(await filterProofs(db, query))
  const page = await listPage(db, query, found, {
    proofID: paymentProof.proofID,
    queue: queueOrder,
    sentAt: paymentProof.sentAt,
    buyerName: shownBuyerName,
    transactionNumber: sale.transactionNumber,
    amount: paymentProof.amount,
    day: paymentProof.day,
    reference: paymentProof.reference,
    status: statusAt(now),
  })
  const flagsOf = await findFlags({ db, now, actor }, page.data)
  return { ...page, data: page.data.map((row) => ({ ...row, flags: flagsOf(row.proofID) })) }
}

const states = { approved: 'Approved', rejected: 'Rejected', withdrawn: 'Withdrawn', waiting: 'Sent' } as const

/** Returns the list's filters as an SQL condition. */
export async function filterProofs(db: Db | Tx, query: Query): Promise<SQL | undefined> {
  const { search, state } = query
  return and(
    searchCondition(search, [
      shownBuyerName,
      sale.transactionNumber,
      paymentProof.reference,
      paymentProof.seenReference,
      number,
    ]),
    equalsCondition(paymentProof.status, state && states[state]),
    equalsCondition(paymentProof.salesTransactionID, query.salesTransactionID),
    equalsCondition(sql`coalesce(${paymentProof.seenAccountID}, ${paymentProof.payAccountID})`, query.payAccountID),
    // A buyer sends a proof, and who decides is the last to change it.
    await commonCondition(
      db,
      query,
      { createdAt: paymentProof.sentAt, createdByID: null, modifiedByID: paymentProof.decidedByID },
      paymentProof.sentAt,
    ),
  )
}

/** Returns these proofs without flags, in the order of their keys. */
export const findSummaries = (db: Db | Tx, now: Date, ids: readonly number[]): Promise<ProofSummary[]> =>
  selectSummaries(db, now)
    .where(inArray(paymentProof.proofID, [...ids]))
    .orderBy(paymentProof.proofID)
