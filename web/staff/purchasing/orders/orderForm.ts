import { findFractionProblem } from '../../../../contract/catalogue/items.ts'
import type { Piece } from '../../../../contract/catalogue/metal.ts'
import {
  type LastCostRow,
  PurchaseOrderInput,
  type PurchaseOrderRow,
} from '../../../../contract/purchasing/purchase-orders.ts'
import { expectedTooEarly } from '../../../../contract/shared/dates.ts'
import { fromCentavos, computeOrderTotal } from '../../../../contract/shared/money.ts'
import type { z } from '../../../../contract/shared/zod.ts'
import { formatInUnit, formatPeso } from '../../../lib/format.ts'
import type { FieldProblem } from '../../../ui/form/recordForm.ts'

// This file is the model of the purchase order form. Its functions are pure, so that the components only render.

/** The contract's request body, with one more rule that compares two of its fields. */
export const OrderForm = PurchaseOrderInput.refine(
  ({ orderDate, expectedDeliverDate }) => expectedDeliverDate >= orderDate,
  {
    path: ['expectedDeliverDate'],
    error: expectedTooEarly,
    // This check runs even while other fields are invalid.
    when: ({ value }) => hasBothDays(value as Partial<PurchaseOrderInput>),
  },
)
const hasBothDays = ({ orderDate, expectedDeliverDate }: Partial<PurchaseOrderInput>) =>
  Boolean(orderDate && expectedDeliverDate)

/** Returns a problem for each line with a fraction of a piece or pair. */
export const findOrderProblems = ({ purchaseOrderItems }: Partial<OrderBody>): FieldProblem<typeof OrderForm>[] =>
  ((purchaseOrderItems ?? []) as FormLine[]).flatMap((line, n) => {
    const message = findFractionProblem(line, line.orderQty)
    return message === null ? [] : [{ field: `purchaseOrderItems.${n}.orderQty`, message }]
  })

export type OrderBody = z.input<typeof OrderForm>

/**
 * A line of the request, plus the item's name, unit and metal for display. `price` is null before input, NaN for invalid
 * input, and undefined where costs are hidden.
 */
export type FormLine = Piece & {
  itemID: number
  itemName: string
  price: number | null | undefined
  orderQty: number
}

/** Returns 0 for a quantity that is missing or not a number. */
export const quantityOr0 = (typed: number | null) => (typed === null || Number.isNaN(typed) ? 0 : typed)

/** Returns the fields of an item that a line of the form keeps. */
export const itemOf = ({ itemID, itemName, uom, grams, karat, stone }: Omit<FormLine, 'price' | 'orderQty'>) => ({
  itemID,
  itemName,
  uom,
  grams,
  karat,
  stone,
})

/** Returns the form's values for a stored order. */
export const formValuesOf = (order: PurchaseOrderRow) => ({
  ...order,
  purchaseOrderItems: order.purchaseOrderItems.map((line): FormLine => ({
    ...itemOf(line),
    price: line.unitCost,
    orderQty: line.orderQty,
  })) as OrderBody['purchaseOrderItems'],
})

/** Returns the lines of a new order: each draft item at its last cost. */
export const draftLines = (
  draftItems: readonly { itemID: number; orderQty: number }[],
  costs: readonly LastCostRow[],
) =>
  draftItems.flatMap(({ itemID, orderQty }): FormLine[] => {
    const known = costs.find((cost) => cost.itemID === itemID)
    return known ? [{ ...itemOf(known), price: known.unitCost, orderQty }] : []
  })

/** Returns the request body. Display fields of the lines are left out. */
export const bodyOf = ({ purchaseOrderItems, ...body }: OrderBody): OrderBody => ({
  ...body,
  purchaseOrderItems: purchaseOrderItems.map(({ itemID, orderQty, price }) => ({ itemID, orderQty, price })),
})

/** Returns the total of the lines, in pesos. A missing price or quantity counts as 0. */
export const computeTotal = (lines: readonly FormLine[]) =>
  fromCentavos(
    computeOrderTotal(lines.map(({ price, orderQty }) => ({ unitCost: price || 0, orderQty: orderQty || 0 }))),
  )

/** Describes the lines in text, to compare two versions of an order. */
export const describeLines = (lines: readonly FormLine[]) =>
  lines
    .map(({ itemName, uom, price, orderQty }) => {
      const cost = price === undefined ? '' : ` at ${formatPeso(price || 0)}`
      return `${itemName}: ${formatInUnit(orderQty, uom)}${cost}`
    })
    .join('; ')
