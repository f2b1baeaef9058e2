// Proves that store credit is given, used, returned, taken back and expired; that a sale and the ledger never differ;
// and that every refusal changes nothing.
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { describeAuditRow } from '../../../contract/company/audit.ts'
import { testApp } from '../../../tests/support/fixtures.ts'
import { until } from '../../../tests/support/server.ts'
import { stockItem } from '../../../tests/support/stocked.ts'
import { shopSetting } from '../../db/schema/company.ts'
import { paymentType } from '../../db/schema/sales.ts'
import { verifyMoney } from '../../money/verify.ts'
import { runScheduledWork } from '../../scheduled-work.ts'

const { app, db, as } = await testApp({ connections: 10 })
const [admin, manager, staff] = [as(1), as(2), as(3)]
const { itemID } = await stockItem(db, { quantity: 10_000, price: 1000 })
const types = await db.select().from(paymentType)
const [credit, exchange] = ['store_credit', 'exchange'].map(
  (code) => types.find((type) => type.code === code)!.paymentTypeID,
)
const cash = 1
const sales = '/api/v2/sales'

let count = 0
async function newCustomer(amount = 0): Promise<number> {
  const { body } = await staff('POST', '/api/v2/customers', {
    firstName: 'Ana',
    lastName: `Reyes ${++count}`,
    contactNo: `${count}`,
    email: `ana${count}@x.example`,
    customerTypeID: 1,
  })
  const { customerID } = body.data
  if (amount > 0) await give(customerID, { amount })
  return customerID
}
const pathOf = (customerID: number) => `/api/v1/customers/${customerID}/credit`
const give = (customerID: number, body: object) => manager('POST', pathOf(customerID), { reason: 'Goodwill', ...body })
const takeBack = (customerID: number, entryID: number) =>
  manager('POST', `${pathOf(customerID)}/${entryID}/corrections`, { reason: 'Wrong customer' })
type Entry = { entryID: number; kind: string; amount: number; balance: number; corrected: boolean; reason: string }
const creditOf = async (customerID: number): Promise<{ balance: number; entries: Entry[] }> =>
  (await staff('GET', pathOf(customerID))).body.data
const historyOf = async (customerID: number) =>
  (await creditOf(customerID)).entries.toReversed().map(({ kind, amount, balance }) => [kind, amount, balance])

const sell = (customerID: number | null, payments: object[], more: object = {}, who = staff) =>
  who('POST', sales, {
    locationID: 1,
    transactionTypeID: 1,
    customerID,
    items: [{ itemID, orderQty: 1 }],
    payments,
    complete: true,
    ...more,
  })
const byCredit = (amount: number) => ({ paymentTypeID: credit, amount })
const byCash = (amount: number) => ({ paymentTypeID: cash, amount })

test('a counter sale uses credit, and shows how much is left', async () => {
  const customerID = await newCustomer(1200)
  const { status, body } = await sell(customerID, [byCredit(700), byCash(500)])
  expect([status, body.message]).toEqual([201, undefined])
  expect(body.data).toMatchObject({ amountPaid: 1200, change: 200, balance: 0, creditLeft: 500, status: 'Completed' })
  expect(await historyOf(customerID)).toEqual([
    ['given', 1200, 1200],
    ['used', -700, 500],
  ])
  expect(await verifyMoney({ db })).toEqual([])
})

test('a payment needs a customer, and may not exceed the credit or the balance', async () => {
  const customerID = await newCustomer(1200)
  const before = await historyOf(customerID)
  const twice = { items: [{ itemID, orderQty: 2 }] }
  const refusals: [Promise<Awaited<ReturnType<typeof sell>>>, number, string, string][] = [
    [sell(null, [byCredit(1000)]), 422, 'credit.customer_missing', 'Choose a customer: store credit belongs to one'],
    [sell(customerID, [byCredit(1300), byCash(700)], twice), 409, 'credit.short', 'Only ₱1,200.00 credit left'],
    [
      sell(customerID, [byCredit(800), byCredit(800), byCash(400)], twice),
      409,
      'credit.short',
      'Only ₱1,200.00 credit left',
    ],
    [
      sell(customerID, [byCredit(1100)]),
      422,
      'payment.exceeds_balance',
      'Store Credit may not be more than the balance of ₱1,000.00',
    ],
    [
      sell(customerID, [{ paymentTypeID: exchange, amount: 1000 }]),
      422,
      'payment.of_exchange',
      'Exchange is for exchanges: choose another payment type',
    ],
  ]
  for (const [call, status, code, message] of refusals) {
    const answer = await call
    expect([answer.status, answer.body.code, answer.body.message]).toEqual([status, code, message])
  }
  expect(await historyOf(customerID)).toEqual(before)
  expect(await verifyMoney({ db })).toEqual([])
})

