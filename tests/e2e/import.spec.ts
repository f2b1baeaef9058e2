import writeExcelFile from 'write-excel-file/node'

import { toCsv } from '../../contract/shared/csv.ts'
import { drawPicture } from '../support/pictures.ts'
import { api, axe, expect, test, unique } from './fixtures.ts'

test('a spreadsheet of items is corrected in three wrong cells, imported and undone', async ({ page }) => {
  test.slow()
  const code = unique('FILE')
  const category = unique('First day')
  const rows = [
    ['Item code', 'Item name', 'Category', 'Grams', 'UOM', 'Price', 'Cost', 'Colour'],
    [`${code}-1`, 'Sampaguita ring', category, '3.25', 'PCS', '12,500.00', '8200', 'gold'],
    [`${code}-2`, 'Pearl drop', category, '4.1', 'PIECE', 'twelve', '8200', 'white'],
    [`${code}-1`, 'Bangle', category, '9.1', 'PCS', '99000', '70000', 'gold'],
  ]
  await page.goto('/items')
  await page.getByRole('main').getByRole('link', { name: 'Import', exact: true }).click()
  await expect(page).toHaveURL(/\/import\?kind=items$/)
  await expect(page.getByRole('button', { name: 'Download the template' })).toBeVisible()
  await page.getByText('What the columns hold').click()
  await axe(page)

  const file = { name: 'first-day.csv', mimeType: 'text/csv', buffer: Buffer.from(toCsv(rows)) }
  await page.getByLabel('Choose a file').setInputFiles(file)
  await expect(page.getByRole('heading', { name: '3 of 3 rows are wrong' })).toBeVisible()
  await expect(page.getByText('This column is not taken: Colour.')).toBeVisible()
  await page.getByRole('checkbox', { name: 'Make this category too' }).check()
  await expect(page.getByRole('heading', { name: '2 of 3 rows are wrong' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Import 3 items' })).toBeDisabled()
  const price = page.getByRole('textbox', { name: 'Price of row 3' })
  await expect(price).toHaveAccessibleDescription('Price must be a number like 1250.50, not twelve')
  await axe(page)

  await price.fill('12000')
  await page.getByRole('textbox', { name: 'UOM of row 3' }).fill('pcs')
  await page.getByRole('textbox', { name: 'UOM of row 3' }).press('Enter')
  await expect(page.getByRole('row').filter({ hasText: 'Pearl drop' }).getByText('Corrected')).toBeVisible()
  await page.getByRole('textbox', { name: 'Item code of row 4' }).fill(`${code}-3`)
  await page.keyboard.press('Tab')
  await expect(page.getByRole('heading', { name: '3 items: every row is right' })).toBeVisible()
  const publish = page.getByRole('radiogroup', { name: 'Publish now?' })
  await expect(publish.getByRole('radio', { name: 'No, keep them off the site for now' })).toBeChecked()
  await publish.getByRole('radio', { name: 'Yes, show them on the site' }).check()
  await page.getByRole('button', { name: 'Import 3 items' }).click()
  await expect(page.getByText('3 items imported')).toBeVisible()
  await axe(page)

  await page.getByRole('link', { name: 'Show items' }).click()
  await page.getByRole('searchbox').fill(code)
  await expect(page.getByText('1–3 of 3')).toBeVisible()

  await page.goto('/import?kind=history')
  await page.getByRole('button', { name: 'Undo the import of first-day.csv' }).first().click()
  await page.getByRole('dialog', { name: 'Undo this import?' }).getByRole('button', { name: 'Undo import' }).click()
  const undone = page.getByRole('dialog', { name: 'Import Undone!' })
  await expect(undone).toContainText('3 items taken back')
  await undone.getByRole('button', { name: 'Okay' }).click()
  await expect(page.getByRole('row').filter({ hasText: 'first-day.csv' }).first()).toContainText('Undone')
  await axe(page)
})

test('an Excel workbook is imported as it is', async ({ page, account }) => {
  const code = unique('BOOK')
  const { data: category } = await api<{ data: { categoryName: string } }>(account, 'POST', '/api/v1/categories', {
    categoryCode: code,
    categoryName: `Rings ${code}`,
  })
  const rows = [
    ['Item code', 'Item name', 'Category', 'Grams', 'UOM', 'Price', 'Cost'],
    [code, 'Sampaguita ring', category.categoryName, 3.25, 'PCS', 12500, 8200.5],
  ].map((cells) => cells.map((value) => ({ value })))
  const buffer = await writeExcelFile(rows, { sheet: 'First day' }).toBuffer()
  await page.goto('/import?kind=items')
  await page.getByLabel('Choose a file').setInputFiles({ name: 'pieces.xlsx', mimeType: 'application/zip', buffer })
  await expect(page.getByRole('heading', { name: '1 item: every row is right' })).toBeVisible()
  await expect(page.getByText('Read from the sheet First day of the workbook.')).toBeVisible()
  await page.getByRole('button', { name: 'Import 1 item' }).click()
  await expect(page.getByText('1 item imported')).toBeVisible()
  await axe(page)
})

test('pictures of an archive are assigned to items by file name', async ({ page, account }) => {
  const code = unique('PIC')
  const category = await api<{ data: { categoryID: number } }>(account, 'POST', '/api/v1/categories', {
    categoryCode: code,
    categoryName: code,
  })
  const made = await api<{ data: { itemID: number } }>(account, 'POST', '/api/v1/item-inventory', {
    itemCode: code,
    itemName: code,
    categoryID: category.data.categoryID,
    grams: 1,
    uom: 'PCS',
    price: 1,
    cost: 1,
  })
  const { BlobReader, BlobWriter, ZipWriter } = await import('@zip.js/zip.js/index-native.js')
  const archive = new ZipWriter(new BlobWriter())
  for (const [name, colour] of [
    [`new/${code}-2.png`, 'teal'],
    [`new/${code}.png`, 'navy'],
    ['nobody.png', 'red'],
  ] as const)
    await archive.add(name, new BlobReader(new Blob([new Uint8Array(await drawPicture(colour))])))
  const buffer = Buffer.from(await (await archive.close()).arrayBuffer())

  await page.goto('/import?kind=pictures')
  await page
    .getByLabel('Choose an archive')
    .setInputFiles({ name: 'pictures.zip', mimeType: 'application/zip', buffer })
  await expect(page.getByRole('heading', { name: '2 pictures of 1 item; 1 left over' })).toBeVisible()
  await expect(page.getByText('nobody.png is the code of no item')).toBeVisible()
  await axe(page)
  await page.getByRole('button', { name: 'Add 2 pictures' }).click()
  await expect(page.getByText('2 pictures added')).toBeVisible()
  const { data } = await api<{ data: { images: unknown[] } }>(account, 'GET', `/api/v1/items/${made.data.itemID}`)
  expect(data.images.length).toBe(2)
})
