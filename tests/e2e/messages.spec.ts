import type { Page } from '@playwright/test'

import type { CategoryRow } from '../../contract/catalogue/categories.ts'
import type { ItemRow } from '../../contract/catalogue/items.ts'
import type { Account } from '../../contract/people/account.ts'
import type { InventoryRow } from '../../contract/stock/inventory.ts'
import { api, axe, expect, newAccount, test, unique } from './fixtures.ts'

// Other journeys let stock run low, which sends messages to everybody. Each test looks for its own messages.

type One<T> = { data: T }

/** Creates a stock row, and a function that lets it run low, which sends a message to all staff. */
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
  return { itemName: item.itemName, itemID, inventoryID, runLow }
}

/** Opens the browser as a new user of that role without messages. */
async function asNewcomer(page: Page, role: 0 | 3) {
  const account = await newAccount(role)
  await page.addInitScript((text) => localStorage.setItem('account', text), JSON.stringify(account))
}

const bell = (page: Page) => page.getByRole('link', { name: /^Messages$|unread messages?$/ })
const rowOf = (page: Page, itemName: string) =>
  page.getByRole('list', { name: 'Messages' }).getByRole('listitem').filter({ hasText: itemName })
/** Locates the open message. */
const opened = (page: Page) => page.getByRole('region', { name: 'Messages' }).getByRole('article')
const tab = (page: Page, name: RegExp) => page.getByRole('navigation', { name: 'Messages' }).getByRole('link', { name })
/** Simulates that the tab becomes visible again. */
const look = (page: Page) =>
  page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))

test('messages arrive without a reload, link to their records, and can be read', async ({ page, account }) => {
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

  // Opening a message next to the list marks it as read; it can be marked unread.
  await rowOf(page, first.itemName).getByRole('link').press('Enter')
  await expect(opened(page)).toContainText('3 left, to be reordered at 4')
  await expect(rowOf(page, first.itemName)).not.toContainText('Unread')
  await axe(page)
  await opened(page).getByRole('button', { name: 'Mark as unread' }).click()
  await expect(opened(page)).toHaveCount(0)
  await expect(rowOf(page, first.itemName)).toContainText('Unread')
  await expect(rowOf(page, first.itemName).getByRole('link')).toBeFocused()

  // A read message leaves the Unread tab but stays open.
  await tab(page, /^Unread \d+$/).click()
  await rowOf(page, first.itemName).getByRole('link').click()
  await expect(rowOf(page, first.itemName)).toHaveCount(0)
  await expect(opened(page).getByRole('heading')).toHaveText(`${first.itemName} is low at Main`)
  await rowOf(page, second.itemName).getByRole('link').click()
  await expect(opened(page).getByRole('heading')).toHaveText(`${second.itemName} is low at Main`)

  await opened(page).getByRole('link', { name: 'Open stock' }).click()
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
  test('the inbox fits, has pages, and shows failures', async ({ page, account }) => {
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

    // On a phone the open message replaces the list, and Back shows the list again.
    await page.route('**/read', (route) => route.fulfill(failure))
    const row = rowOf(page, itemName).first()
    await row.getByRole('link').click()
    await expect(opened(page).getByRole('heading')).toBeFocused()
    await expect(row).toBeHidden()
    await expect(page.getByText('Something went wrong on our side.')).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    await axe(page)
    await page.getByRole('link', { name: '‹ Messages' }).click()
    await expect(row.getByRole('link')).toBeFocused()
    await expect(row).toContainText('Unread')
    await expect(page).toHaveURL(/\/messages\?page=2$/)
  })
})

test('the newest message is open beside the list, and stays unread until it is chosen', async ({ page, account }) => {
  await asNewcomer(page, 3)
  const { itemName, runLow } = await givenStock(account)
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/messages')
  await expect(page.getByRole('heading', { name: 'No messages yet' })).toBeVisible()
  await runLow()
  await page.goto('/messages')
  await expect(opened(page)).toBeVisible()
  const newest = page.getByRole('list', { name: 'Messages' }).getByRole('listitem').first()
  await expect(newest.getByRole('link')).toHaveAttribute('aria-current', 'true')
  await expect(rowOf(page, itemName)).toContainText('Unread')
  await rowOf(page, itemName).getByRole('link').click()
  await expect(opened(page).getByRole('heading')).toHaveText(`${itemName} is low at Main`)
  await expect(rowOf(page, itemName)).not.toContainText('Unread')
})

