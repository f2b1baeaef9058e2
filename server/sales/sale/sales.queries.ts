import { and, eq, exists, getColumns, or, type SQL, sql } from 'drizzle-orm'

import type { NamedPiece } from '../../../contract/catalogue/named-pieces.ts'
import type { sales } from '../../../contract/sales/sales.ts'
import type { Received } from '../../../contract/shared/endpoint.ts'
import { pieceCover } from '../../db/covers.ts'
import { jsonRows } from '../../db/json-rows.ts'
import { metal } from '../../db/metal.ts'
import { nameOf } from '../../db/names.ts'
import { netGramsOfPiece } from '../../db/piece-weights.ts'
import { prepareStatement } from '../../db/prepared.ts'
import { item } from '../../db/schema/catalogue.ts'
import { liveBasket, liveClaim } from '../../db/schema/live.ts'
import { moneyEntry } from '../../db/schema/money.ts'
import { piece, saleItemPiece } from '../../db/schema/pieces.ts'
import { saleRefundItem } from '../../db/schema/refunds.ts'
import {
  buyer,
  customer,
  customerNameLowered,
  paymentType,
  sale,
  saleItem,
  stockReservation,
  transactionType,
} from '../../db/schema/sales.ts'
import { location } from '../../db/schema/stock.ts'
import type { Db, Tx } from '../../kernel/database.ts'
import { notFound } from '../../kernel/errors.ts'
import {
  equalsCondition,
  listPageByKey,
  indexedSearchCondition,
  lowercaseSearchCondition,
  commonCondition,
  onShopDays,
  searchCondition,
} from '../../resource/list.ts'
import { paymentsOf, withBalance } from '../payments/payments.rules.ts'
import {
  findLockedLines,
  findPriceChoices,
  hasPriceChoices,
  isKeptPriceOver,
  isPriceLapsed,
} from '../price-locks/price-locks.queries.ts'
import { findPriceLapse } from '../price-locks/price-locks.rules.ts'
import { instalments, isDue, nextDueDate, overdueAmount } from '../schedule/schedule.queries.ts'
import { scheduleOf } from '../schedule/schedule.rules.ts'
import { recordedTaxes } from '../tax/tax.queries.ts'
import { isHoldEnding } from './holds.queries.ts'
import { findCreditLeft, findExchanges, findRefunds, isOfExchange } from './sale-returns.queries.ts'

type Query = Received<typeof sales.list>['query']

/** The columns by which the list of sales can be sorted. */
const sorts = {
  salesTransactionID: sale.salesTransactionID,
  transactionNumber: sale.transactionNumber,
  locationName: location.locationName,
  transactionName: transactionType.transactionName,
  totalItems: sale.totalItems,
  totalQuantity: sale.totalQuantity,
  totalPurchase: sale.totalPurchase,
  transactionDate: sale.transactionDate,
  status: sale.status,
}

/** Returns one page of the sales that match the query's filters. */
export async function listSales(db: Db | Tx, query: Query) {
  const keys = db
    .select({ salesTransactionID: sale.salesTransactionID })
    .from(sale)
    .leftJoin(location, eq(location.locationID, sale.locationID))
    .leftJoin(transactionType, eq(transactionType.transactionTypeID, sale.transactionTypeID))
    .leftJoin(customer, eq(customer.customerID, sale.customerID))
    .where(await filterSales(db, query))
  const rows = (found: SQL, order: SQL[]) =>
    selectSales(db, { paymentType: paymentNames, nextDueDate, overdueAmount })
      .where(eq(sale.salesTransactionID, sql`any(${found})`))
      .orderBy(...order)
  const page = await listPageByKey(db, query, keys, rows, sorts, sale)
  return { ...page, data: page.data.map(withBalance) }
}

/** Returns the list's filters as an SQL condition. */
async function filterSales(db: Db | Tx, query: Query) {
  const ofItem = db
    .select({ one: sql`1` })
    .from(saleItem)
    .where(
      and(eq(saleItem.salesTransactionID, sale.salesTransactionID), equalsCondition(saleItem.itemID, query.itemID)),
    )
  return and(
    saleSearchCondition(query.search),
    equalsCondition(sale.status, query.status),
    equalsCondition(sale.locationID, query.locationID),
    equalsCondition(sale.transactionTypeID, query.transactionTypeID),
    equalsCondition(sale.customerID, query.customerID),
    equalsCondition(sale.buyerID, query.buyerID),
    query.itemID === undefined ? undefined : exists(ofItem),
    query.liveID === undefined ? undefined : isOfLive(query.liveID),
    equalsCondition(sql<boolean>`(${overdueAmount} > 0)`, query.overdue),
    equalsCondition(isDue, query.due),
    equalsCondition(isHoldEnding, query.holdEnding),
    equalsCondition(isPriceLapsed, query.priceLapsed),
    await commonCondition(db, query, sale, query.dateOf ? daysOf[query.dateOf] : sale.transactionDate),
    await onShopDays(db, sale.completedAt, { from: query.completedFrom, to: query.completedTo }, 'completedTo'),
  )
}

