import type { LiveBasketRow } from '../../contract/live/live-baskets.ts'
import type { LiveRow } from '../../contract/live/lives.ts'
import type { Account } from '../../contract/people/account.ts'
import { formatPeso } from '../../contract/shared/money.ts'
import { api, axe, expect, test, unique } from './fixtures.ts'
import { startLive } from './live-steps.ts'

// After a live the recap shows what its sales show, and a manager marks a buyer there.

type Baskets = { data: LiveBasketRow[] }

/** Runs a live of two rings to its end: one is won and paid in part, and nobody claims the other. */
async function closeLive(account: Account | null, buyer: string) {
  const { liveID, items } = await startLive(account, [{ price: 20_000 }, { price: 12_500.5 }])
  const path = `/api/v1/lives/${liveID}`
  let showID: number | null = null
  for (const _ of items) {
    const shown: { data: LiveRow } = await api(account, 'PUT', `${path}/show`, { to: 'next', showID })
    showID = shown.data.show!.showID
  }
  await api(account, 'POST', `${path}/comments`, { text: `1 ${buyer}` })
  const { data } = await api<Baskets>(account, 'GET', `${path}/baskets`)
  const payment = { paymentTypeID: 1, amount: 5000 }
  await api(account, 'POST', `/api/v2/sales/${data[0]!.salesTransactionID}/payments`, payment)
  await api(account, 'PUT', `${path}/close`)
  return { liveID, items }
}

test('the recap of a closed live agrees with its sales, and a manager marks a buyer', async ({ page, account }) => {
  const ana = unique('ana').replace(' ', '')
  const { liveID, items } = await closeLive(account, ana)
  await page.goto(`/live?id=${liveID}`)
  const { data } = await api<Baskets>(account, 'GET', `/api/v1/lives/${liveID}/baskets`)
  const { totalPurchase, paid, balance } = data[0]!
  expect([totalPurchase, paid, balance]).toEqual([20_000, 5000, 15_000])
  const figures = page.getByRole('region', { name: 'Figures' })
  await expect(figures).toContainText(`Unpaid1basket, ${formatPeso(balance)} to come`)
  await expect(figures).toContainText(`Sold in this live${formatPeso(totalPurchase)}${formatPeso(paid)} paid`)
  await expect(page.getByRole('figure', { name: 'Sales per quarter of an hour' })).toContainText(
    formatPeso(totalPurchase),
  )
  await expect(page.getByRole('region', { name: 'Never claimed' })).toContainText(items[1]!.itemName)
  await expect(page.getByText(/Who was first can be proved: \d+ steps? replays? to the same winners/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Send 1 order page' })).toBeVisible()
  await axe(page)

  const baskets = page.getByRole('region', { name: 'Baskets' })
  await expect(baskets.getByRole('columnheader', { name: 'To pay' })).toHaveAttribute('aria-sort', 'descending')
  await baskets.getByRole('button', { name: 'Buyer' }).click()
  await expect(baskets.getByRole('columnheader', { name: 'Buyer' })).toHaveAttribute('aria-sort', 'ascending')
  await baskets.getByRole('button', { name: `Marks of ${ana}` }).click()
  const dialog = page.getByRole('dialog', { name: `Marks of ${ana}` })
  await dialog.getByLabel('Reason').fill('Let two lapse')
  await axe(page)
  await dialog.getByRole('button', { name: 'Mark', exact: true }).click()
  await expect(dialog.getByRole('list', { name: 'Marks' })).toContainText('deposit first Let two lapse')
  await expect(baskets).toContainText('deposit first')
  await dialog.getByRole('button', { name: 'End deposit first' }).click()
  await dialog.getByLabel('Why deposit first ends').fill('Paid in the shop')
  await dialog.getByRole('button', { name: 'End the mark' }).click()
  await expect(dialog.getByRole('list', { name: 'Marks' })).toContainText(/ended by .+: Paid in the shop/)
  await expect(baskets).not.toContainText('deposit first')
})
