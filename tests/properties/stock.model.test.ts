import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, test } from 'vitest'

import { location } from '../../server/db/schema/stock.ts'
import { verifyStock } from '../../server/stock/ledger/verify.ts'
import { testApp } from '../support/fixtures.ts'
import { type Action, orders, rowKey, type State, step, type Where } from '../support/stock-model.ts'
import { stockItem } from '../support/stocked.ts'

// Proves that after any sequence of stock actions through HTTP, some of them concurrent, the database agrees with a
// simple model in memory and keeps the invariants of docs/architecture.md.

const { db, as } = await testApp({ connections: 12 })
const admin = as(1)
const price = 100

/** The items and places of one run, and the database keys of the model's records. */
type Shop = {
  items: { itemID: number; bulk: boolean }[]
  places: number[]
  keys: Map<string, number>
  steps: number
}
type Model = { state: State }

let opened = 0
/** Creates two items (one counted, one weighed), each with stock at two places. */
async function openShop(): Promise<{ model: Model; real: Shop }> {
  const n = ++opened
  const made = await db
    .insert(location)
    .values(['shop', 'fair'].map((name) => ({ locationName: `${name} ${n}` })))
    .returning()
  const places = made.map(({ locationID }) => locationID)
  const items: Shop['items'] = []
  const rows = new Map<string, { quantity: number; reserved: number }>()
  const costs: bigint[] = []
  const values: bigint[] = []
  for (const [item, uom] of (['PCS', 'BULK'] as const).entries()) {
    const quantity = uom === 'BULK' ? 7.5 : 6
    const { itemID } = await stockItem(db, { uom, price, cost: 60, quantity, locationID: places[0]! })
    const { status } = await admin('POST', '/api/v1/inventory', {
      itemID,
      locationID: places[1]!,
      inventoryTypeID: 1,
      quantity,
      reOrderThreshold: 2,
    })
    expect(status).toBe(201)
    items.push({ itemID, bulk: uom === 'BULK' })
    for (const place of [0, 1]) rows.set(rowKey({ item, place }), { quantity: quantity * 1000, reserved: 0 })
    costs.push(60_000_000n)
    values.push(BigInt(2 * quantity * 6000))
  }
  const none = new Map<string, never>()
  return {
    model: { state: { rows, costs, values, sales: none, adjustments: none, deliveries: none } },
    real: { items, places, keys: new Map(), steps: 0 },
  }
}

const inUnits = (thousandths: number) => thousandths / 1000

