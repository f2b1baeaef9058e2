// Proves a month at three drawers: whatever is sold, refunded, put in, taken out, sent late and counted, at three tills at
// once, and whichever servers are lost, each report equals a model in memory, the numbers have no gaps, and all reports together are the Payments report.
import { randomUUID } from 'node:crypto'

import fc from 'fast-check'
import { expect, test } from 'vitest'

import type { DrawerReportRow } from '../../contract/drawers/drawer-reports.ts'
import { countOf, makeDrawers } from '../../tests/support/drawers.ts'
import { testApp } from '../../tests/support/fixtures.ts'
import { stockItem } from '../../tests/support/stocked.ts'
import { createApp } from '../app.ts'
import { openSession } from '../http/session.ts'
import { verifyDrawers } from './verify.ts'

const { db, as, users, pictureStore } = await testApp({ connections: 12 })
const [cash, gcash] = [1, 2]
let now = new Date('2027-05-01T00:00:00Z')
const startServer = () => createApp({ db, pictureStore, clock: () => now })

type Method = 'GET' | 'POST' | 'PUT'
/** Returns the calls of a till of its own, as an administrator, and the end of its server, after which another one answers. */
async function openTill(n: number) {
  const token = await openSession(db, users.get(1)!, `till ${n}`)
  let server = await startServer()
  const call = async (method: Method, url: string, payload?: object) => {
    const headers = { authorization: `Bearer ${token}` }
    const response = await server.inject({ method, url, headers, ...(payload && { payload }) })
    return { status: response.statusCode, body: response.json() }
  }
  async function loseServer() {
    const lost = server
    server = await startServer()
    await lost.close()
  }
  return { call, loseServer, end: () => server.close() }
}

/** The amounts that the report of a session should have, in pesos. */
type Model = {
  id: number
  number: string
  opening: number
  openingDifference: number
  payments: number
  change: number
  refunds: number
  cashIn: number
  cashOut: number
  byPhone: number
  late: string[]
}
type Sold = { id: number; salesItemID: number; total: number }
type Lane = {
  call: Awaited<ReturnType<typeof openTill>>['call']
  loseServer: () => Promise<void>
  end: () => Promise<unknown>
  drawerID: number
  present: Model | null
  closed: { model: Model; z: DrawerReportRow }[]
  lastClose: number | null
  sold: Sold[]
}
const { locationID, drawerIDs } = await makeDrawers(as(2), ['A', 'B', 'C'])
const { itemID } = await stockItem(db, { quantity: 100_000, price: 250, locationID })
const lanes = await Promise.all(
  drawerIDs.map(async (drawerID, n): Promise<Lane> => {
    const till = await openTill(n)
    await till.call('PUT', '/api/v1/own-drawer', { drawerID })
    return { ...till, drawerID, present: null, closed: [], lastClose: null, sold: [] }
  }),
)

const expectedOf = ({ opening, payments, change, refunds, cashIn, cashOut }: Model) =>
  opening + payments - change - refunds + cashIn - cashOut

async function ask(lane: Lane, method: Method, url: string, payload?: object) {
  const { status, body } = await lane.call(method, url, payload)
  expect([status < 300, body.message], url).toEqual([true, undefined])
  return body.data
}

async function openIfClosed(lane: Lane, amount: number): Promise<Model> {
  if (lane.present) return lane.present
  const opening = Math.max(0, (lane.lastClose ?? 1000) + (amount % 3) * 5)
  const { drawerSessionID: id, number } = await ask(
    lane,
    'POST',
    `/api/v1/drawers/${lane.drawerID}/sessions`,
    countOf(opening),
  )
  const openingDifference = lane.lastClose === null ? 0 : opening - lane.lastClose
  const zero = { payments: 0, change: 0, refunds: 0, cashIn: 0, cashOut: 0, byPhone: 0 }
  lane.present = { id, number, opening, openingDifference, ...zero, late: [] }
  return lane.present
}

const saleOf = (amount: number, payments: object[], over: object = {}) => ({
  locationID,
  transactionTypeID: 1,
  items: [{ itemID, orderQty: 1 + (amount % 4) }],
  payments,
  complete: true,
  ...over,
})
const totalOf = (amount: number) => 250 * (1 + (amount % 4))

