import { readFile } from 'node:fs/promises'

import type { Page } from '@playwright/test'

import type { ItemRow } from '../../contract/catalogue/items.ts'
import type { Account } from '../../contract/people/account.ts'
import type { PurchaseOrderRow } from '../../contract/purchasing/purchase-orders.ts'
import type { SupplierRow } from '../../contract/purchasing/suppliers.ts'
import { drawPicture } from '../support/pictures.ts'
import { api, axe, expect, newAccount, test, unique } from './fixtures.ts'
import { form, scanAstray } from './steps.ts'

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })

/** Gives the shop a letterhead with a logo, unless it has one. */
async function letterhead(page: Page, account: Account | null) {
  const path = '/api/v2/company-profile'
  const headers = { authorization: `Bearer ${account!.token}` }
  if ((await (await page.request.get(path, { headers })).json()).data !== null) return
  const given = { companyName: 'Amihan Jewelry', registrationNumber: 'JP-1', companyEmail: 'a@b.example' }
  const image_url = { name: 'logo.png', mimeType: 'image/png', buffer: await drawPicture('goldenrod') }
  const made = await page.request.post(path, { headers, multipart: { ...given, companyPhone: '+81 52', image_url } })
  expect(made.ok()).toBe(true)
}

async function supplierOf(account: Account | null): Promise<SupplierRow> {
  const made = await api<{ data: SupplierRow }>(account, 'POST', '/api/v2/suppliers', {
    supplierName: unique('Kofu Casting'),
    contactDetails: '+81 3 5555 0190',
    email: 'orders@kofu.example',
  })
  return made.data
}

/** Creates an item with a barcode whose characters need one key each, so that it can be scanned. */
async function itemOf(account: Account | null, over: object = {}): Promise<ItemRow> {
  const code = unique('RG').replace(' ', '-')
  const category = await api<{ data: { categoryID: number } }>(account, 'POST', '/api/v1/categories', {
    categoryCode: code,
    categoryName: code,
  })
  const made = await api<{ data: ItemRow }>(account, 'POST', '/api/v1/item-inventory', {
    itemCode: code,
    barcode: `b${code.slice(3)}`,
    itemName: unique('Solitaire'),
    categoryID: category.data.categoryID,
    grams: 3.2,
    uom: 'PCS',
    price: 1234.5,
    cost: 700.25,
    ...over,
  })
  return made.data
}

async function orderOf(
  account: Account | null,
  supplier: SupplierRow,
  lines: { item: ItemRow; orderQty: number; price: number }[],
  over: object = {},
): Promise<PurchaseOrderRow> {
  const made = await api<{ data: PurchaseOrderRow }>(account, 'POST', '/api/v2/po/purchase-order-items', {
    supplierID: supplier.supplierID,
    locationID: 1,
    orderDate: '2026-11-20',
    expectedDeliverDate: '2026-12-01',
    purchaseOrderItems: lines.map(({ item, ...line }) => ({ itemID: item.itemID, ...line })),
    ...over,
  })
  return made.data
}
const stored = async (account: Account | null, poID: number) =>
  (await api<{ data: PurchaseOrderRow }>(account, 'GET', `/api/v2/purchase-orders/${poID}`)).data

async function choose(page: Page, name: string, text: string) {
  await page.getByRole('combobox', { name }).click()
  await page.getByRole('combobox', { name }).fill(text)
  await page.getByRole('option', { name: text }).click()
}

