// Proves through HTTP that a price whose last day is over waits for a manager: nothing closes the sale before, Staff reach
// nothing in two steps, each choice changes lines, total, tax and instalments together, and it is made once.
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { findContradictionsAfter } from '../../../tests/support/contradictions.ts'
import { lockShop } from '../../../tests/support/price-locks.ts'
import { stockItem } from '../../../tests/support/stocked.ts'
import { shopSetting } from '../../db/schema/company.ts'
import { itemPrice } from '../../db/schema/pricing.ts'
import { saleItem } from '../../db/schema/sales.ts'
import { audit } from '../../db/schema/shared.ts'
import { findContradictions } from '../../prove-books.ts'

const shop = await lockShop()
const { db, admin, manager, staff, path, order, pay, priced, enterRate, reprice, daysFromNow, read, keepUntil } = shop
const reason = 'Agreed by telephone'
const decide = (who: typeof staff, id: number, body: object) => who('PUT', `${path}/${id}/price`, body)

/** Creates a sale of 20,000 whose day is over, at a price of today by another rate. */
async function lapsed(sellPerGram = 7000, more: object = {}, qty = 1) {
  const { itemID } = await priced()
  const { salesTransactionID: id, items } = await order([{ itemID, orderQty: qty }], 5000 * qty, more)
  await reprice(sellPerGram)
  await keepUntil(id, daysFromNow(-2))
  return { id, itemID, salesItemID: items[0].salesItemID as number }
}
const sentence = expect.stringMatching(
  /^The price was kept until \d+ \w{3}( 2025)?; today it is ₱22,400\.00 \(was ₱20,000\.00\)$/,
)
const priceOf = async (id: number) =>
  (
    await db
      .select({
        price: saleItem.price,
        reckoned: itemPrice.price,
        rate: itemPrice.sellPerGram,
        grams: itemPrice.netGrams,
      })
      .from(saleItem)
      .innerJoin(itemPrice, eq(itemPrice.itemPriceID, saleItem.itemPriceID))
      .where(eq(saleItem.salesTransactionID, id))
  )[0]!

test('past the day, nobody pays the rest or completes the sale, and a part payment is taken', async () => {
  const { id } = await lapsed()
  expect((await read(id)).priceLapse).toEqual({
    was: 20_000,
    today: 22_400,
    totals: { keep: 20_000, lower: 20_000, reprice: 22_400 },
    sentence,
    refusal: null,
  })
  for (const who of [staff, manager]) {
    const { status, body } = await who('POST', `${path}/${id}/payments`, { paymentTypeID: 1, amount: 15_000 })
    expect([status, body.code, body.message]).toEqual([409, 'sale.price_lapsed', sentence])
    const completed = await who('PUT', `${path}/${id}/complete`)
    expect([completed.status, completed.body.code]).toEqual([409, 'sale.price_lapsed'])
  }
  expect((await pay(id, 1000)).body.data).toMatchObject({ balance: 14_000, priceLapse: { was: 20_000 } })
  expect(await findContradictions(db)).toEqual([])
})

