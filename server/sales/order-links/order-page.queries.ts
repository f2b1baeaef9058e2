import { and, eq, inArray, sql } from 'drizzle-orm'

import type { OrderedPiece, OrderPage } from '../../../contract/order-page/order-page.ts'
import { computeNetPaid } from '../../../contract/sales/payments.ts'
import type { Language } from '../../../contract/shared/languages.ts'
import { readSettings } from '../../company/settings.ts'
import { findShownPictures } from '../../db/pictures.ts'
import { itemTranslation } from '../../db/schema/catalogue.ts'
import { itemPrice } from '../../db/schema/pricing.ts'
import { saleItem } from '../../db/schema/sales.ts'
import type { Db, Tx } from '../../kernel/database.ts'
import { shopDay } from '../../kernel/shop-days.ts'
import { readSentParcels } from '../parcels/parcels.queries.ts'
import { listShownAccounts } from '../pay-accounts/pay-accounts.queries.ts'
import { findSale, type SaleDetails } from '../sale/sales.queries.ts'
import { readAgreedTerms } from '../terms/terms.queries.ts'
import { findNextPayment, listEntries } from './order-page.rules.ts'
import { listOrderPapers } from './order-papers.operations.ts'
import { listShownProofs } from './proofs-of-order.queries.ts'

/**
 * Returns what a buyer reads about a sale, in this language. `endsOn` is the last day of the link. Each field is named here
 * and none is copied whole, so that a new column of a sale never reaches the buyer by itself.
 */
export async function composeOrder(
  db: Db | Tx,
  salesTransactionID: number,
  endsOn: string | null,
  language: Language,
): Promise<OrderPage> {
  const [sale, { timeZone }, proofs] = await Promise.all([
    findSale(db, salesTransactionID),
    readSettings(db),
    listShownProofs(db, salesTransactionID, language),
  ])
  const next = findNextPayment(sale)
  const dayOf = (moment: Date | null) => (moment === null ? null : shopDay(timeZone, moment))
  return {
    transactionNumber: sale.transactionNumber,
    status: sale.status,
    firstName: sale.customer?.firstName ?? null,
    today: shopDay(timeZone, new Date()),
    orderDate: sale.orderDate,
    expectedDeliverDate: sale.expectedDeliverDate,
    completedDay: dayOf(sale.completedAt),
    canceledDay: dayOf(sale.canceledAt),
    heldUntil: dayOf(sale.holdUntil),
    priceKeptUntil: sale.priceKeptUntil,
    pieces: await describePieces(db, sale, language),
    subtotal: sale.subtotal,
    discount: sale.discount,
    shippingFee: sale.shippingFee,
    total: sale.totalPurchase,
    paid: computeNetPaid(sale),
    balance: sale.balance,
    refunded: sale.refundedAmount,
    next,
    accounts: next === null ? [] : await listShownAccounts(db),
    schedule: sale.schedule,
    waiting: proofs.flatMap(({ proofID, at, amount, sentence }) =>
      sentence === null ? [{ proofID, sentDay: shopDay(timeZone, at), amount }] : [],
    ),
    entries: listEntries(sale, proofs, (moment) => shopDay(timeZone, moment)),
    parcels: await readSentParcels(db, salesTransactionID),
    papers: await listOrderPapers(db, sale),
    terms: await readAgreedTerms(db, salesTransactionID, language),
    endsOn,
  }
}

async function describePieces(
  db: Db | Tx,
  { salesTransactionID, items }: SaleDetails,
  language: Language,
): Promise<OrderedPiece[]> {
  const itemIDs = items.map(({ itemID }) => itemID)
  const [picturesOf, translations, rates] = await Promise.all([
    findShownPictures(
      db,
      items.map(({ itemID, piece }) => ({ itemID, pieceID: piece?.pieceID ?? null })),
    ),
    db
      .select({ itemID: itemTranslation.itemID, name: itemTranslation.itemName })
      .from(itemTranslation)
      .where(and(inArray(itemTranslation.itemID, itemIDs), sql`${itemTranslation.language} = ${language}`)),
    db
      .select({ salesItemID: saleItem.salesItemID, sellPerGram: itemPrice.sellPerGram })
      .from(saleItem)
      .innerJoin(itemPrice, eq(itemPrice.itemPriceID, saleItem.itemPriceID))
      .where(eq(saleItem.salesTransactionID, salesTransactionID)),
  ])
  const nameOf = new Map(translations.map(({ itemID, name }) => [itemID, name]))
  const rateOf = new Map(rates.map(({ salesItemID, sellPerGram }) => [salesItemID, sellPerGram]))
  return items.map(({ salesItemID, itemID, itemName, piece, ...line }) => {
    const translated = nameOf.get(itemID)
    const [image] = picturesOf({ itemID, pieceID: piece?.pieceID ?? null })
    return {
      name: translated ?? itemName,
      nameLanguage: translated === undefined ? 'en' : language,
      karat: line.karat,
      grams: line.grams,
      stone: line.stone,
      size: line.size,
      uom: line.uom,
      quantity: line.orderQty,
      price: line.price,
      lineTotal: line.lineTotal,
      sellPerGram: rateOf.get(salesItemID) ?? null,
      picture: image?.url ?? null,
      focus: image?.focus ?? null,
    }
  })
}
