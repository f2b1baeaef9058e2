import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, test } from 'vitest'

import {
  computeAverageCost,
  roundCostToCentavo,
  fromStock,
  computeLineCost,
  convertOrderedCost,
  computeReceivingTotals,
  computeStockUnitCost,
  toStock,
} from '../../../contract/purchasing/receiving-units.ts'
import { testApp } from '../../../tests/support/fixtures.ts'
import { orderGoods } from '../../../tests/support/ordered.ts'
import { stockItem } from '../../../tests/support/stocked.ts'
import { item } from '../../db/schema/catalogue.ts'
import { purchaseOrder, purchaseOrderItem } from '../../db/schema/purchasing.ts'
import { inventory } from '../../db/schema/stock.ts'
import { shopItself } from '../../kernel/context.ts'
import { receiveGoods } from '../../stock/ledger/arrivals.ts'
import { verifyStock } from '../../stock/ledger/verify.ts'

const { db, as } = await testApp()
const [manager, staff] = [as(2), as(3)]

// All results are compared with exact fractions: quantities in thousandths, costs in millionths of a peso.
type Fraction = { n: bigint; d: bigint }
const plus = (a: Fraction, b: Fraction): Fraction => ({ n: a.n * b.d + b.n * a.d, d: a.d * b.d })
const times = (a: Fraction, b: Fraction): Fraction => ({ n: a.n * b.n, d: a.d * b.d })
const over = (a: Fraction, b: Fraction): Fraction => ({ n: a.n * b.d, d: a.d * b.n })
const of = (value: number, scale: number): Fraction => ({ n: BigInt(Math.round(value * scale)), d: BigInt(scale) })
/** Rounds half up to 1/`scale`. */
const rounded = ({ n, d }: Fraction, scale: bigint) => Number((2n * n * scale + d) / (2n * d)) / Number(scale)

const thousandths = (max: number, min = 1) => fc.integer({ min, max }).map((n) => n / 1000)
const pesos = (max: number) => fc.integer({ min: 0, max: max * 100 }).map((n) => n / 100)

test('a weight becomes a whole number of pieces, or an error message', () => {
  const grams = thousandths(200_000, 2)
  fc.assert(
    fc.property(grams, fc.integer({ min: 1, max: 5000 }), fc.constantFrom('PCS', 'PAIR'), (grams, pieces, uom) => {
      const ring = { itemName: 'Ring', uom, grams } as const
      const weight = (pieces * Math.round(grams * 1000)) / 1000
      expect(toStock(ring, { uom: 'grams', receivedQty: weight })).toBe(pieces)
      expect(toStock(ring, { uom, receivedQty: pieces })).toBe(pieces)
      const heavy = { ...ring, grams: grams * 1000 }
      expect(toStock(heavy, { uom: 'kg', receivedQty: weight })).toBe(pieces)
      const more = (Math.round(weight * 1000) + 1) / 1000
      expect(toStock(ring, { uom: 'grams', receivedQty: more })).toMatch(/^Check the weight: /)
    }),
  )
  fc.assert(
    fc.property(thousandths(2_000_000_000), (receivedQty) => {
      const grain = { itemName: 'Grain', uom: 'BULK', grams: 1 } as const
      expect(toStock(grain, { uom: 'grams', receivedQty })).toBe(receivedQty)
      expect(toStock(grain, { uom: 'kg', receivedQty })).toBe(Math.round(receivedQty * 1000))
      expect(toStock(grain, { uom: 'kg', receivedQty: Math.round(receivedQty * 1000) / 1_000_000 })).toBe(receivedQty)
    }),
  )
})

const ring = { uom: 'PCS', grams: 3.2 } as const

test('a displayed average is rounded half up to the centavo', () => {
  expect([1.005, 33.335, 0.004999, 600].map(roundCostToCentavo)).toEqual([1.01, 33.34, 0, 600])
})

