// Proves with a model that every piece is at one place whatever people do at the same moment: they receive, transfer, count,
// hold, sell, cancel, refund and exchange pieces at random, several at once, and the books agree after each round.
import fc from 'fast-check'
import { expect, test } from 'vitest'

import { location } from '../../server/db/schema/stock.ts'
import { findContradictions } from '../../server/prove-books.ts'
import { testApp } from '../support/fixtures.ts'
import { stockItem } from '../support/stocked.ts'

const { db, as } = await testApp({ connections: 12 })
const [admin, manager] = [as(1), as(2)]
await db.insert(location).values({ locationName: 'Cebu' })
const places = [1, 2]

/** A sale's line in the model: the piece that it names, with the keys of the sale. */
type Line = { saleID: number; salesItemID: number; pieceID: number; locationID: number }
/** Where a piece is: at a location, held or sold by a line, or gone. */
type Where = { at: number } | { held: Line } | { sold: Line } | 'gone'
/** The change of the model that a successful call makes. Calls that free pieces come before those that take them. */
type Done = { frees: boolean; apply: (model: Map<number, Where>) => void }
type Answer = { status: number; body: { code?: string; data: never } }

/** Why a call can fail because of another one at the same moment. */
const reasons = new Set([
  'piece.taken',
  'piece.held',
  'piece.elsewhere',
  'sale.closed',
  'sale.not_completed',
  'payment.nothing_due',
  'payment.exceeds_balance',
  'refund.exceeds_sold',
  'count.stock_moved',
  'count.adjustment_waiting',
])

/** Returns whether a call succeeded. A refusal must have one of the reasons that another call can give it. */
function isDone({ status, body }: Answer): boolean {
  if (status < 300) return true
  expect(reasons, JSON.stringify(body)).toContain(body.code)
  return false
}

const linesOf = ({ body }: Answer, locationID: number): Line[] => {
  // The tests' answers have no types.
  const sale = body.data as { salesTransactionID: number; items: { salesItemID: number; piece: { pieceID: number } }[] }
  return sale.items.map(({ salesItemID, piece }) => ({
    saleID: sale.salesTransactionID,
    salesItemID,
    pieceID: piece.pieceID,
    locationID,
  }))
}

const none: Done = { frees: false, apply: () => {} }
const only = (frees: boolean, apply: Done['apply']): Done => ({ frees, apply })

/** What a person does: the kind, and numbers that choose a piece and a place. */
const act = fc.record({
  kind: fc.constantFrom('receive', 'transfer', 'count', 'hold', 'sell', 'complete', 'cancel', 'refund', 'exchange'),
  pick: fc.nat(999),
  more: fc.nat(999),
})
type Act = { kind: string; pick: number; more: number }

/** Acts that succeed one after the other, before people act at once: few random acts are possible where they come. */
const oneOfEach: Act[][] = [
  'hold',
  'complete',
  'refund',
  'sell',
  'exchange',
  'hold',
  'cancel',
  'receive',
  'transfer',
  'count',
].map((kind) => [{ kind, pick: 0, more: 1 }])

