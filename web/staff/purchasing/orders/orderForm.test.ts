import { expect, test } from 'vitest'

import {
  draftLines,
  type FormLine,
  describeLines,
  type OrderBody,
  OrderForm,
  quantityOr0,
  bodyOf,
  computeTotal,
} from './orderForm.ts'

const gold = { grams: 2.1, karat: '18K', stone: null } as const
const ring: FormLine = { itemID: 1, itemName: 'Ring', uom: 'PCS', ...gold, price: 600.1, orderQty: 3 }
const wire: FormLine = { itemID: 2, itemName: 'Wire', uom: 'BULK', ...gold, price: 5.55, orderQty: 12.345 }

test('counts a missing price or quantity as 0', () => {
  expect(computeTotal([])).toBe(0)
  expect(computeTotal([ring, wire])).toBe(1868.81)
  expect(computeTotal([ring, { ...wire, price: null }, { ...wire, price: Number.NaN }, { ...wire, orderQty: 0 }])).toBe(
    1800.3,
  )
})

test('reads a quantity that is not a number as 0', () => {
  expect([null, Number.NaN, 0, 2.5].map(quantityOr0)).toEqual([0, 0, 0, 2.5])
})

test('prices draft items at their last cost and omits items that no longer exist', () => {
  const known = { itemID: 2, itemCode: 'W', itemName: 'Wire', uom: 'BULK' as const, ...gold, unitCost: 5.55 }
  const asked = [
    { itemID: 9, orderQty: 1 },
    { itemID: 2, orderQty: 12.345 },
  ]
  expect(draftLines(asked, [{ ...known, supplierID: null, supplierName: null }])).toEqual([wire])
})

test('describes lines in text and sends them without display fields', () => {
  expect(describeLines([ring, wire])).toBe('Ring: 3 at ₱600.10; Wire: 12.345 g at ₱5.55')
  const body = {
    supplierID: 1,
    locationID: 1,
    orderDate: '2026-11-20',
    expectedDeliverDate: '2026-11-20',
    purchaseOrderItems: [ring] as OrderBody['purchaseOrderItems'],
  }
  expect(bodyOf(body).purchaseOrderItems).toEqual([{ itemID: 1, orderQty: 3, price: 600.1 }])
  expect(OrderForm.safeParse(body).success).toBe(true)
  const early = OrderForm.safeParse({ ...body, expectedDeliverDate: '2026-11-19' })
  expect(early.error?.issues).toMatchObject([
    { path: ['expectedDeliverDate'], message: 'Expected delivery date must not be before the order date' },
  ])
})
