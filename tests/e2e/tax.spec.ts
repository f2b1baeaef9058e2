// This journey changes the tax of the whole shop, so it runs in a shop of its own.
import type { Page } from '@playwright/test'

import type { Account } from '../../contract/people/account.ts'
import type { SaleRow } from '../../contract/sales/sales.ts'
import { api, axe, expect, test } from './fixtures.ts'
import { openShop } from './server.ts'
import { atMain, createItem, form, okay, print, row } from './steps.ts'

test.use({ role: null, allow: [/status of 400/] })
test.describe.configure({ timeout: 120_000 })

const shared = process.env['SHOP_URL']
let close = async () => {}
let admin: Account

test.beforeAll(async () => {
  close = await openShop()
  admin = await api<Account>(null, 'POST', '/api/v1/login', {
    email: process.env['ADMIN_EMAIL'],
    password: process.env['ADMIN_PASSWORD'],
  })
})
test.afterAll(async () => {
  if (shared) process.env['SHOP_URL'] = shared
  await close()
})
test.beforeEach(async ({ page }) => {
  // Without the picker, the browser downloads the file.
  await page.addInitScript(() => Reflect.deleteProperty(window, 'showSaveFilePicker'))
  await page.goto('/login')
  await page.evaluate((text) => localStorage.setItem('account', text), JSON.stringify(admin))
})

async function sell(itemIDs: number[]): Promise<SaleRow> {
  const sale = {
    locationID: 1,
    transactionTypeID: 1,
    items: itemIDs.map((itemID) => ({ itemID, orderQty: 1 })),
    payments: [{ paymentTypeID: 1, amount: 10_000 }],
    complete: true,
  }
  return (await api<{ data: SaleRow }>(admin, 'POST', '/api/v2/sales', sale)).data
}
const paper = (page: Page, name: RegExp) => page.getByRole('article', { name, includeHidden: true })
const summary = (page: Page) => page.getByRole('complementary', { name: 'Summary' })
const fitsPhone = async (page: Page) => {
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  await page.setViewportSize({ width: 1280, height: 800 })
}