/** Makes the call, stores the key of the created record, and returns its status. */
async function call(shop: Shop, action: Action): Promise<number> {
  const id = (key: string) => shop.keys.get(key)!
  const item = (n: number) => shop.items[n]!.itemID
  const make = async (key: string, path: string, body: object, field: string) => {
    const answer = await admin('POST', path, body)
    if (answer.status === 201) shop.keys.set(key, answer.body.data[field])
    return answer.status
  }
  const put = async (path: string, body?: object) => (await admin('PUT', path, body)).status
  switch (action.do) {
    case 'sell':
    case 'save': {
      const sale = {
        locationID: shop.places[action.place],
        transactionTypeID: 1,
        items: action.lines.map((line) => ({ itemID: item(line.item), orderQty: inUnits(line.quantity) })),
      }
      const paid = { payments: [{ paymentTypeID: 1, amount: 1_000_000 }], complete: true }
      return make(action.key, '/api/v2/sales', action.do === 'sell' ? { ...sale, ...paid } : sale, 'salesTransactionID')
    }
    case 'pay':
      return (await admin('POST', `/api/v2/sales/${id(action.of)}/payments`, { paymentTypeID: 1, amount: 1_000_000 }))
        .status
    case 'hand over':
      return put(`/api/v2/sales/${id(action.of)}/complete`)
    case 'cancel':
      return put(`/api/v2/sales/${id(action.of)}/cancel`, { deposit: 'refund', paymentTypeID: 1, reason: 'Not wanted' })
    case 'refund': {
      const { body } = await admin('GET', `/api/v2/sales/${id(action.of)}`)
      const { salesItemID } = body.data.items[action.line]
      const answer = await admin('POST', `/api/v2/sales/${id(action.of)}/refunds`, {
        paymentTypeID: 1,
        reason: 'Model',
        items: [{ salesItemID, qty: inUnits(action.quantity), disposition: action.disposition }],
      })
      return answer.status
    }
    case 'adjust': {
      const inventoryID = await rowID(shop, action.where)
      const body = { inventoryID, adjustmentReasonID: 1, quantityAdjusted: inUnits(action.change) }
      const status = await make(action.key, '/api/v1/inventory-adjustment', body, 'adjustmentID')
      shop.keys.set(`${action.key} row`, inventoryID)
      return status
    }
    case 'approve':
      return put(`/api/v1/inventory-adjustment/${id(`${action.of} row`)}/approve/${id(action.of)}`)
    case 'decline':
      return put(`/api/v1/inventory-adjustment/${id(action.of)}/decline`)
    case 'deliver': {
      const { bulk, itemID } = shop.items[action.where.item]!
      const body = {
        referenceNumber: action.key,
        receivedDate: '2026-01-01',
        locationID: shop.places[action.where.place],
        items: [
          {
            itemID,
            uom: bulk ? 'grams' : 'PCS',
            receivedQty: inUnits(action.quantity),
            unitCost: action.unitCost / 100,
          },
        ],
      }
      return make(action.key, '/api/v2/po-receiving', body, 'poReceivingID')
    }
    case 'receive':
      return put(`/api/v2/po-receiving/${id(action.of)}/complete`)
    case 'turn away':
      return put(`/api/v2/po-receiving/${id(action.of)}/cancel`)
    case 'revalue': {
      const body = { unitCost: action.unitCost / 100, reason: 'Model' }
      return (await admin('POST', `/api/v1/items/${item(action.item)}/revaluations`, body)).status
    }
  }
  if (action.do === 'back from repair') {
    const { quantity, outcome, cost } = action
    const body = {
      inventoryID: await rowID(shop, { ...action, type: 'repair' }),
      quantity: inUnits(quantity),
      outcome,
      cost: cost / 100,
    }
    return (await admin('POST', '/api/v1/repair-returns', body)).status
  }
  const answer = await admin('POST', '/api/v1/stock-transfers', {
    fromLocationID: shop.places[action.from],
    toLocationID: shop.places[action.to],
    items: [{ itemID: item(action.item), inventoryTypeID: 1, quantity: inUnits(action.quantity) }],
  })
  return answer.status
}

async function rowID(shop: Shop, { item, place, type }: Where): Promise<number> {
  const { body } = await admin(
    'GET',
    `/api/v1/inventory?itemID=${shop.items[item]!.itemID}&locationID=${shop.places[place]}`,
  )
  const code = type ?? 'on_hand'
  return body.data.find(({ typeCode }: { typeCode: string }) => typeCode === code).inventoryID
}

/**
 * Asserts the invariants of this shop's rows: a quantity is the sum of its movements; movements are numbered without
 * gaps; each quantity is the previous one plus the change; the reserved quantity is the sum of the open sales; nothing
 * is negative; and all of it equals the model, with the average cost and the value of each item, and with the cost of
 * each line sold. Two orders of concurrent actions may leave the same values and differ only in the cost of a line.
 */
