import type { Page } from '@playwright/test'

import type { Account } from '../../contract/people/account.ts'
import { api, axe, expect, test, unique } from './fixtures.ts'

const chart = (page: Page, name: string | RegExp) => page.getByRole('figure', { name })

/** Creates a category with one item that was just sold for more than any other test's. */
async function soldItem(account: Account | null) {
  const name = unique('Tiara')
  type Made = { data: Record<string, number> }
  const category = await api<Made>(account, 'POST', '/api/v1/categories', { categoryCode: name, categoryName: name })
  const item = await api<Made>(account, 'POST', '/api/v1/item-inventory', {
    itemCode: name,
    itemName: name,
    categoryID: category.data['categoryID'],
    uom: 'PCS',
    grams: 60,
    price: 87_654_321.5,
    cost: 40_000_000,
    locationID: 1,
    inventoryTypeID: 1,
    quantity: 1,
  })
  await api(account, 'POST', '/api/v2/sales', {
    locationID: 1,
    transactionTypeID: 1,
    items: [{ itemID: item.data['itemID'], orderQty: 1 }],
    payments: [{ paymentTypeID: 1, amount: 88_000_000 }],
    complete: true,
  })
  return { name, itemID: item.data['itemID'] }
}

test('the charts show sales by keyboard, as a table and for other periods', async ({ page, account }) => {
  test.slow()
  const { name, itemID } = await soldItem(account)
  await page.goto('/analytics')
  await expect(page.getByRole('combobox', { name: 'Period' })).toHaveValue('Last 30 days')
  const days = chart(page, 'Sales by day')
  await expect(days.getByText(/^₱[\d,.]+ in 30 days; best day /)).toBeVisible()
  await expect(days.getByText(/(against|in) the period before$/).first()).toBeAttached()
  await expect(days.getByRole('columnheader', { name: 'Period before' })).toBeAttached()
  await axe(page)

  // Today is accented.
  await expect(days.locator('.column.now')).toHaveCount(1)
  // A canvas turns every notation of a colour into red, green and blue.
  const fillOf = (column: string) =>
    days
      .locator(column)
      .first()
      .evaluate((element) => {
        const context = document.createElement('canvas').getContext('2d')!
        context.fillStyle = getComputedStyle(element).fill
        context.fillRect(0, 0, 1, 1)
        return [...context.getImageData(0, 0, 1, 1).data].slice(0, 3)
      })
  const [now, past] = [await fillOf('.column.now'), await fillOf('.column:not(.now)')]
  // The other days have a lighter gold.
  for (const [n, light] of past.entries()) expect(light).toBeGreaterThan(now[n]!)

  const points = days.getByRole('img')
  await points.last().focus()
  await expect(points.last()).toHaveAccessibleName(/^\d+ \w+ \d{4}: ₱[\d,.]+, \d+ orders?$/)
  await page.keyboard.press('ArrowLeft')
  await expect(points.nth(28)).toBeFocused()
  await page.keyboard.press('Home')
  await expect(points.first()).toBeFocused()
  await page.keyboard.press('ArrowLeft')
  await expect(points.first()).toBeFocused()
  await expect(days.locator('.column-told')).toHaveText((await points.first().getAttribute('aria-label'))!)

  const categories = chart(page, 'Sales by category')
  // The table is in the page for screen readers even before it is shown.
  const own = categories.getByRole('row', { name })
  await expect(own).toHaveText(`${name}₱87,654,321.50`)
  await categories.getByRole('button', { name: 'Show as table' }).focus()
  await page.keyboard.press('Enter')
  await expect(categories.getByRole('region', { name: 'Sales by category, as a table' })).toBeVisible()
  await expect(categories.getByRole('region').getByRole('row', { name })).toBeVisible()
  await axe(page)
  await page.keyboard.press('Enter')
  await expect(categories.getByRole('button', { name: 'Show as table' })).toBeFocused()

  const best = chart(page, 'Best items by money')
  await best.getByRole('button', { name: 'Show as table' }).click()
  await expect(best.getByRole('link', { name })).toHaveAttribute('href', `/items?id=${itemID}`)

  await page.getByRole('combobox', { name: 'Period' }).click()
  await page.getByRole('option', { name: 'All time' }).click()
  await expect(page).toHaveURL('/analytics?period=all')
  await expect(page.getByRole('combobox', { name: 'Period' })).toHaveValue('All time')
  await expect(own).toHaveCount(1)
})

