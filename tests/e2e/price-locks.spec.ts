import type { Page } from '@playwright/test'
import { sql } from 'drizzle-orm'

import type { ItemRow } from '../../contract/catalogue/items.ts'
import type { Account } from '../../contract/people/account.ts'
import type { SaleRow } from '../../contract/sales/sales.ts'
import { addDays, dayIn, formatDay } from '../../contract/shared/dates.ts'
import { openShop } from '../../scripts/database.ts'
import { readConfig } from '../../server/kernel/config.ts'
import { dataFolder, removeFolder, type Server, startServer } from '../support/server.ts'
import { axe, expect, test } from './fixtures.ts'
import { atMain, form, okay } from './steps.ts'

// A deposit of a layaway keeps its price until a day. The rate rises and the day passes: Staff read who decides and cannot take
// the rest, and a manager takes today's price, after which the rest is paid. The shop is of its own, because its setting holds
// for every sale and its days must pass.
test.use({ role: null, allow: [/status of 409/] })
test.describe.configure({ timeout: 180_000 })

const password = 'a password of the tests'
const admin = { email: 'admin@shop.example', password }
const mila = { email: 'mila@shop.example', password }
const joy = { email: 'joy@shop.example', password }

let folder: string
let server: Server
test.beforeAll(async () => {
  test.setTimeout(180_000)
  folder = await dataFolder()
  server = await startServer({ DATA_DIR: folder, ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: password })
})
test.afterAll(async () => {
  server.child.kill('SIGTERM')
  await server.ended
  await removeFolder(folder)
})

