import type { Page } from '@playwright/test'

import type { ItemRow } from '../../contract/catalogue/items.ts'
import type { Account } from '../../contract/people/account.ts'
import type { SaleRow } from '../../contract/sales/sales.ts'
import type { MovementRow } from '../../contract/stock/inventory.ts'
import { api, axe, expect, newAccount, test, unique } from './fixtures.ts'
import { atMain, createItem, scanAstray } from './steps.ts'

/** Creates an item with stock at Main. Its code is also its barcode, so that it can be scanned. */
function itemOf(account: Account, quantity: number, over: object = {}): Promise<ItemRow> {
  const itemCode = unique('RG').replace(' ', '-')
  const named = { itemCode, barcode: `B${itemCode}`, itemName: unique('Solitaire') }
  return createItem(account, { ...named, grams: 3.2, price: 1234.5, cost: 700, ...atMain, quantity, ...over })
}

const sold = (account: Account, id: string) => api<{ data: SaleRow }>(account, 'GET', `/api/v2/sales/${id}`)
const openTill = async (page: Page) => {
  await page.goto('/sales?create=1')
  await expect(page.getByLabel('Scan a barcode')).toBeFocused()
  await expect(page.getByRole('combobox', { name: 'Location' })).toHaveValue('Main')
}
/** Types a code and Enter, as a scanner does, once its field has the focus. */
async function scan(page: Page, code: string) {
  await expect(page.getByLabel('Scan a barcode')).toBeFocused()
  await page.keyboard.type(code)
  await page.keyboard.press('Enter')
}
const summary = (page: Page) => page.getByRole('complementary', { name: 'Summary' })
/** Locates the reasons that prevent the sale, or the server's refusal. */
const trouble = (page: Page) => finish(page).getByRole('alert')
const figure = (page: Page, name: string) =>
  summary(page)
    .locator('dl > div')
    .filter({ has: page.getByText(name, { exact: true }) })
    .locator('dd')
/** Locates the totals next to the buttons, shown while the summary is out of sight. */
const finish = (page: Page) => page.getByRole('region', { name: 'Finish' })
const idIn = (page: Page) => new URL(page.url()).searchParams.get('id')!

