// Proves that terms are written in versions that nobody changes, and that a sale keeps the versions that were in force when
// it was made.
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { testApp } from '../../../tests/support/fixtures.ts'
import { stockItem } from '../../../tests/support/stocked.ts'
import { shopTerms } from '../../db/schema/company.ts'
import { event } from '../../db/schema/events.ts'
import { sale, transactionType } from '../../db/schema/sales.ts'
import { audit } from '../../db/schema/shared.ts'
import { verifyTerms } from './verify.ts'

const { db, as } = await testApp({ connections: 10 })
const [admin, manager, staff, stranger] = [as(1), as(2), as(3), as(0)]
const path = '/api/v1/terms'
const { itemID } = await stockItem(db, { quantity: 90, price: 1000 })
const [layaway] = await db.select().from(transactionType).where(eq(transactionType.code, 'layaway'))
const layawayID = layaway!.transactionTypeID

const written = async (body: object, who = manager) => {
  const { status, body: answer } = await who('POST', path, body)
  expect(status, answer.message).toBe(201)
  return answer.data
}
const sell = async (more: object = {}) => {
  const sold = { locationID: 1, transactionTypeID: 1, items: [{ itemID, orderQty: 1 }], ...more }
  const { status, body } = await staff('POST', '/api/v2/sales', sold)
  expect(status, body.message).toBe(201)
  return body.data
}
const agreed = async (id: number): Promise<string[]> =>
  (await staff('GET', `/api/v2/sales/${id}/terms`)).body.data.map(
    ({ kind, version }: { kind: string; version: number }) => `${kind} ${version}`,
  )

test('a sale keeps the versions that were in force when it was made', async () => {
  const older = await sell({ transactionTypeID: layawayID })
  const first = await written({ kind: 'return', english: ' Within 7 days \n\nUnworn', readVersion: 0 }, admin)
  expect(first).toMatchObject({ version: 1, english: 'Within 7 days \n\nUnworn', tagalog: null, japanese: null })
  expect(first.createdByName).toBe('Test Admin')
  await written({ kind: 'layaway', english: 'Kept', tagalog: 'Itatabi', japanese: '', readVersion: 0 })
  const [cash, kept] = [await sell(), await sell({ transactionTypeID: layawayID })]
  await written({ kind: 'return', english: 'Within 14 days', readVersion: 1 })
  await written({ kind: 'layaway', english: 'Kept for long', readVersion: 1 })
  const later = await sell({ transactionTypeID: layawayID })
  const of = async ({ salesTransactionID: id }: { salesTransactionID: number }) => agreed(id)
  expect(await of(older)).toEqual([])
  expect(await of(cash)).toEqual(['return 1'])
  expect(await of(kept)).toEqual(['layaway 1', 'return 1'])
  expect(await of(later)).toEqual(['layaway 2', 'return 2'])
  // Payments and other changes leave the agreement as it is.
  await staff('POST', `/api/v2/sales/${kept.salesTransactionID}/payments`, { paymentTypeID: 1, amount: 1000 })
  await staff('PUT', `/api/v2/sales/${kept.salesTransactionID}/complete`)
  expect(await of(kept)).toEqual(['layaway 1', 'return 1'])
  expect(await verifyTerms({ db })).toEqual([])
})

test('a sale that becomes a layaway agrees to its terms then, and keeps them when it is one again', async () => {
  const [last] = await db
    .select()
    .from(shopTerms)
    .where(eq(shopTerms.kind, 'layaway'))
    .orderBy(sql`version desc`)
  const { salesTransactionID: id, ...made } = await sell()
  const change = (transactionTypeID: number) =>
    staff('PUT', `/api/v2/sales/${id}`, { locationID: 1, transactionTypeID, items: [{ itemID, orderQty: 1 }] })
  expect((await agreed(id)).join()).not.toContain('layaway')
  expect((await change(layawayID)).status).toBe(200)
  const version = `layaway ${last!.version}`
  expect(await agreed(id)).toContain(version)
  await written({ kind: 'layaway', english: 'Newer', readVersion: last!.version })
  expect((await change(made.transactionTypeID)).status).toBe(200)
  expect((await agreed(id)).join()).not.toContain('layaway')
  expect((await change(layawayID)).status).toBe(200)
  expect(await agreed(id)).toContain(version)
})

test('the database itself keeps what was agreed', async () => {
  const { salesTransactionID: id } = await sell({ transactionTypeID: layawayID })
  for (const column of [{ returnTermsID: null }, { layawayTermsID: null }])
    await expect(db.update(sale).set(column).where(eq(sale.salesTransactionID, id))).rejects.toMatchObject({
      cause: { code: '23001', message: 'the agreed terms of a sale are never changed' },
    })
})

