import type { Browser, Page } from '@playwright/test'

import type { MadeOrderLink } from '../../contract/order-page/order-links.ts'
import type { SaleRow } from '../../contract/sales/sales.ts'
import { drawPicture } from '../support/pictures.ts'
import { api, axe, expect, test } from './fixtures.ts'
import { atMain, createItem } from './steps.ts'

// A buyer opens the link of an order on a small phone, reads it again, copies what a transfer needs, and comes back by the
// code in a browser without scripts. Then the shop revokes the link.

test.describe.configure({ timeout: 90_000 })
test.use({ role: 2, allow: [/404|422/] })

const inDays = (n: number) => new Date(Date.now() + n * 86_400_000).toISOString().slice(0, 10)

async function orderOf(account: Parameters<typeof createItem>[0]) {
  const { itemID } = await createItem(account, {
    ...atMain,
    itemName: 'Double cable chain',
    karat: '18K',
    grams: 6.2,
    price: 61_000,
    cost: 40_000,
    quantity: 3,
  })
  const { data: sale } = await api<{ data: SaleRow }>(account, 'POST', '/api/v2/sales', {
    locationID: 1,
    transactionTypeID: 1,
    items: [{ itemID, orderQty: 1 }],
    schedule: [
      { dueDate: inDays(0), amount: 30_000 },
      { dueDate: inDays(30), amount: 31_000 },
    ],
    payments: [{ paymentTypeID: 1, amount: 30_000 }],
  })
  const path = `/api/v2/sales/${sale.salesTransactionID}/links`
  const { data: link } = await api<{ data: MadeOrderLink }>(account, 'POST', path)
  return { sale, link, revoke: () => api(account, 'DELETE', `${path}/${link.link.orderLinkID}`) }
}

/** A phone of 360 pixels. It collects what its pages complain of. */
async function phoneOf(browser: Browser, base: string, { scripts = true } = {}) {
  const context = await browser.newContext({
    viewport: { width: 360, height: 740 },
    baseURL: base,
    javaScriptEnabled: scripts,
    storageState: { cookies: [], origins: [] },
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  const phone = await context.newPage()
  const trouble: string[] = []
  phone.on('console', (message) => message.type() === 'error' && trouble.push(message.text()))
  phone.on('pageerror', (error) => trouble.push(String(error)))
  return { phone, context, trouble }
}

/** Opens a link's address at the server of these tests. */
const pathOf = (address: string) => {
  const { pathname, hash } = new URL(address)
  return pathname + hash
}
const overflow = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)

test('a buyer opens the link, reads the order again, and copies the amount and the reference', async ({
  browser,
  baseURL,
  account,
}) => {
  const { sale, link } = await orderOf(account)
  const { phone, context, trouble } = await phoneOf(browser, baseURL!)
  // A browser inside of another app may refuse storage.
  await phone.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB'])
      Object.defineProperty(window, name, {
        get: () => {
          throw new DOMException('Refused', 'SecurityError')
        },
      })
  })
  const sent: string[] = []
  phone.on('request', (request) =>
    sent.push(`${request.method()} ${request.url()} ${request.headers()['referer'] ?? ''}`),
  )
  await phone.goto(pathOf(link.addresses.en))
  await expect(phone.getByText(`Order ${sale.transactionNumber}`)).toBeVisible()
  expect(new URL(phone.url()).pathname + new URL(phone.url()).hash).toBe('/order')
  // The token is in no address and no referrer, and nothing comes from elsewhere.
  const token = link.addresses.en.split('#')[1]!
  expect(sent.filter((line) => line.includes(token) || !line.includes(new URL(baseURL!).host))).toEqual([])
  await expect(phone).toHaveTitle(/^(?!.*SO-)/)
  await expect(phone.locator('.order-amount')).toHaveText('₱31,000.00')
  await expect(phone.getByRole('heading', { name: 'Double cable chain' })).toBeVisible()
  expect(await overflow(phone)).toBe(0)

  await phone.reload()
  await expect(phone.locator('.order-amount')).toHaveText('₱31,000.00')
  await phone.getByRole('button', { name: 'Copy: Amount' }).click()
  await expect(phone.getByRole('status').first()).toHaveText('Copied')
  expect(await phone.evaluate(() => navigator.clipboard.readText())).toBe('31000.00')
  await expect(phone.getByRole('status').first()).toHaveText('')
  await phone.getByRole('button', { name: 'Copy: Reference for your transfer' }).press('Enter')
  await expect(phone.getByRole('status').nth(1)).toHaveText('Copied')
  expect(await phone.evaluate(() => navigator.clipboard.readText())).toBe(sale.transactionNumber)

  // The order stays open in the other languages.
  await phone.getByRole('link', { name: '日本語' }).click()
  await expect(phone.getByText(`ご注文番号 ${sale.transactionNumber}`)).toBeVisible()
  expect(await overflow(phone)).toBe(0)
  await phone.getByRole('link', { name: 'TL', exact: true }).click()
  await expect(phone.getByText(`Inyong order ${sale.transactionNumber}`)).toBeVisible()
  expect(await overflow(phone)).toBe(0)
  await axe(phone)
  expect(trouble).toEqual([])
  await context.close()
})

