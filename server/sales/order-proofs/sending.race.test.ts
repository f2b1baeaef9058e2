// Proves that an upload, an approval, a cancellation and the lapse of the hold at once, in any order, end in one valid
// outcome: what the buyer was told is true, and the books are right.
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { proofShop } from '../../../tests/support/order-proofs.ts'
import { expectBooksRight } from '../../../tests/support/proof-books.ts'
import { moneyEntry, payAccount } from '../../db/schema/money.ts'
import { proofPayment } from '../../db/schema/proofs.ts'
import { sale } from '../../db/schema/sales.ts'
import { shopContext } from '../../kernel/context.ts'
import { lapseHolds } from '../sale/holds.operations.ts'

const { db, as, makeSale, openSale, send, proofsOf, today } = await proofShop()

test('upload, approval, cancellation and lapse at once end in one valid outcome', async () => {
  const [account] = await db
    .insert(payAccount)
    .values({
      kind: 'Bank transfer',
      bankOrWallet: 'BPI',
      holder: 'Shop',
      number: '0012 3456 78',
      paymentTypeID: 1,
      position: 1,
    })
    .returning()
  for (let round = 0; round < 8; round++) {
    // Without a cancellation, the upload and the approval both come through.
    const isCanceled = round < 4
    const { id, cookie } = await openSale((await makeSale({ payments: [] })).salesTransactionID)
    const payAccountID = String(account!.payAccountID)
    expect((await send(cookie, { account: payAccountID })).statusCode).toBe(303)
    const [first] = await proofsOf(id)
    // Every second hold is over, and lapses unless the approval comes before.
    const holdUntil = new Date(Date.now() + (round % 2 === 0 ? -1_000 : 3_600_000))
    await db.update(sale).set({ holdUntil }).where(eq(sale.salesTransactionID, id))
    const approval = { amount: 1_000, day: today, payAccountID: account!.payAccountID, reference: `seen ${round}` }
    const acts = [
      async () => (await send(cookie, { account: payAccountID, amount: '500' })).statusCode,
      async () =>
        (await as(3)('PUT', `/api/v1/proofs/${first!.proofID}/approve`, { ...approval, isPart: true })).status,
      async () =>
        isCanceled
          ? (await as(2)('PUT', `/api/v2/sales/${id}/cancel`, { deposit: 'refund', reason: 'Changed her mind' })).status
          : 409,
      () => lapseHolds(shopContext(db, new Date())),
    ].map((act, place) => ({ act, place }))
    const turned = [...acts.slice(round % 4), ...acts.slice(0, round % 4)]
    const answers = await Promise.all(turned.map(async ({ act, place }) => [place, await act()] as const))
    const [upload, approved, canceled] = answers.toSorted(([a], [b]) => a - b).map(([, status]) => status)
    expect(isCanceled || (upload === 303 && approved === 200)).toBe(true)
    expect([upload, approved, canceled].filter((status) => ![200, 303, 409, 422].includes(status!))).toEqual([])

    const proofs = await proofsOf(id)
    expect(proofs.length).toBe(upload === 303 ? 2 : 1)
    expect(proofs[0]!.status).toBe(approved === 200 ? 'Approved' : 'Sent')
    const entries = db.$count(moneyEntry, sql`${eq(moneyEntry.salesTransactionID, id)} and kind = 'payment'`)
    expect(await entries).toBe(approved === 200 ? 1 : 0)
    expect(await db.$count(proofPayment, eq(proofPayment.proofID, first!.proofID))).toBe(approved === 200 ? 1 : 0)
    const [stored] = await db.select().from(sale).where(eq(sale.salesTransactionID, id))
    expect(stored!.status === 'Canceled').toBe(canceled === 200)
  }
  await expectBooksRight(db)
}, 120_000)
