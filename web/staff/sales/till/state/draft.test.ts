import { expect, test } from 'vitest'

import type { PaymentTypeRow } from '../../../../../contract/sales/payment-types.ts'
import { parseNumber } from '../../../../lib/format.ts'
import { type Draft, isBegun, type SoldItem, withItem, withLine, withPayment } from './draft.ts'
import { draftOf, createEmptyDraft, createMadeToOrderDraft, emptyPerson, refreshDraft } from './draftBeginnings.ts'
import { bodyOf, isChanged, listProblems } from './saleBody.ts'
import {
  quantityOr0,
  computeShortages,
  stepQuantity,
  computeSummary,
  findMisfitPayment,
  listMissingItems,
} from './saleFigures.ts'
import { saleNameOf, formatTimeLeft } from './saleWords.ts'

const ring: SoldItem = {
  itemID: 1,
  itemCode: 'RG-0148',
  itemName: 'Solitaire',
  uom: 'PCS',
  grams: 3.42,
  karat: '18K',
  stone: 'diamond',
  price: 86_500,
  description: null,
  image_url: null,
  image_focus: null,
}
const empty = createEmptyDraft({ locationID: 1, transactionTypeID: 1, orderDate: '2026-11-20' })
const sold = withItem(empty, ring)
/** Cash and GCash. */
const types = [
  { paymentTypeID: 1, paymentName: 'Cash', givesChange: true },
  { paymentTypeID: 2, paymentName: 'GCash', givesChange: false },
] as PaymentTypeRow[]
const messages = (draft: Draft) => listProblems(draft).map(({ message }) => message)

test('raises the quantity when an item is scanned again', () => {
  const twice = withItem(sold, ring)
  expect(twice.lines).toMatchObject([{ itemID: 1, orderQty: 2, price: 86_500 }])
  expect(withItem(twice, { ...ring, itemID: 2 }).lines).toHaveLength(2)
})

test('keeps a price changed at the till when the item is scanned again', () => {
  const cheaper = withLine(sold, sold.lines[0]!.key, { price: 80_000 })
  expect(withItem(cheaper, ring).lines).toMatchObject([{ orderQty: 2, price: 80_000 }])
})

test('reads invalid input as quantity 0 and blocks the sale', () => {
  expect(['12', '', 'abc', '1,2', '0.5'].map((text) => quantityOr0(parseNumber(text)))).toEqual([12, 0, 0, 0, 0.5])
  expect(messages(sold)).toEqual([])
  expect(messages(withLine(sold, sold.lines[0]!.key, { orderQty: 0 }))).toEqual(['Order quantity must be more than 0'])
})

test('steps a quantity by one and stops at one', () => {
  expect([
    stepQuantity(1, 1),
    stepQuantity(2, -1),
    stepQuantity(1, -1),
    stepQuantity(0.5, -1),
    stepQuantity(2.345, 1),
  ]).toEqual([2, 1, 1, 1, 3.345])
})

test('names each missing field', () => {
  expect(messages(empty)).toEqual(['Add at least one item'])
  expect(messages({ ...sold, locationID: null })).toEqual(['Location is required'])
  expect(messages(withLine(sold, sold.lines[0]!.key, { price: null }))).toEqual(['Price must be a number'])
  expect(messages({ ...sold, discount: Number.NaN })).toEqual(['Discount must be a number'])
  expect(messages({ ...sold, buyer: { kind: 'new', person: emptyPerson } })).toEqual([
    'First name is required',
    'Last name is required',
    'Contact no is required',
    'Email is required',
    'Customer type is required',
  ])
  expect(messages(withPayment(sold, { paymentTypeID: 1, amount: -5 }))).toEqual(['Amount must be at least 0'])
  expect(messages(withPayment(sold, { paymentTypeID: 1, amount: null }))).toEqual([])
})

test('refuses a fraction of a piece and a discount above the subtotal, in the words of the server', () => {
  const { key } = sold.lines[0]!
  const part = withLine(sold, key, { orderQty: 0.5 })
  expect(listProblems(part)).toEqual([{ field: 'items.0.orderQty', message: 'Solitaire is counted in whole pieces' }])
  expect(messages(withLine(part, key, { uom: 'PAIR' }))).toEqual(['Solitaire is counted in whole pairs'])
  expect(messages(withLine(part, key, { uom: 'BULK' }))).toEqual([])
  const off = { ...sold, discount: 86_500.01 }
  expect(listProblems(off)).toEqual([
    { field: 'discount', message: 'The discount is more than the items come to (₱86,500.00)' },
  ])
  expect(messages({ ...off, discount: 86_500 })).toEqual([])
  expect(messages({ ...empty, discount: 5 })).toEqual(['Add at least one item'])
  expect(computeSummary(off, null, types)).toMatchObject({ total: 0, balance: 0, change: 0 })
  expect(computeSummary({ ...off, shippingFee: 350 }, null, types)).toMatchObject({ total: 349.99, balance: 349.99 })
})