test('the code opens the order without scripts', async ({ browser, baseURL, account }) => {
  const { sale, link } = await orderOf(account)
  const { phone, context, trouble } = await phoneOf(browser, baseURL!, { scripts: false })
  // Without scripts, the token stays in the address and the page asks for the code.
  await phone.goto(pathOf(link.addresses.ja))
  await phone.getByRole('textbox', { name: 'メッセージにあるコード' }).fill(link.code.toLowerCase())
  await phone.keyboard.press('Enter')
  await expect(phone.getByText(`ご注文番号 ${sale.transactionNumber}`)).toBeVisible()
  // A button that needs scripts is not there.
  await expect(phone.getByRole('button', { name: 'コピー' })).toHaveCount(0)
  await phone.goto('/order')
  await expect(phone.getByText(`Order ${sale.transactionNumber}`)).toBeVisible()
  expect(trouble).toEqual([])
  await context.close()
})

const receipt = async (name = 'receipt.png') => ({
  name,
  mimeType: 'image/png',
  buffer: await drawPicture('white', { width: 300, height: 600 }),
})

test('a buyer reports a payment with a picture, sees it waiting, and takes it back', async ({
  browser,
  baseURL,
  account,
}) => {
  const { link } = await orderOf(account)
  const { phone, context, trouble } = await phoneOf(browser, baseURL!)
  await phone.goto(pathOf(link.addresses.en))
  await phone.getByRole('link', { name: 'I have paid' }).click()
  await expect(phone.getByRole('textbox', { name: 'Amount in pesos' })).toHaveValue('31,000.00')
  await phone.getByRole('textbox', { name: 'Amount in pesos' }).fill('12,000')
  // What is missing is said before anything is sent.
  await phone.getByRole('button', { name: 'Send to the shop' }).click()
  await expect(phone.getByText('Enter the reference that stands on the receipt.')).toBeVisible()
  await expect(phone.getByRole('textbox', { name: 'Reference on the receipt' })).toBeFocused()
  await phone.getByRole('textbox', { name: 'Reference on the receipt' }).fill('1001 5436')
  const files = phone.getByLabel('Pictures of the receipt')
  const picked = phone.locator('[data-proof=picked]')
  await expect(picked).toHaveText('None chosen yet')
  await files.setInputFiles({ name: 'a.heic', mimeType: 'image/heic', buffer: Buffer.from('0000ftypheic0000') })
  await expect(phone.getByText('Send a screenshot or JPEG.')).toBeVisible()
  await expect(picked).toHaveText('a.heic')
  await phone.getByRole('button', { name: 'Remove picture 1' }).click()
  await expect(picked).toHaveText('None chosen yet')
  await files.setInputFiles(await receipt('one.png'))
  await files.setInputFiles(await receipt('two.png'))
  await expect(phone.getByRole('button', { name: /^Remove picture/ })).toHaveCount(2)
  await expect(picked).toHaveText('one.png, two.png')
  await expect(phone.getByText('Send a screenshot or JPEG.')).toBeHidden()
  expect(await overflow(phone)).toBe(0)
  await axe(phone)
  await phone.getByRole('button', { name: 'Send to the shop' }).click()

  await expect(phone.getByText('Thank you. We have your message.')).toBeVisible()
  const waiting = phone.getByRole('region', { name: 'Waiting to be checked' })
  await expect(waiting).toContainText('₱12,000.00')
  await expect(waiting).toContainText('Then ₱19,000.00 of this payment remains.')
  await expect(phone.locator('.order-amount')).toHaveText('₱31,000.00')
  await expect(phone.getByRole('listitem').filter({ hasText: 'You sent a payment' })).toBeVisible()
  expect(await overflow(phone)).toBe(0)
  await axe(phone)
  await waiting.getByRole('button', { name: /Take it back/ }).click()
  await expect(waiting).toBeHidden()
  await expect(phone.getByRole('textbox', { name: 'Amount in pesos' })).toHaveValue('31,000.00')
  expect(trouble).toEqual([])
  await context.close()
})

