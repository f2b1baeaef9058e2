import type { Page } from '@playwright/test'

import type { Account } from '../../contract/account.ts'
import type { CategoryRow } from '../../contract/categories.ts'
import type { InventoryRow } from '../../contract/inventory.ts'
import type { ItemRow } from '../../contract/items.ts'
import { api, axe, expect, newAccount, test, unique } from './fixtures.ts'

// Other journeys let stock run low meanwhile, which everybody is told of: each test looks for its own messages.

type One<T> = { data: T }

/** A row of stock, and a way to let it run low: each time everybody on the staff is told. */
async function givenStock(account: Account | null) {
  const names = { categoryCode: unique('C'), categoryName: unique('Category') }
  const { categoryID } = (await api<One<CategoryRow>>(account, 'POST', '/api/v1/categories', names)).data
  const item = { itemCode: unique('I'), itemName: unique('Ring'), categoryID, uom: 'PCS', grams: 3, price: 9, cost: 5 }
  const body = { ...item, quantity: 10, reOrderThreshold: 4 }
  const { itemID } = (await api<One<ItemRow>>(account, 'POST', '/api/v1/item-inventory', body)).data
  const rows = await api<One<InventoryRow[]>>(account, 'GET', `/api/v1/inventory?itemID=${itemID}`)
  const { inventoryID, updatedAt: _, ...row } = rows.data[0]!
  const set = (quantity: number) => api(account, 'PUT', `/api/v1/inventory/${inventoryID}`, { ...row, quantity })
  const runLow = async (times = 1) => {
    for (let n = 0; n < times; n++) {
      await set(10)
      await set(3)
    }
  }
  return { itemName: item.itemName, inventoryID, runLow }
}

/** Opens the browser as somebody new of that role, who has no messages yet. */
async function asNewcomer(page: Page, role: 0 | 3) {
  const account = await newAccount(role)
  await page.addInitScript((text) => localStorage.setItem('account', text), JSON.stringify(account))
}

const bell = (page: Page) => page.getByRole('link', { name: /^Messages$|unread messages?$/ })
const rowOf = (page: Page, itemName: string) =>
  page.getByRole('list', { name: 'Messages' }).getByRole('listitem').filter({ hasText: itemName })
const tab = (page: Page, name: RegExp) => page.getByRole('navigation', { name: 'Messages' }).getByRole('link', { name })
/** The window comes back into view, as when its tab is chosen again. */
const look = (page: Page) =>
  page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))

test('messages arrive by themselves, lead to what they are about, and are read', async ({ page, account }) => {
  test.slow()
  const [first, second] = [await givenStock(account), await givenStock(account)]
  await asNewcomer(page, 3)
  await page.clock.install()
  await page.goto('/messages?topic=Approvals')
  await expect(page).toHaveTitle('Messages')
  await expect(page.getByRole('heading', { name: 'No messages about approvals' })).toBeVisible()
  await axe(page)

  await tab(page, /^Stock$/).click()
  await first.runLow()
  await page.clock.fastForward(20_000)
  await expect(bell(page)).toHaveAccessibleName(/^\d+ unread messages?$/)
  await expect(rowOf(page, first.itemName)).toContainText(/Unread: .* is low at Main: 3 left, to be reordered at 4/)
  await second.runLow()
  await look(page)
  await expect(rowOf(page, second.itemName)).toBeVisible()
  await axe(page)

  // Marked as read it stays under All, and leaves Unread.
  await rowOf(page, first.itemName).getByRole('button').press('Enter')
  await expect(rowOf(page, first.itemName).getByRole('link')).toBeFocused()
  await expect(rowOf(page, first.itemName).getByRole('button')).toHaveCount(0)
  await tab(page, /^Unread \d+$/).click()
  await expect(rowOf(page, second.itemName)).toBeVisible()
  await expect(rowOf(page, first.itemName)).toHaveCount(0)
  await axe(page)

  // Following one reads it, too.
  await rowOf(page, second.itemName).getByRole('link').click()
  await expect(page).toHaveURL(`/inventory?id=${second.inventoryID}`)
  await expect(page.getByRole('heading', { name: second.itemName })).toBeVisible()
  await bell(page).click()
  await expect(tab(page, /^All$/)).toHaveAttribute('aria-current', 'page')
  await expect(rowOf(page, second.itemName)).not.toContainText('Unread')

  await first.runLow()
  await look(page)
  await expect(rowOf(page, first.itemName).first()).toContainText('Unread')
  const markAll = page.getByRole('button', { name: 'Mark all as read' })
  await markAll.click()
  await expect(bell(page)).toHaveAccessibleName('Messages')
  await expect(markAll).toHaveAttribute('aria-disabled', 'true')
  await expect(markAll).toBeFocused()
  await expect(rowOf(page, first.itemName)).toHaveCount(2)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, allow: [/500 \(Internal Server Error\)/] })
  test('the inbox fits, has pages, and says what fails', async ({ page, account }) => {
    await asNewcomer(page, 3)
    const { itemName, runLow } = await givenStock(account)
    await runLow(11)
    const failure = { status: 500, json: { success: false, message: 'Something went wrong on our side.' } }
    await page.route('**/api/v1/notifications*', (route) => route.fulfill(failure))
    await page.goto('/messages')
    await expect(page.getByText('Error: Something went wrong on our side.')).toBeVisible()
    await page.unroute('**/api/v1/notifications*')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('list', { name: 'Messages' }).getByRole('listitem')).toHaveCount(10)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    await axe(page)
    await page.getByRole('link', { name: 'Next' }).click()
    await expect(page).toHaveURL(/page=2/)
    await expect(rowOf(page, itemName).first()).toBeVisible()

    await page.route('**/read', (route) => route.fulfill(failure))
    await rowOf(page, itemName).first().getByRole('button').click()
    await expect(page.getByText('Something went wrong on our side.')).toBeVisible()
    await expect(rowOf(page, itemName).first()).toContainText('Unread')
  })
})

test('who has no role has no inbox', async ({ page }) => {
  await asNewcomer(page, 0)
  await page.goto('/messages')
  await expect(page).toHaveURL('/dashboard')
  await expect(bell(page)).toHaveCount(0)
})
