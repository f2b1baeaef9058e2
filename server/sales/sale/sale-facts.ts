import { eq, sql } from 'drizzle-orm'

import type { PaymentInput, SaleInput } from '../../../contract/sales/sales.ts'
import { thousandths } from '../../../contract/shared/quantities.ts'
import type { z } from '../../../contract/shared/zod.ts'
import { jsonRows } from '../../db/json-rows.ts'
import { anyOf, prepared } from '../../db/prepared.ts'
import { item } from '../../db/schema/catalogue.ts'
import { shopSetting } from '../../db/schema/company.ts'
import { paymentType, transactionType } from '../../db/schema/sales.ts'
import { location } from '../../db/schema/stock.ts'
import type { Context, SignedIn } from '../../kernel/context.ts'
import { AppError } from '../../kernel/errors.ts'
import { assertCountable } from '../../stock/ledger/ledger.ts'
import { addUp, type Allowed, assertDiscount, assertPrices, type Line } from '../sales.rules.ts'

// What is sent of a sale, checked against what the shop has.

type Body = Pick<z.output<typeof SaleInput>, 'locationID' | 'transactionTypeID' | 'items' | 'discount' | 'shippingFee'>
type Payment = z.output<typeof PaymentInput>
/** A stored sale, as `findSale` answers it. */
type Before = Omit<Allowed, 'lines'> & { locationID: number; shippingFee: number; items: readonly Line[] }

export const itemIDsOf = ({ items }: { items: readonly { itemID: number }[] }) => [
  ...new Set(items.map(({ itemID }) => itemID)),
]

/** What a sale refers to: those of its places, kinds, items and payment types that there are. */
export type Facts = Awaited<ReturnType<typeof readFacts>>

/** Reads what a sale and its payments refer to, and the settings that it goes by, in one statement. */
export async function readFacts(
  { db }: Context,
  sent: Pick<Body, 'locationID' | 'transactionTypeID' | 'items'>,
  payments: readonly Pick<Payment, 'paymentTypeID'>[] = [],
) {
  const { locationID, transactionTypeID } = sent
  const paymentTypeIDs = payments.map(({ paymentTypeID }) => paymentTypeID)
  const [facts] = await findFacts(db, { locationID, transactionTypeID, itemIDs: itemIDsOf(sent), paymentTypeIDs })
  return facts!
}

const findFacts = prepared(
  'find_sale_facts',
  ['locationID', 'transactionTypeID', 'itemIDs', 'paymentTypeIDs'],
  (db, sent) =>
    db
      .select({
        timeZone: shopSetting.timeZone,
        holdDays: shopSetting.holdDays,
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
            status: item.status,
          },
          sql`${item} where ${item.itemID} = ${anyOf(sent.itemIDs)}`,
          item.itemID,
        ),
        paymentTypes: jsonRows(
          {
            paymentTypeID: paymentType.paymentTypeID,
            paymentName: paymentType.paymentName,
            givesChange: paymentType.givesChange,
          },
          sql`${paymentType} where ${paymentType.paymentTypeID} = ${anyOf(sent.paymentTypeIDs)}`,
          paymentType.paymentTypeID,
        ),
      })
      .from(shopSetting),
)

/**
 * Checks what was sent against what the shop sells, where, at which price and to whom it may: 400, 403 or 422. What
 * the sale had before may stay, also where it could not be begun any more.
 */
export function price(user: SignedIn, facts: Facts, body: Body, before: Before | null) {
  const { locationName, beyondStock } = placeOf(facts, body, before?.locationID ?? null)
  const lines = linesOf(facts, body, perItem(before ?? { items: [] }))
  const discount = body.discount ?? before?.discount ?? 0
  const shippingFee = body.shippingFee ?? before?.shippingFee ?? 0
  const { subtotal, totalPurchase } = addUp(lines, discount, shippingFee)
  const allowed: Allowed | null = before && { ...before, lines: before.items }
  assertPrices(user, lines, allowed)
  assertDiscount(user, subtotal, discount, allowed)
  return {
    lines,
    locationName,
    beyondStock,
    totalPurchase,
    /** What is stored of the whole sale. */
    figures: {
      locationID: body.locationID,
      transactionTypeID: body.transactionTypeID,
      totalItems: lines.length,
      totalQuantity: lines.reduce((sum, { orderQty }) => sum + thousandths(orderQty), 0) / 1000,
      subtotal,
      discount,
      shippingFee,
      totalPurchase,
    },
  }
}

/** Where a sale is made and what kind it is; 422 where either is unknown, or the location is not in use any more. */
export function placeOf(
  { locations: [place], kinds: [kind] }: Facts,
  { locationID, transactionTypeID }: Pick<Body, 'locationID' | 'transactionTypeID'>,
  locationBefore: number | null,
) {
  if (!place) throw new AppError('reference.missing', `Location ${locationID} does not exist`, { field: 'locationID' })
  if (!place.status && locationID !== locationBefore)
    throw new AppError('reference.inactive', `Location ${place.locationName} is inactive`, { field: 'locationID' })
  if (!kind)
    throw new AppError('reference.missing', `Transaction type ${transactionTypeID} does not exist`, {
      field: 'transactionTypeID',
    })
  return { locationName: place.locationName, beyondStock: kind.beyondStock }
}

/** The lines with their items; 422 where an item is unknown, or Inactive and more of it is sold than the sale had. */
function linesOf({ items }: Facts, body: Body, soldBefore: ReadonlyMap<number, number>) {
  const byID = new Map(items.map((row) => [row.itemID, row]))
  const soldNow = perItem(body)
  return body.items.map(({ itemID, orderQty, price }, n) => {
    const sold = byID.get(itemID)
    if (!sold) throw new AppError('reference.missing', `Item ${itemID} does not exist`, { field: `items.${n}.itemID` })
    if (!sold.status && soldNow.get(itemID)! > (soldBefore.get(itemID) ?? 0))
      throw new AppError('reference.inactive', `${sold.itemName} is inactive`, { field: `items.${n}.itemID` })
    assertCountable(sold, orderQty, `items.${n}.orderQty`)
    const { itemName, averageCost } = sold
    return { itemID, orderQty, price: price ?? sold.price, itemName, itemPrice: sold.price, averageCost }
  })
}

/** How much of each item, in thousandths. */
const perItem = ({ items }: { items: readonly { itemID: number; orderQty: number }[] }) =>
  items.reduce(
    (sums, { itemID, orderQty }) => sums.set(itemID, (sums.get(itemID) ?? 0) + thousandths(orderQty)),
    new Map<number, number>(),
  )

/** The payments with what is known of their types; 422 where one is unknown. */
export function known({ paymentTypes }: Facts, payments: readonly Payment[]) {
  return payments.map((payment) => {
    const type = paymentTypes.find(({ paymentTypeID }) => paymentTypeID === payment.paymentTypeID)
    if (!type)
      throw new AppError('reference.missing', `Payment type ${payment.paymentTypeID} does not exist`, {
        field: 'paymentTypeID',
      })
    return { ...payment, paymentName: type.paymentName, givesChange: type.givesChange }
  })
}
