import { readFile } from 'node:fs/promises'

import { readCsv } from '../support/csv-reader.ts'
import { api, axe, expect, test, unique } from './fixtures.ts'
import { atMain, createItem } from './steps.ts'

type Made = { data: { customerID: number; salesTransactionID: number; transactionNumber: string } }

test.describe('as Staff', () => {
  test.use({ role: 3 })

  test('a customer’s statement is read, filtered and saved; the report has the same balance', async ({
    page,
    account,
  }) => {
    const code = unique('PD').replace(' ', '-')
    const item = await createItem(account, {
      itemCode: code,
      itemName: unique('Pendant'),
      grams: 3,
      price: 900,
      cost: 600,
      ...atMain,
      quantity: 5,
    })
    const lastName = unique('Utang').replace(' ', '-')
    const { data } = await api<Made>(account, 'POST', '/api/v2/customers', {
      firstName: 'Rosa',
      lastName,
      contactNo: '1',
      email: `${lastName}@mail.example`,
      customerTypeID: 1,
    })
    const { customerID } = data
    const sale = await api<Made>(account, 'POST', '/api/v2/sales', {
      locationID: 1,
      transactionTypeID: 1,
      customerID,
      items: [{ itemID: item.itemID, orderQty: 2 }],
      orderDate: '2026-01-05',
      payments: [{ paymentTypeID: 1, amount: 300 }],
    })
    // Simulate a browser that cannot write to the disk.
    await page.addInitScript(() => Reflect.deleteProperty(window, 'showSaveFilePicker'))

    await page.goto(`/customer?id=${customerID}`)
    await page.getByRole('link', { name: 'Statement' }).click()
    await expect(page.getByRole('heading', { name: `Statement of Rosa ${lastName}` })).toBeVisible()
    const entries = page.getByRole('table', { name: 'Statement' }).getByRole('row')
    await expect(entries).toHaveCount(3)
    await expect(entries.nth(1)).toContainText(`5 Jan 2026Sale${sale.data.transactionNumber}₱1,800.00₱1,800.00`)
    await expect(entries.nth(2)).toContainText('₱300.00₱1,500.00')
    const figures = page.getByRole('region', { name: 'Balance' })
    await expect(figures).toContainText('Over 90 days₱1,500.00')
    await expect(figures).not.toContainText('0 to 30 days')
    await axe(page)

    await page.getByRole('combobox', { name: 'Period' }).click()
    await page.getByRole('option', { name: 'Own days' }).click()
    await page.getByRole('textbox', { name: 'To' }).fill('2026-01-31')
    await expect(entries).toHaveCount(2)
    await expect(figures).toContainText('Balance on 31 Jan 2026₱1,800.00')
    await page.getByRole('button', { name: 'Download' }).click()
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'CSV' }).click(),
    ])
    expect(file.suggestedFilename()).toBe(`statement-${customerID}-to-2026-01-31.csv`)
    expect(readCsv(await readFile(await file.path(), 'utf8')).at(1)).toEqual([
      '2026-01-05',
      'Sale',
      sale.data.transactionNumber,
      '',
      '1800',
      '0',
      '1800',
    ])
    await page.getByRole('button', { name: 'Download' }).click()
    const [pdf] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'PDF' }).click(),
    ])
    expect(pdf.suggestedFilename()).toBe(`statement-${customerID}-to-2026-01-31.pdf`)
    await page.setViewportSize({ width: 390, height: 844 })
    await expect(page.getByRole('list', { name: 'Statement' }).getByRole('listitem')).toHaveCount(1)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    await axe(page)

    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto(`/report?report=customer-balances&customerID=${customerID}`)
    const row = page.getByRole('row').filter({ hasText: lastName })
    await expect(row).toContainText('₱1,500.00')
    await page.getByLabel('As of').fill('2026-01-31')
    await expect(page).toHaveURL(/asOf=2026-01-31/)
    await expect(row).toContainText('₱1,800.00')
    await axe(page)
    const [report] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download CSV' }).click(),
    ])
    expect(report.suggestedFilename()).toBe('customer-balances-2026-01-31.csv')
    await page.getByLabel('As of').fill('2026-01-04')
    await expect(page.getByText('Nothing found')).toBeVisible()
  })
})
