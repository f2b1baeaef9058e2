import type { Page } from '@playwright/test'

import type { ItemRow } from '../../contract/catalogue/items.ts'
import type { Account } from '../../contract/people/account.ts'
import { api, expect, unique } from './fixtures.ts'

// All journeys share these steps.

type Made = { data: Record<string, number> }

/** Leaves the stream of events unanswered, so that no change of another journey fetches a failed list again. */
export const holdEvents = (page: Page) => page.route('**/api/v1/events?*', () => {})

export const form = (page: Page, name: string) => page.getByRole('form', { name })
/** Locates a table's row by a text in it. */
export const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

/** Checks a message dialog and closes it. */
export async function okay(page: Page, title: string) {
  const dialog = page.getByRole('dialog', { name: title })
  await expect(dialog).toBeVisible()
  await dialog.getByRole('button', { name: 'Okay' }).click()
  await expect(dialog).toBeHidden()
}

/** Chooses from a list that the server searches. */
export async function choose(page: Page, inside: ReturnType<typeof form>, label: string, text: string) {
  const field = inside.getByRole('combobox', { name: label })
  await field.click()
  await field.fill(text)
  // A list hides when content that loads late pushes its field out of view. A person scrolls back to it.
  await expect(async () => {
    await field.scrollIntoViewIfNeeded()
    await page.getByRole('option', { name: text }).click({ timeout: 2000 })
  }).toPass()
}

/** Goes to a screen inside the open app, as Back and Forward do: the page is not loaded again. */
export const goInside = (page: Page, path: string) =>
  page.evaluate((path) => {
    history.pushState(null, '', path)
    dispatchEvent(new PopStateEvent('popstate', { state: null }))
  }, path)

/** Fields of stock at Main. The threshold 0 prevents low-stock messages. */
export const atMain = { locationID: 1, inventoryTypeID: 1, reOrderThreshold: 0 }

/** Creates an item in a category of its own, with stock if `quantity` is given. */
export async function createItem(account: Account | null, over: Record<string, unknown> = {}): Promise<ItemRow> {
  const code = unique('C')
  const category = await api<Made>(account, 'POST', '/api/v1/categories', { categoryCode: code, categoryName: code })
  const { data } = await api<{ data: ItemRow }>(account, 'POST', '/api/v1/item-inventory', {
    itemCode: unique('RG').replace(' ', '-'),
    itemName: unique('Ring'),
    categoryID: category.data['categoryID'],
    uom: 'PCS',
    grams: 3,
    price: 900,
    cost: 612.5,
    ...over,
  })
  return data
}

/**
 * Sends a burst of keys and Enter to the focused element, as a scanner does. It sends all keys without a pause, because
 * a busy machine would otherwise be slower than a scanner. An unhandled Enter presses the focused button.
 */
export const scanAstray = (page: Page, code: string) =>
  page.evaluate((text) => {
    const pressed = Array.from(text)
      .concat('Enter')
      .map((key) => new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
    for (const event of pressed) {
      const focused = document.activeElement ?? document.body
      const left = focused.dispatchEvent(event)
      if (left && event.key === 'Enter' && focused instanceof HTMLButtonElement) focused.click()
      if (
        !left ||
        event.key === 'Enter' ||
        !(focused instanceof HTMLInputElement || focused instanceof HTMLTextAreaElement)
      )
        continue
      Object.getOwnPropertyDescriptor(Object.getPrototypeOf(focused), 'value')!.set!.call(
        focused,
        focused.value + event.key,
      )
      focused.dispatchEvent(new Event('input', { bubbles: true }))
    }
  }, code)

/** Presses a button that prints, and asserts that the browser's print dialog was requested. */
export async function print(page: Page, button: string) {
  await page.evaluate(() => {
    window.print = () => document.body.setAttribute('data-printed', 'yes')
  })
  await page.getByRole('button', { name: button, exact: true }).click()
  await expect(page.locator('body')).toHaveAttribute('data-printed', 'yes')
}

/** Gives the page a stream of events that ends at once, so that its network can become idle. */
export const withoutStream = (page: Page) =>
  page.route('**/api/v1/events?*', (route) => route.fulfill({ contentType: 'text/event-stream', body: '' }))
