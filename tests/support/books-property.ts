import fc from 'fast-check'
import { expect, test } from 'vitest'

import { profitLines } from '../../contract/insight/profit.ts'
import { verifyReports } from '../../server/insight/verify.ts'
import { shopContext } from '../../server/kernel/context.ts'
import { verifyMoney } from '../../server/money/verify.ts'
import { expireCredit } from '../../server/sales/credits/credits.operations.ts'
import { verifyTax } from '../../server/sales/tax/verify.ts'
import { verifyTotals } from '../../server/sales/totals/verify.ts'
import { verifyTradeIns } from '../../server/sales/trade-ins/verify.ts'
import { verifyStock } from '../../server/stock/ledger/verify.ts'
import { expectAccounts, expectBooks, expectLocations } from './books-agree.ts'
import { closeBooks, type Country, rateKeys } from './books-model.ts'
import { type Revalued, revalueAtOnce } from './books-revalued.ts'
import { type Rush, runAtOnce, rushKinds } from './books-rush.ts'
import { bookExpiry, type Books, chooseTax, openBooks } from './books-shop.ts'
import { kinds, perform, type Step } from './books-steps.ts'

// Proves that the books agree after any sequence of buying, selling, paying, correcting, canceling, returning,
// exchanging, giving credit, paying into and out of it and letting it expire, buying old gold, writing off, revaluing, repairing and moving between two locations
// over several days, with tax or without, in order and at once: the reports, the dashboard, Analytics, the statements and
// the ledgers equal a model in memory in every period. The stock's part of the model is stock-model.ts; the money's is
// books-model.ts.

const how = {
  n: fc.nat(11),
  type: fc.integer({ min: 1, max: 3 }),
  place: fc.nat(1),
  amount: fc.integer({ min: 1, max: 15_000 }),
  byCredit: fc.oneof(fc.constant(0), fc.constant(0), fc.integer({ min: 1, max: 20_000 })),
  keep: fc.boolean(),
}
const day = fc.record({
  country: fc.constantFrom<(Country | null)[]>(null, 'PH', 'JP'),
  /** The days since the day before. After 40 days, all credit of before expires. */
  after: fc.constantFrom(1, 1, 40),
  steps: fc.array(fc.record<Step>({ lane: fc.nat(3), what: fc.constantFrom(...kinds), ...how }), {
    minLength: 4,
    maxLength: 20,
  }),
  rush: fc.array(fc.record<Rush>({ what: fc.constantFrom(...rushKinds), ...how }), { maxLength: 8 }),
  /** A revaluation at once with a write-off, a sale and a refund. */
  revalued: fc.option(fc.record<Revalued>({ n: how.n, place: how.place, amount: how.amount, keep: how.keep })),
})
type Day = { country: Country | null; after: number; steps: Step[]; rush: Rush[]; revalued: Revalued | null }

/** Lives one day: the lanes at once, then the steps that use all lanes, then the rush, then the revaluation. */
async function live(books: Books, { country, after, steps, rush, revalued }: Day) {
  books.time.day += after
  books.time.second = 0
  await expireCredit(shopContext(books.db, new Date(books.morning())))
  bookExpiry(books)
  await chooseTax(books, country)
  const run = async (lane: number) => {
    for (const step of steps.filter((one) => one.lane === lane)) await perform[step.what](books, step)
  }
  await Promise.all([0, 1, 2].map(run))
  await run(3)
  await runAtOnce(books, rush)
  if (revalued) await revalueAtOnce(books, revalued)
}

/** Lives these days, and proves the last of them, all days before, and every account that they changed. */
async function liveAndProve(books: Books, days: readonly Day[], back: number) {
  const known = books.sales.length
  for (const one of days) await live(books, one)
  const [last, middle] = [books.time.day, Math.max(0, books.time.day - back)]
  await expectBooks(books, middle, last)
  await expectBooks(books, 0, middle)
  await expectAccounts(books, known)
  const problems = await Promise.all(
    [verifyStock, verifyMoney, verifyTax, verifyTotals, verifyTradeIns].map((verify) => verify(books)),
  )
  expect(problems.flat()).toEqual([])
  expect(await verifyReports({ db: books.db, now: new Date(books.morning()) })).toEqual([])
}

