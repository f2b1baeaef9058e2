// Proves that old gold is weighed, tested, offered and bought through HTTP: the rates, who may offer what, the identity, and
// that the pieces become scrap at exactly what they cost, which nobody can sell.
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { customerOf, ofTheDrawing, tradeInShop } from '../../../tests/support/trade-ins.ts'
import { shopSetting } from '../../db/schema/company.ts'
import { goldRate } from '../../db/schema/pricing.ts'
import { audit } from '../../db/schema/shared.ts'
import { inventory, stockMovement } from '../../db/schema/stock.ts'
import { scrapItem, tradeIn, tradeInPiece } from '../../db/schema/trade-ins.ts'
import { findAllContradictions } from '../../prove-books.ts'

const { db, admin, staff, manager, users, path, create, offered, accepted, setRate } = await tradeInShop()
const piece = ofTheDrawing[0]!

test('three pieces are weighed, tested, offered and accepted, and become scrap at what they cost', async () => {
  const created = await create({ remarks: ' Heirlooms ', customerID: await customerOf(db, 'Rowena') })
  expect([created.status, created.body.data]).toMatchObject([
    201,
    {
      tradeInNumber: expect.stringMatching(/^TI-\d{4}-000001$/),
      status: 'Tested',
      remarks: 'Heirlooms',
      customer: { name: 'Rowena Villanueva' },
      pieceCount: 3,
      countedGrams: 20.637,
      reckoned: 125_140.22,
      offer: null,
      left: 0,
      needsIdentity: false,
      pieces: [
        { description: 'Rope chain', countedGrams: 9.643, sum: 60_365.18, rate: { buyPerGram: 6260 } },
        { description: 'Curb bracelet', markedKarat: '18K', testedKarat: '14K', countedGrams: 6.978, sum: 34_052.64 },
        { description: 'Ring with jade', markedKarat: null, stoneGrams: 1.12, countedGrams: 4.016, sum: 30_722.4 },
      ],
    },
  ])
  const { tradeInID } = created.body.data
  const offer = await staff('POST', `${path}/${tradeInID}/offer`, { offer: 125_140 })
  expect([offer.status, offer.body.data]).toMatchObject([
    201,
    { status: 'Offered', offer: 125_140, offeredBy: { name: 'Test Staff' } },
  ])
  const accept = await staff('POST', `${path}/${tradeInID}/acceptance`, { signed: true })
  expect([accept.status, accept.body.data]).toMatchObject([201, { status: 'Accepted', left: 125_140 }])
  const costs = accept.body.data.pieces.map(({ cost }: { cost: number }) => cost)
  expect(costs).toEqual([60_365.07, 34_052.58, 30_722.35])

  const rows = await db
    .select({ karat: scrapItem.karat, quantity: inventory.quantity, value: stockMovement.value })
    .from(scrapItem)
    .innerJoin(inventory, eq(inventory.itemID, scrapItem.itemID))
    .innerJoin(stockMovement, eq(stockMovement.inventoryID, inventory.inventoryID))
    .orderBy(scrapItem.karat)
  expect(rows).toEqual([
    { karat: '14K', quantity: 6.978, value: 34_052.58 },
    { karat: '18K', quantity: 9.643, value: 60_365.07 },
    { karat: '22K', quantity: 4.016, value: 30_722.35 },
  ])
  const [row] = await db.select().from(inventory).innerJoin(scrapItem, eq(scrapItem.itemID, inventory.itemID))
  const ledger = await staff('GET', `/api/v1/inventory/${row!.inventory.inventoryID}/movements`)
  expect(ledger.body.data[0]).toMatchObject({
    kind: 'trade_in',
    documentNumber: created.body.data.tradeInNumber,
    documentID: tradeInID,
  })
  const actions = await db.select({ action: audit.action }).from(audit).where(eq(audit.entity, 'tradeIn'))
  expect(actions.map(({ action }) => action)).toEqual(['create', 'offer', 'accept'])
  expect(await findAllContradictions(db)).toEqual([])
})

