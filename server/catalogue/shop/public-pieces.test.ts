// Proves that a visitor with the code of a tag reads the facts of its piece and what the site shows of its item, that the
// answer is the same after a sale, and that numbers and barcodes find nothing.
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { labelStockIDs } from '../../../contract/catalogue/label-stocks.ts'
import { testApp } from '../../../tests/support/fixtures.ts'
import { stockItem } from '../../../tests/support/stocked.ts'
import { category, item, itemTranslation } from '../../db/schema/catalogue.ts'
import { goldRate } from '../../db/schema/pricing.ts'

const { db, as } = await testApp()
const [admin, manager, staff, visitor] = [as(1), as(2), as(3), as(null)]

const { itemID, inventoryID } = await stockItem(db, {
  quantity: 2,
  itemName: 'Band',
  karat: '18K',
  metal: 'Yellow gold',
  price: 48_650,
  cost: 33_333,
  grams: 3,
  netGrams: 2.9,
  size: 'Japan 12',
  certificateNumber: 'Item 9',
})
await db.insert(itemTranslation).values({ itemID, language: 'ja', itemName: '指輪' })
await manager('PUT', `/api/v1/items/${itemID}/pieces`, {
  pieces: [
    {
      inventoryID,
      grams: 3.25,
      netGrams: 2.1,
      certificateNumber: '22',
      laboratory: 'GIA',
      barcode: 'TAG-9',
      note: 'Secret',
    },
    { inventoryID },
  ],
})
const [piece, other] = (await manager('GET', `/api/v1/pieces?itemID=${itemID}&sort=serial`)).body.data
const read = (code: string, language = 'en') =>
  visitor('GET', `/api/shop/pieces?code=${encodeURIComponent(code)}&language=${language}`)

test('a visitor reads the facts of the piece, and what the site shows of its item', async () => {
  const { status, body } = await read(piece.code)
  expect([status, body.data]).toEqual([
    200,
    {
      pieceID: piece.pieceID,
      number: piece.number,
      itemName: 'Band',
      itemNameLanguage: 'en',
      uom: 'PCS',
      grams: 3.25,
      karat: '18K',
      stone: null,
      netGrams: 2.1,
      metal: 'Yellow gold',
      size: 'Japan 12',
      laboratoryReport: 'GIA 22',
      pictures: [],
      certificate: null,
      itemID,
      price: 48_650,
      // By the weight of this piece: 48,650 / 3.25.
      pesosPerGram: 14_969,
      daysGold: null,
    },
  ])
  // A piece without facts of its own has those of the item, but its net weight is only entered for a piece.
  expect((await read(other.code)).body.data).toMatchObject({
    grams: 3,
    netGrams: null,
    laboratoryReport: 'Item 9',
    pesosPerGram: 16_217,
  })
  expect((await read(piece.code.toLowerCase(), 'ja')).body.data).toMatchObject({
    itemName: '指輪',
    itemNameLanguage: 'ja',
  })
  expect((await read(piece.code, 'tl')).body.data).toMatchObject({ itemName: 'Band', itemNameLanguage: 'en' })
})

test('the gold of the day is that of this piece, as an administrator chose', async () => {
  await db.insert(goldRate).values({ karat: '18K', sellPerGram: 7000, buyPerGram: 5000, fromAt: new Date() })
  const show = async (goldShown: string) => {
    await admin('PUT', '/api/v1/settings/gold-shown', { goldShown })
    return [(await read(piece.code)).body.data.daysGold, (await read(other.code, 'ja')).body.data.daysGold]
  }
  expect(await show('gold and work')).toEqual(['gold ₱14,700, work ₱33,950', '地金 ₱20,300、加工 ₱28,350'])
  expect(await show('gold')).toEqual(['gold ₱14,700', '地金 ₱20,300'])
  expect(await show('nothing')).toEqual([null, null])
})

