import { desc, eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'

import { anyCodeOf, testApp } from '../../tests/support/fixtures.ts'
import { stockItem } from '../../tests/support/stocked.ts'
import { shopSetting } from '../db/schema/company.ts'
import { sale } from '../db/schema/sales.ts'
import { audit } from '../db/schema/shared.ts'
import { location } from '../db/schema/stock.ts'
import { version } from '../kernel/version.ts'

const { db, as, users } = await testApp({ connections: 10 })
const manager = as(2)
const path = '/api/v1/settings'
const [branch, closed] = await db
  .insert(location)
  .values([{ locationName: 'Branch' }, { locationName: 'Closed', status: false }])
  .returning()
const usual = {
  timeZone: 'Asia/Tokyo',
  defaultLocationID: 1,
  holdDays: 3,
  leastDeposit: 0,
  leastDepositUnit: 'pesos',
  creditMonths: null,
  leastMargin: null,
  identityFrom: null,
  liveLineLength: 1,
} as const
const read = async () => (await as(0)('GET', path)).body.data

beforeEach(async () => {
  await db.update(shopSetting).set(usual)
})

test('records only the settings that people choose when a manager changes them', async () => {
  const { updatedAt } = await read()
  const changes = {
    timeZone: 'Asia/Manila',
    defaultLocationID: branch!.locationID,
    holdDays: 7,
    leastDeposit: 25,
    leastDepositUnit: 'percent',
    creditMonths: 12,
    leastMargin: 12.5,
    identityFrom: 50_000,
    liveLineLength: 3,
  }
  const { status, body } = await manager('PUT', path, { ...changes, updatedAt })
  expect([status, body.data]).toEqual([
    200,
    {
      companyName: 'Alahas',
      ...changes,
      closedUntil: null,
      hideCosts: false,
      goldShown: 'nothing',
      ratesOnPapers: false,
      priceKeptDays: null,
      secondPersonFrom: null,
      proofFileDays: 180,
      cashOutLimit: 5000,
      hasDrawers: false,
      remindOfBackups: true,
      updatedAt: body.data.updatedAt,
      version,
    },
  ])
  expect(body.data.updatedAt > updatedAt).toBe(true)
  expect(await read()).toEqual(body.data)
  const [row] = await db.select().from(audit).orderBy(desc(audit.auditID)).limit(1)
  expect(row).toMatchObject({ action: 'update', entity: 'shopSetting', entityID: 1, userID: users.get(2) })
  expect([row!.before, row!.after]).toEqual([usual, changes])
})

test('lets staff read the settings but not change them', async () => {
  expect((await as(3)('PUT', path, usual)).status).toBe(403)
  expect(await read()).toMatchObject(usual)
})

test.each([
  [{ timeZone: '' }, 400, 'Time zone is required'],
  [{ timeZone: 'Tokyo' }, 400, 'Choose a time zone like Asia/Tokyo'],
  [{ timeZone: '+09:00' }, 400, 'Choose a time zone like Asia/Tokyo'],
  [{ timeZone: 'Asia/Atlantis' }, 400, 'Choose a time zone like Asia/Tokyo'],
  [{ timeZone: "Asia/Tokyo'; drop table sale" }, 400, 'Choose a time zone like Asia/Tokyo'],
  [{ timeZone: 9 }, 400, 'Time zone must be text'],
  [{ defaultLocationID: 999 }, 422, 'Location 999 does not exist'],
  [{ defaultLocationID: closed!.locationID }, 422, 'Location Closed is Inactive'],
  [{ defaultLocationID: null }, 400, 'Default location is required'],
  [{ holdDays: 0 }, 400, 'Days a hold lasts must be at least 1'],
  [{ holdDays: 366 }, 400, 'Days a hold lasts must be at most 365'],
  [{ holdDays: 1.5 }, 400, 'Days a hold lasts must be a whole number'],
  [{ leastDeposit: 100.01, leastDepositUnit: 'percent' }, 400, 'Least deposit must be at most 100 %'],
  [{ leastDeposit: -1 }, 400, 'Least deposit must be at least 0'],
  [{ leastMargin: -1 }, 400, 'Least margin must be at least 0'],
  [{ leastMargin: 1.234 }, 400, 'A margin has at most 2 decimals'],
  [{ liveLineLength: 4 }, 400, 'Claims in line of a new live must be at most 3'],
  [{ liveLineLength: -1 }, 400, 'Claims in line of a new live must be at least 0'],
])('refuses %j by its field, and changes nothing', async (wrong, status, message) => {
  const before = await read()
  const answer = await manager('PUT', path, { ...usual, ...wrong })
  const [field] = Object.keys(wrong)
  expect([answer.status, answer.body]).toEqual([
    status,
    { success: false, code: anyCodeOf(status), message, errors: [{ field, message }] },
  ])
  expect(await read()).toEqual(before)
})

test.each([
  ['asia/manila', 'Asia/Manila'],
  [' UTC ', 'UTC'],
  ['Asia/Kolkata', 'Asia/Kolkata'],
  ['Asia/Calcutta', 'Asia/Calcutta'],
  ['America/Argentina/Buenos_Aires', 'America/Argentina/Buenos_Aires'],
])('accepts the time zone %s', async (timeZone, kept) => {
  expect((await manager('PUT', path, { ...usual, timeZone })).body.data).toMatchObject({ timeZone: kept })
})

test('accepts exactly one of many changes made from the same reading', async () => {
  const { updatedAt } = await read()
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, n) => manager('PUT', path, { ...usual, holdDays: n + 10, updatedAt })),
  )
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(7)
  const kept = answers.find(({ status }) => status === 200)!.body.data.holdDays
  expect((await read()).holdDays).toBe(kept)
})