async function sell(lane: Lane, amount: number, over: object = {}) {
  const session = await openIfClosed(lane, amount)
  const [total, extra] = [totalOf(amount), amount % 500]
  const made = await ask(
    lane,
    'POST',
    '/api/v2/sales',
    saleOf(amount, [{ paymentTypeID: cash, amount: total + extra }], over),
  )
  session.payments += total + extra
  session.change += extra
  lane.sold.push({ id: made.salesTransactionID, salesItemID: made.items[0].salesItemID, total })
  return { session, made }
}

const steps = {
  sell,
  byPhone: async (lane: Lane, amount: number) => {
    const session = await openIfClosed(lane, amount)
    await ask(lane, 'POST', '/api/v2/sales', saleOf(amount, [{ paymentTypeID: gcash, amount: totalOf(amount) }]))
    session.byPhone += totalOf(amount)
  },
  mixed: async (lane: Lane, amount: number) => {
    const session = await openIfClosed(lane, amount)
    const payments = [
      { paymentTypeID: gcash, amount: 100 },
      { paymentTypeID: cash, amount: totalOf(amount) - 100 },
    ]
    await ask(lane, 'POST', '/api/v2/sales', saleOf(amount, payments))
    session.byPhone += 100
    session.payments += totalOf(amount) - 100
  },
  refund: async (lane: Lane, amount: number) => {
    const back = lane.sold.shift()
    if (!back) return
    const session = await openIfClosed(lane, amount)
    await ask(lane, 'POST', `/api/v2/sales/${back.id}/refunds`, {
      items: [{ salesItemID: back.salesItemID, qty: back.total / 250 }],
      reason: 'Too small',
      paymentTypeID: cash,
    })
    session.refunds += back.total
  },
  cashIn: async (lane: Lane, amount: number) => {
    const { id } = await openIfClosed(lane, amount)
    await ask(lane, 'POST', `/api/v1/drawer-sessions/${id}/movements`, { kind: 'cash_in', reason: 'bank', amount })
    lane.present!.cashIn += amount
  },
  cashOut: async (lane: Lane, amount: number) => {
    const session = await openIfClosed(lane, amount)
    const out = Math.min(amount, expectedOf(session))
    if (out <= 0) return
    const path = `/api/v1/drawer-sessions/${session.id}/movements`
    const { movements } = await ask(lane, 'POST', path, { kind: 'cash_out', reason: 'expenses', amount: out })
    session.cashOut += out
    if (amount % 3 > 0) return
    const { movementID } = movements.at(-1)
    await ask(lane, 'POST', `/api/v1/drawer-movements/${movementID}/corrections`, { note: 'Typed twice' })
    session.cashOut -= out
  },
  late: async (lane: Lane, amount: number) => {
    const from = lane.closed[amount % Math.max(1, lane.closed.length)]?.model
    if (!from) return
    const over = { drawerSessionID: from.id }
    if (!lane.present) {
      const refused = await lane.call(
        'POST',
        '/api/v2/sales',
        saleOf(amount, [{ paymentTypeID: cash, amount: totalOf(amount) }], over),
      )
      expect(refused.body.code).toBe('drawer.not_open')
    }
    const { session } = await sell(lane, amount, over)
    session.late.push(from.number)
  },
  /** The server is lost when a sale is stored and before its answer arrives. The till sends the sale again to another. */
  crash: async (lane: Lane, amount: number) => {
    const { id } = await openIfClosed(lane, amount)
    const over = { clientKey: randomUUID(), drawerSessionID: id }
    const { made } = await sell(lane, amount, over)
    await lane.loseServer()
    const payments = [{ paymentTypeID: cash, amount: totalOf(amount) + (amount % 500) }]
    const again = await ask(lane, 'POST', '/api/v2/sales', saleOf(amount, payments, over))
    expect(again.salesTransactionID).toBe(made.salesTransactionID)
  },
  close: async (lane: Lane, amount: number) => {
    const model = await openIfClosed(lane, amount)
    const path = `/api/v1/drawer-sessions/${model.id}`
    const expected = expectedOf(model)
    const first = Math.max(0, expected + (amount % 7) * 100 - 300)
    await ask(lane, 'PUT', `${path}/counting`)
    const meanwhile = await lane.call('POST', '/api/v2/sales', saleOf(amount, [{ paymentTypeID: cash, amount: 9000 }]))
    expect(meanwhile.body.code).toBe('drawer.counting')
    await ask(lane, 'POST', `${path}/count`, countOf(first))
    if (amount % 3 === 0) await lane.loseServer()
    const recount = amount % 2 ? Math.max(0, expected - (amount % 5)) : null
    if (recount === null) await ask(lane, 'PUT', `${path}/finished`)
    else await ask(lane, 'POST', `${path}/recount`, countOf(recount))
    const z: DrawerReportRow = await ask(lane, 'PUT', `${path}/close`, { reason: 'unknown' })
    const last = recount ?? first
    expect(z.currencies).toMatchObject([{ expected, firstCount: first, recount, difference: last - expected }])
    lane.closed.push({ model, z })
    lane.present = null
    lane.lastClose = last
  },
}
type Kind = keyof typeof steps
const kinds = Object.keys(steps) as Kind[]

