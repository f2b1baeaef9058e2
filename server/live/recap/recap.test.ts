// Proves that the recap of a live agrees with its sales, claims and comments.
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'

import type { LiveBasket } from '../../../contract/live/live-baskets.ts'
import type { LiveRow } from '../../../contract/live/lives.ts'
import type { z } from '../../../contract/shared/zod.ts'
import { testApp } from '../../../tests/support/fixtures.ts'
import { insertProof } from '../../../tests/support/proofs.ts'
import { stockItem } from '../../../tests/support/stocked.ts'
import { live as liveTable } from '../../db/schema/live.ts'
import { shopContext } from '../../kernel/context.ts'
import { settleClaims } from '../upkeep/upkeep.operations.ts'

const { db, as } = await testApp()
const staff = as(3)

async function startLive(prices: number[]): Promise<LiveRow> {
  const { body } = await staff('POST', '/api/v1/lives', {
    liveName: 'Friday night',
    platforms: ['TikTok'],
    plannedStart: '2026-12-04T11:00:00Z',
    expectedEnd: '2036-12-04T14:00:00Z',
    locationID: 1,
    transactionTypeID: 1,
  })
  const path = `/api/v1/lives/${body.data.liveID}`
  const pieces = []
  for (const [n, price] of prices.entries())
    pieces.push({ itemID: (await stockItem(db, { itemName: `Ring ${n}`, grams: n + 0.5, quantity: 5, price })).itemID })
  await staff('PUT', `${path}/pieces`, { pieces })
  await staff('PUT', `${path}/start`)
  let show = null
  for (const _ of prices) {
    const shown = await staff('PUT', `${path}/show`, { to: 'next', showID: show })
    show = shown.body.data.show.showID
  }
  return (await staff('GET', path)).body.data
}
const recapOf = async ({ liveID }: LiveRow) => (await staff('GET', `/api/v1/lives/${liveID}/recap`)).body.data
const note = async ({ liveID }: LiveRow, text: string) =>
  (await staff('POST', `/api/v1/lives/${liveID}/comments`, { text })).body.data.claim

test('an evening without claims has no sales', async () => {
  const live = await startLive([1000])
  expect(await recapOf(live)).toEqual({
    won: 0,
    sold: 0,
    paid: 0,
    balance: 0,
    unpaidSales: 0,
    unsentBaskets: 0,
    withdrawn: 0,
    lapsed: 0,
    refused: 0,
    neverClaimed: [1],
    comments: 0,
    unread: 0,
    secondsToDecision: null,
    hours: [],
  })
  expect((await staff('GET', '/api/v1/lives/99999/recap')).status).toBe(404)
})

test('the figures are those of the sales', async () => {
  const live = await startLive([1000, 2500.5, 400, 700])
  const [ana] = [await note(live, '1 ana'), await note(live, '2 ana'), await note(live, '3 bea')]
  await note(live, '1 cora')
  await note(live, '1 dina')
  await note(live, '99 dina')
  const withdrawn = await note(live, '3 ema')
  await staff('PUT', `/api/v1/live-claims/${withdrawn.claimID}/pass`)
  const completed = await note(live, '3 fe')
  expect(completed.status).toBe('waiting')
  const sale = `/api/v2/sales/${ana.salesTransactionID}`
  await staff('POST', `${sale}/payments`, { paymentTypeID: 1, amount: 1500 })
  const recap = await recapOf(live)
  const baskets: z.output<typeof LiveBasket>[] = (await staff('GET', `/api/v1/lives/${live.liveID}/baskets`)).body.data
  const sum = (read: (basket: (typeof baskets)[number]) => number) => baskets.reduce((all, one) => all + read(one), 0)
  expect(recap).toMatchObject({
    won: 3,
    sold: sum(({ totalPurchase }) => totalPurchase),
    paid: sum(({ paid }) => paid),
    balance: sum(({ balance }) => balance),
    unpaidSales: 2,
    unsentBaskets: 2,
    refused: 1,
    neverClaimed: [4],
    comments: 8,
    unread: 1,
  })
  expect([recap.sold, recap.paid, recap.balance]).toEqual([3900.5, 1500, 2400.5])
  const hours: { won: number; amount: number }[] = recap.hours
  expect(hours.reduce((all, { amount }) => all + amount, 0)).toBe(3900.5)
  expect(hours.reduce((all, { won }) => all + won, 0)).toBe(3)
  await staff('POST', `${sale}/payments`, { paymentTypeID: 1, amount: 2000.5 })
  await staff('PUT', `${sale}/complete`)
  await settleClaims(shopContext(db, new Date()))
  expect(await recapOf(live)).toMatchObject({ won: 3, sold: 3900.5, paid: 3500.5, balance: 400, unpaidSales: 1 })
})

test('a basket has the marks of its buyer and the proofs to check, which lower no balance', async () => {
  const live = await startLive([1000])
  const { salesTransactionID, buyer } = await note(live, '1 ana')
  const basketOf = async () => (await staff('GET', `/api/v1/lives/${live.liveID}/baskets`)).body.data[0]
  expect(await basketOf()).toMatchObject({ marks: [], proofsToCheck: 0, balance: 1000 })
  const withdrawn = { status: 'Withdrawn', decidedAt: new Date() } as const
  for (const values of [{}, {}, withdrawn]) await insertProof(db, salesTransactionID, values)
  const marks = `/api/v1/live-buyers/${buyer.buyerID}/marks`
  const marked = await as(2)('POST', marks, { mark: 'deposit first', reason: 'Let two lapse' })
  expect(await basketOf()).toMatchObject({ marks: ['deposit first'], proofsToCheck: 2, balance: 1000 })
  await as(2)('DELETE', `${marks}/${marked.body.data.marks[0].markID}`)
  expect(await basketOf()).toMatchObject({ marks: [] })
})

test('seconds count from the time of a comment to the decision of a person', async () => {
  const live = await startLive([1000, 1000])
  await db
    .update(liveTable)
    .set({ startedAt: new Date(Date.now() - 600_000) })
    .where(eq(liveTable.liveID, live.liveID))
  const comments = Array.from({ length: 10 }, (_, n) => ({
    name: `ana ${n}`,
    text: '1 mine?',
    writtenAt: new Date(Date.now() - (n + 1) * 10_000).toISOString(),
  }))
  await staff('POST', `/api/v1/lives/${live.liveID}/pasted-comments`, { platform: 'TikTok', comments })
  const waiting = (await staff('GET', `/api/v1/lives/${live.liveID}/undecided-comments`)).body.data
  for (const { comment } of waiting)
    await staff('PUT', `/api/v1/live-comments/${comment.commentID}/decision`, { isClaim: false })
  const { secondsToDecision, unread } = await recapOf(live)
  expect([secondsToDecision.comments, unread]).toEqual([10, 0])
  expect(secondsToDecision.half).toBeGreaterThanOrEqual(50)
  expect(secondsToDecision.nineInTen - secondsToDecision.half).toBeGreaterThan(30)
})
