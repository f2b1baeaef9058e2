// Proves that the customer's display follows the till of its browser, shows no cost, and returns to the shop's mark.
import type { Page } from '@playwright/test'

import { axe, expect, test } from './fixtures.ts'
import { atMain, createItem } from './steps.ts'

const bill = (display: Page) => display.getByRole('region', { name: 'Your sale' })

test('the display follows the till from the first scan to the change, and then shows the mark', async ({
  page,
  account,
}) => {
  const ring = await createItem(account, { ...atMain, quantity: 5, price: 1000, karat: '18K' })
  const band = await createItem(account, { ...atMain, quantity: 5, price: 234.5, karat: '14K', stone: 'diamond' })
  await page.goto('/sales?create=1')
  await expect(page.getByRole('combobox', { name: 'Location' })).toHaveValue('Main')
  const [display] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('button', { name: 'Customer’s display' }).click(),
  ])
  await expect(display.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(bill(display)).toHaveCount(0)
  await axe(display)

  await page.bringToFront()
  await page.getByLabel('Scan a barcode').fill(ring.itemCode)
  await page.getByLabel('Scan a barcode').press('Enter')
  await expect(display.getByRole('heading', { name: ring.itemName })).toBeVisible()
  await expect(bill(display)).toContainText('Your piece')
  await expect(bill(display).getByRole('listitem')).toContainText('18K7503.00 g₱333/g')
  await page.getByLabel('Scan a barcode').fill(band.itemCode)
  await page.getByLabel('Scan a barcode').press('Enter')
  await expect(bill(display)).toContainText('Your two pieces')
  await expect(bill(display)).toContainText('Total₱1,234.50')
  // Stones are most of a price, so a piece with them has no price of a gram for customers.
  await expect(bill(display).getByRole('listitem').nth(1)).toContainText('14K5853.00 g')
  await expect(bill(display).getByRole('listitem').nth(1)).not.toContainText('/g')
  await expect(page.getByRole('region', { name: 'On the tray' })).toContainText('₱78/g')
  // The till shows the margin to staff. The customer sees neither cost nor margin.
  await expect(page.getByRole('region', { name: 'On the tray' })).toContainText('margin')
  await expect(display.locator('body')).not.toContainText('margin')
  await expect(display.locator('body')).not.toContainText('612.50')
  await axe(display)

  await page.keyboard.press('F4')
  await page.getByLabel('Amount', { exact: true }).fill('1500')
  await expect(bill(display)).toContainText('Cash₱1,500.00Change₱265.50')
  // The change is only outlined until the sale is complete.
  const change = bill(display).getByRole('status')
  await expect(change).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)')
  await page.keyboard.press('F9')
  await expect(display.getByRole('heading', { name: 'Thank you' })).toBeVisible()
  await expect(bill(display)).toContainText('Change₱265.50')
  await expect(change).not.toHaveCSS('background-color', 'rgba(0, 0, 0, 0)')
  await expect(page.getByPlaceholder('Scan to begin the next sale')).toBeFocused()
  await axe(display)

  // A display that is opened later shows the sale as well.
  await display.reload()
  await expect(display.getByRole('heading', { name: 'Thank you' })).toBeVisible()
  for (const [width, height] of [
    [390, 844],
    [768, 1024],
    [1440, 900],
  ] as const) {
    await display.setViewportSize({ width, height })
    await expect(bill(display).getByText('Total', { exact: true })).toBeInViewport()
    expect(await display.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
  }

  await page.keyboard.press('F2')
  await expect(bill(display)).toHaveCount(0)
  await expect(display.getByRole('heading', { level: 1 })).toBeVisible()
})

test('a command of Ctrl+K opens the display in a second window', async ({ page }) => {
  await page.goto('/items')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search' }).fill('display')
  const [display] = await Promise.all([page.waitForEvent('popup'), page.keyboard.press('Enter')])
  await expect(display).toHaveURL('/customer-display')
  await expect(page).toHaveURL('/items')
})
