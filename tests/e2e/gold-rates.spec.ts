import type { Page } from '@playwright/test'

import { api, axe, expect, newAccount, test } from './fixtures.ts'
import { holdEvents } from './steps.ts'

// Staff enter the rates of today. A rate that differs a lot is asked again or waits for a Manager, and of two people who
// enter a rate at once the second one hears of the first.

type Current = { data: { karat: string; latest: { goldRateID: number; sellPerGram: number } | null }[] }
const path = '/api/v1/gold-rates'

/** Enters rates without the screen, as the latest there are. The journeys of this file run one after the other. */
async function enter(account: Parameters<typeof api>[0], rates: Record<string, [sell: number, buy: number]>) {
  const { data } = await api<Current>(account, 'GET', `${path}/current`)
  await api(account, 'POST', path, {
    source: 'Binondo board',
    rates: Object.entries(rates).map(([karat, [sellPerGram, buyPerGram]]) => ({
      karat,
      sellPerGram,
      buyPerGram,
      latestID: data.find((one) => one.karat === karat)!.latest?.goldRateID ?? null,
      confirmed: true,
    })),
  })
}
const sells = (page: Page, karat: string) => page.getByLabel(`${karat} sells for`)
const buys = (page: Page, karat: string) => page.getByLabel(`${karat} buys for`)
const rowOf = (page: Page, karat: string) =>
  page
    .getByRole('table', { name: 'Gold rates in pesos a gram' })
    .getByRole('row')
    .filter({ has: sells(page, karat) })

test.describe.configure({ mode: 'serial' })

test.describe('staff', () => {
  test.use({ role: 3, allow: [/409/] })

  test('enter the first rates, the rest by fineness, and see them in the history', async ({ page }) => {
    await page.goto('/items')
    await page.getByRole('link', { name: 'Gold rates' }).click()
    await expect(rowOf(page, '24K')).toContainText('no rate yet')
    await sells(page, '24K').fill('8950')
    await expect(page.getByText('24K: Enter what the shop buys a gram for')).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(buys(page, '24K')).toBeFocused()
    await page.keyboard.type('8350')
    await page.keyboard.press('F4')
    await expect(sells(page, '18K')).toHaveValue('6,710.00')
    await expect(buys(page, '18K')).toHaveValue('6,260.00')
    await page.getByLabel('Source note').fill('Binondo board, 09:00')
    await axe(page)
    await page.keyboard.press('Control+s')
    await expect(page.getByText('Rates saved: 24K ₱8,950.00, 22K ₱8,200.00')).toBeVisible()
    await expect(rowOf(page, '18K')).toContainText('Test')
    const entered = page.getByRole('region', { name: 'Entered rates' }).getByRole('row')
    await expect(entered.filter({ hasText: '₱6,710.00' })).toContainText('Binondo board, 09:00')

    // The customer's display shows what a gram sells for today.
    const display = await page.context().newPage()
    await display.goto('/customer-display')
    await expect(display.getByText(/^Gold today, per gram · /)).toBeVisible()
    await expect(display.getByRole('listitem').filter({ hasText: '18K' })).toHaveText('18K750₱6,710')
    await axe(display)
    await display.close()

    // The chart of a karat, by keyboard.
    await page.getByRole('radio', { name: '14K' }).check()
    const chart = page.getByRole('img', { name: /^14K, .+: sell from ₱5,240.00 to ₱5,240.00/ })
    await chart.focus()
    await page.keyboard.press('Home')
    await expect(page.getByRole('status').getByText('sell ₱5,240.00, buy ₱4,880.00')).toBeAttached()
    await expect(entered).toHaveCount(2)
    await axe(page)
  })

  test('confirm a rate over 5 %, and cannot save one over 20 %', async ({ page, account }) => {
    await enter(await newAccount(2), { '14K': [5200, 4850], '10K': [3710, 3460] })
    await page.goto('/gold-rates')
    await expect(sells(page, '14K')).toHaveValue('5,200.00')
    await sells(page, '14K').fill('5520')
    const asked = page.getByText('14K sells for 6.2% more than the last rate, ₱5,200.00. Over 5% is asked again.')
    await expect(asked).toBeVisible()
    await sells(page, '10K').fill('4730')
    await expect(
      page.getByText('10K sells for 27.5% more than the last rate, ₱3,710.00. Over 20% a Manager must allow it.'),
    ).toBeVisible()
    await expect(page.getByRole('button', { name: 'Yes, ₱4,730.00' })).toBeHidden()
    await axe(page)
    await page.getByRole('button', { name: 'Yes, ₱5,520.00' }).click()
    await expect(asked).toBeHidden()
    // The other karat still waits.
    await page.keyboard.press('Control+s')
    await page.getByRole('button', { name: 'Correct it' }).click()
    await expect(sells(page, '10K')).toBeFocused()
    await page.keyboard.type('3720')
    await page.getByRole('button', { name: 'Save rates' }).click()
    await expect(page.getByText('Rates saved: 14K ₱5,520.00, 10K ₱3,720.00')).toBeVisible()
    const { data } = await api<Current>(account, 'GET', `${path}/current`)
    expect(data.slice(-2).map(({ latest }) => latest?.sellPerGram)).toEqual([5520, 3720])
  })

  test('hear that somebody was faster, and see that rate', async ({ page }) => {
    // Without events the screen keeps the rate that it has read.
    await holdEvents(page)
    await page.goto('/gold-rates')
    await expect(sells(page, '22K')).not.toHaveValue('')
    await sells(page, '22K').fill('8210')
    await enter(await newAccount(2), { '22K': [8250, 7700] })
    await page.keyboard.press('Control+s')
    await expect(page.getByText('A 22K rate was entered by')).toBeVisible()
    await expect(page.getByText('sell ₱8,250.00, buy ₱7,700.00. Look at it before you enter yours')).toBeVisible()
    await expect(sells(page, '22K')).toHaveValue('8210')
    await page.getByRole('link', { name: 'Items', exact: true }).first().click()
    await page.getByRole('button', { name: 'Keep editing' }).click()
    await page.keyboard.press('Control+s')
    await expect(page.getByText('Rates saved: 22K ₱8,210.00')).toBeVisible()
  })
})

test.describe('a manager', () => {
  test.use({ role: 2 })
  test('allows a rate over 20 %', async ({ page, account }) => {
    await enter(account, { '21K': [6000, 5600] })
    await page.goto('/gold-rates')
    await sells(page, '21K').fill('8100')
    await buys(page, '21K').fill('7500')
    await expect(page.getByText('21K sells for 35% more than the last rate')).toBeVisible()
    await page.getByRole('button', { name: 'Yes, ₱8,100.00' }).click()
    await page.keyboard.press('Control+s')
    await expect(page.getByText('Rates saved: 21K ₱8,100.00')).toBeVisible()
  })
})

test('on a phone, every field and reason stays within the screen', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 })
  await page.goto('/gold-rates')
  await sells(page, '18K').fill('1')
  await expect(page.getByText('18K:')).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  await axe(page)
})
