import type { Page } from '@playwright/test'

import type { Account } from '../../contract/people/account.ts'
import { api, expect, unique } from './fixtures.ts'

// Steps that journeys have in common.

type Made = { data: Record<string, number> }

export const form = (page: Page, name: string) => page.getByRole('form', { name })
/** A table's row by something that it says. */
export const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

/** Reads a dialog that tells of something, and closes it. */
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

/** An item of this test's own, with stock at Main where `quantity` says so. */
export async function item(account: Account | null, over: object = {}) {
  const code = unique('C')
  const category = await api<Made>(account, 'POST', '/api/v1/categories', { categoryCode: code, categoryName: code })
  const itemName = unique('Ring')
  const given = { itemCode: unique('RG'), itemName, categoryID: category.data['categoryID'], uom: 'PCS', grams: 3 }
  await api(account, 'POST', '/api/v1/item-inventory', { ...given, price: 900, cost: 612.5, ...over })
  return { itemName, categoryName: code }
}

/**
 * A burst of keys and Enter, as a scanner sends it, into whatever has the focus. Each key is pressed before the first is
 * heard: a busy machine is no typist. Where nobody takes the Enter, it presses the button that has the focus.
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

/** Presses a button that prints, and sees the browser asked to. */
export async function print(page: Page, button: string) {
  await page.evaluate(() => {
    window.print = () => document.body.setAttribute('data-printed', 'yes')
  })
  await page.getByRole('button', { name: button, exact: true }).click()
  await expect(page.locator('body')).toHaveAttribute('data-printed', 'yes')
}