async function run({ kind, pick, more }: Act, itemID: number, model: ReadonlyMap<number, Where>): Promise<Done> {
  const here = <T>(found: readonly T[]): T | undefined => found[pick % Math.max(found.length, 1)]
  const all = [...model]
  const inStock = all.flatMap(([pieceID, where]) =>
    where !== 'gone' && 'at' in where ? { pieceID, at: where.at } : [],
  )
  const held = all.flatMap(([, where]) => (where !== 'gone' && 'held' in where ? where.held : []))
  const sold = all.flatMap(([, where]) => (where !== 'gone' && 'sold' in where ? where.sold : []))
  const sellable = (pieceID: number) => ({ itemID, orderQty: 1, pieceID })
  const sale = (pieceID: number, locationID: number, isPaid: boolean) =>
    manager('POST', '/api/v2/sales', {
      locationID,
      transactionTypeID: 1,
      items: [sellable(pieceID)],
      ...(isPaid && { complete: true, payments: [{ paymentTypeID: 1, amount: 1000 }] }),
    })
  if (kind === 'receive') {
    const locationID = places[pick % 2]!
    const answer = await manager('POST', '/api/v2/po-receiving', {
      referenceNumber: 'DR',
      receivedDate: '2026-11-20',
      locationID,
      status: 'Completed',
      items: [{ itemID, uom: 'PCS', receivedQty: 1 + (more % 2), unitCost: 600 }],
    })
    if (answer.status !== 201) throw new Error(`A delivery is refused: ${JSON.stringify(answer.body)}`)
    const made: { pieceID: number }[] = answer.body.data.items[0].pieces
    return only(true, (state) => made.forEach(({ pieceID }) => state.set(pieceID, { at: locationID })))
  }
  if (kind === 'count') return count(itemID, places[pick % 2]!, more % 3 === 0)
  if (kind === 'hold' || kind === 'sell' || kind === 'transfer') {
    const one = here(inStock)
    if (!one) return none
    const { pieceID, at } = one
    if (kind === 'transfer') {
      const to = at === 1 ? 2 : 1
      const answer = await manager('POST', '/api/v1/stock-transfers', {
        fromLocationID: at,
        toLocationID: to,
        items: [{ itemID, quantity: 1, pieceIDs: [pieceID] }],
      })
      return isDone(answer) ? only(false, (state) => state.set(pieceID, { at: to })) : none
    }
    const answer = await sale(pieceID, at, kind === 'sell')
    if (!isDone(answer)) return none
    const [line] = linesOf(answer, at)
    return only(false, (state) => state.set(pieceID, kind === 'sell' ? { sold: line! } : { held: line! }))
  }
  if (kind === 'complete' || kind === 'cancel') {
    const line = here(held)
    if (!line) return none
    const path = `/api/v2/sales/${line.saleID}`
    if (kind === 'cancel') {
      const answer = await manager('PUT', `${path}/cancel`, { deposit: 'refund', reason: 'No' })
      return isDone(answer) ? only(true, (state) => state.set(line.pieceID, { at: line.locationID })) : none
    }
    const payment = await manager('POST', `${path}/payments`, { paymentTypeID: 1, amount: 1000 })
    if (!isDone(payment) || !isDone(await manager('PUT', `${path}/complete`))) return none
    return only(true, (state) => state.set(line.pieceID, { sold: line }))
  }
  const line = here(sold)
  if (!line) return none
  const back = [{ salesItemID: line.salesItemID, qty: 1, disposition: more % 4 === 0 ? 'scrap' : 'restock' }]
  const comes: Where = back[0]!.disposition === 'scrap' ? 'gone' : { at: line.locationID }
  const [first, other] = [here(inStock), inStock.find(({ at }) => at === line.locationID)]
  if (kind === 'refund' || !first || !other) {
    const answer = await manager('POST', `/api/v2/sales/${line.saleID}/refunds`, {
      reason: 'Back',
      paymentTypeID: 1,
      items: back,
    })
    return isDone(answer) ? only(true, (state) => state.set(line.pieceID, comes)) : none
  }
  const answer = await manager('POST', `/api/v1/sales/${line.saleID}/exchanges`, {
    reason: 'Other',
    returned: back,
    items: [sellable(other.pieceID)],
  })
  if (!isDone(answer)) return none
  const [taken] = linesOf(answer, line.locationID)
  return only(true, (state) => state.set(line.pieceID, comes).set(other.pieceID, { sold: taken! }))
}

