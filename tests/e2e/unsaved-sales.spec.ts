// Proves that the browser keeps unsaved sales: in IndexedDB, strictly, for every tab, and through a crash.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

import { type BrowserContext, chromium, type Page } from '@playwright/test'

import type { ItemRow } from '../../contract/catalogue/items.ts'
import { dataFolder, removeFolder } from '../support/server.ts'
import { api, expect, test } from './fixtures.ts'
import { atMain, createItem } from './steps.ts'
import { readUnsavedSales, writeUnsavedSale } from './unsaved-sales.ts'

const scanField = (page: Page) => page.getByLabel('Scan a barcode')
const remarks = (page: Page) => page.getByRole('textbox', { name: 'Remarks' })
const parked = (page: Page) => page.getByRole('button', { name: /^Parked/ })
const parkedList = (page: Page) => page.getByRole('list', { name: 'Parked sales' }).getByRole('listitem')
const quantityOf = (page: Page, item: ItemRow) => page.getByLabel(`Quantity of ${item.itemName}`)

async function openTill(page: Page) {
  await page.goto('/sales?create=1')
  await expect(scanField(page)).toBeFocused()
  await expect(page.getByRole('combobox', { name: 'Location' })).toHaveValue('Main')
}

async function scan(page: Page, item: ItemRow) {
  await scanField(page).focus()
  await page.keyboard.type(`${item.itemCode}\n`)
  await expect(quantityOf(page, item)).toHaveValue('1')
}

/** Closes the tab as its user does. The answer to the browser's question is yes. */
async function closeTab(page: Page) {
  page.on('dialog', (dialog) => void dialog.accept())
  const closed = page.waitForEvent('close')
  await page.close({ runBeforeUnload: true })
  await closed
}

test('a tab that is closed right after typing keeps the sale', async ({ page, context, account }) => {
  const item = await createItem(account, { ...atMain, quantity: 5 })
  await openTill(page)
  await scan(page, item)
  await remarks(page).fill('typed last')
  await closeTab(page)

  const next = await context.newPage()
  await openTill(next)
  await expect(parked(next)).toHaveText(/Parked \(1\)/)
  await next.keyboard.press('F6')
  await next.getByRole('button', { name: `Resume ${item.itemName}` }).click()
  await expect(quantityOf(next, item)).toHaveValue('1')
  await expect(remarks(next)).toHaveValue('typed last')
  await next.reload()
  await expect(remarks(next)).toHaveValue('typed last')
})

test('two tabs of a user see the unsaved sales of each other', async ({ page, context, account }) => {
  const item = await createItem(account, { ...atMain, quantity: 5 })
  const other = await context.newPage()
  await openTill(other)
  await openTill(page)
  await scan(page, item)
  await expect(parked(other)).toHaveText(/Parked \(1\)/)
  await page.keyboard.press('F7')
  await expect(parked(page)).toHaveText(/Parked \(1\)/)

  await other.bringToFront()
  await other.keyboard.press('F6')
  await expect(parkedList(other)).toHaveCount(1)
  await other.getByRole('button', { name: `Discard ${item.itemName}` }).click()
  await other.getByRole('button', { name: 'Discard sale' }).click()
  await expect(parkedList(other)).toHaveCount(0)
  await expect(parked(page)).toHaveText(/^Parked F6$/)
  expect(await readUnsavedSales(page)).toEqual([])
})

