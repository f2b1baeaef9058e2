// Proves through HTTP that the barcodes and certificates that a delivery brings are their own: within the delivery, against
// the shop, and when two deliveries with the same ones are completed at once.
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { testApp } from '../../../tests/support/fixtures.ts'
import { stockItem } from '../../../tests/support/stocked.ts'
import { item } from '../../db/schema/catalogue.ts'
import { piece } from '../../db/schema/pieces.ts'
import { inventory } from '../../db/schema/stock.ts'
import { findContradictions } from '../../prove-books.ts'

const { db, as } = await testApp({ connections: 12 })
const manager = as(2)

/** Creates an item that is kept by piece, without stock. */
async function make(more: Partial<typeof item.$inferInsert> = {}) {
  const stocked = await stockItem(db, { quantity: 0, ...more })
  const { status } = await manager('PUT', `/api/v1/items/${stocked.itemID}/pieces`, { pieces: [] })
  expect(status).toBe(200)
  const [row] = await db.select().from(item).where(eq(item.itemID, stocked.itemID))
  return { ...stocked, ...row! }
}
type Line = { itemID: number; pieces?: object[]; receivedQty?: number }
const bodyOf = (lines: Line[], status: string) => ({
  referenceNumber: 'DR 9',
  receivedDate: '2026-11-20',
  locationID: 1,
  status,
  items: lines.map((line) => ({ uom: 'PCS', receivedQty: line.pieces?.length ?? 1, unitCost: 500, ...line })),
})
const receive = (lines: Line[], status = 'Completed') => manager('POST', '/api/v2/po-receiving', bodyOf(lines, status))
const complete = (id: number) => manager('PUT', `/api/v2/po-receiving/${id}/complete`, {})
const piecesOf = (itemID: number) => db.select().from(piece).where(eq(piece.itemID, itemID)).orderBy(piece.serial)
const onHand = async (itemID: number) =>
  (await db.select().from(inventory).where(eq(inventory.itemID, itemID))).reduce((sum, row) => sum + row.quantity, 0)
const failed = (code: string, message: string, field?: string) => ({
  code,
  message,
  ...(field && { errors: [{ field }] }),
})

test('the draft of a line says which number comes next, and a barcode like it moves the numbers on', async () => {
  const { itemID, itemCode } = await make()
  const draft = async () => (await manager('GET', `/api/v2/po-receiving/draft?itemID=${itemID}`)).body.data.items[0]
  expect(await draft()).toMatchObject({ byPiece: true, piecesNamed: 0 })
  const { status } = await receive([{ itemID, pieces: [{ barcode: `${itemCode}-002` }, {}, {}] }])
  expect(status).toBe(201)
  expect((await piecesOf(itemID)).map(({ number }) => number)).toEqual(
    ['001', '003', '004'].map((serial) => `${itemCode}-${serial}`),
  )
  expect(await draft()).toMatchObject({ piecesNamed: 4 })
})

test('a barcode or certificate twice in one delivery is refused, also over two lines and in a Pending one', async () => {
  const [one, other] = [await make(), await make()]
  const twice: [Line[], string, string][] = [
    [
      [{ itemID: one.itemID, pieces: [{ barcode: 'T-1' }, { barcode: 't-1' }] }],
      'The barcode t-1 is entered for two pieces',
      'items.0.pieces.1.barcode',
    ],
    [
      [
        { itemID: one.itemID, pieces: [{ barcode: 'T-1' }] },
        { itemID: other.itemID, pieces: [{}, { barcode: 'T-1' }] },
      ],
      'The barcode T-1 is entered for two pieces',
      'items.1.pieces.1.barcode',
    ],
    [
      [
        {
          itemID: one.itemID,
          pieces: [
            { laboratory: 'GIA', certificateNumber: '77' },
            { laboratory: 'gia', certificateNumber: '77' },
          ],
        },
      ],
      'The certificate gia 77 is entered for two pieces',
      'items.0.pieces.1.certificateNumber',
    ],
  ]
  for (const status of ['Pending', 'Completed'])
    for (const [lines, message, field] of twice) {
      const refused = await receive(lines, status)
      expect([refused.status, refused.body]).toMatchObject([422, failed('piece.entered_twice', message, field)])
    }
  // The same number of another laboratory is another certificate.
  const labs = ['GIA', 'IGI'].map((laboratory) => ({ laboratory, certificateNumber: '77' }))
  expect((await receive([{ itemID: one.itemID, pieces: labs }])).status).toBe(201)
  expect(await onHand(one.itemID)).toBe(2)
  expect(await onHand(other.itemID)).toBe(0)
})

test('a stored line counts with the lines that are changed', async () => {
  const [one, other] = [await make(), await make()]
  const { body } = await receive(
    [
      { itemID: one.itemID, pieces: [{ barcode: 'S-1' }] },
      { itemID: other.itemID, pieces: [{ barcode: 'S-2' }] },
    ],
    'Pending',
  )
  const { poReceivingID, items } = body.data
  const [first, second] = items as [{ poReceivingItemID: number }, { poReceivingItemID: number }]
  const { items: lines, ...head } = bodyOf(
    [{ itemID: one.itemID }, { itemID: other.itemID, pieces: [{ barcode: 's-1' }] }],
    'Pending',
  )
  const { status: _, ...fields } = head
  const refused = await manager('PUT', `/api/v2/po-receiving/${poReceivingID}`, {
    ...fields,
    items: [
      { ...lines[0], poReceivingItemID: first.poReceivingItemID },
      { ...lines[1], poReceivingItemID: second.poReceivingItemID },
    ],
  })
  expect([refused.status, refused.body]).toMatchObject([
    422,
    failed('piece.entered_twice', 'The barcode s-1 is entered for two pieces', 'items.1.pieces.0.barcode'),
  ])
})

