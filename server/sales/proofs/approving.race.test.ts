// Proves that of people who decide at once one wins and nothing is taken twice: the same reference for two sales, the same
// proof by many, and approval, rejection, withdrawal, cancellation, completion and lapse in any order.
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { expectBooksRight } from '../../../tests/support/proof-books.ts'
import { proofShop } from '../../../tests/support/proofs.ts'
import { moneyEntry } from '../../db/schema/money.ts'
import { paymentProof, proofPayment } from '../../db/schema/proofs.ts'
import { sale } from '../../db/schema/sales.ts'
import { shopContext } from '../../kernel/context.ts'
import { lapseHolds } from '../sale/holds.operations.ts'

const { db, staff, manager, admin, bea, sell, send, seen, act } = await proofShop({ connections: 20 })
const people = [staff, manager, admin]
const paymentsOf = (id: number) =>
  db.$count(moneyEntry, sql`${eq(moneyEntry.salesTransactionID, id)} and kind = 'payment'`)

test('the same reference, approved by two people for two sales at once, pays one', async () => {
  for (let round = 0; round < 3; round++) {
    const sales = [await sell(), await sell({ customerID: bea.customerID })]
    const proofs = [await send(sales[0]!.salesTransactionID), await send(sales[1]!.salesTransactionID)]
    const approval = seen(10_000)
    const answers = await Promise.all(proofs.map((id, n) => act(id, 'approve', approval, people[n])))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    const won = answers.findIndex(({ status }) => status === 200)
    const lost = answers[1 - won]!.body
    expect([lost.code, lost.message]).toEqual([
      'proof.reference_used',
      expect.stringContaining(`Reference ${approval.reference} paid ${sales[won]!.transactionNumber} (`),
    ])
    const paid = await Promise.all(sales.map(({ salesTransactionID }) => paymentsOf(salesTransactionID)))
    expect(paid.toSorted((a, b) => a - b)).toEqual([0, 1])
  }
  await expectBooksRight(db)
}, 60_000)

test('the same proof, approved ten times at once, makes one payment', async () => {
  const { salesTransactionID: id } = await sell()
  const proofID = await send(id)
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, n) => act(proofID, 'approve', seen(10_000), people[n % 3])),
  )
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, ...Array(9).fill(409)])
  expect(await db.$count(proofPayment, eq(proofPayment.proofID, proofID))).toBe(1)
  expect(await paymentsOf(id)).toBe(1)
  await expectBooksRight(db)
}, 60_000)

test('an approval undone ten times at once gives the money back once', async () => {
  const { salesTransactionID: id } = await sell()
  const proofID = await send(id)
  expect((await act(proofID, 'approve', seen(10_000))).status).toBe(200)
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => act(proofID, 'undo', { reason: 'Wrong' }, manager)),
  )
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, ...Array(9).fill(409)])
  expect(await paymentsOf(id)).toBe(2)
  await expectBooksRight(db)
}, 60_000)

test('several proofs of one sale, approved at once, never pay more than it owes', async () => {
  const { salesTransactionID: id } = await sell()
  const proofs = await Promise.all(Array.from({ length: 6 }, () => send(id)))
  const answers = await Promise.all(
    proofs.map((proofID, n) => act(proofID, 'approve', seen(3_000, { isPart: true }), people[n % 3])),
  )
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 200, 200, 409, 409, 409])
  const [stored] = await db.select().from(sale).where(eq(sale.salesTransactionID, id))
  expect(stored!.amountPaid).toBe(9_000)
  await expectBooksRight(db)
}, 60_000)

test('approvals that pay the same two sales in opposite orders never deadlock', async () => {
  const [one, two] = [await sell(), await sell()]
  const [a, b] = [one.salesTransactionID, two.salesTransactionID]
  const approve = async (first: number, second: number, n: number) =>
    act(
      await send(first),
      'approve',
      seen(2_000, {
        isPart: true,
        parts: [
          { salesTransactionID: first, amount: 1_000 },
          { salesTransactionID: second, amount: 1_000 },
        ],
      }),
      people[n % 3],
    )
  const answers = await Promise.all(Array.from({ length: 6 }, (_, n) => (n % 2 ? approve(a, b, n) : approve(b, a, n))))
  expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200))
  await expectBooksRight(db)
}, 60_000)

test('approval, rejection, withdrawal, cancellation, completion and lapse at once end in one valid outcome', async () => {
  for (let round = 0; round < 6; round++) {
    // Every third sale is paid already, so that it can be completed, and every second hold is over.
    const isPaid = round % 3 === 0
    const { salesTransactionID: id } = await sell(isPaid ? { payments: [{ paymentTypeID: 1, amount: 10_000 }] } : {})
    if (!isPaid && round % 2 === 0)
      await db
        .update(sale)
        .set({ holdUntil: new Date(Date.now() - 1_000) })
        .where(eq(sale.salesTransactionID, id))
    const proofID = await send(id)
    const acts = [
      () => act(proofID, 'approve', seen(10_000), staff),
      () => act(proofID, 'reject', { reason: 'unreadable' }, admin),
      () => withdraw(proofID),
      () => manager('PUT', `/api/v2/sales/${id}/cancel`, { deposit: 'refund', reason: 'Changed her mind' }),
      () => admin('PUT', `/api/v2/sales/${id}/complete`),
      () => lapseHolds(shopContext(db, new Date())),
    ]
    const turned = [...acts.slice(round % acts.length), ...acts.slice(0, round % acts.length)]
    const answers = await Promise.all(turned.map((one) => one()))
    const statuses = answers.flatMap((answer) => (answer && 'status' in answer ? [answer.status] : []))
    expect(statuses.filter((status) => ![200, 409, 422].includes(status))).toEqual([])
    const [proof] = await db.select().from(paymentProof).where(eq(paymentProof.proofID, proofID))
    const parts = await db.$count(proofPayment, eq(proofPayment.proofID, proofID))
    expect(['Sent', 'Approved', 'Rejected', 'Withdrawn']).toContain(proof!.status)
    expect(parts).toBe(proof!.status === 'Approved' ? 1 : 0)
    // A paid sale owes nothing that a proof could pay.
    expect([isPaid, proof!.status]).not.toEqual([true, 'Approved'])
    await expectBooksRight(db)
  }
}, 60_000)

/** Withdraws a proof as its buyer does. */
async function withdraw(proofID: number) {
  await db
    .update(paymentProof)
    .set({ status: 'Withdrawn', decidedAt: new Date(), takenByID: null, takenUntil: null })
    .where(sql`${eq(paymentProof.proofID, proofID)} and status = 'Sent'`)
}
