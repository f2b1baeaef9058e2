import { expect, test } from 'vitest'

import { compareFields } from './auditWords.ts'

const tokyo = 'Asia/Tokyo'
const none = { names: {} }

test('lists changed fields first and omits the audit fields', () => {
  const before = { itemID: 7, itemName: 'Ring', price: 900, status: true, updatedAt: '2026-01-01T00:00:00.000Z' }
  const after = { ...before, price: 1250.5, status: false, updatedAt: '2026-01-02T00:00:00.000Z' }
  expect(compareFields({ entity: 'item', before, after, ...none }, tokyo)).toEqual([
    { field: 'price', label: 'Price', before: ['₱900.00'], after: ['₱1,250.50'], changed: true },
    { field: 'status', label: 'Status', before: ['Active'], after: ['Inactive'], changed: true },
    { field: 'itemName', label: 'Item name', before: ['Ring'], after: ['Ring'], changed: false },
  ])
})

test('shows a new record without earlier values and without changes', () => {
  const fields = compareFields({ entity: 'location', before: null, after: { locationName: 'Main' }, ...none }, tokyo)
  expect(fields).toEqual([
    { field: 'locationName', label: 'Location name', before: ['–'], after: ['Main'], changed: false },
  ])
})

test.each([
  ['holdUntil', '2026-11-20T15:30:00.000Z', '21 Nov 2026, 00:30'],
  ['orderDate', '2026-11-20', '20 Nov 2026'],
  ['remarks', '2026', '2026'],
  ['blind', true, 'Yes'],
  ['grams', 1234.5, '1,234.5'],
  ['storeCredit', 500, '₱500.00'],
  ['value', 1234.5, '₱1,234.50'],
  ['difference', 0.5, '₱0.50'],
  ['locationID', 3, 'Main'],
  ['locationID', 4, 'No. 4'],
])('%s %j reads %s', (field, value, words) => {
  const names = { 'locationID 3': 'Main' }
  const [told] = compareFields({ entity: 'x', before: null, after: { [field]: value }, names }, tokyo)
  expect(told!.after).toEqual([words])
})

test('omits a field that stayed empty and keeps one that became empty', () => {
  const before = { remarks: 'Gift', address: '', schedule: [], deposit: null }
  const after = { remarks: null, address: null, schedule: [], deposit: null }
  expect(compareFields({ entity: 'x', before, after, ...none }, tokyo)).toEqual([
    { field: 'remarks', label: 'Remarks', before: ['Gift'], after: ['–'], changed: true },
  ])
})

test('treats 0 and No as values', () => {
  const before = { holdDays: 0, blind: false }
  const fields = compareFields({ entity: 'x', before, after: { holdDays: null, blind: null }, ...none }, tokyo)
  expect(fields.map(({ before, changed }) => [...before, changed])).toEqual([
    ['No', true],
    ['0', true],
  ])
})

test('writes one line per list entry, beginning with its name, without implied fields and zero counts', () => {
  const after = {
    salesTransactionID: 5,
    locationID: 1,
    location: { locationName: 'Main' },
    items: [
      { salesItemID: 9, itemID: 4, itemCode: 'SO-1', itemName: 'Solitaire', price: 900, orderQty: 2, image_url: null },
      { salesItemID: 10, price: 0, itemID: 5, orderQty: 1, heldQty: 0, costs: [] },
    ],
    payments: [{ paymentID: 1, paymentTypeID: 1, paymentName: 'Cash', amount: 1800, reference: null }],
  }
  const names = {
    'locationID 1': 'Main',
    'itemID 4': 'Solitaire (SO-1)',
    'itemID 5': 'Box (BX-1)',
    'paymentTypeID 1': 'Cash',
  }
  const fields = compareFields({ entity: 'sale', before: null, after, names }, tokyo)
  expect(fields.map(({ label, after }) => [label, ...after])).toEqual([
    ['Items', 'Solitaire (SO-1) · Price ₱900.00 · Order quantity 2', 'Box (BX-1) · Price ₱0.00 · Order quantity 1'],
    ['Location', 'Main'],
    ['Payments', 'Cash · Amount ₱1,800.00'],
  ])
})
