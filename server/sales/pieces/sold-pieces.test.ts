// Proves through HTTP that a sale names its pieces, that one sale at a time has a piece, also when twenty tills ask at once,
// and that the piece that comes back is the one that left.
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { testApp } from '../../../tests/support/fixtures.ts'
import { stockItem } from '../../../tests/support/stocked.ts'
import { item } from '../../db/schema/catalogue.ts'
import { saleItemPiece } from '../../db/schema/pieces.ts'
import { sale } from '../../db/schema/sales.ts'
import { location } from '../../db/schema/stock.ts'
import { shopItself } from '../../kernel/context.ts'
import { findContradictions } from '../../prove-books.ts'
import { lapseHolds } from '../sale/holds.operations.ts'

const { db, as } = await testApp({ connections: 12 })
const [manager, staff] = [as(2), as(3)]
const failed = (code: string, message: string, field?: string) => ({
  code,
  message,
  ...(field && { errors: [{ field, message }] }),
})

type Row = { pieceID: number; number: string; state: string; place: { inventoryID: number } | null; holder: unknown }
const piecesOf = async (itemID: number): Promise<Row[]> =>
  (await staff('GET', `/api/v1/pieces?itemID=${itemID}&sort=serial&pageSize=100`)).body.data
const stateOf = async (pieceID: number) => (await staff('GET', `/api/v1/pieces/${pieceID}`)).body.data

/** Creates an item of 1,000 pesos that is kept by piece, with this many pieces. */
async function keep(quantity: number) {
  const { itemID, inventoryID } = await stockItem(db, { quantity })
  const pieces = Array.from({ length: quantity }, () => ({ inventoryID }))
  expect((await manager('PUT', `/api/v1/items/${itemID}/pieces`, { pieces })).status).toBe(200)
  const [{ itemName, itemCode } = { itemName: '', itemCode: '' }] = await db
    .select()
    .from(item)
    .where(eq(item.itemID, itemID))
  const rows = await piecesOf(itemID)
  return { itemID, inventoryID, itemName, itemCode, pieces: rows, ids: rows.map(({ pieceID }) => pieceID) }
}
const lineOf = (itemID: number, pieceID?: number | null) => ({
  itemID,
  orderQty: 1,
  ...(pieceID !== undefined && { pieceID }),
})
const create = (items: object[], more: object = {}, who = staff) =>
  who('POST', '/api/v2/sales', { locationID: 1, transactionTypeID: 1, items, ...more })
const paid = (amount: number) => ({ complete: true, payments: [{ paymentTypeID: 1, amount }] })
const act = (id: number, what: string, body: object = {}, who = manager) =>
  who('PUT', `/api/v2/sales/${id}/${what}`, body)

test('a sale names each piece on a line of its own, and holds it until it is sold', async () => {
  const { itemID, ids, pieces } = await keep(3)
  const { status, body } = await create([lineOf(itemID, ids[0]), lineOf(itemID, ids[2])])
  expect(status).toBe(201)
  const { salesTransactionID: id, transactionNumber, items } = body.data
  expect(items).toMatchObject([
    { piece: { pieceID: ids[0], number: pieces[0]!.number }, heldQty: 1 },
    { piece: { pieceID: ids[2] }, heldQty: 1 },
  ])
  expect(await stateOf(ids[0]!)).toMatchObject({
    state: 'Held',
    holder: { salesTransactionID: id, transactionNumber, status: 'Pending' },
    place: { locationName: 'Main' },
  })
  expect((await create([lineOf(itemID, ids[0])])).body).toMatchObject(
    failed('piece.taken', `${pieces[0]!.number} is in ${transactionNumber}`, 'items.0.pieceID'),
  )
  await staff('POST', `/api/v2/sales/${id}/payments`, { paymentTypeID: 1, amount: 2000 })
  expect((await act(id, 'complete')).status).toBe(200)
  expect(await stateOf(ids[0]!)).toMatchObject({ state: 'Sold', place: null, holder: { status: 'Completed' } })
  const { body: history } = await staff('GET', `/api/v1/pieces/${ids[2]}/history`)
  expect(history.data.steps).toMatchObject([
    { kind: 'sale', documentNumber: transactionNumber, came: false },
    { kind: 'named' },
  ])
  expect((await create([lineOf(itemID, ids[1])], paid(1000))).status).toBe(201)
  expect((await create([lineOf(itemID, ids[1])], paid(1000))).body.code).toBe('piece.taken')
  expect(await findContradictions(db)).toEqual([])
})

