// Counts the clicks and the seconds that a new shop needs for a file of 4,000 pieces in the shape of a public data set,
// and those for the next file like it.
import type { Locator, Page } from '@playwright/test'

import { publicSet } from '../support/import-files.ts'
import { api, axe, expect, test, unique } from './fixtures.ts'

test.describe.configure({ timeout: 300_000 })

// The remembered columns would otherwise be proposed for the same file again.
test.afterEach(async ({ account }) => {
  const path = '/api/v1/imports/mappings'
  const { data } = await api<{ data: { importMappingID: number; header: string[] }[] }>(
    account,
    'GET',
    `${path}?kind=items`,
  )
  for (const { importMappingID, header } of data)
    if (header.includes('brand')) await api(account, 'DELETE', `${path}/${importMappingID}`)
})

/** Counts each click of a person. Choosing a file counts as one: the window in which it is chosen is not the shop's. */
function countClicks(page: Page) {
  let clicks = 0
  return {
    click: async (control: Locator) => {
      clicks++
      await control.click()
    },
    choose: async (name: string, text: string) => {
      clicks++
      const waiting = page.waitForEvent('filechooser')
      await page.getByRole('button', { name: 'Choose a file' }).click()
      await (await waiting).setFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })
    },
    count: () => clicks,
  }
}

test('4,000 pieces with odd headings, decimals in excess and new categories come in by clicks', async ({ page }) => {
  const name = unique('Set').slice(-8)
  const rows = 4000
  const first = countClicks(page)
  await page.goto('/import?kind=items')
  let start = performance.now()
  await first.choose(`${name}.csv`, publicSet(rows, { name }))

  // The file has no cost: it is a share of the price.
  await first.click(page.getByRole('combobox', { name: 'Cost comes from' }))
  await first.click(page.getByRole('option', { name: 'A share of the price' }))
  await expect(page.getByRole('textbox', { name: 'Cost in percent of the price' })).toHaveValue('50')
  await first.click(page.getByRole('button', { name: 'Check the rows' }))
  await expect(page.getByRole('heading', { name: '4,000 of 4,000 rows are wrong' })).toBeVisible({ timeout: 60_000 })
  await first.click(page.getByRole('button', { name: 'Round half up: Price has too many decimals in 4,000 rows' }))
  await first.click(page.getByRole('button', { name: 'Round half up: Grams has too many decimals in 4,000 rows' }))
  await first.click(page.getByRole('button', { name: 'Make these 35 categories' }))
  await expect(page.getByRole('heading', { name: '4,000 items: every row is right' })).toBeVisible({ timeout: 60_000 })
  await first.click(page.getByRole('checkbox', { name: 'Remember this for the next file like it' }))
  await first.click(page.getByRole('button', { name: 'Import 4,000 items' }))
  await expect(page.getByText('4,000 items imported')).toBeVisible({ timeout: 120_000 })
  const firstTime = (performance.now() - start) / 1000
  await axe(page)

  // The next file needs no decision. Its codes continue those of the first one.
  const second = countClicks(page)
  await page.goto('/import?kind=items')
  start = performance.now()
  await second.choose(`${name} more.csv`, publicSet(500, { name, first: rows + 1 }))
  await expect(page.getByRole('heading', { name: '500 items: every row is right' })).toBeVisible({ timeout: 60_000 })
  await second.click(page.getByRole('button', { name: 'Import 500 items' }))
  await expect(page.getByText('500 items imported')).toBeVisible({ timeout: 60_000 })
  const secondTime = (performance.now() - start) / 1000

  test
    .info()
    .annotations.push(
      { type: 'first file', description: `${first.count()} clicks, ${firstTime.toFixed(1)} s for 4,000 rows` },
      { type: 'next file', description: `${second.count()} clicks, ${secondTime.toFixed(1)} s for 500 rows` },
    )
  expect(first.count()).toBeLessThan(15)
  expect(second.count()).toBeLessThanOrEqual(3)
})
