import type { FastifyInstance } from 'fastify'

import { analytics } from '../../../contract/insight/analytics.ts'
import type { ProfitKey } from '../../../contract/insight/profit.ts'
import { fromCentavos, toCentavos } from '../../../contract/shared/money.ts'
import { readSnapshot } from '../../db/transaction.ts'
import { serve } from '../../http/serve.ts'
import { ok } from '../../resource/records.ts'
import { readPeriod } from '../shared/period.ts'
import { profitStatement } from '../shared/profit.ts'
import { goodsFigures, stockValue } from './goods-figures.ts'
import { moneyByPaymentType, storeCreditFigures } from './payment-figures.ts'
import { salesByStep, salesByTransactionType, salesTotals } from './sales-figures.ts'
import { countsByStep, mostVisited } from './visit-figures.ts'

export function analyticsRoutes(app: FastifyInstance) {
  serve(app, analytics.get, ({ query }, { db, now }) =>
    readSnapshot(db, async (tx) => {
      const period = await readPeriod(tx, now, query)
      const { from, to, step } = period
      const totals = await salesTotals(tx, period)
      const goods = await goodsFigures(tx, period)
      const statement = await profitStatement(tx, period)
      return ok({
        from,
        to,
        step,
        totals: { ...totals, ...profitTotals(statement) },
        statement,
        sales: await salesByStep(tx, period),
        transactionTypes: await salesByTransactionType(tx, period),
        paymentTypes: await moneyByPaymentType(tx, period),
        storeCredit: await storeCreditFigures(tx, period),
        ...goods,
        stock: await stockValue(tx),
        visits: await countsByStep(tx, period, 'visit'),
        pages: await mostVisited(tx, period),
        searches: await countsByStep(tx, period, 'search'),
      })
    }),
  )
}

/** Returns the net cost, the cost of scrapped goods and the profit from sales of a statement, in pesos. */
const profitTotals = ({ cost, returnedCost, scrapped, salesProfit }: Record<ProfitKey, number>) => ({
  cost: fromCentavos(-toCentavos(cost) - toCentavos(returnedCost)),
  scrapped: scrapped === 0 ? 0 : -scrapped,
  profit: salesProfit,
})