test('what the shop has already is refused by the name of its piece, and nothing arrives', async () => {
  const { itemID } = await make()
  await stockItem(db, { barcode: 'POOL-1' })
  const given = { barcode: 'H-1', laboratory: 'GIA', certificateNumber: '500' }
  expect((await receive([{ itemID, pieces: [given] }])).status).toBe(201)
  const [has] = await piecesOf(itemID)
  const cases = [
    [{ barcode: 'h-1' }, 'piece.code_taken', `${has!.number} has the code h-1 already`, 'barcode'],
    [{ barcode: has!.number }, 'piece.code_taken', `${has!.number} has the code ${has!.number} already`, 'barcode'],
    [{ barcode: 'pool-1' }, 'piece.code_taken', 'An item has the code pool-1 already', 'barcode'],
    [
      { laboratory: 'gia', certificateNumber: '500' },
      'piece.certificate_taken',
      `${has!.number} has the certificate gia 500 already`,
      'certificateNumber',
    ],
  ] as const
  for (const [second, code, message, field] of cases) {
    const refused = await receive([{ itemID, pieces: [{}, second] }])
    expect([refused.status, refused.body]).toMatchObject([409, failed(code, message, `items.0.pieces.1.${field}`)])
  }
  expect(await piecesOf(itemID)).toHaveLength(1)
  // A piece keeps its own codes when it is changed, and takes none of another piece.
  const { body: more } = await receive([{ itemID, pieces: [{}] }])
  const { pieceID } = more.data.items[0].pieces[0]
  const change = (id: number, fields: object) => manager('PUT', `/api/v1/pieces/${id}`, fields)
  expect((await change(has!.pieceID, { ...given, note: 'Own' })).status).toBe(200)
  expect((await change(pieceID, { certificateNumber: '500', laboratory: 'GIA' })).body).toMatchObject(
    failed('piece.certificate_taken', `${has!.number} has the certificate GIA 500 already`, 'certificateNumber'),
  )
  expect((await change(pieceID, { barcode: 'H-1' })).body).toMatchObject(
    failed('piece.code_taken', `${has!.number} has the code H-1 already`, 'barcode'),
  )
  expect(await findContradictions(db)).toEqual([])
})

test('a certificate of a piece that has left the stock may come back with another piece', async () => {
  const { itemID } = await make()
  const given = { laboratory: 'GIA', certificateNumber: '900' }
  const { body } = await receive([{ itemID, pieces: [given] }])
  const sold = await manager('POST', '/api/v2/sales', {
    locationID: 1,
    transactionTypeID: 1,
    items: [{ itemID, orderQty: 1, pieceID: body.data.items[0].pieces[0].pieceID }],
    complete: true,
    payments: [{ paymentTypeID: 1, amount: 1000 }],
  })
  expect(sold.status, sold.body.message).toBe(201)
  expect((await receive([{ itemID, pieces: [given] }])).status).toBe(201)
})

test.each([
  ['barcode', { barcode: 'RACE-1' }, 'piece.code_taken'],
  ['certificate', { laboratory: 'IGI', certificateNumber: 'RACE-2' }, 'piece.certificate_taken'],
])('of two deliveries with the same %s that are completed at once, one is', async (_, given, code) => {
  const [one, other] = [await make(), await make()]
  const ids: number[] = []
  for (const { itemID } of [one, other]) {
    const { status, body } = await receive([{ itemID, pieces: [given] }], 'Pending')
    expect(status, body.message).toBe(201)
    ids.push(body.data.poReceivingID)
  }
  const answers = await Promise.all(ids.map(complete))
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  expect(answers.find(({ status }) => status === 409)!.body.code).toBe(code)
  expect((await onHand(one.itemID)) + (await onHand(other.itemID))).toBe(1)
  expect(await findContradictions(db)).toEqual([])
})

test('the pieces are as many as come, in grams too, and not heavier without their stones', async () => {
  const { itemID, itemName } = await make({ itemName: 'Thin band', grams: 2 })
  const count = await receive([{ itemID, receivedQty: 3, pieces: [{}, { grams: 2.1 }] }], 'Pending')
  expect([count.status, count.body]).toMatchObject([
    422,
    failed('piece.count_differs', `3 of ${itemName} come, but 2 pieces are entered`, 'items.0.pieces'),
  ])
  const heavy = await receive([{ itemID, pieces: [{ netGrams: 2.001 }] }], 'Pending')
  expect([heavy.status, heavy.body]).toMatchObject([
    422,
    failed('piece.net_above_gross', 'The piece weighs 2.00 g with its stones', 'items.0.pieces.0.netGrams'),
  ])
  for (const wrong of [{ grams: 0 }, { grams: 1.2345 }, { netGrams: -1 }, { barcode: 'x'.repeat(81) }, { note: 5 }])
    expect((await receive([{ itemID, pieces: [wrong] }], 'Pending')).body.code).toBe('input.invalid')
})