test.describe('as Staff', () => {
  test.use({ role: 3, allow: [/status of 4(00|22)/] })
  test.describe.configure({ timeout: 90_000 })

  test('an order is created: invalid at first, then valid, with items chosen, typed and scanned', async ({
    page,
    account,
  }) => {
    const supplier = await supplierOf(account)
    // Create enough suppliers to make their list scroll.
    for (let n = 0; n < 8; n++) await supplierOf(account)
    const [ring, wire, gone] = await Promise.all([
      itemOf(account),
      itemOf(account, { uom: 'BULK', itemName: unique('Gold wire'), cost: 5.5 }),
      itemOf(account, { itemName: unique('Clasp') }),
    ])
    await page.goto('/purchase-order')
    await expect(page).toHaveTitle('PURCHASE ORDER LIST')
    await page.getByRole('button', { name: '+ Create Purchase Order' }).first().click()
    const create = form(page, 'Create Purchase Order')
    const button = create.getByRole('button', { name: 'Create Purchase Order' })
    await expect(create.getByRole('combobox', { name: 'Select Supplier' })).toBeFocused()
    await expect(create.getByText('No items added')).toBeVisible()
    await expect(button).toHaveAccessibleDescription(
      'Supplier is required. Location is required. Expected delivery date is required. Add at least one item',
    )
    await axe(page)

    await choose(page, 'Select Supplier', supplier.supplierName)
    await choose(page, 'Select Location', 'Main')
    await create.getByLabel('Order Date').fill('2026-11-20')
    await create.getByLabel('Expected Delivery Date').fill('2026-11-19')
    await expect(create.getByText('Expected delivery date must not be before the order date')).toBeVisible()
    await create.getByLabel('Expected Delivery Date').fill('2026-12-01')
    await expect(create.getByText('Expected delivery date must not be before the order date')).toBeHidden()
    await create.getByLabel('Reference Number').fill('KC-2291')
    await create.getByLabel('Remarks').fill('Rush\nfor December')

    await create.getByRole('button', { name: 'Add Item' }).click()
    const select = dialog(page, 'Select Item')
    await expect(select.getByRole('columnheader')).toHaveText(['Item Code', 'Name', 'Description', 'Price', 'Add'])
    // Only the topmost panel receives keys.
    await page.keyboard.press('Escape')
    await expect(select).toBeHidden()
    await expect(create).toBeVisible()
    await create.getByRole('button', { name: 'Add Item' }).click()
    await select.getByLabel('Search items').fill(ring.itemName)
    await select.getByRole('button', { name: `Add ${ring.itemName}` }).click()
    await expect(select).toBeHidden()
    const quantity = create.getByLabel(`Order Quantity of ${ring.itemName}`)
    const cost = create.getByLabel(`Unit Cost of ${ring.itemName}`)
    await expect(quantity).toHaveValue('1')
    await expect(cost).toHaveValue('700.25')
    await expect(create.getByRole('columnheader')).toHaveText([
      'Item ID',
      'Item Name',
      'UOM',
      'Unit Cost',
      'Order Quantity',
      'Actions',
    ])

    // A scan into another field leaves the field's text unchanged.
    await create.getByLabel('Reference Number').focus()
    await scanAstray(page, ring.barcode!)
    await expect(quantity).toHaveValue('2')
    await expect(create.getByLabel('Reference Number')).toHaveValue('KC-2291')
    await create.getByRole('button', { name: 'Add Item' }).focus()
    await scanAstray(page, wire.barcode!)
    await expect(create.getByLabel(`Unit Cost of ${wire.itemName}`)).toHaveValue('5.50')
    await scanAstray(page, 'nowhere')
    await expect(create.getByText('No item has the code ‘nowhere’')).toBeVisible()
    await scanAstray(page, gone.barcode!)
    await expect(create.getByRole('row')).toHaveCount(4)

    await quantity.fill('many')
    await expect(quantity).toHaveValue('0')
    await expect(create.getByText('Order quantity must be more than 0')).toBeVisible()
    await expect(button).toBeDisabled()
    await quantity.fill('1.5')
    await create.getByLabel(`Order Quantity of ${wire.itemName}`).fill('12.345')
    await cost.fill('1,000.10')
    await expect(create.getByText('Total Cost ₱2,268.30')).toBeVisible()

    // A fraction of a piece is refused while it is typed.
    await expect(create.getByRole('row').filter({ hasText: ring.itemName })).toContainText('is counted in whole pieces')
    await expect(button).toBeDisabled()
    await quantity.fill('15')
    // Errors that only the server can detect appear at their line.
    await api(account, 'PUT', `/api/v1/items/${gone.itemID}`, { ...gone, status: false })
    await button.click()
    await expect(create.getByText(`Error: ${gone.itemName} is inactive`)).toBeVisible()
    await create.getByRole('button', { name: `Delete ${gone.itemName}` }).click()
    await expect(create.getByText('Total Cost ₱15,069.40')).toBeVisible()
    await button.click()
    const done = dialog(page, 'Purchase Order Created!')
    await expect(done).toContainText('The new purchase order and its items have been successfully created.')
    await done.getByRole('button', { name: 'Okay' }).click()
    await expect(create).toBeHidden()

    await expect(page.getByRole('columnheader')).toHaveText([
      'ID',
      'PO Number',
      'Supplier',
      'Location',
      'ReferenceNo',
      'Remarks',
      'Order Date',
      'Expected Delivery Date',
      'Total Cost',
      'Status',
      'Action',
    ])
    const row = page.getByRole('row').filter({ hasText: supplier.supplierName })
    await expect(row.getByRole('cell')).toHaveText([
      /^\d+$/,
      /^PO-\d{4}-\d{6}$/,
      supplier.supplierName,
      'Main',
      'KC-2291',
      'Rush for December',
      '20 Nov 2026',
      '1 Dec 2026',
      '₱15,069.40',
      'Pending',
      'Edit',
    ])
    await axe(page)

    // Users who may not decide see no button.
    await row.getByText(/^PO-/).click()
    await expect(page.getByRole('button', { name: 'Edit', exact: true })).toBeVisible()
    for (const name of ['Approve', 'Cancel Order', 'Close Order', 'Receive'])
      await expect(page.getByRole('button', { name })).toBeHidden()
    await axe(page)
    await page.getByRole('link', { name: 'PURCHASE ORDER LIST' }).click()
    await expect(row).toBeVisible()
  })
})

