import type { Page } from '@playwright/test'

import { drawPicture } from '../support/pictures.ts'
import { dataFolder, removeFolder, type Server, startServer } from '../support/server.ts'
import { expect, test } from './fixtures.ts'

// This journey is the first day with an empty shop, after `npm start` alone. While the server restarts, the page asks for
// its events again until the server answers.
test.use({ role: null, allow: [/ERR_CONNECTION_REFUSED/] })
test.describe.configure({ timeout: 120_000 })

let folder: string
let server: Server
test.beforeAll(async () => {
  folder = await dataFolder()
  server = await startServer({ DATA_DIR: folder })
})
test.afterAll(async () => {
  server.child.kill('SIGTERM')
  await server.ended
  await removeFolder(folder)
})

async function signIn(page: Page, email: string, password: string) {
  await page.goto(`${server.url}/`)
  await page.getByRole('link', { name: 'Sign in' }).first().click()
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await page.waitForURL(/\/dashboard$/)
}

async function sidebar(page: Page, name: string) {
  await page.getByRole('navigation', { name: 'Back-office' }).getByRole('link', { name, exact: true }).click()
}

async function created(page: Page, what: string) {
  await expect(page.getByRole('dialog', { name: `${what} Created!` })).toBeVisible()
  await page.getByRole('button', { name: 'Okay' }).click()
}

/** Asserts that the screens show the sale, the ring's stock and both movements. */
async function allIsThere(page: Page) {
  await sidebar(page, 'Sales')
  const sale = page.getByRole('row', { name: /SO-\d{4}-000001/ })
  await expect(sale).toContainText('Completed')
  await expect(sale).toContainText('₱259,500.00')
  await sidebar(page, 'Inventory')
  await page
    .getByRole('row', { name: /Solitaire ring/ })
    .getByRole('cell', { name: /^Solitaire ring/ })
    .click()
  await expect(page.getByRole('heading', { name: 'Solitaire ring' })).toBeVisible()
  const movements = page.getByRole('table', { name: 'Ledger' }).locator('tbody tr')
  await expect(movements).toHaveCount(2)
  await expect(movements.first()).toContainText(/SO-\d{4}-000001/)
  // Each row ends with its change and the quantity after it: −3 leaves 7, and +10 leaves 10.
  await expect(movements.first()).toContainText('−37')
  await expect(movements.last()).toContainText('+1010')
}

test('a new shop makes its first sale, and all data is present after a restart', async ({ page }) => {
  const [, email = '', password = ''] = /Email\s+(\S+)\s+Password\s+(\S+)/.exec(server.output())!
  await signIn(page, email, password)

  await sidebar(page, 'Categories')
  await page.getByRole('button', { name: '+ Create Category' }).first().click()
  const category = page.getByRole('form', { name: 'Create Category' })
  await category.getByLabel('Category code').fill('RG')
  await category.getByLabel('Category name').fill('Rings')
  await category.getByRole('button', { name: 'Create Category' }).click()
  await created(page, 'Category')

  await sidebar(page, 'Items')
  await page.getByRole('button', { name: '+ Create Item' }).first().click()
  const item = page.getByRole('form', { name: 'Create Item' })
  await item.getByLabel('Item code').fill('RG-0148')
  await item.getByRole('combobox', { name: 'Category' }).fill('Rings')
  await page.getByRole('option', { name: 'Rings' }).click()
  await item.getByLabel('Item name').fill('Solitaire ring')
  await item.getByLabel('Price').fill('86,500')
  await item.getByLabel('Cost').fill('61,200')
  await item.getByLabel('Grams').fill('3.42')
  await item.getByLabel('Barcode').fill('4801234567')
  const photo = async (name: string) => ({
    name: `${name}.png`,
    mimeType: 'image/png',
    buffer: await drawPicture(name),
  })
  await item
    .locator('input[type=file]')
    .first()
    .setInputFiles([await photo('gold'), await photo('white')])
  await item.getByLabel('Quantity').fill('10')
  await item.getByRole('button', { name: 'Create Item' }).click()
  await created(page, 'Item')
  await page.getByRole('button', { name: 'View Solitaire ring' }).click()
  await expect(page.getByRole('dialog', { name: 'ITEM DETAILS AND IMAGES' }).locator('li img')).toHaveCount(2)
  await page.getByRole('button', { name: 'Close' }).last().click()

  await sidebar(page, 'Sales')
  await page.getByRole('button', { name: '+ Create Sales Transaction' }).first().click()
  await expect(page.getByLabel('Scan a barcode')).toBeFocused()
  await expect(page.getByRole('combobox', { name: 'Location' })).toHaveValue('Main')
  const quantity = page.getByLabel('Quantity of Solitaire ring')
  for (const times of ['1', '2', '3']) {
    await page.keyboard.type('4801234567')
    await page.keyboard.press('Enter')
    await expect(quantity).toHaveValue(times)
  }
  await page.keyboard.press('F4')
  await page.keyboard.type('260,000')
  await page.keyboard.press('F9')
  const summary = page.getByRole('complementary', { name: 'Summary' })
  await expect(summary).toContainText('Completed')
  await expect(summary.getByRole('status')).toContainText('₱500.00')
  await page.getByRole('button', { name: 'Back to the sales' }).first().click()
  await allIsThere(page)

  server.child.kill('SIGINT')
  expect(await server.ended).toBe(0)
  server = await startServer({ DATA_DIR: folder })
  expect(server.output()).toContain('first-sign-in.txt')
  await signIn(page, email, password)
  await allIsThere(page)
})
