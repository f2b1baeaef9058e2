// Proves through HTTP that an item kept by piece has as many pieces as it has on hand, that their numbers and codes are
// their own for life, and that the database and the proof of the books refuse what contradicts it.
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { codeOfScan } from '../../../contract/stock/piece-codes.ts'
import { testApp } from '../../../tests/support/fixtures.ts'
import { stockItem } from '../../../tests/support/stocked.ts'
import { item } from '../../db/schema/catalogue.ts'
import { piece } from '../../db/schema/pieces.ts'
import { inventory, location } from '../../db/schema/stock.ts'
import { findContradictions } from '../../prove-books.ts'

const { db, as } = await testApp({ connections: 12 })
const [manager, staff] = [as(2), as(3)]
const at = (itemID: number) => `/api/v1/items/${itemID}/pieces`
const itemOf = async (itemID: number) => (await db.select().from(item).where(eq(item.itemID, itemID)))[0]!
const piecesOf = async (itemID: number) =>
  (await staff('GET', `/api/v1/pieces?itemID=${itemID}&sort=serial&pageSize=100`)).body.data
const stockOf = async (inventoryID: number) =>
  (await db.select().from(inventory).where(eq(inventory.inventoryID, inventoryID)))[0]!
const failed = (code: string, message: unknown) => ({ success: false, code, message })

/** Creates an item with this stock and keeps it by piece. */
async function keep(quantity: number, more: Partial<typeof item.$inferInsert> = {}) {
  const stocked = await stockItem(db, { quantity, ...more })
  const { status } = await manager('PUT', at(stocked.itemID), {
    pieces: Array.from({ length: quantity }, () => ({ inventoryID: stocked.inventoryID })),
  })
  expect(status).toBe(200)
  return { ...stocked, ...(await itemOf(stocked.itemID)) }
}

test('a count turns the stock of an item into pieces with numbers of their own', async () => {
  const { itemID, inventoryID } = await stockItem(db, { quantity: 2, grams: 3.2, cost: 600 })
  const [cebu] = await db.insert(location).values({ locationName: 'Cebu' }).returning()
  const { body: there } = await as(1)('POST', '/api/v1/inventory', {
    itemID,
    locationID: cebu!.locationID,
    inventoryTypeID: 1,
    quantity: 1,
    reOrderThreshold: 0,
  })
  const entered = {
    grams: 3.25,
    netGrams: 2.9,
    barcode: 'TAG-1',
    certificateNumber: 'GIA 22',
    laboratory: 'GIA',
    note: 'Dent',
  }
  const { itemCode, updatedAt } = await itemOf(itemID)
  const { status, body } = await manager('PUT', at(itemID), {
    pieces: [{ inventoryID, ...entered }, { inventoryID }, { inventoryID: there.data.inventoryID }],
    updatedAt: updatedAt.toISOString(),
  })
  expect([status, body.data.pieces.map(({ number }: { number: string }) => number)]).toEqual([
    200,
    [`${itemCode}-001`, `${itemCode}-002`, `${itemCode}-003`],
  ])
  const found = await piecesOf(itemID)
  expect(found).toMatchObject([
    { ...entered, serial: 1, state: 'In stock', place: { locationName: 'Main', sellable: true }, holder: null },
    { grams: null, netGrams: null, barcode: null, place: { inventoryID } },
    { place: { locationName: 'Cebu' } },
  ])
  expect(await stockOf(inventoryID)).toMatchObject({ quantity: 2, pieces: 2 })
  expect((await staff('GET', `/api/v1/items/${itemID}`)).body.data.byPiece).toBe(true)
  const { body: history } = await staff('GET', `/api/v1/pieces/${found[0].pieceID}/history`)
  expect(history.data.steps).toMatchObject([{ kind: 'named', came: true, locationName: 'Main', documentID: null }])
  const { body: audit } = await as(1)('GET', `/api/v1/audit?entity=piece&entityID=${found[0].pieceID}`)
  expect(audit.data).toMatchObject([{ action: 'create', entity: 'piece' }])
  expect(await findContradictions(db)).toEqual([])
})

