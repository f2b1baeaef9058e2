import { and, asc, type Column, eq, getColumns, type SQL, sql } from 'drizzle-orm'

import type { Karat } from '../../../contract/catalogue/karats.ts'
import { addAmounts, reckonPiece } from '../../../contract/pricing/trade-in-rules.ts'
import type { tradeIns as endpoints } from '../../../contract/sales/trade-ins.ts'
import type { Received } from '../../../contract/shared/endpoint.ts'
import { shownCustomerName, userName } from '../../db/names.ts'
import { shopSetting } from '../../db/schema/company.ts'
import { creditEntry } from '../../db/schema/credit.ts'
import { moneyEntry } from '../../db/schema/money.ts'
import { user } from '../../db/schema/people.ts'
import { goldRate } from '../../db/schema/pricing.ts'
import { customer, paymentType, sale } from '../../db/schema/sales.ts'
import { location } from '../../db/schema/stock.ts'
import { tradeIn, tradeInPiece } from '../../db/schema/trade-ins.ts'
import type { Db, Tx } from '../../kernel/database.ts'
import { notFound } from '../../kernel/errors.ts'
import { findRates } from '../../pricing/rates/rates.queries.ts'
import { commonCondition, equalsCondition, listPage, searchCondition } from '../../resource/list.ts'

/** SQL for a figure of a trade-in's pieces. */
const ofPieces = (figure: SQL) =>
  sql`(select ${figure} from ${tradeInPiece} where ${tradeInPiece.tradeInID} = ${tradeIn.tradeInID})`
const pieceCount = ofPieces(sql`count(*)::int`) as SQL<number>
const countedGrams = ofPieces(sql`coalesce(sum(${tradeInPiece.countedGrams}), 0)::float8`) as SQL<number>
const left =
  sql<number>`case when ${tradeIn.status} = 'Accepted' then ${tradeIn.offer} - ${tradeIn.settled} else 0 end`.mapWith(
    Number,
  )
const name = shownCustomerName(customer)

/** Returns one page of the trade-ins. */
export async function listTradeIns(db: Db | Tx, query: Received<typeof endpoints.list>['query']) {
  const select = db
    .select({ ...summary, customer: { name } })
    .from(tradeIn)
    .innerJoin(customer, eq(customer.customerID, tradeIn.customerID))
    .innerJoin(location, eq(location.locationID, tradeIn.locationID))
    .leftJoin(user, eq(user.userID, tradeIn.createdByID))
    .where(
      and(
        searchCondition(query.search, [tradeIn.tradeInNumber, name, location.locationName, tradeIn.remarks]),
        equalsCondition(tradeIn.customerID, query.customerID),
        equalsCondition(tradeIn.locationID, query.locationID),
        equalsCondition(tradeIn.status, query.status),
        query.karat === undefined
          ? undefined
          : sql`exists (select from ${tradeInPiece} where ${tradeInPiece.tradeInID} = ${tradeIn.tradeInID}
              and ${tradeInPiece.testedKarat} = ${query.karat})`,
        await commonCondition(db, query, tradeIn),
      ),
    )
  return listPage(db, query, select.$dynamic(), {
    tradeInID: tradeIn.tradeInID,
    tradeInNumber: tradeIn.tradeInNumber,
    customerName: name,
    locationName: location.locationName,
    status: tradeIn.status,
    pieceCount,
    countedGrams,
    offer: tradeIn.offer,
    left,
    createdAt: tradeIn.createdAt,
    createdByName: userName,
  })
}

const { settled: _, ...columns } = getColumns(tradeIn)
/** The columns that lists and documents show. */
const summary = {
  ...columns,
  pieceCount,
  countedGrams,
  left,
  location: { locationName: location.locationName },
  createdBy: { userID: user.userID, name: userName },
}

/** Selects the key and the name of the user whose key is in the column; null when the column is null. */
const personBy = (userID: Column) => sql<{ userID: number; name: string } | null>`(
  select json_build_object('userID', ${user.userID}, 'name', ${userName}) from ${user} where ${user.userID} = ${userID})`

/** A trade-in with its pieces, as the API returns it. */
export type TradeInDetails = Awaited<ReturnType<typeof findTradeIn>>

