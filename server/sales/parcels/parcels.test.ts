// Proves that staff add, correct and remove the parcels of a sale, that wrong input changes nothing, and that the buyer reads
// what concerns them.
import { eq, sql } from 'drizzle-orm'
import { Temporal } from 'temporal-polyfill'
import { expect, test } from 'vitest'

import { parcelsAtMost } from '../../../contract/order-page/parcels.ts'
import { testApp } from '../../../tests/support/fixtures.ts'
import { stockItem } from '../../../tests/support/stocked.ts'
import { event } from '../../db/schema/events.ts'
import { parcel } from '../../db/schema/order-links.ts'
import { audit } from '../../db/schema/shared.ts'
import { visitor } from '../../kernel/context.ts'
import { openOrderLink, readOrder } from '../order-links/opening.operations.ts'

const { db, as } = await testApp({ connections: 10 })
const [manager, staff, stranger] = [as(2), as(3), as(0)]
const { itemID } = await stockItem(db, { quantity: 90, price: 1000 })
/** The shop's day, in the time zone of a new shop. */
const today = Temporal.Now.plainDateISO('Asia/Tokyo')
const right = {
  carrier: ' Yamato Transport ',
  trackingNumber: '4055-5501-8642',
  sentOn: today.subtract({ days: 1 }).toString(),
  trackingAddress: 'https://track.example/?no=405555018642',
  note: 'Pearl drops',
}

async function sell(): Promise<{ id: number; path: string }> {
  const sold = { locationID: 1, transactionTypeID: 1, items: [{ itemID, orderQty: 1 }] }
  const { status, body } = await staff('POST', '/api/v2/sales', sold)
  expect(status, body.message).toBe(201)
  const id: number = body.data.salesTransactionID
  return { id, path: `/api/v2/sales/${id}/parcels` }
}
async function add(path: string, more: object = {}) {
  const { status, body } = await staff('POST', path, { ...right, ...more })
  expect(status, body.message).toBe(201)
  return body.data
}
async function readAsBuyer(id: number) {
  const { body } = await staff('POST', `/api/v2/sales/${id}/links`)
  const token: string = body.data.addresses.en.split('#')[1]
  const context = { db, actor: visitor, now: new Date(), client: { address: '203.0.113.9', agent: '' } }
  const { session } = (await openOrderLink(context, { token }))!
  return (await readOrder(db, session, 'en'))!.parcels
}
const trailOf = (id: number) =>
  db
    .select({ action: audit.action })
    .from(audit)
    .where(sql`entity = 'parcel' and ${audit.entityID} = ${id}`)
    .orderBy(audit.auditID)

test('a sale has several parcels, which are corrected and removed, with a trail and events', async () => {
  const { id, path } = await sell()
  const first = await add(path)
  expect(first).toMatchObject({ ...right, carrier: 'Yamato Transport', salesTransactionID: id })
  const second = await add(path, { trackingNumber: '77', sentOn: today.subtract({ days: 3 }).toString(), note: '' })
  expect(second).toMatchObject({ note: null })
  const { data } = (await staff('GET', path)).body
  expect(data.map(({ parcelID }: { parcelID: number }) => parcelID)).toEqual([second.parcelID, first.parcelID])

  const corrected = { ...right, carrier: 'Sagawa', trackingAddress: '', updatedAt: first.updatedAt }
  const { status, body } = await staff('PUT', `${path}/${first.parcelID}`, corrected)
  expect([status, body.data]).toMatchObject([200, { carrier: 'Sagawa', trackingAddress: null, note: 'Pearl drops' }])
  const stale = await staff('PUT', `${path}/${first.parcelID}`, { ...corrected, carrier: 'Japan Post' })
  expect([stale.status, stale.body.code]).toEqual([409, 'record.stale'])

  expect((await staff('DELETE', `${path}/${second.parcelID}`)).status).toBe(200)
  expect((await staff('GET', path)).body.data).toMatchObject([{ carrier: 'Sagawa' }])
  expect((await staff('DELETE', `${path}/${second.parcelID}`)).body.message).toBe('Parcel not found')
  expect(await trailOf(first.parcelID)).toEqual([{ action: 'create' }, { action: 'update' }])
  expect(await trailOf(second.parcelID)).toEqual([{ action: 'create' }, { action: 'delete' }])
  const told = await db.select({ type: event.type }).from(event).where(eq(event.entityID, second.parcelID))
  expect(told.map(({ type }) => type)).toEqual(expect.arrayContaining(['parcel.created', 'parcel.deleted']))
})

test('the buyer reads what was sent, and not by whom', async () => {
  const { id, path } = await sell()
  await add(path)
  expect(await readAsBuyer(id)).toEqual([{ ...right, carrier: 'Yamato Transport' }])
})

