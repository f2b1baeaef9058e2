// Proves that the recap of a live agrees with its sales, claims and comments.
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'

import type { LiveBasket } from '../../../contract/live/live-baskets.ts'
import type { LiveRow } from '../../../contract/live/lives.ts'
import type { z } from '../../../contract/shared/zod.ts'
import { testApp } from '../../../tests/support/fixtures.ts'
import { insertProof } from '../../../tests/support/proofs.ts'
import { stockItem } from '../../../tests/support/stocked.ts'
import { shopSetting } from '../../db/schema/company.ts'
import { live as liveTable } from '../../db/schema/live.ts'
import { mail } from '../../db/schema/mail.ts'
import { shopContext, visitor } from '../../kernel/context.ts'
import { openOrderLink } from '../../sales/order-links/opening.operations.ts'
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
    people: ['Test Staff'],
    claims: 0,
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
    quarters: [],
    before: null,
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
    claims: 7,
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
  const quarters: { from: string; won: number; amount: number }[] = recap.quarters
  expect(quarters.every(({ from }) => Date.parse(from) % 900_000 === 0)).toBe(true)
  expect(quarters.reduce((all, { amount }) => all + amount, 0)).toBe(3900.5)
  expect(quarters.reduce((all, { won }) => all + won, 0)).toBe(3)
  await staff('POST', `${sale}/payments`, { paymentTypeID: 1, amount: 2000.5 })
  await staff('PUT', `${sale}/complete`)
  await settleClaims(shopContext(db, new Date()))
  expect(await recapOf(live)).toMatchObject({ won: 3, sold: 3900.5, paid: 3500.5, balance: 400, unpaidSales: 1 })
})

test('a basket that is paid and still open needs no page, and the recap counts the same ones', async () => {
  const live = await startLive([1000, 2000])
  const [ana] = [await note(live, '1 ana'), await note(live, '2 bea')]
  const basketsOf = async (): Promise<z.output<typeof LiveBasket>[]> =>
    (await staff('GET', `/api/v1/lives/${live.liveID}/baskets`)).body.data
  const toSend = async () => (await basketsOf()).filter(({ isToSend }) => isToSend).map(({ buyer }) => buyer.handle)
  expect([await toSend(), (await recapOf(live)).unsentBaskets]).toEqual([['ana', 'bea'], 2])
  await staff('POST', `/api/v2/sales/${ana.salesTransactionID}/payments`, { paymentTypeID: 1, amount: 1000 })
  const [paid] = await basketsOf()
  expect([paid!.saleStatus, paid!.balance]).toEqual(['Processing', 0])
  expect([await toSend(), (await recapOf(live)).unsentBaskets]).toEqual([['bea'], 1])
  const { basketID } = (await basketsOf()).find(({ buyer }) => buyer.handle === 'bea')!
  expect((await staff('POST', `/api/v1/live-baskets/${basketID}/link`)).status).toBe(200)
  expect([await toSend(), (await recapOf(live)).unsentBaskets]).toEqual([[], 0])
})

test('a basket shows when the buyer opened the page last, and the language in which the link is sent', async () => {
  const live = await startLive([1000])
  await note(live, '1 ana')
  const basketOf = async () => (await staff('GET', `/api/v1/lives/${live.liveID}/baskets`)).body.data[0]
  const before = await basketOf()
  expect([before.seenAt, before.buyer.platform]).toEqual([null, 'TikTok'])
  const { body } = await staff('POST', `/api/v1/live-baskets/${before.basketID}/link`)
  expect(before.language).toBe(body.data.language)
  expect((await basketOf()).seenAt).toBeNull()
  const client = { address: '203.0.113.7', agent: '' }
  const opened = await openOrderLink({ db, actor: visitor, now: new Date(), client }, { code: body.data.code })
  expect(opened).not.toBeNull()
  const { seenAt } = await basketOf()
  expect(Math.abs(Date.now() - Date.parse(seenAt))).toBeLessThan(60_000)
  await db.update(shopSetting).set({ customerLanguage: 'ja' })
  expect((await basketOf()).language).toBe('ja')
})

