import fc from 'fast-check'
import { expect, test } from 'vitest'

import { profitLines } from '../../contract/insight/profit.ts'
import { verifyReports } from '../../server/insight/verify.ts'
import { shopContext } from '../../server/kernel/context.ts'
import { verifyMoney } from '../../server/money/verify.ts'
import { expireCredit } from '../../server/sales/credits/credits.operations.ts'
import { verifyTax } from '../../server/sales/tax/verify.ts'
import { verifyTotals } from '../../server/sales/totals/verify.ts'
import { verifyStock } from '../../server/stock/ledger/verify.ts'
import { expectAccounts, expectBooks } from './books-agree.ts'
import { closeBooks, type Country, rateKeys } from './books-model.ts'
import { type Rush, runAtOnce, rushKinds } from './books-rush.ts'
import { bookExpiry, type Books, chooseTax, openBooks } from './books-shop.ts'
import { kinds, perform, type Step } from './books-steps.ts'

// Proves that the books agree after any sequence of buying, selling, paying, correcting, canceling, returning,
// exchanging, giving credit and letting it expire, writing off, revaluing and repairing over several days, with tax or
// without, in order and at once: the reports, the dashboard, Analytics, the statements and the ledgers equal a model in
// memory in every period. The stock's part of the model is stock-model.ts; the money's is books-model.ts.

const how = {
  n: fc.nat(11),
  type: fc.integer({ min: 1, max: 3 }),
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
})
type Day = { country: Country | null; after: number; steps: Step[]; rush: Rush[] }

/** Lives one day: the lanes at once, then the steps that use all lanes, then the rush. */
async function live(books: Books, { country, after, steps, rush }: Day) {
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
}

/** Defines the test with so many runs. Each goes on with the shop of the one before. */
export async function proveBooks({ runs, isWhole = false }: { runs: number; isWhole?: boolean }) {
  const books = await openBooks()
  test('the books agree with the model in every period, after any days', { timeout: 600_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(day, { minLength: 1, maxLength: 3 }), fc.nat(9), async (days, back) => {
        const known = books.sales.length
        for (const one of days) await live(books, one)
        const [last, middle] = [books.time.day, Math.max(0, books.time.day - back)]
        await expectBooks(books, middle, last)
        await expectBooks(books, 0, middle)
        await expectAccounts(books, known)
        const problems = await Promise.all(
          [verifyStock, verifyMoney, verifyTax, verifyTotals].map((verify) => verify(books)),
        )
        expect(problems.flat()).toEqual([])
        expect(await verifyReports({ db: books.db, now: new Date(books.morning()) })).toEqual([])
      }),
      { numRuns: runs, endOnFailure: true },
    )
    await expectAccounts(books, 0)
    if (isWhole) expectAllKinds(books)
  })
}

/** Asserts that every kind of entry happened. */
function expectAllKinds({ journal, time }: Books) {
  const { of } = closeBooks(journal, 0, time.day)
  const happened = new Set<string>(journal.filter(({ cents }) => cents !== 0).map(({ account }) => account))
  const results = ['netSales', 'grossProfit', 'salesProfit', 'profit', 'totalSales']
  const missing = profitLines.map(({ key }) => key).filter((key) => !happened.has(key) && !results.includes(key))
  expect(missing).toEqual([])
  for (const rate of rateKeys)
    for (const figure of ['amount', 'refundedBase'] as const)
      expect([rate, figure, of(`${figure} ${rate}`) > 0]).toEqual([rate, figure, true])
}
