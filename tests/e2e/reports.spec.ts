import { readFile } from 'node:fs/promises'

import type { Account } from '../../contract/people/account.ts'
import { readCsv } from '../support/csv-reader.ts'
import { api, axe, expect, test, unique } from './fixtures.ts'

type Made = { data: Record<string, number> & { items: Record<string, number>[] } }

/** Creates three completed sales at a new location: ₱1,800.00, ₱2,700.00, and ₱900.00 that was refunded. */
async function givenSales(account: Account | null) {
  const locationName = unique('Branch')
  const code = unique('C')
  const location = await api<Made>(account, 'POST', '/api/v1/locations', { locationName })
  const category = await api<Made>(account, 'POST', '/api/v1/categories', { categoryCode: code, categoryName: code })
  const itemName = unique('=Ring')
  const item = await api<Made>(account, 'POST', '/api/v1/item-inventory', {
    itemCode: unique('RG'),
    itemName,
    categoryID: category.data['categoryID'],
    uom: 'PCS',
    grams: 3,
    price: 900,
    cost: 612.5,
    locationID: location.data['locationID'],
    inventoryTypeID: 1,
    quantity: 20,
    reOrderThreshold: 1,
  })
  for (const orderQty of [2, 3, 1]) {
    const sale = await api<Made>(account, 'POST', '/api/v2/sales', {
      locationID: location.data['locationID'],
      transactionTypeID: 1,
      complete: true,
      items: [{ itemID: item.data['itemID'], orderQty }],
      payments: [{ paymentTypeID: 1, amount: 900 * orderQty }],
    })
    if (orderQty === 1)
      await api(account, 'POST', `/api/v2/sales/${sale.data['salesTransactionID']}/refunds`, {
        paymentTypeID: 1,
        reason: 'Too small',
      })
  }
  return { locationName, itemName, locationID: location.data['locationID']! }
}

test('a report is chosen, filtered and saved as a file', async ({ page, account }) => {
  test.slow()
  const { locationName, itemName, locationID } = await givenSales(account)
  // Simulate a browser that cannot write to the disk.
  await page.addInitScript(() => Reflect.deleteProperty(window, 'showSaveFilePicker'))
  await page.goto('/report')
  await expect(page).toHaveTitle('Reports')
  const table = page.getByRole('table', { name: 'Sales' })
  await expect(table).toBeVisible()
  await axe(page)

  await page.getByRole('combobox', { name: 'All locations' }).click()
  await page.getByRole('combobox', { name: 'All locations' }).fill(locationName)
  await page.getByRole('option', { name: locationName }).click()
  // Three sales, and the refund on its own day.
  await expect(page.getByText('1–4 of 4')).toBeVisible()
  const total = table.getByRole('row').filter({ has: page.getByRole('rowheader', { name: 'Total' }) })
  await expect(total).toContainText('₱4,500.00')

  // The other reports keep the period.
  await page.getByRole('combobox', { name: 'Period' }).click()
  await page.getByRole('option', { name: 'This year' }).click()
  await expect(page).toHaveURL(/period=this-year/)
  await page.getByRole('link', { name: 'Sale lines' }).click()
  await expect(page.getByRole('heading', { name: 'Sale lines' })).toBeVisible()
  await expect(page).toHaveURL(/report=sale-lines/)
  await expect(page).toHaveURL(new RegExp(`locationID=${locationID}`))
  await expect(page.getByRole('combobox', { name: 'Period' })).toHaveValue('This year')
  await expect(page.getByRole('row').filter({ hasText: itemName })).toHaveCount(4)

  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download CSV' }).click(),
  ])
  expect(file.suggestedFilename()).toMatch(/^sale-lines-\d{4}-01-01-to-\d{4}-\d\d-\d\d\.csv$/)
  const [header, ...rows] = readCsv(await readFile(await file.path(), 'utf8'))
  const sales = header!.indexOf('Total Sales')
  expect(rows.map((row) => row[header!.indexOf('Item')])).toEqual(Array(4).fill(`'${itemName}`))
  expect(rows.map((row) => row[sales])).toEqual(['-900', '900', '2700', '1800'])
  await expect(page.getByText(/\.csv is complete: 4 rows/)).toBeVisible()

  await page.getByRole('combobox', { name: 'Period' }).click()
  await page.getByRole('option', { name: 'Own days' }).click()
  await page.getByRole('textbox', { name: 'From' }).fill('2020-01-01')
  await page.getByRole('textbox', { name: 'To' }).fill('2020-01-31')
  await expect(page.getByText('Nothing in this period')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Download CSV' })).toBeDisabled()
  await axe(page)
})

test('the profit statement of a location, and the stock of a past day', async ({ page, account }) => {
  const { locationID } = await givenSales(account)
  await page.goto(`/report?report=profit&locationID=${locationID}`)
  const table = page.getByRole('table', { name: 'Profit' })
  const lineOf = (name: string) => table.getByRole('row').filter({ has: page.getByRole('cell', { name, exact: true }) })
  await expect(lineOf('Goods sold')).toContainText('₱5,400.00')
  await expect(lineOf('Refunds')).toContainText('₱900.00')
  // Five rings stayed sold, at ₱612.50 each.
  await expect(lineOf('Gross profit')).toContainText('₱1,437.50')
  await expect(lineOf('Stock value at the end')).toContainText('₱9,187.50')
  await axe(page)

  await page.goto(`/report?report=stock&locationID=${locationID}`)
  const stock = page.getByRole('table', { name: 'Stock on hand and value' })
  await expect(stock.getByRole('rowheader', { name: 'Total' }).locator('..')).toContainText('₱9,187.50')
  await page.getByLabel('As of', { exact: true }).fill('2020-01-31')
  await expect(page).toHaveURL(/asOf=2020-01-31/)
  await expect(stock).toBeHidden()
  await axe(page)
})

