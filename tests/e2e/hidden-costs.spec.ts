import type { Page } from '@playwright/test'

import type { Account } from '../../contract/people/account.ts'
import type { WholeReceivingRow } from '../../contract/purchasing/receivings.ts'
import { roleIDOf } from '../../contract/shared/permissions.ts'
import { dataFolder, removeFolder, type Server, startServer } from '../support/server.ts'
import { axe, expect, test } from './fixtures.ts'

// An administrator hides costs in a shop of its own, because the setting holds for everybody in a shop. Staff then find
// no cost on any screen, and still order and receive.
// The page still asks after its account is taken away (401), and an old link by cost before the settings arrive (403).
test.use({ role: null, allow: [/status of 40[13]/] })
test.describe.configure({ timeout: 240_000 })

const admin = { email: 'admin@shop.example', password: 'a password of the tests' }
const joy = { email: 'joy@shop.example', password: 'a password of Joy' }

let folder: string
let server: Server
test.beforeAll(async () => {
  test.setTimeout(240_000)
  folder = await dataFolder()
  server = await startServer({
    DATA_DIR: folder,
    SHOP_DEMO: '1',
    ADMIN_EMAIL: admin.email,
    ADMIN_PASSWORD: admin.password,
  })
})
test.afterAll(async () => {
  server.child.kill('SIGTERM')
  await server.ended
  await removeFolder(folder)
})

async function send<T>(token: string | null, method: 'POST' | 'PUT' | 'GET', path: string, body?: object): Promise<T> {
  const answer = await fetch(server.url + path, {
    method,
    headers: { 'content-type': 'application/json', ...(token !== null && { authorization: `Bearer ${token}` }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  expect([path, answer.ok]).toEqual([path, true])
  return (await answer.json()) as T
}

async function signIn(page: Page, { email, password }: typeof admin) {
  const account = await send<Account>(null, 'POST', '/api/v1/login', { email, password })
  await page.goto(`${server.url}/login`)
  await page.evaluate((text) => localStorage.setItem('account', text), JSON.stringify(account))
  return account
}

/** The screens that show costs to a person who sees them. */
const costly = [
  ['/items', 'Items'],
  ['/purchase-order', 'Purchase orders'],
  ['/po-item', 'Purchase order items'],
  ['/po-receiving', 'Receivings'],
  ['/low-stock', 'Low Stock'],
  ['/report?report=sale-lines', 'Sale lines'],
  ['/report?report=purchases', 'Purchases'],
  ['/analytics', 'Analytics'],
] as const

/** The selector of the rows and charts that a screen has once its figures have arrived. */
const rows = 'tbody tr, .cards li, .charts figure, .charts section'

const main = (page: Page) => page.getByRole('main')

test('an administrator hides costs, and Staff order and receive without them', async ({ page }) => {
  const { token } = await signIn(page, admin)
  await send(token, 'POST', '/api/v1/users', {
    firstName: 'Joy',
    lastName: 'Santos',
    username: 'joy',
    ...joy,
    roleID: roleIDOf.staff,
  })
  await page.goto(`${server.url}/settings`)
  const costs = page.getByRole('form', { name: 'Hidden costs' })
  await costs.getByRole('switch', { name: 'Hide costs' }).check()
  await axe(page)
  await costs.getByRole('button', { name: 'Save costs' }).click()
  await expect(page.getByRole('dialog', { name: 'Costs Hidden!' })).toBeVisible()
  await page.getByRole('button', { name: 'Okay' }).click()
  // The administrator sees them still.
  await page.goto(`${server.url}/items`)
  await expect(page.getByRole('columnheader', { name: 'Cost' })).toBeVisible()

  await page.evaluate(() => localStorage.clear())
  const staff = await signIn(page, joy)
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 })
    for (const [path, label] of costly) {
      await page.goto(server.url + path)
      await expect(main(page).locator(rows).first()).toBeAttached()
      await expect(main(page).getByRole('alert')).toHaveCount(0)
      // What a report tells about its columns names hidden ones too, without a figure.
      const text = (await main(page).innerText()).replace(/^Every (item of every sale|purchase order of).*$/m, '')
      expect([label, width, /\b(cost|profit|margin)\b/i.exec(text)?.[0]]).toEqual([label, width, undefined])
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    }
  }
  await page.setViewportSize({ width: 1440, height: 900 })

  // An old link that sorts by cost shows the list in its own order.
  await page.goto(`${server.url}/items?sort=-cost`)
  await expect(page.getByRole('row')).not.toHaveCount(1)
  await expect(main(page).getByRole('alert')).toHaveCount(0)

  const { data: orders } = await send<{ data: { poID: number; poNumber: string }[] }>(
    staff.token,
    'GET',
    '/api/v2/po-receiving/orders',
  )
  await page.goto(`${server.url}/purchase-order?id=${orders[0]!.poID}`)
  await expect(page.getByRole('heading', { name: orders[0]!.poNumber })).toBeVisible()
  await expect(page.getByRole('columnheader', { name: 'Unit Cost' })).toHaveCount(0)
  await axe(page)
  await page.getByRole('button', { name: 'Receive' }).click()
  const receiving = page.getByRole('form', { name: 'Create Purchase Order Receiving' })
  await receiving.getByLabel('Reference number').fill('DR-2044')
  await expect(receiving.getByLabel(/Received quantity of/).first()).toBeVisible()
  await expect(receiving.getByText(/cost/i)).toHaveCount(0)
  await expect(receiving.getByRole('button', { name: 'Complete' })).toBeVisible()
  await axe(page)
  await receiving.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: 'Okay' }).click()

  // The administrator enters the cost of the delivery note. Staff then leave the completion to a manager.
  const id = await enterOtherCosts(token)
  await page.goto(`${server.url}/po-receiving?id=${id}`)
  const edit = page.getByRole('form', { name: `Edit Purchase Order Receiving no. ${id}` })
  await expect(edit.getByText('A manager completes what arrived without a purchase order')).toBeVisible()
  await expect(edit.getByRole('button', { name: 'Save' })).toBeVisible()
  await expect(edit.getByRole('button', { name: 'Complete' })).toHaveCount(0)
})

/** Raises the costs of the latest Pending receiving, and returns its key. */
async function enterOtherCosts(token: string) {
  const base = '/api/v2/po-receiving'
  const { data } = await send<{ data: { poReceivingID: number }[] }>(
    token,
    'GET',
    `${base}?status=Pending&sort=-poReceivingID&pageSize=1`,
  )
  const id = data[0]!.poReceivingID
  const { data: whole } = await send<{ data: WholeReceivingRow }>(token, 'GET', `${base}/${id}`)
  const items = whole.items.map(({ poReceivingItemID, poItemID, itemID, uom, receivedQty, unitCost }) => {
    return { poReceivingItemID, poItemID, itemID, uom, receivedQty, unitCost: unitCost! + 1 }
  })
  const { receivedDate } = whole
  await send(token, 'PUT', `${base}/${id}`, { referenceNumber: 'DR-2044', receivedDate, items })
  return id
}