test('a line has the same cost in its entered unit and in its stock unit', () => {
  fc.assert(
    fc.property(thousandths(9_999_999), pesos(99_999), thousandths(9_999_999), (receivedQty, unitCost, stockQty) => {
      const exact = over(times(of(unitCost, 100), of(receivedQty, 1000)), of(stockQty, 1000))
      expect(computeStockUnitCost(ring, { uom: 'grams', receivedQty, unitCost }, stockQty, null)).toBe(
        rounded(exact, 1_000_000n),
      )
    }),
  )
  // An item entered in its own unit keeps exactly the entered cost.
  fc.assert(
    fc.property(thousandths(9_999_999), pesos(9_999_999), (receivedQty, unitCost) => {
      expect(computeStockUnitCost(ring, { uom: 'PCS', receivedQty, unitCost }, receivedQty, null)).toBe(unitCost)
    }),
  )
})

test('a line entered at the ordered cost in any unit has the ordered total', () => {
  const grams = thousandths(200_000)
  fc.assert(
    fc.property(
      grams,
      fc.integer({ min: 1, max: 5000 }),
      pesos(99_999),
      fc.constantFrom('PCS', 'grams', 'kg'),
      (grams, pieces, orderedCost, uom) => {
        const piece = { itemName: 'Ring', uom: 'PCS', grams } as const
        const unitCost = convertOrderedCost(piece, orderedCost, uom)!
        const line = { uom, unitCost, receivedQty: fromStock(piece, uom, pieces) }
        expect(toStock(piece, line)).toBe(pieces)
        const cost = computeStockUnitCost(piece, line, pieces, orderedCost)
        expect(cost).toBe(orderedCost)
        expect(computeLineCost({ ...line, stockQty: pieces, stockUnitCost: cost }, orderedCost)).toBe(
          rounded(times(of(orderedCost, 100), of(pieces, 1)), 100n),
        )
      },
    ),
  )
})

test('totals are exact to the centavo', () => {
  const line = fc.record({
    uom: fc.constant('grams' as const),
    receivedQty: thousandths(99_999_999),
    unitCost: pesos(99_999),
    stockQty: thousandths(99_999_999),
  })
  fc.assert(
    fc.property(fc.array(line, { maxLength: 50 }), (lines) => {
      const cents = lines.map(({ unitCost, receivedQty }) =>
        rounded(times(of(unitCost, 100), of(receivedQty, 1000)), 100n),
      )
      const entered = lines.map((line) => ({ ...line, lineCost: computeLineCost({ ...line, stockUnitCost: 0 }, null) }))
      expect(computeReceivingTotals(entered)).toEqual({
        totalQty: lines.reduce((sum, { stockQty }) => sum + Math.round(stockQty * 1000), 0) / 1000,
        totalCost: cents.reduce((sum, cost) => sum + Math.round(cost * 100), 0) / 100,
      })
    }),
  )
})

/** Returns the value of goods in pesos, rounded once to the centavo. */
const worthOf = (quantity: number, unitCost: number) =>
  rounded(times(of(quantity, 1000), of(unitCost, 1_000_000)), 100n)

/** Computes the average of all stock and arrivals from their exact values as a fraction, rounded once. */
function modelAverage(onHand: number, worth: number, arrivals: readonly { quantity: number; value: number }[]) {
  const value = arrivals.map((one) => of(one.value, 100)).reduce(plus, of(worth, 100))
  const quantity = arrivals.map((one) => of(one.quantity, 1000)).reduce(plus, of(onHand, 1000))
  return rounded(over(value, quantity), 1_000_000n)
}