test('adds new payments to the stored ones in the summary, and gives change of the new cash alone', () => {
  const draft: Draft = { ...withItem(sold, ring), discount: 2000, shippingFee: 1350 }
  const figures = { totalItems: 1, totalQuantity: 2, subtotal: 173_000, total: 172_350 }
  expect(computeSummary(draft, null, types)).toEqual({ ...figures, paid: 0, balance: 172_350, cash: 0, change: 0 })
  const paid = withPayment(draft, { paymentTypeID: 1, amount: 180_000.5 })
  expect(computeSummary(paid, null, types)).toEqual({
    ...figures,
    paid: 180_000.5,
    balance: 0,
    cash: 180_000.5,
    change: 7650.5,
  })
  expect(computeSummary(paid, { amountPaid: 1000, change: 100 }, types)).toEqual({
    ...figures,
    paid: 181_000.5,
    balance: 0,
    cash: 180_000.5,
    change: 8550.5,
  })
  expect(computeSummary(draft, { amountPaid: 1000, change: 100 }, types)).toMatchObject({ balance: 171_450, change: 0 })
})

test('gives change from cash alone, and refuses what the server would refuse of a payment', () => {
  const cashThen = (amount: number) => withPayment(withPayment(sold, { paymentTypeID: 1, amount: 1000 }), gcash(amount))
  const gcash = (amount: number) => ({ paymentTypeID: 2, amount })
  const tooMuch = withPayment(sold, gcash(200_000))
  expect(computeSummary(tooMuch, null, types)).toMatchObject({ paid: 200_000, balance: 0, cash: 0, change: 0 })
  expect(findMisfitPayment(tooMuch, null, types)).toEqual({
    field: 'payments.0.amount',
    message: 'GCash may not be more than the balance of ₱86,500.00',
  })
  expect(computeSummary(cashThen(86_000), null, types)).toMatchObject({ balance: 0, cash: 1000, change: 500 })
  expect(findMisfitPayment(cashThen(86_000), null, types)).toBeNull()
  expect(findMisfitPayment(cashThen(86_500), null, types)).toEqual({
    field: 'payments.0.amount',
    message: 'Nothing is left to pay',
  })
  expect(findMisfitPayment(withPayment(sold, gcash(1)), { amountPaid: 86_500, change: 0 }, types)).toMatchObject({
    message: 'Nothing is left to pay',
  })
})

test('reports a stored sale as changed only after an edit', () => {
  const stored = {
    locationID: 1,
    transactionTypeID: 1,
    customerID: null,
    customer: null,
    orderDate: '2026-11-20',
    expectedDeliverDate: null,
    discount: 0,
    shippingFee: 0,
    schedule: [],
    remarks: null,
    items: [{ ...ring, salesItemID: 9, orderQty: 1, lineTotal: 86_500 }],
  } as unknown as Parameters<typeof draftOf>[0] // Only these fields of a sale are read.
  const draft = draftOf(stored)
  expect(isChanged(draft, stored)).toBe(false)
  expect(isChanged(withPayment(draft, { paymentTypeID: 1, amount: 5 }), stored)).toBe(false)
  expect(isChanged(withItem(draft, ring), stored)).toBe(true)
  expect(bodyOf(draft)).toMatchObject({ customerID: null, items: [{ itemID: 1, orderQty: 1, price: 86_500 }] })
})

test('shares the stock of an item among its lines and ignores unknown stock', () => {
  const lines = [1, 2, 1, 3].map((itemID, n) => ({
    ...sold.lines[0]!,
    itemID,
    key: n + 1,
    orderQty: n === 2 ? 2.5 : 2,
  }))
  const there = new Map([
    [1, 3.2],
    [2, 0],
  ])
  const short = computeShortages(lines, there)
  expect([...short]).toEqual([
    [2, 2],
    [3, 1.3],
  ])
  expect(listMissingItems(lines, short)).toEqual([
    { itemID: 2, orderQty: 2 },
    { itemID: 1, orderQty: 1.3 },
  ])
  expect(listMissingItems(lines, computeShortages(lines, new Map([[1, 0]])))).toEqual([{ itemID: 1, orderQty: 4.5 }])
})

test('refreshes the prices of a draft, keeps typed prices and reports the changes', () => {
  const typed = withLine(
    withItem(withItem(sold, { ...ring, itemID: 2, itemName: 'Band', price: 500 }), {
      ...ring,
      itemID: 3,
      itemName: 'Hoop',
    }),
    sold.lines[0]!.key,
    { price: 80_000 },
  )
  const now = [
    { ...ring, price: 90_000, status: true },
    { ...ring, itemID: 2, itemName: 'Band', price: 450, status: true },
    { ...ring, itemID: 3, status: false },
  ]
  const { draft, changes } = refreshDraft(typed, now)
  expect(draft.lines).toMatchObject([
    { itemID: 1, price: 80_000, itemPrice: 90_000 },
    { itemID: 2, price: 450 },
  ])
  expect(changes).toEqual([
    'Solitaire now costs ₱90,000.00; it was ₱86,500.00.',
    'Band now costs ₱450.00; it was ₱500.00.',
    'Hoop is not sold any more and was taken off.',
  ])
  const before = new Set(typed.lines.map(({ key }) => key))
  expect(draft.lines.filter(({ key }) => before.has(key))).toEqual([])
  expect(refreshDraft(sold, [{ ...ring, status: true }]).changes).toEqual([])
})