test('the count must name exactly what is on hand, and only pieces', async () => {
  const { itemID, inventoryID } = await stockItem(db, { quantity: 2, itemName: 'Thin band', grams: 3 })
  const name = (pieces: object[], who = manager) => who('PUT', at(itemID), { pieces })
  expect((await name([{ inventoryID }])).body).toMatchObject(
    failed('piece.count_differs', 'Main, On hand has 2 of Thin band on hand, but 1 piece is named'),
  )
  expect((await name([{ inventoryID: 9999 }])).body).toMatchObject(
    failed('reference.missing', 'Thin band has no stock 9999'),
  )
  expect((await name([{ inventoryID, netGrams: 3.1 }, { inventoryID }])).body).toMatchObject({
    ...failed('piece.net_above_gross', 'The piece weighs 3.00 g with its stones'),
    errors: [{ field: 'pieces.0.netGrams' }],
  })
  expect(
    (
      await name([
        { inventoryID, barcode: 'twin' },
        { inventoryID, barcode: 'TWIN' },
      ])
    ).body,
  ).toMatchObject(failed('piece.entered_twice', 'The barcode TWIN is entered for two pieces'))
  expect((await name([{ inventoryID }, { inventoryID }], staff)).status).toBe(403)
  expect((await name([{ inventoryID, grams: 0 }, { inventoryID }])).status).toBe(400)
  expect(await piecesOf(itemID)).toEqual([])
  for (const [uom, word] of [
    ['PAIR', 'counted in pairs'],
    ['BULK', 'weighed'],
  ] as const) {
    const other = await stockItem(db, { uom, quantity: 0 })
    const { itemCode } = await itemOf(other.itemID)
    expect((await manager('PUT', at(other.itemID), { pieces: [] })).body).toMatchObject(
      failed('piece.not_counted', `${itemCode} is ${word}: only an item that is counted in pieces is kept by piece`),
    )
  }
  expect((await manager('PUT', at(99_999), { pieces: [] })).status).toBe(404)
})

test('an open sale of the item stands in the way, and the item is kept by piece once', async () => {
  const { itemID, inventoryID } = await stockItem(db, { quantity: 1 })
  const { itemCode } = await itemOf(itemID)
  const { body: sale } = await staff('POST', '/api/v2/sales', {
    locationID: 1,
    transactionTypeID: 1,
    items: [{ itemID, orderQty: 1 }],
  })
  const name = () => manager('PUT', at(itemID), { pieces: [{ inventoryID }] })
  expect((await name()).body).toMatchObject(
    failed(
      'piece.held',
      `${sale.data.transactionNumber} has ${itemCode}: complete or cancel that sale first, because its line names no piece`,
    ),
  )
  await staff('PUT', `/api/v2/sales/${sale.data.salesTransactionID}/cancel`)
  const answers = await Promise.all([name(), name(), name()])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
  expect((await name()).body).toMatchObject(failed('piece.has_pieces', `${itemCode} is kept by piece already`))
  expect(await piecesOf(itemID)).toHaveLength(1)
})

