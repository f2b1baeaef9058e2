// Proves through HTTP that gold rates are only ever added, that a large difference needs a confirmation or a Manager, and
// that of two people who enter a rate at once the second one hears of the first.
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import type { CurrentRateRow, GoldRateRow } from '../../../contract/pricing/gold-rates.ts'
import { formatPeso } from '../../../contract/shared/money.ts'
import { testApp } from '../../../tests/support/fixtures.ts'
import { goldRate } from '../../db/schema/pricing.ts'
import { audit } from '../../db/schema/shared.ts'

const { db, as, users } = await testApp({ connections: 12 })
const [admin, manager, staff] = [as(1), as(2), as(3)]
const path = '/api/v1/gold-rates'

type Karat = GoldRateRow['karat']
const current = async (): Promise<CurrentRateRow[]> => (await staff('GET', `${path}/current`)).body.data
const latestOf = async (karat: Karat) => (await current()).find((one) => one.karat === karat)!.latest
/** Returns a rate to enter after the latest that there is. */
const next = async (karat: Karat, sellPerGram: number, buyPerGram: number, more: object = {}) => ({
  karat,
  sellPerGram,
  buyPerGram,
  latestID: (await latestOf(karat))?.goldRateID ?? null,
  ...more,
})
const enter = async (who: typeof staff, ...rates: object[]) => who('POST', path, { rates, source: 'Binondo board' })
/** Inserts a rate of so many hours ago. A karat of its own keeps the tests apart. */
const insertAgo = (karat: Karat, hours: number, sellPerGram: number, buyPerGram = sellPerGram - 300) =>
  db.insert(goldRate).values({ karat, sellPerGram, buyPerGram, fromAt: new Date(Date.now() - hours * 3_600_000) })

/** Deletes the rates of a karat, past the guard that refuses it. */
const deleteRates = (karat: Karat) =>
  db.transaction(async (tx) => {
    await tx.execute(sql`alter table gold_rate disable trigger user`)
    await tx.delete(goldRate).where(eq(goldRate.karat, karat))
    await tx.execute(sql`alter table gold_rate enable trigger user`)
  })
/** Gives a karat one rate, from the day before. */
async function restartKarat(karat: Karat, sellPerGram: number, buyPerGram: number) {
  await deleteRates(karat)
  await insertAgo(karat, 30, sellPerGram, buyPerGram)
}

test('rates are entered for several karats at once, with who and from where', async () => {
  const empty = await current()
  expect(empty.map(({ karat, latest, yesterday }) => [karat, latest, yesterday])).toEqual(
    ['24K', '22K', '21K', '18K', '14K', '10K'].map((karat) => [karat, null, null]),
  )
  const began = Date.now()
  const { status, body } = await enter(staff, await next('24K', 8950, 8350), await next('22K', 8200.5, 7650.25))
  expect(status).toBe(201)
  expect(body.data.slice(0, 3)).toMatchObject([
    {
      karat: '24K',
      latest: {
        karat: '24K',
        sellPerGram: 8950,
        buyPerGram: 8350,
        source: 'Binondo board',
        sellBefore: null,
        createdByID: users.get(3),
        createdBy: { name: 'Test Staff' },
      },
      yesterday: null,
    },
    { karat: '22K', latest: { sellPerGram: 8200.5, buyPerGram: 7650.25 } },
    { karat: '21K', latest: null },
  ])
  const at = Date.parse(body.data[0].latest.fromAt)
  expect(at).toBeGreaterThanOrEqual(began)
  expect(at).toBeLessThanOrEqual(Date.now())
  const rows = await db.select().from(audit).where(eq(audit.entity, 'goldRate'))
  expect(rows).toMatchObject([
    { action: 'create', userID: users.get(3), before: null, after: { karat: '24K', sellPerGram: 8950 } },
    { action: 'create', userID: users.get(3), before: null, after: { karat: '22K', sellPerGram: 8200.5 } },
  ])
})

