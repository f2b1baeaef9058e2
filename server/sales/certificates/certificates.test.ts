// Proves through HTTP that a certificate copies the facts of one piece and never changes, that a piece never has two that
// count, that numbers have no gap, and that a revoked certificate stays.
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import type { CertificateRow } from '../../../contract/sales/certificates.ts'
import { testApp } from '../../../tests/support/fixtures.ts'
import { drawPicture, formOf } from '../../../tests/support/pictures.ts'
import { stockItem } from '../../../tests/support/stocked.ts'
import { item, itemTranslation } from '../../db/schema/catalogue.ts'
import { certificate } from '../../db/schema/certificates.ts'
import { audit } from '../../db/schema/shared.ts'
import { findContradictions } from '../../prove-books.ts'

const { app, db, as, users } = await testApp({ connections: 12 })
const [manager, staff] = [as(2), as(3)]
const path = '/api/v1/certificates'
const failed = (code: string, message: unknown) => ({ success: false, code, message })

type Shop = Partial<typeof item.$inferInsert> & { quantity?: number; complete?: boolean; orderQty?: number }

/** Sells an item. Returns the keys of its sale and line. */
async function sell({ orderQty = 1, complete = true, quantity = 9, ...rest }: Shop = {}) {
  const { itemID } = await stockItem(db, { quantity, karat: '18K', metal: 'yellow gold', netGrams: 2.9, ...rest })
  const amount = 1000 * orderQty
  const { body } = await staff('POST', '/api/v2/sales', {
    locationID: 1,
    transactionTypeID: 1,
    complete,
    items: [{ itemID, orderQty }],
    ...(complete && { payments: [{ paymentTypeID: 1, amount }] }),
  })
  const { salesTransactionID, transactionNumber, items } = body.data
  const [line] = items
  return { itemID, id: salesTransactionID, transactionNumber, salesItemID: line.salesItemID, itemCode: line.itemCode }
}
const at = (id: number) => `/api/v2/sales/${id}/certificates`
const issue = (sold: { id: number; salesItemID: number }, more: object = {}, who = staff) =>
  who('POST', at(sold.id), { lines: [{ salesItemID: sold.salesItemID, ...more }] })
const issued = async (sold: { id: number; salesItemID: number }, more: object = {}): Promise<CertificateRow[]> => {
  const { status, body } = await issue(sold, more)
  expect([status, body.message]).toEqual([201, undefined])
  return body.data
}
const refund = (sold: { id: number; salesItemID: number }, qty: number) =>
  manager('POST', `/api/v2/sales/${sold.id}/refunds`, {
    reason: 'Too small',
    items: [{ salesItemID: sold.salesItemID, qty, disposition: 'restock' }],
  })
const revoke = (id: number, body: object = { reason: 'lost' }, who = manager) =>
  who('PUT', `${path}/${id}/revoke`, body)
const reissue = (id: number, body: object = {}, who = manager) => who('POST', `${path}/${id}/reissue`, body)

test('a certificate copies the facts of its piece, and keeps them', async () => {
  const sold = await sell({
    itemName: 'Emerald ring',
    stone: 'Emerald 1.42 ct',
    size: '11',
    certificateNumber: 'GR 22',
  })
  const form = formOf({}, { 'a.png': await drawPicture('red', { width: 400, height: 300 }) })
  const { body: pictured } = await manager('POST', `/api/v1/item-images/${sold.itemID}`, form)
  await db.insert(itemTranslation).values({ itemID: sold.itemID, language: 'ja', itemName: 'エメラルドリング' })
  const [made] = await issued(sold)
  const facts = {
    itemName: 'Emerald ring',
    japaneseName: 'エメラルドリング',
    tagalogName: null,
    pieceNumber: sold.itemCode,
    karat: '18K',
    metal: 'yellow gold',
    stone: 'Emerald 1.42 ct',
    size: '11',
    grams: 3.2,
    netGrams: 2.9,
    laboratoryReport: 'GR 22',
    pictures: [pictured.data.images[0].url],
    place: 'Main',
  }
  expect(made).toMatchObject({
    ...facts,
    certificateNumber: expect.stringMatching(/^AC-\d{4}-\d{6}$/),
    code: expect.stringMatching(/^[2-9A-HJ-NP-Z]{8}$/),
    state: 'Valid',
    revocation: null,
    replaces: null,
    sale: { salesTransactionID: sold.id, transactionNumber: sold.transactionNumber },
    createdBy: { name: 'Test Staff' },
    language: 'en',
  })
  await db
    .update(item)
    .set({ itemName: 'Other ring', karat: '22K', grams: 9, netGrams: 8 })
    .where(eq(item.itemID, sold.itemID))
  await manager('DELETE', `/api/v1/item-images/${sold.itemID}/${pictured.data.images[0].id}`)
  expect((await staff('GET', `${path}/${made!.certificateID}`)).body.data).toMatchObject(facts)
  const trail = await db.select().from(audit).where(eq(audit.entity, 'certificate'))
  expect(trail).toMatchObject([{ action: 'create', entityID: made!.certificateID, userID: users.get(3) }])
})