/** Maximum number of days that a run lives after its own until every kind of entry has happened. */
const daysMore = 60

/**
 * Defines the test with so many runs. Each goes on with the shop of the one before. After the last one the shop goes on
 * until every kind of entry and every call has happened, in order and at once.
 */
export async function proveBooks({ runs }: { runs: number }) {
  const books = await openBooks()
  test('the books agree with the model in every period, after any days', { timeout: 600_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(day, { minLength: 1, maxLength: 3 }), fc.nat(9), (days, back) =>
        liveAndProve(books, days, back),
      ),
      { numRuns: runs, endOnFailure: true },
    )
    for (const one of fc.sample(day, daysMore)) {
      const missing = listMissing(books)
      if (missing.length === 0) break
      const rate = missing.find((kind) => / (PH|JP) /.test(kind))
      const country = rate ? (rate.includes(' PH ') ? 'PH' : 'JP') : one.country
      await liveAndProve(books, [{ ...one, country, after: missing.includes('creditExpired') ? 40 : one.after }], 1)
    }
    expect(listMissing(books)).toEqual([])
    await expectAccounts(books, 0)
    for (const [first, last] of [
      [0, books.time.day],
      [0, Math.floor(books.time.day / 2)],
      [Math.floor(books.time.day / 2), books.time.day],
    ] as const)
      await expectLocations(books, first, last)
  })
}

/** Returns every kind of entry, every figure of a tax rate and every call that has not happened yet. */
function listMissing({ accepted, journal, time }: Books): string[] {
  const { of } = closeBooks(journal, 0, time.day)
  const happened = new Set<string>(journal.filter(({ cents }) => cents !== 0).map(({ account }) => account))
  const results = ['netSales', 'grossProfit', 'salesProfit', 'profit', 'totalSales']
  return [
    ...profitLines.map(({ key }) => key).filter((key) => !happened.has(key) && !results.includes(key)),
    ...rateKeys
      .flatMap((rate) => [`amount ${rate}`, `refundedBase ${rate}`] as const)
      .filter((figure) => of(figure) <= 0),
    ...(happened.has('paid by trade-in') ? [] : ['paid by trade-in']),
    ...[...rushKinds.map((what) => `at once: ${what}`), ...calls].filter((one) => !accepted.has(one)),
  ]
}

/** The calls of the steps, with `n` for each key, and those beside a revaluation. */
const calls = [
  'POST /api/v1/customers/n/credit',
  'POST /api/v1/customers/n/credit/n/corrections',
  'POST /api/v1/customers/n/credit/payments',
  'POST /api/v1/customers/n/credit/payouts',
  'POST /api/v1/items/n/revaluations',
  'POST /api/v2/po-receiving',
  'POST /api/v1/repair-returns',
  'POST /api/v2/sales',
  'POST /api/v1/sales/n/exchanges',
  'POST /api/v2/sales/n/payments/n/corrections',
  'POST /api/v2/sales/n/refunds',
  'POST /api/v1/stock-transfers',
  'POST /api/v1/trade-ins/n/acceptance',
  'POST /api/v1/trade-ins/n/return',
  'POST /api/v1/trade-ins/n/settlement',
  'PUT /api/v1/inventory-adjustment/n/approve/n',
  'PUT /api/v2/sales/n/cancel',
  'PUT /api/v2/sales/n/complete',
  'PUT /api/v1/stock-counts/n/finish',
  ...['revalue', 'approve', 'sell', 'refund'].map((what) => `at once with a revaluation: ${what}`),
]