test('Staff reach the end of such a sale by no two steps', async () => {
  const { id, itemID, salesItemID } = await lapsed(6000)
  const chain = await stockItem(db, { quantity: 9, price: 6000 })
  const refused = async (answer: ReturnType<typeof staff>, code = 'sale.price_lapsed') => {
    const { status, body } = await answer
    expect([status, body.code], body.message).toEqual([code === 'sale.price_below' ? 403 : 409, code])
  }
  const line = `${path}/${id}/lines/${salesItemID}`
  expect((await decide(staff, id, { choice: 'keep', reason })).status).toBe(403)
  // Today's price is lower: no line takes it by an edit, by another quantity, or by going and coming back.
  await refused(staff('PUT', line, { orderQty: 1, price: 19_200 }))
  await refused(staff('PUT', line, { orderQty: 2 }))
  const added = await staff('POST', `${path}/${id}/lines`, { itemID: chain.itemID, orderQty: 1 })
  expect(added.status, added.body.message).toBe(201)
  await refused(staff('DELETE', line))
  const body = { locationID: 1, transactionTypeID: 1 }
  await refused(staff('PUT', `${path}/${id}`, { ...body, items: [{ itemID: chain.itemID, orderQty: 1 }] }))
  await refused(
    staff('PUT', `${path}/${id}`, {
      ...body,
      items: [
        { itemID: chain.itemID, orderQty: 1 },
        { itemID, orderQty: 1, price: 19_200 },
      ],
    }),
  )
  // A discount that Staff may give would bring the total to the paid sum.
  await pay(id, 18_500)
  const [, chainLine] = (await read(id)).items
  const same = [
    { salesItemID, itemID, orderQty: 1 },
    { salesItemID: chainLine.salesItemID, itemID: chain.itemID, orderQty: 1 },
  ]
  await refused(staff('PUT', `${path}/${id}`, { ...body, items: same, discount: 2500 }))
  expect((await staff('PUT', `${path}/${id}`, { ...body, items: same, discount: 200 })).status).toBe(200)
  // A larger payment instead of a wrong one pays the rest just the same.
  const [first] = (await read(id)).payments
  await refused(
    staff('POST', `${path}/${id}/payments/${first.paymentID}/corrections`, { amount: 7300, reason: 'Counted wrong' }),
  )
  expect((await staff('PUT', `${path}/${id}`, { ...body, items: same, remarks: 'Calls on Friday' })).status).toBe(200)
  expect(await read(id)).toMatchObject({ balance: 2300, priceLapse: { was: 20_000, today: 19_200 } })
  expect(await findContradictions(db)).toEqual([])
})

test.each([
  ['keep', 7000, 20_000, 6250],
  ['lower', 7000, 20_000, 6250],
  ['lower', 6000, 19_200, 6000],
  ['reprice', 7000, 22_400, 7000],
  ['reprice', 6000, 19_200, 6000],
])('%s at a rate of %i gives %i, with its rate and a reason', async (choice, rate, price, lineRate) => {
  const { id } = await lapsed(rate, {
    schedule: [
      { dueDate: daysFromNow(0), amount: 5000 },
      { dueDate: daysFromNow(30), amount: 15_000 },
    ],
  })
  const { status, body } = await decide(manager, id, { choice, reason, total: price })
  expect(status, body.message).toBe(200)
  expect(body.data).toMatchObject({
    totalPurchase: price,
    subtotal: price,
    balance: price - 5000,
    priceLapse: null,
    priceKeptUntil: daysFromNow(30),
    keptPrice: price,
    schedule: [{ amount: 5000, paid: 5000 }, { amount: price - 5000 }],
    priceChoices: [
      {
        choice,
        keptUntil: daysFromNow(-2),
        was: 20_000,
        today: rate === 7000 ? 22_400 : 19_200,
        chosen: price,
        nextUntil: daysFromNow(30),
        reason,
        createdByName: 'Test Manager',
      },
    ],
  })
  expect(await priceOf(id)).toEqual({ price, reckoned: price, rate: lineRate, grams: 3.2 })
  const trail = await db.select().from(audit).where(eq(audit.entityID, id))
  expect(trail.filter(({ action }) => action === 'decide price')).toMatchObject([{ entity: 'sale' }])
  expect((await pay(id, price - 5000)).status).toBe(201)
  expect((await staff('PUT', `${path}/${id}/complete`)).body.data).toMatchObject({ status: 'Completed', balance: 0 })
  expect(await findContradictions(db)).toEqual([])
})

test('several lines: each takes the lower price, fixed ones stay, and the discount stays in pesos', async () => {
  const [ring, chain] = [await priced(), await stockItem(db, { quantity: 9, price: 1000 })]
  const [other] = [await priced()]
  const items = [
    { itemID: ring.itemID, orderQty: 2 },
    { itemID: chain.itemID, orderQty: 1 },
    { itemID: other.itemID, orderQty: 1, price: 25_000 },
  ]
  const { salesTransactionID: id } = await order(items, 20_000, { discount: 600, shippingFee: 150 })
  await reprice(7000)
  await keepUntil(id, daysFromNow(-1))
  const { body } = await decide(admin, id, { choice: 'lower', reason })
  // 2 × 20,000, 1,000, and 22,400 instead of 25,000.
  expect(body.data).toMatchObject({ subtotal: 63_400, discount: 600, shippingFee: 150, totalPurchase: 62_950 })
  expect(body.data).toMatchObject({ keptPrice: 62_400, priceChoices: [{ was: 65_000, today: 67_200, chosen: 62_400 }] })
  expect(await findContradictions(db)).toEqual([])
})

