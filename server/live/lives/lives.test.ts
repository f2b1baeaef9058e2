// Proves the plan of a live, its course from planned to closed, and that of two hosts who move on at once the second
// learns what the first did.
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import type { LiveRow } from '../../../contract/live/lives.ts'
import { anyCodeOf, testApp } from '../../../tests/support/fixtures.ts'
import { stockItem } from '../../../tests/support/stocked.ts'
import { live, liveComment, livePiece, liveShow } from '../../db/schema/live.ts'
import { transactionType } from '../../db/schema/sales.ts'
import { audit } from '../../db/schema/shared.ts'
import { location } from '../../db/schema/stock.ts'

const shop = await testApp({ connections: 10 })
const { db, as, users } = shop
const [manager, staff] = [as(2), as(3)]
const path = '/api/v1/lives'
const [preOrder] = await db.select().from(transactionType).where(eq(transactionType.beyondStock, true)).limit(1)
const ring = await stockItem(db, { itemName: 'Ring', itemCode: 'RG-0151', quantity: 5, price: 1000 })
const chain = await stockItem(db, { itemName: 'Chain', quantity: 3, price: 2000 })
const gold = await stockItem(db, { itemName: 'Grains', uom: 'BULK', quantity: 10, price: 5 })
const band = await stockItem(db, { itemName: 'Band', quantity: 2, price: 3000 })
const named = await manager('PUT', `/api/v1/items/${band.itemID}/pieces`, {
  pieces: [{ inventoryID: band.inventoryID }, { inventoryID: band.inventoryID }],
})
const [first, second]: { pieceID: number }[] = named.body.data.pieces

const plan = (over: object = {}) => ({
  liveName: 'Friday night',
  platforms: ['TikTok', 'Facebook'],
  plannedStart: '2026-12-04T11:00:00Z',
  expectedEnd: '2026-12-04T14:00:00Z',
  locationID: 1,
  transactionTypeID: 1,
  ...over,
})
async function createLive(pieces: object[] = []): Promise<LiveRow> {
  const { status, body } = await staff('POST', path, plan())
  expect([status, body.message]).toEqual([201, undefined])
  return pieces.length === 0 ? body.data : setPieces(body.data, pieces)
}
async function setPieces({ liveID }: LiveRow, pieces: object[]): Promise<LiveRow> {
  const { status, body } = await staff('PUT', `${path}/${liveID}/pieces`, { pieces })
  expect([status, body.message]).toEqual([200, undefined])
  return body.data
}
const move = ({ liveID }: LiveRow, body: object) => staff('PUT', `${path}/${liveID}/show`, body)
const change = ({ liveID }: LiveRow, step: string, body: object = {}) => staff('PUT', `${path}/${liveID}/${step}`, body)
const numbersOf = ({ pieces }: LiveRow) => pieces.map(({ number }) => number)
const rowsOf = async () => [await db.$count(live), await db.$count(livePiece), await db.$count(liveShow)]

test('a live is planned with its audit row, and is found in the list', async () => {
  const planned = await createLive()
  expect(planned).toMatchObject({ status: 'Planned', lineLength: 1, pieces: [], show: null, undecided: 0, asked: 0 })
  const { body } = await staff('GET', `${path}?search=friday&status=Planned&sort=plannedStart`)
  expect(body.data.map((row: LiveRow) => row.liveID)).toContain(planned.liveID)
  const [trail] = await db
    .select()
    .from(audit)
    .where(sql`entity = 'live' and entity_id = ${planned.liveID}`)
  expect(trail).toMatchObject({ action: 'create', userID: users.get(3), after: { liveName: 'Friday night' } })
})

test.each([
  [{ liveName: ' ' }, 400, 'Live name is required'],
  [{ platforms: [] }, 400, 'Choose a platform'],
  [{ platforms: ['Telegram'] }, 400, /^Platforms must be one of/],
  [{ plannedStart: 'tomorrow' }, 400, /Planned start/],
  [{ expectedEnd: '2026-12-04T11:00:00Z' }, 400, 'The expected end is after the planned start'],
  [{ locationID: 99_999 }, 422, 'Location 99999 does not exist'],
  [{ transactionTypeID: 99_999 }, 422, 'Transaction type 99999 does not exist'],
  [{ transactionTypeID: preOrder!.transactionTypeID }, 422, /sells beyond the stock, and a live sells what is there/],
  [{ lineLength: 4 }, 400, 'Claims in line must be at most 3'],
])('a plan with %j is refused, and nothing is written', async (wrong, status, message) => {
  const before = await rowsOf()
  const refused = await staff('POST', path, plan(wrong))
  expect([refused.status, refused.body]).toEqual([
    status,
    expect.objectContaining({ code: anyCodeOf(status), message: expect.stringMatching(message) }),
  ])
  expect(await rowsOf()).toEqual(before)
})

