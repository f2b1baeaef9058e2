import type { Page } from '@playwright/test'

import { api, axe, expect, newAccount, test } from './fixtures.ts'
import { atMain, createItem, form, okay } from './steps.ts'

// A manager prices an item by the gold rate, sees what the price is reckoned from, and fixes it again. Nobody types the
// price of such an item.

type Current = { data: { karat: string; latest: { goldRateID: number } | null }[] }

/** Enters a rate of 18K. Another journey may have entered one, so a large difference is confirmed. */
async function enterRate(sellPerGram: number, buyPerGram: number) {
  const manager = await newAccount(2)
  const { data } = await api<Current>(manager, 'GET', '/api/v1/gold-rates/current')
  const latestID = data.find(({ karat }) => karat === '18K')!.latest?.goldRateID ?? null
  await api(manager, 'POST', '/api/v1/gold-rates', {
    rates: [{ karat: '18K', sellPerGram, buyPerGram, latestID, confirmed: true }],
  })
}

const pageOf = async (page: Page, itemID: number) => {
  await page.goto(`/items?id=${itemID}&view=page`)
  return page.getByRole('region', { name: 'Figures' })
}

test.describe('a manager', () => {
  test.use({ role: 2, allow: [/422/] })
  test('prices an item by the gold rate, changes it and fixes it', async ({ page, account }) => {
    await enterRate(6710, 6260)
    const item = await createItem(account, { ...atMain, karat: '18K', grams: 2.5, price: 900 })
    const figures = await pageOf(page, item.itemID)
    await figures.getByRole('button', { name: 'Price by gold rate' }).click()
    const pricing = form(page, 'Price by Gold Rate')
    await expect(pricing.getByText('18K sells for ₱6,710.00 a gram since')).toBeVisible()
    await pricing.getByLabel('Net weight').fill('2')
    await pricing.getByLabel('Markup').fill('10')
    await pricing.getByLabel('Making per gram').fill('100')
    await pricing.getByLabel('Making per piece').fill('500')
    await expect(pricing.getByText('₱15,462.00')).toBeVisible()
    await expect(pricing.getByText('₱15,470.00')).toBeVisible()
    await axe(page)
    await page.keyboard.press('Control+s')
    await okay(page, 'Price Set!')
    await expect(figures.getByText('₱15,470.00')).toBeVisible()
    await expect(
      figures.getByText(
        'By the 18K rate of ₱6,710.00 a gram: 2.00 g of gold ₱13,420.00, markup, work and stones ₱2,050.00',
      ),
    ).toBeVisible()
    await axe(page)

    // The form of the item shows the price, and the list has no field for it.
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    const edit = form(page, 'Edit Item')
    await expect(edit.getByLabel('Price')).toHaveAttribute('readonly', '')
    await expect(edit.getByText('It follows the gold rate: change its pricing')).toBeVisible()
    await edit.getByRole('textbox', { name: 'Description', exact: true }).fill('A plain ring')
    await page.keyboard.press('Control+s')
    await okay(page, 'Item Updated!')

    // A net weight above the gross one is refused, and a price below the metal is named.
    await figures.getByRole('button', { name: 'Change pricing' }).click()
    await pricing.getByLabel('Net weight').fill('3')
    await page.keyboard.press('Control+s')
    await expect(pricing.getByText('weighs 2.50 g with its stones').first()).toBeVisible()
    await pricing.getByLabel('Net weight').fill('2')
    await pricing.getByLabel('Markup').fill('0')
    await pricing.getByLabel('Making per gram').fill('0')
    await pricing.getByLabel('Making per piece').fill('0')
    await expect(pricing.getByText('₱13,420.00').last()).toBeVisible()
    await expect(pricing.getByText('Below the gold in it')).toBeHidden()
    await page.keyboard.press('Control+s')
    await okay(page, 'Price Set!')

    // Another net weight in the item's form shows the price that follows, and sets it.
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    await edit.getByLabel('Net weight').fill('2.6')
    await expect(edit.getByText('The price becomes ₱17,450.00, by the latest 18K rate')).toBeVisible()
    await page.keyboard.press('Control+s')
    await expect(edit.getByText('its net weight cannot be 2.60 g').first()).toBeVisible()
    await edit.getByLabel('Net weight').fill('2.5')
    await expect(edit.getByText('The price becomes ₱16,780.00, by the latest 18K rate')).toBeVisible()
    await axe(page)
    await page.keyboard.press('Control+s')
    await okay(page, 'Item Updated!')
    await expect(figures.getByText('₱16,780.00').first()).toBeVisible()
    await expect(page.getByRole('region', { name: 'Details' }).getByText('2.50 g')).toHaveCount(2)

    await figures.getByRole('button', { name: 'Keep as fixed price' }).click()
    await page
      .getByRole('dialog', { name: 'Keep a fixed price?' })
      .getByRole('button', { name: 'Keep the price' })
      .click()
    await expect(figures.getByRole('button', { name: 'Price by gold rate' })).toBeVisible()
    await expect(figures.getByText('₱16,780.00')).toBeVisible()
  })
})

test.describe('staff', () => {
  test.use({ role: 3 })
  test('see the reckoning and no way to change it', async ({ page }) => {
    await enterRate(6710, 6260)
    const manager = await newAccount(2)
    const item = await createItem(manager, { ...atMain, karat: '18K', grams: 2.5, price: 900 })
    await api(manager, 'PUT', `/api/v1/items/${item.itemID}/pricing`, {
      netGrams: 2,
      markup: 0,
      makingPerGram: 0,
      makingPerPiece: 0,
      stones: 0,
      roundTo: 10,
    })
    await page.setViewportSize({ width: 390, height: 800 })
    const figures = await pageOf(page, item.itemID)
    await expect(figures.getByText('By the 18K rate of ₱6,710.00 a gram')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Change pricing' })).toBeHidden()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  })
})