test('the choice is refused for bad input, when it is not due, and for a price that nobody has seen', async () => {
  const { id } = await lapsed()
  for (const bad of [
    {},
    { choice: 'keep' },
    { choice: 'keep', reason: '' },
    { choice: 'keep', reason: '   ' },
    { choice: 'keep', reason: 'x'.repeat(501) },
    { choice: 'halve', reason },
    { choice: 'keep', reason, total: -1 },
    { choice: 'keep', reason, total: '20000' },
  ])
    expect((await decide(manager, id, bad)).status, JSON.stringify(bad)).toBe(400)
  const seen = await decide(manager, id, { choice: 'reprice', reason, total: 21_000 })
  expect([seen.status, seen.body]).toMatchObject([
    409,
    {
      code: 'sale.price_outrun',
      message: 'A price has changed meanwhile, and this sale would come to ₱22,400.00. Look at it again',
    },
  ])
  const stale = await decide(manager, id, { choice: 'keep', reason, updatedAt: '2026-01-01T00:00:00.000Z' })
  expect([stale.status, stale.body.code]).toEqual([409, 'record.stale'])
  expect((await decide(manager, 999_999, { choice: 'keep', reason })).status).toBe(404)
  expect((await decide(manager, id, { choice: 'keep', reason })).status).toBe(200)
  const again = await decide(manager, id, { choice: 'keep', reason })
  expect([again.status, again.body.code]).toEqual([409, 'sale.price_not_lapsed'])
  const chain = await stockItem(db, { quantity: 9, price: 3000 })
  const { salesTransactionID: fixed } = await order([{ itemID: chain.itemID, orderQty: 1 }], 1000)
  expect((await decide(manager, fixed, { choice: 'keep', reason })).body.message).toBe(
    'No deposit keeps the price of this sale until a day: there is nothing to decide',
  )
  await staff('POST', `${path}/${fixed}/payments`, { paymentTypeID: 1, amount: 2000 })
  await staff('PUT', `${path}/${fixed}/complete`)
  expect((await decide(manager, fixed, { choice: 'keep', reason })).body.code).toBe('sale.closed')
})

test('the same price of today needs no decision, and a lower one below the paid sum is refused', async () => {
  const { id } = await lapsed(6250)
  expect(await read(id)).toMatchObject({ priceLapse: null, priceKeptUntil: daysFromNow(-2) })
  expect((await pay(id, 15_000)).status).toBe(201)
  const { id: paid } = await lapsed(6000)
  expect((await pay(paid, 14_500)).status).toBe(201)
  const { status, body } = await decide(manager, paid, { choice: 'lower', reason })
  expect([status, body.message]).toEqual([422, 'The total cannot be less than the ₱19,500.00 that is paid already'])
  expect((await decide(manager, paid, { choice: 'keep', reason })).status).toBe(200)
})

test('with a rate of more than 72 hours, the price can be kept alone', async () => {
  const { id } = await lapsed()
  await shop.ageRates(73)
  const { priceLapse } = await read(id)
  expect(priceLapse.refusal).toMatch(/^The 18K rate is of \d+ \w{3}: enter today’s rate first$/)
  expect(priceLapse.sentence).toMatch(/^The price was kept until \d+ \w{3}\. The 18K rate is of /)
  for (const choice of ['lower', 'reprice']) {
    const { status, body } = await decide(manager, id, { choice, reason })
    expect([status, body.code, body.message]).toEqual([422, 'rate.too_old', priceLapse.refusal])
  }
  expect((await decide(manager, id, { choice: 'keep', reason })).body.data).toMatchObject({ totalPurchase: 20_000 })
  // Also an unchanged price waits, because nobody knows the one of today.
  const { id: other } = await lapsed(7100)
  expect((await read(other)).priceLapse).toMatchObject({ refusal: null })
})

