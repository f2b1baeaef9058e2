// Proves through HTTP how claims are decided: who wins, who waits, who is asked, what a person decides, and that the
// record of every step replays to the stored outcome.
import { and, desc, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'

import type { LiveClaimRow, LiveCommentRow } from '../../../contract/live/live-claims.ts'
import type { LiveRow } from '../../../contract/live/lives.ts'
import { testApp } from '../../../tests/support/fixtures.ts'
import { stockItem } from '../../../tests/support/stocked.ts'
import { liveBasket, liveClaim, liveComment, liveStep } from '../../db/schema/live.ts'
import { buyer, sale } from '../../db/schema/sales.ts'
import { audit } from '../../db/schema/shared.ts'
import { shopContext } from '../../kernel/context.ts'
import { settleClaims } from '../upkeep/upkeep.operations.ts'

const shop = await testApp({ connections: 10 })
const { db, as } = shop
const [manager, staff] = [as(2), as(3)]

let made = 0
/** Starts a live with a piece of each quantity on stock, and shows the first one. */
async function startLive(quantities: number[] = [1, 1], over: object = {}, stock = 10) {
  const { body } = await staff('POST', '/api/v1/lives', {
    liveName: 'Friday night',
    platforms: ['TikTok'],
    plannedStart: '2026-12-04T11:00:00Z',
    expectedEnd: '2036-12-04T14:00:00Z',
    locationID: 1,
    transactionTypeID: 1,
    ...over,
  })
  const { liveID } = body.data
  const items = []
  for (const quantity of quantities) {
    const { itemID } = await stockItem(db, {
      itemName: `Ring ${++made}`,
      grams: made + 0.25,
      quantity: stock,
      price: 1000,
    })
    items.push({ itemID, quantity })
  }
  await staff('PUT', `/api/v1/lives/${liveID}/pieces`, { pieces: items })
  await staff('PUT', `/api/v1/lives/${liveID}/start`)
  const shown = await staff('PUT', `/api/v1/lives/${liveID}/show`, { to: 'next', showID: null })
  expect([shown.status, shown.body.message]).toEqual([200, undefined])
  const live: LiveRow = shown.body.data
  return live
}
type Noted = { comment: LiveCommentRow; claim: LiveClaimRow | null; livePieceIDs: number[]; buyers: object[] }
const type = ({ liveID }: LiveRow, text: string, who = staff, over: object = {}) =>
  who('POST', `/api/v1/lives/${liveID}/comments`, { text, ...over })
async function note(live: LiveRow, text: string, over: object = {}): Promise<Noted> {
  const { status, body } = await type(live, text, staff, over)
  expect([text, status, body.message]).toEqual([text, 201, undefined])
  return body.data
}
const win = async (live: LiveRow, text: string) => (await note(live, text)).claim!
const step = ({ claimID }: LiveClaimRow, what: string, body: object = {}) =>
  staff('PUT', `/api/v1/live-claims/${claimID}/${what}`, body)
const claimsOf = async ({ liveID }: LiveRow): Promise<LiveClaimRow[]> =>
  (await staff('GET', `/api/v1/lives/${liveID}/claims`)).body.data
const statesOf = async (live: LiveRow) =>
  (await claimsOf(live)).map(({ number, buyer: { handle }, status }) => `${number} ${handle} ${status}`)
const countsOf = async () => [
  await db.$count(liveClaim),
  await db.$count(liveComment),
  await db.$count(liveStep),
  await db.$count(sale),
  await db.$count(buyer),
]
async function expectReplays({ liveID }: LiveRow) {
  const { body } = await staff('GET', `/api/v1/lives/${liveID}/record`)
  expect([body.data.differences, body.data.agrees]).toEqual([[], true])
  return body.data
}

test('the first wins, the next waits, the third is refused, and the record replays to that', async () => {
  const live = await startLive()
  const ana = await win(live, 'ana')
  expect(ana).toMatchObject({ number: 1, status: 'won', rank: 1, orderSource: 'entry', saleStatus: 'Pending' })
  expect(await win(live, 'bea')).toMatchObject({ status: 'waiting', rank: 2, salesTransactionID: null })
  expect(await win(live, '1 cora')).toMatchObject({
    status: 'refused',
    reason: 'The line for piece 1 is full: 1 buyer waits',
  })
  expect(await win(live, '2 cora')).toMatchObject({ number: 2, status: 'won' })
  const { sentence, steps } = await expectReplays(live)
  expect([sentence, steps.length]).toEqual(['4 steps replay to the same winners', 4])
  expect((await staff('GET', `/api/v1/lives/${live.liveID}`)).body.data.pieces).toMatchObject([
    { won: 1, waiting: 1, claims: 3, available: 9 },
    { won: 1, waiting: 0, claims: 1 },
  ])
})

test('several of a kind fill to the quantity, and the line may be longer', async () => {
  const live = await startLive([2], { lineLength: 2 })
  for (const name of ['ana', 'bea', 'cora', 'dina', 'ema']) await note(live, name)
  expect(await statesOf(live)).toEqual(['1 ana won', '1 bea won', '1 cora waiting', '1 dina waiting', '1 ema refused'])
})

test('a buyer has one basket in a live, with a line of each piece', async () => {
  const live = await startLive()
  const [one, two] = [await win(live, '1 @Ana'), await win(live, '2 ana')]
  expect(two.salesTransactionID).toBe(one.salesTransactionID)
  const { body } = await staff('GET', `/api/v1/lives/${live.liveID}/baskets`)
  expect(body.data).toMatchObject([{ saleStatus: 'Pending', totalPurchase: 2000, balance: 2000, numbers: [1, 2] }])
})

test('the same claim again is refused with who noted it, and nothing is written', async () => {
  const live = await startLive()
  await note(live, '1 ana')
  const before = await countsOf()
  const [own, other] = [await type(live, 'ana'), await type(live, '1 ana', manager)]
  expect([own.status, own.body.code, own.body.message]).toEqual([
    409,
    'live.noted_already',
    'You have noted this already',
  ])
  expect([other.status, other.body.message]).toEqual([409, 'Test Staff has noted this already'])
  expect(await countsOf()).toEqual(before)
})

test('three people who note the same claim at once make one, and twenty buyers make one winner', async () => {
  const live = await startLive()
  const same = await Promise.all([staff, manager, as(1)].map((who) => type(live, '1 ana', who)))
  expect(same.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409])
  const many = await Promise.all(Array.from({ length: 20 }, (_, n) => type(live, `2 buyer${n}`)))
  expect(new Set(many.map(({ status }) => status))).toEqual(new Set([201]))
  const states = (await claimsOf(live)).filter(({ number }) => number === 2).map(({ status }) => status)
  expect(states.filter((status) => status === 'won')).toHaveLength(1)
  expect(states.filter((status) => status === 'waiting')).toHaveLength(1)
  expect(states[0]).toBe('won')
  await expectReplays(live)
})

