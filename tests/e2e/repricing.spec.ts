import type { Page } from '@playwright/test'

import { api, axe, expect, newAccount, test } from './fixtures.ts'
import { atMain, createItem } from './steps.ts'

// A manager enters today's rate and reprices by it: sees old and new prices with their reckoning, leaves one out, applies the
// others as a batch, prints their labels, and undoes the batch. All by keyboard, on a desk and on a phone.

type Current = { data: { karat: string; latest: { goldRateID: number } | null }[] }
const parts = { netGrams: 2, markup: 10, makingPerGram: 100, makingPerPiece: 500, stones: 0, roundTo: 50 }

/** Enters a rate of 18K without the screen, and creates three items that are priced by it. Returns their names. */
async function prepare(name: string) {
  const manager = await newAccount(2)
  const { data } = await api<Current>(manager, 'GET', '/api/v1/gold-rates/current')
  const latestID = data.find(({ karat }) => karat === '18K')!.latest?.goldRateID ?? null
  const rates = [{ karat: '18K', sellPerGram: 6710, buyPerGram: 6260, latestID, confirmed: true }]
  await api(manager, 'POST', '/api/v1/gold-rates', { rates })
  const items = []
  for (const n of [1, 2, 3]) {
    const item = await createItem(manager, {
      ...atMain,
      itemName: `${name} ${n}`,
      karat: '18K',
      grams: 2.5,
      quantity: 2,
    })
    await api(manager, 'PUT', `/api/v1/items/${item.itemID}/pricing`, { ...parts, stones: n * 1000 })
    items.push(item)
  }
  return items
}

/** Enters the rate of today on its screen, and goes on to the repricing of the items with this name. */
async function enterRate(page: Page, name: string) {
  await page.goto('/gold-rates')
  await page.getByLabel('18K sells for').fill('6800')
  await page.getByLabel('18K buys for').fill('6350')
  await page.keyboard.press('Control+s')
  await expect(page.getByText('Rates saved: 18K ₱6,800.00')).toBeVisible()
  await page.getByRole('link', { name: 'Repricing' }).click()
  await page.getByLabel('Code, name or barcode').fill(name)
  await expect(page.getByText('By the latest rates · 3')).toBeVisible()
}
const priceOf = async (itemID: number) =>
  (await api<{ data: { price: number } }>(await newAccount(2), 'GET', `/api/v1/items/${itemID}`)).data.price

test.use({ role: 2 })

test('a manager enters the rate, reprices, prints labels and undoes the batch', async ({ page }) => {
  const name = 'Amihan band'
  const items = await prepare(name)
  await enterRate(page, name)
  const rows = page.getByRole('region', { name: 'Prices by the latest rates' }).getByRole('row')
  const first = rows.filter({ hasText: `${name} 1` }).first()
  // 2 g × 6,710 × 1.1 + 700 + 1,000 = 16,462; 2 g × 6,800 × 1.1 + 1,700 = 16,660.
  await expect(first).toContainText('₱16,500.00')
  await expect(first).toContainText('₱16,700.00')
  await expect(first).toContainText('+₱200')
  await axe(page)

  await first.getByRole('button', { name: `${name} 1` }).focus()
  await page.keyboard.press('Enter')
  const reckonings = page.getByRole('table', { name: `Reckonings of ${name} 1` })
  await expect(reckonings).toContainText('₱16,462.00')
  await expect(reckonings).toContainText('₱16,660.00')
  await axe(page)

  await page.getByRole('checkbox', { name: `${name} 3` }).focus()
  await page.keyboard.press('Space')
  await expect(page.getByText('2 of 3 chosen')).toBeVisible()
  await page.keyboard.press('Control+Enter')
  const labels = page.getByRole('dialog', { name: 'Print Labels' })
  await expect(labels).toBeVisible()
  await axe(page)
  await page.keyboard.press('Escape')
  await expect(page.getByText(/^2 prices applied as batch \d+\.$/)).toBeVisible()
  expect(await Promise.all(items.map(({ itemID }) => priceOf(itemID)))).toEqual([16_700, 17_700, 18_500])
  await expect(page.getByText('By the latest rates · 1')).toBeVisible()
  await axe(page)

  const batch = page.getByRole('region', { name: 'Batches' }).getByRole('row').nth(1)
  await expect(batch).toContainText('Applied')
  await expect(batch).toContainText('18K')
  await batch.getByRole('button', { name: /^Undo batch/ }).click()
  const undo = page.getByRole('dialog', { name: /^Undo batch/ })
  await undo.getByLabel('Reason').fill('wrong rate')
  await axe(page)
  await page.keyboard.press('Enter')
  await expect(batch).toContainText('Undone')
  await expect(batch).toContainText('wrong rate')
  expect(await Promise.all(items.map(({ itemID }) => priceOf(itemID)))).toEqual([16_500, 17_500, 18_500])
})

test.describe('when somebody was faster', () => {
  test.use({ allow: [/409/] })
  test('nothing is applied, and the screen shows the newer price', async ({ page }) => {
    const name = 'Habagat band'
    const items = await prepare(name)
    await enterRate(page, name)
    await expect(page.getByText('3 of 3 chosen')).toBeVisible()
    // The answer of another's change is held back, as if it came at the same moment.
    await page.route('**/repricings/summary*', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 1500))
      await route.continue()
    })
    await api(await newAccount(2), 'PUT', `/api/v1/items/${items[0]!.itemID}/pricing`, { ...parts, stones: 9000 })
    await page.getByRole('button', { name: 'Apply 3 prices' }).click()
    await expect(page.getByText(`The price of ${items[0]!.itemCode} was set by somebody else meanwhile`)).toBeVisible()
    await expect(page.getByText('By the latest rates · 2')).toBeVisible()
    expect(await priceOf(items[1]!.itemID)).toBe(17_500)
  })
})

test('a piece in an unsaved sale is in a cart', async ({ page }) => {
  const name = 'Bagwis band'
  const [{ itemCode } = { itemCode: '' }] = await prepare(name)
  await page.goto('/sales?create=1')
  await page.getByLabel('Scan a barcode').fill(itemCode)
  await page.keyboard.press('Enter')
  const told = page.waitForResponse((response) => response.url().endsWith('/api/v1/carts') && response.ok())
  await expect(page.getByText('₱16,500.00').first()).toBeVisible()
  await told
  await enterRate(page, name)
  const first = page
    .getByRole('row')
    .filter({ hasText: `${name} 1` })
    .first()
  await expect(first).toContainText('In a cart')
  await expect(first).toContainText('keeps ₱16,500.00 for this sale')
})

test('on a phone, prices and buttons stay within the screen', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 })
  const name = 'Tag-ulan band'
  await prepare(name)
  await enterRate(page, name)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  await page.getByRole('button', { name: `${name} 2` }).click()
  await expect(page.getByRole('table', { name: `Reckonings of ${name} 2` })).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  await axe(page)
  await page.getByText('Print their labels after').click()
  await page.getByRole('button', { name: 'Apply 3 prices' }).click()
  await expect(page.getByText(/^3 prices applied as batch \d+\.$/)).toBeVisible()
  await axe(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
})
