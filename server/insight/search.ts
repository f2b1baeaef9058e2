import { desc, eq, exists, inArray, or, type SQL, sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'

import { computeMargin, describeAssay } from '../../contract/catalogue/assay.ts'
import { hitsAtMost, search, type SearchHit, type SearchKind } from '../../contract/insight/search.ts'
import { formatDay } from '../../contract/shared/dates.ts'
import { formatPeso } from '../../contract/shared/money.ts'
import { formatWeight } from '../../contract/shared/quantities.ts'
import { recordPathOf, screens } from '../../contract/shared/screens.ts'
import { codeOfScan } from '../../contract/stock/piece-codes.ts'
import { buyerHandle, shownCustomerName } from '../db/names.ts'
import { category, item } from '../db/schema/catalogue.ts'
import { piece } from '../db/schema/pieces.ts'
import { purchaseOrder, supplier } from '../db/schema/purchasing.ts'
import { buyer, customer, customerNameLowered, customerType, sale } from '../db/schema/sales.ts'
import { inventory, location } from '../db/schema/stock.ts'
import { serve } from '../http/serve.ts'
import type { Db, Tx } from '../kernel/database.ts'
import { searchCondition, lowercaseSearchCondition } from '../resource/list.ts'
import { ok } from '../resource/records.ts'
import { countOne } from './counts.ts'

export function searchRoutes(app: FastifyInstance) {
  serve(app, search.find, async ({ query: { q } }, { db, now }) => {
    const found = await Promise.all([
      findItems(db, q),
      findPieces(db, q),
      findCustomers(db, q),
      findBuyers(db, q),
      findSuppliers(db, q),
      findSales(db, q),
      findPurchaseOrders(db, q),
    ])
    await countOne(db, now, 'search', 'back-office')
    return ok(found.flat())
  })
}

type Found = Omit<SearchHit, 'kind' | 'link' | 'detail'> & { details: (string | null | false)[] }

/** The screen that opens when a user chooses a search result of this kind. */
const listOf = {
  item: screens.items,
  piece: screens.pieces,
  customer: screens.customers,
  buyer: screens.buyers,
  supplier: screens.suppliers,
  sale: screens.sales,
  purchaseOrder: screens.purchaseOrders,
} as const satisfies Record<SearchKind, string>

const hit = (kind: SearchKind, { details, ...found }: Found): SearchHit => ({
  ...found,
  kind,
  detail: details.filter((text) => text !== null && text !== false && text !== '').join(' · '),
  link: recordPathOf(listOf[kind], found.id),
})

/** Puts the item with exactly this code or barcode first, because a scanner always sends a complete code. */
async function findItems(db: Db | Tx, q: string): Promise<SearchHit[]> {
  const categories = await db
    .select({ id: category.categoryID })
    .from(category)
    .where(searchCondition(q, [category.categoryName]))
  const exact = sql<boolean>`(lower(${item.itemCode}) = lower(${q}) or coalesce(lower(${item.barcode}) = lower(${q}), false))`
  const rows = await db
    .select({
      id: item.itemID,
      title: item.itemName,
      itemCode: item.itemCode,
      categoryName: category.categoryName,
      price: item.price,
      cost: item.averageCost,
      uom: item.uom,
      grams: item.grams,
      karat: item.karat,
      stone: item.stone,
      status: item.status,
      exact,
    })
    .from(item)
    .innerJoin(category, eq(category.categoryID, item.categoryID))
    .where(
      or(
        searchCondition(q, [item.itemCode, item.itemName, item.barcode, item.description]),
        isOneOf(
          item.categoryID,
          categories.map(({ id }) => id),
        ),
      ),
    )
    .orderBy(desc(exact), desc(item.itemID))
    .limit(hitsAtMost)
  return rows.map(({ id, title, exact: isExact, itemCode, categoryName, price, cost, status, ...piece }) =>
    hit('item', {
      id,
      title,
      exact: isExact,
      margin: computeMargin(price, cost),
      details: [itemCode, categoryName, formatPeso(price), describeAssay(piece, price), !status && 'Inactive'],
    }),
  )
}

/** Finds pieces by number, barcode or certificate, and by the address that the QR of a tag holds. */
async function findPieces(db: Db | Tx, q: string): Promise<SearchHit[]> {
  const code = codeOfScan(q)
  const exact = sql<boolean>`exists (select from scan_code s where s.piece_id = ${piece.pieceID} and s.code = lower(${code}))`
  const rows = await db
    .select({
      id: piece.pieceID,
      title: piece.number,
      itemName: item.itemName,
      grams: sql<number>`coalesce(${piece.grams}, ${item.grams})`.mapWith(Number),
      locationName: location.locationName,
      exact,
    })
    .from(piece)
    .innerJoin(item, eq(item.itemID, piece.itemID))
    .leftJoin(inventory, eq(inventory.inventoryID, piece.inventoryID))
    .leftJoin(location, eq(location.locationID, inventory.locationID))
    .where(or(searchCondition(q, [piece.number, piece.barcode, piece.certificateNumber]), exact))
    .orderBy(desc(exact), desc(piece.pieceID))
    .limit(hitsAtMost)
  return rows.map(({ itemName, grams, locationName, ...row }) =>
    hit('piece', { ...row, details: [itemName, formatWeight(grams), locationName ?? 'Not in stock'] }),
  )
}

async function findCustomers(db: Db | Tx, q: string): Promise<SearchHit[]> {
  const types = await db
    .select({ id: customerType.customerTypeID })
    .from(customerType)
    .where(searchCondition(q, [customerType.TypeName]))
  const rows = await db
    .select({
      id: customer.customerID,
      title: shownCustomerName(customer),
      contactNo: customer.contactNo,
      email: customer.email,
    })
    .from(customer)
    .where(
      or(
        lowercaseSearchCondition(q, customerNameLowered),
        searchCondition(q, [customer.contactNo, customer.email, customer.address]),
        isOneOf(
          customer.customerTypeID,
          types.map(({ id }) => id),
        ),
      ),
    )
    .orderBy(desc(customer.customerID))
    .limit(hitsAtMost)
  return rows.map(({ contactNo, email, ...row }) =>
    hit('customer', { ...row, details: [contactNo, email], exact: false }),
  )
}

async function findBuyers(db: Db | Tx, q: string): Promise<SearchHit[]> {
  const rows = await db
    .select({
      id: buyer.buyerID,
      title: buyer.handle,
      platform: buyer.platform,
      contact: buyer.contact,
      status: buyer.status,
    })
    .from(buyer)
    .where(searchCondition(q, [buyer.handle, buyer.contact, buyer.remarks]))
    .orderBy(desc(buyer.buyerID))
    .limit(hitsAtMost)
  return rows.map(({ platform, contact, status, ...row }) =>
    hit('buyer', { ...row, details: [platform, contact, !status && 'Inactive'], exact: false }),
  )
}

async function findSuppliers(db: Db | Tx, q: string): Promise<SearchHit[]> {
  const rows = await db
    .select({
      id: supplier.supplierID,
      title: supplier.supplierName,
      contactDetails: supplier.contactDetails,
      email: supplier.email,
      status: supplier.status,
    })
    .from(supplier)
    .where(searchCondition(q, [supplier.supplierName, supplier.contactDetails, supplier.address, supplier.email]))
    .orderBy(desc(supplier.supplierID))
    .limit(hitsAtMost)
  return rows.map(({ contactDetails, email, status, ...row }) =>
    hit('supplier', { ...row, details: [contactDetails, email, !status && 'Inactive'], exact: false }),
  )
}

/** When this many customers or more match, some of their sales are probably among the newest sales. */
const manyCustomers = 200

/** Finds sales by number, by the customer's name or contact number, or by the buyer's handle, newest first. */
async function findSales(db: Db | Tx, q: string): Promise<SearchHit[]> {
  const byCustomer = or(lowercaseSearchCondition(q, customerNameLowered), searchCondition(q, [customer.contactNo]))
  const customers = await db.select({ id: customer.customerID }).from(customer).where(byCustomer).limit(manyCustomers)
  // An index finds the sales of a few customers; for many, a scan of the newest sales is faster.
  const ofCustomers =
    customers.length < manyCustomers
      ? isOneOf(
          sale.customerID,
          customers.map(({ id }) => id),
        )
      : exists(
          db
            .select({ one: sql`1` })
            .from(customer)
            .where(sql`${customer.customerID} = ${sale.customerID} and (${byCustomer})`),
        )
  const handles = await db
    .select({ id: buyer.buyerID })
    .from(buyer)
    .where(searchCondition(q, [buyer.handle]))
    .orderBy(desc(buyer.buyerID))
    .limit(manyCustomers)
  const ofHandles = isOneOf(
    sale.buyerID,
    handles.map(({ id }) => id),
  )
  const rows = await db
    .select({
      id: sale.salesTransactionID,
      title: sale.transactionNumber,
      buyerName: sql<string | null>`coalesce((select ${shownCustomerName(customer)} from ${customer}
        where ${customer.customerID} = ${sale.customerID}), ${buyerHandle})`,
      totalPurchase: sale.totalPurchase,
      status: sale.status,
      exact: sql<boolean>`lower(${sale.transactionNumber}) = lower(${q})`,
    })
    .from(sale)
    .where(or(searchCondition(q, [sale.transactionNumber]), ofCustomers, ofHandles))
    .orderBy(desc(sale.salesTransactionID))
    .limit(hitsAtMost)
  return rows.map(({ buyerName: name, totalPurchase, status, ...row }) =>
    hit('sale', { ...row, details: [name ?? 'Walk-in', formatPeso(totalPurchase), status] }),
  )
}

async function findPurchaseOrders(db: Db | Tx, q: string): Promise<SearchHit[]> {
  const { poNumber, referenceNo, remarks } = purchaseOrder
  const rows = await db
    .select({
      id: purchaseOrder.poID,
      title: poNumber,
      supplierName: supplier.supplierName,
      orderDate: purchaseOrder.orderDate,
      status: purchaseOrder.status,
      exact: sql<boolean>`lower(${poNumber}) = lower(${q})`,
    })
    .from(purchaseOrder)
    .innerJoin(supplier, eq(supplier.supplierID, purchaseOrder.supplierID))
    .where(searchCondition(q, [poNumber, supplier.supplierName, referenceNo, remarks]))
    .orderBy(desc(purchaseOrder.poID))
    .limit(hitsAtMost)
  return rows.map(({ supplierName, orderDate, status, ...row }) =>
    hit('purchaseOrder', { ...row, details: [supplierName, formatDay(orderDate), status] }),
  )
}

/** Returns a condition that the key is in `ids`. Undefined for an empty list, to avoid a useless search. */
const isOneOf = (column: Parameters<typeof inArray>[0], ids: number[]): SQL | undefined =>
  ids.length === 0 ? undefined : inArray(column, ids)
