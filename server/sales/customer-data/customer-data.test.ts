import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { testApp } from '../../../tests/support/fixtures.ts'
import { stockItem } from '../../../tests/support/stocked.ts'
import { savedView } from '../../db/schema/company.ts'
import { reminder } from '../../db/schema/insight.ts'
import { notification, question } from '../../db/schema/messages.ts'
import { customer, sale } from '../../db/schema/sales.ts'
import { audit } from '../../db/schema/shared.ts'
import { verifyStock } from '../../stock/ledger/verify.ts'

const { db, as, users } = await testApp({ connections: 10 })
const [admin, staff] = [as(1), as(3)]
const path = '/api/v2/customers'
let made = 0

/** Returns a customer's details that occur in no other record. */
const wordsOf = (n: number) => ({
  firstName: `Maritess${n}`,
  middleName: `Quiambao${n}`,
  lastName: `Zobelano${n}`,
  contactNo: `+63 917 4${String(n).padStart(2, '0')} 8813`,
  address: `Unit ${n} Katipunan Loyola Heights`,
  email: `maritess${n}@zobelano.example`,
})

/** Creates a customer with personal data in every table that can hold it. */
async function traced() {
  const n = ++made
  const words = wordsOf(n)
  const name = `${words.firstName} ${words.lastName}`
  const { itemID } = await stockItem(db, { quantity: 10, price: 1000 })
  const earlier = { ...words, lastName: `Oldname${n}`, email: `old${n}@zobelano.example`, customerTypeID: 1 }
  const first = await staff('POST', path, earlier, { 'idempotency-key': `customer ${n}` })
  const customerID = first.body.data.customerID as number
  await staff('PUT', `${path}/${customerID}`, { ...words, customerTypeID: 1 })
  const body = {
    locationID: 1,
    transactionTypeID: 1,
    customerID,
    items: [{ itemID, orderQty: 1 }],
    remarks: `Engrave ${words.firstName} inside`,
    payments: [{ paymentTypeID: 3, amount: 1000, reference: `GCash ${words.lastName}` }],
    complete: true,
  }
  const sold = await staff('POST', '/api/v2/sales', body, { 'idempotency-key': `sale ${n}` })
  const saleID = sold.body.data.salesTransactionID as number
  const line = sold.body.data.items[0].salesItemID as number
  await as(2)('POST', `/api/v2/sales/${saleID}/refunds`, {
    paymentTypeID: 1,
    reason: `${words.firstName} did not like it`,
    items: [{ salesItemID: line, qty: 1 }],
  })
  await as(2)('POST', `/api/v1/items/${itemID}/revaluations`, { unitCost: 650, reason: `${name} brought it back worn` })
  // This sale first had this customer and then another one.
  const other = await staff('POST', path, { ...wordsOf(900 + n), customerTypeID: 1 })
  const open = await staff('POST', '/api/v2/sales', { ...body, payments: [], complete: false })
  const { customerID: _, ...anybody } = body
  await staff('PUT', `/api/v2/sales/${open.body.data.salesTransactionID}`, {
    ...anybody,
    customerID: other.body.data.customerID,
    remarks: `Was of ${name}`,
    payments: undefined,
    complete: undefined,
  })
  const [asked] = await db
    .insert(question)
    .values({
      itemID,
      name: words.firstName,
      email: words.email.toUpperCase(),
      text: `I am ${name}, ring me at ${words.contactNo}`,
      language: 'en',
    })
    .returning()
  await db.insert(notification).values([
    {
      userID: users.get(3)!,
      kind: 'question',
      message: `${words.firstName} asks about Ring: I am ${name}`,
      entity: 'question',
      entityID: asked!.questionID,
      link: `/messages?id=${asked!.questionID}`,
    },
    ...([3, 2] as const).map((role) => ({
      userID: users.get(role)!,
      kind: 'deliveryDue' as const,
      message: `The delivery to ${name} is due`,
      entity: 'sale' as const,
      entityID: 1,
      link: '/sales?id=1',
    })),
  ])
  await db.insert(reminder).values({ text: `Call ${name}, ${words.contactNo.replaceAll(' ', '')}` })
  // After the customer's name is removed, both views would have the same name.
  await db.insert(savedView).values(
    [name, `${words.lastName}, ${words.firstName}`].map((viewName) => ({
      list: 'sales' as const,
      viewName,
      query: { search: name.toUpperCase(), status: 'Completed' },
      hidden: [],
      userID: users.get(3)!,
    })),
  )
  await db.insert(audit).values([
    { action: 'create', entity: 'question', entityID: asked!.questionID, before: null, after: asked! },
    { action: 'create', entity: 'reminder', entityID: 1, before: null, after: { text: `Mail ${words.email}` } },
  ])
  const texts = Object.values(words).concat(`Oldname${n}`, `old${n}@zobelano`, words.contactNo.replaceAll(' ', ''))
  return { customerID, saleID, name: `${words.firstName} ${words.middleName} ${words.lastName}`, words, texts }
}

