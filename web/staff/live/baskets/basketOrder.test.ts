// The order of the baskets of a live: the unpaid ones first, or by any column, both ways, with empty values last, and in pages of ten.
import { expect, test } from 'vitest'

import type { LiveBasketRow } from '../../../../contract/live/live-baskets.ts'
import { pickPage, readSort, sortBaskets } from './basketOrder.ts'
import { nameOfBasket } from './basketRules.ts'

const basket = (handle: string, over: Partial<LiveBasketRow>) =>
  ({
    buyer: { buyerID: 1, platform: 'TikTok', handle, customerName: null },
    numbers: [],
    saleStatus: 'Pending',
    totalPurchase: 100,
    paid: 0,
    balance: 100,
    holdUntil: null,
    isToSend: false,
    isUndelivered: false,
    sentAt: null,
    seenAt: null,
    ...over,
  }) as LiveBasketRow
const all = [
  basket('paid', { balance: 0, paid: 100, saleStatus: 'Completed', numbers: [9], seenAt: '2026-11-20T16:00:00Z' }),
  basket('small', { balance: 50, paid: 50, numbers: [10], sentAt: '2026-11-20T14:00:00Z' }),
  basket('canceled', { balance: 0, saleStatus: 'Canceled', holdUntil: '2026-11-21T10:00:00Z' }),
  basket('great', {
    balance: 200,
    totalPurchase: 200,
    numbers: [2, 31],
    isToSend: true,
    holdUntil: '2026-11-22T10:00:00Z',
  }),
  basket('lost', { balance: 70, totalPurchase: 70, isUndelivered: true, holdUntil: '2026-11-21T10:00:00Z' }),
]
const namesBy = (sort?: string) => sortBaskets(all, sort).map(nameOfBasket)

test('without a choice unpaid baskets come first, the greatest debt first', () => {
  expect(namesBy()).toEqual(['great', 'lost', 'small', 'canceled', 'paid'])
})

test.each([
  ['balance', ['canceled', 'paid', 'small', 'lost', 'great']],
  ['buyer', ['canceled', 'great', 'lost', 'paid', 'small']],
  ['-buyer', ['small', 'paid', 'lost', 'great', 'canceled']],
  // Numbers are numbers, and a basket without pieces comes last both ways.
  ['pieces', ['great', 'paid', 'small', 'lost', 'canceled']],
  ['-pieces', ['small', 'paid', 'great', 'lost', 'canceled']],
  ['-total', ['great', 'small', 'canceled', 'paid', 'lost']],
  ['-paid', ['paid', 'small', 'great', 'lost', 'canceled']],
  // A basket that is kept ends after all holds, and one that is closed has none.
  ['held', ['lost', 'great', 'small', 'canceled', 'paid']],
  ['page', ['lost', 'great', 'small', 'paid', 'canceled']],
  ['status', ['canceled', 'paid', 'great', 'lost', 'small']],
])('by %s', (sort, names) => {
  expect(namesBy(sort)).toEqual(names)
})

test('an address with an unknown order has the order without a choice', () => {
  expect([null, '', 'nothing', '-toString', '--paid'].map(readSort)).toEqual(Array(5).fill('-balance'))
  expect(['paid', '-held'].map(readSort)).toEqual(['paid', '-held'])
})

test.each([
  [null, 1, 10],
  ['2', 2, 10],
  ['3', 3, 2],
  // The last page stays when baskets leave it, and an address may say anything.
  ['9', 3, 2],
  ['0', 1, 10],
  ['-1', 1, 10],
  ['two', 1, 10],
  ['1.9', 1, 10],
])('the page %s of twenty-two baskets', (text, page, count) => {
  const many = Array.from({ length: 22 }, (_, n) => basket(`b${n}`, {}))
  const picked = pickPage(many, text)
  expect([picked.page, picked.shown.length]).toEqual([page, count])
  expect(picked.shown[0]).toBe(many[(page - 1) * 10])
  expect(pickPage([], text)).toEqual({ page: 1, shown: [] })
})