test('one buyer who wins several pieces at once has one basket', async () => {
  const live = await startLive([1, 1, 1, 1])
  const answers = await Promise.all([1, 2, 3, 4].map((number) => type(live, `${number} ana`)))
  expect(answers.map(({ status, body }) => [status, body.data?.claim.status])).toEqual(answers.map(() => [201, 'won']))
  expect(await db.$count(liveBasket, eq(liveBasket.liveID, live.liveID))).toBe(1)
  expect(new Set((await claimsOf(live)).map(({ salesTransactionID }) => salesTransactionID)).size).toBe(1)
})

test('typing that fits two pieces waits for a person, who decides once', async () => {
  const live = await startLive()
  await db.execute(`update item set grams = 2.5 where item_id in (${live.pieces.map(({ itemID }) => itemID).join()})`)
  const { comment, claim, livePieceIDs } = await note(live, 'ana 2.5g')
  expect([claim, comment]).toMatchObject([
    null,
    { outcome: 'undecided', question: '2.50 g is pieces 1 and 2: choose one', name: 'ana' },
  ])
  expect(livePieceIDs).toEqual(live.pieces.map(({ livePieceID }) => livePieceID))
  const decide = (body: object) => staff('PUT', `/api/v1/live-comments/${comment.commentID}/decision`, body)
  expect((await decide({ isClaim: true })).body).toMatchObject({ code: 'live.piece_missing' })
  const decided = await decide({ isClaim: true, livePieceID: livePieceIDs[1] })
  expect(decided.body.data).toMatchObject({ comment: { outcome: 'claim' }, claim: { number: 2, status: 'won' } })
  expect((await decide({ isClaim: false })).body).toMatchObject({
    code: 'live.decided_already',
    message: 'Test Staff has decided this already',
  })
  const other = (await note(live, '99 ana')).comment
  expect(other.question).toBe('No piece of this live is 99: choose the piece')
  const none = await staff('PUT', `/api/v1/live-comments/${other.commentID}/decision`, { isClaim: false })
  expect(none.body.data).toMatchObject({ comment: { outcome: 'none' }, claim: null })
  const { body } = await staff('GET', `/api/v1/lives/${live.liveID}/comments?outcome=none`)
  expect(body.data.map(({ commentID }: LiveCommentRow) => commentID)).toEqual([other.commentID])
})