test('a line states the weight of its own piece, and else that of the item', async () => {
  const { itemID, ids } = await keep(2)
  await db.update(item).set({ grams: 3.2 }).where(eq(item.itemID, itemID))
  expect((await manager('PUT', `/api/v1/pieces/${ids[0]}`, { grams: 3.25 })).status).toBe(200)
  const { items } = (await create([lineOf(itemID, ids[0]), lineOf(itemID, ids[1])])).body.data
  expect(items).toMatchObject([{ grams: 3.25 }, { grams: 3.2 }])
})

test('bad input is refused with a sentence', async () => {
  const { itemID, itemName, ids, pieces } = await keep(2)
  const other = await keep(1)
  const pooled = await stockItem(db, { quantity: 2, itemName: 'Plain hoop' })
  const at = 'items.0.pieceID'
  for (const [line, refusal] of [
    [lineOf(itemID), failed('piece.not_named', `Choose the piece: ${itemName} is kept by piece`, at)],
    [
      { ...lineOf(itemID, ids[0]), orderQty: 2 },
      failed('piece.one_each', `${itemName} is kept by piece: each piece has its own line`, 'items.0.orderQty'),
    ],
    [lineOf(itemID, 99_999), failed('reference.missing', 'Piece 99999 does not exist', at)],
    [
      lineOf(itemID, other.ids[0]),
      failed('piece.other_item', `${other.pieces[0]!.number} is not a piece of ${itemName}`, at),
    ],
    [lineOf(pooled.itemID, ids[0]), failed('piece.not_by_piece', 'Plain hoop is not kept by piece', at)],
  ] as const)
    expect((await create([line])).body).toMatchObject(refusal)
  expect((await create([lineOf(itemID, ids[0]), lineOf(itemID, ids[0])])).body).toMatchObject(
    failed('piece.twice', `${pieces[0]!.number} is in this sale twice`, 'items.1.pieceID'),
  )
  const [cebu] = await db.insert(location).values({ locationName: 'Cebu' }).returning()
  expect((await create([lineOf(itemID, ids[0])], { locationID: cebu!.locationID })).body).toMatchObject(
    failed('piece.elsewhere', `${pieces[0]!.number} is at Main, not at Cebu`, at),
  )
  expect(await findContradictions(db)).toEqual([])
})

test('twenty tills that sell the same piece make one sale', async () => {
  const { itemID, ids, pieces } = await keep(3)
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, n) => create([lineOf(itemID, ids[0])], n % 2 ? paid(1000) : {})),
  )
  const sold = answers.filter(({ status }) => status === 201)
  expect(sold).toHaveLength(1)
  const { transactionNumber } = sold[0]!.body.data
  for (const { body } of answers.filter(({ status }) => status !== 201))
    expect(body).toMatchObject(failed('piece.taken', `${pieces[0]!.number} is in ${transactionNumber}`))
  // The key refuses it too, whoever writes.
  const [line] = await db.select().from(saleItemPiece).where(eq(saleItemPiece.pieceID, ids[0]!))
  const [more] = (await create([lineOf(itemID, ids[1])])).body.data.items
  await expect(
    db.update(saleItemPiece).set({ pieceID: line!.pieceID }).where(eq(saleItemPiece.salesItemID, more.salesItemID)),
  ).rejects.toMatchObject({ cause: { code: '23505', constraint: 'sales_item_piece_taken' } })
  expect(await findContradictions(db)).toEqual([])
})

test('an open sale changes its pieces, and a removed one is free', async () => {
  const { itemID, ids } = await keep(4)
  const { body } = await create([lineOf(itemID, ids[0]), lineOf(itemID, ids[1])])
  const { salesTransactionID: id, items } = body.data
  const put = (lines: object[]) =>
    staff('PUT', `/api/v2/sales/${id}`, { locationID: 1, transactionTypeID: 1, items: lines })
  // Lines without keys continue the lines of their pieces.
  const { body: swapped } = await put([lineOf(itemID, ids[1]), lineOf(itemID, ids[0])])
  const keyOf = (sold: { items: { salesItemID: number; piece: { pieceID: number } }[] }, pieceID: number) =>
    sold.items.find(({ piece }) => piece.pieceID === pieceID)!.salesItemID
  expect([keyOf(swapped.data, ids[0]!), keyOf(swapped.data, ids[1]!)]).toEqual([
    items[0].salesItemID,
    items[1].salesItemID,
  ])
  // Two lines exchange their pieces, and one takes another.
  const { status, body: other } = await put([
    { ...lineOf(itemID, ids[1]), salesItemID: items[0].salesItemID },
    { ...lineOf(itemID, ids[2]), salesItemID: items[1].salesItemID },
    lineOf(itemID, ids[3]),
  ])
  expect([status, other.data.items.map(({ heldQty }: { heldQty: number }) => heldQty)]).toEqual([200, [1, 1, 1]])
  expect((await piecesOf(itemID)).map(({ state }) => state)).toEqual(['In stock', 'Held', 'Held', 'Held'])
  const removed = await staff('DELETE', `/api/v2/sales/${id}/lines/${items[0].salesItemID}`)
  expect(removed.status).toBe(200)
  const added = await staff('POST', `/api/v2/sales/${id}/lines`, lineOf(itemID, ids[0]))
  expect(added.body.data.items.map(({ piece }: { piece: { pieceID: number } }) => piece.pieceID)).toEqual([
    ids[2],
    ids[3],
    ids[0],
  ])
  await act(id, 'cancel')
  expect((await piecesOf(itemID)).map(({ state }) => state)).toEqual(Array(4).fill('In stock'))
  expect(await findContradictions(db)).toEqual([])
})