test('an administrator turns the tax on; sales, papers, refunds and the report show it', async ({ page }) => {
  const ring = await createItem(admin, { ...atMain, quantity: 5, price: 1120 })
  const coin = await createItem(admin, { ...atMain, quantity: 5, price: 500 })
  const before = await sell([ring.itemID])
  await page.goto(`/sales?id=${before.salesTransactionID}`)
  await expect(summary(page)).toContainText('Total₱1,120.00')
  await expect(summary(page)).not.toContainText(/tax/i)
  await page.goto('/report')
  await expect(page.getByRole('link', { name: 'Customer balances' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Tax', exact: true })).toBeHidden()

  await page.goto('/settings')
  const tax = form(page, 'Tax')
  await tax.getByRole('combobox', { name: 'Tax country' }).click()
  await page.getByRole('option', { name: 'Philippines (VAT)' }).click()
  await expect(tax.getByText('This is not an official receipt or a VAT invoice.')).toBeVisible()
  await tax.getByLabel('Registered for the tax').check()
  await tax.getByLabel('Tax number').fill('T123')
  await tax.getByLabel('First day with tax').fill('2026-01-01')
  await tax.getByRole('button', { name: 'Save tax' }).click()
  await expect(tax.getByText('T123 is not a VAT Registered TIN').first()).toBeVisible()
  await tax.getByLabel('Tax number').fill('123-456-789-00000')
  await tax.getByRole('button', { name: 'Save tax' }).click()
  await okay(page, 'Tax Saved!')
  const rates = page.getByRole('region', { name: 'Tax rates' })
  await expect(rates.getByRole('listitem')).toHaveText([/^VAT 12 %/, /^VAT-exempt sale/, /^Zero-rated sale/])
  await axe(page)
  await fitsPhone(page)

  // A rate above 100 % is refused; a right one is added, and removed while no sale has used it.
  await rates.getByRole('button', { name: 'Add a rate' }).click()
  const add = form(page, 'Add Tax Rate')
  await add.getByLabel('Rate name').fill('VAT')
  await add.getByLabel('Code').fill('VAT15')
  await add.getByLabel('Percent').fill('101')
  await expect(add.getByText('A tax rate is at most 100 %')).toBeVisible()
  await add.getByLabel('Percent').fill('15')
  await add.getByLabel('First day').fill('2099-01-01')
  await axe(page)
  await add.getByRole('button', { name: 'Add rate' }).click()
  await okay(page, 'Tax Rate Added!')
  await rates.getByRole('button', { name: 'Last day of VAT15' }).click()
  const end = form(page, 'Last Day of VAT15')
  await end.getByLabel('Last day').fill('2099-12-31')
  await end.getByRole('button', { name: 'Save last day' }).click()
  await okay(page, 'Tax Rate Saved!')
  await expect(rates.getByRole('listitem', { name: 'VAT15' })).toContainText('1 Jan 2099 to 31 Dec 2099')
  await rates.getByRole('button', { name: 'Remove VAT15' }).click()
  await page.getByRole('button', { name: 'Remove rate' }).click()
  await expect(rates.getByRole('listitem', { name: 'VAT15' })).toBeHidden()

  await page.goto(`/items?id=${coin.itemID}`)
  await page.getByRole('dialog', { name: 'ITEM DETAILS AND IMAGES' }).getByRole('button', { name: 'Edit' }).click()
  const item = form(page, 'Edit Item')
  await item.getByRole('combobox', { name: 'Tax class' }).click()
  await page.getByRole('option', { name: 'Exempt' }).click()
  await item.getByRole('button', { name: 'Update Item' }).click()
  await okay(page, 'Item Updated!')

  const sale = await sell([ring.itemID, coin.itemID])
  await page.goto(`/sales?id=${sale.salesTransactionID}`)
  await expect(summary(page)).toContainText('incl. VAT 12 % ₱120.00')
  await expect(summary(page)).toContainText('VAT-exempt sale ₱500.00')
  await print(page, 'Print invoice')
  await expect(paper(page, /^Invoice/)).toContainText('Incl. VAT 12 %on ₱1,000.00₱120.00')
  await expect(paper(page, /^Invoice/)).toContainText('VAT Registered TIN 123-456-789-00000')
  await axe(page)
  await fitsPhone(page)

  await page.getByRole('button', { name: 'Refund' }).click()
  const refund = page.getByRole('dialog', { name: `Refund ${sale.transactionNumber}` })
  await refund.getByRole('listitem', { name: ring.itemName }).getByLabel('Quantity').fill('1')
  await expect(refund.locator('.handed-back')).toContainText('incl. VAT 12 % ₱120.00')
  await expect(refund.locator('.handed-back')).not.toContainText('exempt')
  await axe(page)
  await fitsPhone(page)
  await refund.getByLabel('Reason').fill('Too small')
  await refund.getByRole('button', { name: /^Refund/ }).click()
  await okay(page, 'Sale Refunded!')
  await print(page, 'Print what was handed back')
  await expect(paper(page, /^Receipt/)).toContainText('Incl. VAT 12 %on −₱1,000.00−₱120.00')

  const exchange = await api<{ data: SaleRow }>(admin, 'POST', `/api/v1/sales/${sale.salesTransactionID}/exchanges`, {
    reason: 'Another',
    returned: [{ salesItemID: sale.items[1]!.salesItemID, qty: 1 }],
    items: [{ itemID: ring.itemID, orderQty: 1 }],
    payments: [{ paymentTypeID: 1, amount: 620 }],
  })
  await page.goto(`/sales?id=${exchange.data.salesTransactionID}`)
  // The slip is on the page only while it prints.
  await page.evaluate(() => {
    window.print = () => document.body.setAttribute('data-slip', document.querySelector('article')?.textContent ?? '')
  })
  await page.getByRole('button', { name: 'Print exchange slip' }).click()
  await expect(page.locator('body')).toHaveAttribute('data-slip', /VAT-exempt sale−₱500.00/)
  await expect(page.locator('body')).toHaveAttribute('data-slip', /Incl. VAT 12 %on ₱1,000.00₱120.00/)

  await page.goto('/report')
  await page.getByRole('link', { name: 'Tax', exact: true }).click()
  await expect(row(page, 'VAT-exempt sale')).toContainText('₱500.00')
  await expect(row(page, 'standard')).toContainText('₱120.00')
  await axe(page)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download CSV' }).click()
  expect((await download).suggestedFilename()).toMatch(/^tax-.*\.csv$/)

  await page.goto(`/sales?id=${before.salesTransactionID}`)
  await expect(summary(page)).toContainText('No tax recorded')
  await page.goto('/audit-trail?entity=tax')
  await row(page, 'Tax changed').first().click()
  const change = page.getByRole('dialog', { name: 'Tax changed' })
  await expect(change.getByRole('row', { name: 'Tax country (changed) – PH' })).toBeVisible()
})

test('papers of a shop that is not registered say what they are not', async ({ page }) => {
  await api(admin, 'PUT', '/api/v1/tax', { taxCountry: 'JP', taxRegistered: false })
  const ring = await createItem(admin, { ...atMain, quantity: 5, price: 1100 })
  const sale = await sell([ring.itemID])
  await page.goto(`/sales?id=${sale.salesTransactionID}`)
  await print(page, 'Print receipt')
  await expect(paper(page, /^Receipt/)).toContainText(
    'This is not a qualified invoice. The seller is not a registered issuer of qualified invoices.',
  )
  await expect(paper(page, /^Receipt/)).not.toContainText('Incl.')
  await axe(page)
})