test('received pieces are named: as entered, or by numbers alone', async () => {
  const { itemID, itemCode, inventoryID } = await keep(1)
  const receive = (line: object, status = 'Completed') =>
    manager('POST', '/api/v2/po-receiving', {
      referenceNumber: 'DR 1',
      receivedDate: '2026-11-20',
      locationID: 1,
      status,
      items: [{ itemID, uom: 'PCS', receivedQty: 2, unitCost: 700.5, ...line }],
    })
  const pieces = [
    { grams: 3.1, barcode: 'DR-1-A' },
    { grams: 3.4, netGrams: 3, certificateNumber: 'IGI 7' },
  ]
  expect((await receive({ pieces: pieces.slice(1) })).body).toMatchObject({
    ...failed('piece.count_differs', expect.stringMatching(/^2 of .* come, but 1 piece is entered$/)),
    errors: [{ field: 'items.0.pieces' }],
  })
  const { body: pending } = await receive({ pieces }, 'Pending')
  expect(pending.data.items[0].pieces).toMatchObject([{ ...pieces[0], pieceID: null, number: null }, pieces[1]])
  expect(await piecesOf(itemID)).toHaveLength(1)
  const { poReceivingID, items } = pending.data
  // Three come after all, so the entered pieces no longer fit.
  const line = { poReceivingItemID: items[0].poReceivingItemID, itemID, uom: 'PCS', receivedQty: 3, unitCost: 700.5 }
  const complete = (body: object) => manager('PUT', `/api/v2/po-receiving/${poReceivingID}/complete`, body)
  expect((await complete({ items: [line] })).body.code).toBe('piece.count_differs')
  const { body: done } = await complete({ items: [{ ...line, receivedQty: 2 }] })
  expect(done.data.items[0].pieces).toMatchObject([
    { ...pieces[0], number: `${itemCode}-002` },
    { ...pieces[1], number: `${itemCode}-003` },
  ])
  expect((await receive({})).body.data.items[0].pieces).toMatchObject([{ number: `${itemCode}-004` }, { grams: null }])
  const found = await piecesOf(itemID)
  expect(found.map(({ cost }: { cost: number }) => cost)).toEqual([null, 700.5, 700.5, 700.5, 700.5])
  expect(await stockOf(inventoryID)).toMatchObject({ quantity: 5, pieces: 5 })
  const { body: history } = await staff('GET', `/api/v1/pieces/${found[1].pieceID}/history`)
  expect(history.data.steps).toMatchObject([
    {
      kind: 'receiving',
      documentNumber: 'DR 1',
      documentID: poReceivingID,
      came: true,
      user: { name: expect.any(String) },
    },
  ])
  const pooled = await stockItem(db, { itemName: 'Plain chain' })
  expect((await receive({ itemID: pooled.itemID, pieces })).body).toMatchObject(
    failed('piece.not_by_piece', 'Plain chain is not kept by piece'),
  )
  expect(await findContradictions(db)).toEqual([])
})

test('goods that arrive in another way get pieces too, and none leaves unnamed', async () => {
  const { itemID, inventoryID, itemName, itemCode } = await keep(0)
  const set = (quantity: number) =>
    as(1)('PUT', `/api/v1/inventory/${inventoryID}`, {
      itemID,
      locationID: 1,
      inventoryTypeID: 1,
      quantity,
      reOrderThreshold: 0,
    })
  expect((await set(2)).status).toBe(200)
  expect(await piecesOf(itemID)).toMatchObject([{ serial: 1 }, { serial: 2, state: 'In stock' }])
  expect((await set(1)).body).toMatchObject(
    failed('piece.not_named', `Name the pieces of ${itemName} that leave: ${itemCode} is kept by piece`),
  )
  // A stock row that is new counts pieces from its first day.
  const [davao] = await db.insert(location).values({ locationName: 'Davao' }).returning()
  const { body: row } = await as(1)('POST', '/api/v1/inventory', {
    itemID,
    locationID: davao!.locationID,
    inventoryTypeID: 1,
    quantity: 1,
    reOrderThreshold: 0,
  })
  expect(await stockOf(row.data.inventoryID)).toMatchObject({ quantity: 1, pieces: 1 })
  expect(await findContradictions(db)).toEqual([])
})

test('a scan finds a piece by its number, its barcode and its tag', async () => {
  const { itemID, itemCode, inventoryID } = await stockItem(db, { quantity: 1 }).then(async (made) => ({
    ...made,
    ...(await itemOf(made.itemID)),
  }))
  await manager('PUT', at(itemID), { pieces: [{ inventoryID, barcode: '036000291452' }] })
  const [{ code, pieceID }] = await piecesOf(itemID)
  expect(code).toMatch(/^[A-Z2-9]{10}$/)
  const scan = async (text: string) =>
    (await staff('GET', `/api/v1/pieces?code=${encodeURIComponent(text)}`)).body.data.map(
      (one: { pieceID: number }) => one.pieceID,
    )
  for (const text of [
    `${itemCode}-001`.toLowerCase(),
    '036000291452',
    '0036000291452',
    code.toLowerCase(),
    `https://shop.example/p/${code}`,
    `http://10.0.0.2:3000/p/${code}/?from=tag`,
  ])
    expect(await scan(text)).toEqual([pieceID])
  for (const text of [itemCode, 'https://shop.example/p/', `https://shop.example/item/${code}`])
    expect(await scan(text)).toEqual([])
  expect(codeOfScan(' RG-1 ')).toBe('RG-1')
})