test('an empty period shows a message; the address stores the days', async ({ page }) => {
  await page.goto('/analytics?from=2020-01-01&to=2020-01-05#visits')
  await expect(page.getByText('1 Jan 2020 to 5 Jan 2020')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Nothing was sold in this period' })).toBeVisible()
  await expect(chart(page, 'Visits by day').getByText('No visit was counted in this period.')).toBeInViewport()
  await axe(page)
  await page.getByLabel('To', { exact: true }).fill('2020-03-31')
  await expect(page).toHaveURL('/analytics?from=2020-01-01&to=2020-03-31')
  await expect(page.getByText('1 Jan 2020 to 31 Mar 2020')).toBeVisible()
})

test('the period before is an outline behind the columns, named by a legend', async ({ page, account }) => {
  const { name } = await soldItem(account)
  // The shop of the tests has no sales of earlier months, so the answer of the period before gets some.
  await page.route('**/api/v1/analytics?*', async (route) => {
    const response = await route.fetch()
    type Sold = { sales: { total: number }[]; totals: { total: number } }
    const body = (await response.json()) as { data: Sold }
    const isBefore = body.data.sales.every(({ total }) => total === 0)
    if (isBefore) {
      for (const sold of body.data.sales) sold.total = 1_000_000
      body.data.totals.total = 30_000_000
    }
    await route.fulfill({ response, json: body })
  })
  await page.goto('/analytics')
  const days = chart(page, 'Sales by day')
  await expect(days.locator('.ghost')).toHaveCount(30)
  await expect(days.locator('.ghost').first()).toHaveCSS('fill', 'none')
  await expect(days.locator('.ghost-legend')).toHaveText('The period before')
  await expect(days.getByText(/against the period before$/)).toBeVisible()
  await expect(chart(page, 'Sales by category').getByRole('row', { name })).toHaveCount(1)
  await page.getByRole('combobox', { name: 'Period' }).click()
  await page.getByRole('option', { name: 'All time' }).click()
  // There is no period before all time.
  await expect(days.locator('.ghost')).toHaveCount(0)
  await expect(days.locator('.ghost-legend')).toHaveCount(0)
})

test('the figures load in a skeleton of their final place', async ({ page }) => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/api/v1/analytics?*', async (route) => {
    await released
    await route.continue()
  })
  await page.goto('/analytics?from=2020-01-01&to=2020-01-05')
  const bones = page.locator('.analytics[aria-busy=true]')
  await expect(bones.getByText('Loading...')).toBeVisible()
  await expect(bones.locator('.bone')).toHaveCount(15)
  const topOf = async () => (await page.locator('.charts').boundingBox())!.y
  const before = await topOf()
  release()
  await expect(page.getByRole('heading', { name: 'Nothing was sold in this period' })).toBeVisible()
  await expect(page.locator('.bone')).toHaveCount(0)
  expect(Math.abs((await topOf()) - before)).toBeLessThanOrEqual(8)
})

test('visited pages have names, not addresses', async ({ page, account }) => {
  const { name, itemID } = await soldItem(account)
  for (let n = 0; n < 20; n++)
    for (const path of ['/', '/shop', '/contact', `/shop/${itemID}`])
      await api(null, 'POST', '/api/shop/visits', { path })
  await page.goto('/analytics')
  const pages = chart(page, 'Visits by page')
  for (const row of ['Home', 'Collection', 'Contact us', name])
    await expect(pages.getByRole('row', { name: row })).toHaveCount(1)
  await expect(pages).not.toContainText('/')
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })
  test('the charts are stacked and fit the screen', async ({ page, account }) => {
    await soldItem(account)
    await page.goto('/analytics')
    await expect(chart(page, 'Sales by day').getByRole('img').first()).toBeVisible()
    await axe(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  })
})