test('a new live has the line of the settings unless it says its own, and keeps it when they change', async () => {
  const settings = async (liveLineLength: number) => {
    const { body } = await as(2)('GET', '/api/v1/settings')
    const { timeZone, defaultLocationID, holdDays, updatedAt } = body.data
    const changed = { timeZone, defaultLocationID, holdDays, liveLineLength, updatedAt }
    return (await as(2)('PUT', '/api/v1/settings', changed)).status
  }
  expect(await settings(2)).toBe(200)
  const usual = await createLive()
  const own = (await staff('POST', path, plan({ lineLength: 0 }))).body.data
  expect([usual.lineLength, own.lineLength]).toEqual([2, 0])
  expect([await settings(4), await settings(3)]).toEqual([400, 200])
  const { updatedAt } = own
  const renamed = await staff('PUT', `${path}/${own.liveID}`, plan({ liveName: 'Saturday', updatedAt }))
  expect(renamed.body.data).toMatchObject({ liveName: 'Saturday', lineLength: 0 })
  expect((await staff('GET', `${path}/${usual.liveID}`)).body.data.lineLength).toBe(2)
  expect(await settings(1)).toBe(200)
})

test('pieces get the next numbers, keep them in any order, and take more between them', async () => {
  const planned = await createLive([
    { itemID: ring.itemID, quantity: 2 },
    { itemID: band.itemID, pieceID: first!.pieceID },
  ])
  expect(planned.pieces).toMatchObject([
    { number: 1, itemCode: 'RG-0151', price: 1000, quantity: 2, available: 5, piece: null, won: 0 },
    { number: 2, itemName: 'Band', quantity: 1, available: 1, piece: { pieceID: first!.pieceID } },
  ])
  const [one, two] = planned.pieces
  const keep = ({ livePieceID, itemID, piece, quantity }: LiveRow['pieces'][number]) => ({
    livePieceID,
    itemID,
    pieceID: piece?.pieceID,
    quantity,
  })
  const added = await setPieces(planned, [
    keep(two!),
    { itemID: chain.itemID, number: 30, price: 2500 },
    { itemID: band.itemID, pieceID: second!.pieceID },
    keep(one!),
  ])
  expect(numbersOf(added)).toEqual([2, 30, 31, 1])
  expect(added.pieces[1]).toMatchObject({ price: 2500, itemPrice: 2000 })
  const left = await setPieces(added, [keep(added.pieces[1]!)])
  expect(numbersOf(left)).toEqual([30])
})

test.each([
  [[{ itemID: 99_999 }], 422, 'Item 99999 does not exist'],
  [[{ itemID: gold.itemID }], 422, 'Grains is sold by weight, and a live sells pieces'],
  [[{ itemID: band.itemID }], 422, 'Choose the piece: Band is kept by piece'],
  [[{ itemID: ring.itemID, pieceID: first!.pieceID }], 422, 'Ring is not kept by piece'],
  [[{ itemID: band.itemID, pieceID: 99_999 }], 422, 'Piece 99999 does not exist'],
  [[{ itemID: band.itemID, pieceID: first!.pieceID, quantity: 2 }], 422, /is one piece: its quantity is 1$/],
  [[{ itemID: ring.itemID }, { itemID: ring.itemID }], 422, 'Ring is in this live twice: enter a quantity'],
  [
    [
      { itemID: ring.itemID, number: 4 },
      { itemID: chain.itemID, number: 4 },
    ],
    422,
    'Two pieces have the number 4',
  ],
  [[{ itemID: ring.itemID, number: 999 }, { itemID: chain.itemID }], 422, 'Numbers go up to 999: enter a free one'],
  [[{ itemID: ring.itemID, number: 1000 }], 400, 'Number must be at most 999'],
  [[{ itemID: ring.itemID, quantity: 0 }], 400, 'Quantity must be at least 1'],
  [[{ itemID: ring.itemID, price: 999.99 }], 403, 'Only a manager may offer Ring below ₱1,000.00'],
  [[{ itemID: ring.itemID, livePieceID: 99_999 }], 422, 'Piece 99999 of this live does not exist'],
])('the pieces %j are refused, and nothing is written', async (pieces, status, message) => {
  const planned = await createLive([{ itemID: chain.itemID }])
  const before = await rowsOf()
  const refused = await staff('PUT', `${path}/${planned.liveID}/pieces`, { pieces })
  expect([refused.status, refused.body]).toEqual([
    status,
    expect.objectContaining({ code: anyCodeOf(status), message: expect.stringMatching(message) }),
  ])
  expect(await rowsOf()).toEqual(before)
})