test('a draft and its request are stored strictly, the request before it is sent', async ({ page, account }) => {
  await page.addInitScript(() => {
    const calls: string[] = []
    Object.assign(globalThis, { storageCalls: calls })
    const transaction = Reflect.get(IDBDatabase.prototype, 'transaction')
    IDBDatabase.prototype.transaction = function (names, mode, options) {
      if (mode === 'readwrite') calls.push(String(options?.durability))
      return transaction.call(this, names, mode, options)
    }
    const persist = navigator.storage.persist.bind(navigator.storage)
    navigator.storage.persist = () => {
      calls.push('persist')
      return persist()
    }
  })
  const storageCalls = () => page.evaluate(() => Reflect.get(globalThis, 'storageCalls') as string[])
  const item = await createItem(account, { ...atMain, quantity: 5 })
  await openTill(page)
  expect(await storageCalls()).toEqual([])
  await scan(page, item)
  await expect.poll(() => readUnsavedSales(page)).toMatchObject([{ userID: account!.userID, sent: null }])
  await page.keyboard.press('F8')

  const storedWhenSent: unknown[] = []
  await page.route('**/api/v2/sales', async (route) => {
    storedWhenSent.push(...(await readUnsavedSales(page)))
    await route.continue()
  })
  await page.keyboard.press('F9')
  await expect(page.getByRole('complementary', { name: 'Summary' })).toContainText('Completed')
  const sent = { items: [{ itemID: item.itemID, orderQty: 1 }], complete: true }
  expect(storedWhenSent).toMatchObject([{ userID: account!.userID, sent }])
  await expect.poll(() => readUnsavedSales(page)).toEqual([])
  const calls = await storageCalls()
  expect(calls.filter((call) => call === 'persist')).toHaveLength(1)
  expect(new Set(calls)).toEqual(new Set(['strict', 'persist']))
})

test('a record that cannot be read counts as empty', async ({ page, account }) => {
  const item = await createItem(account, { ...atMain, quantity: 5 })
  await openTill(page)
  await scan(page, item)
  await expect.poll(() => readUnsavedSales(page)).toHaveLength(1)
  await writeUnsavedSale(page, { userID: account!.userID, key: 'broken' })
  await page.reload()
  await expect(quantityOf(page, item)).toHaveValue('1')
  await expect(parked(page)).toHaveText(/^Parked F6$/)
})

test('an invalid amount is empty after a reload, and its sale is still there', async ({ page, account }) => {
  const item = await createItem(account, { ...atMain, quantity: 5 })
  await openTill(page)
  await scan(page, item)
  await page.getByRole('button', { name: 'Add payment' }).click()
  await page.getByLabel('Amount', { exact: true }).fill('not a number')
  await expect.poll(() => readUnsavedSales(page)).toMatchObject([{ draft: { payments: [{ amount: Number.NaN }] } }])
  await page.reload()
  await expect(quantityOf(page, item)).toHaveValue('1')
  await expect(page.getByLabel('Amount', { exact: true })).toHaveValue('')
})

/** An unsaved sale as version 1.0.0 stored it. Its key is no UUID, and its lines have no facts. */
const earlierSale = ({ itemID, itemCode, itemName }: ItemRow) => ({
  key: 'kq3v7x',
  at: '2026-11-20T08:00:00.000Z',
  sent: null,
  draft: {
    locationID: 1,
    transactionTypeID: 1,
    orderDate: null,
    expectedDeliverDate: null,
    buyer: { kind: 'nobody' },
    lines: [
      {
        key: 1,
        itemID,
        itemCode,
        itemName,
        description: null,
        uom: 'PCS',
        image_url: null,
        price: 900,
        itemPrice: 900,
        orderQty: 2,
      },
    ],
    payments: [],
    discount: null,
    shippingFee: null,
    schedule: [],
    remarks: 'of version 1.0.0',
  },
})

test('unsaved sales of version 1.0.0 move once from local storage', async ({ page, account }) => {
  const item = await createItem(account, { ...atMain, quantity: 5 })
  const name = `unsaved sales ${account!.userID}`
  await page.goto('/')
  await page.evaluate(([name, text]) => localStorage.setItem(name, text), [
    name,
    JSON.stringify([earlierSale(item), 'not a sale']),
  ] as const)
  await openTill(page)
  await page.keyboard.press('F6')
  await page.getByRole('button', { name: `Resume ${item.itemName}` }).click()
  await expect(quantityOf(page, item)).toHaveValue('2')
  await expect(remarks(page)).toHaveValue('of version 1.0.0')
  expect(await page.evaluate((name) => localStorage.getItem(name), name)).toBeNull()
  await expect.poll(() => readUnsavedSales(page)).toMatchObject([{ userID: account!.userID, key: 'kq3v7x' }])
})

