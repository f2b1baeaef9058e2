import type { MadeOrderLink } from '../../contract/order-page/order-links.ts'
import type { SaleRow } from '../../contract/sales/sales.ts'
import { api, axe, expect, test } from './fixtures.ts'
import { atMain, createItem } from './steps.ts'

// A manager writes terms in Settings. A sale agrees to them, and staff enter its parcel. Its buyer reads both on the page of
// the order, without scripts, and downloads the invoice.

test.describe.configure({ timeout: 90_000 })
test.use({ role: 2 })

test('terms, a parcel and the invoice reach the buyer', async ({ browser, baseURL, page, account }) => {
  await page.goto('/settings')
  const terms = page.getByRole('form', { name: 'Return terms' })
  await terms.getByRole('textbox', { name: 'Text' }).fill('Within 14 days.\n\nUnworn.')
  await expect(terms.getByText('Within 14 days.').last()).toBeVisible()
  await terms.getByRole('button', { name: /^Save as version \d+$/ }).click()
  await expect(page.getByText(/^Version \d+ Saved!$/)).toBeVisible()
  await axe(page)

  const { itemID } = await createItem(account, {
    ...atMain,
    itemName: 'Cable chain',
    price: 61_000,
    cost: 9,
    quantity: 3,
  })
  const { data: sale } = await api<{ data: SaleRow }>(account, 'POST', '/api/v2/sales', {
    locationID: 1,
    transactionTypeID: 1,
    items: [{ itemID, orderQty: 1 }],
  })
  await page.goto(`/sales?id=${sale.salesTransactionID}`)
  const parcels = page.getByRole('region', { name: 'Parcels' })
  await parcels.getByRole('button', { name: 'Add a parcel' }).click()
  const form = page.getByRole('dialog', { name: 'Add Parcel' })
  await form.getByRole('textbox', { name: 'Carrier' }).fill('Yamato Transport')
  await form.getByRole('textbox', { name: 'Tracking number' }).fill('4055-5501-8642')
  await form.getByRole('button', { name: 'Add parcel' }).click()
  await expect(parcels.getByRole('listitem')).toContainText('4055-5501-8642')
  await expect(page.getByText(/^Return terms, version \d+$/)).toBeVisible()

  const path = `/api/v2/sales/${sale.salesTransactionID}/links`
  const { data: link } = await api<{ data: MadeOrderLink }>(account, 'POST', path)
  const context = await browser.newContext({
    viewport: { width: 360, height: 740 },
    baseURL: baseURL!,
    javaScriptEnabled: false,
    storageState: { cookies: [], origins: [] },
  })
  const phone = await context.newPage()
  await phone.goto('/order')
  await phone.getByRole('textbox', { name: 'Code from the message' }).fill(link.code)
  await phone.keyboard.press('Enter')
  await expect(phone.getByText('Yamato Transport')).toBeVisible()
  await phone.getByText('Return terms').click()
  await expect(phone.getByText('Within 14 days.')).toBeVisible()
  const download = phone.waitForEvent('download')
  await phone.getByRole('link', { name: /Invoice/ }).click()
  expect((await download).suggestedFilename()).toBe(`${sale.transactionNumber}.pdf`)
  await context.close()
})