test('two buyers of one name wait for a person', async () => {
  const live = await startLive()
  for (const handle of ['@maria1', '@maria2']) {
    const person = {
      firstName: 'Maria',
      lastName: 'Santos',
      contactNo: `0917 555 ${++made}`,
      email: `m${made}@x.example`,
    }
    const customer = await staff('POST', '/api/v2/customers', { ...person, customerTypeID: 1 })
    const joined = await staff('POST', '/api/v1/buyers', { platform: 'TikTok', handle })
    await staff('PUT', `/api/v1/buyers/${joined.body.data.buyerID}/customer`, {
      customerID: customer.body.data.customerID,
    })
  }
  const { comment, claim, buyers } = await note(live, '1 Maria Santos')
  expect(claim).toBeNull()
  expect(comment).toMatchObject({ outcome: 'undecided', question: 'Two buyers are called Maria Santos: choose one' })
  expect(buyers).toMatchObject([{ handle: '@maria1' }, { handle: '@maria2' }])
  const decision = { isClaim: true, livePieceID: live.pieces[0]!.livePieceID }
  const path = `/api/v1/live-comments/${comment.commentID}/decision`
  expect((await staff('PUT', path, decision)).body).toMatchObject({ code: 'live.buyer_ambiguous' })
  const { buyerID } = buyers[1] as { buyerID: number }
  expect((await staff('PUT', path, { ...decision, buyerID })).body.data.claim).toMatchObject({
    status: 'won',
    buyer: { handle: '@maria2', customerName: 'Maria Santos' },
  })
})

test.each([
  [{ text: ' ' }, 400, 'Type a name, such as: 12 ana'],
  [{ text: '12' }, 422, 'Type the name of the buyer too, such as: 12 ana'],
  [{ text: 'ana', platform: 'Telegram' }, 400, /^Platform must be one of/],
  [{ text: 'x'.repeat(501) }, 400, 'Text must be at most 500 characters'],
  [{ text: 'ana', livePieceID: 99_999 }, 404, /Piece/],
  [{ text: 'ana', buyerID: 99_999 }, 422, 'Buyer 99999 does not exist'],
])('%j is refused, and nothing is written', async (body, status, message) => {
  const live = await startLive()
  const before = await countsOf()
  const refused = await staff('POST', `/api/v1/lives/${live.liveID}/comments`, body)
  expect([refused.status, refused.body.message]).toEqual([status, expect.stringMatching(message)])
  expect(await countsOf()).toEqual(before)
})