test('a lapsed hold frees the piece, and the sale takes it again only if nobody has', async () => {
  const { itemID, ids, pieces } = await keep(1)
  const { body } = await create([lineOf(itemID, ids[0])])
  const id = body.data.salesTransactionID
  const lapse = async () => {
    await db
      .update(sale)
      .set({ holdUntil: new Date(Date.now() - 1000) })
      .where(eq(sale.salesTransactionID, id))
    await lapseHolds({ db, actor: shopItself, now: new Date(), client: { address: '', agent: '' } })
  }
  await lapse()
  expect(await stateOf(ids[0]!)).toMatchObject({ state: 'In stock', holder: null })
  expect((await act(id, 'hold', { days: 2 }, staff)).body.data.items[0]).toMatchObject({ heldQty: 1 })
  expect(await stateOf(ids[0]!)).toMatchObject({ state: 'Held' })
  await lapse()
  const { body: second } = await create([lineOf(itemID, ids[0])], paid(1000))
  const { transactionNumber } = second.data
  // The piece has left the stock with the other sale.
  expect((await act(id, 'hold', {}, staff)).body).toMatchObject(
    failed('piece.elsewhere', `${pieces[0]!.number} is no longer in the stock of Main`),
  )
  const { body: refund } = await manager('POST', `/api/v2/sales/${second.data.salesTransactionID}/refunds`, {
    reason: 'Too small',
  })
  expect(refund.data.status).toBe('Refunded')
  const { body: third } = await create([lineOf(itemID, ids[0])])
  expect((await act(id, 'hold', {}, staff)).body).toMatchObject(
    failed('piece.taken', `${pieces[0]!.number} is in ${third.data.transactionNumber}`),
  )
  expect(transactionNumber).not.toBe(third.data.transactionNumber)
  expect(await findContradictions(db)).toEqual([])
})

test('the piece that comes back is the one that left: to its shelf, to repair, or not at all', async () => {
  const { itemID, ids, inventoryID } = await keep(3)
  const { body } = await create(
    ids.map((one) => lineOf(itemID, one)),
    paid(3000),
  )
  const { salesTransactionID: id, items } = body.data
  const back = items.map(({ salesItemID }: { salesItemID: number }, n: number) => ({
    salesItemID,
    qty: 1,
    disposition: ['restock', 'repair', 'scrap'][n],
  }))
  const refund = (parts: object[]) =>
    manager('POST', `/api/v2/sales/${id}/refunds`, { reason: 'Returned', items: parts })
  expect((await refund([back[1]])).status).toBe(201)
  expect(await stateOf(ids[1]!)).toMatchObject({
    state: 'In stock',
    place: { typeName: 'Repair', sellable: false },
    holder: null,
  })
  expect((await create([lineOf(itemID, ids[1])])).body.message).toMatch(/is in Repair, which is not for sale$/)
  expect((await refund([back[0], back[2]])).body.data.status).toBe('Refunded')
  expect((await piecesOf(itemID)).map(({ state, place }) => [state, place?.inventoryID])).toEqual([
    ['In stock', inventoryID],
    ['In stock', expect.any(Number)],
    ['Gone', undefined],
  ])
  expect((await refund([back[0]])).status).toBe(409)
  expect((await create([lineOf(itemID, ids[0])], paid(1000))).status).toBe(201)
  expect((await create([lineOf(itemID, ids[2])])).body.message).toMatch(/is no longer in stock$/)
  expect(await findContradictions(db)).toEqual([])
})