async function agree({ state }: Model, shop: Shop) {
  const { rows } = await db.execute<{
    item_id: number
    location_id: number
    type_name: string
    quantity: number
    reserved: number
    ledger: number
    chained: boolean
    held: number
    cost: string
    value: string
  }>(sql`select item_id, location_id, type_name, (i.quantity * 1000)::int as quantity, (reserved * 1000)::int as reserved,
      (coalesce(l.sum, 0) * 1000)::int as ledger, coalesce(l.chained, true) as chained,
      (coalesce(h.sum, 0) * 1000)::int as held, (average_cost * 1000000)::bigint::text as cost, (v.value * 100)::bigint::text as value
    from inventory i join inventory_type using (inventory_type_id) join item using (item_id)
    join stock_value v using (item_id)
    left join lateral (
      select sum(m.quantity), bool_and(
        m.quantity_after = m.before + m.quantity and m.quantity_after >= 0 and m.sequence = m.place) as chained
      from (select *, coalesce(lag(quantity_after) over (order by sequence), 0) as before,
          row_number() over (order by sequence) as place from stock_movement
        where inventory_id = i.inventory_id) m
    ) l on true
    left join lateral (select sum(r.quantity) from stock_reservation r where r.inventory_id = i.inventory_id) h on true
    where item_id in (${sql.join(
      shop.items.map(({ itemID }) => sql`${itemID}`),
      sql`, `,
    )})`)
  const books = rows.map((row) => {
    const item = shop.items.findIndex(({ itemID }) => itemID === row.item_id)
    const place = shop.places.indexOf(row.location_id)
    const where: Where = { item, place, ...(row.type_name === 'Repair' && { type: 'repair' as const }) }
    return [rowKey(where), { quantity: row.quantity, reserved: row.reserved }] as const
  })
  expect(new Map(books)).toEqual(state.rows)
  for (const row of rows) {
    expect(row).toMatchObject({ ledger: row.quantity, held: row.reserved, chained: true })
    expect(Math.min(row.quantity, row.reserved, row.quantity - row.reserved)).toBeGreaterThanOrEqual(0)
    const item = shop.items.findIndex(({ itemID }) => itemID === row.item_id)
    expect({ cost: BigInt(row.cost), value: BigInt(row.value) }).toEqual({
      cost: state.costs[item],
      value: state.values[item],
    })
  }
  await agreeOnLines(state, shop)
}

/** Asserts that each line of a sale cost what the model says. */
async function agreeOnLines({ sales }: State, { keys }: Shop) {
  const sold = [...sales.entries()].map(([key, { lines }]) => [keys.get(key)!, lines.map(({ cost }) => cost)] as const)
  const { rows } = await db.execute<{ id: number; costs: string[] }>(sql`
    select sales_transaction_id as id, array_agg((coalesce(cost, 0) * 100)::bigint::text order by sales_item_id) as costs
    from sales_item where sales_transaction_id = any(${sql.param(sold.map(([id]) => id))}::int[]) group by 1`)
  expect(new Map(rows.map(({ id, costs }) => [id, costs.map(BigInt)]))).toEqual(new Map(sold))
}

type Command = fc.AsyncCommand<Model, Shop>
let named = 0

/** A command of one call. `choose` picks its subject from the state; a command without a subject is skipped. */
const one = (label: string, choose: (state: State) => Action | undefined): Command => ({
  check: ({ state }) => choose(state) !== undefined,
  run: async (model, shop) => {
    const action = choose(model.state)!
    const expected = step(model.state, action)
    expect([label, await call(shop, action)]).toEqual([label, expected.status])
    model.state = expected.state
    shop.steps++
    await agree(model, shop)
  },
  toString: () => label,
})

/** A command of several concurrent calls. Their responses and the final state must match one possible order. */
const atOnce = (label: string, choose: readonly ((state: State) => Action | undefined)[]): Command => ({
  check: ({ state }) => choose.every((one) => one(state) !== undefined),
  run: async (model, shop) => {
    const actions = choose.map((one) => one(model.state)!)
    const statuses = await Promise.all(actions.map((action) => call(shop, action)))
    const possible = orders(model.state, actions).filter((order) => String(order.statuses) === String(statuses))
    expect([label, statuses, possible.length > 0]).toEqual([label, statuses, true])
    // Orders with equal responses may leave different costs. The order that agrees with the database is the real one.
    let failure: unknown
    for (const { state } of possible) {
      model.state = state
      failure = await agree(model, shop).then(
        () => undefined,
        (error: unknown) => error,
      )
      if (failure === undefined) break
    }
    shop.steps += actions.length
    if (failure !== undefined) throw failure
  },
  toString: () => label,
})

/**
 * A command of a whole stock count: open a sheet, count one row, finish. The difference becomes a Pending adjustment.
 */