test('no item and no other piece takes the code of a piece, not even at the same moment', async () => {
  const { itemID, itemCode, inventoryID } = await keep(1, { barcode: 'BAND-7' })
  const [{ pieceID }] = await piecesOf(itemID)
  const change = (barcode: string) => staff('PUT', `/api/v1/pieces/${pieceID}`, { barcode })
  expect((await change('band-7')).body.code).toBe('piece.code_taken')
  expect((await change(itemCode.toLowerCase())).body.code).toBe('piece.code_taken')
  // A number may be typed as the barcode of the piece itself.
  expect((await change(`${itemCode}-001`)).status).toBe(200)
  expect((await change('')).status).toBe(200)
  const newItem = (code: string) =>
    db
      .insert(item)
      .values({ itemCode: code, itemName: 'Other', categoryID: 1, grams: 1, uom: 'PCS', price: 1, averageCost: 1 })
  await expect(newItem(`${itemCode}-001`)).rejects.toMatchObject({ cause: { constraint: 'scan_code_of_piece' } })
  const { status, body } = await staff('PUT', `/api/v1/items/${itemID}`, {
    ...(await itemOf(itemID)),
    barcode: `${itemCode}-001`,
    price: undefined,
    updatedAt: undefined,
    createdAt: undefined,
  })
  expect([status, body.message]).toEqual([409, 'A piece has this code already'])
  // The next number is that of another item, so it is left out.
  await newItem(`${itemCode}-002`)
  await manager('POST', '/api/v2/po-receiving', {
    referenceNumber: 'DR 2',
    receivedDate: '2026-11-20',
    locationID: 1,
    status: 'Completed',
    items: [{ itemID, uom: 'PCS', receivedQty: 1, unitCost: 1 }],
  })
  expect((await piecesOf(itemID)).map(({ number }: { number: string }) => number)).toEqual([
    `${itemCode}-001`,
    `${itemCode}-003`,
  ])
  for (let round = 0; round < 5; round++) {
    const code = `RUSH-${round}`
    const [asPiece, asItem] = await Promise.all([
      change(code),
      newItem(code).then(
        () => 'made',
        (error: { cause: { constraint: string } }) => error.cause.constraint,
      ),
    ])
    expect([asPiece.status, asItem]).toEqual(asItem === 'made' ? [409, 'made'] : [200, 'scan_code_of_piece'])
  }
  expect(await stockOf(inventoryID)).toMatchObject({ pieces: 2 })
  expect(await findContradictions(db)).toEqual([])
})

test('a piece is changed, and its costs are hidden with all others', async () => {
  const { itemID } = await keep(1)
  const [{ pieceID, updatedAt, number }] = await piecesOf(itemID)
  const put = (body: object) => staff('PUT', `/api/v1/pieces/${pieceID}`, body)
  expect((await put({ grams: 2.5, netGrams: 2.1, cost: 99.5, note: 'Resized', updatedAt })).body.data).toMatchObject({
    number,
    grams: 2.5,
    netGrams: 2.1,
    cost: 99.5,
    note: 'Resized',
  })
  expect((await put({ note: 'Late', updatedAt })).body.code).toBe('record.stale')
  expect((await put({ netGrams: 2.6 })).body).toMatchObject({
    ...failed('piece.net_above_gross', 'The piece weighs 2.50 g with its stones'),
    errors: [{ field: 'netGrams' }],
  })
  expect((await staff('PUT', '/api/v1/pieces/99999', {})).body).toMatchObject(
    failed('record.not_found', 'Piece not found'),
  )
  expect((await staff('GET', '/api/v1/pieces/99999/history')).status).toBe(404)
})

