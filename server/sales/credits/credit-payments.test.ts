// Proves that money becomes store credit and goes out of it again with its entry in the money ledger; that neither is there
// without the other; and that every refusal changes nothing.
import { desc, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { describeAuditRow } from '../../../contract/company/audit.ts'
import { testApp } from '../../../tests/support/fixtures.ts'
import { stockItem } from '../../../tests/support/stocked.ts'
import { moneyEntry } from '../../db/schema/money.ts'
import { paymentType } from '../../db/schema/sales.ts'
import { location } from '../../db/schema/stock.ts'
import { findAllContradictions } from '../../prove-books.ts'

const { db, as, users } = await testApp({ connections: 10 })
const [admin, manager, staff] = [as(1), as(2), as(3)]
const { itemID } = await stockItem(db, { quantity: 10_000, price: 1000 })
const [closed] = await db.insert(location).values({ locationName: 'Closed', status: false }).returning()
const types = await db.select().from(paymentType)
const typeOf = (code: string) => types.find((type) => type.code === code)!.paymentTypeID
const [cash, gcash, credit] = [1, 3, typeOf('store_credit')]

let count = 0
async function newCustomer(): Promise<number> {
  const { body } = await staff('POST', '/api/v2/customers', {
    firstName: 'Ana',
    lastName: `Reyes ${++count}`,
    contactNo: `${count}`,
    email: `ana${count}@x.example`,
    customerTypeID: 1,
  })
  return body.data.customerID
}
const pathOf = (customerID: number) => `/api/v1/customers/${customerID}/credit`
const paid = { amount: 750.5, paymentTypeID: gcash, locationID: 1, reference: 'GC 100 154', reason: 'More than owed' }
const payIn = (customerID: number, body: object = {}, who = staff) =>
  who('POST', `${pathOf(customerID)}/payments`, { ...paid, ...body })
const payOut = (customerID: number, body: object = {}, who = manager) =>
  who('POST', `${pathOf(customerID)}/payouts`, { ...paid, reason: 'The piece is gone', ...body })
const takeBack = (customerID: number, entryID: number, who = manager) =>
  who('POST', `${pathOf(customerID)}/${entryID}/corrections`, { reason: 'Seen in no account' })
const historyOf = async (customerID: number): Promise<[string, number, number][]> => {
  const { entries } = (await staff('GET', pathOf(customerID))).body.data
  return entries
    .toReversed()
    .map(({ kind, amount, balance }: { kind: string; amount: number; balance: number }) => [kind, amount, balance])
}
const lastMoney = async () => (await db.select().from(moneyEntry).orderBy(desc(moneyEntry.entryID)).limit(1))[0]!
const sell = (customerID: number, amount: number) =>
  staff('POST', '/api/v2/sales', {
    locationID: 1,
    transactionTypeID: 1,
    customerID,
    items: [{ itemID, orderQty: 1 }],
    payments: [{ paymentTypeID: credit, amount }],
  })
const paymentsOf = async (customerID: number) =>
  (await staff('GET', `/api/v1/reports/payments?customerID=${customerID}`)).body
const proved = async () => expect(await findAllContradictions(db)).toEqual([])

test('money paid in is credit with its place, reference, reason and person, and pays a sale', async () => {
  const customerID = await newCustomer()
  const { status, body } = await payIn(customerID)
  expect([status, body.message]).toEqual([201, undefined])
  expect(body.data).toMatchObject({
    customerID,
    balance: 750.5,
    entries: [
      {
        kind: 'paid in',
        amount: 750.5,
        balance: 750.5,
        paymentName: 'GCash',
        reference: 'GC 100 154',
        reason: 'More than owed',
        salesTransactionID: null,
        corrected: false,
      },
    ],
  })
  expect(await lastMoney()).toMatchObject({
    kind: 'credit_paid_in',
    customerID,
    salesTransactionID: null,
    amount: 750.5,
    paymentTypeID: gcash,
    locationID: 1,
    reference: 'GC 100 154',
    reason: 'More than owed',
    createdByID: users.get(3),
    sessionID: expect.any(Number),
  })
  expect((await sell(customerID, 750.5)).body.data).toMatchObject({ amountPaid: 750.5, creditLeft: 0 })
  const trail = (await admin('GET', `/api/v1/audit?entity=storeCredit&entityID=${customerID}`)).body.data
  expect(describeAuditRow(trail[0])).toMatch(/^Store credit of customer Ana Reyes \d+ paid in$/)
  await proved()
})

test('a manager pays credit out, also credit that was given, and never more than there is', async () => {
  const customerID = await newCustomer()
  await payIn(customerID)
  await manager('POST', pathOf(customerID), { amount: 100, reason: 'Goodwill' })
  const out = await payOut(customerID, { amount: 800, paymentTypeID: cash, reference: null })
  expect([out.status, out.body.data.balance]).toEqual([201, 50.5])
  expect(await lastMoney()).toMatchObject({ kind: 'credit_paid_out', amount: -800, paymentTypeID: cash, customerID })
  const short = await payOut(customerID, { amount: 50.51 })
  expect([short.status, short.body.code, short.body.message]).toEqual([409, 'credit.short', 'Only ₱50.50 credit left'])
  expect(await historyOf(customerID)).toEqual([
    ['paid in', 750.5, 750.5],
    ['given', 100, 850.5],
    ['paid out', -800, 50.5],
  ])
  await proved()
})

test('refuses in sentences, and changes nothing', async () => {
  const customerID = await newCustomer()
  await payIn(customerID)
  const [before, entries] = [await historyOf(customerID), await db.$count(moneyEntry)]
  const refusals: [object, number, string, string][] = [
    [{ amount: 0 }, 400, 'input.invalid', 'Amount must be more than 0'],
    [{ amount: -5 }, 400, 'input.invalid', 'Amount must be at least 0'],
    [{ reason: ' ' }, 400, 'input.invalid', 'Reason is required'],
    [{ paymentTypeID: 999 }, 422, 'reference.missing', 'Payment type 999 does not exist'],
    ...(['store_credit', 'exchange', 'trade_in'] as const).map((code): [object, number, string, string] => [
      { paymentTypeID: typeOf(code) },
      422,
      'payment.no_money',
      `${types.find((type) => type.code === code)!.paymentName} is no money: choose another payment type`,
    ]),
    [{ locationID: 999 }, 422, 'reference.missing', 'Location 999 does not exist'],
    [{ locationID: closed!.locationID }, 422, 'reference.inactive', 'Location Closed is Inactive'],
  ]
  for (const [body, status, code, message] of refusals)
    for (const call of [payIn, payOut]) {
      const answer = await call(customerID, body, manager)
      expect([body, answer.status, answer.body.code, answer.body.message]).toEqual([body, status, code, message])
    }
  for (const call of [payIn, payOut]) expect((await call(999_999, {}, manager)).body.message).toBe('Customer not found')
  expect((await payOut(customerID, {}, staff)).status).toBe(403)
  expect([await historyOf(customerID), await db.$count(moneyEntry)]).toEqual([before, entries])
})

test('a manager takes back money that was never paid in, once, and only while the credit is there', async () => {
  const customerID = await newCustomer()
  const { entryID } = (await payIn(customerID)).body.data.entries[0]
  expect((await takeBack(customerID, entryID, staff)).status).toBe(403)
  await sell(customerID, 700)
  const short = await takeBack(customerID, entryID)
  expect([short.status, short.body.code, short.body.message]).toEqual([409, 'credit.short', 'Only ₱50.50 credit left'])
  await payIn(customerID, { amount: 700, paymentTypeID: cash })
  const answers = await Promise.all([takeBack(customerID, entryID), takeBack(customerID, entryID)])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409])
  expect(answers.find(({ status }) => status === 409)!.body.code).toBe('credit.corrected')
  const { balance, entries } = (await staff('GET', pathOf(customerID))).body.data
  expect([balance, entries[0].kind, entries[0].amount, entries[0].reason]).toEqual([
    0,
    'paid in',
    -750.5,
    'Seen in no account',
  ])
  expect(entries.find((entry: { entryID: number }) => entry.entryID === entryID).corrected).toBe(true)
  expect(await lastMoney()).toMatchObject({ kind: 'credit_paid_in', amount: -750.5, paymentTypeID: gcash })
  // Neither a counter-entry nor money that went out is taken back.
  expect((await takeBack(customerID, entries[0].entryID)).body.code).toBe('credit.not_given')
  await payIn(customerID)
  const out = await payOut(customerID)
  expect((await takeBack(customerID, out.body.data.entries[0].entryID)).body.code).toBe('credit.not_given')
  await proved()
})

