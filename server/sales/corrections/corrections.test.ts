import { asc, eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { testApp } from '../../../tests/support/fixtures.ts'
import { onLedger } from '../../../tests/support/ledger.ts'
import { stockItem } from '../../../tests/support/stocked.ts'
import { moneyEntry } from '../../db/schema/money.ts'
import { verifyMoney } from '../../money/verify.ts'

// Proves that a wrong payment is corrected by a counter-entry and a new one, that a deposit goes back as it came, and
// that the database guards the ledger.

const { db, as, users } = await testApp({ connections: 10 })
const [staff, manager] = [as(3), as(2)]
const [cash, bank, gcash] = [1, 2, 3]
const path = '/api/v2/sales'
const { itemID } = await stockItem(db, { quantity: 500, price: 1000 })

const sell = async (payments: object[], complete = true, customerID: number | null = null) => {
  const body = {
    locationID: 1,
    transactionTypeID: 1,
    customerID,
    items: [{ itemID, orderQty: 1, price: 1000 }],
    payments,
    complete,
  }
  const answer = await staff('POST', path, body)
  expect([answer.status, answer.body.message]).toEqual([201, undefined])
  return answer.body.data
}
type Sold = Awaited<ReturnType<typeof sell>>
const correct = (who: typeof staff, sale: Sold, body: object, paymentID: number = sale.payments[0].paymentID) =>
  who('POST', `${path}/${sale.salesTransactionID}/payments/${paymentID}/corrections`, body)
const entriesOf = async ({ salesTransactionID }: Sold) => {
  const rows = await db
    .select()
    .from(moneyEntry)
    .where(eq(moneyEntry.salesTransactionID, salesTransactionID))
    .orderBy(asc(moneyEntry.entryID))
  return rows.map(({ kind, paymentTypeID, amount, correctsID }) => [kind, paymentTypeID, amount, correctsID !== null])
}
const reason = 'Card, not cash'

test('cash with change becomes the amount that was due, and the wrong payment stays with who, when and why', async () => {
  const sale = await sell([{ paymentTypeID: cash, amount: 1500, reference: 'R-1' }])
  const { status, body } = await correct(staff, sale, { paymentTypeID: gcash, reason })
  expect(status).toBe(201)
  expect(body.data).toMatchObject({
    amountPaid: 1000,
    change: 0,
    balance: 0,
    status: 'Completed',
    payments: [
      { paymentTypeID: cash, amount: 1500, change: 500, correction: { reason, byName: expect.any(String) } },
      { paymentTypeID: gcash, amount: 1000, change: 0, reference: 'R-1', correction: null },
    ],
  })
  expect(await entriesOf(sale)).toEqual([
    ['payment', cash, 1500, false],
    ['change', cash, -500, false],
    ['payment', cash, -1500, true],
    ['payment', gcash, 1000, false],
    ['change', cash, 500, true],
  ])
  const [entry] = await db.select().from(moneyEntry).orderBy(asc(moneyEntry.entryID)).limit(1)
  expect(entry).toMatchObject({ createdByID: users.get(3), sessionID: expect.any(Number), locationID: 1 })
  expect(await verifyMoney({ db })).toEqual([])
})

test('refuses in words, and changes nothing', async () => {
  const sale = await sell([{ paymentTypeID: gcash, amount: 1000, reference: 'G-1' }])
  const other = await sell([{ paymentTypeID: gcash, amount: 1000 }])
  const before = await entriesOf(sale)
  const refusals: [object, number, string, number?][] = [
    [{ paymentTypeID: bank }, 400, 'Reason is required'],
    [{ paymentTypeID: bank, reason }, 404, 'Payment not found', other.payments[0].paymentID],
    [{ paymentTypeID: 999, reason }, 422, 'Payment type 999 does not exist'],
    [{ reason }, 422, 'Nothing differs: change the payment type, the amount or the reference'],
    [{ amount: 999.99, reason }, 422, 'Balance due: ₱0.01'],
    [{ amount: 1000.01, reason }, 422, 'GCash may not be more than the balance of ₱1,000.00'],
    [{ amount: 0, reason }, 400, 'Amount must be more than 0'],
  ]
  for (const [body, status, message, paymentID] of refusals) {
    const answer = await correct(manager, sale, body, paymentID)
    expect([body, answer.status, answer.body.message]).toEqual([body, status, message])
  }
  expect(await entriesOf(sale)).toEqual(before)

  expect((await correct(staff, sale, { reference: 'G-2', reason })).status).toBe(201)
  const again = await correct(manager, sale, { reference: 'G-3', reason })
  expect([again.status, again.body.code]).toEqual([409, 'payment.corrected'])

  await manager('POST', `${path}/${other.salesTransactionID}/refunds`, { paymentTypeID: cash, reason: 'Broken' })
  const over = await correct(manager, other, { paymentTypeID: bank, reason })
  expect([over.status, over.body.code]).toEqual([409, 'sale.closed'])
})

test('staff correct a payment of the same day, and a manager one of an earlier day', async () => {
  const sale = await sell([{ paymentTypeID: cash, amount: 400 }], false)
  await db.execute(
    sql.raw(
      onLedger(
        `update money_entry set at = at - interval '2 days' where sales_transaction_id = ${sale.salesTransactionID}`,
      ),
    ),
  )
  const refused = await correct(staff, sale, { amount: 300, reason })
  expect([refused.status, refused.body.message]).toEqual([
    403,
    'Only a manager may correct a payment of an earlier day',
  ])
  const { status, body } = await correct(manager, sale, { amount: 300, reason })
  expect([status, body.data.amountPaid, body.data.balance]).toEqual([201, 300, 700])
})

test('only a manager corrects an open sale to less money, because a deposit is not handed back that way', async () => {
  const sale = await sell([{ paymentTypeID: cash, amount: 400 }], false)
  const refused = await correct(staff, sale, { amount: 0.01, reason })
  expect([refused.status, refused.body]).toMatchObject([
    403,
    {
      code: 'payment.lowering_denied',
      message: 'Only a manager may correct a payment to less money',
      errors: [{ field: 'amount' }],
    },
  ])
  expect((await staff('GET', `/api/v2/sales/${sale.salesTransactionID}`)).body.data.amountPaid).toBe(400)
  const more = await correct(staff, sale, { amount: 500, reason })
  expect([more.status, more.body.data.amountPaid]).toEqual([201, 500])
})

test('two steps: Staff do not turn a customer’s money into credit and the credit back, a manager does', async () => {
  const { body } = await staff('POST', '/api/v2/customers', {
    firstName: 'Rosa',
    lastName: 'Lim',
    contactNo: '1',
    email: 'rosa@x.example',
    customerTypeID: 1,
  })
  const { customerID } = body.data
  await manager('POST', `/api/v1/customers/${customerID}/credit`, { amount: 1000, reason: 'Late delivery' })
  const [{ paymentTypeID: credit }] = (await staff('GET', '/api/v3/transaction/payment-types?search=Store credit')).body
    .data
  for (const complete of [true, false]) {
    const sale = await sell([{ paymentTypeID: cash, amount: complete ? 1000 : 400 }], complete, customerID)
    const before = await entriesOf(sale)
    const refused = await correct(staff, sale, { paymentTypeID: credit, reason })
    expect([refused.status, refused.body]).toMatchObject([
      403,
      {
        code: 'payment.lowering_denied',
        message: 'Only a manager may correct a payment of money to store credit',
        errors: [{ field: 'paymentTypeID' }],
      },
    ])
    expect(await entriesOf(sale)).toEqual(before)
    const right = await correct(manager, sale, { paymentTypeID: credit, reason })
    expect([right.status, right.body.data.creditLeft]).toEqual([201, complete ? 0 : 600])
    // Money instead of credit brings more into the drawer, so it is the cashier's to say.
    const [, byCredit] = right.body.data.payments
    expect((await correct(staff, sale, { paymentTypeID: cash, reason }, byCredit.paymentID)).status).toBe(201)
  }
  expect(await verifyMoney({ db })).toEqual([])
})

test('one of several corrections at once wins', async () => {
  const sale = await sell([{ paymentTypeID: cash, amount: 1000 }])
  const answers = await Promise.all(
    [bank, gcash, bank, gcash].map((paymentTypeID) => correct(staff, sale, { paymentTypeID, reason })),
  )
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409, 409])
  expect(await verifyMoney({ db })).toEqual([])
})