test('the list and the dashboard show managers the sales that wait, and no other', async () => {
  const all = async (query = '') => (await manager('GET', `${path}?pageSize=100${query}`)).body.data
  const keysOf = (rows: { salesTransactionID: number }[]) =>
    rows.map(({ salesTransactionID }) => salesTransactionID).toSorted((a, b) => a - b)
  /** Asks each sale on its own, and compares the answers with the list and the dashboard. */
  const compare = async () => {
    const rows: { salesTransactionID: number }[] = await all()
    const waits: number[] = []
    for (const id of keysOf(rows)) if ((await read(id)).priceLapse !== null) waits.push(id)
    expect(keysOf(await all('&priceLapsed=true'))).toEqual(waits)
    expect(await all('&priceLapsed=false')).toHaveLength(rows.length - waits.length)
    const link = '/sales?priceLapsed=true'
    const { body } = await manager('GET', '/api/v1/dashboard/waiting')
    expect(body.data).toContainEqual({ kind: 'prices', count: waits.length, link })
    expect(JSON.stringify((await staff('GET', '/api/v1/dashboard/waiting')).body)).not.toContain(link)
    return waits
  }
  const dearer = await lapsed()
  // This one was sold at the price of today.
  const { itemID } = await priced()
  await reprice(7000)
  const same = (await order([{ itemID, orderQty: 1 }], 5000)).salesTransactionID as number
  await keepUntil(same, daysFromNow(-2))
  const decided = await lapsed()
  expect((await decide(manager, decided.id, { choice: 'keep', reason })).status).toBe(200)
  const canceled = await lapsed()
  expect((await manager('PUT', `${path}/${canceled.id}/cancel`, { deposit: 'refund', reason })).status).toBe(200)
  const fresh = await compare()
  expect(fresh).toContain(dearer.id)
  for (const id of [same, decided.id, canceled.id]) expect(fresh).not.toContain(id)
  // With an old rate, also an unchanged price waits.
  await shop.ageRates(73)
  expect(await compare()).toContain(same)
  await enterRate(7000)
})

test('without the setting, the chosen price has no last day, and a fixed item needs no rate', async () => {
  const { id, itemID } = await lapsed()
  await db.update(shopSetting).set({ priceKeptDays: null })
  expect((await decide(manager, id, { choice: 'keep', reason })).body.data).toMatchObject({
    priceKeptUntil: null,
    keptPrice: null,
    priceChoices: [{ nextUntil: null }],
  })
  await db.update(shopSetting).set({ priceKeptDays: 30 })
  expect((await pay(id, 100)).body.data).toMatchObject({ priceKeptUntil: daysFromNow(30) })
  await keepUntil(id, daysFromNow(-1))
  expect((await manager('DELETE', `/api/v1/items/${itemID}/pricing`)).status).toBe(200)
  const { body } = await decide(manager, id, { choice: 'reprice', reason })
  expect(body.data).toMatchObject({ totalPurchase: 22_400, priceKeptUntil: null, items: [{ itemPriceID: null }] })
  expect(await findContradictions(db)).toEqual([])
})

test('the tax of a sale that is repriced is that of the new total', async () => {
  const tax = { taxCountry: 'PH', taxRegistered: true, taxNumber: '123-456-789-00000', taxFrom: '2020-01-01' }
  expect((await admin('PUT', '/api/v1/tax', tax)).status).toBe(200)
  const { id } = await lapsed()
  await decide(manager, id, { choice: 'reprice', reason })
  await pay(id, 17_400)
  const { body } = await staff('PUT', `${path}/${id}/complete`)
  // 12 % within 22,400.
  expect(body.data).toMatchObject({ status: 'Completed', taxes: [{ amount: 22_400, base: 20_000, tax: 2400 }] })
  expect(await findContradictions(db)).toEqual([])
  expect((await admin('PUT', '/api/v1/tax', { taxCountry: null, taxRegistered: false })).status).toBe(200)
})