test.describe('as Staff', () => {
  test.use({ role: 3 })
  test.describe.configure({ timeout: 90_000 })

  test('three items are sold for cash by scanner and keyboard alone, in one request', async ({ page, account }) => {
    const item = await itemOf(account!, 10)
    const [pearl, chain] = [await itemOf(account!, 4, { price: 1000 }), await itemOf(account!, 4, { price: 1469 })]
    const [row] = (
      await api<{ data: { inventoryID: number }[] }>(account, 'GET', `/api/v1/inventory?itemID=${item.itemID}`)
    ).data
    await openTill(page)
    const requests: string[] = []
    page.on('request', (request) => {
      if (request.method() !== 'GET') requests.push(`${request.method()} ${new URL(request.url()).pathname}`)
    })
    const quantity = page.getByLabel(`Quantity of ${item.itemName}`)
    await scan(page, item.barcode!)
    await scan(page, pearl.barcode!)
    await scan(page, chain.itemCode.toLowerCase())
    await expect(figure(page, 'Total items')).toHaveText('3')
    await expect(figure(page, 'Total quantity')).toHaveText('3')
    await expect(figure(page, 'Balance')).toHaveText('₱3,703.50')

    await page.keyboard.press('F4')
    await expect(page.getByLabel('Amount')).toBeFocused()
    await page.keyboard.type('4,000')
    await expect(summary(page).getByRole('status')).toContainText('₱296.50')
    await page.keyboard.press('F9')
    await expect(summary(page)).toContainText('Completed')
    await expect(summary(page).getByRole('status')).toHaveText('Completed. Change₱296.50from ₱4,000.00 in cash')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    expect(requests).toEqual(['POST /api/v2/sales'])
    await axe(page)

    const { data: sale } = await sold(account!, idIn(page))
    expect(sale).toMatchObject({ status: 'Completed', totalPurchase: 3703.5, change: 296.5, balance: 0 })
    const ledger = await api<{ data: MovementRow[] }>(
      account,
      'GET',
      `/api/v1/inventory/${row!.inventoryID}/movements?sort=sequence`,
    )
    expect(ledger.data).toMatchObject([
      { kind: 'opening', quantity: 10, quantityAfter: 10 },
      { kind: 'sale', quantity: -1, quantityAfter: 9, documentNumber: sale.transactionNumber },
    ])
    await page.getByLabel('Scan a barcode').fill(item.itemCode)
    const tiles = page.getByRole('list', { name: 'Items' })
    await expect(tiles.getByRole('button', { name: item.itemName })).toContainText('9 left')

    // The next scan starts a new sale, at the location of the last one.
    await page.getByLabel('Scan a barcode').fill('')
    await scan(page, item.barcode!)
    await expect(quantity).toHaveValue('1')
    await expect(summary(page)).toContainText('after saving')
    await page.getByRole('button', { name: `Delete ${item.itemName}` }).click()
    await page.getByRole('button', { name: 'Back to the sales' }).click()

    const row1 = page.getByRole('row', { name: new RegExp(sale.transactionNumber) })
    await expect(row1).toContainText('Completed')
    await expect(row1).toContainText('₱3,703.50')
    await expect(row1).toContainText('Cash')
    await axe(page)
    await row1.getByRole('button', { name: /Edit/ }).click()
    await expect(page.getByRole('heading', { name: 'Sales Transaction', exact: true })).toBeVisible()
    await expect(summary(page)).toContainText(sale.transactionNumber)
    await expect(page.getByRole('button', { name: 'Save' })).toHaveCount(0)
  })

  test('a scan into another field finds its item and keeps the field’s text', async ({ page, account }) => {
    const item = await itemOf(account!, 10)
    await openTill(page)
    await scan(page, item.barcode!)
    await expect(page.getByLabel(`Quantity of ${item.itemName}`)).toHaveValue('1')
    await page.getByLabel('Shipping fee').fill('350')
    await scanAstray(page, item.barcode!)
    await expect(page.getByLabel(`Quantity of ${item.itemName}`)).toHaveValue('2')
    await expect(page.getByLabel('Shipping fee')).toHaveValue('350.00')
    await expect(page.getByLabel('Scan a barcode')).toBeFocused()
    await page.getByRole('textbox', { name: 'Remarks' }).fill('A gift')
    await scanAstray(page, item.barcode!)
    await expect(page.getByLabel(`Quantity of ${item.itemName}`)).toHaveValue('3')
    await expect(page.getByRole('textbox', { name: 'Remarks' })).toHaveValue('A gift')
    // While a dialog covers the till, a scan neither answers it nor adds an item.
    for (const [key, title] of [
      ['F6', 'Parked sales'],
      ['F1', 'Keys'],
    ] as const) {
      await page.keyboard.press(key)
      const dialog = page.getByRole('dialog', { name: title })
      await expect(dialog.locator('[data-autofocus]')).toBeFocused()
      await scanAstray(page, item.barcode!)
      await expect(dialog).toBeVisible()
      await dialog.getByRole('button', { name: 'Close' }).first().click()
      await expect(dialog).toHaveCount(0)
    }
    await page.getByRole('button', { name: 'Cancel', exact: true }).click()
    await expect(page.getByRole('button', { name: 'Keep editing' })).toBeFocused()
    await scanAstray(page, item.barcode!)
    await page.getByRole('button', { name: 'Keep editing' }).click()
    await scanAstray(page, item.barcode!)
    await expect(page.getByLabel(`Quantity of ${item.itemName}`)).toHaveValue('4')
    await page.getByRole('button', { name: `One less of ${item.itemName}` }).click()
    await page.getByRole('button', { name: `One less of ${item.itemName}` }).click()
    await scanAstray(page, 'unheard-of')
    await expect(page.getByText('No item has the code or name ‘unheard-of’')).toBeVisible()
    await page.keyboard.press('F8')
    await expect(figure(page, 'Balance')).toHaveCount(0)
    await expect(page.getByLabel('Amount')).toHaveValue('2,819.00')
  })

  test.describe(() => {
    test.use({ allow: [/409|403/] })

    test('a sale that exceeds the stock is refused with a message, and the rest can be sold', async ({
      page,
      account,
    }) => {
      const item = await itemOf(account!, 2)
      await openTill(page)
      await scan(page, item.barcode!)
      const quantity = page.getByLabel(`Quantity of ${item.itemName}`)
      await quantity.fill('abc')
      await quantity.press('F9')
      await expect(trouble(page)).toHaveText('Error: Order quantity must be more than 0')
      await quantity.fill('3')
      await page.keyboard.press('F8')
      await page.keyboard.press('F9')
      const sentence = `Only 2 of ${item.itemName} available at Main`
      await expect(trouble(page)).toHaveText(`Error: ${sentence}`)
      await expect(page.getByRole('region', { name: 'Items' }).getByRole('alert')).toHaveText(sentence)
      await axe(page)
      await page.getByRole('button', { name: `One less of ${item.itemName}` }).click()
      await page.keyboard.press('F9')
      await expect(summary(page)).toContainText('Completed')
      await expect(summary(page).getByRole('status')).toContainText('₱1,234.50')
    })

    test('only managers may sell below the item’s price', async ({ page, account }) => {
      const item = await itemOf(account!, 2)
      await openTill(page)
      await scan(page, item.barcode!)
      await page.getByLabel(`Price of ${item.itemName}`).fill('1,000')
      await page.getByRole('button', { name: 'Save' }).click()
      await expect(trouble(page)).toHaveText(`Error: Only a manager may sell ${item.itemName} below ₱1,234.50`)
      const manager = await newAccount(2)
      await page.evaluate((text) => localStorage.setItem('account', text), JSON.stringify(manager))
      page.once('dialog', (dialog) => void dialog.accept())
      await page.reload()
      await expect(page.getByLabel('Scan a barcode')).toBeFocused()
      await scan(page, item.barcode!)
      await page.getByLabel(`Price of ${item.itemName}`).fill('1,000')
      await page.getByRole('button', { name: 'Save' }).click()
      await expect(figure(page, 'Transaction number')).toHaveText(/^SO-\d{4}-\d{6}$/)
      await expect(figure(page, 'Total')).toHaveText('₱1,000.00')
    })
  })

  test('a sale is saved with a new customer, paid in parts, and completed', async ({ page, account }) => {
    const item = await itemOf(account!, 5)
    const other = await itemOf(account!, 5, { price: 500 })
    await openTill(page)
    await scan(page, item.barcode!)
    await page.getByRole('button', { name: 'New customer' }).click()
    const name = unique('Maricel')
    await page.getByLabel('First name').fill(name)
    await page.getByLabel('Last name').fill('Tanaka')
    await page.getByLabel('Contact no').fill('+81 90 5550 0142')
    await page.keyboard.press('Control+s')
    await expect(trouble(page)).toHaveText('Error: Email is required')
    await page.getByLabel('Email').fill('maricel@x.example')
    await page.getByRole('combobox', { name: 'Customer type' }).click()
    await page.getByRole('option', { name: 'Reseller' }).click()
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(figure(page, 'Transaction number')).toHaveText(/^SO-/)
    await expect(summary(page)).toContainText('Pending')
    const papers = page.getByRole('region', { name: 'Papers' })
    await expect(papers.getByRole('button', { name: 'Print invoice' })).toBeVisible()
    await expect(papers.getByRole('button', { name: 'Print receipt' })).toHaveCount(0)
    await expect(page.getByText('Reseller · +81 90 5550 0142')).toBeVisible()

    // Open the sale by its own address, as another user would.
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Edit Sales Transaction' })).toBeVisible()
    await page.getByRole('button', { name: 'Add Item' }).click()
    const dialog = page.getByRole('dialog', { name: 'Select Item' })
    await dialog.getByLabel('Search items').fill(other.itemCode)
    await expect(dialog.getByRole('row')).toHaveCount(2)
    // The till says what its own location has, and hides the margin from a customer who sees the screen.
    await expect(dialog.getByRole('columnheader', { name: 'Left here' })).toBeVisible()
    await expect(dialog.getByRole('row').last()).toContainText(`${other.itemName}3.20 g`)
    await expect(dialog.getByRole('row').last().getByRole('cell').nth(3)).toHaveText('5')
    await expect(dialog).not.toContainText('margin')
    await axe(page)
    await dialog.getByRole('button', { name: `Add ${other.itemName}` }).click()
    await expect(dialog).toHaveCount(0)
    await expect(figure(page, 'Subtotal')).toHaveText('₱1,734.50')
    await page.keyboard.press('F4')
    await page.keyboard.type('1000')
    await page.getByRole('combobox', { name: 'Payment type' }).click()
    await page.getByRole('option', { name: 'GCash' }).click()
    await page.getByLabel('Reference').fill('7719 204')
    // Nothing is printed before the server has responded.
    const held = Promise.withResolvers<void>()
    await page.route('**/payments', async (route) => {
      await held.promise
      await route.continue()
    })
    await page.keyboard.press('Control+s')
    await expect(finish(page)).toHaveAttribute('aria-busy')
    await expect(papers).toHaveCount(0)
    held.resolve()
    await expect(papers.getByRole('button', { name: 'Print receipt' })).toBeVisible()
    await expect(summary(page)).toContainText('Processing')
    await expect(figure(page, 'Balance')).toHaveText('₱734.50')
    await expect(page.getByRole('region', { name: 'Payments' })).toContainText('GCash7719 204')

    await page.keyboard.press('F9')
    await expect(trouble(page)).toHaveText('Error: Balance due: ₱734.50')
    await page.keyboard.press('F8')
    await page.keyboard.press('F9')
    await expect(summary(page)).toContainText('Completed')
    const { data: sale } = await sold(account!, idIn(page))
    expect(sale).toMatchObject({ status: 'Completed', totalItems: 2, customer: { firstName: name }, change: 0 })
    expect(sale.payments.map(({ paymentName, amount }) => [paymentName, amount])).toEqual([
      ['GCash', 1000],
      ['Cash', 734.5],
    ])
  })

  test('a customer is found by typing; a saved sale is canceled and its deposit returned', async ({
    page,
    account,
  }) => {
    const item = await itemOf(account!, 1)
    const lastName = unique('Reyes')
    await api(account, 'POST', '/api/v2/customers', {
      firstName: 'Liza',
      lastName,
      contactNo: '1',
      email: 'liza@x.example',
      customerTypeID: 1,
    })
    await openTill(page)
    await scan(page, item.barcode!)
    await page.getByRole('button', { name: 'Select Customer' }).click()
    await page.getByLabel('Search customers').fill('nobody of this name')
    await expect(page.getByText('No Customers Found')).toBeVisible()
    await page.getByLabel('Search customers').fill(lastName.toUpperCase())
    await expect(page.getByRole('option')).toHaveCount(1)
    const box = (await page.locator('.customers').boundingBox())!
    expect(box.width).toBe(300)
    expect(box.height).toBeLessThanOrEqual(300)
    await axe(page)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('region', { name: 'Customer' })).toContainText(`Liza ${lastName}`)
    await page.keyboard.press('F4')
    await page.keyboard.type('200')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(summary(page)).toContainText('Processing')

    await page.getByRole('button', { name: 'Cancel sale' }).click()
    const dialog = page.getByRole('dialog', { name: /^Cancel sale SO-/ })
    await expect(dialog.getByLabel('The shop keeps it')).toBeDisabled()
    await expect(dialog.getByLabel('It is handed back')).toBeDisabled()
    await expect(dialog.getByRole('button', { name: 'Cancel sale' })).toBeDisabled()
    await axe(page)
    await dialog.getByRole('button', { name: 'Keep sale' }).click()

    // Staff correct a payment of today; the deposit is a manager's to hand back.
    await page.getByRole('button', { name: /^Correct Cash/ }).click()
    const correction = page.getByRole('dialog', { name: /^Correct Cash/ })
    await correction.getByLabel('Reference').fill('R-77')
    await correction.getByLabel('Reason').fill('The reference was missing')
    await axe(page)
    await correction.getByRole('button', { name: 'Correct', exact: true }).click()
    await expect(page.getByRole('region', { name: 'Payments' })).toContainText('The reference was missing')

    const manager = await newAccount(2)
    const canceled = { deposit: 'refund', reason: 'Not wanted' }
    await api(manager, 'PUT', `/api/v2/sales/${idIn(page)}/cancel`, canceled)
    await page.reload()
    await expect(summary(page)).toContainText('Canceled')
    await expect(page.getByRole('region', { name: 'Cancellation' })).toContainText(
      /₱200.00 was handed back.*\d{4}.*Not wanted/,
    )
    await expect(figure(page, 'Refunded')).toHaveText('₱200.00')
    await openTill(page)
    await page.getByLabel('Scan a barcode').fill(item.itemCode)
    await expect(page.getByRole('button', { name: item.itemName })).toContainText('1 left')

    await page.goto('/sales')
    await page.getByRole('button', { name: 'More filters' }).click()
    await page.getByRole('combobox', { name: 'All customers' }).fill(lastName)
    await page.getByRole('option', { name: `Liza ${lastName}` }).click()
    await expect(page.getByRole('row')).toHaveCount(2)
    await expect(page.getByRole('row').last()).toContainText('Canceled')
    // After a reload of the address the filter still names the customer.
    await page.reload()
    await page.getByRole('button', { name: 'More filters (1)' }).click()
    await expect(page.getByRole('combobox', { name: 'All customers' })).toHaveValue(`Liza ${lastName}`)
    await page.getByRole('combobox', { name: 'All types' }).click()
    await page.getByRole('option', { name: 'Layaway' }).click()
    await expect(page.getByText('Nothing found', { exact: true })).toBeVisible()
  })

  test('an unfinished sale survives a reload with current prices, and can be parked', async ({ page, account }) => {
    const [ring, band] = [await itemOf(account!, 5), await itemOf(account!, 5, { price: 500 })]
    const asks = page.getByRole('dialog')
    await openTill(page)
    await scan(page, ring.barcode!)
    await scan(page, band.barcode!)
    await page.getByRole('button', { name: 'New customer' }).click()
    const name = unique('Amparo')
    await page.getByLabel('First name').fill(name)
    await page.getByLabel('Expected delivery date').fill('2027-01-31')
    await page.keyboard.press('F8')
    await expect(figure(page, 'Paid')).toHaveText('₱1,734.50')
    await api(await newAccount(2), 'PUT', `/api/v1/items/${ring.itemID}`, { ...ring, price: 1300 })

    await page.reload()
    await expect(page.getByText(`${ring.itemName} now costs ₱1,300.00; it was ₱1,234.50.`)).toBeVisible()
    await expect(page.getByLabel('First name')).toHaveValue(name)
    await expect(page.getByLabel('Expected delivery date')).toHaveValue('31 Jan 2027')
    await expect(figure(page, 'Total')).toHaveText('₱1,800.00')
    await expect(figure(page, 'Balance')).toHaveText('₱65.50')
    await axe(page)

    await page.keyboard.press('F7')
    await expect(figure(page, 'Total items')).toHaveText('0')
    await scan(page, band.barcode!)
    await expect(figure(page, 'Total items')).toHaveText('1')
    await page.keyboard.press('F6')
    await expect(asks).toContainText('hold no stock')
    await expect(page.getByRole('button', { name: `Resume ${name}` })).toBeVisible()
    await axe(page)
    await page.keyboard.press('Enter')
    await expect(asks).toHaveCount(0)

    await page.keyboard.press('F6')
    await page.getByRole('button', { name: `Discard ${band.itemName}` }).click()
    await page.getByRole('button', { name: 'Keep it' }).click()
    await page.getByRole('button', { name: `Discard ${band.itemName}` }).click()
    await page.getByRole('button', { name: 'Discard sale' }).click()
    await expect(page.getByRole('button', { name: `Discard ${band.itemName}` })).toHaveCount(0)
    await page.getByRole('button', { name: `Resume ${name}` }).click()
    await expect(page.getByLabel('First name')).toHaveValue(name)
    await page.getByRole('button', { name: 'No customer' }).click()
    await page.keyboard.press('F8')
    await page.keyboard.press('F9')
    await expect(summary(page)).toContainText('Completed')
    await page.keyboard.press('F1')
    await expect(page.getByRole('dialog', { name: 'Keys' })).toContainText('Parked sales')
    await axe(page)
    await page.keyboard.press('Enter')
    await page.keyboard.press('F6')
    await expect(asks).toContainText('No sale is parked.')
  })

  test.describe(() => {
    test.use({ allow: [/ERR_FAILED/] })

    test('a sale without a response is sent again with the same key and exists once', async ({ page, account }) => {
      const item = await itemOf(account!, 5)
      await openTill(page)
      await scan(page, item.barcode!)
      await expect(figure(page, 'Total items')).toHaveText('1')
      await page.keyboard.press('F8')
      await page.route('**/api/v2/sales', async (route) => {
        await route.fetch()
        await route.abort()
      })
      await page.keyboard.press('F9')
      await expect(trouble(page)).toHaveText(
        'Error: The server has not answered. Try again: however often it is sent, it is done once.',
      )
      await expect(summary(page)).not.toContainText('Completed')
      await expect(page.getByLabel(`Quantity of ${item.itemName}`)).toHaveCount(0)
      await scan(page, item.barcode!)
      await expect(page.getByText('This sale is being sent')).toBeVisible()
      await axe(page)
      await page.unroute('**/api/v2/sales')

      await page.reload()
      await expect(trouble(page)).toContainText('The server has not answered')
      await page.keyboard.press('F9')
      await expect(summary(page)).toContainText('Completed')
      const made = await api<{ data: SaleRow[] }>(account, 'GET', `/api/v2/sales?itemID=${item.itemID}`)
      expect(made.data.map(({ salesTransactionID }) => String(salesTransactionID))).toEqual([idIn(page)])
    })
  })

  test.describe(() => {
    test.use({ allow: [/409|422/] })

    test('a pre-order shows the missing pieces, holds the rest until a deadline, and completes when all have arrived', async ({
      page,
      account,
    }) => {
      const item = await itemOf(account!, 2)
      await openTill(page)
      await scan(page, item.barcode!)
      await page.getByLabel(`Quantity of ${item.itemName}`).fill('3')
      const items = page.getByRole('region', { name: 'Items' })
      await expect(items).toContainText('Only 2 here, 1 short')
      await page.getByRole('combobox', { name: 'Transaction type' }).click()
      await page.getByRole('option', { name: 'Pre-order' }).click()
      await expect(items).toContainText('2 here, 1 to come')
      const waits = page.getByText(`To come before it can be completed: 1 × ${item.itemName}. Save it until then.`)
      await expect(waits).toBeVisible()
      await expect(page.getByRole('button', { name: 'Create Purchase Order' })).toHaveAttribute(
        'title',
        `Order 1 × ${item.itemName}`,
      )
      await page.evaluate(() => {
        const push = history.pushState.bind(history)
        history.pushState = (state, unused, url) => {
          if (url === '/purchase-order') sessionStorage.setItem('order', JSON.stringify(state.usr.create))
          push(state, unused, url)
        }
      })
      await page.getByRole('button', { name: 'Create Purchase Order' }).click()
      await expect
        .poll(() => page.evaluate(() => sessionStorage.getItem('order')).catch(() => null))
        .toBe(JSON.stringify({ locationID: 1, items: [{ itemID: item.itemID, orderQty: 1 }] }))
      // The sale is still in the form.
      await page.goto('/sales?create=1')
      await expect(items).toContainText('2 here, 1 to come')
      await page.keyboard.press('Control+s')
      await expect(figure(page, 'Transaction number')).toHaveText(/^SO-/)
      await expect(summary(page)).toContainText(/Held until .* \(2 d 23 h left\)/)
      await expect(items).toContainText('2 here, 1 to come')

      await page.clock.setFixedTime(Date.now() + 4 * 86_400_000)
      await expect(summary(page)).toContainText('This sale holds no stock.')
      await axe(page)
      const held = page.waitForResponse((response) => response.request().method() === 'PUT')
      await page.getByRole('button', { name: 'Hold again' }).click()
      expect((await held).url()).toContain(`/api/v2/sales/${idIn(page)}/hold`)
      await expect(page.getByRole('region', { name: 'Finish' })).not.toHaveAttribute('aria-busy')
      await page.clock.setFixedTime(Date.now())
      await expect(summary(page)).toContainText('Held until')

      await page.keyboard.press('F8')
      await page.keyboard.press('F9')
      await expect(trouble(page)).toHaveText(`Error: Only 2 of ${item.itemName} available at Main`)
      await expect(summary(page)).toContainText('Processing')
      await page.getByLabel(`Quantity of ${item.itemName}`).fill('2')
      await expect(waits).toHaveCount(0)
      await page.keyboard.press('Control+s')
      await expect(trouble(page)).toHaveText('Error: The total cannot be less than the ₱3,703.50 that is paid already')

      // Receive the last missing piece.
      await api(await newAccount(2), 'POST', '/api/v2/po-receiving', {
        locationID: 1,
        referenceNumber: 'DR-1',
        receivedDate: '2026-11-20',
        status: 'Completed',
        items: [{ itemID: item.itemID, uom: 'PCS', receivedQty: 1, unitCost: 700 }],
      })
      await page.getByLabel(`Quantity of ${item.itemName}`).fill('3')
      await page.keyboard.press('F9')
      await expect(summary(page)).toContainText('Completed')
      expect((await sold(account!, idIn(page))).data).toMatchObject({
        status: 'Completed',
        totalQuantity: 3,
        balance: 0,
      })
    })
  })

  test('leaving a sale that is not saved asks first', async ({ page, account }) => {
    const item = await itemOf(account!, 1)
    await page.goto('/sales')
    await page.getByRole('button', { name: '+ Create Sales Transaction' }).first().click()
    await scan(page, item.barcode!)
    await expect(page.getByLabel(`Quantity of ${item.itemName}`)).toHaveValue('1')
    await page.getByRole('button', { name: 'Cancel', exact: true }).click()
    await page.getByRole('button', { name: 'Keep editing' }).click()
    await expect(page.getByLabel(`Quantity of ${item.itemName}`)).toHaveValue('1')
    await page.getByRole('button', { name: 'Cancel', exact: true }).click()
    await page.getByRole('button', { name: 'Discard changes' }).click()
    await expect(page.getByRole('heading', { name: 'SALES TRANSACTION LIST' })).toBeVisible()
  })

  test('on a tablet every target fits a finger; on a phone the till is one column with sticky buttons', async ({
    page,
    account,
  }) => {
    const item = await itemOf(account!, 4)
    // Create more categories than one response holds. A category that comes after them can still be chosen.
    for (let n = 0; n < 101; n++)
      await api(account, 'POST', '/api/v1/categories', { categoryCode: unique('A'), categoryName: unique('A') })
    await page.setViewportSize({ width: 768, height: 1024 })
    await openTill(page)
    await page.getByLabel('Scan a barcode').fill(item.itemCode)
    await page.getByRole('button', { name: item.categoryName }).click()
    const picture = page.getByRole('button', { name: item.itemName })
    await expect(picture).toContainText('4 left')
    await picture.click()
    await expect(page.getByLabel(`Quantity of ${item.itemName}`)).toHaveValue('1')
    const fingers = [
      'All',
      'Park',
      'Parked',
      'Add Item',
      'Exact cash',
      '₱1,300',
      'Create Purchase Order',
      'One more of',
    ]
    for (const name of fingers) {
      const { width, height } = (await page.getByRole('button', { name }).first().boundingBox())!
      expect(Math.min(width, height), name).toBeGreaterThanOrEqual(44)
    }
    for (const width of [768, 1024]) {
      await page.setViewportSize({ width, height: 1792 - width })
      for (const field of ['Price of', 'Quantity of', 'Discount', 'Shipping fee']) {
        const box = (await page.getByRole('textbox', { name: field }).boundingBox())!
        expect(box.height, field).toBeGreaterThanOrEqual(44)
        // The field fits a price of six figures.
        if (field !== 'Quantity of') expect(box.width, field).toBeGreaterThanOrEqual(80)
      }
      for (const text of ['Total ₱1,234.50', 'Balance ₱1,234.50'])
        await expect(finish(page).getByText(text)).toBeInViewport({ ratio: 1 })
    }
    await axe(page)
    await page.setViewportSize({ width: 390, height: 844 })
    await page.getByLabel('Scan a barcode').fill('')
    await expect(page.getByLabel(`Quantity of ${item.itemName}`)).toHaveValue('1')
    const more = page.getByRole('button', { name: `One more of ${item.itemName}` })
    await more.click()
    for (const target of [
      more,
      page.getByRole('button', { name: `Delete ${item.itemName}` }),
      page.getByRole('button', { name: 'Complete' }),
      page.getByRole('button', { name: 'Save' }),
    ]) {
      const box = (await target.boundingBox())!
      expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(44)
    }
    const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(await overflow()).toBeLessThanOrEqual(0)
    await axe(page)
    await page.getByRole('button', { name: 'Add payment' }).click()
    await page.getByRole('textbox', { name: 'Amount' }).fill('3000')
    const change = finish(page).getByRole('status')
    await expect(change).toContainText('₱531.00')
    await expect(change).toBeInViewport({ ratio: 1 })
    await page.getByRole('button', { name: 'Complete' }).click()
    await expect(change).toHaveText('Completed. Change₱531.00from ₱3,000.00 in cash')
    for (const [width, height] of [
      [390, 844],
      [768, 1024],
      [1024, 768],
      [390, 844],
    ] as const) {
      await page.setViewportSize({ width, height })
      await expect(change).toBeInViewport({ ratio: 1 })
      await expect(finish(page).getByText('Total ₱2,469.00')).toBeInViewport({ ratio: 1 })
    }
    await axe(page)
    await page.getByRole('button', { name: 'Back to the sales' }).last().click()
    await expect(page.getByRole('listitem').filter({ hasText: '₱2,469.00' }).first()).toBeVisible()
    expect(await overflow()).toBeLessThanOrEqual(0)
    await axe(page)
  })
})

test.describe('an unknown sale', () => {
  test.use({ allow: [/status of 404/] })
  test('has its own page with the way to the list', async ({ page }) => {
    await page.goto('/sales?id=999999999')
    await expect(page.getByText('Error: Sale not found')).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await axe(page)
    await page.getByRole('link', { name: 'Show the list' }).click()
    await expect(page.getByRole('heading', { name: 'SALES TRANSACTION LIST' })).toBeVisible()
  })
})
