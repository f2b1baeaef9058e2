// Proves through HTTP that transfers, adjustments, counts and repair returns name the pieces that they move, and that bad
// input is refused with a sentence.
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { testApp } from '../../../tests/support/fixtures.ts'
import { stockItem } from '../../../tests/support/stocked.ts'
import { item } from '../../db/schema/catalogue.ts'
import { location } from '../../db/schema/stock.ts'
import { findContradictions } from '../../prove-books.ts'

const { db, as } = await testApp({ connections: 12 })
const [admin, manager, staff] = [as(1), as(2), as(3)]
const [cebu] = await db.insert(location).values({ locationName: 'Cebu' }).returning()

type Row = {
  pieceID: number
  number: string
  state: string
  place: { locationName: string; inventoryID: number } | null
}
const piecesOf = async (itemID: number): Promise<Row[]> =>
  (await staff('GET', `/api/v1/pieces?itemID=${itemID}&sort=serial&pageSize=100`)).body.data
const placesOf = async (itemID: number) => (await piecesOf(itemID)).map(({ place }) => place?.locationName ?? null)

/** Creates an item that is kept by piece, with this many pieces at Main. */
async function keep(quantity: number) {
  const { itemID, inventoryID } = await stockItem(db, { quantity })
  await manager('PUT', `/api/v1/items/${itemID}/pieces`, {
    pieces: Array.from({ length: quantity }, () => ({ inventoryID })),
  })
  const [{ itemName } = { itemName: '' }] = await db.select().from(item).where(eq(item.itemID, itemID))
  const pieces = await piecesOf(itemID)
  return { itemID, inventoryID, itemName, pieces, ids: pieces.map(({ pieceID }) => pieceID) }
}
const hold = async (itemID: number, pieceID: number) =>
  (
    await staff('POST', '/api/v2/sales', {
      locationID: 1,
      transactionTypeID: 1,
      items: [{ itemID, orderQty: 1, pieceID }],
    })
  ).body.data
const transfer = (lines: object[], from = 1, to = cebu!.locationID) =>
  staff('POST', '/api/v1/stock-transfers', { fromLocationID: from, toLocationID: to, items: lines })

test('a transfer takes the named pieces along', async () => {
  const { itemID, ids, pieces, itemName } = await keep(3)
  const { status, body } = await transfer([{ itemID, quantity: 2, pieceIDs: [ids[0], ids[2]] }])
  expect([status, body.data.items[0].pieces.map(({ number }: Row) => number)]).toEqual([
    201,
    [pieces[0]!.number, pieces[2]!.number],
  ])
  expect(await placesOf(itemID)).toEqual(['Cebu', 'Main', 'Cebu'])
  const { body: history } = await staff('GET', `/api/v1/pieces/${ids[0]}/history`)
  expect(history.data.steps).toMatchObject([
    { kind: 'transfer', came: true, locationName: 'Cebu', documentNumber: body.data.transferNumber },
    { kind: 'transfer', came: false, locationName: 'Main' },
    { kind: 'named' },
  ])
  const field = 'items.0.pieceIDs'
  const sale = await hold(itemID, ids[1]!)
  for (const [line, code, message] of [
    [{ quantity: 1 }, 'piece.not_named', `Name the pieces: ${itemName} is kept by piece`],
    [
      { quantity: 2, pieceIDs: [ids[1]] },
      'piece.count_differs',
      `The quantity of ${itemName} is 2, but 1 piece is named`,
    ],
    [{ quantity: 2, pieceIDs: [ids[1], ids[1]] }, 'piece.twice', `${pieces[1]!.number} is named twice`],
    [{ quantity: 1, pieceIDs: [ids[0]] }, 'piece.elsewhere', `${pieces[0]!.number} is at Cebu, On hand`],
    [{ quantity: 1, pieceIDs: [ids[1]] }, 'piece.held', `${sale.transactionNumber} holds ${pieces[1]!.number}`],
    [{ quantity: 1, pieceIDs: [99_999] }, 'reference.missing', 'Piece 99999 does not exist'],
  ] as const)
    expect((await transfer([{ itemID, ...line }])).body).toMatchObject({ code, message, errors: [{ field, message }] })
  const pooled = await stockItem(db, { quantity: 1, itemName: 'Plain stud' })
  expect((await transfer([{ itemID: pooled.itemID, quantity: 1, pieceIDs: [ids[1]] }])).body.message).toBe(
    'Plain stud is not kept by piece',
  )
  // Pieces of two lines of one item, back to where they were.
  expect(
    (
      await transfer(
        [
          { itemID, quantity: 1, pieceIDs: [ids[2]] },
          { itemID, quantity: 1, pieceIDs: [ids[0]] },
        ],
        cebu!.locationID,
        1,
      )
    ).status,
  ).toBe(201)
  expect(await placesOf(itemID)).toEqual(['Main', 'Main', 'Main'])
  expect(await findContradictions(db)).toEqual([])
})