test('of two managers who choose at once, one decides', async () => {
  for (let round = 0; round < 5; round++) {
    const { id } = await lapsed()
    const answers = await Promise.all(
      ['keep', 'reprice', 'reprice', 'keep'].map((choice, n) =>
        decide(n % 2 ? admin : manager, id, { choice, reason: `${choice} ${n}` }),
      ),
    )
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409])
    const won = answers.find(({ status }) => status === 200)!.body.data
    const stored = await read(id)
    expect(stored.priceChoices).toHaveLength(1)
    expect(stored.totalPurchase).toBe(won.priceChoices[0].choice === 'keep' ? 20_000 : 22_400)
  }
  expect(await findContradictions(db)).toEqual([])
})

test('a payment beside a choice is taken for the old rest never, and counts towards the new one', async () => {
  for (let round = 0; round < 6; round++) {
    const { id } = await lapsed()
    const [chosen, rest, part] = await Promise.all([
      decide(manager, id, { choice: 'reprice', reason }),
      pay(id, 15_000),
      pay(id, 1000),
    ])
    expect([chosen.status, part.status]).toEqual([200, 201])
    expect(rest.status === 201 || rest.body.code === 'sale.price_lapsed').toBe(true)
    const { totalPurchase, balance, status } = await read(id)
    expect({ totalPurchase, balance, status }).toEqual({
      totalPurchase: 22_400,
      balance: 16_400 - (rest.status === 201 ? 15_000 : 0),
      status: 'Processing',
    })
  }
  expect(await findContradictions(db)).toEqual([])
})

test('a repricing beside a choice comes before or after it, and the line always has its reckoned price', async () => {
  for (let round = 0; round < 5; round++) {
    const { id } = await lapsed(7000)
    await enterRate(7500 + round * 10)
    const [{ status, body }] = await Promise.all([
      decide(manager, id, { choice: 'reprice', reason, total: 22_400 }),
      reprice(7500 + round * 10),
    ])
    const { price, reckoned } = await priceOf(id)
    const isDecided = status === 200
    expect({ price, reckoned, code: body.code }).toEqual(
      isDecided
        ? { price: 22_400, reckoned: 22_400, code: undefined }
        : { price: 20_000, reckoned: 20_000, code: 'sale.price_outrun' },
    )
  }
  expect(await findContradictions(db)).toEqual([])
})

test('the verification names a kept price that is not that of the lines', async () => {
  const { id } = await lapsed()
  const said = /^Sale SO-\S+ keeps (\S+) until \S+, but its lines by the rate come to (\S+)$/
  for (const [set, kept, lines] of [
    ['sales_transaction set kept_price = kept_price - 1', '19999.00', '20000.00'],
    ['sales_item set price = price + 5, line_total = line_total + 5', '20000.00', '20005.00'],
    ['sales_item set item_price_id = null', '20000.00', '0'],
  ] as const) {
    const found = await findContradictionsAfter(db, `update ${set} where sales_transaction_id = ${id}`)
    expect(found.flatMap((one) => said.exec(one)?.slice(1) ?? [])).toEqual([kept, lines])
  }
})

test('the verification names a lock without a payment, and a choice about a day that was never kept', async () => {
  const { id } = await lapsed()
  await decide(manager, id, { choice: 'keep', reason })
  const unpaid = await findContradictionsAfter(
    db,
    `update sales_transaction set amount_paid = 0, change = 0 where sales_transaction_id = ${id}`,
  )
  expect(unpaid).toContainEqual(
    expect.stringMatching(/^Sale SO-\S+ keeps its price until \S+, but is Processing without a payment$/),
  )
  const early = await findContradictionsAfter(
    db,
    `insert into sales_price_choice (sales_transaction_id, choice, kept_until, was, today, chosen, reason)
      values (${id}, 'keep', '2020-01-01', 1, 1, 1, 'Made up')`,
  )
  expect(early).toContainEqual(
    expect.stringMatching(/^Choice \d+ of sale SO-\S+ is about 2020-01-01, but the one before/),
  )
})