test('each piece of a line gets one certificate, and a measured fact takes the place of the item’s', async () => {
  const sold = await sell({ orderQty: 3 })
  const [first] = await issued(sold, { count: 1, grams: 3.125, size: '12', laboratoryReport: 'GIA 7' })
  // The net weight of the item is not that of a piece which weighs something else.
  expect(first).toMatchObject({ grams: 3.125, netGrams: null, size: '12', laboratoryReport: 'GIA 7' })
  const { body: open } = await staff('GET', at(sold.id))
  expect(open.data).toMatchObject({ lines: [{ open: 2, grams: 3.2 }], certificates: [{ size: '12' }] })
  expect((await issue(sold, { count: 3 })).body).toMatchObject(
    failed('certificate.issued_already', `Only 2 of ${sold.itemCode} have no certificate yet`),
  )
  expect(await issued(sold)).toHaveLength(2)
  const again = await issue(sold)
  expect([again.status, again.body]).toMatchObject([
    409,
    failed('certificate.issued_already', `${sold.itemCode} has its certificate already`),
  ])
})

test('refuses what no certificate can state', async () => {
  const open = await sell({ complete: false })
  expect((await issue(open)).body).toMatchObject(
    failed('sale.not_completed', 'This sale is Pending: certificates are issued when the pieces are handed over'),
  )
  const bulk = await sell({ uom: 'BULK', grams: 1, netGrams: null })
  expect((await issue(bulk)).body).toMatchObject(
    failed('certificate.not_pieces', `${bulk.itemCode} is sold by the gram: a certificate is for one piece`),
  )
  const unknown = await sell({ grams: 0, netGrams: null })
  const refused = await issue(unknown)
  expect([refused.status, refused.body]).toMatchObject([
    422,
    {
      code: 'certificate.weight_missing',
      message: `Enter the weight of ${unknown.itemCode}: its certificate states it`,
      errors: [{ field: 'lines.0.grams' }],
    },
  ])
  expect((await issue(unknown, { grams: 2, netGrams: 2.001 })).body).toMatchObject(
    failed('certificate.weights_reversed', 'The gold weighs more than the whole piece'),
  )
  expect((await issue({ ...open, id: 99_999 })).status).toBe(404)
  expect((await issue({ ...unknown, salesItemID: open.salesItemID })).body.code).toBe('reference.missing')
})

test.each([
  ['no line', { lines: [] }, 'lines', 'Choose a line'],
  ['a line twice', { lines: [{ salesItemID: 1 }, { salesItemID: 1 }] }, 'lines', 'A line stands here twice'],
  ['a weight of nothing', { lines: [{ salesItemID: 1, grams: 0 }] }, 'lines.0.grams', 'A weight is more than 0 g'],
  ['four decimals', { lines: [{ salesItemID: 1, grams: 1.0001 }] }, 'lines.0.grams', 'A weight has at most 3 decimals'],
])('refuses %s', async (_, body, field, message) => {
  const { status, body: answer } = await staff('POST', at(1), body)
  expect([status, answer.errors]).toEqual([400, [{ field, message }]])
})

