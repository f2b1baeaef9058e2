import type { Page } from '@playwright/test'

import type { Account } from '../../contract/people/account.ts'
import { api, expect, unique } from './fixtures.ts'

// All journeys share these steps.

type Made = { data: Record<string, number> }

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
  await inside.getByRole('combobox', { name: label }).click()
  await inside.getByRole('combobox', { name: label }).fill(text)
  await page.getByRole('option', { name: text }).click()
}

/** Creates an item, with stock at Main if `quantity` is given. */
export async function item(account: Account | null, over: object = {}) {
  const code = unique('C')
  const category = await api<Made>(account, 'POST', '/api/v1/categories', { categoryCode: code, categoryName: code })
  const itemName = unique('Ring')
  const given = { itemCode: unique('RG'), itemName, categoryID: category.data['categoryID'], uom: 'PCS', grams: 3 }
  await api(account, 'POST', '/api/v1/item-inventory', { ...given, price: 900, cost: 612.5, ...over })
  return { itemName, categoryName: code }
}

/**
 * Sends a burst of keys and Enter to the focused element, as a scanner does. All keys are sent at once, because a busy
 * machine could otherwise be too slow for a scanner. An unhandled Enter presses the focused button.
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
