import type { Page } from '@playwright/test'

import { api, axe, expect, test, unique } from './fixtures.ts'
import { createItem } from './steps.ts'

const search = (page: Page) => page.getByRole('dialog', { name: 'Search' })
const field = (page: Page) => search(page).getByRole('combobox', { name: 'Search' })
const opener = (page: Page) => page.getByRole('button', { name: 'Search items, sales, customers' })
const options = (page: Page) => search(page).getByRole('option')

test('a record is found, chosen and opened by keyboard alone', async ({ page, account }) => {
  const word = unique('Tala')
  for (const n of [1, 2]) await createItem(account, { itemName: `${word} ring ${n}` })
  await api(account, 'POST', '/api/v2/suppliers', {
    supplierName: `${word} Gold`,
    contactDetails: '+63 2 5555 0190',
    email: 'orders@tala.example',
  })
  await page.goto('/supplier')
  await page.getByRole('searchbox').press('Control+K')
  await expect(field(page)).toBeFocused()
  await page.keyboard.type('suppl')
  await expect(options(page).first()).toHaveText('SupplierBuy')

  await field(page).fill(word)
  await expect(options(page)).toHaveText([
    new RegExp(`^${word} ring 2`),
    new RegExp(`^${word} ring 1`),
    `${word} Gold+63 2 5555 0190 · orders@tala.example`,
  ])
  await expect(search(page).getByRole('group')).toHaveCount(2)
  await axe(page)
  await expect(options(page).first()).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('ArrowUp')
  await expect(options(page).last()).toHaveAttribute('aria-selected', 'true')
  await expect(field(page)).toHaveAttribute('aria-activedescendant', (await options(page).last().getAttribute('id'))!)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/items\?id=\d+$/)
  await expect(search(page)).toBeHidden()
  await expect(page.getByRole('dialog').getByText(`${word} ring 1`).first()).toBeVisible()
})

test('a command opens a new sale, a new delivery, or today', async ({ page }) => {
  await page.goto('/supplier')
  await expect(opener(page)).toBeVisible()
  for (const [words, address] of [
    ['new sale', '/sales?create=1'],
    ['receive', '/po-receiving?create=1'],
    ['today', '/dashboard?period=today'],
  ] as const) {
    await page.keyboard.press('Control+K')
    await field(page).fill(words)
    await expect(search(page).getByRole('group', { name: 'Commands' })).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(address)
    await expect(search(page)).toBeHidden()
    if (words === 'receive') await page.keyboard.press('Escape')
  }
})

test('the first key counts, although the dialog’s code still loads', async ({ page }) => {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(/SearchDialog/, async (route) => {
    await released
    await route.continue()
  })
  await page.goto('/dashboard')
  await expect(opener(page)).toBeVisible()
  await page.keyboard.press('Control+K')
  await page.keyboard.type('xupplier', { delay: 20 })
  for (let n = 0; n < 8; n++) await page.keyboard.press('Backspace')
  await page.keyboard.type('supp')
  await expect(search(page)).toHaveCount(0)
  release()
  await expect(field(page)).toBeFocused()
  await page.keyboard.type('lier')
  await expect(field(page)).toHaveValue('supplier')
  await expect(options(page).first()).toHaveText('SupplierBuy')
})

test('a scanned barcode opens its item, although Enter arrives before the results', async ({ page, account }) => {
  const barcode = unique('49').replace(' ', '')
  const { itemName } = await createItem(account, { barcode })
  await createItem(account, { barcode: `${barcode}0` })
  await page.goto('/dashboard')
  await opener(page).click()
  await expect(field(page)).toBeFocused()
  await page.keyboard.insertText(barcode)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/items\?id=\d+$/)
  await expect(page.getByRole('dialog').getByText(itemName).first()).toBeVisible()
})

test('an empty result is reported; Esc closes and restores the focus', async ({ page }) => {
  await page.goto('/supplier')
  await opener(page).focus()
  await page.keyboard.press('Enter')
  const nowhere = unique('<b>nobody</b>')
  await field(page).fill(nowhere)
  await expect(search(page).getByRole('status')).toHaveText(`Nothing found for ‹${nowhere}›`)
  await axe(page)
  await page.keyboard.press('Escape')
  await expect(search(page)).toBeHidden()
  await expect(opener(page)).toBeFocused()
})

test('an older response never replaces a newer one', async ({ page, account }) => {
  const [slow, quick] = [await createItem(account), await createItem(account)]
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/api/v1/search?*', async (route) => {
    if (new URL(route.request().url()).searchParams.get('q') === slow.itemName) await held
    await route.continue()
  })
  await page.goto('/dashboard')
  await opener(page).click()
  const asked = page.waitForRequest((request) => request.url().includes('/api/v1/search?'))
  await field(page).fill(slow.itemName)
  await asked
  await expect(search(page).getByRole('status')).toHaveText('Searching…')
  await field(page).fill(quick.itemName)
  await expect(options(page)).toHaveText([new RegExp(`^${quick.itemName}`)])
  const answered = page.waitForResponse((response) =>
    response.url().includes(encodeURIComponent(slow.itemName).replaceAll('%20', '+')),
  )
  release()
  await answered
  await expect(options(page)).toHaveText([new RegExp(`^${quick.itemName}`)])
})

test.describe('without a response', () => {
  test.use({ allow: [/ERR_FAILED/] })
  test('the error is shown, and the search can be retried', async ({ page, account }) => {
    const { itemName } = await createItem(account)
    await page.goto('/dashboard')
    await opener(page).click()
    await page.route('**/api/v1/search?*', (route) => route.abort())
    await field(page).fill(itemName)
    await expect(search(page).getByRole('alert')).toContainText('Error: The server cannot be reached')
    await page.unroute('**/api/v1/search?*')
    await search(page).getByRole('button', { name: 'Try again' }).click()
    await expect(options(page)).toHaveText([new RegExp(`^${itemName}`)])
  })
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })
  test('an icon opens the search over the whole screen', async ({ page, account }) => {
    const { itemName } = await createItem(account)
    await page.goto('/dashboard')
    await opener(page).click()
    await expect.poll(async () => (await search(page).boundingBox())?.width).toBe(390)
    await field(page).fill(itemName)
    await options(page).first().click()
    await expect(page).toHaveURL(/\/items\?id=\d+$/)
    await expect(search(page)).toBeHidden()
  })
})
