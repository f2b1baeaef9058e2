import type { Page } from '@playwright/test'

import type { LiveBasketRow } from '../../contract/live/live-baskets.ts'
import type { LiveClaimRow } from '../../contract/live/live-claims.ts'
import type { LiveRow } from '../../contract/live/lives.ts'
import type { SaleRow } from '../../contract/sales/sales.ts'
import { formatPeso } from '../../contract/shared/money.ts'
import { countEffort } from './effort.ts'
import { api, axe, expect, test, unique } from './fixtures.ts'
import { openAsAnother, startLive } from './live-steps.ts'
import { drawReceipt, openProofShop, type ProofShop, today } from './proof-shop.ts'

// Three people hold one live in three browsers, one of them on a phone. Twenty claims are typed and their keys counted. A
// basket is sent, paid by its buyer through the page of the order, and leaves as a parcel: the recap shows what its sales show.

/** A slow machine reads changes of others more rarely. */
const slowly = { timeout: 45_000 }

const box = (page: Page) => page.getByRole('textbox', { name: 'Claim' })
const onShow = (page: Page) => page.getByRole('region', { name: 'On show' })
const line = (page: Page, number: number) => page.getByRole('list', { name: `Claims on piece ${number}` })
const told = (page: Page) => page.getByRole('form', { name: 'Note a claim' })
const newNames = (...names: string[]) => names.map((name) => unique(name).replace(' ', ''))

test.describe('staff', () => {
  test.use({ role: 3, allow: [/status of 409/] })

  test('three people hold one live: two advance at once, and a freed piece is passed on in three browsers', async ({
    page: host,
    account,
    browser,
    baseURL,
  }) => {
    test.slow()
    const [ana, bea, cel] = newNames('ana', 'bea', 'cel') as [string, string, string]
    const { liveID, items } = await startLive(account, [{}, {}, {}], { lineLength: 2 })
    await host.goto(`/live?id=${liveID}`)
    await expect(box(host)).toBeFocused()
    const typist = await openAsAnother(browser, liveID, baseURL!)
    const phone = await openAsAnother(browser, liveID, baseURL!, { width: 390, height: 844 })
    await host.keyboard.press('PageDown')
    for (const { page } of [typist, phone])
      await expect(onShow(page).getByRole('heading', { name: items[0]!.itemName })).toBeVisible(slowly)

    // The others see what is typed before it is noted.
    await box(typist.page).fill(ana)
    for (const page of [host, phone.page])
      await expect(told(page)).toContainText(`${typist.account.name} is typing ${ana}`, slowly)
    for (const name of [ana, bea, cel]) {
      await box(typist.page).fill(name)
      await typist.page.keyboard.press('Enter')
      await expect(line(typist.page, 1)).toContainText(name)
    }
    await expect(line(host, 1).getByRole('listitem')).toHaveCount(3, slowly)
    await expect(told(host)).not.toContainText('is typing')
    await expect(line(phone.page, 1).getByRole('listitem')).toHaveCount(3, slowly)

    // Both move on from piece 1. The second to arrive is told what the first has done, and sees it.
    const held = Promise.withResolvers<void>()
    await typist.page.route('**/api/v1/lives/*/show', async (route) => {
      await held.promise
      await route.continue()
    })
    await typist.page.keyboard.press('PageDown')
    await host.keyboard.press('PageDown')
    await expect(onShow(phone.page).getByRole('heading', { name: items[1]!.itemName })).toBeVisible(slowly)
    held.resolve()
    await expect(told(typist.page)).toContainText(`${account!.name} has put piece 2 on show`)
    for (const page of [host, typist.page])
      await expect(onShow(page).getByRole('heading', { name: items[1]!.itemName })).toBeVisible()

    // The winner gives piece 1 back. The next in line is asked on every screen, one passes, and the phone gives it away.
    await host.keyboard.press('PageUp')
    await host.getByRole('button', { name: `Withdraw the claim of ${ana}` }).click()
    await host.getByRole('textbox', { name: 'Reason' }).fill('Changed her mind')
    await host.keyboard.press('Enter')
    await expect(line(host, 1)).toContainText('left to answer')
    await typist.page.getByRole('button', { name: `Pass ${bea}` }).click(slowly)
    await expect(line(phone.page, 1)).toContainText('Asked', slowly)
    await expect(line(phone.page, 1)).not.toContainText(bea)
    await phone.page.getByRole('button', { name: 'Takes it' }).click()
    await expect(line(host, 1).getByRole('listitem').filter({ hasText: cel })).toContainText('Won', slowly)
    const { data } = await api<{ data: LiveClaimRow[] }>(account, 'GET', `/api/v1/lives/${liveID}/claims`)
    expect(data.map(({ buyer, status }) => [buyer.handle, status])).toEqual([
      [ana, 'withdrawn'],
      [bea, 'passed'],
      [cel, 'won'],
    ])
    await typist.context.close()
    await phone.context.close()
  })

  test('twenty claims take twenty times Enter and what must be said', async ({ page, account }) => {
    test.slow()
    const { liveID } = await startLive(account, [{ quantity: 20 }])
    const names = newNames(...Array.from({ length: 20 }, (_, n) => `b${String.fromCodePoint(97 + n)}`))
    await page.goto(`/live?id=${liveID}`)
    await expect(box(page)).toBeFocused()
    await page.keyboard.press('PageDown')
    await expect(onShow(page)).toContainText('Piece 1')
    const effort = countEffort(page)
    for (const name of names) {
      await effort.type(name)
      await effort.press('Enter')
    }
    await expect(line(page, 1).getByText('Won', { exact: true })).toHaveCount(20)
    const { steps, typed } = effort.count()
    expect([steps, typed]).toEqual([20, names.join('').length])
  })
})

