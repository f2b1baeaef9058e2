// Proves that the Purchases report divides what was ordered: canceled, received, closed short and outstanding add up to
// it, for each order, for the totals and as of any state, and that the stock got what was received.
import { beforeAll, expect, test } from 'vitest'

import { liveApril, liveMarch, openEventfulShop } from '../../../tests/support/eventful-shop.ts'
import { testApp } from '../../../tests/support/fixtures.ts'

type Figures = Record<'ordered' | 'canceled' | 'received' | 'closedShort' | 'outstanding', number>

const shop = await openEventfulShop(await testApp())
const read = async () => {
  const { body } = await shop.as(1)('GET', '/api/v1/reports/purchases')
  return body as { data: (Figures & { poNumber: string; status: string })[]; totals: Figures }
}
const partsOf = ({ canceled, received, closedShort, outstanding }: Figures) =>
  canceled + received + closedShort + outstanding
let [march, april]: Awaited<ReturnType<typeof read>>[] = []
beforeAll(async () => {
  const left = await liveMarch(shop)
  march = await read()
  await liveApril(shop, left)
  april = await read()
}, 120_000)

test('each order and the totals are the sum of their parts', () => {
  for (const { data, totals } of [march!, april!])
    for (const row of [...data, totals]) expect([row, partsOf(row)]).toEqual([row, row.ordered])
  expect(march!.totals).toEqual(
    expect.objectContaining({ ordered: 24, canceled: 2, received: 7, closedShort: 5, outstanding: 10 }),
  )
  expect(april!.totals).toEqual(
    expect.objectContaining({ ordered: 35, canceled: 9, received: 13, closedShort: 13, outstanding: 0 }),
  )
})

test('a canceled order has nothing outstanding, and a closed one nothing canceled', () => {
  const canceled = april!.data.filter(({ status }) => status === 'Canceled')
  expect(canceled.map(({ ordered, canceled: all }) => [ordered, all])).toEqual([
    [2, 2],
    [5, 5],
    [2, 2],
  ])
  const closed = april!.data.filter(({ closedShort }) => closedShort > 0)
  expect(closed.map(({ canceled: none, outstanding }) => none + outstanding)).toEqual([0, 0, 0])
})

test('the received quantities are the movements of these orders', async () => {
  const { body } = await shop.as(1)('GET', '/api/v1/reports/movements?kind=receiving')
  const rows = body.data as { itemCode: string; quantityIn: number }[]
  const came = rows.filter(({ itemCode }) => itemCode === 'R-1').reduce((sum, { quantityIn }) => sum + quantityIn, 0)
  expect(came).toBe(april!.totals.received)
})