test('a deposit goes back by the payment types that it came by, newest first', async () => {
  const sale = await sell([{ paymentTypeID: cash, amount: 200 }], false)
  const pay = (body: object) => staff('POST', `${path}/${sale.salesTransactionID}/payments`, body)
  await pay({ paymentTypeID: gcash, amount: 300 })
  const { body } = await pay({ paymentTypeID: bank, amount: 100 })
  await correct(staff, body.data, { paymentTypeID: gcash, reason }, body.data.payments[2].paymentID)
  const canceled = await manager('PUT', `${path}/${sale.salesTransactionID}/cancel`, {
    deposit: 'refund',
    reason: 'Not wanted',
  })
  expect(canceled.body.data).toMatchObject({ refundedAmount: 600, deposit: 'refund', cancelReason: 'Not wanted' })
  expect((await entriesOf(sale)).slice(-2)).toEqual([
    ['deposit_returned', gcash, -400, false],
    ['deposit_returned', cash, -200, false],
  ])
  expect(await verifyMoney({ db })).toEqual([])
})

test('the database refuses a change of an entry, and sums that differ from the entries', async () => {
  const { salesTransactionID: id } = await sell([{ paymentTypeID: cash, amount: 1000 }])
  const refusals = [
    [`update money_entry set amount = 999 where sales_transaction_id = ${id}`, 'rows of money_entry are never changed'],
    [`delete from money_entry where sales_transaction_id = ${id}`, 'rows of money_entry are never changed'],
    ['truncate money_entry cascade', 'rows of money_entry are never changed'],
    [
      `update sales_transaction set amount_paid = 999 where sales_transaction_id = ${id}`,
      `the sums of sale ${id} differ`,
    ],
    [
      `insert into money_entry (day, location_id, kind, sales_transaction_id, payment_type_id, amount)
        values (current_date, 1, 'payment', ${id}, 1, 1)`,
      `the sums of sale ${id} differ`,
    ],
  ] as const
  for (const [statement, message] of refusals)
    await expect(db.execute(sql.raw(statement))).rejects.toMatchObject({
      cause: { message: expect.stringContaining(message) },
    })
})

