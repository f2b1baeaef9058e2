import { readFile } from 'node:fs/promises'

import type { Page } from '@playwright/test'

import type { ItemRow } from '../../contract/catalogue/items.ts'
import type { Account } from '../../contract/people/account.ts'
import type { CustomerRow } from '../../contract/sales/customers.ts'
import type { SaleRow } from '../../contract/sales/sales.ts'
import { api, axe, expect, newAccount, test, unique } from './fixtures.ts'
import { atMain, createItem, print, withoutStream } from './steps.ts'

test.describe.configure({ timeout: 90_000 })

/** Creates an item with stock at Main. */
function itemOf(account: Account, price: number, over: object = {}): Promise<ItemRow> {
  const itemCode = unique('PP').replace(' ', '-')
  const named = { itemCode, barcode: `B${itemCode}`, itemName: unique('Bracelet') }
  return createItem(account, { ...named, grams: 3.2, price, cost: 700, ...atMain, quantity: 50, ...over })
}
async function customerOf(account: Account): Promise<CustomerRow> {
  const lastName = unique('Villanueva')
  const { data } = await api<{ data: CustomerRow }>(account, 'POST', '/api/v2/customers', {
    firstName: 'Maria',
    lastName,
    contactNo: lastName,
    address: 'Shinjuku',
    email: `${lastName.replace(' ', '-')}@mail.example`,
    customerTypeID: 3,
  })
  return data
}
async function soldTo(account: Account, sale: object): Promise<SaleRow> {
  const body = { locationID: 1, transactionTypeID: 1, ...sale }
  return (await api<{ data: SaleRow }>(account, 'POST', '/api/v2/sales', body)).data
}
const saleOf = async (account: Account, id: number) =>
  (await api<{ data: SaleRow }>(account, 'GET', `/api/v2/sales/${id}`)).data
const summary = (page: Page) => page.getByRole('complementary', { name: 'Summary' })
const okay = (page: Page) => page.getByRole('button', { name: 'Okay' }).click()
const overflow = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)

