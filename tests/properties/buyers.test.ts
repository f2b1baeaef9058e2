// Proves that after any sequence of sales, payments, joinings and partings, each customer's statement has exactly the
// sales of the customer and of the buyers joined to it. The model is a list in memory that knows no `customer_id`.
import fc from 'fast-check'
import { expect, test } from 'vitest'

import { fromCentavos, toCentavos } from '../../contract/shared/money.ts'
import { testApp } from '../support/fixtures.ts'
import { stockItem } from '../support/stocked.ts'

const { db, as } = await testApp()
const [manager, staff] = [as(2), as(3)]
const { itemID } = await stockItem(db, { quantity: 100_000, price: 1000 })
let made = 0

const who = fc.nat({ max: 2 })
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('sell to buyer' as const), who, price: fc.nat({ max: 999_99 }) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('sell to customer' as const), who, price: fc.nat({ max: 999_99 }) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('pay' as const), which: fc.nat(), share: fc.integer({ min: 1, max: 4 }) }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('move' as const), which: fc.nat(), who }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('join' as const), who, to: who }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('part' as const), who }) },
)
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

/** A sale in the model: who bought it, and its amounts in centavos. */
type ModelSale = { id: number; buyer: number | null; customer: number | null; total: number; paid: number }

/** A shop of three buyers and three customers, beside its model. */
async function openPair() {
  const customers: number[] = []
  const buyers: { id: number; joinedTo: number | null }[] = []
  for (let n = 0; n < 3; n++) {
    const person = { firstName: 'Ana', lastName: `Model${++made}`, contactNo: '1', email: `m${made}@x.example` }
    customers.push((await staff('POST', '/api/v2/customers', { ...person, customerTypeID: 1 })).body.data.customerID)
    const handle = { platform: 'TikTok', handle: `model${++made}` }
    buyers.push({ id: (await staff('POST', '/api/v1/buyers', handle)).body.data.buyerID, joinedTo: null })
  }
  return { customers, buyers, sales: [] as ModelSale[] }
}
type Pair = Awaited<ReturnType<typeof openPair>>

const bodyOf = (price: number, over: object) => ({
  locationID: 1,
  transactionTypeID: 1,
  items: [{ itemID, orderQty: 1, price: fromCentavos(price) }],
  ...over,
})

async function sell({ sales }: Pair, price: number, party: Pick<ModelSale, 'buyer' | 'customer'>, over: object) {
  const { status, body } = await manager('POST', '/api/v2/sales', bodyOf(price, over))
  expect([status, body.message]).toEqual([201, undefined])
  sales.push({ id: body.data.salesTransactionID, ...party, total: price, paid: 0 })
}

/** Does one step in the shop and in the model, and compares the status of the answer. */
async function act(pair: Pair, one: Step) {
  const { customers, buyers, sales } = pair
  switch (one.do) {
    case 'sell to buyer':
      return sell(pair, one.price, { buyer: one.who, customer: null }, { buyerID: buyers[one.who]!.id })
    case 'sell to customer':
      return sell(pair, one.price, { buyer: null, customer: one.who }, { customerID: customers[one.who]! })
    case 'pay': {
      const sale = sales[one.which % Math.max(1, sales.length)]
      const amount = sale ? Math.floor((sale.total - sale.paid) / one.share) : 0
      if (!sale || amount === 0) return undefined
      const payment = { paymentTypeID: 3, amount: fromCentavos(amount) }
      expect((await staff('POST', `/api/v2/sales/${sale.id}/payments`, payment)).status).toBe(201)
      sale.paid += amount
      return undefined
    }
    case 'move': {
      const sale = sales[one.which % Math.max(1, sales.length)]
      if (!sale) return undefined
      const body = bodyOf(sale.total, { buyerID: buyers[one.who]!.id })
      expect((await manager('PUT', `/api/v2/sales/${sale.id}`, body)).status).toBe(200)
      Object.assign(sale, { buyer: one.who, customer: null })
      return undefined
    }
    case 'join': {
      const buyer = buyers[one.who]!
      const customerID = customers[one.to]!
      const { status } = await staff('PUT', `/api/v1/buyers/${buyer.id}/customer`, { customerID })
      expect(status).toBe(buyer.joinedTo === null ? 200 : 409)
      buyer.joinedTo ??= one.to
      return undefined
    }
    case 'part': {
      const buyer = buyers[one.who]!
      const { status } = await manager('DELETE', `/api/v1/buyers/${buyer.id}/customer`)
      expect(status).toBe(buyer.joinedTo === null ? 409 : 200)
      buyer.joinedTo = null
    }
  }
}

/** Compares each customer's statement and totals with the model. */
async function compare({ customers, buyers, sales }: Pair) {
  for (const [n, customerID] of customers.entries()) {
    const own = sales.filter(({ buyer, customer }) => (buyer === null ? customer : buyers[buyer]!.joinedTo) === n)
    const owed = own.reduce((sum, { total, paid }) => sum + total - paid, 0)
    const { data: statement } = (await staff('GET', `/api/v2/customers/${customerID}/statement`)).body
    const { data: summary } = (await staff('GET', `/api/v2/customers/${customerID}/summary`)).body
    expect([toCentavos(statement.balance), summary.totalSales, toCentavos(summary.openBalance)]).toEqual([
      owed,
      own.length,
      owed,
    ])
  }
}

test('a customer’s statement has the sales of the customer and of its buyers, after any sequence', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
      const pair = await openPair()
      for (const one of steps) await act(pair, one)
      await compare(pair)
    }),
    { numRuns: 15 },
  )
}, 120_000)