test('refreshes the weights of an item, and keeps those of a piece', () => {
  const now = [{ ...ring, grams: 3.5, netGrams: 3, status: true }]
  expect(sold.lines).toMatchObject([{ grams: 3.42, netGrams: null }])
  expect(refreshDraft(sold, now).draft.lines).toMatchObject([{ grams: 3.5, netGrams: 3 }])
  const piece = { pieceID: 7, number: 'R-118-001' }
  const ofPiece = withItem(empty, { ...ring, grams: 3.3, netGrams: 2.9, byPiece: true, piece })
  expect(refreshDraft(ofPiece, now).draft.lines).toMatchObject([{ grams: 3.3, netGrams: 2.9, piece }])
})

test('names a sale without a number after its customer or its first item', () => {
  const person = { ...emptyPerson, firstName: 'Liza', lastName: 'Reyes' }
  expect(saleNameOf(empty)).toBe('Sale without items')
  expect(saleNameOf(sold)).toBe('Solitaire')
  expect(saleNameOf(withItem(sold, { ...ring, itemID: 2 }))).toBe('Solitaire and 1 more')
  expect(saleNameOf({ ...sold, buyer: { kind: 'new', person } })).toBe('Liza Reyes')
  expect(saleNameOf({ ...sold, buyer: { kind: 'new', person: emptyPerson } })).toBe('Solitaire')
})

test('treats a sale as begun only after user input', () => {
  expect(
    [empty, { ...empty, locationID: 2 }, sold, { ...empty, remarks: 'x' }, { ...empty, discount: 5 }].map(isBegun),
  ).toEqual([false, false, true, true, true])
})

test('replaces a payment without an amount by the next payment', () => {
  const begun = withPayment(sold, { paymentTypeID: 1, amount: null })
  expect(withPayment(begun, { paymentTypeID: 2, amount: 5 }).payments).toMatchObject([{ paymentTypeID: 2, amount: 5 }])
  const paid = withPayment(sold, { paymentTypeID: 1, amount: 7 })
  expect(withPayment(paid, { paymentTypeID: 2, amount: 5 }).payments).toHaveLength(2)
})

test.each([
  [-5, '0 s'],
  [59_000, '59 s'],
  [61_000, '1 min'],
  [3_600_000, '1 h 0 min'],
  [2 * 86_400_000 + 3 * 3_600_000 + 60_000, '2 d 3 h'],
])('%i ms are %s', (span, text) => {
  expect(formatTimeLeft(span)).toBe(text)
})

test('requires instalments on different days that add up to the total', () => {
  const one = { key: 1, dueDate: '2026-12-20', amount: 86_000 }
  const sale = { ...withItem(empty, ring), schedule: [one] }
  const wrong = (schedule: readonly object[]) =>
    listProblems({ ...sale, schedule: schedule as typeof sale.schedule }).map(({ field, message }) => [field, message])
  expect(wrong([one])).toEqual([['schedule', 'The instalments come to ₱86,000.00, but the sale to ₱86,500.00']])
  expect(wrong([one, { ...one, amount: 500 }])).toEqual([['schedule', 'Two instalments are due on 2026-12-20']])
  expect(wrong([one, { dueDate: null, amount: 500 }])).toEqual([['schedule.1.dueDate', 'A date is required']])
  expect(wrong([one, { dueDate: '2027-01-20', amount: 500 }])).toEqual([])
  expect(bodyOf(sale).schedule).toEqual([{ dueDate: '2026-12-20', amount: 86_000 }])
})

test('drafts a made-to-order sale beyond the stock for the new customer', () => {
  const kind = (transactionTypeID: number, code: string | null, beyondStock = true) => ({
    transactionTypeID,
    code,
    beyondStock,
  })
  const kinds = [kind(1, null, false), kind(4, null), kind(5, 'made_to_order')]
  const asked = { name: 'Maricel de la Cruz Tanaka', email: 'maricel@mail.example' }
  const draft = createMadeToOrderDraft(asked, ring, kinds, 2)
  expect(draft).toMatchObject({
    locationID: 2,
    transactionTypeID: 5,
    lines: [{ itemID: 1, orderQty: 1, price: 86_500 }],
  })
  expect(draft.buyer).toEqual({
    kind: 'new',
    person: { ...emptyPerson, firstName: 'Maricel de la Cruz', lastName: 'Tanaka', email: 'maricel@mail.example' },
  })
  expect(isBegun(draft)).toBe(true)
  // The fallback is any type that may exceed the stock. Without one, staff choose the type at the till.
  expect(createMadeToOrderDraft(asked, ring, kinds.slice(0, 2), null)).toMatchObject({
    transactionTypeID: 4,
    locationID: null,
  })
  expect(createMadeToOrderDraft(asked, ring, kinds.slice(0, 1), null).transactionTypeID).toBeNull()
  expect(createMadeToOrderDraft({ ...asked, name: 'Cher' }, ring, kinds, 2).buyer).toMatchObject({
    person: { firstName: 'Cher', lastName: '' },
  })
})