test('a manager may offer below the price, and staff may then keep it', async () => {
  const planned = await createLive()
  const low = [{ itemID: ring.itemID, price: 900 }]
  const { body } = await manager('PUT', `${path}/${planned.liveID}/pieces`, { pieces: low })
  const [{ livePieceID }] = body.data.pieces
  expect((await setPieces(planned, [{ ...low[0], livePieceID }])).pieces).toMatchObject([{ price: 900 }])
  const lower = await staff('PUT', `${path}/${planned.liveID}/pieces`, {
    pieces: [{ itemID: ring.itemID, livePieceID, price: 800 }],
  })
  expect(lower.status).toBe(403)
})

test('a piece that is in the plan keeps its item', async () => {
  const planned = await createLive([{ itemID: ring.itemID }])
  const { livePieceID } = planned.pieces[0]!
  const { status, body } = await staff('PUT', `${path}/${planned.liveID}/pieces`, {
    pieces: [{ itemID: chain.itemID, livePieceID }],
  })
  expect([status, body.code, body.message]).toEqual([
    422,
    'live.number_taken',
    'Number 1 stays with its piece: add the other one beside it',
  ])
})

test('a live starts, pauses, goes on and closes; every other step is refused', async () => {
  const planned = await createLive([{ itemID: ring.itemID }])
  expect((await change(planned, 'pause')).body).toMatchObject({ code: 'live.not_running' })
  expect((await change(planned, 'close')).body).toMatchObject({ code: 'live.not_running' })
  expect((await move(planned, { to: 'next', showID: null })).body).toMatchObject({
    code: 'live.not_running',
    message: 'Friday night is not running: start it first',
  })
  const started = (await change(planned, 'start')).body.data
  expect(started).toMatchObject({ status: 'Running', startedAt: expect.any(String) })
  expect((await change(planned, 'start')).body.data).toEqual(started)
  expect((await change(planned, 'pause')).body.data).toMatchObject({ status: 'Paused' })
  expect((await move(planned, { to: 'next', showID: null })).status).toBe(409)
  expect((await change(planned, 'start')).body.data).toMatchObject({ status: 'Running', startedAt: started.startedAt })
  expect((await change(planned, 'close')).body.data).toMatchObject({ status: 'Closed', closedAt: expect.any(String) })
  for (const step of ['start', 'pause', 'close']) {
    const refused = await change(planned, step)
    expect([step, refused.status, refused.body.message]).toEqual([step, 409, 'Friday night is closed'])
  }
  expect((await staff('PUT', `${path}/${planned.liveID}`, plan())).status).toBe(409)
  expect((await staff('PUT', `${path}/${planned.liveID}/pieces`, { pieces: [] })).status).toBe(409)
})

test('a started live keeps its location; its end may move', async () => {
  await db.insert(location).values({ locationName: 'Branch' }).onConflictDoNothing()
  const [branch] = await db.select().from(location).where(eq(location.locationName, 'Branch'))
  const planned = await createLive()
  const put = (over: object) => staff('PUT', `${path}/${planned.liveID}`, plan(over))
  expect((await put({ locationID: branch!.locationID })).status).toBe(200)
  await change(planned, 'start')
  expect((await put({ locationID: 1 })).body).toMatchObject({ code: 'live.not_planned' })
  const later = { locationID: branch!.locationID, expectedEnd: '2026-12-04T16:00:00Z' }
  expect((await put(later)).body.data).toMatchObject({ expectedEnd: '2026-12-04T16:00:00.000Z' })
  expect((await put({ ...later, updatedAt: planned.updatedAt })).body).toMatchObject({ code: 'record.stale' })
})