/** A report says what its model says. */
function expectAgrees({ currencies, paymentTypes, late, number }: DrawerReportRow, model: Model) {
  const { opening, openingDifference, payments, change, refunds, cashIn, cashOut } = model
  const figures = {
    opening,
    openingDifference,
    payments,
    change,
    refunds,
    cashIn,
    cashOut,
    expected: expectedOf(model),
  }
  expect([number, currencies]).toMatchObject([model.number, [{ ...figures, corrections: 0, payouts: 0 }]])
  const sumOf = (id: number) => paymentTypes.find(({ paymentTypeID }) => paymentTypeID === id)?.amount ?? 0
  expect([sumOf(cash), sumOf(gcash)]).toEqual([payments - change - refunds, model.byPhone])
  expect(late.map(({ from }) => from)).toEqual(model.late)
}

async function expectMonth() {
  const models: Model[] = []
  let [taken, byPhone] = [0, 0]
  for (const lane of lanes) {
    const reports = lane.closed.map(({ model, z }) => ({ model, report: z }))
    if (lane.present)
      reports.push({
        model: lane.present,
        report: await ask(lane, 'GET', `/api/v1/drawer-sessions/${lane.present.id}/x`),
      })
    for (const { model, report } of reports) {
      expectAgrees(report, model)
      models.push(model)
      taken += report.currencies[0]!.payments - report.currencies[0]!.change - report.currencies[0]!.refunds
      byPhone += model.byPhone
    }
  }
  const numbers = models.map(({ number }) => Number(number.slice(2))).toSorted((a, b) => a - b)
  expect(numbers).toEqual(numbers.map((_, n) => n + 1))
  for (const [type, sum] of [
    [cash, taken],
    [gcash, byPhone],
  ] as const) {
    const url = `/api/v1/reports/payments?locationID=${locationID}&paymentTypeID=${type}&from=2027-05-01&to=2028-12-31&totals=true`
    const { body } = await lanes[0]!.call('GET', url)
    expect(body.totals.net, url).toBe(sum)
  }
  expect(await verifyDrawers({ db })).toEqual([])
}

const amount = fc.integer({ min: 1, max: 4000 })
const day = fc.record({
  /** The hours since the steps before, so that sessions are open past midnight and for days. */
  hours: fc.integer({ min: 1, max: 40 }),
  steps: fc.array(fc.record({ lane: fc.nat(2), what: fc.constantFrom(...kinds), amount }), {
    minLength: 6,
    maxLength: 14,
  }),
})

test('a month at three drawers agrees with its model', { timeout: 120_000 }, async () => {
  const happened = new Set<Kind>()
  await fc.assert(
    fc.asyncProperty(fc.array(day, { minLength: 4, maxLength: 8 }), async (days) => {
      for (const { hours, steps: all } of days) {
        now = new Date(now.getTime() + hours * 3_600_000)
        await Promise.all(
          lanes.map(async (lane, n) => {
            for (const step of all.filter((one) => one.lane === n)) {
              await steps[step.what](lane, step.amount)
              happened.add(step.what)
            }
          }),
        )
      }
      await expectMonth()
    }),
    { numRuns: 5, endOnFailure: true },
  )
  // The property means nothing unless each step happened, and sessions were closed and late sales sent.
  expect([...happened].toSorted()).toEqual(kinds.toSorted())
  const models = lanes.flatMap((lane) => lane.closed.map(({ model }) => model))
  expect(models.length).toBeGreaterThan(3)
  expect(
    lanes.flatMap((lane) => [...lane.closed.map(({ model }) => model), lane.present]).some((one) => one?.late.length),
  ).toBe(true)
  await Promise.all(lanes.map((lane) => lane.end()))
})