test('the average after any arrivals is exact in the database and in the preview', async () => {
  const context = { db, actor: shopItself, now: new Date(), client: { address: '', agent: '' } }
  const arrival = fc.record({
    quantity: thousandths(99_999_999),
    unitCost: fc.integer({ min: 0, max: 9_999_999_999 }).map((n) => n / 1_000_000),
  })
  const { poID } = await orderGoods(db)
  const made = await staff('POST', '/api/v2/po-receiving', { poID, referenceNumber: 'P', receivedDate: '2026-11-20' })
  const documentID = made.body.data.poReceivingID as number
  const deliveries = fc.array(fc.array(arrival, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 5 })
  await fc.assert(
    fc.asyncProperty(thousandths(99_999_999, 0), arrival, deliveries, async (opening, { unitCost }, deliveries) => {
      const { itemID } = await stockItem(db, { uom: 'BULK', quantity: opening, cost: unitCost })
      let [onHand, value] = [opening, worthOf(opening, unitCost)]
      for (const delivered of deliveries) {
        const arrivals = delivered.map((one) => ({ ...one, value: worthOf(one.quantity, one.unitCost) }))
        const preview = computeAverageCost(
          { onHand, stockValue: value, averageCostNow: unitCost },
          arrivals.map((one) => ({ stockQty: one.quantity, lineCost: one.value })),
        )
        const average = modelAverage(onHand, value, arrivals)
        expect(preview).toBe(average)
        await db.transaction((tx) =>
          receiveGoods(
            { ...context, db: tx },
            { documentID, locationID: 1 },
            arrivals.map((one) => ({ itemID, ...one })),
          ),
        )
        const [stored] = await db.select().from(item).where(eq(item.itemID, itemID))
        expect(stored!.averageCost).toBe(average)
        const milli = [onHand, ...arrivals.map((one) => one.quantity)].map((one) => Math.round(one * 1000))
        onHand = milli.reduce((sum, one) => sum + one, 0) / 1000
        const centavos = [value, ...arrivals.map((one) => one.value)].map((one) => Math.round(one * 100))
        value = centavos.reduce((sum, one) => sum + one, 0) / 100
        const [row] = await db.select().from(inventory).where(eq(inventory.itemID, itemID))
        expect(row!.quantity).toBe(onHand)
      }
    }),
    { numRuns: 40 },
  )
})

type Step =
  | { kind: 'receive'; line: number; quantity: number; unitCost: number; unit: 'own' | 'weight' }
  | { kind: 'later'; line: number; quantity: number; unitCost: number }
  | { kind: 'complete'; nth: number }
  | { kind: 'cancel'; nth: number }
  | { kind: 'close'; line: number }

const line = fc.integer({ min: 0, max: 1 })
const quantity = fc.integer({ min: 1, max: 6 })
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    kind: fc.constant('receive' as const),
    line,
    quantity,
    unitCost: pesos(99),
    unit: fc.constantFrom('own', 'weight'),
  }),
  fc.record({ kind: fc.constant('later' as const), line, quantity, unitCost: pesos(99) }),
  fc.record({ kind: fc.constant('complete' as const), nth: fc.nat(4) }),
  fc.record({ kind: fc.constant('cancel' as const), nth: fc.nat(4) }),
  fc.record({ kind: fc.constant('close' as const), line }),
)

test('outstanding quantities are correct after any sequence of deliveries, cancellations and closings', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 14 }), async (steps) => {
      const { poID, lines } = await orderGoods(db, [
        { item: { grams: 2.5, cost: 0 }, orderQty: 7, unitCost: 10 },
        { item: { uom: 'BULK', cost: 0 }, orderQty: 9, unitCost: 10 },
      ])
      const model: Model = { lines: lines.map(({ orderQty }) => ({ orderQty, received: 0, closed: 0 })), pending: [] }
      for (const one of steps) {
        const { answered, expected } = await take(poID, lines, model, one)
        expect(answered).toBe(expected)
        expect(await owed(poID)).toEqual({
          lines: model.lines.map((line) => [line.received, line.closed]),
          status: statusOf(model),
        })
      }
    }),
    { numRuns: 40 },
  )
  const problems = await verifyStock({ db })
  // The averages above were posted for receiving 1, which has no such items, so the problems of receiving 1 are
  // expected.
  expect(problems.filter((problem) => !problem.startsWith('Receiving 1 is Pending'))).toEqual([])
})