test('a revoked certificate stays, and a new one names what it replaces', async () => {
  const sold = await sell()
  const [made] = await issued(sold)
  const id = made!.certificateID
  expect((await revoke(id, { reason: 'lost' }, staff)).status).toBe(403)
  expect((await revoke(id, {})).body.errors).toEqual([
    { field: 'reason', message: 'Choose why the certificate is revoked' },
  ])
  const { status, body } = await revoke(id, { reason: 'lost', note: 'Burnt' })
  expect([status, body.data]).toMatchObject([
    200,
    { state: 'Revoked', revocation: { reason: 'lost', note: 'Burnt', revokedBy: 'Test Manager' } },
  ])
  const twice = await revoke(id)
  expect([twice.status, twice.body]).toMatchObject([
    409,
    failed('certificate.revoked', `${made!.certificateNumber} is revoked already`),
  ])
  const [next] = await issued(sold)
  expect(next!.replaces).toMatchObject({ certificateNumber: made!.certificateNumber })
  expect((await staff('GET', `${path}/${id}`)).body.data.replacedBy).toMatchObject({
    certificateNumber: next!.certificateNumber,
  })
  expect((await reissue(id)).body).toMatchObject(
    failed('certificate.replaced', `${next!.certificateNumber} replaces ${made!.certificateNumber} already`),
  )
  const list = await staff('GET', `${path}?salesTransactionID=${sold.id}&sort=certificateNumber`)
  expect(list.body.data.map((one: CertificateRow) => one.state)).toEqual(['Revoked', 'Valid'])
  expect((await staff('GET', `${path}?search=${next!.code.toLowerCase()}`)).body.meta.total).toBe(1)
})

test('a reissued certificate has the facts of today, and what was measured before', async () => {
  const sold = await sell()
  const [made] = await issued(sold, { grams: 3.1, size: '11' })
  await db.update(item).set({ itemName: 'Right name' }).where(eq(item.itemID, sold.itemID))
  expect((await reissue(made!.certificateID)).body).toMatchObject(
    failed('certificate.reason_missing', `Choose why ${made!.certificateNumber} no longer counts`),
  )
  expect((await reissue(made!.certificateID, { reason: 'changed' }, staff)).status).toBe(403)
  const { status, body } = await reissue(made!.certificateID, { reason: 'changed', size: '12' })
  expect([status, body.data]).toMatchObject([
    201,
    { itemName: 'Right name', grams: 3.1, size: '12', replaces: { certificateID: made!.certificateID } },
  ])
  expect((await staff('GET', `${path}/${made!.certificateID}`)).body.data).toMatchObject({
    state: 'Revoked',
    revocation: { reason: 'changed' },
  })
})

test('a refunded line keeps its certificate until somebody revokes it, and gets no other', async () => {
  const sold = await sell({ orderQty: 2 })
  const [made] = await issued(sold, { count: 1 })
  expect((await refund(sold, 2)).status).toBe(201)
  const { body } = await staff('GET', `${path}/${made!.certificateID}`)
  expect(body.data).toMatchObject({ state: 'Valid', refundedQty: 2 })
  expect((await staff('GET', `${path}?cameBack=true`)).body.data).toMatchObject([
    { certificateID: made!.certificateID },
  ])
  expect((await issue(sold)).body).toMatchObject(
    failed('certificate.came_back', `${sold.itemCode} came back: the customer has no piece to certify`),
  )
  expect((await reissue(made!.certificateID, { reason: 'lost' })).body.code).toBe('certificate.came_back')
  expect((await revoke(made!.certificateID, { reason: 'returned' })).status).toBe(200)
})

