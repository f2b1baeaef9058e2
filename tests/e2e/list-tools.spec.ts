import { readFile } from 'node:fs/promises'

import readExcelFile from 'read-excel-file/universal'

import { api, axe, expect, test, unique } from './fixtures.ts'
import { atMain, createItem } from './steps.ts'

// Proves that the tools of a list stay in one line: filters move into 'More filters', one button holds the downloads,
// and a chosen column is visible at every width at which the list is a table.

for (const width of [768, 1280, 1440]) {
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height: 900 } })

    test('the tools stay in one line, and no filter is out of reach of the keyboard', async ({ page, account }) => {
      const { itemName } = await createItem(account, { ...atMain, quantity: 2 })
      await page.goto(`/inventory?search=${encodeURIComponent(itemName)}`)
      await expect(page.getByRole('row').filter({ hasText: itemName })).toBeVisible()
      const tools = page.getByRole('search').filter({ has: page.getByRole('searchbox', { name: 'Search' }) })
      await expect(tools.last()).toHaveCSS('height', '61px')

      const more = page.getByRole('button', { name: 'More filters' })
      await more.focus()
      await page.keyboard.press('Enter')
      const quantity = page.getByRole('combobox', { name: 'Any quantity' })
      await expect(quantity).toBeVisible()
      await axe(page)
      await quantity.click()
      await page.getByRole('option', { name: 'To reorder' }).click()
      await expect(page).toHaveURL(/belowThreshold=true/)
      await page.keyboard.press('Escape')
      await expect(page.getByText('Nothing found')).toBeVisible()
      await page.getByRole('button', { name: 'Clear', exact: true }).click()
      await expect(page).not.toHaveURL(/belowThreshold/)
    })
  })
}

test('one button downloads the columns on display or all fields', async ({ page, account }) => {
  // Without this the browser asks for a place first, where no person answers.
  await page.addInitScript(() => Reflect.deleteProperty(window, 'showSaveFilePicker'))
  const { itemName, itemCode } = await createItem(account, { grams: 2.1 })
  await page.goto(`/items?search=${encodeURIComponent(itemName)}`)
  await expect(page.getByText('1–1 of 1')).toBeVisible()
  const download = page.getByRole('button', { name: 'Download' })
  await expect(download).toHaveCount(1)
  const save = async (name: string) => {
    await download.focus()
    await page.keyboard.press('Enter')
    const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('menuitem', { name }).click()])
    return { name: file.suggestedFilename(), lines: (await readFile(await file.path(), 'utf8')).trim().split('\r\n') }
  }
  const columns = await save('CSV of these columns')
  expect(columns.name).toMatch(/^items-\d{4}-\d\d-\d\d\.csv$/)
  expect(columns.lines[0]).toContain('Item Code,Item Name')
  expect(columns.lines).toHaveLength(2)
  const all = await save('CSV of all fields, for an import')
  expect(all.lines[0]).toContain('Certificate number')
  expect(all.lines).toHaveLength(2)
  expect(all.lines[1]).toContain(itemCode)

  await download.click()
  await axe(page)
  const [workbook] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Excel workbook of all fields, for an import' }).click(),
  ])
  expect(workbook.suggestedFilename()).toMatch(/^items-\d{4}-\d\d-\d\d\.xlsx$/)
  const [sheet] = await readExcelFile(new Blob([new Uint8Array(await readFile(await workbook.path()))]))
  expect(sheet!.data[0]).toContain('Certificate number')
  expect(sheet!.data[1]).toContain(itemCode)
})

test.describe('on a tablet', () => {
  test.use({ viewport: { width: 768, height: 900 } })

  test('a chosen column is shown, the name stays in place, and the page does not scroll sideways', async ({
    page,
    account,
  }) => {
    const { itemName } = await createItem(account, { description: 'A ring for every day, and for the best of them' })
    await page.goto(`/items?search=${encodeURIComponent(itemName)}`)
    const header = (name: string) =>
      page.getByRole('table', { name: 'Items' }).getByRole('columnheader', { name, exact: true })
    await expect(header('Item Name')).toBeVisible()
    await expect(header('Barcode')).toBeHidden()

    await page.getByRole('button', { name: 'Choose columns' }).click()
    const box = (name: string) => page.getByRole('checkbox', { name, exact: true })
    await expect(box('Item Name')).toBeChecked()
    await expect(box('Barcode')).not.toBeChecked()
    await box('Barcode').check()
    await expect(header('Barcode')).toBeVisible()
    await page.getByRole('button', { name: 'Show all' }).click()
    await expect(header('Description')).toBeVisible()
    await axe(page)
    await page.keyboard.press('Escape')

    await page.reload()
    await expect(header('Description')).toBeVisible()
    const table = page.getByRole('group', { name: 'Scrolls sideways' })
    // The hidden name of a price once stood right of the window, where the table did not clip it: it widened the page.
    await expect(table.locator('.inline-number .vh').first()).toBeAttached()
    await table
      .locator('.inline-number')
      .first()
      .evaluate((price) => (price.style.marginLeft = '100px'))
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(768)
    await table.evaluate((element) => element.scrollTo({ left: 400 }))
    await expect(page.getByRole('cell', { name: new RegExp(`^${itemName}`) })).toBeInViewport({ ratio: 1 })

    await page.getByRole('button', { name: 'Choose columns' }).click()
    for (const name of ['Barcode', 'Description']) await box(name).uncheck()
    await expect(header('Barcode')).toBeHidden()
    await expect(header('Description')).toBeHidden()
  })

  test('other lists keep their naming column in place too', async ({ page, account }) => {
    const { itemID, itemName } = await createItem(account, { ...atMain, quantity: 3 })
    const supplier = { supplierName: unique('Kofu'), contactDetails: '1', email: 'orders@kofu.example' }
    const made = await api<{ data: { supplierID: number } }>(account, 'POST', '/api/v2/suppliers', supplier)
    const order = await api<{ data: { poNumber: string } }>(account, 'POST', '/api/v2/po/purchase-order-items', {
      supplierID: made.data.supplierID,
      locationID: 1,
      orderDate: '2026-11-20',
      expectedDeliverDate: '2026-12-01',
      purchaseOrderItems: [{ itemID, orderQty: 2, price: 500 }],
    })
    const sale = await api<{ data: { transactionNumber: string } }>(account, 'POST', '/api/v2/sales', {
      locationID: 1,
      transactionTypeID: 1,
      items: [{ itemID, orderQty: 1 }],
    })
    for (const [path, search, name] of [
      ['/inventory', itemName, itemName],
      ['/purchase-order', order.data.poNumber, order.data.poNumber],
      ['/sales', sale.data.transactionNumber, sale.data.transactionNumber],
    ] as const) {
      await page.goto(`${path}?search=${encodeURIComponent(search)}`)
      await page.getByRole('button', { name: 'Choose columns' }).click()
      await page.getByRole('button', { name: 'Show all' }).click()
      await page.keyboard.press('Escape')
      const table = page.getByRole('group', { name: 'Scrolls sideways' })
      const cell = table.getByRole('cell').filter({ hasText: name }).first()
      await expect(cell).toBeVisible()
      await table.evaluate((element) => element.scrollTo({ left: 300 }))
      await expect.poll(() => table.evaluate((element) => element.scrollLeft), path).toBeGreaterThan(100)
      await expect(cell, path).toBeInViewport({ ratio: 1 })
      expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBe(768)
    }
  })
})