const refusals = {
  'refuses storage': {
    refuse: () => {
      IDBFactory.prototype.open = () => {
        throw new DOMException('Not allowed here', 'SecurityError')
      }
    },
    reason: 'it refuses to store them',
  },
  'never answers': {
    refuse: () => {
      const open = indexedDB.open.bind(indexedDB)
      // Returns a request for another database without its events.
      indexedDB.open = () => {
        const request = open('blocked', 1)
        request.addEventListener = () => {}
        return request
      }
    },
    reason: 'it refuses to store them',
  },
  'is full': {
    refuse: () => {
      IDBObjectStore.prototype.put = () => {
        throw new DOMException('No space', 'QuotaExceededError')
      }
    },
    reason: 'its storage is full',
  },
}
for (const [what, { refuse, reason }] of Object.entries(refusals))
  test(`the till sells in a browser that ${what}, and says so once`, async ({ page, account }) => {
    const item = await createItem(account, { ...atMain, quantity: 5 })
    await page.addInitScript(refuse)
    await openTill(page)
    await scan(page, item)
    const sentence = `This browser keeps no unsaved sales: ${reason}. Save each sale before you close or reload this window.`
    await expect(page.getByText(sentence)).toBeVisible()
    await remarks(page).fill('in memory')
    await page.keyboard.press('F7')
    await expect(parked(page)).toHaveText(/Parked \(1\)/)
    await page.keyboard.press('F6')
    await page.getByRole('button', { name: `Resume ${item.itemName}` }).click()
    await expect(remarks(page)).toHaveValue('in memory')
    await expect(page.getByText(sentence)).toHaveCount(1)
    await page.keyboard.press('F8')
    await page.keyboard.press('F9')
    await expect(page.getByRole('complementary', { name: 'Summary' })).toContainText('Completed')
    const { data } = await api<{ data: unknown[] }>(account, 'GET', `/api/v2/sales?itemID=${item.itemID}`)
    expect(data).toHaveLength(1)
  })

test.describe('a killed browser', () => {
  let folder = ''
  const started: ChildProcess[] = []
  test.beforeEach(async () => {
    folder = await dataFolder()
  })
  test.afterEach(async () => {
    for (const browser of started.splice(0)) await kill(browser)
    await removeFolder(folder)
  })

  /** Starts a browser of its own with this folder of data, whose process the test may kill. */
  async function startBrowser(): Promise<{ browser: ChildProcess; context: BrowserContext }> {
    const browser = spawn(
      process.env['CHROMIUM_PATH'] ?? chromium.executablePath(),
      [
        '--headless',
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
        '--disable-gpu',
        '--remote-debugging-port=0',
        `--user-data-dir=${folder}`,
      ],
      // A process group of its own, so that the test can kill all processes of the browser.
      { stdio: ['ignore', 'ignore', 'pipe'], detached: true },
    )
    started.push(browser)
    for await (const line of createInterface(browser.stderr)) {
      const address = /DevTools listening on (ws:\S+)/.exec(line)?.[1]
      if (!address) continue
      const [context] = (await chromium.connectOverCDP(address)).contexts()
      return { browser, context: context! }
    }
    throw new Error('The browser did not start')
  }

  async function kill(browser: ChildProcess) {
    if (browser.exitCode !== null || browser.signalCode !== null) return
    const ended = once(browser, 'exit')
    // A surviving helper process would still lock the database.
    process.kill(-browser.pid!, 'SIGKILL')
    await ended
  }

  test('restores the sale that was typed in it', async ({ account }) => {
    const item = await createItem(account, { ...atMain, quantity: 5 })
    const openTillIn = async (context: BrowserContext) => {
      const page = await context.newPage()
      await page.goto(process.env['SHOP_URL']!)
      await page.evaluate((text) => localStorage.setItem('account', text), JSON.stringify(account))
      await page.goto(`${process.env['SHOP_URL']}/sales?create=1`)
      await expect(scanField(page)).toBeFocused()
      return page
    }
    const first = await startBrowser()
    const page = await openTillIn(first.context)
    await scan(page, item)
    await remarks(page).fill('before the crash')
    await expect.poll(() => readUnsavedSales(page)).toMatchObject([{ draft: { remarks: 'before the crash' } }])
    await kill(first.browser)

    const { context } = await startBrowser()
    const next = await openTillIn(context)
    await expect(parked(next)).toHaveText(/Parked \(1\)/)
    await next.keyboard.press('F6')
    await next.getByRole('button', { name: `Resume ${item.itemName}` }).click()
    await expect(remarks(next)).toHaveValue('before the crash')
    await expect(quantityOf(next, item)).toHaveValue('1')
  })
})