test('a piece with a number of its own has one certificate, before and after its sale', async () => {
  const { itemID, inventoryID } = await stockItem(db, { quantity: 1, karat: '18K', grams: 3.2 })
  const { body: kept } = await manager('PUT', `/api/v1/items/${itemID}/pieces`, {
    pieces: [{ inventoryID, grams: 3.25, netGrams: 3, laboratory: 'GIA', certificateNumber: '22' }],
  })
  const [{ pieceID, number }] = kept.data.pieces
  const ofPiece = (body: object = {}) => staff('POST', `/api/v1/pieces/${pieceID}/certificates`, body)
  const made = await ofPiece()
  expect([made.status, made.body.data]).toMatchObject([
    201,
    { pieceID, pieceNumber: number, grams: 3.25, netGrams: 3, laboratoryReport: 'GIA 22', sale: null },
  ])
  const again = await ofPiece()
  expect([again.status, again.body]).toMatchObject([
    409,
    failed('certificate.issued_already', `${number} has its certificate already`),
  ])
  expect((await staff('POST', '/api/v1/pieces/99999/certificates', {})).status).toBe(404)
  expect((await staff('GET', `${path}?pieceID=${pieceID}`)).body.meta.total).toBe(1)
  await manager('PUT', `/api/v1/pieces/${pieceID}`, { grams: 3.1 })
  const next = await reissue(made.body.data.certificateID, { reason: 'changed' })
  expect(next.body.data).toMatchObject({ grams: 3.1, replaces: { certificateID: made.body.data.certificateID } })
  await revoke(next.body.data.certificateID)
  expect((await ofPiece()).body.data.replaces).toMatchObject({ certificateID: next.body.data.certificateID })
})

test('of many who certify one piece at once, one succeeds, and no number is lost', async () => {
  const sold = await sell()
  const answers = await Promise.all(Array.from({ length: 8 }, (_, n) => issue(sold, {}, n % 2 ? staff : manager)))
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, ...Array(7).fill(409)])
  const [made] = answers.find(({ status }) => status === 201)!.body.data
  const revoked = await Promise.all([
    revoke(made.certificateID),
    revoke(made.certificateID),
    revoke(made.certificateID),
  ])
  expect(revoked.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
  const replaced = await Promise.all(Array.from({ length: 4 }, () => reissue(made.certificateID)))
  expect(replaced.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409, 409])
  const others = await Promise.all([sell(), sell(), sell(), sell()])
  await Promise.all(others.map((one) => issued(one)))
  const rows = await db.select({ number: certificate.certificateNumber }).from(certificate)
  const numbers = rows.map(({ number }) => Number(number.slice(-6))).toSorted((a, b) => a - b)
  expect(numbers).toEqual(numbers.map((_, n) => n + 1))
  expect(await findContradictions(db)).toEqual([])
})

test('a call that is sent again with its key issues nothing twice', async () => {
  const sold = await sell()
  const headers = { 'idempotency-key': 'certificate-of-today' }
  const send = () => staff('POST', at(sold.id), { lines: [{ salesItemID: sold.salesItemID }] }, headers)
  const [one, other] = [await send(), await send()]
  expect([one.status, other.status]).toEqual([201, 201])
  expect(other.body).toEqual(one.body)
})

test('nobody changes, deletes or doubles a certificate in the database', async () => {
  const [made] = await issued(await sell())
  const id = made!.certificateID
  const copy =
    sql.raw(`insert into certificate (certificate_number, code, item_id, sales_item_id, unit, piece_number, item_name,
    place, issued_on) select 'AC-9', 'X', item_id, sales_item_id, unit, piece_number, item_name, place, issued_on
    from certificate where certificate_id = ${id}`)
  for (const [statement, code] of [
    [sql`update certificate set item_name = 'x' where certificate_id = ${id}`, '23001'],
    [sql`delete from certificate where certificate_id = ${id}`, '23001'],
    [copy, '23505'],
    [
      sql`insert into certificate (certificate_number, code, item_id, sales_item_id, unit, piece_number, item_name, place,
      issued_on, replaces_id) select 'AC-9', 'X', item_id, sales_item_id, unit, piece_number, item_name, place, issued_on,
      certificate_id from certificate where certificate_id = ${id}`,
      '23001',
    ],
  ] as const)
    await expect(Promise.resolve(db.execute(statement))).rejects.toMatchObject({ cause: { code } })
})

test('the clerk without a role sees nothing', async () => {
  for (const who of [as(0), as(null)])
    for (const [method, url] of [
      ['GET', path],
      ['GET', `${path}/pdf?ids=1`],
      ['POST', at(1)],
    ] as const)
      expect([401, 403]).toContain((await who(method, url, method === 'POST' ? { lines: [] } : null)).status)
  expect(app.hasRoute({ method: 'DELETE', url: `${path}/:id` })).toBe(false)
})
