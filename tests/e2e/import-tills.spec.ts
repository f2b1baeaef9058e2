// Proves that the export files of three other tills come in by their presets, without a spreadsheet.
import type { Page } from '@playwright/test'

import type { InventoryRow } from '../../contract/stock/inventory.ts'
import {
  ospCustomers,
  ospItems,
  renamedShopifyProducts,
  shopifyProducts,
  squareItems,
} from '../support/import-files.ts'
import { api, axe, expect, test, unique } from './fixtures.ts'

const choose = (page: Page, name: string, text: string) =>
  page.getByLabel('Choose a file').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })

type Item = { itemCode: string; itemName: string; grams: number; price: number; cost: number; onSite: boolean }

/** Imports a file of items that has one new category, and returns the items. */
async function importItems(
  page: Page,
  account: Parameters<typeof api>[0],
  {
    file,
    text,
    preset,
    code,
    rows,
    described,
  }: { file: string; text: string; preset: string; code: string; rows: number; described?: string },
) {
  await page.goto('/import?kind=items')
  await choose(page, file, text)
  await expect(page.getByRole('combobox', { name: 'Read as' })).toHaveValue(preset)
  await expect(page.getByRole('region', { name: 'Preview' })).toContainText(code)
  if (described !== undefined) {
    await page.getByText('Add columns to the description').first().click()
    const box = page.getByRole('checkbox', { name: described, exact: true })
    await box.click()
    await expect(box).toBeChecked()
    await expect(page.getByRole('region', { name: 'Preview' })).toContainText(`${described}: `)
  }
  await axe(page)
  await page.getByRole('button', { name: 'Check the rows' }).click()
  await page.getByRole('button', { name: 'Make this category' }).click()
  await page.getByRole('button', { name: `Import ${rows} items` }).click()
  await expect(page.getByText(`${rows} items imported`)).toBeVisible()
  const { data } = await api<{ data: Item[] }>(account, 'GET', `/api/v1/items?search=${code}&sort=itemCode`)
  return data
}

/** Lists the stock of the items with a code: name, location and quantity. */
async function listStock(account: Parameters<typeof api>[0], code: string) {
  const { data } = await api<{ data: InventoryRow[] }>(
    account,
    'GET',
    `/api/v1/inventory?search=${encodeURIComponent(code)}&sort=itemName`,
  )
  return data.map(({ item, location, quantity }) => [item.itemName, location.locationName, quantity])
}

for (const [headings, productsOf] of [
  ['today’s', renamedShopifyProducts],
  ['the former', shopifyProducts],
] as const)
  test(`products of Shopify with ${headings} headings, and a column of its own in the description`, async ({
    page,
    account,
  }) => {
    const code = unique('SHOP').replace(' ', '')
    const text = productsOf(code, unique('Rings'))
    const items = await importItems(page, account, {
      file: 'products.csv',
      text,
      preset: 'Shopify products',
      code,
      rows: 4,
      described: 'Vendor',
    })
    expect(items).toMatchObject([
      {
        itemCode: `${code}-6`,
        itemName: `${code} Sampaguita ring 18K 6`,
        grams: 3.25,
        price: 12_500,
        cost: 8200,
        karat: '18K',
        onSite: true,
      },
      { itemCode: `${code}-7`, itemName: `${code} Sampaguita ring 18K 7`, grams: 3.4, price: 12_900, onSite: true },
      { itemCode: `${code}-pin`.toLowerCase(), itemName: `${code} Pearl pin`, cost: 2100, onSite: false },
      // A draft is not public, although Shopify says that it is published.
      { itemCode: `${code}-T`, itemName: `${code} Tiara`, onSite: false },
    ])
    // The second variant has the texts of its product.
    const description = 'Handmade in Meycauayan.\nPolished\nVendor: Amihan'
    expect(items.slice(0, 2)).toMatchObject([{ description }, { description }])
    expect(await listStock(account, code)).toEqual([
      [`${code} Sampaguita ring 18K 6`, 'Main', 2],
      [`${code} Tiara`, 'Main', 1],
    ])
    // Both variants have both pictures of their product, whose addresses are no public ones. The open screen shows it.
    const pictures = page.getByRole('region', { name: 'Pictures' })
    await expect(pictures).toContainText('Pictures: 4 failed', { timeout: 30_000 })
    await expect(pictures).toContainText('https://192.0.2.1/1.jpg: 192.0.2.1 is not on the public internet')
    await axe(page)
    const answer = page.waitForResponse('**/pictures/retry')
    await pictures.getByRole('button', { name: 'Try the failed ones again' }).click()
    expect(await (await answer).json()).toMatchObject({ data: { waiting: 4 } })
  })

test('items of Square', async ({ page, account }) => {
  const code = unique('SQ').replace(' ', '')
  const text = squareItems(code, unique('Chains'))
  const items = await importItems(page, account, { file: 'catalog.csv', text, preset: 'Square items', code, rows: 2 })
  expect(items).toMatchObject([
    { itemCode: `${code}-1`, itemName: `${code} Rose chain`, grams: 4.536, price: 9800, cost: 6100 },
    { itemCode: `${code}-2`, itemName: `${code} Tahitian studs Black`, price: 15_000 },
  ])
  expect(await listStock(account, code)).toEqual([[`${code} Rose chain`, 'Main', 3]])
})

test('items of opensourcepos', async ({ page, account }) => {
  const code = unique('OSP').replace(' ', '')
  const text = ospItems(code, unique('Bangles'))
  const items = await importItems(page, account, {
    file: 'items.csv',
    text,
    preset: 'opensourcepos items',
    code,
    rows: 2,
  })
  expect(items).toMatchObject([
    { itemCode: `${code}-A`, itemName: `${code} Bangle 14K`, price: 32_000, cost: 21_000, karat: '14K' },
    { itemCode: `${code}-B`, itemName: `${code} Brooch`, price: 2600, cost: 1200 },
  ])
  expect(await listStock(account, code)).toEqual([
    [`${code} Bangle 14K`, 'Main', 2],
    [`${code} Brooch`, 'Main', 1],
  ])
})

test('customers of opensourcepos', async ({ page }) => {
  const name = unique('Osp').replace(' ', '')
  await page.goto('/import?kind=customers')
  await choose(page, 'customers.csv', ospCustomers(name))
  await expect(page.getByRole('combobox', { name: 'Read as' })).toHaveValue('opensourcepos customers')
  await expect(page.getByText('These columns are not taken: Gender, Consent,')).toBeVisible()
  await axe(page)
  await page.getByRole('button', { name: 'Check the rows' }).click()
  await page.getByRole('button', { name: 'Import 2 customers' }).click()
  await expect(page.getByText('2 customers imported')).toBeVisible()
  await page.getByRole('link', { name: 'Show customers' }).click()
  await page.getByRole('searchbox').fill(name)
  await expect(page.getByText('1–2 of 2')).toBeVisible()
})
