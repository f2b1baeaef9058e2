// Proves that claims, the counter, withdrawals and the clock may meet at once: no piece goes to two people, and the record
// replays to what is stored.
import { and, eq, inArray } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, test } from 'vitest'

import type { LiveClaimRow } from '../../../contract/live/live-claims.ts'
import type { LiveRow } from '../../../contract/live/lives.ts'
import { testApp } from '../../../tests/support/fixtures.ts'
import { stockItem } from '../../../tests/support/stocked.ts'
import { liveClaim } from '../../db/schema/live.ts'
import { sale, saleItem } from '../../db/schema/sales.ts'
import { inventory } from '../../db/schema/stock.ts'
import { shopContext } from '../../kernel/context.ts'
import { lockLiveShared } from '../plan/plan.queries.ts'
import { settleClaims } from '../upkeep/upkeep.operations.ts'

const { db, as } = await testApp({ connections: 12 })
const [manager, staff] = [as(2), as(3)]
const people = [staff, manager, as(1)]

let made = 0
async function startLive(quantities: number[], stock: number, lineLength = 1): Promise<LiveRow> {
  const { body } = await staff('POST', '/api/v1/lives', {
    liveName: 'Friday night',
    platforms: ['TikTok'],
    plannedStart: '2026-12-04T11:00:00Z',
    expectedEnd: '2036-12-04T14:00:00Z',
    locationID: 1,
    transactionTypeID: 1,
    lineLength,
  })
  const path = `/api/v1/lives/${body.data.liveID}`
  const pieces = []
  for (const quantity of quantities) {
    const named = { itemName: `Ring ${++made}`, grams: made + 0.25, quantity: stock, price: 1000 }
    pieces.push({ itemID: (await stockItem(db, named)).itemID, quantity })
  }
  await staff('PUT', `${path}/pieces`, { pieces })
  await staff('PUT', `${path}/start`)
  return (await staff('PUT', `${path}/show`, { to: 'next', showID: null })).body.data
}
const type = ({ liveID }: LiveRow, text: string, who = staff) =>
  who('POST', `/api/v1/lives/${liveID}/comments`, { text })
const claimsOf = async ({ liveID }: LiveRow): Promise<LiveClaimRow[]> =>
  (await staff('GET', `/api/v1/lives/${liveID}/claims`)).body.data

/** Proves the record, the quantity of each piece, and that every won claim holds a line of its own in an open sale. */
async function expectSound(live: LiveRow) {
  const { body } = await staff('GET', `/api/v1/lives/${live.liveID}/record`)
  expect(body.data.differences).toEqual([])
  for (const { livePieceID, quantity, itemID } of live.pieces) {
    const taken = ['won', 'asked', 'invoiced'] as const
    const isTaken = and(eq(liveClaim.livePieceID, livePieceID), inArray(liveClaim.status, [...taken]))
    expect(await db.$count(liveClaim, isTaken)).toBeLessThanOrEqual(quantity)
    const won = await db
      .select({ line: liveClaim.salesItemID })
      .from(liveClaim)
      .where(and(eq(liveClaim.livePieceID, livePieceID), eq(liveClaim.status, 'won')))
    const open = await db
      .select({ line: saleItem.salesItemID })
      .from(saleItem)
      .innerJoin(sale, eq(sale.salesTransactionID, saleItem.salesTransactionID))
      .where(and(eq(saleItem.itemID, itemID), eq(sale.status, 'Pending')))
    const byKey = (a: { line: number | null }, b: { line: number | null }) => a.line! - b.line!
    expect(open.toSorted(byKey)).toEqual(won.toSorted(byKey))
    const [stock] = await db.select().from(inventory).where(eq(inventory.itemID, itemID))
    expect(stock!.reserved).toBe(won.length)
    expect(stock!.reserved).toBeLessThanOrEqual(stock!.quantity)
  }
}