test('never leaves an inactive location as the default, even in a race', async () => {
  for (let round = 0; round < 10; round++) {
    const [made] = await db
      .insert(location)
      .values({ locationName: `Round ${round}` })
      .returning()
    const { locationID, locationName } = made!
    const [chosen, ended] = await Promise.all([
      manager('PUT', path, { ...usual, defaultLocationID: locationID }),
      manager('PUT', `/api/v1/locations/${locationID}`, { locationName, status: false }),
    ])
    expect([chosen.status, ended.status]).toSatisfy(
      ([first, second]) => (first === 200 && second === 409) || (first === 422 && second === 200),
    )
    const [start] = await db
      .select()
      .from(location)
      .where(eq(location.locationID, (await read()).defaultLocationID))
    expect(start!.status).toBe(true)
    await db.update(shopSetting).set(usual)
  }
})

test('applies a new hold period to new holds only', async () => {
  const { itemID } = await stockItem(db, { quantity: 2 })
  const body = { locationID: 1, transactionTypeID: 1, items: [{ itemID, orderQty: 1 }] }
  const first = (await as(3)('POST', '/api/v2/sales', body)).body.data
  await manager('PUT', path, { ...usual, holdDays: 30 })
  const second = (await as(3)('POST', '/api/v2/sales', body)).body.data
  const days = ({ holdUntil, transactionDate }: { holdUntil: string; transactionDate: string }) =>
    Math.round((Date.parse(holdUntil) - Date.parse(transactionDate)) / 86_400_000)
  expect([days(first), days(second)]).toEqual([3, 30])
  const [kept] = await db.select().from(sale).where(eq(sale.salesTransactionID, first.salesTransactionID))
  expect(kept!.holdUntil!.toISOString()).toBe(first.holdUntil)
})

test('changes the days of every list at once when the time zone changes', async () => {
  const { itemID } = await stockItem(db, { quantity: 1 })
  const body = { locationID: 1, transactionTypeID: 1, items: [{ itemID, orderQty: 1 }] }
  const { salesTransactionID: id } = (await as(3)('POST', '/api/v2/sales', body)).body.data
  // 1 a.m. in Tokyo is the evening of the day before in New York.
  const transactionDate = new Date('2026-03-09T16:00:00Z')
  await db.update(sale).set({ transactionDate }).where(eq(sale.salesTransactionID, id))
  const found = async (day: string) =>
    (await as(3)('GET', `/api/v2/sales?from=${day}&to=${day}`)).body.data.length as number
  expect([await found('2026-03-09'), await found('2026-03-10')]).toEqual([0, 1])
  await manager('PUT', path, { ...usual, timeZone: 'America/New_York' })
  expect([await found('2026-03-09'), await found('2026-03-10')]).toEqual([1, 0])
})

test('creates a new item’s stock at the default location', async () => {
  await manager('PUT', path, { ...usual, defaultLocationID: branch!.locationID })
  const category = await manager('POST', '/api/v1/categories', { categoryCode: 'BR', categoryName: 'Bracelets' })
  const item = {
    itemCode: 'BR-1',
    itemName: 'Bracelet',
    categoryID: category.body.data.categoryID,
    uom: 'PCS',
    grams: 3,
    price: 900,
    cost: 500,
  }
  const made = await manager('POST', '/api/v1/item-inventory', { ...item, quantity: 2 })
  const stock = await manager('GET', `/api/v1/inventory?itemID=${made.body.data.itemID}`)
  expect(stock.body.data).toMatchObject([{ locationID: branch!.locationID, quantity: 2 }])
})

test('an administrator sets who approves payment proofs, and how long their pictures are kept', async () => {
  const proofsPath = `${path}/payment-proofs`
  const admin = as(1)
  for (const who of [manager, as(3)])
    expect((await who('PUT', proofsPath, { secondPersonFrom: 5_000, proofFileDays: 90 })).status).toBe(403)
  const { updatedAt } = await read()
  for (const wrong of [
    { secondPersonFrom: -1, proofFileDays: 90 },
    { secondPersonFrom: 0.001, proofFileDays: 90 },
    { secondPersonFrom: null, proofFileDays: 89 },
    { secondPersonFrom: null, proofFileDays: 3651 },
    { secondPersonFrom: null },
  ])
    expect((await admin('PUT', proofsPath, wrong)).status).toBe(400)
  const chosen = { secondPersonFrom: 5_000, proofFileDays: 90 }
  expect((await admin('PUT', proofsPath, { ...chosen, updatedAt })).body.data).toMatchObject(chosen)
  expect((await admin('PUT', proofsPath, { ...chosen, updatedAt })).body.code).toBe('record.stale')
  const [row] = await db.select().from(audit).orderBy(desc(audit.auditID)).limit(1)
  expect(row).toMatchObject({
    entity: 'shopSetting',
    before: { secondPersonFrom: null, proofFileDays: 180 },
    after: chosen,
  })
  expect((await admin('PUT', proofsPath, { secondPersonFrom: null, proofFileDays: 180 })).status).toBe(200)
})
