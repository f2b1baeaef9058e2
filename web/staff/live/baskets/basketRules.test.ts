// The baskets' sums and filters, their file, and which of them wait for their page.
import { expect, test } from 'vitest'

import type { LiveBasketRow } from '../../../../contract/live/live-baskets.ts'
import {
  filterBaskets,
  findUnsent,
  nameOfBasket,
  pageStateOf,
  readFilter,
  sumBaskets,
  tabulateBaskets,
} from './basketRules.ts'

const basket = (handle: string, over: Partial<LiveBasketRow>) =>
  ({
    buyer: { buyerID: 1, platform: 'TikTok', handle, customerName: null },
    transactionNumber: `S-${handle}`,
    numbers: [],
    marks: [],
    language: 'tl',
    saleStatus: 'Pending',
    totalPurchase: 100.1,
    balance: 100.1,
    isToSend: false,
    isUndelivered: false,
    sentAt: null,
    seenAt: null,
    ...over,
  }) as LiveBasketRow
const all = [
  basket('paid', { balance: 0, saleStatus: 'Completed' }),
  basket('small', { balance: 50.05, sentAt: '2026-11-20T14:00:00Z' }),
  basket('canceled', { saleStatus: 'Canceled' }),
  basket('great', { balance: 100.1, isToSend: true, numbers: [12, 31] }),
]

test('a basket that is paid in part is unpaid', () => {
  const part = basket('part', { saleStatus: 'Processing', balance: 70, isToSend: true })
  expect(findUnsent([...all, part]).map(nameOfBasket)).toEqual(['great', 'part'])
  expect(sumBaskets([...all, part])).toMatchObject({ owed: 220.15, unpaid: 3 })
})

test('a canceled basket counts for nothing', () => {
  expect(sumBaskets(all)).toEqual({ total: 300.3, owed: 150.15, unpaid: 2 })
})

test('only baskets that the server calls unsent are sent together', () => {
  expect(findUnsent(all).map(nameOfBasket)).toEqual(['great'])
})

test('the page of an order is to be sent, sent, seen, or was not delivered', () => {
  const seen = basket('seen', { sentAt: '2026-11-20T14:00:00Z', seenAt: '2026-11-20T15:00:00Z' })
  const lost = basket('lost', { isUndelivered: true, isToSend: true })
  const closed = basket('closed', { isUndelivered: true, saleStatus: 'Completed' })
  const states = [...all, seen, lost, closed].map(pageStateOf)
  expect(states).toEqual([null, 'sent', null, 'unsent', 'seen', 'undelivered', null])
})

test('the search of the list of lives, which the address keeps, is none of the baskets', () => {
  const address = new URLSearchParams('search=Friday&status=Closed&id=2&view=recap')
  expect(readFilter(address)).toEqual({ search: '', paid: null, order: null })
  expect(readFilter(new URLSearchParams('search=Friday&basket=ana&paid=paid&order=seen'))).toEqual({
    search: 'ana',
    paid: 'paid',
    order: 'seen',
  })
})

test('the filters leave buyers, whole numbers of pieces, numbers of sales, paid ones and states of the page', () => {
  const joined = basket('ana88', { buyer: { ...all[0]!.buyer, handle: 'ana88', customerName: 'Ana Reyes' } })
  const namesOf = (over: Partial<Parameters<typeof filterBaskets>[1]>) =>
    filterBaskets([...all, joined], { search: '', paid: null, order: null, ...over }).map(({ buyer }) => buyer.handle)
  expect(namesOf({})).toEqual(['paid', 'small', 'canceled', 'great', 'ana88'])
  expect([namesOf({ search: ' REYES ' }), namesOf({ search: 'ana8' })]).toEqual([['ana88'], ['ana88']])
  expect([namesOf({ search: '12' }), namesOf({ search: '1' })]).toEqual([['great'], []])
  expect(namesOf({ search: 's-small' })).toEqual(['small'])
  expect([namesOf({ paid: 'paid' }), namesOf({ paid: 'unpaid' })]).toEqual([['paid'], ['small', 'great', 'ana88']])
  expect([namesOf({ order: 'unsent' }), namesOf({ order: 'sent' })]).toEqual([['great'], ['small']])
})

test('the file has a row of each basket, with numbers as numbers', () => {
  const sent = basket('ana', {
    numbers: [12, 31],
    paid: 30.1,
    balance: 70,
    proofsToCheck: 1,
    sentAt: '2026-11-20T14:00:00Z',
    holdUntil: '2026-11-23T14:00:00Z',
    marks: ['deposit first'],
  })
  const [header, row, ...rest] = tabulateBaskets([sent], 'Asia/Tokyo')
  expect(rest).toEqual([])
  expect(Object.fromEntries(header!.map((name, n) => [name, row![n]]))).toEqual({
    Buyer: 'ana',
    Customer: null,
    Platform: 'TikTok',
    Pieces: '12 31',
    Sale: 'S-ana',
    Status: 'Pending',
    Total: 100.1,
    Paid: 30.1,
    'To pay': 70,
    'Proofs to check': 1,
    'Held until': '23 Nov 2026, 23:00',
    'Order page': 'Sent, not seen',
    'Order page sent': '20 Nov 2026, 23:00',
    'Order page seen': null,
    Language: 'Tagalog',
    Marks: 'deposit first',
  })
})