/** Counts a location, where somebody may overlook a piece, and has the difference decided. */
async function count(itemID: number, locationID: number, overlooks: boolean): Promise<Done> {
  const { body: opened } = await manager('POST', '/api/v1/stock-counts', { locationID })
  const sheet = `/api/v1/stock-counts/${opened.data.countID}`
  const { body } = await manager('GET', sheet)
  type Counted = { countLineID: number; itemID: number; pieces: { pieceID: number }[] }
  for (const line of body.data.lines.filter((one: Counted) => one.itemID === itemID) as Counted[])
    for (const { pieceID } of overlooks ? line.pieces.slice(1) : line.pieces)
      isDone(await manager('PUT', `${sheet}/lines/${line.countLineID}/pieces/${pieceID}`))
  if (!isDone(await manager('PUT', `${sheet}/finish`))) {
    await manager('PUT', `${sheet}/cancel`)
    return none
  }
  const { body: waiting } = await admin(
    'GET',
    `/api/v1/inventory-adjustment?countID=${opened.data.countID}&pageSize=100`,
  )
  const lost: number[] = []
  for (const { adjustmentID, inventoryID, pieces } of waiting.data) {
    if (isDone(await admin('PUT', `/api/v1/inventory-adjustment/${inventoryID}/approve/${adjustmentID}`)))
      lost.push(...pieces.map(({ pieceID }: { pieceID: number }) => pieceID))
    else await admin('PUT', `/api/v1/inventory-adjustment/${adjustmentID}/decline`)
  }
  return only(true, (state) => lost.forEach((pieceID) => state.set(pieceID, 'gone')))
}

/** Returns a piece's place in the words of the API. */
const describe = (where: Where) =>
  where === 'gone'
    ? 'Gone'
    : 'at' in where
      ? `In stock at ${where.at}`
      : 'held' in where
        ? `Held by ${where.held.saleID}`
        : `Sold by ${where.sold.saleID}`

type Row = {
  pieceID: number
  state: string
  place: { locationID: number } | null
  holder: { salesTransactionID: number } | null
}
async function readPlaces(itemID: number): Promise<Map<number, string>> {
  const { body } = await manager('GET', `/api/v1/pieces?itemID=${itemID}&pageSize=100`)
  return new Map(
    body.data.map(({ pieceID, state, place, holder }: Row) => [
      pieceID,
      state === 'In stock'
        ? `${state} at ${place!.locationID}`
        : holder
          ? `${state} by ${holder.salesTransactionID}`
          : state,
    ]),
  )
}

test('whatever people do at once, each piece is where the model has it, and the books agree', async () => {
  const done = new Map<string, number>()
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(act, { minLength: 1, maxLength: 5 }), { minLength: 7, maxLength: 7 }),
      async (rounds) => {
        const { itemID, inventoryID } = await stockItem(db, { quantity: 4 })
        const { body } = await manager('PUT', `/api/v1/items/${itemID}/pieces`, {
          pieces: Array.from({ length: 4 }, () => ({ inventoryID })),
        })
        const model = new Map<number, Where>(
          body.data.pieces.map(({ pieceID }: { pieceID: number }) => [pieceID, { at: 1 }]),
        )
        for (const acts of [...oneOfEach, ...rounds]) {
          const changes = await Promise.all(acts.map((one) => run(one, itemID, model)))
          for (const [n, change] of changes.entries())
            if (change !== none) done.set(acts[n]!.kind, (done.get(acts[n]!.kind) ?? 0) + 1)
          for (const change of changes.toSorted((a, b) => Number(b.frees) - Number(a.frees))) change.apply(model)
          expect(await readPlaces(itemID)).toEqual(new Map([...model].map(([id, where]) => [id, describe(where)])))
        }
        expect(await findContradictions(db)).toEqual([])
      },
    ),
    // A shrunk failure takes long to find, and the first one names its seed.
    { numRuns: 4, endOnFailure: true },
  )
  // Each kind of act succeeded at least once, so that none is a test of refusals alone.
  expect([...done.keys()].toSorted()).toEqual([
    'cancel',
    'complete',
    'count',
    'exchange',
    'hold',
    'receive',
    'refund',
    'sell',
    'transfer',
  ])
}, 240_000)