test('two days chosen in quick succession on a slow machine are both applied', async ({ page }) => {
  await page.goto('/report?report=sale-lines&from=2026-01-01&to=2026-11-01')
  const to = page.getByRole('textbox', { name: 'To' })
  await expect(to).toBeVisible()
  const client = await page.context().newCDPSession(page)
  await client.send('Emulation.setCPUThrottlingRate', { rate: 8 })
  for (const year of [2023, 2022]) {
    await page.getByRole('textbox', { name: 'From' }).fill(`${year}-01-01`)
    await to.fill(`${year}-01-31`)
    await expect(page).toHaveURL(new RegExp(`from=${year}-01-01&to=${year}-01-31$`))
  }
})

test.describe('a failed download', () => {
  test.use({ allow: [/ERR_FAILED|status of 400/] })

  test('leaves no file when canceled or broken; a successful download is written to the disk', async ({
    page,
    account,
  }) => {
    test.slow()
    const { locationID } = await givenSales(account)
    // The test replaces the browser's file picker; the returned file is real.
    await page.addInitScript(() => {
      const picker = async ({ suggestedName }: { suggestedName: string }) =>
        (await navigator.storage.getDirectory()).getFileHandle(suggestedName, { create: true })
      Object.assign(window, { showSaveFilePicker: picker })
    })
    const kept = (name: string) =>
      page.evaluate(async (file) => {
        const handle = await (await navigator.storage.getDirectory()).getFileHandle(file)
        return (await handle.getFile()).text()
      }, name)

    /** Checks a toast and closes it, because it covers the button. */
    const told = async (text: string) => {
      await expect(page.getByText(text)).toBeVisible()
      await page.getByRole('button', { name: 'Close', exact: true }).click()
      await expect(page.getByText(text)).toBeHidden()
    }

    await page.goto(`/report?report=payments&from=2020-01-01&to=2999-12-31&locationID=${locationID}`)
    const download = page.getByRole('button', { name: 'Download CSV' })
    await expect(page.getByText('1–4 of 4')).toBeVisible()
    const name = 'payments-2020-01-01-to-2999-12-31.csv'

    let release = () => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    const asked = /reports\/payments\?.*format=csv/
    await page.route(asked, async (route) => {
      await held
      await route.abort().catch(() => {})
    })
    await download.click()
    await expect(page.getByText('Preparing…')).toBeVisible()
    await axe(page)
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect(download).toBeVisible()
    release()
    expect(await kept(name)).toBe('')

    await page.unroute(asked)
    await page.route(asked, (route) => route.abort('failed'))
    await download.click()
    await told('could not be downloaded')
    expect(await kept(name)).toBe('')

    await page.unroute(asked)
    // An incomplete file is not kept.
    await page.route(asked, (route) =>
      route.fulfill({ body: '\uFEFFDate\r\n1\r\n', headers: { 'x-rows': '4', 'content-type': 'text/csv' } }),
    )
    await download.click()
    await told('The file is incomplete. Please try again.')
    expect(await kept(name)).toBe('')

    await page.unroute(asked)
    await download.click()
    await expect(page.getByText(`${name} is complete: 4 rows`)).toBeVisible()
    expect(readCsv(await kept(name)).length).toBe(5)

    await page.goto('/report?report=payments&from=2026-11-21&to=2026-11-20')
    await expect(page.getByRole('alert').filter({ hasText: 'The period ends before it begins' })).toBeVisible()
  })
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('rows are cards, with the sums above them', async ({ page, account }) => {
    const { locationID } = await givenSales(account)
    await page.goto(`/report?report=sales&locationID=${locationID}`)
    await expect(page.getByRole('list', { name: 'Sales' }).getByRole('listitem')).toHaveCount(4)
    await expect(page.getByRole('definition').filter({ hasText: '₱4,500.00' }).first()).toBeVisible()
    await expect(page.getByRole('list', { name: 'Sales' }).getByRole('listitem').first()).toContainText(
      'Total Sales −₱900.00',
    )
    await axe(page)
    await page.getByRole('button', { name: 'Filter (1)' }).click()
    const sheet = page.getByRole('dialog', { name: 'Filter' })
    await axe(page)
    await sheet.getByRole('button', { name: 'Clear' }).click()
    await expect(page).not.toHaveURL(/locationID/)
    await sheet.getByRole('combobox', { name: 'Any status' }).click()
    await page.getByRole('option', { name: 'Completed' }).click()
    await expect(page).toHaveURL(/status=Completed/)
    await page.goto(`/report?report=sales&locationID=${locationID}`)
    await page.getByRole('combobox', { name: 'Report' }).click()
    await page.getByRole('option', { name: 'Stock on hand and value' }).click()
    await expect(page.getByRole('list', { name: 'Stock on hand and value' }).getByRole('listitem')).toHaveCount(1)
  })
})