test('a planned and a closed live take no claims; a paused one does', async () => {
  const live = await startLive()
  await staff('PUT', `/api/v1/lives/${live.liveID}/pause`)
  await note(live, '1 ana')
  await staff('PUT', `/api/v1/lives/${live.liveID}/close`)
  expect((await type(live, '2 ana')).body).toMatchObject({ code: 'live.closed' })
})

test('a closed live takes no claim of an undecided comment, but a person may still say that it is none', async () => {
  const live = await startLive()
  const { comment } = await note(live, '99 ana')
  expect(comment.outcome).toBe('undecided')
  await staff('PUT', `/api/v1/lives/${live.liveID}/close`, { confirmed: true })
  const decision = `/api/v1/live-comments/${comment.commentID}/decision`
  const claim = { isClaim: true, livePieceID: live.pieces[0]!.livePieceID }
  const before = await countsOf()
  expect((await staff('PUT', decision, claim)).body).toMatchObject({ code: 'live.closed' })
  expect(await countsOf()).toEqual(before)
  const recapOf = async () => (await staff('GET', `/api/v1/lives/${live.liveID}/recap`)).body.data
  expect((await recapOf()).unread).toBe(1)
  const decided = await staff('PUT', decision, { isClaim: false })
  expect([decided.status, decided.body.data.comment.outcome, decided.body.data.claim]).toEqual([200, 'none', null])
  expect(await recapOf()).toMatchObject({ unread: 0, won: 0, secondsToDecision: null })
  expect((await manager('PUT', decision, { isClaim: false })).body).toMatchObject({ code: 'live.decided_already' })
})

test('closing while a buyer is asked needs a confirmation, and the answer still counts afterwards', async () => {
  const live = await startLive()
  const ana = await win(live, '1 ana')
  const bea = await win(live, '1 bea')
  await step(ana, 'withdrawal', { reason: 'Changed her mind' })
  const close = `/api/v1/lives/${live.liveID}/close`
  const refused = await staff('PUT', close)
  expect([refused.status, refused.body.code, refused.body.message]).toEqual([
    409,
    'live.undecided',
    '1 buyer is asked: decide first, or close anyway',
  ])
  expect((await staff('PUT', close, { confirmed: true })).body.data).toMatchObject({ status: 'Closed', asked: 1 })
  expect((await step(bea, 'acceptance')).body.data).toMatchObject({ status: 'won', saleStatus: 'Pending' })
  await expectReplays(live)
})

test('the record names the buyer of each step', async () => {
  const live = await startLive()
  await win(live, '1 ana')
  await win(live, '1 bea')
  const { steps } = await expectReplays(live)
  expect(
    steps.map(({ number, kind, handle, outcome }: Record<string, unknown>) => [number, kind, handle, outcome]),
  ).toEqual([
    [1, 'noted', 'ana', 'won'],
    [1, 'noted', 'bea', 'waiting'],
  ])
})

test('a withdrawn claim leaves the basket and asks the next, who has 15 minutes', async () => {
  const live = await startLive()
  const ana = await win(live, '1 ana')
  await note(live, '2 ana')
  const bea = await win(live, '1 bea')
  expect((await step(ana, 'withdrawal', {})).body.message).toBe('Say why')
  const { status, body } = await step(ana, 'withdrawal', { reason: 'Changed her mind' })
  expect([status, body.data]).toMatchObject([200, { status: 'withdrawn', reason: 'Changed her mind' }])
  const [, asked] = await claimsOf(live)
  expect(asked).toMatchObject({ claimID: bea.claimID, status: 'asked' })
  expect(Date.parse(asked!.askedUntil!) - Date.parse(asked!.decidedAt)).toBe(15 * 60_000)
  // A piece that is offered is not free for a third.
  expect(await win(live, '1 cora')).toMatchObject({ status: 'waiting' })
  expect((await step(bea, 'acceptance')).body.data).toMatchObject({ status: 'won', saleStatus: 'Pending' })
  expect((await step(bea, 'acceptance')).body).toMatchObject({ code: 'live.claim_decided' })
  await expectReplays(live)
})