test('a rate holds until the next one, and the list has both', async () => {
  await insertAgo('21K', 40, 7700)
  await insertAgo('21K', 30, 7750)
  expect((await enter(staff, await next('21K', 7780, 7250))).status).toBe(201)
  const { latest, yesterday } = (await current()).find(({ karat }) => karat === '21K')!
  expect([latest?.sellPerGram, latest?.sellBefore, yesterday?.sellPerGram]).toEqual([7780, 7750, 7750])
  const { body } = await staff('GET', `${path}?karat=21K`)
  expect(body.meta.total).toBe(3)
  expect(body.data.map((rate: GoldRateRow) => [rate.sellPerGram, rate.sellBefore, rate.createdBy?.name])).toEqual([
    [7780, 7750, 'Test Staff'],
    [7750, 7700, undefined],
    [7700, null, undefined],
  ])
  const sorted = await staff('GET', `${path}?karat=21K&sort=sellPerGram&search=binondo`)
  expect(sorted.body.data.map((rate: GoldRateRow) => rate.sellPerGram)).toEqual([7780])
})

test('the history has the rate in force when its days began, and every later one', async () => {
  for (const [hours, sell] of [
    [24 * 200, 3000],
    [24 * 40, 3100],
    [24 * 20, 3200],
    [24 * 10, 3300],
  ] as const)
    await insertAgo('10K', hours, sell)
  const { body } = await staff('GET', `${path}/history?karat=10K&days=30`)
  expect(body.data.rates.map((rate: GoldRateRow) => rate.sellPerGram)).toEqual([3100, 3200, 3300])
  expect(Date.parse(body.data.to) - Date.parse(body.data.from)).toBe(30 * 86_400_000)
  expect((await staff('GET', `${path}/history?karat=10K`)).body.data.rates).toHaveLength(4)
})

test.each<[string, object, number, string, string | undefined]>([
  ['a rate of nothing', { sellPerGram: 0 }, 400, 'input.invalid', 'rates.0.sellPerGram'],
  ['three decimals', { sellPerGram: 1.234 }, 400, 'input.invalid', 'rates.0.sellPerGram'],
  ['ten million', { sellPerGram: 10_000_000 }, 400, 'input.invalid', 'rates.0.sellPerGram'],
  ['buying for more than selling', { sellPerGram: 100, buyPerGram: 101 }, 400, 'input.invalid', 'rates.0.buyPerGram'],
  ['an unknown karat', { karat: '9K' }, 400, 'input.invalid', 'rates.0.karat'],
  ['no key of the latest rate', { latestID: undefined }, 400, 'input.invalid', 'rates.0.latestID'],
  ['a moment', { fromAt: '2026-01-01T00:00:00Z', latestID: 999_999 }, 409, 'rate.outrun', undefined],
])('refuses %s and changes nothing', async (_, change, status, code, field) => {
  const before = await db.$count(goldRate)
  const answer = await enter(manager, { ...(await next('24K', 8950, 8350)), ...change })
  expect([answer.status, answer.body.code, answer.body.errors?.[0].field]).toEqual([status, code, field])
  expect(await db.$count(goldRate)).toBe(before)
})

test('refuses no rate, a karat twice, and a source without an end', async () => {
  const rate = await next('24K', 8950, 8350)
  const send = async (body: object) => (await staff('POST', path, body)).body
  expect((await send({ rates: [] })).errors).toEqual([{ field: 'rates', message: 'Enter a rate' }])
  expect((await send({ rates: [rate, rate] })).errors).toEqual([
    { field: 'rates', message: 'A karat stands here twice' },
  ])
  expect((await send({ rates: [rate], source: 'x'.repeat(121) })).errors[0].field).toBe('source')
})

test('over 5 % is asked again, and then entered', async () => {
  await insertAgo('14K', 20, 5200, 4850)
  const unsure = await enter(staff, await next('14K', 5520, 4880))
  expect([unsure.status, unsure.body]).toMatchObject([
    422,
    {
      code: 'rate.unconfirmed',
      message: '14K sells for 6.2% more than the last rate, ₱5,200.00. Over 5% is asked again',
      errors: [{ field: 'rates.0.sellPerGram' }],
    },
  ])
  expect((await latestOf('14K'))?.sellPerGram).toBe(5200)
  expect((await enter(staff, await next('14K', 5520, 4880, { confirmed: true }))).status).toBe(201)
  expect((await latestOf('14K'))?.sellPerGram).toBe(5520)
})