/** Matches the baskets of a live, and the sales that an earlier basket of the same buyer became. */
const isOfLive = (liveID: number) => sql`${sale.salesTransactionID} = any(array(
  select ${liveBasket.salesTransactionID} from ${liveBasket} where ${liveBasket.liveID} = ${liveID}
  union all select ${saleItem.salesTransactionID} from ${liveClaim}
    join ${saleItem} on ${saleItem.salesItemID} = ${liveClaim.salesItemID} where ${liveClaim.liveID} = ${liveID}))`

const daysOf = { ordered: sale.orderDate, completed: sale.completedAt }

/**
 * Matches sales that contain the text, themselves or in the details of their customer or buyer. The matching keys are
 * combined first. One condition over both tables would keep PostgreSQL from using the indexes.
 */
function saleSearchCondition(text: string): SQL | undefined {
  const { salesTransactionID, transactionNumber, remarks, customerID, buyerID } = sale
  const own = indexedSearchCondition(text, [transactionNumber, remarks])
  const customers = or(
    lowercaseSearchCondition(text, customerNameLowered),
    indexedSearchCondition(text, [customer.contactNo]),
  )
  const handles = searchCondition(text, [buyer.handle, buyer.contact])
  return (
    own &&
    sql`${salesTransactionID} = any(array(
      select ${salesTransactionID} from ${sale} where ${own}
      union all select ${salesTransactionID} from ${sale}
        where ${customerID} = any(array(select ${customer.customerID} from ${customer} where ${customers}))
      union all select ${salesTransactionID} from ${sale}
        where ${buyerID} = any(array(select ${buyer.buyerID} from ${buyer} where ${handles}))))`
  )
}

/** The columns of a sale that people see. */
const { clientDigest: _, returnTermsID: __, layawayTermsID: ___, ...ownColumns } = getColumns(sale)

/** Selects sales with their location, type and customer, and the columns in `more`. */
const selectSales = <More extends Record<string, SQL>>(db: Db | Tx, more: More) =>
  db
    .select({
      ...more,
      ...ownColumns,
      canceledByName: nameOf(sale.canceledByID),
      location: { locationName: location.locationName },
      transactionType: { transactionName: transactionType.transactionName },
      customer: {
        firstName: customer.firstName,
        middleName: customer.middleName,
        lastName: customer.lastName,
        contactNo: customer.contactNo,
        address: customer.address,
        email: customer.email,
        customerTypeID: customer.customerTypeID,
      },
      buyer: { platform: buyer.platform, handle: buyer.handle, contact: buyer.contact },
    })
    .from(sale)
    .innerJoin(location, eq(location.locationID, sale.locationID))
    .innerJoin(transactionType, eq(transactionType.transactionTypeID, sale.transactionTypeID))
    .leftJoin(customer, eq(customer.customerID, sale.customerID))
    .leftJoin(buyer, eq(buyer.buyerID, sale.buyerID))

/** Whether an entry is a payment or a repaid deposit, and no counter-entry. */
const isPayment = sql`${moneyEntry.kind} in ('payment', 'deposit_returned') and ${moneyEntry.correctsID} is null`

/** Whether no correction took the entry back. */
const isStanding = sql`not exists (select from ${moneyEntry} wrong where wrong.corrects_id = ${moneyEntry.entryID})`

/** The names of a sale's payment types, each once, sorted by key. */
const paymentNames = sql<string | null>`(
  select string_agg(${paymentType.paymentName}, ', ' order by ${paymentType.paymentTypeID}) from ${paymentType}
    where exists (select from ${moneyEntry} where ${moneyEntry.salesTransactionID} = ${sale.salesTransactionID}
      and ${moneyEntry.paymentTypeID} = ${paymentType.paymentTypeID} and ${isPayment} and ${isStanding}))`

/**
 * A sale's lines, each with its held and returned quantities, as an SQL expression. A line that names a piece has the
 * weights and the cover of the piece.
 */
