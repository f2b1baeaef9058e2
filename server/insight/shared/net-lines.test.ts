import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, test } from 'vitest'

import { computeLineNets } from '../../../contract/sales/refunds.ts'
import { fromCentavos } from '../../../contract/shared/money.ts'
import { testApp } from '../../../tests/support/fixtures.ts'
import { stockItem } from '../../../tests/support/stocked.ts'
import { sale, saleItem } from '../../db/schema/sales.ts'
import { linesWithDiscount } from './net-lines.ts'

const { db } = await testApp()

/** Line totals in centavos, many of them tiny or equal, with a discount of at most their sum. */
const sold = fc
  .record({
    totals: fc.array(fc.oneof(fc.integer({ min: 0, max: 7 }), fc.integer({ min: 0, max: 10 ** 13 })), {
      minLength: 1,
      maxLength: 12,
    }),
    off: fc.integer({ min: 0, max: 1000 }),
  })
  .map(({ totals, off }) => {
    const whole = totals.reduce((sum, total) => sum + total, 0)
    return { totals, whole, discount: Math.floor((whole / 1000) * off) }
  })
  .filter(({ whole }) => whole <= 99_999_999_999_999)

test('distributes a discount in PostgreSQL as the contract does, to the centavo', async () => {
  const { itemID } = await stockItem(db, {})
  const sales = fc.sample(sold, { numRuns: 400, seed: 20261121 })
  expect(sales.filter(({ discount }) => discount > 0).length).toBeGreaterThan(200)
  const expected: [salesItemID: number, net: number][] = []
  for (const [n, { totals, whole, discount }] of sales.entries()) {
    const subtotal = fromCentavos(whole)
    const [stored] = await db
      .insert(sale)
      .values({
        transactionNumber: `N-${n}`,
        locationID: 1,
        transactionTypeID: 1,
        orderDate: '2026-11-21',
        totalItems: totals.length,
        totalQuantity: totals.length,
        subtotal,
        discount: fromCentavos(discount),
        totalPurchase: fromCentavos(whole - discount),
        status: 'Pending',
      })
      .returning()
    const lines = await db
      .insert(saleItem)
      .values(
        totals.map((total) => ({
          salesTransactionID: stored!.salesTransactionID,
          itemID,
          price: fromCentavos(total),
          orderQty: 1,
          lineTotal: fromCentavos(total),
        })),
      )
      .returning()
    const nets = computeLineNets(lines, fromCentavos(discount))
    for (const [at, { salesItemID }] of lines.entries()) expected.push([salesItemID, nets[at]!])
  }
  const { rows } = await db.execute<{ id: number; net: string }>(sql`
    with line as (${linesWithDiscount(sql`${sale}`)})
    select sales_item_id as id, trim_scale(100 * (line_total - discount_share)) as net from line order by sales_item_id`)
  expect(rows.map(({ id, net }) => [id, Number(net)])).toEqual(expected)
})