test('a layaway is paid by credit, a wrong payment gives it back, and so does a deposit that is handed back', async () => {
  const customerID = await newCustomer(600)
  const { body } = await sell(customerID, [], { complete: false })
  const at = `${sales}/${body.data.salesTransactionID}`
  const over = await staff('POST', `${at}/payments`, byCredit(700))
  expect([over.status, over.body.message]).toEqual([409, 'Only ₱600.00 credit left'])
  const paid = await staff('POST', `${at}/payments`, byCredit(600))
  expect(paid.body.data).toMatchObject({ amountPaid: 600, creditLeft: 0 })

  const { paymentID } = paid.body.data.payments[0]
  const correct = (body: object, who = staff) =>
    who('POST', `${at}/payments/${paymentID}/corrections`, { reason: 'Typing', ...body })
  expect((await correct({ amount: 601 })).body.message).toBe('Only ₱600.00 credit left')
  // Less of it would hand a part of the deposit back.
  const lowered = await correct({ amount: 400 })
  expect([lowered.status, lowered.body.code]).toEqual([403, 'payment.lowering_denied'])
  const corrected = await correct({ amount: 400 }, manager)
  expect(corrected.body.data).toMatchObject({ amountPaid: 400, creditLeft: 200 })

  const other = await newCustomer()
  const { updatedAt } = corrected.body.data
  const moved = await staff('PUT', at, {
    locationID: 1,
    transactionTypeID: 1,
    customerID: other,
    items: [{ itemID, orderQty: 1 }],
    updatedAt,
  })
  expect([moved.status, moved.body.code]).toEqual([409, 'credit.customer_fixed'])

  const canceled = await manager('PUT', `${at}/cancel`, { deposit: 'refund', reason: 'Not wanted' })
  expect(canceled.body.data).toMatchObject({ refundedAmount: 400, creditLeft: 600 })
  expect(await historyOf(customerID)).toEqual([
    ['given', 600, 600],
    ['used', -600, 0],
    ['returned', 600, 600],
    ['used', -400, 200],
    ['returned', 400, 600],
  ])
  expect(await verifyMoney({ db })).toEqual([])
})

test('a refund goes back as it was paid, credit as credit, unless a manager says otherwise', async () => {
  const customerID = await newCustomer(300)
  const refund = (id: number, body: object) =>
    manager('POST', `${sales}/${id}/refunds`, { reason: 'Too small', ...body })
  const { body } = await sell(customerID, [byCredit(300), byCash(700)])
  const back = await refund(body.data.salesTransactionID, {})
  expect(back.body.data).toMatchObject({ status: 'Refunded', refundedAmount: 1000, creditLeft: 300 })
  expect(back.body.data.refunds[0].parts).toEqual([
    { paymentName: 'Cash', paymentCode: 'cash', amount: 700 },
    { paymentName: 'Store Credit', paymentCode: 'store_credit', amount: 300 },
  ])

  const asCash = await sell(customerID, [byCredit(300), byCash(700)])
  await refund(asCash.body.data.salesTransactionID, { paymentTypeID: cash })
  expect((await creditOf(customerID)).balance).toBe(0)
  const asCredit = await sell(customerID, [byCash(1000)])
  const credited = await refund(asCredit.body.data.salesTransactionID, { paymentTypeID: credit })
  expect(credited.body.data.creditLeft).toBe(1000)

  const walkIn = await sell(null, [byCash(1000)])
  const { salesTransactionID } = walkIn.body.data
  const nobody = await refund(salesTransactionID, { paymentTypeID: credit })
  expect([nobody.status, nobody.body.code]).toEqual([422, 'credit.customer_missing'])
  const named = await refund(salesTransactionID, { paymentTypeID: credit, customerID })
  expect(named.body.data).toMatchObject({ customerID, creditLeft: 2000 })
  const other = await refund(asCredit.body.data.salesTransactionID, { customerID: await newCustomer() })
  expect([other.status, other.body.code]).toEqual([409, 'sale.not_completed'])
  const sold = await sell(customerID, [byCash(1000)])
  const wrong = await refund(sold.body.data.salesTransactionID, { customerID: await newCustomer() })
  expect([wrong.status, wrong.body.message]).toEqual([422, 'This sale belongs to another customer'])
  expect(await verifyMoney({ db })).toEqual([])
})