test('a rate 30 % off needs a Manager, who confirms it; one refused rate enters none', async () => {
  await insertAgo('18K', 20, 6700, 6250)
  const jump = await next('18K', 8710, 6260, { confirmed: true })
  const denied = await enter(staff, await next('24K', 8960, 8360), jump)
  expect([denied.status, denied.body]).toMatchObject([
    403,
    {
      code: 'rate.jump_denied',
      message: '18K sells for 30% more than the last rate, ₱6,700.00. Over 20% a Manager must allow it',
      errors: [{ field: 'rates.1.sellPerGram' }],
    },
  ])
  expect((await latestOf('24K'))?.sellPerGram).toBe(8950)
  const unsure = await enter(manager, { ...jump, confirmed: false })
  expect([unsure.status, unsure.body.code]).toEqual([422, 'rate.unconfirmed'])
  expect((await enter(manager, jump)).status).toBe(201)
  expect((await latestOf('18K'))?.sellPerGram).toBe(8710)
})

test('two steps of 15 % in a day need a Manager as one of 32 % does', async () => {
  await restartKarat('14K', 5520, 4880)
  const [step, more] = [5520 * 1.15, 5520 * 1.15 ** 2].map((sell) => Math.round(sell))
  expect((await enter(staff, await next('14K', step!, 4880, { confirmed: true }))).status).toBe(201)
  const second = await next('14K', more!, 4880, { confirmed: true })
  const denied = await enter(staff, second)
  expect([denied.status, denied.body]).toMatchObject([
    403,
    {
      code: 'rate.jump_denied',
      message: '14K sells for 32.2% more than when the day began, ₱5,520.00. Over 20% a Manager must allow it',
    },
  ])
  expect((await enter(manager, second)).status).toBe(201)
})

test('of two people who enter a rate at once, the second hears of the first', async () => {
  await insertAgo('22K', -0.001, 8150, 7600)
  const rates = await Promise.all([8200, 8210, 8220, 8230].map((sell) => next('22K', sell, 7650)))
  const before = await db.$count(goldRate, eq(goldRate.karat, '22K'))
  const answers = await Promise.all(rates.map((rate, n) => enter([staff, manager, admin, staff][n]!, rate)))
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409, 409])
  expect(await db.$count(goldRate, eq(goldRate.karat, '22K'))).toBe(before + 1)
  const { sellPerGram, createdBy } = (await latestOf('22K'))!
  for (const { body } of answers.filter(({ status }) => status === 409))
    expect([body.code, body.message]).toEqual([
      'rate.outrun',
      `A 22K rate was entered by ${createdBy!.name} meanwhile: sell ${formatPeso(sellPerGram)}, buy ₱7,650.00. Look at it before you enter yours`,
    ])
})

test('the same call sent twice enters one rate', async () => {
  const body = { rates: [await next('24K', 9000, 8400)] }
  const headers = { 'idempotency-key': 'rates-of-today' }
  const answers = [await staff('POST', path, body, headers), await staff('POST', path, body, headers)]
  expect(answers.map(({ status }) => status)).toEqual([201, 201])
  expect(await db.$count(goldRate, eq(goldRate.sellPerGram, 9000))).toBe(1)
})

test('the database refuses to change or delete a rate, and one before another', async () => {
  const rate = { karat: '10K', sellPerGram: 1, buyPerGram: 1, fromAt: new Date('2020-01-01') } as const
  for (const attempt of [
    db.update(goldRate).set({ sellPerGram: 1 }).where(eq(goldRate.karat, '24K')),
    db.delete(goldRate).where(eq(goldRate.karat, '24K')),
    db.execute(sql`truncate gold_rate cascade`),
    db.insert(goldRate).values(rate),
  ])
    await expect(Promise.resolve(attempt)).rejects.toMatchObject({ cause: { code: '23001' } })
  expect((await latestOf('24K'))?.sellPerGram).toBe(9000)
})

test('a first rate is compared with another karat by fineness', async () => {
  for (const karat of ['24K', '22K', '21K', '14K', '10K'] as const) await deleteRates(karat)
  await restartKarat('18K', 6710, 6260)
  const typo = await enter(staff, await next('24K', 9850, 8350))
  expect([typo.body.code, typo.body.message]).toEqual([
    'rate.unconfirmed',
    '24K sells for 10.2% more than the 18K rate gives by its fineness, ₱8,937.72. Over 5% is asked again',
  ])
  const tenfold = await enter(staff, await next('24K', 89_500, 83_500, { confirmed: true }))
  expect([tenfold.status, tenfold.body.code]).toEqual([403, 'rate.jump_denied'])
  expect((await enter(staff, await next('24K', 8950, 8350))).status).toBe(201)
})