test('closing with undecided comments needs a confirmation, and says how many', async () => {
  const running = await createLive([{ itemID: ring.itemID }])
  await change(running, 'start')
  const comment = {
    liveID: running.liveID,
    platform: 'TikTok',
    name: 'Ana',
    text: 'mine?',
    orderSource: 'entry',
  } as const
  await db.insert(liveComment).values(
    [1, 2].map((place) => ({
      ...comment,
      place,
      enteredAt: new Date(),
      outcome: 'undecided' as const,
      question: 'It may be a question: decide whether it is a claim',
    })),
  )
  const refused = await change(running, 'close')
  expect([refused.status, refused.body.code, refused.body.message]).toEqual([
    409,
    'live.undecided',
    '2 comments are undecided: decide first, or close anyway',
  ])
  expect((await staff('GET', `${path}/${running.liveID}`)).body.data).toMatchObject({ status: 'Running', undecided: 2 })
  expect((await change(running, 'close', { confirmed: true })).body.data).toMatchObject({ status: 'Closed' })
})

test('next, previous, one piece and nothing are shown, and the log keeps from when', async () => {
  const running = await createLive([{ itemID: ring.itemID }, { itemID: chain.itemID }])
  await change(running, 'start')
  const [one, two] = running.pieces.map(({ livePieceID }) => livePieceID)
  let showID: number | null = null
  for (const [to, shown] of [
    ['next', one],
    ['next', two],
    ['previous', one],
    [two, two],
    [null, null],
    ['next', one],
  ] as const) {
    const { status, body } = await move(running, { to, showID })
    expect([to, status, body.data?.show?.livePieceID]).toEqual([to, 200, shown])
    showID = body.data.show.showID
  }
  expect((await move(running, { to: 'previous', showID })).body).toMatchObject({
    code: 'live.nothing_to_show',
    message: 'There is no previous piece',
  })
  expect((await move(running, { to: 99_999, showID })).body).toMatchObject({ code: 'reference.missing' })
  expect((await move(running, { to: 'sideways', showID })).status).toBe(400)
  const { body } = await staff('GET', `${path}/${running.liveID}/shows`)
  expect(body.data.map((row: { livePieceID: number }) => row.livePieceID)).toEqual([one, two, one, two, null, one])
  const times: number[] = body.data.map((row: { shownAt: string }) => Date.parse(row.shownAt))
  expect(times).toEqual([...new Set(times)].toSorted((a, b) => a - b))
  // A piece that was on show stays in the plan.
  const { livePieceID, itemID } = running.pieces[0]!
  const without = await staff('PUT', `${path}/${running.liveID}/pieces`, { pieces: [{ livePieceID, itemID }] })
  expect([without.status, without.body.message]).toEqual([409, 'Piece 2 was on show, so it stays'])
})

test('of hosts who move on at once one succeeds, and the others learn what it did', async () => {
  const running = await createLive([{ itemID: ring.itemID }, { itemID: chain.itemID }])
  await change(running, 'start')
  const { showID } = (await move(running, { to: 'next', showID: null })).body.data.show
  const answers = await Promise.all(Array.from({ length: 6 }, () => move(running, { to: 'next', showID })))
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409, 409, 409])
  for (const { body } of answers.filter(({ status }) => status === 409))
    expect(body).toMatchObject({ code: 'live.shown_meanwhile', message: 'Test Staff has put piece 2 on show' })
  expect(await db.$count(liveShow, eq(liveShow.liveID, running.liveID))).toBe(2)
})

test('an unknown live is not found', async () => {
  for (const [method, end, body] of [
    ['GET', '', null],
    ['GET', '/shows', null],
    ['PUT', '/pieces', { pieces: [] }],
    ['PUT', '/start', {}],
    ['PUT', '/show', { to: null, showID: null }],
  ] as const)
    expect((await staff(method, `${path}/99999${end}`, body)).status, end).toBe(404)
})