test('a manager gives credit with a reason, and takes back what was given wrongly', async () => {
  const customerID = await newCustomer()
  expect((await give(customerID, { amount: 100, reason: ' ' })).body.message).toBe('Reason is required')
  expect((await give(customerID, { amount: 0 })).body.message).toBe('Amount must be more than 0')
  expect((await give(customerID, { amount: -5 })).status).toBe(400)
  expect((await staff('POST', pathOf(customerID), { amount: 5, reason: 'x' })).status).toBe(403)
  expect((await give(999_999, { amount: 5 })).body.message).toBe('Customer not found')
  expect((await staff('GET', pathOf(999_999))).status).toBe(404)

  const given = (await give(customerID, { amount: 500 })).body.data.entries[0] as Entry
  await give(customerID, { amount: 200 })
  const { body } = await sell(customerID, [byCredit(400), byCash(600)])
  const short = await takeBack(customerID, given.entryID)
  expect([short.status, short.body.message]).toEqual([409, 'Only ₱300.00 credit left'])
  const used = (await creditOf(customerID)).entries[0]!
  expect((await takeBack(customerID, used.entryID)).body.code).toBe('credit.not_given')
  expect((await takeBack(await newCustomer(), given.entryID)).body.message).toBe('Credit entry not found')
  await manager('POST', `${sales}/${body.data.salesTransactionID}/refunds`, { reason: 'Too small' })
  expect((await takeBack(customerID, given.entryID)).body.data).toMatchObject({ balance: 200 })
  expect((await takeBack(customerID, given.entryID)).body.code).toBe('credit.corrected')
  const { entries } = await creditOf(customerID)
  expect(entries.find(({ entryID }) => entryID === given.entryID)!.corrected).toBe(true)
  const trail = (await admin('GET', `/api/v1/audit?entity=storeCredit&entityID=${customerID}`)).body.data
  expect(trail.map(({ action }: { action: string }) => action).toSorted()).toEqual(['give', 'give', 'take back'])
  const { customerName } = (await staff('GET', `/api/v2/customers/${customerID}`)).body.data
  expect(trail.map(describeAuditRow)).toContain(`Store credit of customer ${customerName} taken back`)
  expect(await verifyMoney({ db })).toEqual([])
})

test('old credit expires, what was used first', async () => {
  const customerID = await newCustomer()
  const old = (await give(customerID, { amount: 500 })).body.data.entries[0] as Entry
  const wrong = (await give(customerID, { amount: 70 })).body.data.entries[0] as Entry
  await takeBack(customerID, wrong.entryID)
  await db.execute(sql`alter table credit_entry disable trigger credit_entry_is_final`)
  await db.execute(
    sql`update credit_entry set at = at - interval '7 months', day = day - 210 where entry_id = ${old.entryID}`,
  )
  await db.execute(sql`alter table credit_entry enable trigger credit_entry_is_final`)
  await give(customerID, { amount: 300 })
  await sell(customerID, [byCredit(200), byCash(800)])
  await runScheduledWork(app)
  expect((await creditOf(customerID)).balance).toBe(600)
  await db.update(shopSetting).set({ creditMonths: 6 })
  await Promise.all([runScheduledWork(app), runScheduledWork(app)])
  await runScheduledWork(app)
  const { balance, entries } = await creditOf(customerID)
  expect([balance, entries[0]!.kind, entries[0]!.amount]).toEqual([300, 'expired', -300])
  expect(entries.filter(({ kind }) => kind === 'expired')).toHaveLength(1)
  await db.update(shopSetting).set({ creditMonths: null })
  expect(await verifyMoney({ db })).toEqual([])
})