const lines = jsonRows(
  {
    salesItemID: saleItem.salesItemID,
    itemID: saleItem.itemID,
    itemCode: item.itemCode,
    itemName: item.itemName,
    description: item.description,
    uom: item.uom,
    ...metal,
    grams: sql<number>`coalesce(${piece.grams}, ${item.grams})`,
    netGrams: netGramsOfPiece,
    size: item.size,
    certificateNumber: item.certificateNumber,
    price: saleItem.price,
    orderQty: saleItem.orderQty,
    lineTotal: saleItem.lineTotal,
    itemPriceID: saleItem.itemPriceID,
    heldQty: sql<number>`(select coalesce(sum(${stockReservation.quantity}), 0) from ${stockReservation}
      where ${stockReservation.salesItemID} = ${saleItem.salesItemID})`,
    piece: sql<NamedPiece | null>`case when ${piece.pieceID} is not null
      then json_build_object('pieceID', ${piece.pieceID}, 'number', ${piece.number}) end`,
    refundedQty: sql<number>`(select coalesce(sum(${saleRefundItem.qty}), 0) from ${saleRefundItem}
      where ${saleRefundItem.salesItemID} = ${saleItem.salesItemID})`,
    ...pieceCover,
  },
  sql`${saleItem} inner join ${item} on ${item.itemID} = ${saleItem.itemID}
    left join ${saleItemPiece} on ${saleItemPiece.salesItemID} = ${saleItem.salesItemID}
    left join ${piece} on ${piece.pieceID} = ${saleItemPiece.pieceID}
    where ${saleItem.salesTransactionID} = ${sale.salesTransactionID}`,
  saleItem.salesItemID,
)

/** A sale's money entries with the names of their payment types, as an SQL expression. */
const entries = jsonRows(
  {
    entryID: moneyEntry.entryID,
    kind: moneyEntry.kind,
    paymentTypeID: moneyEntry.paymentTypeID,
    paymentName: sql<string | null>`${paymentType.paymentName}`,
    paymentCode: paymentType.code,
    amount: moneyEntry.amount,
    reference: moneyEntry.reference,
    tradeInID: moneyEntry.tradeInID,
    reason: moneyEntry.reason,
    at: moneyEntry.at,
    paymentEntryID: moneyEntry.paymentEntryID,
    correctsID: moneyEntry.correctsID,
    correctedByName: sql<string | null>`case when ${moneyEntry.correctsID} is not null
      then ${nameOf(moneyEntry.createdByID)} end`,
  },
  sql`${moneyEntry} left join ${paymentType} on ${paymentType.paymentTypeID} = ${moneyEntry.paymentTypeID}
    where ${moneyEntry.salesTransactionID} = ${sale.salesTransactionID}`,
  moneyEntry.entryID,
)

const saleByKey = prepareStatement('find_sale', ['id'], (db, { id }) =>
  selectSales(db, {
    items: lines,
    entries,
    taxes: recordedTaxes,
    schedule: instalments,
    isOfExchange,
    isKeptPriceOver,
    hasPriceChoices,
  }).where(eq(sale.salesTransactionID, id)),
)

/** One sale, as the API returns it and the audit trail records it. */
export type SaleDetails = Awaited<ReturnType<typeof findSale>>

/**
 * Returns a sale with its lines, payments, refunds and instalments. Throws 404 when it does not exist. What few sales
 * have (refunds, exchanges, store credit) is read only for those that have it.
 */
export async function findSale(db: Db | Tx, id: number) {
  const [found] = await saleByKey(db, { id })
  if (!found) throw notFound('Sale')
  const { entries, isOfExchange, isKeptPriceOver, hasPriceChoices, ...stored } = found
  const isReturned = stored.items.some(({ refundedQty }) => refundedQty > 0)
  const isByCredit = entries.some(({ paymentCode }) => paymentCode === 'store_credit')
  return {
    ...withBalance(stored),
    payments: paymentsOf(entries),
    refunds: isReturned ? await findRefunds(db, id) : [],
    exchanges: isReturned || isOfExchange ? await findExchanges(db, id) : [],
    creditLeft: isByCredit ? await findCreditLeft(db, id) : null,
    schedule: scheduleOf(stored),
    priceLapse: isKeptPriceOver ? findPriceLapse(stored, await findLockedLines(db, id)) : null,
    priceChoices: hasPriceChoices ? await findPriceChoices(db, id) : [],
  }
}
