import { readFile } from 'node:fs/promises'

import writeExcelFile from 'write-excel-file/node'

import { toCsv } from '../../contract/shared/csv.ts'
import { drawPicture } from '../support/pictures.ts'
import { api, axe, expect, test, unique } from './fixtures.ts'
import { createItem, okay } from './steps.ts'

const fileOf = (name: string, rows: readonly (readonly string[])[]) => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(toCsv(rows)),
})

test('a spreadsheet of items is corrected by reason and by cell, imported and undone', async ({ page }) => {
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

  // A file with our own names needs no look at its columns.
  await page.getByLabel('Choose a file').setInputFiles(fileOf('first-day.csv', rows))
  await expect(page.getByRole('heading', { name: '3 of 3 rows are wrong' })).toBeVisible()
  await expect(page.getByText('This column is not taken: Colour.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Import 3 items' })).toBeDisabled()
  await axe(page)
  await page.getByRole('button', { name: 'Make this category' }).click()
  await expect(page.getByRole('heading', { name: '2 of 3 rows are wrong' })).toBeVisible()
  const decided = page.getByRole('list', { name: 'What you decided' })
  await expect(decided).toContainText('Category is new in 3 rows: made')

  const price = page.getByRole('listitem', { name: 'Price is no number in 1 row' })
  await price.getByRole('button', { name: 'Show the rows' }).click()
  const cell = page.getByRole('textbox', { name: 'Price of row 3' })
  await expect(cell).toHaveAccessibleDescription('Price must be a number like 1250.50, not twelve')
  await axe(page)
  await cell.fill('12000')
  await cell.press('Enter')
  await expect(price).toHaveCount(0)
  await expect(decided).toContainText('1 row corrected by hand')

  const unit = page.getByRole('listitem', { name: 'UOM is none of the words that it takes in 1 row' })
  await unit.getByRole('combobox', { name: 'Write this in UOM' }).click()
  await page.getByRole('option', { name: 'PCS' }).click()
  await unit.getByRole('button', { name: 'Write it' }).click()
  await expect(page.getByRole('heading', { name: '1 of 3 rows is wrong' })).toBeVisible()

  // A reload goes on where the person was.
  await page.reload()
  await expect(page.getByRole('heading', { name: '1 of 3 rows is wrong' })).toBeVisible()
  const twice = page.getByRole('listitem', { name: 'Item code is in the file twice in 1 row' })
  await twice.getByRole('button', { name: 'Leave the rows out' }).click()
  await expect(page.getByRole('heading', { name: '2 items: every row is right' })).toBeVisible()
  await decided.getByRole('button', { name: 'Take back: Item code is in the file twice' }).click()
  await expect(page.getByRole('heading', { name: '1 of 3 rows is wrong' })).toBeVisible()
  await twice.getByRole('button', { name: 'Show the rows' }).click()
  await page.getByRole('textbox', { name: 'Item code of row 4' }).fill(`${code}-3`)
  await page.keyboard.press('Tab')
  await expect(page.getByRole('heading', { name: '3 items: every row is right' })).toBeVisible()

  const publish = page.getByRole('radiogroup', { name: 'Publish now?' })
  await expect(publish.getByRole('radio', { name: 'No, keep them off the site for now' })).toBeChecked()
  await publish.getByRole('radio', { name: 'Yes, show them on the site' }).check()
  await axe(page)
  await page.getByRole('button', { name: 'Import 3 items' }).click()
  await expect(page.getByText('3 items imported')).toBeVisible()
  await axe(page)
  await page.reload()
  await expect(page.getByText('3 items imported')).toBeVisible()

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

test('a price list changes items that exist, shows each change before, and is undone', async ({ page, account }) => {
  const [changed, same] = [await createItem(account, { price: 900 }), await createItem(account, { price: 900 })]
  const list = [
    ['Item code', 'Price'],
    [changed.itemCode, '1,250.50'],
    [same.itemCode, '900'],
  ]
  await page.goto('/import?kind=items')
  await page.getByLabel('Choose a file').setInputFiles(fileOf('prices.csv', list))
  await expect(page.getByText('0 new, 1 changed, 1 the same.')).toBeVisible()
  const change = page.getByRole('table', { name: 'Items that change' }).getByRole('row', { name: changed.itemCode })
  await expect(change).toContainText('Price 900 → 1250.5')
  await axe(page)
  const keep = page.getByRole('checkbox', { name: 'Leave the items that exist as they are' })
  await keep.check()
  await expect(page.getByRole('button', { name: 'Nothing to import' })).toBeDisabled()
  await keep.uncheck()
  await page.getByRole('button', { name: 'Change 1 item' }).click()
  await expect(page.getByRole('heading', { name: '1 item changed' })).toBeVisible()
  const priceOf = async () =>
    (await api<{ data: { price: number } }>(account, 'GET', `/api/v1/items/${changed.itemID}`)).data.price
  expect(await priceOf()).toBe(1250.5)

  await page.getByRole('button', { name: 'Undo' }).click()
  const question = page.getByRole('dialog', { name: 'Undo this import?' })
  await expect(question).toContainText('From prices.csv: 1 item changed back, all or none.')
  await question.getByRole('button', { name: 'Undo import' }).click()
  await okay(page, 'Import Undone!')
  expect(await priceOf()).toBe(900)

  // A list of codes that the shop lacks is no list of prices.
  await page.getByLabel('Choose a file').setInputFiles(fileOf('unknown.csv', [list[0]!, [unique('NO'), '5']]))
  await expect(page.getByText('New items need a column or a rule')).toHaveCount(4)
  await expect(page.getByRole('button', { name: 'Check the rows' })).toHaveAccessibleDescription(
    'Choose where these come from: Item name, Category, Grams, Cost',
  )
  await axe(page)
})

test.describe('a refused undo', () => {
  test.use({ allow: [/status of 409/] })

  test('an undo in the list shows its progress, and lists all records that stand in its way', async ({
    page,
    account,
  }) => {
    const name = unique('Blocked')
    const rows = Array.from({ length: 5 }, (_, n) => [`${name} ${n}`, '0917 555 0100', 'a@b.example'])
    await page.goto('/import?kind=suppliers')
    await page
      .getByLabel('Choose a file')
      .setInputFiles(fileOf(`${name}.csv`, [['Supplier name', 'Contact details', 'Email'], ...rows]))
    await page.getByRole('button', { name: 'Import 5 suppliers' }).click()
    await expect(page.getByRole('heading', { name: '5 suppliers imported' })).toBeVisible()
    type Supplier = { supplierID: number; supplierName: string }
    const path = `/api/v2/suppliers?search=${encodeURIComponent(name)}&sort=supplierID`
    const { data } = await api<{ data: Supplier[] }>(account, 'GET', path)
    for (const one of data.slice(0, 4))
      await api(account, 'PUT', `/api/v2/suppliers/${one.supplierID}`, {
        supplierName: one.supplierName,
        contactDetails: 'Other',
        address: '',
        email: 'a@b.example',
        status: true,
      })

    await page.goto('/import?kind=history')
    // The answer waits until the progress was seen.
    const seen = Promise.withResolvers<void>()
    await page.route('**/api/v1/imports/*/undo', async (route) => {
      await seen.promise
      await route.continue()
    })
    await page.getByRole('button', { name: `Undo the import of ${name}.csv` }).click()
    await page.getByRole('dialog', { name: 'Undo this import?' }).getByRole('button', { name: 'Undo import' }).click()
    const progress = page.getByRole('region', { name: 'Undo', exact: true })
    await expect(progress.getByRole('progressbar', { name: 'Rows done' })).toBeVisible()
    await expect(progress.getByRole('button', { name: 'Stop' })).toBeVisible()
    seen.resolve()
    const refused = page.getByRole('dialog', { name: 'The import stays' })
    await expect(refused).toContainText('and 1 more stand in the way')
    await refused.getByRole('button', { name: 'Okay' }).click()
    await expect(progress).toBeHidden()
    await page.getByText('What stands in the way: 4').click()
    await expect(page.getByRole('list', { name: 'What stands in the way' }).getByRole('listitem')).toHaveText(
      data.slice(0, 4).map(({ supplierName }) => `${supplierName} has been changed`),
    )
    await axe(page)
    await page.getByRole('link', { name: `${name}.csv` }).click()
    await expect(page.getByRole('heading', { name: '5 suppliers imported' })).toBeVisible()
  })
})

test('the right rows come in alone, and the wrong ones as a file that is mended and sent again', async ({ page }) => {
  const name = unique('Mended')
  await page.addInitScript(() => Reflect.deleteProperty(window, 'showSaveFilePicker'))
  await page.goto('/import?kind=suppliers')
  const rows = [
    ['Supplier name', 'Contact details', 'Email'],
    [`${name} A`, 'x', 'a@b.example'],
    [`${name} B`, 'x', 'none'],
  ]
  await page.getByLabel('Choose a file').setInputFiles(fileOf('suppliers.csv', rows))
  await expect(page.getByRole('heading', { name: '1 of 2 rows is wrong' })).toBeVisible()
  const workbook = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download the wrong row', exact: true }).click()
  expect((await workbook).suggestedFilename()).toBe('suppliers-wrong-rows.xlsx')
  const waiting = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download the wrong rows as CSV' }).click()
  const download = await waiting
  expect(download.suggestedFilename()).toBe('suppliers-wrong-rows.csv')
  const wrong = await readFile(await download.path(), 'utf8')
  expect(wrong).toContain('Enter a valid email')
  await page.getByRole('button', { name: 'Import 1 supplier without the wrong rows' }).click()
  await expect(page.getByText('1 supplier imported')).toBeVisible()

  await page.getByRole('link', { name: 'Import another file' }).click()
  const mended = { name: 'mended.csv', mimeType: 'text/csv', buffer: Buffer.from(wrong.replace('none', 'b@b.example')) }
  await page.getByLabel('Choose a file').setInputFiles(mended)
  await expect(page.getByRole('heading', { name: '1 supplier: every row is right' })).toBeVisible()
  await page.getByRole('button', { name: 'Import 1 supplier' }).click()
  await expect(page.getByText('1 supplier imported')).toBeVisible()
  await page.getByRole('link', { name: 'Show suppliers' }).click()
  await page.getByRole('searchbox').fill(name)
  await expect(page.getByText('1–2 of 2')).toBeVisible()
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
  await page.getByRole('link', { name: 'Change the columns' }).click()
  await expect(page.getByText('Read from the sheet First day of the workbook.')).toBeVisible()
  await axe(page)
  await page.getByRole('button', { name: 'Check the rows' }).click()
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
