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

type Party = Pick<ModelSale, 'buyer' | 'customer'>

/** Sells in the shop and in the model. Returns the status of the answer and the expected one. */
async function sell({ sales }: Pair, price: number, party: Party, over: object) {
  const { status, body } = await manager('POST', '/api/v2/sales', bodyOf(price, over))
  sales.push({ id: body.data.salesTransactionID, ...party, total: price, paid: 0 })
  return [status, 201]
}

async function pay(sale: ModelSale, share: number) {
  const amount = Math.floor((sale.total - sale.paid) / share)
  if (amount === 0) return []
  const payment = { paymentTypeID: 3, amount: fromCentavos(amount) }
  const { status } = await staff('POST', `/api/v2/sales/${sale.id}/payments`, payment)
  sale.paid += amount
  return [status, 201]
}

/** Gives a sale to a buyer. */
async function move({ buyers }: Pair, sale: ModelSale, to: number) {
  const { status } = await manager('PUT', `/api/v2/sales/${sale.id}`, bodyOf(sale.total, { buyerID: buyers[to]!.id }))
  Object.assign(sale, { buyer: to, customer: null })
  return [status, 200]
}

/** Does one step in the shop and in the model. Returns the status of the answer and the one that the model expects. */
async function act(pair: Pair, one: Step): Promise<number[]> {
  const { customers, buyers, sales } = pair
  if (one.do === 'sell to buyer')
    return sell(pair, one.price, { buyer: one.who, customer: null }, { buyerID: buyers[one.who]!.id })
  if (one.do === 'sell to customer')
    return sell(pair, one.price, { buyer: null, customer: one.who }, { customerID: customers[one.who]! })
  if (one.do === 'pay' || one.do === 'move') {
    const sale = sales[one.which % Math.max(1, sales.length)]
    if (!sale) return []
    return one.do === 'pay' ? pay(sale, one.share) : move(pair, sale, one.who)
  }
  const buyer = buyers[one.who]!
  const path = `/api/v1/buyers/${buyer.id}/customer`
  const isJoined = buyer.joinedTo !== null
  if (one.do === 'join') {
    const { status } = await staff('PUT', path, { customerID: customers[one.to]! })
    buyer.joinedTo ??= one.to
    return [status, isJoined ? 409 : 200]
  }
  const { status } = await manager('DELETE', path)
  buyer.joinedTo = null
  return [status, isJoined ? 200 : 409]
}

/** Returns each customer's balance in centavos and number of sales, by the model. */
const expectedOf = ({ customers, buyers, sales }: Pair) =>
  customers.map((_, n) => {
    const own = sales.filter(({ buyer, customer }) => (buyer === null ? customer : buyers[buyer]!.joinedTo) === n)
    const owed = own.reduce((sum, { total, paid }) => sum + total - paid, 0)
    return { owed, open: owed, sales: own.length }
  })

/** Returns the same, as the shop answers it: by statement and by summary. */
const readFrom = ({ customers }: Pair) =>
  Promise.all(
    customers.map(async (customerID) => {
      const { data: statement } = (await staff('GET', `/api/v2/customers/${customerID}/statement`)).body
      const { data: summary } = (await staff('GET', `/api/v2/customers/${customerID}/summary`)).body
      return {
        owed: toCentavos(statement.balance),
        open: toCentavos(summary.openBalance),
        sales: summary.totalSales as number,
      }
    }),
  )

test('a customer’s statement has the sales of the customer and of its buyers, after any sequence', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
      const pair = await openPair()
      for (const one of steps) {
        const [status, expected] = await act(pair, one)
        expect([one, status]).toEqual([one, expected])
      }
      expect(await readFrom(pair)).toEqual(expectedOf(pair))
    }),
    { numRuns: 15 },
  )
}, 120_000)
