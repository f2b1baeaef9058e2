import {
  expectedTooEarly,
  type LastCostRow,
  PurchaseOrderInput,
  type PurchaseOrderRow,
} from '../../../../contract/purchasing/purchase-orders.ts'
import { fromCentavos, orderTotal } from '../../../../contract/shared/money.ts'
import type { z } from '../../../../contract/shared/zod.ts'
import { peso, quantity } from '../../../lib/format.ts'

// A purchase order as its form holds it. Pure, so that the form only shows it.

/** The contract's body, with the one rule that takes two of its fields. */
export const OrderForm = PurchaseOrderInput.refine(
  ({ orderDate, expectedDeliverDate }) => expectedDeliverDate >= orderDate,
  { path: ['expectedDeliverDate'], error: expectedTooEarly },
)
export type OrderBody = z.input<typeof OrderForm>

/** A line as sent, and what it shows of its item. No cost yet is null, one that is no number NaN. */
export type FormLine = {
  itemID: number
  itemName: string
  uom: 'PCS' | 'PAIR' | 'BULK'
  price: number | null
  orderQty: number
}

/** What is typed as a quantity: what is no number is 0. */
export const quantityOf = (typed: number | null) => (typed === null || Number.isNaN(typed) ? 0 : typed)

/** A stored order, to be changed. */
export const formOf = (order: PurchaseOrderRow) => ({
  ...order,
  purchaseOrderItems: order.purchaseOrderItems.map(({ itemID, itemName, uom, unitCost, orderQty }): FormLine => ({
    itemID,
    itemName,
    uom,
    price: unitCost,
    orderQty,
  })) as OrderBody['purchaseOrderItems'],
})

/** The lines of a new order: what was asked for, at what each item last cost. */
export const draftLines = (asked: readonly { itemID: number; orderQty: number }[], costs: readonly LastCostRow[]) =>
  asked.flatMap(({ itemID, orderQty }): FormLine[] => {
    const known = costs.find((cost) => cost.itemID === itemID)
    return known ? [{ itemID, itemName: known.itemName, uom: known.uom, price: known.unitCost, orderQty }] : []
  })

/** What the form sends: its lines without what they only show. */
export const sentOf = ({ purchaseOrderItems, ...body }: OrderBody): OrderBody => ({
  ...body,
  purchaseOrderItems: purchaseOrderItems.map(({ itemID, orderQty, price }) => ({ itemID, orderQty, price })),
})

/** What the lines come to, in pesos; what is not filled in yet counts as nothing. */
export const totalOf = (lines: readonly FormLine[]) =>
  fromCentavos(orderTotal(lines.map(({ price, orderQty }) => ({ unitCost: price || 0, orderQty: orderQty || 0 }))))

/** The lines in words, for telling two versions of an order apart. */
export const linesText = (lines: readonly FormLine[]) =>
  lines
    .map(({ itemName, uom, price, orderQty }) => `${itemName}: ${amountOf(orderQty, uom)} at ${peso(price || 0)}`)
    .join('; ')

/** A quantity in its unit: pieces and pairs as a number, BULK in grams. */
export const amountOf = (value: number, uom: FormLine['uom']) =>
  uom === 'BULK' ? `${quantity(value)} g` : quantity(value)