test('a second purchase moves the average cost of its karat, and a new offer follows a change', async () => {
  const { tradeInID } = await offered([{ ...piece, grossGrams: 1, loss: 0 }])
  const changed = await staff('PUT', `${path}/${tradeInID}`, {
    customerID: 1,
    locationID: 1,
    pieces: [{ ...piece, grossGrams: 2, loss: 0, testedKarat: null }],
  })
  expect(changed.body.data).toMatchObject({ status: 'Weighed', offer: null, reckoned: null, pieceCount: 1 })
  const untested = await staff('POST', `${path}/${tradeInID}/offer`, {})
  expect([untested.status, untested.body.code, untested.body.message]).toEqual([
    422,
    'trade_in.not_tested',
    'Test Rope chain first: its karat is not known',
  ])
  const early = await staff('POST', `${path}/${tradeInID}/acceptance`, { signed: true })
  expect([early.status, early.body.code]).toEqual([409, 'trade_in.not_offered'])
  await staff('PUT', `${path}/${tradeInID}`, {
    customerID: 1,
    locationID: 1,
    pieces: [{ ...piece, grossGrams: 2, loss: 0 }],
  })
  await staff('POST', `${path}/${tradeInID}/offer`, { offer: 6_000 })
  const done = await staff('POST', `${path}/${tradeInID}/acceptance`, { signed: true })
  expect(done.body.data).toMatchObject({ status: 'Accepted', offer: 6_000, pieces: [{ cost: 6_000, sum: 12_520 }] })
  const { rows } = await db.execute<{ cost: string; value: string }>(sql`
    select average_cost as cost, value from item join scrap_item using (item_id) join stock_value using (item_id)
      where scrap_item.karat = '18K'`)
  expect(rows).toEqual([{ cost: '5699.997423', value: '66365.07' }])
  expect(await findAllContradictions(db)).toEqual([])
})

test('Staff offer at most the reckoned sum, a Manager more, and above the metal only with a confirmation', async () => {
  const { tradeInID } = (await create({ pieces: [{ ...piece, grossGrams: 1, loss: 0 }] })).body.data
  const give = (who: typeof staff, body: object) => who('POST', `${path}/${tradeInID}/offer`, body)
  const refused = await give(staff, { offer: 6260.01 })
  expect([refused.status, refused.body.code, refused.body.message]).toEqual([
    403,
    'trade_in.offer_denied',
    'More than the reckoned ₱6,260.00: a Manager must allow this',
  ])
  expect((await give(staff, { offer: 6260 })).body.data.offer).toBe(6260)
  expect((await give(staff, {})).body.data.offer).toBe(6260)
  expect((await give(manager, { offer: 6710 })).body.data.offer).toBe(6710)
  const unconfirmed = await give(manager, { offer: 6710.01 })
  expect([unconfirmed.status, unconfirmed.body.code, unconfirmed.body.message]).toEqual([
    422,
    'trade_in.offer_unconfirmed',
    'More than the metal sells for (₱6,710.00): a Manager must allow and confirm this',
  ])
  expect((await give(staff, { offer: 6710.01, confirmed: true })).status).toBe(403)
  expect((await give(manager, { offer: 7000, confirmed: true })).body.data.offer).toBe(7000)
})