const count = (label: string, where: Where, counted: number): Command => ({
  check: () => true,
  run: async (model, shop) => {
    const blind = counted > 4000
    const sheet = await admin('POST', '/api/v1/stock-counts', { locationID: shop.places[where.place], blind })
    expect(sheet.status).toBe(201)
    const path = `/api/v1/stock-counts/${sheet.body.data.countID}`
    const inventoryID = await rowID(shop, where)
    const { body: whole } = await admin('GET', path)
    const { countLineID } = whole.data.lines.find((line: { inventoryID: number }) => line.inventoryID === inventoryID)
    const line = await admin('PUT', `${path}/lines/${countLineID}`, { counted: inUnits(counted) })
    const finished = await admin('PUT', `${path}/finish`)
    const { state } = model
    const change = counted - (state.rows.get(rowKey(where))?.quantity ?? 0)
    // A Pending adjustment of the same stock may be this very difference, which would be posted twice. A blind sheet is
    // refused even without a difference, because the refusal must not reveal one.
    const waiting = [...state.adjustments.values()].some(
      (one) => one.status === 'Pending' && rowKey(one.where) === rowKey(where),
    )
    if (waiting && (blind || change !== 0)) {
      expect([label, line.status, finished.status]).toEqual([label, 200, 409])
      expect((await admin('PUT', `${path}/cancel`)).status).toBe(200)
      shop.steps++
      return agree(model, shop)
    }
    expect([label, line.status, finished.status]).toEqual([label, 200, 200])
    expect(finished.body.data).toMatchObject({ adjusted: change === 0 ? 0 : 1, matching: change === 0 ? 1 : 0 })
    if (change !== 0) {
      const { body } = await admin('GET', `/api/v1/inventory-adjustment?countID=${sheet.body.data.countID}`)
      expect(body.data).toMatchObject([{ inventoryID, quantityAdjusted: inUnits(change), status: 'Pending' }])
      const key = `count ${++named}`
      model.state = step(model.state, { do: 'adjust', key, where, change }).state
      shop.keys.set(key, body.data[0].adjustmentID)
      shop.keys.set(`${key} row`, inventoryID)
    }
    shop.steps++
    await agree(model, shop)
  },
  toString: () => label,
})

const item = fc.nat(1)
const place = fc.nat(1)
/** Returns an amount: whole pieces of a counted item, quarters of a gram of a weighed one. */
const amount = (of: number, n: number) => (of === 0 ? n * 1000 : n * 250)
const few = fc.integer({ min: 1, max: 5 })
const where = fc.record({ item, place })
const lines = fc
  .array(fc.tuple(item, few), { minLength: 1, maxLength: 3 })
  .map((parts) => parts.map(([of, n]) => ({ item: of, quantity: amount(of, n) })))
/** Returns the n-th entry, mostly one that fits, so that refusals are the minority. */
function among<T>(map: ReadonlyMap<string, T>, n: number, fits: (one: T) => boolean): string | undefined {
  const all = [...map.keys()]
  const fitting = all.filter((key) => fits(map.get(key)!))
  const from = n % 4 > 0 && fitting.length > 0 ? fitting : all
  return from[n % Math.max(1, from.length)]
}

type Choice = { label: string; choose: (state: State) => Action | undefined }
const choice = (label: string, choose: (state: State) => Action | undefined): Choice => ({ label, choose })
const make = (action: Action) => choice(JSON.stringify(action), () => action)
const key = () => `made ${++named}`

/** The statuses of sales that can be paid, handed over or canceled. */
const fitting = { pay: ['Pending'], 'hand over': ['Processing'], cancel: ['Pending', 'Processing'] }

