// The order of the baskets, their sums, and which of them wait for their page.
import { expect, test } from 'vitest'

import type { LiveBasketRow } from '../../../../contract/live/live-baskets.ts'
import { findUnsent, nameOfBasket, sortBaskets, sumBaskets } from './basketRules.ts'

const basket = (handle: string, over: Partial<LiveBasketRow>) =>
  ({
    buyer: { buyerID: 1, handle, customerName: null },
    saleStatus: 'Pending',
    totalPurchase: 100.1,
    balance: 100.1,
    sentAt: null,
    ...over,
  }) as LiveBasketRow
const all = [
  basket('paid', { balance: 0, saleStatus: 'Completed' }),
  basket('small', { balance: 50.05, sentAt: '2026-11-20T14:00:00Z' }),
  basket('canceled', { saleStatus: 'Canceled' }),
  basket('great', { balance: 100.1 }),
]

test('unpaid baskets come first, the greatest debt first', () => {
  expect(sortBaskets(all).map(nameOfBasket)).toEqual(['great', 'small', 'canceled', 'paid'])
})

test('a basket that is paid in part is unpaid', () => {
  const part = basket('part', { saleStatus: 'Processing', balance: 70 })
  expect(sortBaskets([...all, part]).map(nameOfBasket)).toEqual(['great', 'part', 'small', 'canceled', 'paid'])
  expect(findUnsent([...all, part]).map(nameOfBasket)).toEqual(['great', 'part'])
  expect(sumBaskets([...all, part])).toMatchObject({ owed: 220.15, unpaid: 3 })
})

test('a canceled basket counts for nothing', () => {
  expect(sumBaskets(all)).toEqual({ total: 300.3, owed: 150.15, unpaid: 2 })
})

test('only unpaid baskets whose page was not sent are to be sent', () => {
  expect(findUnsent(all).map(nameOfBasket)).toEqual(['great'])
})