test('one of several pay-outs of the same credit at once wins', async () => {
  for (let round = 0; round < 10; round++) {
    const customerID = await newCustomer()
    await payIn(customerID)
    const answers = await Promise.all([payOut(customerID), payOut(customerID, {}, admin), payOut(customerID)])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409])
    expect((await historyOf(customerID)).at(-1)).toEqual(['paid out', -750.5, 0])
  }
  await proved()
})

test('reports, statements and the customer’s data agree', async () => {
  const customerID = await newCustomer()
  const wrong = (await payIn(customerID, { amount: 20 })).body.data.entries[0]
  await takeBack(customerID, wrong.entryID)
  await payIn(customerID)
  await payOut(customerID, { amount: 250.5 })
  const { data, totals } = await paymentsOf(customerID)
  const rows = data.map(({ kind, received, handedBack, net, reference }: Record<string, unknown>) => [
    kind,
    received,
    handedBack,
    net,
    reference,
  ])
  expect(rows).toHaveLength(4)
  expect(rows).toEqual(
    expect.arrayContaining([
      ['Credit paid in', 20, 0, 20, 'GC 100 154'],
      ['Correction', -20, 0, -20, 'GC 100 154'],
      ['Credit paid in', 750.5, 0, 750.5, 'GC 100 154'],
      ['Credit paid out', 0, 250.5, -250.5, 'GC 100 154'],
    ]),
  )
  expect(totals).toMatchObject({ received: 750.5, handedBack: 250.5, net: 500, storeCredit: 0 })
  const filtered = (await staff('GET', `/api/v1/reports/payments?customerID=${customerID}&kind=Credit paid out`)).body
  expect(filtered.totals.net).toBe(-250.5)
  const statement = (await staff('GET', `/api/v2/customers/${customerID}/statement`)).body.data
  expect([statement.balance, statement.paid, statement.credit.balance]).toEqual([0, 0, 500])
  const exported = (await admin('GET', `/api/v2/customers/${customerID}/data`)).body
  expect(JSON.stringify(exported)).toContain('GC 100 154')
  await proved()
})