type Model = {
  lines: { orderQty: number; received: number; closed: number }[]
  pending: { id: number; line: number; quantity: number }[]
}
const owes = ({ orderQty, received, closed }: Model['lines'][number]) => orderQty - received - closed
const waits = ({ lines }: Model) => lines.some((line) => owes(line) > 0)
const statusOf = (model: Model) => {
  if (!waits(model)) return 'Received'
  return model.lines.some((line) => line.received > 0) ? 'Partially Received' : 'Approved'
}

/** Runs one step in the shop and in the model. Returns the received status and the expected one. */
async function take(poID: number, lines: { poItemID: number; itemID: number }[], model: Model, step: Step) {
  if (step.kind === 'close') return close(poID, lines[step.line]!, model, step.line)
  if (step.kind === 'complete' || step.kind === 'cancel') return decide(model, step)
  const own = model.lines[step.line]!
  const expected = !waits(model) ? 409 : step.quantity <= owes(own) ? 201 : 422
  const weighs = step.kind === 'receive' && step.unit === 'weight' && step.line === 0
  // Staff enter a delivery, and a manager completes it, at any cost.
  const by = step.kind === 'receive' ? manager : staff
  const { status: answered, body } = await by('POST', '/api/v2/po-receiving', {
    poID,
    referenceNumber: 'DR',
    receivedDate: '2026-11-20',
    items: [
      {
        itemID: lines[step.line]!.itemID,
        uom: weighs || step.line === 1 ? 'grams' : 'PCS',
        receivedQty: weighs ? step.quantity * 2.5 : step.quantity,
        unitCost: step.unitCost,
      },
    ],
    ...(step.kind === 'receive' && { status: 'Completed' }),
  })
  if (expected === 201 && step.kind === 'receive') own.received += step.quantity
  if (expected === 201 && step.kind === 'later') model.pending.push({ id: body.data.poReceivingID, ...step })
  return { answered, expected }
}

/** Closes an outstanding line as a manager. It must fail while a delivery is Pending or nothing is outstanding. */
async function close(poID: number, { poItemID }: { poItemID: number }, model: Model, line: number) {
  const own = model.lines[line]!
  const expected = waits(model) && model.pending.length === 0 && owes(own) > 0 ? 200 : 409
  const sent = { reason: 'Sold out', poItemIDs: [poItemID] }
  const { status: answered } = await manager('PUT', `/api/v2/purchase-orders/${poID}/close`, sent)
  if (expected === 200) own.closed += owes(own)
  return { answered, expected }
}

/** Completes or cancels one of the Pending receivings, if there is any. */
async function decide(model: Model, { kind, nth }: Extract<Step, { nth: number }>) {
  const [chosen] = model.pending.splice(nth % Math.max(1, model.pending.length), 1)
  if (!chosen) return { answered: 200, expected: 200 }
  const own = model.lines[chosen.line]!
  const completes = !waits(model) ? 409 : chosen.quantity <= owes(own) ? 200 : 422
  const { status: answered } = await manager('PUT', `/api/v2/po-receiving/${chosen.id}/${kind}`)
  if (kind === 'complete' && completes === 200) own.received += chosen.quantity
  // A refused receiving is still Pending.
  if (kind === 'complete' && completes !== 200) model.pending.push(chosen)
  return { answered, expected: kind === 'cancel' ? 200 : completes }
}

async function owed(poID: number) {
  const lines = await db
    .select()
    .from(purchaseOrderItem)
    .where(eq(purchaseOrderItem.poID, poID))
    .orderBy(purchaseOrderItem.poItemID)
  const [order] = await db.select().from(purchaseOrder).where(eq(purchaseOrder.poID, poID))
  return { lines: lines.map((line) => [line.receivedQty, line.closedQty]), status: order!.status }
}