test('an adjustment writes named pieces off, and brings one back under its number', async () => {
  const { itemID, inventoryID, ids, pieces } = await keep(3)
  const request = (quantityAdjusted: number, pieceIDs?: number[]) =>
    staff('POST', '/api/v1/inventory-adjustment', { inventoryID, adjustmentReasonID: 1, quantityAdjusted, pieceIDs })
  const approve = (adjustmentID: number) =>
    admin('PUT', `/api/v1/inventory-adjustment/${inventoryID}/approve/${adjustmentID}`)
  expect((await request(-1)).body.code).toBe('piece.not_named')
  const { body: lost } = await request(-1, [ids[1]!])
  expect(lost.data.pieces).toEqual([{ pieceID: ids[1], number: pieces[1]!.number }])
  // Until it is approved, nothing moves.
  expect(await placesOf(itemID)).toEqual(['Main', 'Main', 'Main'])
  const { body: changed } = await staff('PUT', `/api/v1/inventory-adjustment/${lost.data.adjustmentID}`, {
    inventoryID,
    adjustmentReasonID: 1,
    quantityAdjusted: -2,
    pieceIDs: [ids[1], ids[2]],
  })
  expect(changed.data.pieces).toHaveLength(2)
  const sale = await hold(itemID, ids[2]!)
  expect((await approve(lost.data.adjustmentID)).body).toMatchObject({
    code: 'piece.held',
    message: `${sale.transactionNumber} holds ${pieces[2]!.number}`,
  })
  await staff('PUT', `/api/v2/sales/${sale.salesTransactionID}/cancel`)
  expect((await approve(lost.data.adjustmentID)).status).toBe(200)
  expect((await piecesOf(itemID)).map(({ state }) => state)).toEqual(['In stock', 'Gone', 'Gone'])
  expect((await request(1, [ids[0]!])).body.message).toBe(`${pieces[0]!.number} is at Main, On hand`)
  const { body: found } = await request(1, [ids[2]!])
  await approve(found.data.adjustmentID)
  const { body: fresh } = await request(1)
  await approve(fresh.data.adjustmentID)
  expect((await piecesOf(itemID)).map(({ state }) => state)).toEqual(['In stock', 'Gone', 'In stock', 'In stock'])
  expect(await findContradictions(db)).toEqual([])
})

