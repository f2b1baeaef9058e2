// Proves through HTTP what approving a proof takes: the payment, once, with the reference as it stands in the account. Also
// each refusal, the division over several sales, the second person, and that undoing frees the reference.
import { eq, sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'

import { expectBooksRight } from '../../../tests/support/proof-books.ts'
import { proofShop } from '../../../tests/support/proofs.ts'
import { shopSetting } from '../../db/schema/company.ts'
import { moneyEntry } from '../../db/schema/money.ts'
import { paymentProof, proofPayment } from '../../db/schema/proofs.ts'
import { sale } from '../../db/schema/sales.ts'

const { db, staff, manager, admin, bea, bpi, yucho, today, sell, send, seen, get, act } = await proofShop()

beforeEach(async () => {
  await db.update(shopSetting).set({ secondPersonFrom: null })
})

const paidOf = async (id: number) => {
  const { body } = await staff('GET', `/api/v2/sales/${id}`)
  return body.data as {
    amountPaid: number
    balance: number
    status: string
    holdUntil: string | null
    payments: object[]
  }
}
const refused = (status: number, code: string, message: string | RegExp) => ({
  status,
  body: { code, message: typeof message === 'string' ? message : expect.stringMatching(message) },
})

test('approving takes the payment of what was seen, in the same step', async () => {
  const { salesTransactionID: id } = await sell()
  const proofID = await send(id, { amount: 10_000, reference: 'typed wrong' })
  const approval = seen(10_000, { reference: ' 4001-5436 10110 ' })
  const { status, body } = await act(proofID, 'approve', approval)
  expect(status, body.message).toBe(200)
  expect(body.data).toMatchObject({
    status: 'Approved',
    decidedBy: { name: 'Test Staff' },
    takenBy: null,
    seen: {
      amount: 10_000,
      day: today,
      reference: '4001-5436 10110',
      payAccountID: bpi.payAccountID,
      overrideReason: null,
    },
    parts: [{ kind: 'sale', amount: 10_000, salesTransactionID: id }],
    flags: [],
  })
  expect(await paidOf(id)).toMatchObject({
    amountPaid: 10_000,
    balance: 0,
    status: 'Processing',
    holdUntil: null,
    payments: [{ paymentTypeID: bpi.paymentTypeID, amount: 10_000, reference: '4001-5436 10110' }],
  })
  const [stored] = await db.select().from(paymentProof).where(eq(paymentProof.proofID, proofID))
  expect(stored!.referenceKey).toBe('4001543610110')
  expect(await act(proofID, 'approve', seen(10_000), manager)).toMatchObject(
    refused(409, 'proof.decided', 'Test Staff has approved this proof already'),
  )
  expect(await act(proofID, 'reject', { reason: 'unreadable' })).toMatchObject({ status: 409 })
  await expectBooksRight(db)
})

test('a reference approves once for an account, and the refusal names the first', async () => {
  const { salesTransactionID: first, transactionNumber } = await sell()
  const { salesTransactionID: second } = await sell({ customerID: bea.customerID })
  await act(await send(first), 'approve', seen(10_000, { reference: '1001543610110', day: '2026-11-03' }))
  const again = await send(second)
  for (const reference of ['1001543610110', '1001-5436 10110', '１００１５４３６１０１１０'])
    expect(await act(again, 'approve', seen(10_000, { reference }))).toMatchObject(
      refused(
        409,
        'proof.reference_used',
        new RegExp(`^Reference 1001543610110 paid ${transactionNumber} \\(Ana R\\., 3 Nov`),
      ),
    )
  expect(await get(again)).toMatchObject({ status: 'Sent', seen: null })
  expect((await paidOf(second)).amountPaid).toBe(0)
  // Another account has references of its own.
  const other = seen(10_000, { reference: '1001543610110', payAccountID: yucho.payAccountID })
  expect((await act(again, 'approve', other)).status).toBe(200)
})

test('an ordinary payment uses up a reference too', async () => {
  const { salesTransactionID: id, transactionNumber } = await sell()
  await staff('POST', `/api/v2/sales/${id}/payments`, {
    paymentTypeID: bpi.paymentTypeID,
    amount: 500,
    reference: 'TT 77',
  })
  expect(await act(await send(id), 'approve', seen(9_500, { reference: 'tt77' }))).toMatchObject(
    refused(409, 'proof.reference_used', new RegExp(`^Reference TT 77 paid ${transactionNumber}`)),
  )
})

test('an administrator overrides a used reference with a reason, and nobody else does', async () => {
  const [one, two, three] = [await sell(), await sell(), await sell()]
  const approval = seen(10_000)
  await act(await send(one.salesTransactionID), 'approve', approval)
  const proofID = await send(two.salesTransactionID)
  const override = { ...approval, overrideReason: 'The bank gave it twice' }
  for (const who of [staff, manager])
    expect(await act(proofID, 'approve', override, who)).toMatchObject(
      refused(403, 'proof.override_denied', 'Only an administrator may approve a reference that was used before'),
    )
  expect((await act(proofID, 'approve', approval, admin)).status).toBe(409)
  const { body } = await act(proofID, 'approve', override, admin)
  expect(body.data.seen).toMatchObject({ overrideReason: 'The bank gave it twice' })
  // The override excuses this proof alone.
  expect((await act(await send(three.salesTransactionID), 'approve', approval)).status).toBe(409)
  // A reason without need is not kept, so that the reference stays unique.
  const free = seen(10_000, { overrideReason: 'To be sure' })
  const third = await send(three.salesTransactionID)
  expect((await act(third, 'approve', free)).body.data.seen.overrideReason).toBe(null)
})

test('where the references of a bank repeat, the day and the amount tell transfers apart', async () => {
  const approve = async (more: object) => {
    const { salesTransactionID } = await sell()
    const approval = { ...seen(10_000, { reference: 'ヤマダ ハナコ', payAccountID: yucho.payAccountID }), ...more }
    return (await act(await send(salesTransactionID), 'approve', approval)).status
  }
  expect(await approve({ day: '2026-11-20' })).toBe(200)
  expect(await approve({ day: '2026-11-20' })).toBe(409)
  expect(await approve({ day: '2026-11-21' })).toBe(200)
  expect(await approve({ day: '2026-11-20', amount: 9_999, isPart: true })).toBe(200)
})

test('what was seen is sane: a reference, an account, an amount, and a day that is not in the future', async () => {
  const { salesTransactionID: id } = await sell()
  const proofID = await send(id)
  const tomorrow = new Date(Date.parse(`${today}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10)
  expect(await act(proofID, 'approve', seen(10_000, { reference: '---' }))).toMatchObject(
    refused(422, 'proof.reference_empty', 'A reference has letters or digits'),
  )
  expect(await act(proofID, 'approve', seen(10_000, { day: tomorrow }))).toMatchObject(
    refused(422, 'proof.day_too_late', 'The day of the payment must not be later than today'),
  )
  expect(await act(proofID, 'approve', seen(10_000, { payAccountID: 9_999 }))).toMatchObject(
    refused(422, 'reference.missing', 'This account does not exist'),
  )
  for (const wrong of [{ amount: 0 }, { amount: -1 }, { amount: 1.005 }, { reference: '' }, { day: '2026-02-30' }])
    expect((await act(proofID, 'approve', { ...seen(10_000), ...wrong })).status).toBe(400)
  expect((await get(proofID)).status).toBe('Sent')
})

test('less than the next amount asks whether a part payment is meant', async () => {
  const { salesTransactionID: id } = await sell({
    schedule: [
      { dueDate: '2030-01-10', amount: 4_000 },
      { dueDate: '2030-02-10', amount: 6_000 },
    ],
  })
  const proofID = await send(id)
  const approval = seen(3_500)
  expect(await act(proofID, 'approve', approval)).toMatchObject(
    refused(409, 'proof.short', '₱500.00 short: approve as a part payment?'),
  )
  expect((await act(proofID, 'approve', { ...approval, isPart: true })).status).toBe(200)
  // The next amount is now the rest of the first instalment.
  expect((await act(await send(id), 'approve', seen(500))).status).toBe(200)
  expect((await paidOf(id)).balance).toBe(6_000)
})

test('more than is owed is never the next instalment in silence', async () => {
  const { salesTransactionID: id } = await sell()
  const proofID = await send(id)
  expect(await act(proofID, 'approve', seen(10_500))).toMatchObject(
    refused(409, 'proof.more_than_owed', '₱500.00 more than is owed: keep it as credit of Ana Reyes, or send it back?'),
  )
  const { salesTransactionID: nobody, transactionNumber } = await sell({ customerID: null })
  const stranger = await send(nobody)
  expect(await act(stranger, 'approve', seen(10_500))).toMatchObject(
    refused(
      409,
      'proof.more_than_owed',
      '₱500.00 more than is owed: name the customer in the sale first, to keep it as credit or to send it back',
    ),
  )
  expect(await act(stranger, 'approve', seen(10_500, { rest: 'credit' }))).toMatchObject(
    refused(
      422,
      'credit.customer_missing',
      `${transactionNumber} has no customer to whom the ₱500.00 could be credited: name one in the sale first`,
    ),
  )
  expect((await paidOf(id)).amountPaid).toBe(0)

  const { salesTransactionID: layaway } = await sell({
    schedule: [
      { dueDate: '2030-01-10', amount: 4_000 },
      { dueDate: '2030-02-10', amount: 6_000 },
    ],
  })
  const early = await send(layaway)
  expect(await act(early, 'approve', seen(5_000))).toMatchObject(
    refused(
      409,
      'proof.more_than_owed',
      '₱1,000.00 more than is owed: keep it as credit of Ana Reyes, or send it back?',
    ),
  )
  // A person may say that the next instalment is meant.
  const parts = [{ salesTransactionID: layaway, amount: 5_000 }]
  expect((await act(early, 'approve', seen(5_000, { parts }))).status).toBe(200)
  expect((await paidOf(layaway)).balance).toBe(5_000)
})

test('one transfer pays several sales of a customer, and several transfers one sale', async () => {
  const [one, two] = [await sell({ quantity: 3 }), await sell({ quantity: 2 })]
  const ids = [one.salesTransactionID, two.salesTransactionID]
  const parts = (a: number, b: number) => [
    { salesTransactionID: ids[1], amount: b },
    { salesTransactionID: ids[0], amount: a },
  ]
  const proofID = await send(ids[0]!)
  expect(await act(proofID, 'approve', seen(5_000, { parts: parts(3_000, 2_000.01) }))).toMatchObject(
    refused(422, 'payment.exceeds_balance', `${two.transactionNumber} owes ₱2,000.00: it cannot get more`),
  )
  expect(await act(proofID, 'approve', seen(4_999, { parts: parts(3_000, 2_000) }))).toMatchObject(
    refused(422, 'proof.parts_differ', 'The parts come to ₱5,000.00, but ₱4,999.00 was seen'),
  )
  expect(await act(proofID, 'approve', seen(5_000.5, { parts: parts(3_000, 2_000) }))).toMatchObject(
    refused(409, 'proof.more_than_owed', '₱0.50 is left over: keep it as credit of Ana Reyes, or send it back?'),
  )
  expect(await act(proofID, 'approve', seen(4_000, { parts: parts(2_000, 2_000) }))).toMatchObject(
    refused(409, 'proof.short', `${one.transactionNumber} is ₱1,000.00 short: approve as a part payment?`),
  )
  const { body } = await act(proofID, 'approve', seen(4_000, { parts: parts(2_000, 2_000), isPart: true }))
  expect(body.data.parts).toMatchObject([
    { salesTransactionID: ids[1], amount: 2_000 },
    { salesTransactionID: ids[0], amount: 2_000 },
  ])
  expect((await act(await send(ids[0]!), 'approve', seen(1_000))).status).toBe(200)
  for (const id of ids) expect((await paidOf(id)).balance).toBe(0)
  expect(await db.$count(proofPayment, eq(proofPayment.proofID, proofID))).toBe(2)
  await expectBooksRight(db)
})

test('parts name open sales of the same customer, each once', async () => {
  const [mine, hers] = [await sell(), await sell({ customerID: bea.customerID })]
  const closed = await sell({ quantity: 1 })
  await manager('PUT', `/api/v2/sales/${closed.salesTransactionID}/cancel`)
  const proofID = await send(mine.salesTransactionID)
  const approve = (...ids: number[]) =>
    act(
      proofID,
      'approve',
      seen(100 * ids.length, { isPart: true, parts: ids.map((id) => ({ salesTransactionID: id, amount: 100 })) }),
    )
  expect(await approve(hers.salesTransactionID)).toMatchObject(
    refused(422, 'proof.other_customer', `${hers.transactionNumber} is a sale of somebody else`),
  )
  expect(await approve(mine.salesTransactionID, mine.salesTransactionID)).toMatchObject(
    refused(422, 'proof.sale_twice', `${mine.transactionNumber} is named twice`),
  )
  expect(await approve(999_999)).toMatchObject(refused(422, 'reference.missing', 'Sale 999999 does not exist'))
  expect(await approve(closed.salesTransactionID)).toMatchObject(
    refused(409, 'proof.goods_gone', new RegExp(`^${closed.transactionNumber} is Canceled`)),
  )
  const walkIn = await sell({ customerID: null })
  const another = await sell({ customerID: null })
  const two = { salesTransactionID: another.salesTransactionID, amount: 100 }
  expect(
    await act(await send(walkIn.salesTransactionID), 'approve', seen(100, { isPart: true, parts: [two] })),
  ).toMatchObject({
    status: 422,
    body: { code: 'proof.other_customer' },
  })
})

test('a proof of a closed sale, or of one whose goods are gone, asks what becomes of the money', async () => {
  const canceled = await sell()
  const waiting = await send(canceled.salesTransactionID)
  await manager('PUT', `/api/v2/sales/${canceled.salesTransactionID}/cancel`)
  expect(await act(waiting, 'approve', seen(10_000))).toMatchObject(
    refused(
      409,
      'proof.goods_gone',
      `${canceled.transactionNumber} is Canceled: keep the money as credit of Ana Reyes, or send it back?`,
    ),
  )
  const walkIn = await sell({ customerID: null })
  const theirs = await send(walkIn.salesTransactionID)
  await manager('PUT', `/api/v2/sales/${walkIn.salesTransactionID}/cancel`)
  expect(await act(theirs, 'approve', seen(10_000))).toMatchObject(
    refused(
      409,
      'proof.goods_gone',
      `${walkIn.transactionNumber} is Canceled, and has no customer to keep the money for: send it back by hand, and reject this proof`,
    ),
  )
  const lapsed = await sell({ quantity: 2 })
  await db
    .update(sale)
    .set({ holdUntil: new Date(Date.now() - 60_000) })
    .where(eq(sale.salesTransactionID, lapsed.salesTransactionID))
  await db.execute(sql`delete from stock_reservation where sales_item_id in (
    select sales_item_id from sales_item where sales_transaction_id = ${lapsed.salesTransactionID})`)
  await sell({ quantity: 2, itemID: lapsed.items[0]!.itemID, customerID: bea.customerID })
  const late = await send(lapsed.salesTransactionID)
  expect(await act(late, 'approve', seen(2_000))).toMatchObject(
    refused(
      409,
      'proof.goods_gone',
      'The hold has lapsed and the goods are gone: keep the money as credit of Ana Reyes, or send it back?',
    ),
  )
  expect(await get(late)).toMatchObject({ status: 'Sent' })
  expect((await paidOf(lapsed.salesTransactionID)).amountPaid).toBe(0)
})

test('from the amount of the setting on, who made the sale may not approve', async () => {
  await db.update(shopSetting).set({ secondPersonFrom: 5_000 })
  const mine = await sell({}, staff)
  const proofID = await send(mine.salesTransactionID)
  expect(await act(proofID, 'approve', seen(5_000, { isPart: true }))).toMatchObject(
    refused(403, 'proof.second_person', 'Another person must approve this: you made the sale'),
  )
  // Also when the own sale is only one of the paid ones.
  const other = await sell()
  const parts = [
    { salesTransactionID: other.salesTransactionID, amount: 2_500 },
    { salesTransactionID: mine.salesTransactionID, amount: 2_500 },
  ]
  const joined = seen(5_000, { isPart: true, parts })
  expect(await act(await send(other.salesTransactionID), 'approve', joined)).toMatchObject({ status: 403 })
  expect((await act(proofID, 'approve', seen(4_999.99, { isPart: true }))).status).toBe(200)
  expect(
    (await act(await send(mine.salesTransactionID), 'approve', seen(5_000, { isPart: true }), manager)).status,
  ).toBe(200)
})

test('nobody approves what another person has taken', async () => {
  const { salesTransactionID: id } = await sell()
  const proofID = await send(id)
  await act(proofID, 'take', undefined, manager)
  expect(await act(proofID, 'approve', seen(10_000))).toMatchObject(
    refused(409, 'proof.taken', /^Test Manager has taken this proof until \d\d:\d\d$/),
  )
  expect((await act(proofID, 'approve', seen(10_000), manager)).status).toBe(200)
})

test('a manager undoes a wrong approval by counter-entries, once, and the reference is free again', async () => {
  const [one, two] = [await sell({ quantity: 3 }), await sell({ quantity: 2 })]
  const proofID = await send(one.salesTransactionID)
  const parts = [one, two].map(({ salesTransactionID, totalPurchase: amount }) => ({ salesTransactionID, amount }))
  const approval = seen(5_000, { parts })
  await act(proofID, 'approve', approval)
  expect((await act(proofID, 'undo', { reason: 'Wrong account' })).status).toBe(403)
  expect((await act(proofID, 'undo', { reason: ' ' }, manager)).status).toBe(400)
  const { status, body } = await act(proofID, 'undo', { reason: 'Wrong account' }, manager)
  expect(status, body.message).toBe(200)
  expect(body.data).toMatchObject({
    status: 'Approved',
    undo: { reason: 'Wrong account', byName: 'Test Manager' },
    parts: [{ amount: 3_000 }, { amount: 2_000 }],
  })
  for (const { salesTransactionID } of parts) {
    expect(await paidOf(salesTransactionID)).toMatchObject({ amountPaid: 0 })
    const entries = await db.select().from(moneyEntry).where(eq(moneyEntry.salesTransactionID, salesTransactionID))
    expect(entries.reduce((sum, { amount }) => sum + amount, 0)).toBe(0)
    expect(entries.at(-1)).toMatchObject({ reason: 'Wrong account' })
  }
  expect(await act(proofID, 'undo', { reason: 'Again' }, manager)).toMatchObject(
    refused(409, 'proof.undone', 'This approval is undone already'),
  )
  const { salesTransactionID: id } = await sell({ quantity: 5 })
  expect((await act(await send(id), 'approve', { ...approval, parts: undefined })).status).toBe(200)
  await expectBooksRight(db)
})

test('only an approved proof is undone, and not after its sale was closed', async () => {
  const { salesTransactionID: id } = await sell()
  const proofID = await send(id)
  expect(await act(proofID, 'undo', { reason: 'x' }, manager)).toMatchObject(
    refused(409, 'proof.not_approved', 'Only an approved proof can be undone: this one took no money'),
  )
  await act(proofID, 'approve', seen(10_000))
  await manager('PUT', `/api/v2/sales/${id}/complete`)
  expect(await act(proofID, 'undo', { reason: 'x' }, manager)).toMatchObject({
    status: 409,
    body: { code: 'payment.of_completed' },
  })
  expect(await get(proofID)).toMatchObject({ undo: null })
})
