import type { FastifyInstance } from 'fastify'

import { analytics } from '../../../contract/insight/analytics.ts'
import { fromCentavos, toCentavos } from '../../../contract/shared/money.ts'
import { readSnapshot } from '../../db/transaction.ts'
import { serve } from '../../http/serve.ts'
import { ok } from '../../resource/records.ts'
import { readPeriod } from '../shared/period.ts'
import { goodsFigures, scrappedCost, stockValue } from './goods-figures.ts'
import { moneyByPaymentType, storeCreditFigures } from './payment-figures.ts'
import { salesByStep, salesByTransactionType, salesTotals } from './sales-figures.ts'
import { countsByStep, mostVisited } from './visit-figures.ts'

export function analyticsRoutes(app: FastifyInstance) {
  serve(app, analytics.get, ({ query }, { db, now }) =>
    readSnapshot(db, async (tx) => {
      const period = await readPeriod(tx, now, query)
      const { from, to, step } = period
      const totals = await salesTotals(tx, period)
      const { items, discount, refunded } = totals
      const { cost, ...goods } = await goodsFigures(tx, period)
      const scrapped = await scrappedCost(tx, period)
      return ok({
        from,
        to,
        step,
        totals: { ...totals, cost, scrapped, profit: profitOf({ items, discount, refunded, cost, scrapped }) },
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

/**
 * Returns the revenue of the goods minus their cost, in pesos. Shipping fees pay for the delivery, so they are no
 * profit.
 */
function profitOf({ items, ...less }: Record<'items' | 'discount' | 'refunded' | 'cost' | 'scrapped', number>): number {
  const lost = Object.values(less).reduce((sum, amount) => sum + toCentavos(amount), 0)
  return fromCentavos(toCentavos(items) - lost)
}