test.describe('as Manager', () => {
  test.use({ role: 2, allow: [/409 \(Conflict\)/] })
  test.describe.configure({ timeout: 90_000 })

  test('an order is edited, approved and closed short; another is canceled', async ({ page, account }) => {
    const [supplier, ring, wire] = await Promise.all([
      supplierOf(account),
      itemOf(account),
      itemOf(account, { uom: 'BULK', itemName: unique('Gold wire') }),
    ])
    const lines = [
      { item: ring, orderQty: 10, price: 600 },
      { item: wire, orderQty: 12.5, price: 5.5 },
    ]
    const [first, second] = [await orderOf(account, supplier, lines), await orderOf(account, supplier, lines)]
    await page.goto(`/purchase-order?search=${encodeURIComponent(supplier.supplierName)}`)
    await page.getByRole('button', { name: `Edit ${first.poNumber}` }).click()
    const edit = form(page, `Edit Purchase Order ${first.poNumber}`)
    await expect(edit.getByRole('combobox', { name: 'Select Supplier' })).toHaveValue(supplier.supplierName)
    await expect(edit.getByRole('combobox', { name: 'Select Location' })).toHaveValue('Main')
    await expect(edit.getByLabel('Expected Delivery Date')).toHaveValue('1 Dec 2026')
    await expect(edit.getByLabel(`Unit Cost of ${wire.itemName}`)).toHaveValue('5.50')

    // Another user saves first: the form shows both versions, with the lines in words.
    await api(account, 'PUT', `/api/v2/purchase-orders/${first.poID}`, {
      ...first,
      referenceNo: 'theirs',
      purchaseOrderItems: [{ itemID: ring.itemID, orderQty: 9, price: 600 }],
    })
    await edit.getByLabel(`Order Quantity of ${ring.itemName}`).fill('11')
    await page.keyboard.press('Control+s')
    const versions = edit.getByRole('region', { name: 'Changed by someone else' })
    await expect(versions.getByRole('row')).toHaveText([
      'FieldYoursTheirs',
      'Reference Number(empty)theirs',
      `Items${ring.itemName}: 11 at ₱600.00; ${wire.itemName}: 12.5 g at ₱5.50${ring.itemName}: 9 at ₱600.00`,
    ])
    await versions.getByRole('button', { name: 'Keep mine' }).click()
    await dialog(page, 'Purchase Order Updated!').getByRole('button', { name: 'Okay' }).click()
    expect(await stored(account, first.poID)).toMatchObject({ totalCost: 6668.75, referenceNo: null })

    await page.getByText(first.poNumber).click()
    await expect(page).toHaveURL(new RegExp(`id=${first.poID}$`))
    await expect(page.getByRole('heading', { name: first.poNumber })).toBeVisible()
    await page.getByRole('button', { name: 'Approve' }).click()
    const ask = dialog(page, `Approve ${first.poNumber}?`)
    await expect(ask).toContainText(`${supplier.supplierName}, 2 items, ₱6,668.75.`)
    await ask.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Approve' }).click()
    await ask.getByRole('button', { name: 'Approve' }).click()
    await expect(page.getByText(`${first.poNumber} is approved`)).toBeVisible()
    await expect(page.getByText(/^Tester \w+, \d+ \w+ \d{4}, \d\d:\d\d$/)).toHaveCount(2)
    await expect(page.getByRole('button', { name: 'Edit' })).toBeHidden()
    await expect(page.getByRole('button', { name: 'Receive' })).toBeVisible()
    await axe(page)

    // Close one line first and then the others; the order then becomes Received.
    await page.getByRole('button', { name: 'Close Order' }).click()
    const closing = dialog(page, `Close what is outstanding of ${first.poNumber}`)
    await expect(closing.getByLabel('Reason')).toBeFocused()
    await expect(closing.getByRole('button', { name: 'Close items' })).toHaveAccessibleDescription('Reason is required')
    await axe(page)
    await closing.getByRole('checkbox', { name: wire.itemName }).uncheck()
    await closing.getByLabel('Reason').fill('Mold broke')
    await page.keyboard.press('Enter')
    await expect(closing).toBeHidden()
    const closed = page.getByRole('row').filter({ hasText: ring.itemName })
    await expect(closed).toContainText('Mold broke')
    await expect(closed.getByRole('cell')).toHaveText([
      String(ring.itemID),
      new RegExp(ring.itemName),
      'PCS',
      '₱600.00',
      '11',
      '–',
      '11',
      '–',
      '₱6,600.00',
    ])
    await page.getByRole('button', { name: 'Close Order' }).click()
    await closing.getByLabel('Reason').fill('Sold out')
    await closing.getByRole('button', { name: 'Close items' }).click()
    await expect(page.getByText(`${first.poNumber} is Received`)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Close Order' })).toBeHidden()

    // A stale approval is refused.
    await page.goto(`/purchase-order?id=${second.poID}`)
    await page.getByRole('button', { name: 'Cancel Order' }).click()
    const sure = dialog(page, `Cancel ${second.poNumber}?`)
    await expect(sure.getByRole('button', { name: 'Keep purchase order' })).toBeFocused()
    await api(account, 'PUT', `/api/v2/purchase-orders/${second.poID}/approve`)
    await sure.getByRole('button', { name: 'Cancel purchase order' }).click()
    await expect(dialog(page, 'Cancellation Failed')).toContainText('This record was changed by someone else.')
    await page.keyboard.press('Enter')
    await page.reload()
    await page.getByRole('button', { name: 'Cancel Order' }).click()
    await sure.getByRole('button', { name: 'Cancel purchase order' }).click()
    await expect(page.getByText(`${second.poNumber} is canceled`)).toBeVisible()
    for (const name of ['Approve', 'Edit', 'Cancel Order', 'Close Order', 'Receive'])
      await expect(page.getByRole('button', { name })).toBeHidden()
  })
})

test('the list is filtered and paged; an order is printed, and goes out as a PDF', async ({ page, account }) => {
  test.slow()
  await letterhead(page, account)
  const [supplier, ring] = await Promise.all([supplierOf(account), itemOf(account)])
  const lines = [{ item: ring, orderQty: 2, price: 600 }]
  for (let n = 1; n <= 11; n++) await orderOf(account, supplier, lines, { referenceNo: `N${n}` })
  await page.goto('/purchase-order')
  await page.getByRole('combobox', { name: 'All suppliers' }).fill(supplier.supplierName)
  await page.getByRole('option', { name: supplier.supplierName }).click()
  await expect(page.getByText('1–10 of 11')).toBeVisible()
  await page.getByRole('button', { name: 'ID', exact: true }).click()
  await page.getByRole('link', { name: 'Next' }).click()
  const number = page.locator('td[data-card=title]')
  await expect(number).toHaveCount(1)
  await expect(page.getByRole('cell', { name: 'N11' })).toBeVisible()
  const poNumber = await number.innerText()
  await number.click()
  await expect(page.getByRole('heading', { name: poNumber })).toBeVisible()
  await page.getByRole('link', { name: 'PURCHASE ORDER LIST' }).click()
  await expect(page.getByText('11–11 of 11')).toBeVisible()
  await number.click()

  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'PDF' }).click()])
  expect(file.suggestedFilename()).toBe(`${poNumber}.pdf`)
  expect((await readFile(await file.path())).subarray(0, 5).toString()).toBe('%PDF-')

  // A tablet shows the money of each line and the total without scrolling sideways.
  await page.setViewportSize({ width: 768, height: 1024 })
  for (const amount of [page.getByText('₱1,200.00', { exact: true }).first(), page.getByText('Total Cost').first()])
    await expect(amount).toBeInViewport({ ratio: 1 })
  await axe(page)
  await page.setViewportSize({ width: 1440, height: 900 })
  // When the page is printed, record whether its logo has loaded.
  const printed = page.evaluate(
    () =>
      new Promise((done) => {
        const widths = () =>
          [...document.querySelectorAll<HTMLImageElement>('.paper img')].map((one) => one.naturalWidth)
        window.print = () => done(widths().map((width) => width > 0))
      }),
  )
  await page.getByRole('button', { name: 'Print' }).click()
  expect(await printed).toEqual([true])
  await expect(page.getByRole('heading', { name: 'PURCHASE ORDER', exact: true })).toBeHidden()
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('heading', { name: 'PURCHASE ORDER', exact: true })).toBeVisible()
  await expect(page.getByRole('article')).toContainText(`${ring.itemCode}${ring.itemName}3.20 gPCS2₱600.00₱1,200.00`)
  // A supplier's paper has no internal status.
  await expect(page.getByRole('article').getByText('Status', { exact: true })).toHaveCount(0)
  await expect(page.getByRole('button')).toHaveCount(0)
  await expect(page.getByRole('navigation')).toHaveCount(0)
})

