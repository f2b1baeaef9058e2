import { expect } from 'vitest'

import { type ProfitKey, profitLines } from '../../contract/insight/profit.ts'
import { refundOf } from './books-model.ts'
import {
  adopt,
  bookBack,
  bookCompletion,
  bookOrder,
  bookReturn,
  type Books,
  cash,
  price,
  type Sale,
} from './books-shop.ts'
import { type Action, permutations, type State, step } from './stock-model.ts'

// A revaluation, a write-off, a sale and a refund of one item, all at once. The cost of the sale, the loss and the
// difference depend on the order in which the shop served them. The model tries every order, and the shop must show the
// figures of one of them.

export type Revalued = { n: number; place: number; amount: number; keep: boolean }
const figures = ['cost', 'returnedCost', 'scrapped', 'adjusted', 'revalued', 'stockValue'] as const
type Figure = (typeof figures)[number]
type Outcome = { accepted: boolean[]; changes: Record<Figure, number> }

/** Makes the calls at once, and writes the outcome that the shop chose into the books. */
export async function revalueAtOnce(books: Books, { n, place, amount, keep }: Revalued) {
  const { call, expectCall, items, places, stock } = books
  const item = n % 3
  const { itemID, inventoryIDs } = items[item]!
  const inventoryID = inventoryIDs[place]!
  const sold = books.sales.find(
    ({ status, lines: [line, other] }) =>
      status === 'Completed' && !other && line!.item === item && line!.back < line!.quantity,
  )
  const [change, key] = [`write-off ${stock.made++}`, `sale ${stock.made++}`]
  const adjustments = '/api/v1/inventory-adjustment'
  const body = { inventoryID, adjustmentReasonID: 2, quantityAdjusted: -1 }
  const { adjustmentID } = await expectCall('POST', adjustments, body)
  adopt(books, step(stock.state, { do: 'adjust', key: change, where: { item, place }, change: -1000 }).state)

  const disposition = keep ? 'restock' : 'scrap'
  const actions: Action[] = [
    { do: 'revalue', item, unitCost: 1 + amount },
    { do: 'approve', of: change },
    { do: 'sell', key, place, lines: [{ item, quantity: 1000 }] },
    ...(sold ? [{ do: 'refund', of: sold.key, line: 0, quantity: 1000, disposition } as const] : []),
  ]
  const before = await readFigures(books)
  const [revalued, approved, made, refunded] = await Promise.all([
    call('POST', `/api/v1/items/${itemID}/revaluations`, { unitCost: (1 + amount) / 100, reason: 'At once' }),
    call('PUT', `${adjustments}/${inventoryID}/approve/${adjustmentID}`),
    call('POST', '/api/v2/sales', {
      locationID: places[place],
      transactionTypeID: 1,
      customerID: books.customers[0]!.id,
      complete: true,
      items: [{ itemID, orderQty: 1, price: price / 100 }],
      payments: [{ paymentTypeID: cash, amount: price / 100 }],
    }),
    sold &&
      call('POST', `/api/v2/sales/${sold.id}/refunds`, {
        paymentTypeID: cash,
        reason: 'At once',
        items: [{ salesItemID: sold.lines[0]!.lineID, qty: 1, disposition }],
      }),
  ])
  if (!approved.accepted) await expectCall('PUT', `${adjustments}/${adjustmentID}/decline`)
  const after = await readFigures(books)
  const shown: Outcome = {
    accepted: [revalued, approved, made, ...(refunded ? [refunded] : [])].map(({ accepted }) => accepted),
    changes: withFigures((figure) => after[figure] - before[figure]),
  }
  const possible = permutations([...actions.keys()]).map((order) => follow(books, actions, order, sold))
  expect(possible.map(({ outcome }) => outcome)).toContainEqual(shown)
  const { state } = possible.find(({ outcome }) => JSON.stringify(outcome) === JSON.stringify(shown))!

  adopt(books, state)
  books.book('adjusted', shown.changes.adjusted)
  books.book('revalued', shown.changes.revalued)
  if (made.accepted) {
    const wanted = [{ item, quantity: 1 }]
    const sale = { data: made.data, key, place, wanted, discount: 0, shipping: 0 }
    bookCompletion(books, bookOrder(books, 0, sale, [{ type: cash, cents: price }]))
  }
  if (sold && refunded!.accepted) {
    const back = [{ line: sold.lines[0]!, quantity: 1, disposition } as const]
    bookBack(books, sold, [{ type: cash, cents: bookReturn(books, sold, back) }])
  }
  for (const [at, { do: what }] of actions.entries())
    if (shown.accepted[at]) books.accepted.add(`at once with a revaluation: ${what}`)
}

/** Runs the actions in this order in the model. Returns the state, and the figures in the order of the actions. */
function follow(books: Books, actions: readonly Action[], order: readonly number[], sold: Sale | undefined) {
  let state: State = books.stock.state
  const accepted: boolean[] = []
  const changes = withFigures(() => 0)
  const valueOf = (one: State) => one.values.reduce((sum, value) => sum + Number(value), 0)
  const start = valueOf(state)
  for (const at of order) {
    const action = actions[at]!
    const next = step(state, action)
    accepted[at] = next.status < 400
    const change = valueOf(next.state) - valueOf(state)
    if (action.do === 'revalue') changes.revalued += change
    else if (action.do === 'approve') changes.adjusted += change
    else if (action.do === 'sell') changes.cost += change
    else if (action.do === 'refund' && accepted[at]) {
      const { cost, quantity, back } = sold!.lines[0]!
      const returned = refundOf(cost, quantity, back, 1)
      changes.returnedCost += returned
      if (action.disposition === 'scrap') changes.scrapped -= returned
    }
    state = next.state
  }
  changes.stockValue = valueOf(state) - start
  return { state, outcome: { accepted, changes } satisfies Outcome }
}

const withFigures = (of: (figure: Figure) => number) =>
  Object.fromEntries(figures.map((figure) => [figure, of(figure)])) as Record<Figure, number>

/** Reads the profit statement of today, in centavos. */
async function readFigures({ call, dateOf, time }: Books): Promise<Record<ProfitKey, number>> {
  const today = dateOf(time.day)
  const { body } = await call('GET', `/api/v1/reports/profit?from=${today}&to=${today}`)
  const lines: { amount: number }[] = body.data
  return Object.fromEntries(profitLines.map(({ key }, n) => [key, Math.round(lines[n]!.amount * 100)])) as Record<
    ProfitKey,
    number
  >
}