test('wrong input is a sentence and stores nothing', async () => {
  const { path } = await sell()
  const { parcelID } = await add(path)
  const problems = [
    [{ carrier: ' ' }, 400, 'input.invalid', 'Say who brings the parcel'],
    [{ carrier: undefined }, 400, 'input.invalid', 'Say who brings the parcel'],
    [{ carrier: 'x'.repeat(81) }, 400, 'input.invalid', 'Carrier must be at most 80 characters'],
    [{ trackingNumber: '' }, 400, 'input.invalid', 'Tracking number is required'],
    [{ trackingNumber: 'x'.repeat(81) }, 400, 'input.invalid', 'Tracking number must be at most 80 characters'],
    [{ sentOn: undefined }, 400, 'input.invalid', 'Day sent is required'],
    [{ sentOn: '16 Nov' }, 400, 'input.invalid', 'Day sent must be a date like 2026-11-20'],
    [{ sentOn: '1026-11-20' }, 400, 'input.invalid', 'Enter a date between the years 1900 and 2999'],
    [
      { sentOn: today.add({ days: 1 }).toString() },
      422,
      'parcel.not_sent',
      'Enter the parcel when it is sent: this day is still to come',
    ],
    [{ note: 'x'.repeat(301) }, 400, 'input.invalid', 'Note must be at most 300 characters'],
    ...['http://track.example', 'javascript:alert(1)', 'track.example', 'https://a:b@track.example', 'https://x'].map(
      (trackingAddress) =>
        [
          { trackingAddress },
          400,
          'input.invalid',
          'A tracking address begins with https://, without a password in it',
        ] as const,
    ),
  ] as const
  const other = { trackingNumber: '78' }
  for (const [wrong, status, code, message] of problems)
    for (const [method, address] of [
      ['POST', path],
      ['PUT', `${path}/${parcelID}`],
    ] as const) {
      const { status: is, body } = await staff(method, address, { ...right, ...other, ...wrong })
      expect([is, body.code, body.errors?.[0]?.message ?? body.message], JSON.stringify(wrong)).toEqual([
        status,
        code,
        message,
      ])
    }
  const twice = await staff('POST', path, { ...right, carrier: 'YAMATO transport' })
  expect([twice.status, twice.body.code, twice.body.message]).toEqual([
    409,
    'parcel.twice',
    'This sale has a parcel with this number already',
  ])
  expect((await staff('GET', path)).body.data).toMatchObject([{ trackingNumber: right.trackingNumber }])
})

test('a canceled sale sends nothing, but a wrong parcel of it can be removed', async () => {
  const { id, path } = await sell()
  const { parcelID } = await add(path)
  expect((await manager('PUT', `/api/v2/sales/${id}/cancel`)).status).toBe(200)
  const { status, body } = await staff('POST', path, { ...right, trackingNumber: '2' })
  expect([status, body.code]).toEqual([409, 'sale.canceled'])
  expect((await staff('DELETE', `${path}/${parcelID}`)).status).toBe(200)
})

test('a parcel belongs to its sale, and strangers reach none', async () => {
  const [one, two] = [await sell(), await sell()]
  const { parcelID } = await add(one.path)
  for (const [method, address] of [
    ['PUT', `${two.path}/${parcelID}`],
    ['DELETE', `${two.path}/${parcelID}`],
    ['PUT', `${one.path}/999999`],
  ] as const) {
    const { status, body } = await staff(method, address, right)
    expect([status, body.message]).toEqual([404, 'Parcel not found'])
  }
  for (const method of ['GET', 'POST'] as const)
    expect((await staff(method, '/api/v2/sales/999999/parcels', right)).body.message).toBe('Sale not found')
  for (const who of [stranger, as(null)])
    for (const method of ['GET', 'POST'] as const)
      expect([401, 403]).toContain((await who(method, one.path, right)).status)
  expect(await db.$count(parcel, eq(parcel.parcelID, parcelID))).toBe(1)
})

test('a sale never has more parcels than the limit, also when they are added at once', async () => {
  const { id, path } = await sell()
  const row = { ...right, salesTransactionID: id }
  await db
    .insert(parcel)
    .values(Array.from({ length: parcelsAtMost - 1 }, (_, n) => ({ ...row, trackingNumber: `N${n}` })))
  const answers = await Promise.all(
    Array.from({ length: 4 }, (_, n) => staff('POST', path, { ...right, trackingNumber: `M${n}` })),
  )
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 422, 422, 422])
  expect(answers.find(({ status }) => status === 422)!.body.message).toBe('A sale has at most 30 parcels')
})