test('a prepared draft opens the form filled in; a reload does not open it again', async ({ page, account }) => {
  const [supplier, ring] = await Promise.all([supplierOf(account), itemOf(account)])
  const draft = {
    supplierID: supplier.supplierID,
    locationID: 1,
    items: [{ itemID: ring.itemID, orderQty: 7 }],
  }
  await page.goto('/purchase-order')
  await expect(page.getByRole('heading', { name: 'PURCHASE ORDER LIST' })).toBeVisible()
  // The low-stock screen passes its draft in the same way: in the history state.
  await page.evaluate((create) => history.replaceState({ ...history.state, usr: { create } }, ''), draft)
  await page.reload()
  const create = form(page, 'Create Purchase Order')
  await expect(create.getByRole('combobox', { name: 'Select Supplier' })).toHaveValue(supplier.supplierName)
  await expect(create.getByRole('combobox', { name: 'Select Location' })).toHaveValue('Main')
  await expect(create.getByLabel(`Order Quantity of ${ring.itemName}`)).toHaveValue('7')
  await expect(create.getByLabel(`Unit Cost of ${ring.itemName}`)).toHaveValue('700.25')
  await create.getByLabel('Expected Delivery Date').fill('2099-12-01')
  await create.getByRole('button', { name: 'Create Purchase Order' }).click()
  await dialog(page, 'Purchase Order Created!').getByRole('button', { name: 'Okay' }).click()
  await expect(page.getByRole('row').filter({ hasText: supplier.supplierName })).toContainText('₱4,901.75')
  await page.reload()
  await expect(page.getByRole('heading', { name: 'PURCHASE ORDER LIST' })).toBeVisible()
  await expect(create).toBeHidden()
})

