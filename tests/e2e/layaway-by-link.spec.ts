import type { Locator, Page } from '@playwright/test'

import type { MadeOrderLink } from '../../contract/order-page/order-links.ts'
import { formatPeso } from '../../contract/shared/money.ts'
import { axe, expect, test } from './fixtures.ts'
import { drawReceipt, openProofShop, type ProofShop, today } from './proof-shop.ts'

// A layaway from its link to its last instalment, in a shop of its own: the buyer reports each payment on a phone of 360
// pixels, and Staff approve it at the queue by the keyboard. One report is rejected first. The books agree at the end.

test.use({ role: null })
test.describe.configure({ timeout: 180_000 })

let shop: ProofShop
test.beforeAll(async () => {
  test.setTimeout(180_000)
  shop = await openProofShop()
})
test.afterAll(() => shop.close())

/** Reports a payment of the next amount on the buyer's page, with a picture of its receipt. */
async function report(phone: Page, amount: number, reference: string) {
  await phone.goto(`${shop.url}/order`)
  await expect(phone.getByRole('textbox', { name: 'Amount in pesos' })).toHaveValue(formatPeso(amount).slice(1))
  await phone.getByRole('textbox', { name: 'Reference on the receipt' }).fill(reference)
  const buffer = await drawReceipt({ amount, day: today, reference })
  await phone
    .getByLabel('Pictures of the receipt')
    .setInputFiles({ name: 'receipt.webp', mimeType: 'image/webp', buffer })
  await phone.getByRole('button', { name: 'Send to the shop' }).click()
  await expect(waitingOf(phone)).toContainText(formatPeso(amount))
}
const waitingOf = (phone: Page): Locator => phone.getByRole('region', { name: 'Waiting to be checked' })

/** Waits until the queue shows the report of this reference by itself, and takes decisions about it. */
async function seeReport(desk: Page, reference: string) {
  await expect(desk.getByRole('textbox', { name: 'Reference seen in our account' })).toHaveValue(reference)
  await desk.waitForTimeout(600)
}

test('a layaway is paid from its link to the last instalment', async ({ browser }) => {
  const sale = await shop.sell([12_000, 12_000, 6000])
  const path = `/api/v2/sales/${sale.salesTransactionID}`
  const { data: link } = await shop.send<{ data: MadeOrderLink }>(shop.joy, 'POST', `${path}/links`)
  const [phone, desk] = await Promise.all([
    browser.newPage({ viewport: { width: 360, height: 740 }, storageState: { cookies: [], origins: [] } }),
    browser.newPage({ reducedMotion: 'reduce', storageState: { cookies: [], origins: [] } }),
  ])
  const trouble: string[] = []
  for (const page of [phone, desk]) page.on('pageerror', (error) => trouble.push(String(error)))
  const { pathname, hash } = new URL(link.addresses.en)
  await phone.goto(shop.url + pathname + hash)
  await expect(phone.locator('.order-amount')).toHaveText('₱12,000.00')
  await desk.goto(`${shop.url}/login`)
  await desk.evaluate((text) => localStorage.setItem('account', text), JSON.stringify(shop.joy))
  await desk.goto(`${shop.url}/proof`)
  await expect(desk.getByText('No proof waits')).toBeVisible()

  // A wrong reference comes back as a sentence, and no balance changes.
  await report(phone, 12_000, '55501')
  await expect(phone.locator('.order-amount')).toHaveText('₱12,000.00')
  await seeReport(desk, '55501')
  await desk.keyboard.press('r')
  await desk.keyboard.press('2')
  await expect(desk.getByText('No proof waits')).toBeVisible()
  await phone.reload()
  await expect(waitingOf(phone)).toBeHidden()
  await expect(phone.getByText('We do not find this reference in our account')).toBeVisible()
  await axe(phone)

  for (const [n, amount] of [12_000, 12_000, 6000].entries()) {
    const reference = `100154360${n}`
    await report(phone, amount, reference)
    await seeReport(desk, reference)
    await desk.keyboard.press('a')
    await expect(desk.getByText('No proof waits')).toBeVisible()
    await phone.reload()
    await expect(waitingOf(phone)).toBeHidden()
    await expect(phone.getByText('Payment received')).toHaveCount(n + 1)
  }
  await expect(phone.getByText('Paid in full')).toBeVisible()
  expect(await phone.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0)
  const { data: paid } = await shop.send<{ data: typeof sale }>(shop.joy, 'GET', path)
  expect(paid).toMatchObject({ amountPaid: 30_000, balance: 0, status: 'Processing' })
  expect(new Set(paid.payments.map(({ reference }) => reference))).toEqual(
    new Set(['1001543600', '1001543601', '1001543602']),
  )
  expect(trouble).toEqual([])
})