test('a basket says that its page was not delivered, until another link reaches the buyer', async () => {
  const live = await startLive([1000])
  const { salesTransactionID: saleID } = await note(live, '1 ana')
  const basketOf = async () => (await staff('GET', `/api/v1/lives/${live.liveID}/baskets`)).body.data[0]
  const addMail = (values: Partial<typeof mail.$inferInsert>) =>
    db.insert(mail).values({
      kind: 'orderLink',
      recipient: 'ana@mail.example',
      subject: 'The page of your order',
      body: 'Hello',
      saleID,
      state: 'failed',
      createdAt: new Date(),
      ...values,
    })
  expect((await basketOf()).isUndelivered).toBe(false)
  // A mail of another kind, and one that is still to be tried, say nothing of the page.
  await addMail({ kind: 'paymentReceived' })
  await addMail({ state: 'queued' })
  expect((await basketOf()).isUndelivered).toBe(false)
  await addMail({})
  const { basketID, isUndelivered, isToSend } = await basketOf()
  expect([isUndelivered, isToSend]).toEqual([true, true])
  const { body } = await staff('POST', `/api/v1/live-baskets/${basketID}/link`)
  expect((await basketOf()).isUndelivered).toBe(false)
  // A later mail that fails is news again; a buyer who opens the link has one.
  await addMail({})
  expect((await basketOf()).isUndelivered).toBe(true)
  const client = { address: '203.0.113.8', agent: '' }
  await openOrderLink({ db, actor: visitor, now: new Date(), client }, { code: body.data.code })
  expect((await basketOf()).isUndelivered).toBe(false)
  await addMail({})
  await addMail({ state: 'sent', sentAt: new Date() })
  expect((await basketOf()).isUndelivered).toBe(false)
})

test('the live before is the one that started last before, with what it sold', async () => {
  const first = await startLive([1500])
  await note(first, '1 ana')
  const second = await startLive([1000])
  const third = await startLive([1000])
  expect((await recapOf(third)).before).toMatchObject({ liveID: second.liveID, won: 0, sold: 0, closedAt: null })
  expect((await recapOf(second)).before).toMatchObject({ liveID: first.liveID, won: 1, sold: 1500 })
})

test('the list of sales can be of one live, also after a basket was completed and another began', async () => {
  const live = await startLive([1000, 2000, 3000])
  const other = await startLive([1000])
  const ana = await note(live, '1 ana')
  await staff('POST', `/api/v2/sales/${ana.salesTransactionID}/payments`, { paymentTypeID: 1, amount: 1000 })
  await staff('PUT', `/api/v2/sales/${ana.salesTransactionID}/complete`)
  const [again, bea] = [await note(live, '2 ana'), await note(live, '3 bea')]
  await note(other, '1 ana')
  const salesOf = async (query: string) =>
    (await staff('GET', `/api/v2/sales?pageSize=50&${query}`)).body.data
      .map(({ salesTransactionID }: { salesTransactionID: number }) => salesTransactionID)
      .toSorted((a: number, b: number) => a - b)
  const keys = [ana, again, bea].map(({ salesTransactionID }) => salesTransactionID)
  expect(new Set(keys).size).toBe(3)
  expect(await salesOf(`liveID=${live.liveID}`)).toEqual(keys)
  expect(await salesOf(`liveID=${live.liveID}&status=Completed`)).toEqual([ana.salesTransactionID])
  expect(await salesOf('liveID=99999')).toEqual([])
  expect((await staff('GET', '/api/v2/sales?liveID=friday')).status).toBe(400)
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
  await as(2)('PUT', `${marks}/${marked.body.data.marks[0].markID}/end`, { reason: 'Paid in the shop' })
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
