// Proves that a payment proof extends the hold of its sale once, and never one that has lapsed or that a deposit keeps, also
// while the lapse or a cancellation happens at the same time.
import { and, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { proofShop } from '../../../tests/support/order-proofs.ts'
import { sale } from '../../db/schema/sales.ts'
import { audit } from '../../db/schema/shared.ts'
import { shopContext } from '../../kernel/context.ts'
import { lapseHolds } from '../sale/holds.operations.ts'

const { db, as, makeSale, openSale, send, proofsOf } = await proofShop()
const hour = 3_600_000

async function heldSale(holdUntil: Date | null) {
  const { salesTransactionID } = await makeSale({ payments: [] })
  const opened = await openSale(salesTransactionID)
  await db.update(sale).set({ holdUntil }).where(eq(sale.salesTransactionID, opened.id))
  return opened
}
async function holdOf(id: number) {
  const [row] = await db.select().from(sale).where(eq(sale.salesTransactionID, id))
  return row!.holdUntil
}
const inHours = (hours: number) => new Date(Date.now() + hours * hour)

test('a hold that ends soon lasts twelve hours from then on, once, with an audit row', async () => {
  const { id, cookie } = await heldSale(inHours(1))
  const from = Date.now()
  expect((await send(cookie, {})).statusCode).toBe(303)
  const moved = (await holdOf(id))!
  expect(moved.getTime()).toBeGreaterThanOrEqual(from + 12 * hour)
  expect(moved.getTime()).toBeLessThanOrEqual(Date.now() + 12 * hour)
  expect((await proofsOf(id)).map(({ heldUntil }) => heldUntil)).toEqual([moved])
  const rows = await db
    .select()
    .from(audit)
    .where(and(eq(audit.entity, 'sale'), eq(audit.entityID, id), eq(audit.action, 'hold')))
  expect(rows).toMatchObject([{ userID: null, after: { holdUntil: moved.toISOString() } }])
  await db
    .update(sale)
    .set({ holdUntil: inHours(2) })
    .where(eq(sale.salesTransactionID, id))
  const second = await holdOf(id)
  expect((await send(cookie, {})).statusCode).toBe(303)
  expect(await holdOf(id)).toEqual(second)
  expect((await proofsOf(id)).map(({ heldUntil }) => heldUntil)).toEqual([moved, null])
})

test.each([
  ['lapsed', inHours(-1)],
  ['long', inHours(40)],
  ['kept', null],
])('a hold that is %s stays as it is', async (_, holdUntil) => {
  const { id, cookie } = await heldSale(holdUntil)
  expect((await send(cookie, {})).statusCode).toBe(303)
  expect(await holdOf(id)).toEqual(holdUntil)
  expect(await proofsOf(id)).toMatchObject([{ heldUntil: null }])
})

test('of two proofs at once, one extends the hold', async () => {
  const { id, cookie } = await heldSale(inHours(1))
  await Promise.all([send(cookie, {}), send(cookie, {})])
  expect((await proofsOf(id)).filter(({ heldUntil }) => heldUntil !== null)).toHaveLength(1)
})

test('a hold that lapses meanwhile is either extended or released, never both', async () => {
  for (let n = 0; n < 5; n++) {
    const { id, cookie } = await heldSale(inHours(0.0001))
    await Promise.all([send(cookie, {}), lapseHolds(shopContext(db, inHours(0.001)))])
    const [proof] = await proofsOf(id)
    const lapses = await db.$count(
      audit,
      and(eq(audit.entity, 'sale'), eq(audit.entityID, id), eq(audit.action, 'lapse')),
    )
    expect([proof!.heldUntil !== null, lapses].join()).toMatch(/^(?:true,0|false,[01])$/)
  }
})

test('a sale that is canceled meanwhile either has the proof before, or refuses it', async () => {
  const { id, cookie } = await heldSale(inHours(1))
  const [sent] = await Promise.all([
    send(cookie, {}),
    as(2)('PUT', `/api/v2/sales/${id}/cancel`, { reason: 'She moved away' }),
  ])
  const [row] = await db.select().from(sale).where(eq(sale.salesTransactionID, id))
  expect(row!.status).toBe('Canceled')
  expect([303, 409]).toContain(sent.statusCode)
  expect((await proofsOf(id)).length).toBe(sent.statusCode === 303 ? 1 : 0)
  expect((await send(cookie, {})).statusCode).toBe(409)
})
