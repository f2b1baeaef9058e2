import type { LiveRow } from '../../contract/live/lives.ts'
import { api, axe, expect, test, unique } from './fixtures.ts'
import { atMain, choose, createItem, form, okay } from './steps.ts'

// Staff plan a live: its times, its pieces with their numbers, prices and order. They start, pause and close it.

for (const width of [1440, 390])
  test.describe(`staff at ${width}`, () => {
    test.use({ role: 3, viewport: { width, height: 900 } })

    test('plan a live, put its pieces in order, and start, pause and close it', async ({ page, account }) => {
      test.slow()
      const [ring, band] = [
        await createItem(account, { itemName: unique('Ring'), ...atMain, quantity: 3, price: 20_000 }),
        await createItem(account, { itemName: unique('Band'), ...atMain, quantity: 1, price: 12_000 }),
      ]
      const name = unique('Friday live')
      await page.goto('/live')
      await page.getByRole('button', { name: '+ Plan a Live' }).first().click()
      const plan = form(page, 'Plan a Live')
      await plan.getByLabel('Live name').fill(name)
      await expect(plan.getByRole('button', { name: 'Plan Live' })).toHaveAccessibleDescription(/Choose a platform/)
      await plan.getByRole('checkbox', { name: 'Facebook' }).check()
      // The end follows the start.
      await plan.getByRole('textbox', { name: 'Planned start', exact: true }).fill('4 Dec 2026')
      await plan.getByRole('textbox', { name: 'Time of planned start', exact: true }).fill('19:30')
      await expect(plan.getByRole('textbox', { name: 'Expected end', exact: true })).toHaveValue('4 Dec 2026')
      await expect(plan.getByRole('textbox', { name: 'Time of expected end' })).toHaveValue('22:30')
      await choose(page, plan, 'Location', 'Main')
      await choose(page, plan, 'Transaction type', 'Live selling')
      await axe(page)
      await plan.getByRole('button', { name: 'Plan Live' }).click()
      await okay(page, 'Live Planned!')

      await expect(page.getByRole('region', { name: 'Live' })).toContainText('4 Dec 2026, 19:30 to 22:30')
      const codes = page.getByRole('textbox', { name: 'Scan a tag, or type a code' })
      await codes.fill(ring.itemCode)
      await codes.press('Enter')
      const rows = page.getByRole('listitem').filter({ hasText: 'free' })
      await expect(rows).toHaveCount(1)
      await page.getByLabel('Number of the next piece').fill('12')
      await codes.fill(band.itemCode)
      await codes.press('Enter')
      await expect(rows).toHaveText([
        new RegExp(`^Number 1.*${ring.itemName}`),
        new RegExp(`^Number 12.*${band.itemName}`),
      ])
      await page.getByRole('button', { name: `Price of ${ring.itemName}` }).click()
      await page.getByRole('textbox', { name: `Price of ${ring.itemName}` }).fill('21,500')
      await page.keyboard.press('Enter')
      await expect(rows.first()).toContainText('₱21,500.00')
      await page.getByRole('button', { name: `Move ${ring.itemName} down` }).focus()
      await page.keyboard.press('Enter')
      await expect(rows).toHaveText([/^Number 12/, /^Number 1\D/])
      await expect(page.getByRole('button', { name: `Move ${ring.itemName} up` })).toBeFocused()
      await axe(page)

      await page.getByRole('button', { name: 'Start' }).click()
      await expect(page.getByText('Running', { exact: true })).toBeVisible()
      await page.getByRole('button', { name: 'Pause' }).click()
      await expect(page.getByText('Paused', { exact: true })).toBeVisible()
      await page.getByRole('link', { name: 'Plan', exact: true }).click()
      await page.getByRole('main').getByRole('button', { name: 'Close' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Close Live' }).click()
      await expect(page.getByText('Closed', { exact: true })).toBeVisible()
      const { data } = await api<{ data: LiveRow[] }>(
        account,
        'GET',
        `/api/v1/lives?search=${encodeURIComponent(name)}`,
      )
      expect(data).toMatchObject([{ status: 'Closed', pieceCount: 2 }])
    })
  })