test.describe('a manager', () => {
  test.use({ role: 2, allow: [/422/] })

  test('refunds one line, then a part of another; each shows its amount before and is listed afterwards', async ({
    page,
    account,
  }) => {
    const [ring, chain] = [await itemOf(account!, 1000), await itemOf(account!, 500)]
    const sale = await soldTo(account!, {
      items: [
        { itemID: ring.itemID, orderQty: 2 },
        { itemID: chain.itemID, orderQty: 1 },
      ],
      discount: 100,
      shippingFee: 350,
      payments: [{ paymentTypeID: 1, amount: 2750 }],
      complete: true,
    })
    const id = sale.salesTransactionID
    await page.goto(`/sales?id=${id}`)
    await page.getByRole('button', { name: 'Refund' }).click()
    const dialog = page.getByRole('dialog', { name: `Refund ${sale.transactionNumber}` })
    const send = dialog.getByRole('button', { name: /^Refund/ })
    const line = (item: ItemRow) => dialog.getByRole('listitem', { name: item.itemName })
    await expect(dialog.getByLabel('Quantity').first()).toBeFocused()
    await expect(send).toHaveAccessibleDescription('Reason is required. Say how much comes back')
    await dialog.getByRole('button', { name: 'All of it' }).click()
    await expect(dialog.getByRole('status')).toHaveText('₱2,400.00')
    await expect(dialog).toContainText('The shipping fee of ₱350.00 stays paid')
    await line(ring).getByLabel('Quantity').fill('3')
    await expect(line(ring)).toContainText('Only 2 can come back')
    await axe(page)
    await line(ring).getByLabel('Quantity').fill('')
    await expect(line(ring).getByRole('combobox', { name: 'Where do the goods go?' })).not.toBeEditable()
    await line(chain).getByRole('combobox', { name: 'Where do the goods go?' }).click()
    await page.getByRole('option', { name: 'Repair' }).click()
    await dialog.getByLabel('Reason').fill('The clasp broke')
    // ₱500.00 less ₱20.00, the line's fifth of the discount.
    await expect(send).toHaveText('Refund ₱480.00')
    await send.click()
    await expect(page.getByRole('dialog', { name: 'Sale Refunded!' })).toContainText('Hand back ₱480.00.')
    await okay(page)
    const refunds = page.getByRole('region', { name: 'Refunds' })
    await expect(refunds).toContainText(`Cash`)
    await expect(refunds).toContainText(`The clasp broke1 × ${chain.itemName}, repair3.20 g₱480.00`)
    await expect(summary(page)).toContainText('Refunded₱480.00')
    await axe(page)

    // Another user has refunded the rest: a refund never exceeds the sold quantity.
    await page.getByRole('button', { name: 'Refund' }).click()
    await expect(line(chain)).toContainText('All of it came back')
    await line(ring).getByLabel('Quantity').fill('2')
    await dialog.getByLabel('Reason').fill('Too small')
    const one = [{ salesItemID: sale.items[0]!.salesItemID, qty: 1 }]
    const refund = { paymentTypeID: 1, reason: 'Quicker', items: one }
    await api(account, 'POST', `/api/v2/sales/${id}/refunds`, refund)
    await send.click()
    await expect(dialog.getByText(`Error: Only 1 of ${ring.itemName} can come back`)).toBeVisible()
    await page.setViewportSize({ width: 390, height: 844 })
    expect(await overflow(page)).toBeLessThanOrEqual(0)
    await line(ring).getByLabel('Quantity').fill('1')
    await send.click()
    await expect(page.getByRole('dialog', { name: 'Sale Refunded!' })).toContainText('Hand back ₱960.00.')
    await okay(page)
    await expect(summary(page)).toContainText('Refunded')
    expect(await saleOf(account!, id)).toMatchObject({ status: 'Refunded', refundedAmount: 2400 })
    const papers = page.getByRole('region', { name: 'Papers' })
    await expect(papers).toContainText('Handed back ₱2,400.00')
    await print(page, 'Print what was handed back')
    await expect(page.getByRole('article', { name: /^Receipt/, includeHidden: true })).toContainText(
      'Too small−₱960.00',
    )
    await expect(page.getByRole('button', { name: 'Refund' })).toHaveCount(0)
    expect(await overflow(page)).toBeLessThanOrEqual(0)
    await axe(page)

    await page.goto(`/sales?search=${sale.transactionNumber}`)
    const listed = page.getByRole('list', { name: 'Sales' }).getByRole('listitem')
    await expect(listed).toContainText('₱2,400.00 refunded')
  })
})