/** SQL that inserts a payment by cash. */
const entry = (id: number, amount: number) =>
  `insert into money_entry (day, location_id, kind, sales_transaction_id, payment_type_id, amount)
    values (current_date, 1, 'payment', ${id}, 1, ${amount});`

test('the database refuses wrong sums however the entries of a transaction come', async () => {
  const { salesTransactionID: id } = await sell([{ paymentTypeID: cash, amount: 1000 }])
  const paid = (amount: number) =>
    `update sales_transaction set amount_paid = amount_paid + ${amount} where sales_transaction_id = ${id};`
  const added = `insert into sales_transaction (transaction_number, location_id, transaction_type_id, order_date,
      total_items, total_quantity, subtotal, total_purchase, status, amount_paid)
    values ('by hand', 1, 1, current_date, 0, 0, 0, 0, 'Completed', 1)`
  const refused = [
    // The first of two entries is wrong, or the second.
    `${paid(1)} ${entry(id, 1)} ${entry(id, 1)}`,
    `${paid(1)} ${entry(id, 5)} ${entry(id, 1)}`,
    // The first entry is in a savepoint, or the last.
    `do $$ begin begin ${entry(id, 1)} exception when division_by_zero then null; end; ${entry(id, 1)} ${paid(1)} end $$`,
    `do $$ begin ${entry(id, 1)} ${paid(1)} begin ${entry(id, 1)} exception when division_by_zero then null; end; end $$`,
    // The check runs at once.
    `set constraints all immediate; ${entry(id, 1)} ${paid(1)}`,
    // The sale is new and has no entry.
    added,
  ]
  for (const statements of refused)
    await expect(db.execute(sql.raw(statements)), statements).rejects.toMatchObject({
      cause: { code: '23001', message: expect.stringMatching(/^the sums of sale \d+ differ/) },
    })
  await db.execute(sql.raw(`${paid(3)} ${entry(id, 1)} ${entry(id, 2)}`))
  expect(await verifyMoney({ db })).toEqual([])
})

test('the database refuses an entry whose amount or links do not fit its kind', async () => {
  const { salesTransactionID: id, payments } = await sell([{ paymentTypeID: cash, amount: 1000 }])
  const of = payments[0].paymentID
  const wrong = [
    "'payment', 0, 1, null, null, null, null",
    "'payment', -1, 1, null, null, null, null",
    `'payment', 1, 1, null, null, ${of}, 'Wrong'`,
    `'payment', -1, 1, null, null, ${of}, null`,
    "'payment', 1, null, null, null, null, null",
    `'payment', 1, 1, null, ${of}, null, null`,
    `'change', 1, 1, null, ${of}, null, null`,
    "'change', -1, 1, null, null, null, null",
    "'refund', -1, 1, null, null, null, null",
    "'deposit_returned', 1, 1, null, null, null, null",
    `'deposit_returned', -1, 1, null, null, ${of}, 'Wrong'`,
    "'deposit_kept', 1, 1, null, null, null, null",
    "'deposit_kept', -1, null, null, null, null, null",
    "'gift', 1, 1, null, null, null, null",
  ]
  for (const values of wrong)
    await expect(
      db.execute(
        sql.raw(`insert into money_entry (day, location_id, sales_transaction_id, kind, amount, payment_type_id, refund_id,
          payment_entry_id, corrects_id, reason) values (current_date, 1, ${id}, ${values})`),
      ),
      values,
    ).rejects.toMatchObject({ cause: { code: '23514', constraint: 'money_entry_kind' } })
})