test('the last piece of a basket cancels its sale, and the next one begins another', async () => {
  const live = await startLive()
  const ana = await win(live, '1 ana')
  await step(ana, 'withdrawal', { reason: 'Changed her mind' })
  const [canceled] = await db.select().from(sale).where(eq(sale.salesTransactionID, ana.salesTransactionID!))
  expect(canceled).toMatchObject({ status: 'Canceled', cancelReason: 'Changed her mind' })
  const again = await win(live, '1 ana')
  expect(again).toMatchObject({ status: 'won' })
  expect(again.salesTransactionID).not.toBe(ana.salesTransactionID)
})

test('who does not answer in time is passed, and the one after is asked', async () => {
  const live = await startLive([1], { lineLength: 2 })
  const ana = await win(live, 'ana')
  await note(live, 'bea')
  await note(live, 'cora')
  await step(ana, 'withdrawal', { reason: 'Changed her mind' })
  await settleClaims(shopContext(db, new Date(Date.now() + 14 * 60_000)))
  expect(await statesOf(live)).toEqual(['1 ana withdrawn', '1 bea asked', '1 cora waiting'])
  await settleClaims(shopContext(db, new Date(Date.now() + 16 * 60_000)))
  expect(await statesOf(live)).toEqual(['1 ana withdrawn', '1 bea passed', '1 cora asked'])
  await expectReplays(live)
})

test('changing the order needs a reason, and moves the piece between the baskets', async () => {
  const live = await startLive()
  const [ana, bea] = [await win(live, '1 ana'), await win(live, '1 bea')]
  expect((await step(bea, 'place', { aheadOfID: ana.claimID })).body.message).toBe('Say why')
  expect((await step(bea, 'place', { aheadOfID: 99_999, reason: 'x' })).status).toBe(404)
  const moved = await step(bea, 'place', { aheadOfID: ana.claimID, reason: 'Bea wrote first on Facebook' })
  expect(moved.body.data).toMatchObject({ status: 'won', rank: 1, reason: 'Bea wrote first on Facebook' })
  expect(await statesOf(live)).toEqual(['1 bea won', '1 ana waiting'])
  await expectReplays(live)
})

test('a piece that was sold at the counter meanwhile is refused with a sentence', async () => {
  const live = await startLive([1], {}, 1)
  const { itemID } = live.pieces[0]!
  const sold = { locationID: 1, transactionTypeID: 1, items: [{ itemID, orderQty: 1 }] }
  const paid = { ...sold, payments: [{ paymentTypeID: 1, amount: 1000 }], complete: true }
  expect((await staff('POST', '/api/v2/sales', paid)).status).toBe(201)
  const claim = await win(live, 'ana')
  expect(claim).toMatchObject({ status: 'refused', salesTransactionID: null })
  expect(claim.reason).toMatch(/^Piece 1 is sold otherwise: Only 0 of Ring \d+ available at /)
  expect((await claimsOf(live))[0]).toMatchObject({ status: 'refused' })
  await expectReplays(live)
})

test('a completed basket is invoiced, and a lapsed hold asks the next', async () => {
  const live = await startLive()
  const [ana, bea] = [await win(live, '1 ana'), await win(live, '2 bea')]
  await note(live, '2 cora')
  const pay = { paymentTypeID: 1, amount: 1000 }
  await staff('POST', `/api/v2/sales/${ana.salesTransactionID}/payments`, pay)
  await staff('PUT', `/api/v2/sales/${ana.salesTransactionID}/complete`)
  await db.update(sale).set({ holdUntil: new Date() }).where(eq(sale.salesTransactionID, bea.salesTransactionID!))
  await settleClaims(shopContext(db, new Date(Date.now() + 1000)))
  expect(await statesOf(live)).toEqual(['1 ana invoiced', '2 bea lapsed', '2 cora asked'])
  expect((await step(ana, 'withdrawal', { reason: 'x' })).body.message).toBe(
    'This claim of piece 1 is invoiced: only one that is won can be withdrawn',
  )
  await expectReplays(live)
})