test.describe('staff', () => {
  test.use({ role: 3 })

  test('print the invoice and the receipt of a sale, and send its PDF, but refund nothing', async ({
    page,
    account,
  }) => {
    const manager = await newAccount(2)
    const facts = { karat: '18K', grams: 2.1, stone: 'diamond', size: '11', certificateNumber: 'CGL 204801' }
    const [ring, customer] = [await itemOf(account!, 1000, facts), await customerOf(account!)]
    const sale = await soldTo(account!, {
      customerID: customer.customerID,
      items: [{ itemID: ring.itemID, orderQty: 2 }],
      discount: 100,
      shippingFee: 350,
      payments: [
        { paymentTypeID: 2, amount: 1000, reference: 'BDO 7719' },
        { paymentTypeID: 1, amount: 2000 },
      ],
      complete: true,
    })
    await api(manager, 'POST', `/api/v2/sales/${sale.salesTransactionID}/refunds`, {
      paymentTypeID: 1,
      reason: 'Too small',
      items: [{ salesItemID: sale.items[0]!.salesItemID, qty: 1 }],
    })
    await page.goto(`/sales?id=${sale.salesTransactionID}`)
    await expect(page.getByRole('button', { name: 'New sale' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Refund' })).toHaveCount(0)
    const before = await saleOf(account!, sale.salesTransactionID)
    const refund = { paymentTypeID: 1, reason: 'By hand' }
    await expect(api(account, 'POST', `/api/v2/sales/${sale.salesTransactionID}/refunds`, refund)).rejects.toThrow(
      /: 403 .*You may not do this/,
    )
    expect(await saleOf(account!, sale.salesTransactionID)).toEqual(before)

    const papers = page.getByRole('region', { name: 'Papers' })
    // The total and every paper are in view without scrolling.
    await page.setViewportSize({ width: 1440, height: 900 })
    const rail = page.getByRole('complementary', { name: 'Summary' })
    await expect(rail.getByText('Total', { exact: true }).first()).toBeInViewport({ ratio: 1 })
    const buttons = await papers.getByRole('button').all()
    expect(buttons.length).toBeGreaterThanOrEqual(2)
    for (const button of buttons) await expect(button).toBeInViewport({ ratio: 1 })
    const printing = () => page.evaluate(() => new Promise((done) => (window.print = () => done('printed'))))
    let printed = printing()
    await papers.getByRole('button', { name: 'Print invoice' }).click()
    expect(await printed).toBe('printed')
    await expect(page.getByRole('heading', { name: 'INVOICE' })).toBeHidden()
    await page.emulateMedia({ media: 'print' })
    const invoice = page.getByRole('article', { name: `Invoice ${sale.transactionNumber}` })
    await expect(invoice).toContainText(customer.customerName)
    // A customer's paper has the shop's mark, and no internal status.
    await expect(invoice.locator('header svg')).toBeVisible()
    await expect(invoice.getByText('Status', { exact: true })).toHaveCount(0)
    await expect(invoice).toContainText(
      `1${ring.itemCode}${ring.itemName}18K 750 · 2.10 g · diamond · size 11 · CGL 2048011 came back2₱1,000.00₱2,000.00Subtotal₱2,000.00Discount−₱100.00Shipping fee₱350.00Total₱2,250.00`,
    )
    await expect(invoice).toContainText('₱2,000.00Change−₱750.00Paid in fullRefunded by Cash')
    await expect(invoice).toContainText('Too small−₱950.00')
    await expect(page.getByRole('button')).toHaveCount(0)
    expect(await sheets(page)).toEqual(['210 mm'])

    await page.emulateMedia({ media: 'screen' })
    await papers.getByRole('combobox', { name: 'Receipt paper' }).click()
    await page.getByRole('option', { name: '58 mm' }).click()
    printed = printing()
    await papers.getByRole('button', { name: 'Print receipt' }).click()
    expect(await printed).toBe('printed')
    await page.emulateMedia({ media: 'print' })
    expect(await sheets(page)).toEqual(['58 mm'])
    const receipt = page.getByRole('article', { name: `Receipt ${sale.transactionNumber}` })
    await expect(receipt).toContainText(
      `${ring.itemName}18K 750 · 2.10 g · diamond · size 11 · CGL 2048011 came back2 × ₱1,000.00₱2,000.00Subtotal₱2,000.00`,
    )
    // A roll's printer knows black alone.
    const inks = await receipt.evaluate((paper) => [
      ...new Set([paper, ...paper.querySelectorAll('p, td, small, h1, b')].map((part) => getComputedStyle(part).color)),
    ])
    expect(inks).toEqual(['rgb(0, 0, 0)'])
    await page.emulateMedia({ media: 'screen' })

    const [file] = await Promise.all([
      page.waitForEvent('download'),
      papers.getByRole('button', { name: 'Invoice PDF' }).click(),
    ])
    expect(file.suggestedFilename()).toBe(`${sale.transactionNumber}.pdf`)
    const pdf = await readFile(await file.path())
    expect([pdf.subarray(0, 5).toString(), widths(pdf)]).toEqual(['%PDF-', ['210 mm']])
    await page.reload()
    await expect(papers.getByRole('combobox', { name: 'Receipt paper' })).toHaveValue('58 mm')
  })

  test('sell on layaway: spread evenly, edit the schedule, pay in three parts, and find it while overdue', async ({
    page,
    account,
  }) => {
    const ring = await itemOf(account!, 1000.01)
    const remark = unique('layaway')
    await page.goto('/sales?create=1')
    await expect(page.getByRole('combobox', { name: 'Location' })).toHaveValue('Main')
    const schedule = page.getByRole('region', { name: 'Schedule' })
    await expect(schedule.getByRole('button', { name: 'Pay in instalments' })).toBeVisible()
    await page.getByRole('combobox', { name: 'Transaction type' }).click()
    await page.getByRole('option', { name: 'Layaway' }).click()
    await expect(page.getByRole('combobox', { name: 'Transaction type' })).toHaveValue('Layaway')
    await page.getByLabel('Scan a barcode').fill(ring.barcode!)
    await page.getByLabel('Scan a barcode').press('Enter')
    await expect(page.getByLabel(`Quantity of ${ring.itemName}`)).toHaveValue('1')
    await schedule.getByLabel('Down payment today').fill('400')
    await schedule.getByLabel('Instalments', { exact: true }).fill('2')
    await schedule.getByRole('combobox', { name: 'One every' }).click()
    await page.getByRole('option', { name: 'Two weeks' }).click()
    await axe(page)
    await schedule.getByRole('button', { name: 'Spread ₱600.01 evenly' }).click()
    const amount = (n: number) => schedule.getByLabel(`Instalment ${n}: amount`)
    await expect(amount(1)).toHaveValue('400.00')
    await expect(amount(2)).toHaveValue('300.00')
    await expect(amount(3)).toHaveValue('300.01')
    await amount(2).fill('250')
    await expect(schedule.getByRole('alert')).toHaveText('The instalments come to ₱950.01, but the sale to ₱1,000.01')
    await axe(page)
    await amount(3).fill('350.01')
    await expect(schedule.getByRole('alert')).toHaveCount(0)
    // An early due date makes the first instalment overdue.
    await schedule.getByLabel('Instalment 1: due date').fill('2026-01-05')
    await page.getByRole('textbox', { name: 'Remarks' }).fill(remark)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page).toHaveURL(/[?&]id=\d+/)
    await expect(schedule).toContainText('₱400.00 overdue')
    const id = Number(new URL(page.url()).searchParams.get('id'))

    await page.goto(`/sales?search=${encodeURIComponent(remark)}&overdue=true`)
    await expect(page.getByRole('row').nth(1)).toContainText('₱400.00 overdue')
    await axe(page)
    await withoutStream(page)
    await page.goto(`/sales?id=${id}`)
    await expect(schedule).toContainText('Overdue')
    await page.waitForLoadState('networkidle')
    for (const [paid, told] of [
      ['400', 'Paid'],
      ['300', '₱50.00 paid'],
    ] as const) {
      await page.keyboard.press('F4')
      await expect(page.getByLabel('Amount', { exact: true })).toBeFocused()
      await page.keyboard.type(paid)
      // One button takes the payment: no Save stands beside a Complete that cannot work yet.
      await expect(page.getByRole('button', { name: 'Save', exact: true })).toHaveCount(0)
      await page.getByRole('button', { name: `Take ₱${paid}.00` }).click()
      await expect(schedule.getByText(told, { exact: true }).first()).toBeVisible()
    }
    await expect(schedule).toContainText('Next due')
    await expect(schedule).not.toContainText('overdue')
    await expect(page.getByRole('button', { name: /Exact cash/ })).toHaveCount(0)
    await page.setViewportSize({ width: 390, height: 844 })
    expect(await overflow(page)).toBeLessThanOrEqual(0)
    await axe(page)
    await expect(page.getByRole('button', { name: /Exact cash/ })).toHaveCount(0)
    await page.getByRole('button', { name: /^Take ₱300\.01 due / }).click()
    await expect(page.getByLabel('Amount', { exact: true })).toHaveValue('300.01')
    await page.getByRole('button', { name: 'Complete' }).click()
    await expect(summary(page)).toContainText('Completed')
    await expect(schedule.getByRole('listitem')).toHaveText([/₱400.00Paid$/, /₱250.00Paid$/, /₱350.01Paid$/])
    const sale = await saleOf(account!, id)
    expect(sale.payments.map((payment) => payment.amount)).toEqual([400, 300, 300.01])
  })

  test('open a customer: the amounts spent, open and overdue, and every sale', async ({ page, account }) => {
    const [ring, customer] = [await itemOf(account!, 1000), await customerOf(account!)]
    const sell = (body: object) =>
      soldTo(account!, { customerID: customer.customerID, items: [{ itemID: ring.itemID, orderQty: 1 }], ...body })
    const paid = { payments: [{ paymentTypeID: 1, amount: 1000 }], complete: true }
    for (let n = 0; n < 10; n++) await sell(paid)
    const open = await sell({
      schedule: [
        { dueDate: '2026-01-05', amount: 300 },
        { dueDate: '2999-01-05', amount: 700 },
      ],
      payments: [{ paymentTypeID: 1, amount: 100 }],
    })
    await page.goto(`/customer?search=${encodeURIComponent(customer.lastName)}`)
    await page.getByRole('cell', { name: customer.customerName, exact: true }).click()
    await expect(page).toHaveURL(`/customer?id=${customer.customerID}`)
    await expect(page.getByRole('heading', { name: customer.customerName })).toBeVisible()
    const figures = page.getByRole('region', { name: 'Sales in figures' })
    await expect(figures).toContainText('Total spend₱10,000.00')
    await expect(figures).toContainText('Open balance₱900.001 open sale')
    await expect(figures).toContainText('Overdue₱200.00')
    await expect(page.getByRole('region', { name: 'Details' })).toContainText('Reseller')
    const table = page.getByRole('table', { name: 'Sales' })
    await expect(table.getByRole('row').nth(1)).toContainText('₱200.00 overdue')
    await axe(page)
    await page
      .getByRole('button', { name: 'Next' })
      .or(page.getByRole('link', { name: 'Next' }))
      .click()
    await expect(page.getByText('11–11 of 11')).toBeVisible()
    await page.goBack()

    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    const edit = page.getByRole('form', { name: 'Edit Customer' })
    await edit.getByLabel('Address').fill('Nagoya')
    await edit.getByRole('button', { name: 'Update Customer' }).click()
    await okay(page)
    await expect(page.getByRole('region', { name: 'Details' })).toContainText('Nagoya')

    await page.setViewportSize({ width: 390, height: 844 })
    await expect(page.getByRole('list', { name: 'Sales' })).toContainText(open.transactionNumber)
    expect(await overflow(page)).toBeLessThanOrEqual(0)
    await axe(page)
    await page.getByRole('link', { name: open.transactionNumber }).click()
    await expect(summary(page)).toContainText(open.transactionNumber)
    await page.goBack()
    await page.getByRole('link', { name: '‹ CUSTOMER LIST' }).click()
    await expect(page.getByRole('heading', { name: 'CUSTOMER LIST' })).toBeVisible()

    // The item's page links to all of its sales.
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.goto(`/items?id=${ring.itemID}`)
    await page.getByRole('link', { name: 'All 11 sales' }).click()
    await expect(page.getByText('1–10 of 11')).toBeVisible()
    await page.getByRole('button', { name: 'More filters (1)' }).click()
    await expect(page.getByRole('combobox', { name: 'All items' })).toHaveValue(ring.itemName)
  })
})

/** Returns the widths of the printed pages. */
async function sheets(page: Page) {
  await page.evaluate(() => document.fonts.ready)
  return widths(await page.pdf({ preferCSSPageSize: true }))
}

/** Returns the widths of a PDF's pages. */
const widths = (pdf: Buffer) =>
  [...pdf.toString('latin1').matchAll(/\/MediaBox\s*\[0 0 ([\d.]+)/g)].map(
    ([, points]) => `${Math.round((Number(points) / 72) * 25.4)} mm`,
  )