test('the database refuses money of store credit without its customer, or by what is no money', async () => {
  const customerID = await newCustomer()
  await payIn(customerID)
  const entry = (kind: string, columns: string, values: string) =>
    `insert into money_entry (day, location_id, kind, reason, ${columns}) values (current_date, 1, '${kind}', 'x', ${values})`
  const refusals = [
    [entry('credit_paid_in', 'payment_type_id, amount', '1, 5'), 'money_entry_of'],
    [entry('credit_paid_in', 'payment_type_id, amount, customer_id', `1, -5, ${customerID}`), 'money_entry_kind'],
    [entry('credit_paid_out', 'payment_type_id, amount, customer_id', `1, 5, ${customerID}`), 'money_entry_kind'],
    [
      entry('credit_paid_out', 'payment_type_id, amount, customer_id', `1, -750.51, ${customerID}`),
      'customer_credit_balance',
    ],
    [
      entry('credit_paid_in', 'payment_type_id, amount, customer_id', `${credit}, 5, ${customerID}`),
      'store credit is paid in and out as money',
    ],
    [
      entry(
        'credit_paid_in',
        'payment_type_id, amount, customer_id, corrects_id',
        `1, -5, ${customerID}, (select max(entry_id) from money_entry)`,
      ),
      'takes back the money that was paid into the same store credit',
    ],
    [
      `insert into credit_entry (day, customer_id, kind, amount, reason) values (current_date, ${customerID}, 'paid in', 5, 'x')`,
      'credit_entry_links',
    ],
  ] as const
  for (const [statement, message] of refusals)
    await expect(db.execute(sql.raw(statement)), statement).rejects.toMatchObject({
      cause: { message: expect.stringContaining(message) },
    })
})

test('anonymising the customer scrubs the reference and the reason, and keeps the amounts', async () => {
  const customerID = await newCustomer()
  const { customerName, firstName, lastName } = (await staff('GET', `/api/v2/customers/${customerID}`)).body.data
  await payIn(customerID, { reference: `From ${customerName}`, reason: `${firstName} ${lastName} paid too much` })
  const { status } = await admin('PUT', `/api/v2/customers/${customerID}/anonymise`, { customerName })
  expect(status).toBeLessThan(300)
  const { reference, reason, amount } = await lastMoney()
  expect([reference, reason].join(' ')).not.toMatch(/Reyes|Ana/)
  expect(amount).toBe(750.5)
  await proved()
})