test('a hold ends 24 hours after the expected end, and sending makes it 72 hours once', async () => {
  const live = await startLive()
  const ana = await win(live, '1 ana')
  expect(ana.holdUntil).toBe('2036-12-05T14:00:00.000Z')
  const [basket] = (await staff('GET', `/api/v1/lives/${live.liveID}/baskets`)).body.data
  const send = () => staff('POST', `/api/v1/live-baskets/${basket.basketID}/link`)
  const started = Date.now()
  const sent = await send()
  expect([sent.status, sent.body.data.messages.en]).toEqual([200, expect.stringContaining(basket.transactionNumber)])
  const holdOf = async () => Date.parse((await claimsOf(live))[0]!.holdUntil!)
  const hold = await holdOf()
  expect(hold).toBeGreaterThanOrEqual(started + 72 * 3_600_000)
  expect(hold).toBeLessThanOrEqual(Date.now() + 72 * 3_600_000)
  expect((await send()).status).toBe(200)
  expect(await holdOf()).toBe(hold)
  const canceled = await step(ana, 'withdrawal', { reason: 'No money' })
  expect(canceled.body.data.reason).toBe('Cancellation after the page was sent: No money')
  expect((await send()).body).toMatchObject({ code: 'live.basket_closed' })
})

test('a buyer who is not served is refused; the marks need a manager and a reason', async () => {
  const live = await startLive()
  const { buyer: found } = await win(live, '1 rude')
  const path = `/api/v1/live-buyers/${found.buyerID}/marks`
  const mark = { mark: 'not served', reason: 'Never paid three times' }
  expect((await staff('POST', path, mark)).status).toBe(403)
  expect((await manager('POST', path, { mark: 'not served' })).body.message).toBe('Say why')
  const marked = await manager('POST', path, mark)
  expect([marked.status, marked.body.data]).toMatchObject([201, { won: 1, marks: [mark] }])
  expect((await manager('POST', path, mark)).status).toBe(409)
  expect(await win(live, '2 rude')).toMatchObject({ status: 'refused', reason: 'This buyer is not served' })
  const { markID } = marked.body.data.marks[0]
  const end = `${path}/${markID}/end`
  const reason = { reason: 'Paid all three in the shop' }
  expect((await staff('PUT', end, reason)).status).toBe(403)
  const unexplained = [await manager('PUT', end, { reason: ' ' }), await manager('PUT', end, {})]
  expect(unexplained.map(({ status, body }) => [status, body.message])).toEqual([
    [400, 'Say why'],
    [400, 'Say why'],
  ])
  expect((await manager('PUT', `${path}/99999/end`, reason)).status).toBe(404)
  const facts = async () => (await staff('GET', `/api/v1/live-buyers/${found.buyerID}`)).body.data
  expect((await facts()).marks).toMatchObject([{ endedAt: null, endedByName: null, endReason: null }])
  const both = await Promise.all([manager('PUT', end, reason), as(1)('PUT', end, { reason: 'Another one' })])
  const ended = both.find(({ status }) => status === 200)!
  const late = both.find(({ status }) => status !== 200)!
  const [kept] = ended.body.data.marks
  expect(kept).toMatchObject({ ...mark, markedByName: 'Test Manager', endedAt: expect.any(String) })
  expect([late.status, late.body.code, late.body.message]).toEqual([
    409,
    'live.mark_ended',
    `${kept.endedByName} has ended the mark not served already`,
  ])
  expect((await facts()).marks).toEqual([kept])
  const [row] = await db
    .select({ before: audit.before, after: audit.after, userID: audit.userID })
    .from(audit)
    .where(and(eq(audit.entity, 'buyer'), eq(audit.entityID, found.buyerID)))
    .orderBy(desc(audit.auditID))
    .limit(1)
  expect(row).toMatchObject({ before: { marks: ['not served'] }, after: { marks: [], reason: kept.endReason } })
  expect(await win(live, '2 rude')).toMatchObject({ status: 'won' })
  await expectReplays(live)
})