test('a question from LINE is answered on LINE, with the reply in the clipboard', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await asNewcomer(page, 3)
  const text = unique('Do you restring pearls?')
  await api(null, 'POST', '/api/shop/questions', { contact: 'LINE: aiko27', text, language: 'en' })
  await page.goto('/messages')
  await rowOf(page, text).getByRole('link').click()
  await expect(opened(page).getByRole('link', { name: 'Reply by email' })).toHaveCount(0)
  const reply = opened(page).getByRole('link', { name: 'Reply on LINE' })
  await expect(reply).toHaveAttribute('href', 'https://line.me/R/ti/p/~aiko27')
  await opened(page).getByRole('button', { name: 'Copy reply' }).click()
  await expect(page.getByText('The reply is copied')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(`> ${text}`)
  await axe(page)
})

test('a question is read, answered and turned into a sale', async ({ page, account }) => {
  const { itemName, itemID } = await givenStock(account)
  await asNewcomer(page, 3)
  const [name, text] = [unique('Maricel Tanaka'), 'Can it be made in size 9?\n\nAnd for her sister, too?']
  const email = `${unique('maricel').replaceAll(' ', '-')}@mail.example`
  await api(null, 'POST', '/api/shop/questions', { itemID, name, email, text, language: 'ja' })

  await page.goto('/messages')
  const sentence = `${name} asks about ${itemName}: Can it be made in size 9? And for her sister, too?`
  await expect(rowOf(page, name)).toContainText(sentence)
  await rowOf(page, name).getByRole('link').click()
  await expect(opened(page).getByRole('heading')).toHaveText(`Question about ${itemName}`)
  await expect(opened(page)).toContainText(email)
  await expect(opened(page)).toContainText('in Japanese')
  const words = opened(page).locator('p[lang=ja]')
  expect(await words.innerText()).toBe(text)
  await expect(opened(page)).toContainText('₱9.00')
  const piece = opened(page).getByRole('link', { name: 'Open item' })
  await expect(piece).toHaveAttribute('href', `/items?id=${itemID}`)
  // The piece stands before the question about it.
  expect((await piece.boundingBox())!.y).toBeLessThan((await words.boundingBox())!.y)
  const subject = encodeURIComponent(`「${itemName}」についてのお問い合わせ`)
  // The reply says what the shop has of the piece, and quotes the question.
  await expect(opened(page)).toContainText('10 available')
  const reply = opened(page).getByRole('link', { name: 'Reply by email' })
  await expect(reply).toHaveAttribute('href', new RegExp(`[?]subject=${subject}&body=`))
  expect(await reply.getAttribute('href')).toMatch(new RegExp(`^mailto:${email}`))
  const body = new URL((await reply.getAttribute('href'))!).searchParams.get('body')
  expect(body).toContain(`「${itemName}」は店頭にございます。`)
  expect(body?.split('\r\n').slice(-3)).toEqual(['> Can it be made in size 9?', '> ', '> And for her sister, too?'])
  await expect(rowOf(page, name)).not.toContainText('Unread')
  await axe(page)

  await opened(page).getByRole('button', { name: 'Mark as answered' }).click()
  await expect(opened(page)).toContainText(/Answered by Tester .*, \d/)
  await tab(page, /^Questions$/).click()
  await expect(rowOf(page, name)).toContainText('Answered')
  const which = page.getByRole('navigation', { name: 'Questions' })
  await which.getByRole('link', { name: 'To answer' }).click()
  await expect(which.getByRole('link', { name: 'To answer' })).toHaveAttribute('aria-current', 'page')
  await expect(rowOf(page, name)).toHaveCount(0)
  await which.getByRole('link', { name: 'Answered' }).click()
  await expect(rowOf(page, name)).toBeVisible()
  await axe(page)

  await page.setViewportSize({ width: 390, height: 844 })
  await rowOf(page, name).getByRole('link').click()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  await axe(page)
  await opened(page).getByRole('button', { name: 'Start a made-to-order sale' }).click()
  await expect(page.getByRole('heading', { name: 'Create Sales Transaction' })).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Transaction type' })).toHaveValue('Made-to-order')
  const [first, ...rest] = name.split(' ').toReversed()
  await expect(page.getByLabel('First name')).toHaveValue(rest.toReversed().join(' '))
  await expect(page.getByLabel('Last name')).toHaveValue(first!)
  await expect(page.getByLabel('Email')).toHaveValue(email)
  await page.getByLabel('Contact no').fill('+81 90 5550 0142')
  await page.getByRole('combobox', { name: 'Customer type' }).click()
  await page.getByRole('option', { name: 'Online' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText(/^Sale SO-\d{4}-\d{6} is saved$/)).toBeVisible()
})

test('a user without a role has no inbox', async ({ page }) => {
  await asNewcomer(page, 0)
  await page.goto('/messages')
  await expect(page).toHaveURL('/dashboard')
  await expect(bell(page)).toHaveCount(0)
})
