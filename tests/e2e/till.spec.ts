// Proves that the till keeps every scan, and shows the change that the server will give.
import type { Page } from '@playwright/test'

import { expect, test, unique } from './fixtures.ts'
import { atMain, createItem, scanAstray } from './steps.ts'

const scanField = (page: Page) => page.getByLabel('Scan a barcode')
const summary = (page: Page) => page.getByRole('complementary', { name: 'Summary' })
const figure = (page: Page, name: string) =>
  summary(page)
    .locator('dl > div')
    .filter({ has: page.getByText(name, { exact: true }) })
    .locator('dd')
const complete = (page: Page) => page.getByRole('button', { name: 'Complete' })

async function openTill(page: Page) {
  await page.goto('/sales?create=1')
  await expect(scanField(page)).toBeFocused()
  await expect(page.getByRole('combobox', { name: 'Location' })).toHaveValue('Main')
}

test('change comes from cash alone, and a payment above the balance is refused before it is sent', async ({
  page,
  account,
}) => {
  const item = await createItem(account, { ...atMain, quantity: 5, price: 1000 })
  await openTill(page)
  await page.keyboard.type(`${item.itemCode}\n`)
  await expect(figure(page, 'Balance')).toHaveText('₱1,000.00')

  await page.keyboard.press('F4')
  const first = page.getByRole('group', { name: 'Payment 1' })
  await first.getByRole('combobox', { name: 'Payment type' }).click()
  await page.getByRole('option', { name: 'GCash' }).click()
  await first.getByLabel('Amount').fill('2000')
  await expect(first.getByText('GCash may not be more than the balance of ₱1,000.00')).toBeVisible()
  await expect(summary(page).getByRole('status')).toHaveCount(0)
  await expect(complete(page)).toHaveAttribute('aria-disabled', 'true')

  await first.getByLabel('Amount').fill('800')
  await page.keyboard.press('F4')
  const second = page.getByRole('group', { name: 'Payment 2' })
  await expect(second.getByRole('combobox', { name: 'Payment type' })).toHaveValue('Cash')
  await second.getByLabel('Amount').fill('500')
  await expect(summary(page).getByRole('status')).toHaveText('Change₱300.00from ₱500.00 in cash')
  await page.keyboard.press('F9')
  await expect(summary(page).getByRole('status')).toHaveText('Completed. Change₱300.00from ₱500.00 in cash')
  await expect(figure(page, 'Change')).toHaveText('₱300.00')

  // A person who opens the sale later hands nothing back.
  await page.reload()
  await expect(summary(page).getByRole('status')).toHaveText('CompletedPaid in full')
  await expect(figure(page, 'Change')).toHaveText('₱300.00')
  // Its items are hidden, so that no click on a tile leaves it for a new draft. A scan begins the next sale.
  await expect(page.getByRole('list', { name: 'Items' })).toHaveCount(0)
  await page.keyboard.type(`${item.itemCode}\n`)
  await expect(summary(page)).toContainText('after saving')
  await expect(page.getByRole('list', { name: 'Items' })).toBeVisible()
})

test('a scan replaces the text in the field, and a tile clears it', async ({ page, account }) => {
  const name = unique('Pendant')
  const pendant = await createItem(account, { ...atMain, quantity: 5, itemName: name })
  const ring = await createItem(account, { ...atMain, quantity: 5, barcode: unique('B').replace(' ', '') })
  await openTill(page)
  await page.keyboard.type(name, { delay: 60 })
  await page.getByRole('button', { name: pendant.itemName }).click()
  await expect(scanField(page)).toHaveValue('')
  await expect(page.getByLabel(`Quantity of ${pendant.itemName}`)).toHaveValue('1')

  await scanField(page).fill('half a word')
  await page.waitForTimeout(400) // a person's text is older than the scanner's first key
  await page.keyboard.type(`${ring.barcode}\n`)
  await expect(page.getByLabel(`Quantity of ${ring.itemName}`)).toHaveValue('1')
  await expect(scanField(page)).toHaveValue('')
})

