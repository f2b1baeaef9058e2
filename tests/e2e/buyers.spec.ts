import type { Page } from '@playwright/test'

import type { BuyerRow } from '../../contract/sales/buyers.ts'
import type { SaleRow } from '../../contract/sales/sales.ts'
import { api, axe, expect, test, unique } from './fixtures.ts'
import { atMain, choose, createItem, form, okay, row } from './steps.ts'

test.use({ role: 2 })

type Account = Parameters<typeof api>[0]

const createHandle = () => `@${unique('opal').replace(' ', '.')}`
const createPiece = (account: Account) =>
  createItem(account, { itemName: unique('Piece'), price: 900, cost: 100, ...atMain, quantity: 10 })
async function createCustomer(account: Account) {
  const lastName = unique('Buyero').replace(' ', '-')
  const person = { firstName: 'Ana', lastName, contactNo: '1', email: `${lastName}@mail.example`, customerTypeID: 1 }
  const { data } = await api<{ data: { customerID: number } }>(account, 'POST', '/api/v2/customers', person)
  return { customerID: data.customerID, name: `Ana ${lastName}` }
}
/** Types a new handle at the till, with the keyboard alone from the handle on. */
async function typeHandle(page: Page, platform: string, handle: string) {
  const customer = page.getByRole('region', { name: 'Customer' })
  await customer.getByRole('button', { name: 'Buyer', exact: true }).click()
  await customer.getByRole('combobox', { name: 'Platform' }).click()
  await page.getByRole('option', { name: platform, exact: true }).click()
  await customer.getByRole('textbox', { name: 'Handle' }).fill(handle)
  return customer
}
async function saleOf(account: Account, handle: string) {
  const { data } = await api<{ data: SaleRow[] }>(account, 'GET', `/api/v2/sales?search=${encodeURIComponent(handle)}`)
  return data[0]!
}

for (const [width, height] of [
  [1440, 900],
  [390, 844],
] as const)
  test(`a handle buys, is joined to a customer, and is parted again at ${width} pixels`, async ({ page, account }) => {
    test.slow()
    await page.setViewportSize({ width, height })
    const [handle, piece, customer] = [createHandle(), await createPiece(account), await createCustomer(account)]
    await page.goto('/sales?create=1')
    await page.getByLabel('Scan a barcode').fill(piece.itemCode)
    await page.keyboard.press('Enter')
    const section = await typeHandle(page, 'TikTok', handle)
    await axe(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    await page.getByRole('button', { name: /^Save/ }).click()
    await expect(page).toHaveURL(/\bid=\d+/)
    await expect(section).toContainText(handle)
    await expect(section).toContainText('TikTok')

    await page.goto(`/buyer?search=${encodeURIComponent(handle)}`)
    await expect(page.getByText(handle, { exact: true })).toBeVisible()
    await page.getByRole('button', { name: `Join ${handle} (TikTok) to a customer` }).click()
    const joining = form(page, 'Join to Customer')
    await choose(page, joining, 'Customer', customer.name)
    await axe(page)
    await joining.getByRole('button', { name: 'Join', exact: true }).click()
    const joined = page.getByRole('dialog', { name: 'Buyer Joined!' })
    await expect(joined).toContainText(`${handle} is joined to ${customer.name}, who gets 1 sale.`)
    await okay(page, 'Buyer Joined!')

    await page.getByRole('link', { name: customer.name }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(customer.name)
    const { transactionNumber } = await saleOf(account, handle)
    const sold = page.getByRole('link', { name: transactionNumber })
    await expect(sold).toBeVisible()
    await expect(page.getByRole('region', { name: 'Sales in figures' })).toContainText('₱900.00')
    await axe(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)

    await page.getByRole('button', { name: `Part ${handle} (TikTok)` }).click()
    await page.getByRole('dialog', { name: 'Part Buyer' }).getByRole('button', { name: 'Part', exact: true }).click()
    await expect(page.getByRole('region', { name: 'Buyers' })).toBeHidden()
    await expect(page.getByText('No sales yet')).toBeVisible()
    await expect(sold).toBeHidden()
  })

test('a known handle is chosen, named on papers and in the search, and taken off again', async ({ page, account }) => {
  const [handle, piece] = [createHandle(), await createPiece(account)]
  const { data: known } = await api<{ data: BuyerRow }>(account, 'POST', '/api/v1/buyers', {
    platform: 'LINE',
    handle,
    contact: 'by chat',
  })
  await page.goto('/sales?create=1')
  await page.getByLabel('Scan a barcode').fill(piece.itemCode)
  await page.keyboard.press('Enter')
  const section = page.getByRole('region', { name: 'Customer' })
  await section.getByRole('button', { name: 'Buyer', exact: true }).click()
  await section.getByRole('combobox', { name: 'Known buyer' }).click()
  await section.getByRole('combobox', { name: 'Known buyer' }).fill(handle)
  await page.getByRole('option', { name: `${handle} (LINE)` }).click()
  await expect(section).toContainText('LINE · by chat')
  // The unsaved sale survives a reload with its handle.
  await page.reload()
  await expect(section).toContainText('LINE · by chat')
  const payments = page.getByRole('region', { name: 'Payments' })
  await payments.getByRole('button', { name: /^Exact cash/ }).click()
  await expect(payments.getByLabel('Amount')).toHaveValue('900.00')
  await page.keyboard.press('F9')
  await expect(page.getByRole('button', { name: /^New sale/ })).toBeVisible()
  await page.evaluate(() => (window.print = () => {}))
  await page.getByRole('button', { name: 'Print receipt' }).click()
  await expect(page.locator('.paper')).toContainText(handle)

  const sold = await saleOf(account, handle)
  expect(sold).toMatchObject({ buyerID: known.buyerID, customerID: null, status: 'Completed' })
  await page.goto(`/sales?search=${encodeURIComponent(handle)}`)
  await expect(row(page, sold.transactionNumber)).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: /Search/ }).fill(handle)
  await expect(page.getByRole('option', { name: handle }).first()).toBeVisible()
  await page.keyboard.press('Escape')
})
