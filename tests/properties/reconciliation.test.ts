// Proves that the reconciliation of the books finds no difference in a shop where everything happened, with tax, kept
// shipping fees, kept deposits and store credit. The demo shop (docs/reference/books.md) has little of them.
import { expect, test } from 'vitest'

import { toCentavos } from '../../contract/shared/money.ts'
import { reconcileBooks } from '../../scripts/books/reconciliation.ts'
import { liveApril, liveMarch, openEventfulShop } from '../support/eventful-shop.ts'
import { testApp } from '../support/fixtures.ts'
import { onLedger } from '../support/ledger.ts'

const { app, db, as } = await testApp()
const shop = await openEventfulShop({ app, db, as })
const read = async (address: string) => {
  const { status, body } = await as(1)('GET', address)
  expect([address, status]).toEqual([address, 200])
  return body
}
const reconcile = () => reconcileBooks(db, read, shop.shop.timeZone, '2025-05-02')
const differing = (rows: Awaited<ReturnType<typeof reconcile>>) =>
  rows.filter(({ reports, ledgers }) => toCentavos(reports) !== toCentavos(ledgers))

test('every figure of every month is the same from both sides', { timeout: 120_000 }, async () => {
  await liveApril(shop, await liveMarch(shop))
  shop.setDay('2025-05-02')
  const rows = await reconcile()
  expect(new Set(rows.map(({ month }) => month))).toEqual(new Set(['2025-02', '2025-03', '2025-04', '2025-05']))
  expect(differing(rows)).toEqual([])
  // Everything happened in both months, so that no figure agrees only because it is zero.
  for (const month of ['2025-03', '2025-04']) {
    const zero = rows.filter((row) => row.month === month && row.ledgers === 0).map(({ figure }) => figure)
    expect([month, zero]).toEqual([month, []])
  }
})

test('a payment of another month is a difference in both', async () => {
  await db.execute(onLedger(`update money_entry set day = '2025-04-01' where entry_id = 1`))
  const found = differing(await reconcile())
  expect(new Set(found.map(({ month }) => month))).toEqual(new Set(['2025-03', '2025-04']))
  expect(found.map(({ figure }) => figure)).toEqual(
    expect.arrayContaining(['Payments, net', 'Payments, Bank transfer']),
  )
})