test('a rate over 72 hours old buys nothing, neither at the offer nor at the acceptance', async () => {
  const { tradeInID } = await offered([{ ...piece, testedKarat: '21K' }])
  await setRate('21K', 73)
  for (const step of ['acceptance', 'offer']) {
    const { status, body } = await staff('POST', `${path}/${tradeInID}/${step}`, { signed: true })
    expect([status, body.code, body.message]).toEqual([
      422,
      'rate.too_old',
      expect.stringMatching(/^The 21K rate is of \d+ \w{3}.*: enter today’s rate first$/),
    ])
  }
  await setRate('21K', 71)
  expect((await staff('POST', `${path}/${tradeInID}/acceptance`, { signed: true })).status).toBe(201)
  const { body } = await create({ pieces: [{ ...piece, testedKarat: '10K' }] })
  expect(body.data.pieces[0]).toMatchObject({ rate: null, sum: null })
  const missing = await staff('POST', `${path}/${body.data.tradeInID}/offer`, {})
  expect([missing.status, missing.body.code, missing.body.message]).toEqual([
    422,
    'rate.missing',
    'Enter a rate of 10K first',
  ])
})

test('from the amount of the settings on, the shop notes who saw a document and which kind', async () => {
  await db.update(shopSetting).set({ identityFrom: 6260 })
  const { tradeInID, needsIdentity } = await offered([{ ...piece, grossGrams: 1, loss: 0 }])
  expect(needsIdentity).toBe(true)
  const accept = (body: object) => staff('POST', `${path}/${tradeInID}/acceptance`, { signed: true, ...body })
  const sentence = 'From ₱6,260.00 the shop notes who saw a document of identity and which kind it was'
  for (const [body, field] of [
    [{}, 'identitySeenByID'],
    [{ identitySeenByID: users.get(3) }, 'identityDocument'],
    [{ identityDocument: 'passport' }, 'identitySeenByID'],
  ] as const) {
    const refused = await accept(body)
    expect([refused.status, refused.body.code, refused.body.errors]).toEqual([
      422,
      'trade_in.identity_missing',
      [{ field, message: sentence }],
    ])
  }
  expect((await accept({ identitySeenByID: 999, identityDocument: 'passport' })).body.message).toBe(
    'User 999 does not exist or is inactive',
  )
  expect((await accept({ identitySeenByID: users.get(2), identityDocument: 'library_card' })).status).toBe(400)
  const done = await accept({ identitySeenByID: users.get(2), identityDocument: 'residence_card' })
  expect(done.body.data).toMatchObject({
    status: 'Accepted',
    identitySeenBy: { name: 'Test Manager' },
    identityDocument: 'residence_card',
  })
  await db.update(shopSetting).set({ identityFrom: null })
  const small = await offered([{ ...piece, grossGrams: 1 }])
  const half = await staff('POST', `${path}/${small.tradeInID}/acceptance`, {
    signed: true,
    identityDocument: 'passport',
  })
  expect(half.body.message).toBe('Say both who saw a document of identity and which kind it was')
})

test('a Manager gives the pieces back while they are there, at the average cost of the scrap', async () => {
  const before = await db.select().from(inventory).orderBy(inventory.inventoryID)
  const { tradeInID } = await accepted([piece])
  const denied = await staff('POST', `${path}/${tradeInID}/return`, {})
  expect(denied.status).toBe(403)
  const back = await manager('POST', `${path}/${tradeInID}/return`, { reason: 'Changed her mind' })
  expect([back.status, back.body.data]).toMatchObject([
    201,
    { status: 'Returned', left: 0, closeReason: 'Changed her mind', closedBy: { name: 'Test Manager' } },
  ])
  const quantities = (rows: typeof before) => rows.map(({ inventoryID, quantity }) => [inventoryID, quantity])
  expect(quantities(await db.select().from(inventory).orderBy(inventory.inventoryID))).toEqual(quantities(before))
  const again = await manager('POST', `${path}/${tradeInID}/return`, {})
  expect([again.status, again.body.code]).toEqual([409, 'trade_in.not_accepted'])
  expect(await findAllContradictions(db)).toEqual([])

  // Scrap that went to the refiner is gone.
  const gone = await accepted([{ ...piece, testedKarat: '24K' }])
  const [row] = await db
    .select({ inventoryID: inventory.inventoryID })
    .from(inventory)
    .innerJoin(scrapItem, eq(scrapItem.itemID, inventory.itemID))
    .where(eq(scrapItem.karat, '24K'))
  const asked = await manager('POST', '/api/v1/inventory-adjustment', {
    inventoryID: row!.inventoryID,
    adjustmentReasonID: 1,
    quantityAdjusted: -9,
  })
  expect(asked.status).toBe(201)
  const { adjustmentID, updatedAt } = asked.body.data
  const approved = await admin('PUT', `/api/v1/inventory-adjustment/${row!.inventoryID}/approve/${adjustmentID}`, {
    inventoryID: row!.inventoryID,
    updatedAt,
  })
  expect(approved.status).toBe(200)
  const late = await manager('POST', `${path}/${gone.tradeInID}/return`, {})
  expect([late.status, late.body.code, late.body.message]).toEqual([
    409,
    'stock.short',
    'Only 0.643 of Scrap 24K available at Main',
  ])
})

