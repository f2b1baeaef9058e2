import type { FastifyInstance } from 'fastify'

import { analytics, type AnalyticsData } from '../../../contract/insight/analytics.ts'
import type { ProfitKey } from '../../../contract/insight/profit.ts'
import { fromCentavos, toCentavos } from '../../../contract/shared/money.ts'
import { readSnapshot } from '../../db/transaction.ts'
import { serve } from '../../http/serve.ts'
import type { Db, Tx } from '../../kernel/database.ts'
import { ok } from '../../resource/records.ts'
import { type Period, readPeriod } from '../shared/period.ts'
import { profitStatement } from '../shared/profit.ts'
import { goodsFigures, stockValue } from './goods-figures.ts'
import { moneyByPaymentType, storeCreditFigures } from './payment-figures.ts'
import { salesByStep, salesByTransactionType, salesTotals } from './sales-figures.ts'
import { countsByStep, mostVisited } from './visit-figures.ts'

export function analyticsRoutes(app: FastifyInstance) {
  serve(app, analytics.get, ({ query }, { db, now }) =>
    readSnapshot(db, async (tx) => ok(await readAnalytics(tx, await readPeriod(tx, now, query)))),
  )
}

/** Returns all figures of a period. */
export async function readAnalytics(db: Db | Tx, period: Period): Promise<AnalyticsData> {
  const { from, to, step } = period
  const totals = await salesTotals(db, period)
  const goods = await goodsFigures(db, period)
  const statement = await profitStatement(db, period)
  return {
    from,
    to,
    step,
    totals: { ...totals, ...profitTotals(statement) },
    statement,
    sales: await salesByStep(db, period),
    transactionTypes: await salesByTransactionType(db, period),
    paymentTypes: await moneyByPaymentType(db, period),
    storeCredit: await storeCreditFigures(db, period),
    ...goods,
    stock: await stockValue(db),
    visits: await countsByStep(db, period, 'visit'),
    pages: await mostVisited(db, period),
    searches: await countsByStep(db, period, 'search'),
  }
}

/** Returns the net cost, the cost of scrapped goods and the profit from sales of a statement, in pesos. */
const profitTotals = ({ cost, returnedCost, scrapped, salesProfit }: Record<ProfitKey, number>) => ({
  cost: fromCentavos(-toCentavos(cost) - toCentavos(returnedCost)),
  scrapped: scrapped === 0 ? 0 : -scrapped,
  profit: salesProfit,
})