test('a scan that added nothing stops Complete once', async ({ page, account }) => {
  const item = await createItem(account, { ...atMain, quantity: 5, price: 1000 })
  await openTill(page)
  await page.keyboard.type('unheard-of\n')
  await expect(page.getByText('No item has the code or name ‘unheard-of’')).toBeVisible()
  await page.keyboard.type(`${item.itemCode}\n`)
  await expect(page.getByLabel(`Quantity of ${item.itemName}`)).toHaveValue('1')
  await page.keyboard.press('F8')
  await expect(figure(page, 'Balance')).toHaveText('₱0.00')
  await page.keyboard.press('F9')
  const alert = page.getByRole('region', { name: 'Finish' }).getByRole('alert')
  await expect(alert).toHaveText('Error: No item has the code or name ‘unheard-of’. Complete again to sell without it.')
  await expect(summary(page)).not.toContainText('Completed')
  await page.keyboard.press('F9')
  await expect(summary(page).getByRole('status')).toHaveText('CompletedPaid in full')
})

test('a mixed payment of two scanned pieces needs no Tab: the balance is filled in, a letter chooses the method', async ({
  page,
  account,
}) => {
  const ring = await createItem(account, { ...atMain, quantity: 5, price: 1000 })
  const band = await createItem(account, { ...atMain, quantity: 5, price: 234.5 })
  await openTill(page)
  await page.keyboard.type(`${ring.itemCode}\n`)
  await expect(page.getByLabel(`Quantity of ${ring.itemName}`)).toHaveValue('1')
  await page.keyboard.type(`${band.itemCode}\n`)
  await expect(figure(page, 'Balance')).toHaveText('₱1,234.50')

  let keys = 0
  const press = async (key: string) => {
    keys++
    await page.keyboard.press(key)
  }
  await press('F4')
  const first = page.getByRole('group', { name: 'Payment 1' })
  await expect(first.getByLabel('Amount')).toBeFocused()
  await expect(first.getByLabel('Amount')).toHaveValue('1,234.50')
  // The filled-in balance is cash, so that it can be rounded up.
  await expect(page.getByRole('button', { name: 'Cash ₱1,300' })).toBeVisible()
  await page.keyboard.type('500', { delay: 80 })
  await page.waitForTimeout(80) // a person is slower than a scanner
  await press('g')
  await expect(first.getByRole('combobox', { name: 'Payment type' })).toHaveValue('GCash')
  await expect(first.getByLabel('Amount')).toHaveValue('500')
  await press('F4')
  const second = page.getByRole('group', { name: 'Payment 2' })
  await expect(second.getByLabel('Amount')).toBeFocused()
  await expect(second.getByLabel('Amount')).toHaveValue('734.50')
  await press('F9')
  await expect(summary(page).getByRole('status')).toHaveText('CompletedPaid in full')
  expect(keys).toBeLessThanOrEqual(6)
})

test('only cash is rounded up, and a scanned code in the amount chooses no payment type', async ({ page, account }) => {
  const item = await createItem(account, {
    ...atMain,
    quantity: 5,
    price: 1234.5,
    itemCode: unique('GG').replace(' ', '-'),
  })
  await openTill(page)
  await page.keyboard.type(`${item.itemCode}\n`)
  await expect(figure(page, 'Balance')).toHaveText('₱1,234.50')
  await page.keyboard.press('F4')
  const payment = page.getByRole('group', { name: 'Payment 1' })
  await expect(payment.getByLabel('Amount')).toBeFocused()
  await scanAstray(page, item.itemCode)
  await expect(page.getByLabel(`Quantity of ${item.itemName}`)).toHaveValue('2')
  await expect(payment.getByLabel('Amount')).toHaveValue('1,234.50')
  await expect(payment.getByRole('combobox', { name: 'Payment type' })).toHaveValue('Cash')

  await payment.getByLabel('Amount').fill('2469')
  await page.getByRole('button', { name: 'Cash ₱2,500' }).click()
  await expect(payment.getByLabel('Amount')).toHaveValue('2,500.00')
  await expect(page.getByRole('group', { name: 'Payment 2' })).toHaveCount(0)
  await payment.getByLabel('Amount').fill('2469')
  await page.waitForTimeout(80)
  await page.keyboard.press('g')
  await expect(payment.getByRole('combobox', { name: 'Payment type' })).toHaveValue('GCash')
  await expect(page.getByRole('button', { name: /^Cash ₱/ })).toHaveCount(0)
})