test('a piece is exchanged for another one', async () => {
  const { itemID, ids } = await keep(2)
  const { body } = await create([lineOf(itemID, ids[0])], paid(1000))
  const exchange = (pieceID: number) =>
    staff('POST', `/api/v1/sales/${body.data.salesTransactionID}/exchanges`, {
      reason: 'Other size',
      returned: [{ salesItemID: body.data.items[0].salesItemID, qty: 1 }],
      items: [lineOf(itemID, pieceID)],
    })
  expect((await exchange(ids[1]!)).body.data.items).toMatchObject([{ piece: { pieceID: ids[1] } }])
  expect((await piecesOf(itemID)).map(({ state }) => state)).toEqual(['In stock', 'Sold'])
  expect(await findContradictions(db)).toEqual([])
})

test('a sale beyond the stock leaves its piece open until there is one', async () => {
  const { itemID, ids } = await keep(1)
  const { body } = await create([lineOf(itemID, null)], { transactionTypeID: 4 })
  const { salesTransactionID: id, items } = body.data
  // It holds none of the pieces, so others may sell them.
  expect(items).toMatchObject([{ piece: null, heldQty: 0 }])
  await staff('POST', `/api/v2/sales/${id}/payments`, { paymentTypeID: 1, amount: 1000 })
  expect((await act(id, 'complete')).body.code).toBe('sale.stock_short')
  const named = await staff('PUT', `/api/v2/sales/${id}/lines/${items[0].salesItemID}`, {
    orderQty: 1,
    pieceID: ids[0],
  })
  expect(named.body.data.items).toMatchObject([{ piece: { pieceID: ids[0] }, heldQty: 1 }])
  expect((await act(id, 'complete')).status).toBe(200)
  expect(await stateOf(ids[0]!)).toMatchObject({ state: 'Sold' })
  expect(await findContradictions(db)).toEqual([])
})

test('goods that were sold before their item was kept by piece come back with new numbers', async () => {
  const { itemID, inventoryID } = await stockItem(db, { quantity: 2 })
  const { body } = await create([{ itemID, orderQty: 1 }], paid(1000))
  await manager('PUT', `/api/v1/items/${itemID}/pieces`, { pieces: [{ inventoryID }] })
  const id = body.data.salesTransactionID
  expect((await manager('POST', `/api/v2/sales/${id}/refunds`, { reason: 'Returned' })).status).toBe(201)
  expect((await piecesOf(itemID)).map(({ state }) => state)).toEqual(['In stock', 'In stock'])
  expect(await findContradictions(db)).toEqual([])
})

test('the proof of the books finds a piece that two records tell apart', async () => {
  const { itemID, ids, pieces } = await keep(2)
  const { body } = await create([lineOf(itemID, ids[0])])
  const { body: done } = await create([lineOf(itemID, ids[1])], paid(1000))
  const planted = (statement: ReturnType<typeof sql>) =>
    db
      .transaction(async (tx) => {
        await tx.execute(sql`set local session_replication_role = replica`)
        await tx.execute(statement)
        throw new Found(await findContradictions(tx))
      })
      .catch((error: unknown) => {
        if (error instanceof Found) return error.sentences
        throw error
      })
  const [open, sold] = [body.data.transactionNumber, done.data.transactionNumber]
  const [first, second] = pieces.map(({ number }) => number)
  expect(await planted(sql`update sales_item_piece set taken = false where piece_id = ${ids[1]}`)).toEqual([
    `Sale ${sold} is Completed and does not keep piece ${second}`,
  ])
  expect(
    await planted(sql`delete from stock_reservation where sales_item_id = ${body.data.items[0].salesItemID}`),
  ).toEqual(
    expect.arrayContaining([
      `Sale ${open} is Pending and keeps piece ${first}`,
      `Sale ${open} holds piece ${first}, but not the stock that it is in`,
    ]),
  )
  expect(await planted(sql`delete from sales_item_piece where piece_id = ${ids[1]}`)).toEqual([
    `Sale ${done.data.salesTransactionID} took piece ${second} out of stock, but no line of it names the piece`,
  ])
  expect(
    await planted(sql`update piece set inventory_id = ${pieces[1]!.place!.inventoryID} where piece_id = ${ids[1]}`),
  ).toEqual(expect.arrayContaining([`Piece ${second} is sold by ${sold}, but it is in stock`]))
  expect(
    await planted(
      sql`update stock_movement set piece_ids = array[${ids[0]}::int] where piece_ids = array[${ids[1]}::int]`,
    ),
  ).toEqual(
    expect.arrayContaining([`Sale ${sold}: its line names piece ${second}, but its ledger took the piece out 0 times`]),
  )
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