/** Returns a trade-in with its pieces. Before the offer, the pieces have the latest rates. Throws 404 without one. */
export async function findTradeIn(db: Db | Tx, id: number) {
  const [found] = await db
    .select({
      ...summary,
      customer: { name, contactNo: customer.contactNo, address: customer.address, email: customer.email },
      offeredBy: personBy(tradeIn.offeredByID),
      identitySeenBy: personBy(tradeIn.identitySeenByID),
      acceptedBy: personBy(tradeIn.acceptedByID),
      closedBy: personBy(tradeIn.closedByID),
      identityFrom: shopSetting.identityFrom,
    })
    .from(tradeIn)
    .innerJoin(customer, eq(customer.customerID, tradeIn.customerID))
    .innerJoin(location, eq(location.locationID, tradeIn.locationID))
    .innerJoin(shopSetting, sql`true`)
    .leftJoin(user, eq(user.userID, tradeIn.createdByID))
    .where(eq(tradeIn.tradeInID, id))
  if (!found) throw notFound('Trade-in')
  const { identityFrom, ...document } = found
  const pieces = await findPieces(db, id, document.offer === null)
  const reckoned = addAll(pieces.map(({ sum }) => sum))
  return {
    ...document,
    pieces,
    uses: await findUses(db, id),
    reckoned,
    sellValue: addAll(pieces.map(({ countedGrams: grams, rate }) => rate && reckonPiece(grams, rate.sellPerGram))),
    needsIdentity: needsIdentity(identityFrom, document.offer ?? reckoned),
  }
}

/** Returns all trade-ins of a customer, the oldest first. */
export async function findTradeInsOf(db: Db | Tx, customerID: number): Promise<TradeInDetails[]> {
  const rows = await db
    .select({ tradeInID: tradeIn.tradeInID })
    .from(tradeIn)
    .where(eq(tradeIn.customerID, customerID))
    .orderBy(asc(tradeIn.tradeInID))
  const found: TradeInDetails[] = []
  for (const { tradeInID } of rows) found.push(await findTradeIn(db, tradeInID))
  return found
}

/** Whether the shop notes who saw a document of identity for an amount. */
export const needsIdentity = (identityFrom: number | null, amount: number | null) =>
  identityFrom !== null && amount !== null && amount >= identityFrom

/** Returns the sum; null when one of the amounts is missing, or when no column holds the sum. */
const addAll = (amounts: readonly (number | null)[]) =>
  amounts.includes(null) ? null : addAmounts(amounts as number[])

/** Returns the pieces in their order, at the rates of the offer or, before it, at the latest rates. */
async function findPieces(db: Db | Tx, tradeInID: number, isOpen: boolean) {
  const rows = await db
    .select({
      ...getColumns(tradeInPiece),
      rate: {
        goldRateID: goldRate.goldRateID,
        fromAt: goldRate.fromAt,
        buyPerGram: goldRate.buyPerGram,
        sellPerGram: goldRate.sellPerGram,
      },
    })
    .from(tradeInPiece)
    .leftJoin(goldRate, eq(goldRate.goldRateID, tradeInPiece.goldRateID))
    .where(eq(tradeInPiece.tradeInID, tradeInID))
    .orderBy(asc(tradeInPiece.tradeInPieceID))
  const latest = isOpen ? await findRates(db) : new Map<Karat, never>()
  return rows.map(({ lossBasis, rate: offered, sum, ...piece }) => {
    const rate = offered ?? rateOf(latest, piece.testedKarat)
    return {
      ...piece,
      loss: lossBasis / 100,
      rate,
      sum: sum ?? (rate && reckonPiece(piece.countedGrams, rate.buyPerGram)),
    }
  })
}

type Use = {
  kind: 'paid a sale' | 'went back' | 'paid out' | 'store credit'
  amount: number
  salesTransactionID: number | null
  transactionNumber: string | null
  paymentName: string | null
  byName: string | null
}

/** Returns what became of the offer, the oldest first. */
async function findUses(db: Db | Tx, tradeInID: number) {
  const { rows } = await db.execute<Use & { at: string }>(sql`
    select at, kind, amount::float8 as amount, sales_transaction_id as "salesTransactionID",
        transaction_number as "transactionNumber", payment_name as "paymentName",
        (select ${userName} from ${user} where ${user.userID} = by_id) as "byName"
      from (
        select entry.at, entry.sales_transaction_id, payment_type_id, created_by_id as by_id,
            case when kind = 'trade_in_paid' then 'paid out' when amount > 0 then 'paid a sale' else 'went back' end as kind,
            case when kind = 'trade_in_paid' then -amount else amount end as amount
          from ${moneyEntry} entry where trade_in_id = ${tradeInID}
        union all
        select entry.at, null, null, created_by_id, 'store credit', amount from ${creditEntry} entry
          where trade_in_id = ${tradeInID}
      ) uses left join ${sale} using (sales_transaction_id) left join ${paymentType} using (payment_type_id)
      order by at`)
  return rows.map(({ at, ...use }) => ({ ...use, at: new Date(at) }))
}

type Rate = { goldRateID: number; fromAt: Date; buyPerGram: number; sellPerGram: number }

function rateOf(latest: ReadonlyMap<Karat, Rate>, karat: Karat | null): Rate | null {
  const found = karat === null ? undefined : latest.get(karat)
  if (!found) return null
  const { goldRateID, fromAt, buyPerGram, sellPerGram } = found
  return { goldRateID, fromAt, buyPerGram, sellPerGram }
}