/** Returns every column of the database, of any type, that contains one of the texts. */
async function whereFound(texts: readonly string[]): Promise<string[]> {
  const { rows: columns } = await db.execute<{ table: string; column: string }>(
    sql`select table_name as table, column_name as column from information_schema.columns
      where table_schema = 'public' and data_type in ('text', 'character varying', 'json', 'jsonb', 'ARRAY', 'bytea')`,
  )
  expect(columns.length).toBeGreaterThan(80)
  const found: string[] = []
  for (const { table, column } of columns) {
    const { rows } = await db.execute<{ sought: string }>(
      sql`select sought from unnest(${sql.param(texts)}::text[]) as sought where exists
        (select from ${sql.identifier(table)}
          where position(lower(sought) in lower(${sql.identifier(table)}.${sql.identifier(column)}::text)) > 0)`,
    )
    found.push(...rows.map(({ sought }) => `${table}.${column}: ${sought}`))
  }
  return found
}

test('the export contains all data of the customer and none of other people', async () => {
  const { customerID, saleID, words } = await traced()
  const { status, body } = await admin('GET', `${path}/${customerID}/data`)
  expect(status).toBe(200)
  expect(body.data).toMatchObject({
    customer: { customerID, ...words },
    sales: [
      {
        salesTransactionID: saleID,
        items: [{ orderQty: 1, lineTotal: 1000 }],
        payments: [{ amount: 1000, reference: `GCash ${words.lastName}` }],
        refunds: [{ amount: 1000 }],
      },
    ],
    questions: [{ email: words.email.toUpperCase(), text: expect.stringContaining(words.firstName) }],
    // Each message is listed once, although several people received it.
    messages: [
      { kind: 'question', message: expect.stringContaining(words.firstName) },
      { kind: 'deliveryDue', message: `The delivery to ${words.firstName} ${words.lastName} is due` },
    ],
    reminders: [{ text: expect.stringContaining(`Call ${words.firstName}`) }],
    auditTrail: [
      { action: 'create', userName: 'Test Staff', before: null },
      { action: 'update', before: { email: expect.stringMatching(/^old/) }, after: { email: words.email } },
    ],
  })
  for (const roleID of [0, 2, 3] as const)
    expect((await as(roleID)('GET', `${path}/${customerID}/data`)).status).toBe(403)
  expect((await admin('GET', `${path}/99999/data`)).body.message).toBe('Customer not found')
})