test('a payment is reported and taken back without scripts, in the language of the page', async ({
  browser,
  baseURL,
  account,
}) => {
  const { link } = await orderOf(account)
  const { phone, context, trouble } = await phoneOf(browser, baseURL!, { scripts: false })
  await phone.goto('/ja/order')
  await phone.getByRole('textbox', { name: 'メッセージにあるコード' }).fill(link.code)
  await phone.keyboard.press('Enter')
  await phone.getByRole('textbox', { name: '控えの取引番号' }).fill('1001 5436')
  await phone.getByRole('button', { name: 'お店に知らせる' }).click()
  // What was typed stays, and the sentence stands at its field.
  await expect(phone.getByRole('alert')).toContainText('控えの画像を追加してください。')
  await expect(phone.getByRole('textbox', { name: '控えの取引番号' })).toHaveValue('1001 5436')
  // Without scripts the browser names the files itself, so our words must not stand beside it.
  await expect(phone.getByText('まだ選ばれていません')).toBeHidden()
  await phone.getByLabel('控えの画像').setInputFiles(await receipt())
  await phone.getByRole('button', { name: 'お店に知らせる' }).click()
  const waiting = phone.getByRole('region', { name: '確認待ち' })
  await expect(waiting).toContainText('₱31,000.00')
  expect(await overflow(phone)).toBe(0)
  await waiting.getByRole('button', { name: /取り消す/ }).click()
  await expect(waiting).toBeHidden()
  expect(trouble.filter((line) => !line.includes('422'))).toEqual([])
  await context.close()
})

test('a link pasted into an open page opens the other order, and a failed connection can be tried again', async ({
  browser,
  baseURL,
  account,
}) => {
  const { sale, link } = await orderOf(account)
  const other = await orderOf(account)
  const { phone, context } = await phoneOf(browser, baseURL!)
  await phone.route('**/order', (route) => (route.request().method() === 'POST' ? route.abort() : route.fallback()))
  await phone.goto(pathOf(link.addresses.en))
  await expect(phone.getByRole('alert')).toContainText('Your order could not be opened just now')
  expect(new URL(phone.url()).hash).toBe('')
  await axe(phone)
  await phone.unroute('**/order')
  await phone.getByRole('button', { name: 'Try again' }).click()
  await expect(phone.getByText(`Order ${sale.transactionNumber}`)).toBeVisible()
  await phone.goto(pathOf(other.link.addresses.en))
  await expect(phone.getByText(`Order ${other.sale.transactionNumber}`)).toBeVisible()
  await context.close()
})

test('a revoked link says that it no longer works, on a page as accessible as the others', async ({
  browser,
  baseURL,
  account,
}) => {
  const { sale, link, revoke } = await orderOf(account)
  const { phone, context, trouble } = await phoneOf(browser, baseURL!)
  await phone.goto('/order')
  await expect(phone.getByRole('heading', { name: 'Open your order' })).toBeVisible()
  await axe(phone)
  await phone.goto(pathOf(link.addresses.en))
  await expect(phone.getByText(`Order ${sale.transactionNumber}`)).toBeVisible()
  await axe(phone)
  await revoke()
  await phone.reload()
  await expect(phone.getByRole('heading', { name: 'Open your order' })).toBeVisible()
  await phone.goto(pathOf(link.addresses.en))
  await expect(phone.getByRole('heading', { name: 'This link no longer works.' })).toBeVisible()
  await expect(phone.getByText('Ask the shop for a new one.')).toBeVisible()
  expect(new URL(phone.url()).hash).toBe('')
  await axe(phone)
  await phone.getByRole('textbox', { name: 'Code from the message' }).fill(link.code)
  await phone.getByRole('button', { name: 'Open' }).click()
  await expect(phone.getByRole('heading', { name: 'This link no longer works.' })).toBeVisible()
  expect(trouble.filter((line) => !line.includes('404'))).toEqual([])
  await context.close()
})