test('the last one of a kind goes to the counter or to the live, never to both', async () => {
  for (let round = 0; round < 4; round++) {
    const live = await startLive([1], 1)
    const { itemID } = live.pieces[0]!
    const sold = { locationID: 1, transactionTypeID: 1, items: [{ itemID, orderQty: 1 }], complete: true }
    const [counter, claim] = await Promise.all([
      staff('POST', '/api/v2/sales', { ...sold, payments: [{ paymentTypeID: 1, amount: 1000 }] }),
      type(live, 'ana', manager),
    ])
    expect(claim.status).toBe(201)
    const isSold = counter.status === 201
    expect(claim.body.data.claim.status).toBe(isSold ? 'refused' : 'won')
    expect(counter.body.code).toBe(isSold ? undefined : 'sale.stock_short')
  }
})

test('a host moves on while claims are being accepted', async () => {
  const live = await startLive([1, 1], 5)
  await db.transaction(async (tx) => {
    await lockLiveShared(tx, live.liveID)
    const moved = await staff('PUT', `/api/v1/lives/${live.liveID}/show`, { to: 'next', showID: live.show!.showID })
    expect([moved.status, moved.body.data.show.livePieceID]).toEqual([200, live.pieces[1]!.livePieceID])
  })
})

test('a withdrawal, an answer and new claims at once leave one winner', async () => {
  const live = await startLive([1], 5, 2)
  const ana = (await type(live, 'ana')).body.data.claim
  await type(live, 'bea')
  await Promise.all([
    staff('PUT', `/api/v1/live-claims/${ana.claimID}/withdrawal`, { reason: 'Changed her mind' }),
    manager('PUT', `/api/v1/live-claims/${ana.claimID}/withdrawal`, { reason: 'Changed her mind' }),
    ...Array.from({ length: 6 }, (_, n) => type(live, `late${n}`, people[n % 3])),
  ])
  const asked = (await claimsOf(live)).filter(({ status }) => status === 'asked')
  expect(asked).toMatchObject([{ buyer: { handle: 'bea' } }])
  const answers = await Promise.all(
    people.map((who) => who('PUT', `/api/v1/live-claims/${asked[0]!.claimID}/acceptance`)),
  )
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
  await expectSound(live)
})

test(
  'any claims, withdrawals, answers, moves and lapses at once replay to the same winners',
  { timeout: 300_000 },
  async () => {
    const step = fc.record({
      kind: fc.nat(8),
      piece: fc.integer({ min: 1, max: 3 }),
      buyer: fc.nat(6),
      who: fc.nat(2),
      one: fc.nat(50),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 40 }), fc.nat(2), async (steps, lineLength) => {
        const live = await startLive([1, 2, 1], 3, lineLength)
        for (let n = 0; n < steps.length; n += 5) {
          const claims = await claimsOf(live)
          const done = steps.slice(n, n + 5).map(({ kind, piece, buyer, who, one }) => {
            const claim = claims[one % Math.max(1, claims.length)]
            const change = (what: string, body: object = {}) =>
              people[who]!('PUT', `/api/v1/live-claims/${claim!.claimID}/${what}`, body)
            if (!claim || kind < 4) return type(live, `${piece} b${buyer}`, people[who])
            if (kind === 4) return change('withdrawal', { reason: 'drawn' })
            if (kind === 5) return change('acceptance')
            if (kind === 6) return change('pass')
            if (kind === 7)
              return change('place', { aheadOfID: claims[(one + 1) % claims.length]!.claimID, reason: 'drawn' })
            // The next in line did not answer in time.
            return settleClaims(shopContext(db, new Date(Date.now() + 16 * 60_000))).then(() => ({ status: 200 }))
          })
          for (const { status } of await Promise.all(done)) expect([200, 201, 404, 409]).toContain(status)
        }
        await expectSound(live)
      }),
      { numRuns: 6, endOnFailure: true },
    )
  },
)