test('anonymising removes a customer’s personal data from the whole database and keeps the amounts', async () => {
  const { customerID, saleID, name, texts, words } = await traced()
  const places = await whereFound(texts)
  // This proves that the search finds personal data where it exists.
  for (const place of ['customer.', 'audit.before', 'audit.after', 'idempotency_key.answer', 'question.', 'reminder.'])
    expect(places.join('\n')).toContain(place)
  for (const place of ['saved_view.view_name', 'saved_view.query']) expect(places.join('\n')).toContain(place)
  for (const place of ['notification.', 'sales_transaction.remarks', 'money_entry.reference', 'sales_refund.reason'])
    expect(places.join('\n')).toContain(place)
  expect(places.join('\n')).toContain('stock_revaluation.reason')
  const before = (await staff('GET', `/api/v2/sales/${saleID}`)).body.data
  const figures = (await staff('GET', `${path}/${customerID}/summary`)).body.data
  const neighbours = await db
    .select()
    .from(customer)
    .where(sql`${customer.customerID} <> ${customerID}`)
  const rows = await db.$count(audit)

  const { status, body } = await admin('PUT', `${path}/${customerID}/anonymise`, { customerName: name })
  expect([status, body.data]).toMatchObject([
    200,
    {
      customerID,
      customerName: `Anonymised customer ${customerID}`,
      contactNo: `Anonymised ${customerID}`,
      email: `anonymised-${customerID}@customer.invalid`,
      address: null,
    },
  ])
  expect(await whereFound(texts)).toEqual([])
  const views = await db
    .select()
    .from(savedView)
    .where(sql`${savedView.viewName} like ${`Anonymised customer ${customerID} (%`}`)
  const search = `Anonymised customer ${customerID}`
  expect(views.map(({ query }) => query)).toEqual([
    { search, status: 'Completed' },
    { search, status: 'Completed' },
  ])

  const after = (await staff('GET', `/api/v2/sales/${saleID}`)).body.data
  expect(after.customer.firstName).toBe('Anonymised')
  expect(after.remarks).toBe('Engrave [removed] inside')
  expect(after.payments[0].reference).toBe('GCash [removed]')
  const { customer: _, remarks: __, payments: ___, refunds: ____, updatedAt: _____, ...sums } = before
  expect(after).toMatchObject(sums)
  expect(after.updatedAt > before.updatedAt).toBe(true)
  expect((await staff('GET', `${path}/${customerID}/summary`)).body.data).toEqual(figures)
  expect(
    await db
      .select()
      .from(customer)
      .where(sql`${customer.customerID} <> ${customerID}`),
  ).toEqual(neighbours)
  for (const text of [words.firstName, words.contactNo, words.email, words.address])
    expect((await staff('GET', `${path}?search=${encodeURIComponent(text)}`)).body.meta.total).toBe(0)
  expect(await verifyStock({ db })).toEqual([])

  // One audit row is added for the anonymisation, and none is removed.
  expect(await db.$count(audit)).toBe(rows + 1)
  const [last] = await db.select().from(audit).where(eq(audit.action, 'anonymise'))
  expect(last).toMatchObject({ entity: 'customer', entityID: customerID, userID: users.get(1), before: null })
  await expect(db.update(audit).set({ action: 'x' })).rejects.toMatchObject({ cause: { code: '23001' } })
})

test('a question with the customer’s phone number is exported and anonymised, one with another number is not', async () => {
  const { customerID, name, words } = await traced()
  const asked = { name: 'x', text: 'Open on Sunday?', language: 'en' as const }
  const [own, other] = await db
    .insert(question)
    .values([
      { ...asked, contact: words.contactNo.replaceAll(' ', '-') },
      { ...asked, contact: '+63 999 000 1111' },
    ])
    .returning()
  const { body } = await admin('GET', `${path}/${customerID}/data`)
  expect(body.data.questions.map(({ questionID }: { questionID: number }) => questionID)).toContain(own!.questionID)
  expect(body.data.questions.map(({ questionID }: { questionID: number }) => questionID)).not.toContain(
    other!.questionID,
  )
  await admin('PUT', `${path}/${customerID}/anonymise`, { customerName: name })
  const stored = async ({ questionID }: { questionID: number }) =>
    (await db.select().from(question).where(eq(question.questionID, questionID)))[0]
  expect(await stored(own!)).toMatchObject({
    email: `anonymised-${customerID}@customer.invalid`,
    contact: null,
    text: '[removed]',
  })
  expect(await stored(other!)).toEqual(other)
})

test('a retried call still gets its stored response, without the personal data', async () => {
  const { customerID, name, words } = await traced()
  await admin('PUT', `${path}/${customerID}/anonymise`, { customerName: name })
  const key = { 'idempotency-key': `customer ${made}` }
  const earlier = { ...words, lastName: `Oldname${made}`, email: `old${made}@zobelano.example`, customerTypeID: 1 }
  const again = await staff('POST', path, earlier, key)
  expect([again.status, again.body.data]).toMatchObject([
    201,
    {
      customerID,
      customerName: `Anonymised customer ${customerID}`,
      email: `anonymised-${customerID}@customer.invalid`,
    },
  ])
})

test('anonymising needs the full name in any case and spacing, and works only once', async () => {
  const { customerID, name, words } = await traced()
  const call = (customerName: unknown, roleID: 1 | 2 = 1) =>
    as(roleID)('PUT', `${path}/${customerID}/anonymise`, { customerName })
  expect((await call(name, 2)).status).toBe(403)
  expect((await call('')).body.message).toBe('Customer name is required')
  const { status, body } = await call(words.firstName)
  const message = `This is not the customer’s name: type ${name}`
  expect([status, body]).toEqual([
    422,
    { success: false, code: 'confirmation.mismatch', message, errors: [{ field: 'customerName', message }] },
  ])
  expect((await staff('GET', `${path}/${customerID}`)).body.data).toMatchObject(words)
  expect((await call(`  ${name.toUpperCase().replaceAll(' ', '  ')} `)).status).toBe(200)
  const twice = await call(`Anonymised customer ${customerID}`)
  expect([twice.status, twice.body.message]).toEqual([409, 'This customer is anonymised already'])
  expect((await admin('PUT', `${path}/99999/anonymise`, { customerName: 'x' })).status).toBe(404)
})

test('a sale to the customer at the same moment stores no personal data afterwards', async () => {
  const { customerID, name, texts } = await traced()
  const { itemID } = await stockItem(db, { quantity: 50, price: 10 })
  const body = { locationID: 1, transactionTypeID: 1, customerID, items: [{ itemID, orderQty: 1 }] }
  const answers = await Promise.all([
    ...Array.from({ length: 4 }, () => staff('POST', '/api/v2/sales', body)),
    admin('PUT', `${path}/${customerID}/anonymise`, { customerName: name }),
    ...Array.from({ length: 4 }, () => staff('POST', '/api/v2/sales', body)),
  ])
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 200, 201, 201, 201, 201])
  expect(await whereFound(texts)).toEqual([])
  expect(await db.$count(sale, eq(sale.customerID, customerID))).toBe(9)
})

test('audit rows stay final for all other writers during the anonymisation', async () => {
  const { customerID, name } = await traced()
  const [anonymised, refused] = await Promise.allSettled([
    admin('PUT', `${path}/${customerID}/anonymise`, { customerName: name }),
    db.update(audit).set({ action: 'x' }),
  ])
  expect(anonymised).toMatchObject({ status: 'fulfilled', value: { status: 200 } })
  expect(refused.status).toBe('rejected')
  const { rows } = await db.execute<{ enabled: string }>(
    sql`select tgenabled as enabled from pg_trigger where tgname = 'audit_is_final'`,
  )
  expect(rows).toEqual([{ enabled: 'O' }])
})
