import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import type { ItemRow } from '../../contract/catalogue/items.ts'
import type { Account } from '../../contract/people/account.ts'
import type { SaleRow } from '../../contract/sales/sales.ts'
import { publicAddress, languages, type Language } from '../../contract/shared/languages.ts'
import { screens, staffPaths } from '../../contract/shared/screens.ts'
import { en } from '../../web/site/words/en/index.ts'
import { ja } from '../../web/site/words/ja/index.ts'
import { tl } from '../../web/site/words/tl/index.ts'
import type { Words } from '../../web/site/words/words.ts'
import { api, newAccount, unique } from '../support/journeys.ts'
import { drawPicture } from '../support/pictures.ts'
import type { OpenEngine } from './engine.ts'
import { type Page, pageOf } from './page.ts'
import { keepPictures } from './pictures.ts'
import { type Proxy, proxyFrom } from './proxy.ts'
import { approvedOrder, onHand, stockedItem } from './rows.ts'

const words: Record<Language, Words> = { en, tl, ja }

/**
 * Defines the journeys of the shop's main tasks in one browser engine. Its visitors come from `address`. An error in the
 * console of the browser fails the journey.
 */
export function journeys(engine: string, openEngine: OpenEngine, address: string) {
  let page: Page
  let proxy: Proxy
  let manager: Account
  beforeAll(async () => {
    proxy = await proxyFrom(address, process.env['SHOP_URL']!)
    page = pageOf(await openEngine(), proxy)
    manager = await newAccount(1)
    await page.resize(1440, 1000)
  })
  beforeEach(() => {
    page.takeTrouble()
  })
  afterAll(async () => {
    await page?.close()
    proxy?.close()
  })

  test('its console, its errors and its Content-Security-Policy are heard', async () => {
    await page.openPublic('/about')
    expect(page.takeTrouble()).toEqual([])
    await plantTrouble(page)
    const heard: string[] = []
    await page.eventually(async () => {
      heard.push(...page.takeTrouble())
      for (const kind of ['in the console', 'as an error', 'as a rejection'])
        expect(heard).toContainEqual(expect.stringContaining(`planted ${kind}`))
      expect(heard).toContainEqual(expect.stringMatching(/content.security.policy/i))
    })
    // An engine may report one error twice.
    await page.openPublic('/about')
  })
  test.each(languages)('a visitor narrows the shop and asks about a piece (%s)', async (language) => {
    await page.become(null)
    await visit(page, language, manager)
    expect(page.takeTrouble()).toEqual([])
  })
  test('a person signs in', async () => {
    await signIn(page)
    expect(page.takeTrouble()).toEqual([])
  })
  test('every screen is drawn', async () => {
    await page.become(manager)
    for (const path of staffPaths) if (path !== screens.login && path !== screens.register) await draw(page, path)
    expect(page.takeTrouble()).toEqual([])
  })
  test('a sale by scanner, paid in two ways', async () => {
    await page.become(manager)
    await sell(page, manager)
    expect(page.takeTrouble()).toEqual([])
  })
  test('an item with a picture', async () => {
    await page.become(manager)
    await createItem(page, manager)
    expect(page.takeTrouble()).toEqual([])
  })
  test('an order is received', async () => {
    await page.become(manager)
    await receive(page, manager)
    expect(page.takeTrouble()).toEqual([])
  })
  // This journey runs only if ENGINE_PICTURES names a folder.
  const { ENGINE_PICTURES } = process.env
  test.each(ENGINE_PICTURES ? [ENGINE_PICTURES] : [])('pictures of it are kept in %s', async (folder) => {
    await keepPictures(page, manager, join(folder, engine))
    expect(page.takeTrouble()).toEqual([])
  })
}

/** Causes an error of each kind that a page can report. */
const plantTrouble = (page: Page) =>
  page.evaluate(() => {
    console.error('planted in the console')
    setTimeout(() => {
      throw new Error('planted as an error')
    })
    void Promise.reject(new Error('planted as a rejection'))
    const script = document.createElement('script')
    script.text = 'document.title = "planted against the policy"'
    document.head.append(script)
  }, null)

async function signIn(page: Page) {
  await page.become(null)
  await page.open(screens.login)
  await page.write({ role: 'field', name: 'Email' }, process.env['ADMIN_EMAIL']!)
  await page.write({ role: 'field', name: 'Password' }, process.env['ADMIN_PASSWORD']!)
  await page.click({ role: 'button', name: 'Sign In' })
  await page.see({ role: 'heading', name: 'Dashboard' })
}

/**
 * Opens a screen and waits until it has a title, has finished loading, and shows neither an error nor an invalid value.
 */
async function draw(page: Page, path: string) {
  await page.open(path)
  await page.eventually(async () => {
    const state = await page.evaluate(
      () => ({
        path: location.pathname,
        titled: document.querySelector('main h1, main h2') !== null,
        busy: document.querySelectorAll('main [aria-busy="true"], main .column-chart:empty').length,
        said: document.querySelector<HTMLElement>('main [role="alert"]')?.innerText ?? '',
        invalid: /Invalid Date|\bNaN\b|\bundefined\b/.exec(document.body.innerText)?.[0] ?? '',
      }),
      null,
    )
    expect(state).toEqual({ path, titled: true, busy: 0, said: '', invalid: '' })
  })
}