test('the database moves a piece with the ledger alone, and the proof finds what was planted', async () => {
  const { itemID, inventoryID, itemCode } = await keep(2)
  const other = await keep(1)
  const number = `${itemCode}-001`
  const is = sql`number = ${number}`
  for (const statement of [
    sql`update piece set inventory_id = null where ${is}`,
    sql`update piece set inventory_id = ${other.inventoryID} where ${is}`,
    sql`update piece set number = 'X' where ${is}`,
    sql`update piece set code = 'X' where ${is}`,
    sql`update piece set item_id = ${other.itemID}, serial = 9 where ${is}`,
    sql`delete from piece where ${is}`,
    sql`truncate piece cascade`,
    sql`update inventory set pieces = 1 where inventory_id = ${inventoryID}`,
    sql`update item set by_piece = false where item_id = ${itemID}`,
    sql`insert into piece (item_id, serial, number, code, inventory_id, counted_in_id)
      values (${itemID}, 9, 'P', 'Q', ${inventoryID}, ${inventoryID})`,
  ])
    await expect(db.execute(statement), JSON.stringify(statement)).rejects.toMatchObject({ cause: { code: '23001' } })
  const move = (quantity: number, pieceIDs: string) =>
    db.execute(sql`insert into stock_movement (inventory_id, sequence, kind, document_type, document_id, quantity,
      quantity_after, unit_cost, piece_ids)
      values (${inventoryID}, 0, 'correction', 'adjustment', 1, ${quantity}, 0, 1, ${pieceIDs}::int[])`)
  const [mine] = await db.select().from(piece).where(is)
  const [theirs] = await db.select().from(piece).where(eq(piece.itemID, other.itemID))
  for (const [quantity, pieceIDs, rule] of [
    [-1, null, 'inventory_pieces'],
    [-2, `{${mine!.pieceID}}`, 'inventory_pieces'],
    [-1, `{${theirs!.pieceID}}`, 'piece_place'],
    [1, `{${mine!.pieceID}}`, 'piece_place'],
    [-2, `{${mine!.pieceID},${mine!.pieceID}}`, 'piece_place'],
  ] as const)
    await expect(move(quantity, pieceIDs as string)).rejects.toMatchObject({ cause: { constraint: rule } })

  const planted = (...statements: ReturnType<typeof sql>[]) =>
    db
      .transaction(async (tx) => {
        await tx.execute(sql`set local session_replication_role = replica`)
        for (const one of statements) await tx.execute(one)
        throw new Found(await findContradictions(tx))
      })
      .catch((error: unknown) => {
        if (error instanceof Found) return error.sentences
        throw error
      })
  expect(await planted(sql`update piece set inventory_id = null where ${is}`)).toEqual([
    `Inventory ${inventoryID} has 2 on hand, but 1 pieces`,
    `Piece ${number} is in inventory none, but its ledger says 1 of inventory ${inventoryID}`,
  ])
  expect(await planted(sql`update piece set inventory_id = ${other.inventoryID} where ${is}`)).toEqual(
    expect.arrayContaining([`Piece ${number} is in inventory ${other.inventoryID}, which is of another item`]),
  )
  expect(await planted(sql`update item set by_piece = false where item_id = ${itemID}`)).toEqual([
    `Inventory ${inventoryID} counts 2 pieces, but its item ${itemCode} is not kept by piece`,
  ])
  expect(await planted(sql`delete from scan_code where code = lower(${number})`)).toEqual([
    `Piece ${number} is not found by its code ${number}`,
  ])
  expect(await planted(sql`alter table stock_movement disable trigger stock_movement_moves_pieces`)).toEqual([
    'The guard stock_movement_moves_pieces of table stock_movement is switched off',
  ])
  expect(await planted(sql`drop index sales_item_piece_taken`)).toEqual([
    'The rule sales_item_piece_taken of table sales_item_piece is not there',
  ])
  expect(await findContradictions(db)).toEqual([])
})

/** Ends the transaction of a test, so that what it planted is gone. */
class Found extends Error {
  sentences: string[]
  constructor(sentences: string[]) {
    super('Rolled back')
    this.sentences = sentences
  }
}