test('only the random code of a tag finds a piece', async () => {
  for (const code of [piece.number, 'TAG-9', 'NOTHING', 'x'.repeat(200), '%00', "'; drop table piece; --"])
    expect([code, (await read(code)).body]).toEqual([code, expect.objectContaining({ code: 'record.not_found' })])
  expect((await visitor('GET', '/api/shop/pieces')).status).toBe(400)
  expect((await read('x'.repeat(201))).status).toBe(400)
  expect((await read(piece.code, 'de')).status).toBe(400)
  expect((await visitor('GET', `/api/shop/pieces?code=${piece.code}&pieceID=1`)).status).toBe(400)
})

test('a held and a sold piece answer as one in stock, with the certificate that counts', async () => {
  const before = (await read(piece.code)).body.data
  const { body: sale } = await staff('POST', '/api/v2/sales', {
    locationID: 1,
    transactionTypeID: 1,
    items: [{ itemID, orderQty: 1, pieceID: piece.pieceID }],
  })
  expect((await read(piece.code)).body.data).toEqual(before)
  const path = `/api/v2/sales/${sale.data.salesTransactionID}`
  await staff('POST', `${path}/payments`, { paymentTypeID: 1, amount: 48_650 })
  expect((await staff('PUT', `${path}/complete`)).status).toBe(200)
  expect((await manager('GET', `/api/v1/pieces/${piece.pieceID}`)).body.data.state).toBe('Sold')
  expect((await read(piece.code)).body.data).toEqual(before)

  const { body } = await staff('POST', `/api/v1/pieces/${piece.pieceID}/certificates`, {})
  const { certificateNumber, code, certificateID } = body.data
  expect((await read(piece.code)).body.data).toEqual({ ...before, certificate: { certificateNumber, code } })
  expect((await read(other.code)).body.data.certificate).toBeNull()
  await manager('PUT', `/api/v1/certificates/${certificateID}/revoke`, { reason: 'lost' })
  expect((await read(piece.code)).body.data).toEqual(before)
  const replaced = await manager('POST', `/api/v1/certificates/${certificateID}/reissue`, {})
  expect((await read(piece.code)).body.data.certificate.code).toBe(replaced.body.data.code)
})

test('an item that the site does not show has neither a price nor a page', async () => {
  const hidden = { itemID: null, price: null, pesosPerGram: null, daysGold: null }
  const [{ categoryID } = { categoryID: 0 }] = await db.select().from(item).where(eq(item.itemID, itemID))
  const hide = async (change: Partial<typeof item.$inferInsert>) => {
    await db.update(item).set(change).where(eq(item.itemID, itemID))
    return (await read(piece.code)).body.data
  }
  await admin('PUT', '/api/v1/settings/gold-shown', { goldShown: 'gold' })
  expect(await hide({ onSite: false })).toMatchObject({ number: piece.number, ...hidden })
  expect(await hide({ onSite: true, status: false })).toMatchObject(hidden)
  expect(await hide({ status: true })).toMatchObject({ itemID, price: 48_650, daysGold: 'gold ₱14,700' })
  await db.update(category).set({ status: false }).where(eq(category.categoryID, categoryID))
  expect((await read(piece.code)).body.data).toMatchObject(hidden)
  await db.update(category).set({ status: true }).where(eq(category.categoryID, categoryID))
})

test('the label of a piece has its number, its weight and the address of its page', async () => {
  const body = { labels: [{ itemID, pieceID: piece.pieceID, copies: 1 }], stock: labelStockIDs[0], code: 'best' }
  const preview = await manager('POST', '/api/v1/labels/preview', body)
  expect(preview.body.data.refused).toEqual([])
  const texts = preview.body.data.first.texts.map(({ text }: { text: string }) => text).join(' ')
  expect(texts).toContain(piece.number)
  expect(texts).toContain('3.25 g')
  const unknown = await manager('POST', '/api/v1/labels/preview', {
    ...body,
    labels: [{ itemID, pieceID: 9999, copies: 1 }],
  })
  expect(unknown.body).toMatchObject({ code: 'reference.missing', message: 'Piece 9999 does not exist' })
})