const choices: fc.Arbitrary<Choice> = fc.oneof(
  fc
    .record({ place, lines, now: fc.boolean() })
    .map(({ now, ...sale }) => make({ do: now ? 'sell' : 'save', key: key(), ...sale })),
  fc
    .record({ what: fc.constantFrom('pay', 'pay', 'hand over', 'hand over', 'cancel'), n: fc.nat(50) })
    .map(({ what, n }) =>
      choice(`${what} ${n}`, ({ sales }) => {
        const of = among(sales, n, ({ status }) => fitting[what].includes(status))
        return of === undefined ? undefined : { do: what, of }
      }),
    ),
  fc
    .record({ n: fc.nat(50), line: fc.nat(2), few, disposition: fc.constantFrom('restock', 'repair', 'scrap') })
    .map(({ n, line, few: count, disposition }) =>
      choice(`refund ${n}, line ${line}: ${count}, ${disposition}`, ({ sales }) => {
        const of = among(sales, n, ({ status }) => status === 'Completed')
        const sold = of === undefined ? undefined : sales.get(of)!.lines
        if (of === undefined || !sold) return undefined
        const nth = line % sold.length
        return { do: 'refund', of, line: nth, quantity: amount(sold[nth]!.item, count), disposition }
      }),
    ),
  fc
    .record({ where, change: fc.integer({ min: -6, max: 6 }).filter((n) => n !== 0) })
    .map(({ where: at, change }) => make({ do: 'adjust', key: key(), where: at, change: amount(at.item, change) })),
  fc.record({ what: fc.constantFrom('approve', 'decline'), n: fc.nat(50) }).map(({ what, n }) =>
    choice(`${what} ${n}`, ({ adjustments }) => {
      const of = among(adjustments, n, ({ status }) => status === 'Pending')
      return of === undefined ? undefined : { do: what, of }
    }),
  ),
  fc
    .record({ where, few, unitCost: fc.integer({ min: 0, max: 20_000 }) })
    .map(({ where: at, few: count, unitCost }) =>
      make({ do: 'deliver', key: key(), where: at, quantity: amount(at.item, count), unitCost }),
    ),
  fc.record({ what: fc.constantFrom('receive', 'receive', 'turn away'), n: fc.nat(50) }).map(({ what, n }) =>
    choice(`${what} ${n}`, ({ deliveries }) => {
      const of = among(deliveries, n, ({ status }) => status === 'Pending')
      return of === undefined ? undefined : { do: what, of }
    }),
  ),
  fc
    .record({ item, unitCost: fc.integer({ min: 1, max: 20_000 }) })
    .map(({ item: of, unitCost }) => make({ do: 'revalue', item: of, unitCost })),
  fc
    .record({ n: fc.nat(50), few, outcome: fc.constantFrom('shelf', 'shelf', 'scrap'), cost: fc.nat(20_000) })
    .map(({ n, few: count, outcome, cost }) =>
      choice(`back from repair ${n}: ${count}, ${outcome}, ${cost}`, ({ rows }) => {
        const inRepair = new Map([...rows].filter(([row]) => row.endsWith(' repair')))
        const of = among(inRepair, n, ({ quantity }) => quantity > 0)
        if (of === undefined) return undefined
        const [inItem, atPlace] = of.split(' ').map(Number)
        const quantity = amount(inItem!, count)
        return { do: 'back from repair', item: inItem!, place: atPlace!, quantity, outcome, cost }
      }),
    ),
  fc
    .record({ item, from: place, few })
    .map(({ item: of, from, few: count }) =>
      make({ do: 'transfer', item: of, from, to: 1 - from, quantity: amount(of, count) }),
    ),
)

const commands = fc.commands(
  [
    choices.map(({ label, choose }) => one(label, choose)),
    choices.map(({ label, choose }) => one(label, choose)),
    fc.array(choices, { minLength: 2, maxLength: 3 }).map((some) =>
      atOnce(
        `at once: ${some.map(({ label }) => label).join(' | ')}`,
        some.map(({ choose }) => choose),
      ),
    ),
    fc
      .record({ where, n: fc.nat(9) })
      .map(({ where: at, n }) => count(`count ${rowKey(at)}: ${n}`, at, amount(at.item, n))),
  ],
  { maxCommands: 100, size: 'max' },
)

test('the stock agrees with the model after any sequence of concurrent actions', { timeout: 600_000 }, async () => {
  let steps = 0
  await fc.assert(
    fc.asyncProperty(commands, async (some) => {
      const shop = await openShop()
      await fc.asyncModelRun(() => shop, some)
      steps += shop.real.steps
      expect(await verifyStock({ db })).toEqual([])
    }),
    { numRuns: 60, interruptAfterTimeLimit: 300_000, markInterruptAsFailure: true },
  )
  expect(steps).toBeGreaterThanOrEqual(2000)
})
