import { readFile } from 'node:fs/promises'

import type { Page } from '@playwright/test'

import { parseCsv, toCsv } from '../../contract/shared/csv.ts'
import { axe, expect, test, unique } from './fixtures.ts'
import { atMain, createItem } from './steps.ts'

// A manager who moves in brings a sheet of pieces: it names the pieces on hand. The list then downloads as a file, and that
// file changes nothing until a cell of it is changed.

const csvFile = (name: string, text: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })

/** Downloads the list as the file that an import takes. */
async function downloadCsv(page: Page) {
  await page.getByRole('button', { name: 'Download' }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'CSV of all fields, for an import' }).click()
  return readFile(await (await download).path(), 'utf8')
}

test.use({ role: 2 })
test('a sheet of pieces names the stock on hand, and changes pieces by their number', async ({ page, account }) => {
  test.slow()
  const { itemCode } = await createItem(account, { ...atMain, quantity: 2 })
  const tag = unique('TAG')
  const sheet = [
    ['Code', 'Tag No.', 'Timbang', 'Net wt', '鑑定機関', '鑑定書番号', 'Puhunan', 'Colour'],
    [itemCode, `${tag}-1`, '3.26 g', '3.1', 'GIA', `${tag} 1`, '₱8,200.00', 'D'],
    [itemCode, `${tag}-2`, '3.26', '3.5', 'GIA', `${tag} 2`, '', ''],
    [itemCode, `${tag}-3`, '', '', '', '', '', ''],
  ]
  // Without this the browser asks for a place first, where no person answers.
  await page.addInitScript(() => Reflect.deleteProperty(window, 'showSaveFilePicker'))
  await page.goto('/piece')
  await page.getByRole('main').getByRole('link', { name: 'Import', exact: true }).click()
  await expect(page).toHaveURL(/\/import\?kind=pieces$/)
  await page.getByText('What the columns hold').click()
  await axe(page)
  await page.getByLabel('Choose a file').setInputFiles(csvFile('pieces.csv', toCsv(sheet)))
  await axe(page)
  await page.getByRole('button', { name: 'Check the rows' }).click()
  await expect(page.getByRole('heading', { name: '1 of 3 rows is wrong' })).toBeVisible()
  await expect(page.getByText('The piece weighs 3.26 g with its stones')).toBeVisible()
  await axe(page)

  const weight = page.getByRole('listitem', { name: 'Net weight is not valid in 1 row' })
  await weight.getByRole('button', { name: 'Show the rows' }).click()
  await page.getByRole('textbox', { name: 'Net weight of row 3' }).fill('3.05')
  await page.keyboard.press('Tab')
  // All three rows are right on their own, but only two pieces are on hand.
  await expect(weight).toHaveCount(0)
  const surplus = page.getByRole('listitem', { name: 'Item has more pieces than are on hand in 1 row' })
  await expect(surplus).toContainText(`Main, On hand has 2 of ${itemCode} on hand, and earlier rows name them all.`)
  await axe(page)
  await surplus.getByRole('button', { name: 'Leave the rows out' }).click()
  await expect(page.getByRole('heading', { name: '2 pieces: every row is right' })).toBeVisible()
  await page.getByRole('button', { name: 'Import 2 pieces' }).click()
  await expect(page.getByText('2 pieces imported')).toBeVisible()
  await axe(page)

  await page.getByRole('link', { name: 'Show pieces' }).click()
  await page.getByRole('searchbox').fill(tag)
  await expect(page.getByText('1–2 of 2')).toBeVisible()
  const file = await downloadCsv(page)
  expect(parseCsv(file).map((cells) => cells.slice(0, 7))).toEqual([
    ['Item', 'Number', 'Location', 'Inventory type', 'Grams', 'Net weight', 'Cost'],
    [itemCode, `${tag}-1`, 'Main', 'On hand', '3.26', '3.1', '8200'],
    [itemCode, `${tag}-2`, 'Main', 'On hand', '3.26', '3.05', ''],
  ])

  // The file says nothing new until a cell of it is changed.
  await page.goto('/import?kind=pieces')
  await page.getByLabel('Choose a file').setInputFiles(csvFile('again.csv', file))
  await expect(page.getByRole('button', { name: 'Nothing to import' })).toBeDisabled()
  await page.goto('/import?kind=pieces')
  await page.getByLabel('Choose a file').setInputFiles(csvFile('changed.csv', file.replace('3.05', '2.95')))
  await expect(page.getByText('0 new, 1 changed, 1 the same.')).toBeVisible()
  await expect(page.getByRole('table', { name: 'Pieces that change' })).toContainText('Net weight 3.05 → 2.95')
  await page.getByRole('button', { name: 'Change 1 piece' }).click()
  await expect(page.getByText('1 piece changed')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('dialog', { name: 'Undo this import?' }).getByRole('button', { name: 'Undo import' }).click()
  await expect(page.getByRole('dialog', { name: 'Import Undone!' })).toContainText('1 piece changed back')
})