async function send<T>(account: Account | null, method: string, path: string, body?: object): Promise<T> {
  const answer = await fetch(server.url + path, {
    method,
    headers: { 'content-type': 'application/json', ...(account && { authorization: `Bearer ${account.token}` }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  expect([path, answer.ok]).toEqual([path, true])
  return (await answer.json()) as T
}
const login = (person: typeof admin) => send<Account>(null, 'POST', '/api/v1/login', person)

async function signIn(page: Page, person: typeof admin) {
  const account = await login(person)
  await page.goto(`${server.url}/login`)
  await page.evaluate((text) => localStorage.setItem('account', text), JSON.stringify(account))
}

/** Creates a manager and a member of Staff, and a ring of 2 g that is priced by a rate of 6,000. Returns the ring. */
async function prepare() {
  const boss = await login(admin)
  for (const [{ email }, roleID, firstName] of [
    [mila, 2, 'Mila'],
    [joy, 3, 'Joy'],
  ] as const)
    await send(boss, 'POST', '/api/v1/users', {
      firstName,
      lastName: 'Reyes',
      username: firstName.toLowerCase(),
      email,
      password,
      roleID,
      status: true,
    })
  await enterRate(boss, 6000)
  const category = await send<{ data: { categoryID: number } }>(boss, 'POST', '/api/v1/categories', {
    categoryCode: 'RG',
    categoryName: 'Rings',
  })
  const { data } = await send<{ data: ItemRow }>(boss, 'POST', '/api/v1/item-inventory', {
    itemCode: 'RG-1',
    itemName: 'Amihan ring',
    barcode: '4801234500017',
    categoryID: category.data.categoryID,
    uom: 'PCS',
    karat: '18K',
    grams: 2.5,
    price: 900,
    cost: 5000,
    ...atMain,
    quantity: 3,
  })
  await send(boss, 'PUT', `/api/v1/items/${data.itemID}/pricing`, parts)
  return data
}
const parts = { netGrams: 2, markup: 0, makingPerGram: 0, makingPerPiece: 0, stones: 0, roundTo: 10 }

async function enterRate(account: Account, sellPerGram: number) {
  type Current = { data: { karat: string; latest: { goldRateID: number } | null }[] }
  const { data } = await send<Current>(account, 'GET', '/api/v1/gold-rates/current')
  const latestID = data.find(({ karat }) => karat === '18K')!.latest?.goldRateID ?? null
  const rates = [{ karat: '18K', sellPerGram, buyPerGram: 4000, latestID, confirmed: true }]
  await send(account, 'POST', '/api/v1/gold-rates', { rates })
}

/** Lets so many days pass for the kept price of a sale. */
async function passDays(id: number, days: number) {
  const { db, close } = await openShop(readConfig({ DATA_DIR: folder }))
  try {
    await db.execute(sql`update sales_transaction set price_kept_until = price_kept_until - ${days}::int
      where sales_transaction_id = ${id}`)
  } finally {
    await close()
  }
}

const summary = (page: Page) => page.getByRole('complementary', { name: 'Summary' })
const lapse = (page: Page) => page.getByRole('region', { name: 'Price to decide' })
const day = (days: number) => addDays(dayIn('Asia/Tokyo', new Date()), days)

test('a deposit keeps a price until a day, after which a manager decides', async ({ page }) => {
  const ring = await prepare()

  // The administrator sets the days.
  await signIn(page, admin)
  await page.goto(`${server.url}/settings`)
  const settings = form(page, 'Kept prices')
  await settings.getByLabel('Days a price is kept').fill('0')
  await expect(settings.getByRole('button', { name: 'Save days' })).toBeDisabled()
  await settings.getByLabel('Days a price is kept').fill('30')
  await settings.getByRole('button', { name: 'Save days' }).click()
  await okay(page, 'Days Saved!')

  // Joy sells the ring on layaway. The till says which deposit keeps its price.
  await signIn(page, joy)
  await page.goto(`${server.url}/sales?create`)
  await page.getByRole('button', { name: 'Amihan ring' }).first().click()
  await page.getByRole('combobox', { name: 'Transaction type' }).click()
  await page.getByRole('option', { name: 'Layaway' }).click()
  await expect(page.getByText(`Any payment keeps the price until ${formatDay(day(30))}.`)).toBeVisible()
  const account = await login(joy)
  const types = await send<{ data: { transactionTypeID: number; code: string | null }[] }>(
    account,
    'GET',
    '/api/v3/transaction/transaction-types',
  )
  const { data: sale } = await send<{ data: SaleRow }>(account, 'POST', '/api/v2/sales', {
    locationID: 1,
    transactionTypeID: types.data.find(({ code }) => code === 'layaway')!.transactionTypeID,
    items: [{ itemID: ring.itemID, orderQty: 1 }],
    schedule: [
      { dueDate: day(0), amount: 3000 },
      { dueDate: day(60), amount: 9000 },
    ],
    payments: [{ paymentTypeID: 1, amount: 3000 }],
  })
  const address = `${server.url}/sales?id=${sale.salesTransactionID}`
  await page.goto(address)
  await expect(summary(page).getByText(`Price kept until ${formatDay(day(30))}`)).toBeVisible()
  await expect(lapse(page)).toBeHidden()

  // The rate rises, the shop reprices, and the day passes.
  const manager = await login(mila)
  await enterRate(manager, 6500)
  await send(manager, 'PUT', `/api/v1/items/${ring.itemID}/pricing`, parts)
  await passDays(sale.salesTransactionID, 31)
  await page.reload()
  const sentence = /^The price was kept until \d+ \w{3}( \d{4})?; today it is ₱13,000\.00 \(was ₱12,000\.00\)$/
  await expect(lapse(page).getByText(sentence)).toBeVisible()
  await expect(lapse(page)).toContainText('A manager decides whether it stays')
  await expect(lapse(page).getByRole('radio')).toHaveCount(0)
  await expect(summary(page)).toContainText('The price was kept until')
  await axe(page)
  await page.getByRole('button', { name: /^Take ₱9,000\.00 due/ }).click()
  await page.keyboard.press('F9')
  await expect(page.getByRole('alert').filter({ hasText: /The price was kept until/ })).toBeVisible()

  // Mila looks at the totals and takes today's price.
  await signIn(page, mila)
  await page.goto(address)
  const panel = lapse(page)
  await expect(panel.getByRole('radio', { name: 'Keep the price ₱12,000.00' })).toBeChecked()
  await expect(panel.getByRole('radio', { name: 'Take the lower of both ₱12,000.00' })).toBeVisible()
  await panel.getByRole('radio', { name: 'Take today’s price ₱13,000.00' }).check()
  await expect(panel.getByRole('button', { name: 'Decide' })).toBeDisabled()
  await panel.getByLabel('Reason').fill('Agreed by telephone')
  await axe(page)
  await page.keyboard.press('Enter')
  await expect(page.getByText('The price is decided. Balance ₱10,000.00')).toBeVisible()
  await expect(panel).toBeHidden()
  await expect(summary(page)).toContainText(`Price kept until ${formatDay(day(30))}`)
  const history = page.getByRole('region', { name: 'Decided prices' })
  await expect(history).toContainText('The price of the day was taken')
  await expect(history).toContainText('Agreed by telephone')
  await axe(page)

  // Joy takes the rest of it and hands the ring over.
  await send(account, 'POST', `/api/v2/sales/${sale.salesTransactionID}/payments`, { paymentTypeID: 1, amount: 10_000 })
  await signIn(page, joy)
  await page.goto(address)
  await page.getByRole('button', { name: /^Complete/ }).click()
  await expect(summary(page)).toContainText('Completed')
  await expect(page.getByText('Price kept until')).toBeHidden()
})