async function sell(page: Page, account: Account) {
  const item = await stockedItem(account)
  await page.open(`${screens.sales}?create=1`)
  const summary = { role: 'complementary', name: 'Summary' } as const
  for (const text of ['₱1,234.50', '₱2,469.00']) {
    await page.click({ role: 'field', starts: 'Scan a barcode' })
    await page.type(item.barcode!)
    await page.press('Enter')
    await page.see({ ...summary, text })
  }
  await page.press('F4')
  await page.write({ role: 'field', name: 'Amount' }, '2000')
  await page.choose({ role: 'field', name: 'Payment type' }, 'GCash')
  await page.write({ role: 'field', name: 'Reference' }, '7719 204')
  // The second payment holds the balance, and typing replaces it.
  await page.press('F4')
  await page.see({ ...summary, text: 'Paid in full' })
  await page.type('500')
  await page.see({ ...summary, text: '₱31.00' })
  await page.press('F9')
  await page.see({ role: 'status', text: 'Completed', within: summary })
  const id = await page.evaluate(() => new URL(location.href).searchParams.get('id'), null)
  const { data: sale } = await api<{ data: SaleRow }>(account, 'GET', `/api/v2/sales/${id}`)
  expect(sale).toMatchObject({ status: 'Completed', totalPurchase: 2469, change: 31, balance: 0 })
  expect(sale.payments.map(({ paymentName, amount }) => [paymentName, amount])).toEqual([
    ['GCash', 2000],
    ['Cash', 500],
  ])
  expect(await onHand(account, item.itemID)).toBe(8)
}

async function createItem(page: Page, account: Account) {
  const { categoryName } = await stockedItem(account)
  const [code, itemName] = [unique('P'), unique('Emerald ring')]
  const folder = await mkdtemp(join(tmpdir(), 'alahas-picture-'))
  const file = join(folder, 'green.png')
  await writeFile(file, await drawPicture('green', { width: 600, height: 600 }))
  try {
    await page.open(screens.items)
    await page.click({ role: 'button', name: '+ Create Item' })
    const form = { role: 'form', name: 'Create Item' } as const
    await page.write({ role: 'field', name: 'Item code', within: form }, code)
    await page.choose({ role: 'field', name: 'Category', within: form }, categoryName, categoryName)
    await page.write({ role: 'field', name: 'Item name', within: form }, itemName)
    await page.write({ role: 'field', name: 'Price', within: form }, '86500')
    await page.write({ role: 'field', name: 'Cost', within: form }, '61200')
    await page.write({ role: 'field', name: 'Grams', within: form }, '3.42')
    await page.chooseFiles({ role: 'files', within: form }, [file])
    await page.see({ role: 'button', name: 'Remove green.png', within: form })
    await page.click({ role: 'button', name: 'Create Item', within: form })
    await page.click({ role: 'button', name: 'Okay', within: { role: 'dialog', name: 'Item Created!' } })
    await page.see({ role: 'row', text: code })
  } finally {
    await rm(folder, { recursive: true })
  }
  const { data } = await api<{ data: ItemRow[] }>(account, 'GET', `/api/v1/items?code=${encodeURIComponent(code)}`)
  expect(data).toMatchObject([{ itemName, price: 86500, images: [{}] }])
}

async function receive(page: Page, account: Account) {
  const item = await stockedItem(account)
  const poID = await approvedOrder(account, item.itemID)
  await page.open(`${screens.purchaseOrders}?id=${poID}`)
  await page.click({ role: 'button', name: 'Receive' })
  const form = { role: 'form', name: 'Create Purchase Order Receiving' } as const
  await page.write({ role: 'field', name: 'Reference number', within: form }, 'DR-1')
  await page.write({ role: 'field', name: `Received quantity of ${item.itemName}`, within: form }, '4')
  await page.click({ role: 'button', name: 'Complete', within: form })
  await page.click({ role: 'button', name: 'Complete', within: { role: 'dialog', name: 'Complete this receiving?' } })
  await page.click({
    role: 'button',
    name: 'Okay',
    within: { role: 'dialog', name: 'Purchase Order Receiving Completed!' },
  })
  expect(await onHand(account, item.itemID)).toBe(14)
}

async function visit(page: Page, language: Language, account: Account) {
  const own = words[language]
  for (const path of ['/', '/about', '/services', '/contact']) {
    await page.openPublic(publicAddress(language, path))
    await page.see({ role: 'main' })
    expect(await page.evaluate(() => document.documentElement.lang, null)).toBe(language)
  }
  await page.openPublic(publicAddress(language, '/shop'))
  await page.see({ role: 'heading', name: own.shop.heading })
  await page.click({ role: 'checkbox', name: '18K' })
  await page.see({ role: 'link', name: `${own.shop.remove} 18K` })
  await page.eventually(async () => {
    expect(await page.evaluate(() => location.search, null)).toContain('karat=18K')
  })
  await page.settle()
  const piece = { role: 'heading', within: { role: 'region', name: own.shop.list } } as const
  await page.click({ role: 'link', within: piece })
  await page.see({ role: 'heading', name: own.item.ask })
  const question = unique('Size 9?')
  await page.write({ role: 'field', name: own.item.name }, 'Maricel Tanaka')
  await page.write({ role: 'field', name: own.item.email }, `${unique('user')}@mail.example`)
  await page.write({ role: 'field', name: own.item.text }, question)
  await page.click({ role: 'button', name: own.item.send })
  await page.see({ role: 'heading', name: own.item.thanks })
  const found = `/api/v1/questions?search=${encodeURIComponent(question)}`
  expect((await api<{ data: { text: string }[] }>(account, 'GET', found)).data).toMatchObject([{ text: question }])
}