test('the mark not served also holds for who waits, is asked or is moved ahead', async () => {
  const live = await startLive()
  const ana = await win(live, '1 ana')
  const rude = await win(live, '1 rude')
  const path = `/api/v1/live-buyers/${rude.buyer.buyerID}/marks`
  await manager('POST', path, { mark: 'not served', reason: 'Never paid three times' })
  const before = await claimsOf(live)
  const moved = await step(rude, 'place', { aheadOfID: ana.claimID, reason: 'First on Facebook' })
  expect([moved.status, moved.body.code, moved.body.message]).toEqual([
    409,
    'live.not_served',
    'This buyer is not served: a manager ends that mark first',
  ])
  expect(await claimsOf(live)).toEqual(before)
  await step(ana, 'withdrawal', { reason: 'Changed her mind' })
  expect((await step(rude, 'acceptance')).body.data).toMatchObject({
    status: 'refused',
    reason: 'This buyer is not served',
    salesTransactionID: null,
  })
  expect(await win(live, '1 cora')).toMatchObject({ status: 'won' })
  await expectReplays(live)
})

test('a larger quantity asks who waits', async () => {
  const live = await startLive([1])
  await note(live, 'ana')
  await note(live, 'bea')
  const { livePieceID, itemID } = live.pieces[0]!
  const resize = (quantity: number) =>
    staff('PUT', `/api/v1/lives/${live.liveID}/pieces`, { pieces: [{ livePieceID, itemID, quantity }] })
  expect((await resize(2)).body.data.pieces).toMatchObject([{ won: 1, asked: 1 }])
  expect((await resize(1)).body).toMatchObject({ code: 'live.too_few' })
  await expectReplays(live)
})

test('random claims, withdrawals, answers and moves always replay to the stored outcome', async () => {
  const live = await startLive([1, 2, 1], { lineLength: 2 }, 3)
  let seed = 20_261_127
  const draw = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return seed % below
  }
  for (let n = 0; n < 120; n++) {
    const claims = await claimsOf(live)
    const one = claims[draw(Math.max(1, claims.length))]
    const other = claims[draw(Math.max(1, claims.length))]
    const kind = draw(8)
    const answer =
      one === undefined || kind < 4
        ? await type(live, `${1 + draw(3)} b${draw(9)}`)
        : kind === 4
          ? await step(one, 'withdrawal', { reason: 'random' })
          : kind === 5
            ? await step(one, 'acceptance')
            : kind === 6
              ? await step(one, 'pass')
              : await step(one, 'place', { aheadOfID: other!.claimID, reason: 'random' })
    expect([200, 201, 404, 409], `step ${n}: ${answer.body.message}`).toContain(answer.status)
  }
  const { steps } = await expectReplays(live)
  expect(steps.length).toBeGreaterThan(40)
  for (const number of [1, 2, 3]) {
    const won = (await claimsOf(live)).filter((claim) => claim.number === number && claim.status === 'won')
    expect(won.length).toBeLessThanOrEqual(number === 2 ? 2 : 1)
  }
})

test('the claims of one piece are read alone, and a key that is none is refused', async () => {
  const live = await startLive([1, 1])
  await note(live, '1 ana')
  await note(live, '2 bea')
  const [, second] = live.pieces
  const { body } = await staff('GET', `/api/v1/lives/${live.liveID}/claims?livePieceID=${second!.livePieceID}`)
  expect(body.data).toEqual((await claimsOf(live)).filter(({ number }) => number === 2))
  expect(body.data).toHaveLength(1)
  const other = await startLive([1])
  const elsewhere = await staff('GET', `/api/v1/lives/${other.liveID}/claims?livePieceID=${second!.livePieceID}`)
  expect(elsewhere.body.data).toEqual([])
  expect((await staff('GET', `/api/v1/lives/${live.liveID}/claims?livePieceID=x`)).status).toBe(400)
})