test('in each of many rounds, one of two tills that use the same credit at once succeeds', async () => {
  for (let round = 0; round < 20; round++) {
    const customerID = await newCustomer(1000)
    const open = await sell(customerID, [], { complete: false })
    const answers = await Promise.all([
      sell(customerID, [byCredit(1000)]),
      staff('POST', `${sales}/${open.body.data.salesTransactionID}/payments`, byCredit(1000)),
      sell(customerID, [byCredit(1000)], {}, manager),
    ])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409])
    for (const { body } of answers.filter(({ status }) => status === 409))
      expect(body).toMatchObject({ code: 'credit.short', message: 'Only ₱0.00 credit left' })
    expect((await creditOf(customerID)).balance).toBe(0)
  }
  expect(await verifyMoney({ db })).toEqual([])
})

test('the database refuses a changed entry, a credit below zero, and credit that no entry moved', async () => {
  const customerID = await newCustomer(100)
  const refusals = [
    ['update credit_entry set amount = 1', 'rows of credit_entry are never changed'],
    ['delete from credit_entry', 'rows of credit_entry are never changed'],
    ['truncate credit_entry', 'rows of credit_entry are never changed'],
    ['update customer_credit set balance = 1000', 'store credit moves through its ledger'],
    [`delete from customer_credit where customer_id = ${customerID}`, 'rows of customer_credit are never changed'],
    [
      `insert into credit_entry (day, customer_id, kind, amount) values (current_date, ${customerID}, 'expired', -100.01)`,
      'customer_credit_balance',
    ],
    [
      `insert into credit_entry (day, customer_id, kind, amount, money_entry_id, sales_transaction_id, location_id)
        select current_date, ${customerID}, 'used', -1, entry_id, sales_transaction_id, 1 from money_entry limit 1`,
      'credit of a sale moves with its money entries',
    ],
    [
      `insert into money_entry (day, location_id, kind, sales_transaction_id, payment_type_id, amount)
        select current_date, 1, 'payment', min(sales_transaction_id), ${exchange}, 1 from sales_transaction`,
      'belongs to no exchange',
    ],
    [
      `insert into sales_exchange (refund_id, sales_transaction_id, amount)
        select refund_id, sales_transaction_id, 1 from sales_refund limit 1`,
      'moves 1.00, but its entries give 0',
    ],
  ] as const
  for (const [statement, message] of refusals)
    await expect(db.execute(sql.raw(statement)), statement).rejects.toMatchObject({
      cause: { message: expect.stringContaining(message) },
    })
})

test('a refund that waits for the credit takes its place after the entry before it', async () => {
  const customerID = await newCustomer(100)
  const { body } = await sell(customerID, [byCash(1000)])
  const path = `${sales}/${body.data.salesTransactionID}/refunds`
  const { refund } = await db.transaction(async (tx) => {
    await tx.execute(sql`select from customer_credit where customer_id = ${customerID} for update`)
    const refund = manager('POST', path, { paymentTypeID: credit, reason: 'At once' })
    await until(async () => {
      const { rows } = await db.execute<{ pid: number }>(
        sql`select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
      return rows.length > 0
    })
    await tx.execute(sql`insert into credit_entry (day, customer_id, kind, amount, reason)
      values (current_date, ${customerID}, 'given', 5, 'At once')`)
    return { refund }
  })
  expect((await refund).status).toBe(201)
  expect(await historyOf(customerID)).toEqual([
    ['given', 100, 100],
    ['given', 5, 105],
    ['returned', 1000, 1105],
  ])
  expect(await verifyMoney({ db })).toEqual([])

  // The verification finds a balance that stands in another order.
  const { entryID } = (await creditOf(customerID)).entries[0]!
  const plant = (more: number) =>
    db.execute(
      sql.raw(`alter table credit_entry disable trigger credit_entry_is_final;
        update credit_entry set balance = balance + ${more} where entry_id = ${entryID};
        alter table credit_entry enable trigger credit_entry_is_final`),
    )
  await plant(5)
  expect(await verifyMoney({ db })).toEqual([
    expect.stringMatching(new RegExp(`^Credit entry ${entryID} says that .* is left, but the entries add up to `)),
  ])
  await plant(-5)
})