test('a count finds pieces by scan, and names the missing ones', async () => {
  const { itemID, inventoryID, itemName, ids, pieces } = await keep(3)
  const other = await keep(1)
  await transfer([{ itemID, quantity: 1, pieceIDs: [ids[2]] }])
  const sheets = '/api/v1/stock-counts'
  const { body: opened } = await staff('POST', sheets, { locationID: 1 })
  const sheet = `${sheets}/${opened.data.countID}`
  const lineOf = async () =>
    (await staff('GET', sheet)).body.data.lines.find((one: { inventoryID: number }) => one.inventoryID === inventoryID)
  const line = await lineOf()
  expect(line).toMatchObject({ expected: 2, counted: null, item: { byPiece: true } })
  expect(line.pieces.map(({ found }: { found: boolean }) => found)).toEqual([false, false])
  const at = `${sheet}/lines/${line.countLineID}`
  const find = (pieceID: number) => staff('PUT', `${at}/pieces/${pieceID}`)
  const twice = await Promise.all([find(ids[0]!), find(ids[0]!), find(ids[0]!)])
  expect(twice.map(({ body }) => body.data.counted)).toEqual([1, 1, 1])
  for (const [pieceID, message] of [
    [ids[2]!, `${pieces[2]!.number} is at Cebu, On hand: transfer it here before you count it`],
    [other.ids[0]!, `${other.pieces[0]!.number} is not a piece of ${itemName}`],
  ] as const)
    expect((await find(pieceID)).body.message).toBe(message)
  const scanned = `Scan the pieces of ${itemName}: it is kept by piece`
  expect((await staff('PUT', `${at}/scan`)).body.message).toBe(scanned)
  expect((await staff('PUT', at, { counted: 2 })).body).toMatchObject({ code: 'piece.not_named', message: scanned })
  expect((await find(ids[1]!)).body.data).toMatchObject({ counted: 2, difference: 0 })
  expect((await staff('DELETE', `${at}/pieces/${ids[1]}`)).body.data).toMatchObject({ counted: 1, difference: -1 })
  const { body: finished } = await staff('PUT', `${sheet}/finish`)
  expect(finished.data).toMatchObject({ adjusted: 1 })
  const after = await lineOf()
  expect(after.pieces).toEqual([
    { pieceID: ids[0], number: pieces[0]!.number, found: true },
    { pieceID: ids[1], number: pieces[1]!.number, found: false },
  ])
  const { adjustmentID } = after.adjustment
  const { body: adjustment } = await staff('GET', `/api/v1/inventory-adjustment/${adjustmentID}`)
  expect(adjustment.data).toMatchObject({ quantityAdjusted: -1, pieces: [{ number: pieces[1]!.number }] })
  await admin('PUT', `/api/v1/inventory-adjustment/${inventoryID}/approve/${adjustmentID}`)
  expect((await piecesOf(itemID)).map(({ state }) => state)).toEqual(['In stock', 'Gone', 'In stock'])

  // A blind sheet shows no piece that nobody has found, and nobody may find any of them.
  const { body: blind } = await staff('POST', sheets, { locationID: 1, blind: true })
  const { body: hidden } = await staff('GET', `${sheets}/${blind.data.countID}`)
  const own = hidden.data.lines.find((one: { inventoryID: number }) => one.inventoryID === inventoryID)
  expect(own.pieces).toEqual([])
  const none = await staff('PUT', `${sheets}/${blind.data.countID}/lines/${own.countLineID}`, { counted: 0 })
  expect(none.body.data.counted).toBe(0)
  await staff('PUT', `${sheets}/${blind.data.countID}/finish`)
  const { body: list } = await staff('GET', `/api/v1/inventory-adjustment?countID=${blind.data.countID}`)
  expect(list.data).toMatchObject([{ quantityAdjusted: -1, pieces: [{ number: pieces[0]!.number }] }])
  expect(await findContradictions(db)).toEqual([])
})

test('stock that was counted before its item is kept by piece is scanned again', async () => {
  const { itemID, inventoryID } = await stockItem(db, { quantity: 1 })
  const { body: opened } = await staff('POST', '/api/v1/stock-counts', { locationID: 1 })
  const sheet = `/api/v1/stock-counts/${opened.data.countID}`
  const { body } = await staff('GET', sheet)
  const line = body.data.lines.find((one: { inventoryID: number }) => one.inventoryID === inventoryID)
  await staff('PUT', `${sheet}/lines/${line.countLineID}`, { counted: 1 })
  await manager('PUT', `/api/v1/items/${itemID}/pieces`, { pieces: [{ inventoryID }] })
  expect((await staff('PUT', `${sheet}/finish`)).body).toMatchObject({ code: 'piece.not_named' })
  await staff('PUT', `${sheet}/lines/${line.countLineID}/recount`)
  expect((await staff('PUT', `${sheet}/finish`)).status).toBe(200)
})

test('a piece comes back from the workshop under its number', async () => {
  const { itemID, ids, pieces } = await keep(2)
  const { body: sold } = await staff('POST', '/api/v2/sales', {
    locationID: 1,
    transactionTypeID: 1,
    complete: true,
    items: ids.map((pieceID) => ({ itemID, orderQty: 1, pieceID })),
    payments: [{ paymentTypeID: 1, amount: 2000 }],
  })
  await manager('POST', `/api/v2/sales/${sold.data.salesTransactionID}/refunds`, {
    reason: 'Broken',
    items: sold.data.items.map(({ salesItemID }: { salesItemID: number }) => ({
      salesItemID,
      qty: 1,
      disposition: 'repair',
    })),
  })
  const [{ place }] = (await piecesOf(itemID)) as [Row]
  const { inventoryID } = place!
  const back = (outcome: string, pieceIDs?: number[]) =>
    manager('POST', '/api/v1/repair-returns', { inventoryID, quantity: 1, outcome, cost: 50, pieceIDs })
  expect((await back('shelf')).body.code).toBe('piece.not_named')
  expect((await back('shelf', [ids[1]!])).body.data.pieces).toEqual([{ pieceID: ids[1], number: pieces[1]!.number }])
  expect((await back('scrap', [ids[1]!])).body.message).toBe(`${pieces[1]!.number} is at Main, On hand`)
  expect((await back('scrap', [ids[0]!])).status).toBe(201)
  expect((await piecesOf(itemID)).map(({ state }) => state)).toEqual(['Gone', 'In stock'])
  expect(await findContradictions(db)).toEqual([])
})