test('a trade-in is declined with a reason, and changes no more', async () => {
  const { tradeInID, updatedAt } = await offered()
  const stale = await staff('POST', `${path}/${tradeInID}/decline`, { updatedAt: new Date(0).toISOString() })
  expect([stale.status, stale.body.code]).toEqual([409, 'record.stale'])
  const declined = await staff('POST', `${path}/${tradeInID}/decline`, { reason: ' Too little ', updatedAt })
  expect(declined.body.data).toMatchObject({ status: 'Declined', closeReason: 'Too little', left: 0 })
  const body = { customerID: 1, locationID: 1, pieces: [piece] }
  for (const [method, at, sent, end] of [
    ['PUT', '', body, 'be changed'],
    ['POST', '/offer', {}, 'be offered'],
    ['POST', '/acceptance', { signed: true }, 'be accepted'],
    ['POST', '/decline', {}, 'be declined'],
  ] as const) {
    const refused = await staff(method, `${path}/${tradeInID}${at}`, sent)
    expect([refused.status, refused.body.code, refused.body.message]).toEqual([
      409,
      'trade_in.closed',
      `This trade-in is Declined and can no longer ${end}`,
    ])
  }
})

test('the database keeps an accepted trade-in, its pieces and what scrap is', async () => {
  const { tradeInID } = await accepted([piece])
  const [rate] = await db.select().from(goldRate).where(eq(goldRate.karat, '22K'))
  const of = eq(tradeIn.tradeInID, tradeInID)
  const ofPiece = eq(tradeInPiece.tradeInID, tradeInID)
  for (const attempt of [
    db.update(tradeIn).set({ offer: 1 }).where(of),
    db.update(tradeIn).set({ settled: 1 }).where(of),
    db.update(tradeIn).set({ status: 'Offered', acceptedAt: null }).where(of),
    db.update(tradeIn).set({ customerID: 2 }).where(of),
    db.delete(tradeIn).where(of),
    db.update(tradeInPiece).set({ cost: 1 }).where(ofPiece),
    db.delete(tradeInPiece).where(ofPiece),
    db.execute(sql`truncate trade_in cascade`),
    db.update(scrapItem).set({ karat: '10K' }),
  ])
    await expect(Promise.resolve(attempt)).rejects.toMatchObject({ cause: { code: '23001' } })
  const open = await offered([piece])
  const ofOpen = eq(tradeInPiece.tradeInID, open.tradeInID)
  for (const [changes, code] of [
    [{ sum: 1 }, '23514'],
    [{ countedGrams: 9 }, '23514'],
    [{ buyPerGram: 7000, sum: 67_501 }, '23503'],
    [{ goldRateID: rate!.goldRateID }, '23503'],
    [{ cost: 5 }, '23514'],
  ] as const)
    await expect(Promise.resolve(db.update(tradeInPiece).set(changes).where(ofOpen))).rejects.toMatchObject({
      cause: { code },
    })
})