test('staff read the terms, and managers write them; the trail and an event tell it', async () => {
  const before = (await staff('GET', path)).body.data
  const body = { kind: 'return', english: 'Within 30 days', readVersion: 0 }
  for (const [who, status] of [
    [stranger, 403],
    [as(null), 401],
    [staff, 403],
  ] as const)
    expect((await who('POST', path, body)).status).toBe(status)
  for (const who of [stranger, as(null)]) expect([401, 403]).toContain((await who('GET', path)).status)
  expect((await staff('GET', path)).body.data).toEqual(before)
  const readVersion = before.find(({ kind }: { kind: string }) => kind === 'return').version
  const { termsID, version } = await written({ ...body, readVersion })
  const { data } = (await staff('GET', path)).body
  expect(data).toHaveLength(before.length + 1)
  expect(data.map(({ kind, version }: { kind: string; version: number }) => [kind, version])).toEqual([
    ['layaway', 3],
    ['layaway', 2],
    ['layaway', 1],
    ['return', version],
    ['return', 2],
    ['return', 1],
  ])
  const [row] = await db
    .select()
    .from(audit)
    .where(sql`entity = 'terms' and ${audit.entityID} = ${termsID}`)
  expect(row).toMatchObject({ action: 'create', before: null, after: { english: 'Within 30 days', version } })
  expect(await db.$count(event, sql`type = 'terms.created' and ${event.entityID} = ${termsID}`)).toBe(1)
})

test('wrong input is a sentence and writes nothing', async () => {
  const rows = await db.$count(shopTerms)
  const last = async (kind: string) =>
    (await staff('GET', path)).body.data.find((one: { kind: string }) => one.kind === kind)
  const { version, english } = await last('return')
  const right = { kind: 'return', english: 'Other', readVersion: version }
  for (const [wrong, status, code, message] of [
    [{ ...right, kind: 'privacy' }, 400, 'input.invalid', /Kind/],
    [{ ...right, english: '  ' }, 400, 'input.invalid', /^Write the terms in English/],
    [{ ...right, english: undefined }, 400, 'input.invalid', /^Write the terms in English/],
    [{ ...right, english: 'x'.repeat(8001) }, 400, 'input.invalid', /^English must be at most 8000 characters$/],
    [{ ...right, japanese: 'x'.repeat(8001) }, 400, 'input.invalid', /^Japanese must be at most 8000 characters$/],
    [{ ...right, tagalog: 3 }, 400, 'input.invalid', /Tagalog must be/],
    [{ ...right, readVersion: undefined }, 400, 'input.invalid', /^Read version is required$/],
    [{ ...right, readVersion: version - 1 }, 409, 'terms.outrun', /^Version \d of the return terms is newer/],
    [{ ...right, readVersion: version + 1 }, 409, 'terms.outrun', /read it first$/],
    [{ ...right, english: ` ${english} ` }, 422, 'terms.unchanged', /^These are the texts of version \d/],
  ] as const) {
    const { status: is, body } = await manager('POST', path, wrong)
    expect([is, body.code, body.errors?.[0]?.message ?? body.message]).toEqual([
      status,
      code,
      expect.stringMatching(message),
    ])
  }
  const { status, body } = await staff('GET', '/api/v2/sales/999999/terms')
  expect([status, body.message]).toEqual([404, 'Sale not found'])
  expect(await db.$count(shopTerms)).toBe(rows)
})

test('of people who write at once, one writes the next version', async () => {
  const [{ version }] = (await staff('GET', path)).body.data
  const answers = await Promise.all(
    Array.from({ length: 6 }, (_, n) =>
      manager('POST', path, { kind: 'layaway', english: `Text ${n}`, readVersion: version }),
    ),
  )
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
  for (const { status, body } of answers.filter(({ status }) => status !== 201))
    expect([status, body.code]).toEqual([409, 'terms.outrun'])
})

test('the proof of the books names terms that a sale cannot have agreed to', async () => {
  const found = await db
    .transaction(async (tx) => {
      await tx.execute(sql`alter table sales_transaction disable trigger sales_transaction_keeps_terms`)
      const id = sql`(select max(sales_transaction_id) from sales_transaction)`
      await tx.execute(sql`update sales_transaction set return_terms_id =
        (select max(terms_id) from shop_terms where kind = 'layaway') where sales_transaction_id = ${id}`)
      throw new Found(await verifyTerms({ db: tx }))
    })
    .catch((error: unknown) => {
      if (error instanceof Found) return error.sentences
      throw error
    })
  expect(found).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^Sale SO-\d+-\d+ agreed to version \d of the layaway terms as its return terms$/),
      'The guard sales_transaction_keeps_terms of table sales_transaction is switched off',
    ]),
  )
})

/** Ends the transaction of a test, so that its guards are on again. */
class Found extends Error {
  sentences: string[]
  constructor(sentences: string[]) {
    super('Rolled back')
    this.sentences = sentences
  }
}
