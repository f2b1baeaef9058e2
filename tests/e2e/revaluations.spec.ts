import type { Page } from '@playwright/test'

import type { ItemRow } from '../../contract/catalogue/items.ts'
import { axe, expect, test } from './fixtures.ts'
import { atMain, createItem, form, okay } from './steps.ts'

// A Manager gives an item a new cost, with a reason. Its details and its ledger show who did it and what it changed.

const detailsOf = async (page: Page, { itemID }: ItemRow) => {
  await page.goto(`/items?id=${itemID}`)
  return page.getByRole('dialog', { name: 'ITEM DETAILS AND IMAGES' })
}

test.describe('a manager', () => {
  test.use({ role: 2, allow: [/422/] })
  test('revalues an item and sees the change in its details and its ledger', async ({ page, account }) => {
    const item = await createItem(account, { ...atMain, quantity: 4, cost: 612.5 })
    const details = await detailsOf(page, item)
    await expect(details.getByText('Revaluations')).toBeHidden()
    await details.getByRole('button', { name: 'Revalue' }).click()
    const revalue = form(page, 'Revalue Item')
    await expect(revalue.getByText('4 in stock at ₱612.50')).toBeVisible()
    await expect(revalue.getByText('₱2,450.00')).toBeVisible()
    await axe(page)

    // The present cost is refused, and the form stays.
    await revalue.getByLabel('New cost per piece').fill('612.5')
    await expect(revalue.getByText('+₱0.00')).toBeVisible()
    await revalue.getByLabel('Reason').fill('Gold went up')
    await page.keyboard.press('Control+s')
    await expect(revalue.getByText('Error: The cost is ₱612.50 already')).toBeVisible()

    await revalue.getByLabel('New cost per piece').fill('700.25')
    await expect(revalue.getByText('₱2,801.00')).toBeVisible()
    await expect(revalue.getByText('+₱351.00')).toBeVisible()
    await revalue.getByRole('button', { name: 'Revalue' }).click()
    await okay(page, 'Item Revalued!')

    await expect(details.getByText('₱612.50 → ₱700.25')).toBeVisible()
    await expect(details.getByText('+₱351.00')).toBeVisible()
    await expect(details.getByText(`Gold went up, ${account!.name}`)).toBeVisible()
    await axe(page)
    await details.getByRole('link', { name: /^Main/ }).click()
    const moved = page.getByRole('row').filter({ hasText: 'Revaluation' })
    await expect(moved.getByRole('cell', { name: '+₱351.00' })).toBeVisible()
    await expect(moved.getByRole('cell', { name: '₱700.25' })).toBeVisible()
  })
})

test.describe('staff', () => {
  test.use({ role: 3 })
  test('see no way to revalue an item', async ({ page, account }) => {
    const item = await createItem(account, { ...atMain, quantity: 1 })
    const details = await detailsOf(page, item)
    await expect(details.getByRole('button', { name: 'Edit' })).toBeVisible()
    await expect(details.getByRole('button', { name: 'Revalue' })).toBeHidden()
  })
})
