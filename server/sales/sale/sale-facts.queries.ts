import { eq, sql } from 'drizzle-orm'

import type { PaymentInput } from '../../../contract/sales/sale-payments.ts'
import type { SaleInput } from '../../../contract/sales/sales.ts'
import type { z } from '../../../contract/shared/zod.ts'
import { jsonRows } from '../../db/json-rows.ts'
import { anyOf, prepareStatement } from '../../db/prepared.ts'
import { item } from '../../db/schema/catalogue.ts'
import { shopSetting } from '../../db/schema/company.ts'
import { paymentType, sale, transactionType } from '../../db/schema/sales.ts'
import { location } from '../../db/schema/stock.ts'
import type { Context } from '../../kernel/context.ts'
import { pricingFacts } from '../../pricing/items/pricing-facts.ts'
import { taxFacts } from '../tax/tax.queries.ts'

type Sent = Pick<z.output<typeof SaleInput>, 'locationID' | 'transactionTypeID' | 'items'>
type Payment = z.output<typeof PaymentInput>

export const itemIDsOf = ({ items }: { items: readonly { itemID: number }[] }) => [
  ...new Set(items.map(({ itemID }) => itemID)),
]

/** The existing records that a sale refers to (location, type, items, payment types), with the shop's settings. */
export type SaleFacts = Awaited<ReturnType<typeof readSaleFacts>>

/** Reads the records that a sale and its payments refer to, and its settings, in one statement. */
export async function readSaleFacts(
  { db }: Context,
  sent: Sent,
  payments: readonly Pick<Payment, 'paymentTypeID'>[] = [],
  clientKey: string | null = null,
) {
  const { locationID, transactionTypeID } = sent
  const paymentTypeIDs = payments.map(({ paymentTypeID }) => paymentTypeID)
  const [facts] = await findFacts(db, {
    locationID,
    transactionTypeID,
    itemIDs: itemIDsOf(sent),
    paymentTypeIDs,
    clientKey,
  })
  return facts!
}

const findFacts = prepareStatement(
  'find_sale_facts',
  ['locationID', 'transactionTypeID', 'itemIDs', 'paymentTypeIDs', 'clientKey'],
  (db, sent) =>
    db
      .select({
        timeZone: shopSetting.timeZone,
        holdDays: shopSetting.holdDays,
        leastDeposit: shopSetting.leastDeposit,
        leastDepositUnit: shopSetting.leastDepositUnit,
        leastMargin: shopSetting.leastMargin,
        priceKeptDays: shopSetting.priceKeptDays,
        ...taxFacts,
        /** The sale that was made with this client key. */
        made: jsonRows(
          {
            salesTransactionID: sale.salesTransactionID,
            transactionNumber: sale.transactionNumber,
            clientDigest: sale.clientDigest,
          },
          sql`${sale} where ${sale.clientKey} = ${sent.clientKey}::uuid`,
          sale.salesTransactionID,
        ),
        locations: jsonRows(
          { locationName: location.locationName, status: location.status },
          sql`${location} where ${eq(location.locationID, sent.locationID)}`,
          location.locationID,
        ),
        kinds: jsonRows(
          { beyondStock: transactionType.beyondStock },
          sql`${transactionType} where ${eq(transactionType.transactionTypeID, sent.transactionTypeID)}`,
          transactionType.transactionTypeID,
        ),
        items: jsonRows(
          {
            itemID: item.itemID,
            itemName: item.itemName,
            uom: item.uom,
            price: item.price,
            averageCost: item.averageCost,
            taxClass: item.taxClass,
            ...pricingFacts,
            status: item.status,
            byPiece: item.byPiece,
          },
          sql`${item} where ${item.itemID} = ${anyOf(sent.itemIDs)}`,
          item.itemID,
        ),
        paymentTypes: jsonRows(
          {
            paymentTypeID: paymentType.paymentTypeID,
            paymentName: paymentType.paymentName,
            code: paymentType.code,
            givesChange: paymentType.givesChange,
          },
          sql`${paymentType} where ${paymentType.paymentTypeID} = ${anyOf(sent.paymentTypeIDs)}`,
          paymentType.paymentTypeID,
        ),
      })
      .from(shopSetting),
)