test.describe('in a shop of its own', () => {
  test.use({ role: null })
  test.describe.configure({ timeout: 180_000 })
  let shop: ProofShop
  test.beforeAll(async () => {
    test.setTimeout(180_000)
    shop = await openProofShop()
  })
  test.afterAll(() => shop.close())

  /** Runs a live of two pieces, of which Ana and Bea win one each. */
  async function runLive() {
    const send = <T>(method: string, path: string, body?: object) => shop.send<T>(shop.joy, method, path, body)
    const types = await send<{ data: { transactionTypeID: number }[] }>(
      'GET',
      '/api/v3/transaction/transaction-types?search=Live%20selling',
    )
    const now = Date.now()
    const { data: live } = await send<{ data: LiveRow }>('POST', '/api/v1/lives', {
      liveName: 'Friday live',
      platforms: ['Facebook'],
      plannedStart: new Date(now).toISOString(),
      expectedEnd: new Date(now + 3 * 3_600_000).toISOString(),
      locationID: 1,
      transactionTypeID: types.data[0]!.transactionTypeID,
    })
    const path = `/api/v1/lives/${live.liveID}`
    const stock = { categoryID: 1, uom: 'PCS', cost: 600, locationID: 1, inventoryTypeID: 1, quantity: 1 }
    const pieces = []
    for (const [itemCode, price] of [
      ['PD-1201', 12_000],
      ['PD-0801', 8000.5],
    ] as const) {
      const item = { ...stock, itemCode, itemName: `Pendant ${itemCode}`, price, grams: 3 }
      const { data } = await shop.send<{ data: { itemID: number } }>(shop.boss, 'POST', '/api/v1/item-inventory', item)
      pieces.push({ itemID: data.itemID })
    }
    await send('PUT', `${path}/pieces`, { pieces, updatedAt: live.updatedAt })
    await send('PUT', `${path}/start`)
    for (const text of ['1 ana', '2 bea']) await send('POST', `${path}/comments`, { text })
    return { liveID: live.liveID, path }
  }

  test('a basket is sent, paid through the page of the order, and leaves as a parcel', async ({ browser }) => {
    const { liveID, path } = await runLive()
    const [phone, desk] = await Promise.all([
      browser.newPage({ viewport: { width: 360, height: 740 }, storageState: { cookies: [], origins: [] } }),
      browser.newPage({
        reducedMotion: 'reduce',
        storageState: { cookies: [], origins: [] },
        permissions: ['clipboard-read', 'clipboard-write'],
      }),
    ])
    const trouble: string[] = []
    for (const page of [phone, desk]) page.on('pageerror', (error) => trouble.push(String(error)))
    await desk.goto(`${shop.url}/login`)
    await desk.evaluate((text) => localStorage.setItem('account', text), JSON.stringify(shop.joy))
    await desk.goto(`${shop.url}/live?id=${liveID}&view=baskets`)
    await desk.getByRole('button', { name: 'Send 2 order pages' }).click()
    const addresses: string[] = []
    for (const name of ['ana', 'bea']) {
      const dialog = desk.getByRole('dialog', { name: `Order page for ${name}` })
      await dialog.getByRole('button', { name: 'Copy message' }).click()
      const text = await dialog.getByLabel('Text of the message').textContent()
      addresses.push(/\/order\S*#[\w-]+/.exec(text!)![0])
      await dialog.getByRole('button', { name: /^(Next|Done)$/ }).click()
    }

    // The buyer pays on the phone, and Staff find the money in the account.
    await phone.goto(shop.url + addresses[0])
    await expect(phone.locator('.order-amount')).toHaveText('₱12,000.00')
    await phone.getByRole('textbox', { name: 'Reference on the receipt' }).fill('100154399')
    const buffer = await drawReceipt({ amount: 12_000, day: today, reference: '100154399' })
    await phone
      .getByLabel('Pictures of the receipt')
      .setInputFiles({ name: 'receipt.webp', mimeType: 'image/webp', buffer })
    await phone.getByRole('button', { name: 'Send to the shop' }).click()
    await expect(phone.getByRole('region', { name: 'Waiting to be checked' })).toContainText('₱12,000.00')
    await desk.goto(`${shop.url}/proof`)
    await expect(desk.getByRole('textbox', { name: 'Reference seen in our account' })).toHaveValue('100154399')
    // A key that follows at once is taken for one that was meant for the proof before.
    await desk.waitForTimeout(600)
    await desk.keyboard.press('a')
    await expect(desk.getByText('No proof waits')).toBeVisible()

    const { data: baskets } = await shop.send<{ data: LiveBasketRow[] }>(shop.joy, 'GET', `${path}/baskets`)
    const ana = baskets.find(({ buyer }) => buyer.handle === 'ana')!
    await desk.goto(`${shop.url}/sales?id=${ana.salesTransactionID}`)
    await desk.getByRole('region', { name: 'Parcels' }).getByRole('button', { name: 'Add a parcel' }).click()
    const parcel = desk.getByRole('dialog', { name: 'Add Parcel' })
    await parcel.getByRole('textbox', { name: 'Carrier' }).fill('Yamato Transport')
    await parcel.getByRole('textbox', { name: 'Tracking number' }).fill('4055-5501-8642')
    await parcel.getByRole('button', { name: 'Add parcel' }).click()
    await expect(parcel).toBeHidden()
    await phone.reload()
    await expect(phone.getByText('Paid in full')).toBeVisible()
    await expect(phone.getByText('4055-5501-8642')).toBeVisible()

    // The recap's figures are those of its sales.
    await shop.send(shop.joy, 'PUT', `${path}/close`)
    const sales: SaleRow[] = []
    for (const { salesTransactionID } of baskets)
      sales.push((await shop.send<{ data: SaleRow }>(shop.joy, 'GET', `/api/v2/sales/${salesTransactionID}`)).data)
    const sum = (read: (sale: SaleRow) => number) => sales.reduce((all, sale) => all + read(sale), 0)
    expect([sum((sale) => sale.totalPurchase), sum((sale) => sale.amountPaid)]).toEqual([20_000.5, 12_000])
    await desk.goto(`${shop.url}/live?id=${liveID}&view=recap`)
    const figures = desk.getByRole('region', { name: 'Figures' })
    await expect(figures).toContainText(formatPeso(sum((sale) => sale.totalPurchase)))
    await expect(figures).toContainText(`${formatPeso(sum((sale) => sale.amountPaid))} paid`)
    await expect(figures).toContainText(`Unpaid1basket, ${formatPeso(8000.5)} to come`)
    await axe(desk)
    expect(trouble).toEqual([])
  })
})