test.describe('a response that fails', () => {
  test.use({ allow: [/status of 500|status of 404/] })
  test('is reported where its data is needed', async ({ page }) => {
    const broken = { status: 500, json: { success: false, message: 'Something went wrong on our side' } }
    for (const path of ['suppliers', 'locations', 'items'])
      await page.route(`**/api/v*/${path}?*`, (route) => route.fulfill(broken))
    await page.goto('/purchase-order?id=999999999')
    await expect(page.getByText('Error: Purchase order not found')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Show the list' })).toHaveAttribute('href', '/purchase-order')
    await page.getByRole('link', { name: 'PURCHASE ORDER LIST' }).click()
    await page.getByRole('button', { name: '+ Create Purchase Order' }).first().click()
    const create = form(page, 'Create Purchase Order')
    await expect(create.getByText('Failed to load supplier or location data.')).toHaveCount(2)
    await create.getByRole('button', { name: 'Add Item' }).click()
    await expect(dialog(page, 'Select Item').getByText('Error: Failed to fetch items.')).toBeVisible()
    await page.goto('/po-item?id=999999999')
    await expect(page.getByText('Error: Failed to load item data.')).toBeVisible()
  })
})

test('a single line is added and edited, and becomes read-only once its order is approved', async ({
  page,
  account,
}) => {
  test.slow()
  const [supplier, ring, wire] = await Promise.all([
    supplierOf(account),
    itemOf(account),
    itemOf(account, { uom: 'BULK', itemName: unique('Gold wire'), cost: 5.5 }),
  ])
  const order = await orderOf(account, supplier, [{ item: ring, orderQty: 2, price: 600 }])
  await page.goto('/purchase-order')
  await page
    .getByRole('navigation', { name: 'Purchase Order' })
    .getByRole('link', { name: 'Items', exact: true })
    .click()
  await expect(page).toHaveURL('/po-item')
  await expect(page.getByRole('columnheader')).toHaveText([
    'ID',
    'Purchase Order',
    'Item',
    'Unit of Measurement',
    'Unit Cost',
    'Order Quantity',
    'Action',
  ])
  await page.getByRole('button', { name: '+ Create Purchase Order Item' }).click()
  const create = form(page, 'Create Purchase Order Item')
  await choose(page, 'Purchase Order', order.poNumber)
  await choose(page, 'Item', wire.itemName)
  await expect(create.getByLabel('Unit of Measurement')).toHaveValue('BULK')
  await expect(create.getByLabel('Unit Cost')).toHaveValue('5.50')
  await create.getByLabel('Order Quantity').fill('0')
  await expect(create.getByText('Order quantity must be more than 0')).toBeVisible()
  await create.getByLabel('Order Quantity').fill('100.5')
  await axe(page)
  await create.getByRole('button', { name: 'Create Purchase Order Item' }).click()
  await dialog(page, 'Purchase Order Item Created!').getByRole('button', { name: 'Okay' }).click()
  const row = page.getByRole('row').filter({ hasText: wire.itemName })
  await expect(row.getByRole('cell')).toHaveText([
    /^\d+$/,
    order.poNumber,
    wire.itemName,
    'BULK',
    '₱5.50',
    '100.5 g',
    'Edit',
  ])
  await row.getByRole('button', { name: 'Edit' }).click()
  const edit = form(page, 'Edit Purchase Order Item')
  await edit.getByLabel('Unit Cost').fill('6')
  await page.keyboard.press('Control+s')
  await dialog(page, 'Purchase Order Item Updated!').getByRole('button', { name: 'Okay' }).click()
  expect((await stored(account, order.poID)).totalCost).toBe(1803)

  await api(account, 'PUT', `/api/v2/purchase-orders/${order.poID}/approve`)
  await page.reload()
  await row.getByRole('button', { name: 'View' }).click()
  const shown = dialog(page, 'Purchase Order Item')
  await expect(shown).toContainText(`${order.poNumber} is Approved: its items can no longer be changed.`)
  await axe(page)
  await shown.getByRole('link', { name: order.poNumber }).click()
  await expect(page.getByRole('heading', { name: order.poNumber })).toBeVisible()
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })
  test('an order is a card, its form fills the screen, and nothing is cut off', async ({ page, account }) => {
    const [supplier, ring] = await Promise.all([supplierOf(account), itemOf(account)])
    const order = await orderOf(account, supplier, [{ item: ring, orderQty: 2, price: 600 }])
    const fits = async () =>
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    await page.goto(`/purchase-order?search=${encodeURIComponent(supplier.supplierName)}`)
    const cards = page.getByRole('list', { name: 'Purchase orders' })
    await expect(cards.getByRole('listitem')).toHaveCount(1)
    await fits()
    await cards.getByRole('button', { name: order.poNumber, exact: true }).click()
    await expect(page.getByRole('region', { name: 'Items' })).toContainText(`2 PCS at ₱600.00₱1,200.00`)
    await fits()
    await axe(page)
    await page.getByRole('button', { name: 'Edit' }).click()
    const edit = form(page, `Edit Purchase Order ${order.poNumber}`)
    await edit.getByLabel(`Order Quantity of ${ring.itemName}`).fill('3')
    await expect(edit.getByText('Total Cost ₱1,800.00')).toBeVisible()
    await axe(page)
    await edit.getByRole('button', { name: 'Update Purchase Order' }).click()
    await dialog(page, 'Purchase Order Updated!').getByRole('button', { name: 'Okay' }).click()
    await expect(page.getByRole('region', { name: 'Items' })).toContainText('3 PCS')
  })
})

test('a user without a role sees neither screen', async ({ browser, baseURL }) => {
  const account = await newAccount(0)
  const localStorage = [{ name: 'account', value: JSON.stringify(account) }]
  const context = await browser.newContext({
    storageState: { cookies: [], origins: [{ origin: baseURL!, localStorage }] },
  })
  const page = await context.newPage()
  for (const path of ['/purchase-order', '/po-item']) {
    await page.goto(path)
    await expect(page).toHaveURL('/dashboard')
  }
  await context.close()
})
