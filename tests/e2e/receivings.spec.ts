import type { Locator, Page } from '@playwright/test'

import type { Account } from '../../contract/people/account.ts'
import type { WholeReceivingRow } from '../../contract/purchasing/receivings.ts'
import { api, axe, expect, newAccount, test, unique } from './fixtures.ts'
import { okay, row, scanAstray } from './steps.ts'

type Made = { data: Record<string, number> }

const form = (page: Page, name = 'Create Purchase Order Receiving') => page.getByRole('form', { name })
const lineOf = (page: Page, itemName: string) =>
  page.getByRole('list', { name: 'Items' }).getByRole('listitem').filter({ hasText: itemName })

/** Types a code and Enter, as a scanner does into its own field. */
async function scan(page: Page, code: string) {
  await page.keyboard.type(code)
  await page.keyboard.press('Enter')
}

/** Returns the parts of a line that overlap each other, or stand in a box of their own. */
const listOverlaps = (panel: Locator) =>
  panel.getByRole('list', { name: 'Items' }).evaluate((list) =>
    [...list.children].flatMap((line) => {
      const parts = [...line.children].filter((part) => part.getBoundingClientRect().height > 0)
      const boxed = parts.filter((part) => getComputedStyle(part).borderTopStyle !== 'none')
      const meeting = parts.flatMap((part, n) =>
        parts.slice(n + 1).filter((other) => {
          const [a, b] = [part.getBoundingClientRect(), other.getBoundingClientRect()]
          return a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1
        }),
      )
      return [...boxed, ...meeting].map((part) => `${part.className}: ${part.textContent}`)
    }),
  )

/** Creates an item; 5 at Main at ₱600 each by default. */
async function item(account: Account | null, over: object = {}) {
  const code = unique('C')
  const category = await api<Made>(account, 'POST', '/api/v1/categories', { categoryCode: code, categoryName: code })
  const given = {
    itemName: unique('Ring'),
    itemCode: unique('RG'),
    barcode: unique('B').replaceAll(' ', ''),
    uom: 'PCS',
    grams: 2.5,
    price: 1000,
    cost: 600,
    quantity: 5,
    ...over,
  }
  const made = await api<Made>(account, 'POST', '/api/v1/item-inventory', {
    ...given,
    categoryID: category.data['categoryID'],
  })
  return { ...given, itemID: made.data['itemID']! }
}

/** Creates an Approved order of these items at Main. */
async function order(account: Account | null, lines: { itemID: number; orderQty: number; price: number }[]) {
  const supplier = await api<Made>(account, 'POST', '/api/v2/suppliers', {
    supplierName: unique('Kofu'),
    contactDetails: '1',
    email: 'orders@supplier.example',
  })
  const made = await api<{ data: { poID: number; poNumber: string } }>(
    account,
    'POST',
    '/api/v2/po/purchase-order-items',
    {
      supplierID: supplier.data['supplierID'],
      locationID: 1,
      orderDate: '2026-11-01',
      expectedDeliverDate: '2026-11-30',
      purchaseOrderItems: lines,
    },
  )
  await api(account, 'PUT', `/api/v2/purchase-orders/${made.data.poID}/approve`)
  return made.data
}

const cost = async (account: Account | null, itemID: number) =>
  (await api<{ data: { cost: number } }>(account, 'GET', `/api/v1/items/${itemID}`)).data.cost
const onHand = async (account: Account | null, itemID: number) =>
  (await api<{ data: { quantity: number }[] }>(account, 'GET', `/api/v1/inventory?itemID=${itemID}`)).data[0]!.quantity

test('an order is received in two parts: typed, weighed in kg, then scanned from zero', async ({ page, account }) => {
  test.slow()
  const ring = await item(account)
  const grain = await item(account, { itemName: unique('Grain'), uom: 'BULK', grams: 1, cost: 100, quantity: 0 })
  const { poID, poNumber } = await order(account, [
    { itemID: ring.itemID, orderQty: 4, price: 660 },
    { itemID: grain.itemID, orderQty: 250, price: 100 },
  ])
  await page.goto(`/purchase-order?id=${poID}`)
  await page.getByRole('button', { name: 'Receive', exact: true }).click()
  const create = form(page)
  await expect(create.getByRole('combobox', { name: 'Purchase order' })).toHaveValue(new RegExp(poNumber))
  await expect(create.getByLabel('Totals')).toContainText('Arrived in full2 of 2')
  await expect(lineOf(page, ring.itemName)).toContainText('4 of 4 pieces outstanding')
  await expect(create.getByRole('button', { name: 'Complete' })).toHaveAccessibleDescription(
    'Reference number is required',
  )
  await axe(page)
  await create.getByLabel('Reference number').fill('DR-1')

  // A quantity above the order is red with a message; Enter moves to the next quantity.
  const rings = create.getByLabel(`Received quantity of ${ring.itemName}`)
  await rings.fill('5')
  await expect(lineOf(page, ring.itemName)).toContainText(`Only 4 of ${ring.itemName} outstanding on ${poNumber}`)
  await expect(create.getByRole('button', { name: 'Save' })).toBeDisabled()
  await axe(page)
  await rings.fill('1')
  await page.keyboard.press('Enter')
  const grains = create.getByLabel(`Received quantity of ${grain.itemName}`)
  await expect(grains).toBeFocused()

  // In kg the cost is converted, and the form shows the value in grams.
  await create.getByRole('combobox', { name: `Unit of ${grain.itemName}` }).click()
  await page.getByRole('option', { name: 'kg' }).click()
  await expect(grains).toHaveValue('0.25')
  await grains.fill('0.2')
  await expect(lineOf(page, grain.itemName)).toContainText('= 200 g')
  await expect(create.getByLabel(`Unit cost of ${grain.itemName}`)).toHaveValue('100,000.00')

  // A cost that differs from the order is marked, and the form shows the resulting average.
  await create.getByLabel(`Unit cost of ${ring.itemName}`).fill('900')
  await expect(lineOf(page, ring.itemName)).toContainText('Ordered at ₱660.00')
  await expect(lineOf(page, ring.itemName)).toContainText('₱600.00 ₱650.00')
  for (const width of [1440, 768, 1280]) {
    await page.setViewportSize({ width, height: 900 })
    expect([width, await listOverlaps(create)]).toEqual([width, []])
  }
  await expect(create.getByLabel('Totals')).toContainText(
    'Arrived in full0 of 2Total quantity1 piece and 200 gTotal cost₱20,900.00',
  )
  await create.getByRole('button', { name: 'Complete' }).click()
  const sure = page.getByRole('dialog', { name: 'Complete this receiving?' })
  await expect(sure).toContainText('0 of 2 lines in full: 1 piece and 200 g, for ₱20,900.00')
  await sure.getByRole('button', { name: 'Not yet' }).click()
  await expect(create).toBeVisible()
  await create.getByRole('button', { name: 'Complete' }).click()
  await sure.getByRole('button', { name: 'Complete' }).click()
  await okay(page, 'Purchase Order Receiving Completed!')
  // The form stood over its order, and closing it returns there.
  await expect(page).toHaveURL(`/purchase-order?id=${poID}`)
  expect(await onHand(account, ring.itemID)).toBe(6)
  expect(await onHand(account, grain.itemID)).toBe(200)
  expect(await cost(account, ring.itemID)).toBe(650)

  // Receive the rest of the order: choose it in the form, count from zero by scanner, save, and complete it later.
  await page.goto('/po-receiving')
  await page.getByRole('button', { name: '+ Create Purchase Order Receiving' }).first().click()
  await create.getByRole('combobox', { name: 'Purchase order' }).fill(poNumber)
  await page.getByRole('option', { name: new RegExp(poNumber) }).click()
  await expect(lineOf(page, grain.itemName)).toContainText('50 of 250 g outstanding')
  // The first scan restarts a prefilled quantity at zero; a quantity above the outstanding one is reported as an error.
  const told = create.getByRole('status')
  await create.getByLabel('Scan a barcode').fill(ring.itemName)
  await page.keyboard.press('Enter')
  await expect(told).toHaveText(`Counting from zero. ${ring.itemName}: 1 PCS`)
  await expect(lineOf(page, grain.itemName)).toContainText('Not arrived')
  await rings.fill('3')
  await create.getByLabel('Scan a barcode').focus()
  await scan(page, ring.barcode)
  await expect(told).toHaveText(`Only 3 of ${ring.itemName} outstanding on ${poNumber}`)
  await expect(told).toHaveClass(/wrong/)
  // Choosing another order discards the entered lines after a question.
  const another = page.getByRole('dialog', { name: 'Choose another purchase order?' })
  const chosen = create.getByRole('combobox', { name: 'Purchase order' })
  const other = await order(account, [{ itemID: grain.itemID, orderQty: 1, price: 100 }])
  await chosen.fill(other.poNumber)
  await page.getByRole('option', { name: new RegExp(other.poNumber) }).click()
  await another.getByRole('button', { name: 'Keep what is entered' }).click()
  await expect(chosen).toHaveValue(new RegExp(poNumber))
  await expect(rings).toHaveValue('4')
  await chosen.fill(other.poNumber)
  await page.getByRole('option', { name: new RegExp(other.poNumber) }).click()
  await another.getByRole('button', { name: 'Choose another' }).click()
  await expect(lineOf(page, grain.itemName)).toContainText('1 of 1 g outstanding')
  await expect(told).toHaveText('')
  await chosen.fill(poNumber)
  await page.getByRole('option', { name: new RegExp(poNumber) }).click()
  await expect(lineOf(page, grain.itemName)).toContainText('50 of 250 g outstanding')
  await create.getByLabel('Reference number').fill('DR-2')
  await create.getByRole('button', { name: 'Start from zero' }).click()
  await expect(lineOf(page, ring.itemName)).toContainText('Not arrived')
  await expect(create.getByRole('button', { name: 'Save' })).toHaveAccessibleDescription('Enter what has arrived')
  await create.getByLabel('Scan a barcode').focus()
  await scan(page, ring.barcode)
  await expect(create.getByRole('status')).toHaveText(`${ring.itemName}: 1 PCS`)
  await scan(page, ring.itemCode)
  await expect(rings).toHaveValue('2')
  await scan(page, 'nothing-has-this')
  await expect(create.getByRole('status')).toHaveText('No item has the code or name ‘nothing-has-this’')
  // A scan into a quantity does not change it.
  await grains.focus()
  await scanAstray(page, ring.barcode)
  await expect(rings).toHaveValue('3')
  await expect(grains).toHaveValue('0')
  const stranger = await item(account)
  await scan(page, stranger.barcode)
  await expect(create.getByRole('status')).toHaveText(`Purchase order ${poNumber} waits for no ${stranger.itemName}`)
  await create.getByRole('button', { name: 'Save' }).click()
  await okay(page, 'Purchase Order Receiving Created!')
  const saved = row(page, 'DR-2').filter({ hasText: poNumber })
  await expect(saved.getByRole('cell')).toHaveText([
    /^\d+$/,
    poNumber,
    'DR-2',
    /^\d+ \w+ \d{4}$/,
    /\S/,
    '3',
    '₱1,980.00',
    'Pending',
    'Edit',
  ])
  expect(await onHand(account, ring.itemID)).toBe(6)

  // The order says why it cannot be canceled or closed while a delivery is Pending.
  await page.goto(`/purchase-order?id=${poID}`)
  await expect(page.getByRole('button', { name: 'Close Order' })).toHaveAccessibleDescription(
    /^Receiving no\. \d+ is Pending: complete or cancel it first$/,
  )
  await expect(page.getByRole('button', { name: 'Close Order' })).toBeDisabled()
  await page.goto('/po-receiving')

  await saved.getByRole('button', { name: /^Edit receiving no/ }).click()
  const edit = page.getByRole('form', { name: /^Edit Purchase Order Receiving no/ })
  await edit.getByLabel(`Received quantity of ${grain.itemName}`).fill('50')
  await edit.getByRole('button', { name: 'Save' }).click()
  await okay(page, 'Purchase Order Receiving Updated!')
  await saved.getByRole('button', { name: /^Edit receiving no/ }).click()
  await edit.getByRole('button', { name: 'Complete' }).click()
  await sure.getByRole('button', { name: 'Complete' }).click()
  await okay(page, 'Purchase Order Receiving Completed!')
  await expect(saved).toContainText('Completed')
  expect(await onHand(account, ring.itemID)).toBe(9)
  expect(await onHand(account, grain.itemID)).toBe(250)

  // The receiving is read-only and links to its order, which is now complete.
  await saved.getByRole('button', { name: /^View receiving no/ }).click()
  const details = page.getByRole('dialog', { name: /^Purchase Order Receiving no/ })
  await expect(details.getByRole('row')).toHaveText([
    'ItemReceivedUnit CostLine Cost',
    `${ring.itemName}${ring.itemCode}2.50 g3 PCS₱660.00₱1,980.00`,
    `${grain.itemName}${grain.itemCode}50 grams₱100.00₱5,000.00`,
  ])
  await expect(details.getByRole('textbox')).toHaveCount(0)
  await axe(page)
  await details.getByRole('link', { name: poNumber }).click()
  await expect(page).toHaveURL(`/purchase-order?id=${poID}`)
  const deliveries = page.getByRole('region', { name: 'Receivings' }).getByRole('listitem')
  await expect(deliveries).toHaveText([/^No. \d+DR-2.*Completed₱6,980.00$/, /^No. \d+DR-1.*Completed₱20,900.00$/])
  await expect(page.getByRole('main')).toContainText(`1 received at ₱900.00`)
})

test('a whole delivery is told as ordered, and its address opens it over the order', async ({ page, account }) => {
  const ring = await item(account)
  const grain = await item(account, { itemName: unique('Grain'), uom: 'BULK', grams: 1, cost: 100, quantity: 0 })
  const { poID, poNumber } = await order(account, [
    { itemID: ring.itemID, orderQty: 5, price: 660 },
    { itemID: grain.itemID, orderQty: 20, price: 100 },
  ])
  await page.goto(`/po-receiving?poID=${poID}`)
  const create = form(page)
  await expect(create.getByRole('combobox', { name: 'Purchase order' })).toHaveValue(new RegExp(`^${poNumber} · \\S`))
  await expect(page.getByRole('heading', { name: poNumber, includeHidden: true })).toBeVisible()
  await create.getByLabel('Reference number').fill('DR-9')
  await create.getByLabel('Received date').fill('')
  await expect(create.getByText('Received date is required', { exact: true })).toBeVisible()
  await create.getByLabel('Received date').fill('20 Nov 2026')
  await expect(create.getByText('Received date is required', { exact: true })).toBeHidden()
  await create.getByRole('button', { name: 'Complete' }).click()
  const sure = page.getByRole('dialog', { name: 'Complete this receiving?' })
  await expect(sure).toContainText('2 of 2 lines in full, as ordered: 5 pieces and 20 g, for ₱5,300.00')
  await sure.getByRole('button', { name: 'Not yet' }).click()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Discard changes' }).click()
  await expect(page).toHaveURL(`/purchase-order?id=${poID}`)
})

test('an order with a Pending delivery can be neither canceled nor closed, and says why', async ({ page, account }) => {
  const ring = await item(account)
  const { poID } = await order(account, [{ itemID: ring.itemID, orderQty: 3, price: 600 }])
  const body = { poID, referenceNumber: 'DR-12', receivedDate: '2026-11-20' }
  await api(account, 'POST', '/api/v2/po-receiving', body)
  await page.goto(`/purchase-order?id=${poID}`)
  for (const name of ['Cancel Order', 'Close Order']) {
    await expect(page.getByRole('button', { name })).toHaveAccessibleDescription(
      /^Receiving no\. \d+ is Pending: complete or cancel it first$/,
    )
    await page.getByRole('button', { name }).click({ force: true })
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
})

test('the dialog after a completed receiving offers the labels of what arrived', async ({ page, account }) => {
  const ring = await item(account)
  const { poID } = await order(account, [{ itemID: ring.itemID, orderQty: 3, price: 600 }])
  await page.goto(`/po-receiving?poID=${poID}`)
  const create = form(page)
  await create.getByLabel('Reference number').fill('DR-11')
  await create.getByRole('button', { name: 'Complete' }).click()
  await page.getByRole('dialog', { name: 'Complete this receiving?' }).getByRole('button', { name: 'Complete' }).click()
  const done = page.getByRole('dialog', { name: 'Purchase Order Receiving Completed!' })
  // Okay keeps the focus, so that Enter goes on as before.
  await expect(done.getByRole('button', { name: 'Okay' })).toBeFocused()
  await axe(page)
  await done.getByRole('button', { name: 'Print Labels' }).click()
  const labels = page.getByRole('dialog', { name: 'Print Labels' })
  await expect(labels.getByText('3 labels on 1 sheet')).toBeVisible()
  await expect(page).toHaveURL(/\/po-receiving\?id=\d+$/)
  await labels.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('dialog', { name: /^Purchase Order Receiving no/ })).toBeVisible()
})

test.describe('a refusal of the server', () => {
  test.use({ allow: [/status of 4(09|22)/] })

  test('is shown in the open form: goods received meanwhile, an order already complete', async ({ page, account }) => {
    const ring = await item(account)
    const { poID, poNumber } = await order(account, [{ itemID: ring.itemID, orderQty: 2, price: 600 }])
    await page.goto(`/purchase-order?id=${poID}`)
    await page.getByRole('button', { name: 'Receive', exact: true }).click()
    const create = form(page)
    await create.getByLabel('Reference number').fill('DR-3')
    const receive = (receivedQty: number) =>
      api(account, 'POST', '/api/v2/po-receiving', {
        poID,
        referenceNumber: 'DR-0',
        receivedDate: '2026-11-20',
        status: 'Completed',
        items: [{ itemID: ring.itemID, uom: 'PCS', receivedQty, unitCost: 600 }],
      })
    await receive(1)
    await create.getByRole('button', { name: 'Save' }).click()
    await expect(create.getByText(`Error: Only 1 of ${ring.itemName} outstanding on ${poNumber}`)).toBeVisible()
    await create.getByLabel(`Received quantity of ${ring.itemName}`).fill('1')
    await create.getByRole('button', { name: 'Save' }).click()
    await okay(page, 'Purchase Order Receiving Created!')

    await receive(1)
    await page.goto('/po-receiving')
    await row(page, 'DR-3').filter({ hasText: poNumber }).getByRole('button').click()
    const edit = page.getByRole('form', { name: /^Edit Purchase Order Receiving no/ })
    await edit.getByRole('button', { name: 'Cancel Receiving' }).click()
    await page
      .getByRole('dialog', { name: /^Cancel receiving no/ })
      .getByRole('button', { name: 'Keep it' })
      .click()
    await edit.getByRole('button', { name: 'Cancel Receiving' }).click()
    await page.getByRole('button', { name: 'Cancel receiving', exact: true }).click()
    const details = page.getByRole('dialog', { name: /^Purchase Order Receiving no/ })
    await expect(details).toContainText('Canceled')
    await details.getByRole('button', { name: 'Close' }).last().click()
    await expect(row(page, 'DR-3').filter({ hasText: poNumber })).toContainText('Canceled')
    expect(await onHand(account, ring.itemID)).toBe(7)
  })

  test('a stale save shows both versions, and either can be kept', async ({ page, account }) => {
    const ring = await item(account)
    const { poID } = await order(account, [{ itemID: ring.itemID, orderQty: 2, price: 600 }])
    const body = { referenceNumber: 'DR-4', receivedDate: '2026-11-20' }
    const { data } = await api<{ data: WholeReceivingRow }>(account, 'POST', '/api/v2/po-receiving', { ...body, poID })
    await page.goto(`/po-receiving?id=${data.poReceivingID}`)
    const edit = page.getByRole('form', { name: /^Edit Purchase Order Receiving no/ })
    await edit.getByLabel(`Received quantity of ${ring.itemName}`).fill('1')
    await api(account, 'PUT', `/api/v2/po-receiving/${data.poReceivingID}`, { ...body, referenceNumber: 'DR-4b' })
    await page.keyboard.press('Control+s')
    const versions = edit.getByRole('region', { name: 'Changed by someone else' })
    await expect(versions.getByRole('row')).toHaveText([
      'FieldYoursTheirs',
      'Reference numberDR-4DR-4b',
      `Items1 PCS ${ring.itemName}, ₱600.002 PCS ${ring.itemName}, ₱600.00`,
    ])
    await versions.getByRole('button', { name: 'Use theirs' }).click()
    await expect(edit.getByLabel('Reference number')).toHaveValue('DR-4b')
    await expect(edit.getByLabel(`Received quantity of ${ring.itemName}`)).toHaveValue('2')
  })
})

test.describe('staff', () => {
  test.use({ role: 3 })
  test('enter goods without an order by scanner and by weight, and a manager completes it', async ({
    page,
    account,
  }) => {
    const ring = await item(account, { quantity: 3 })
    await page.goto('/po-receiving')
    await expect(page).toHaveTitle('PURCHASE ORDER RECEIVING LIST')
    await page.getByRole('button', { name: '+ Create Purchase Order Receiving' }).first().click()
    const create = form(page)
    await expect(create.getByRole('combobox', { name: 'Purchase order' })).toBeFocused()
    await expect(page.getByRole('listbox')).toHaveCount(0)
    await create.getByLabel('Reference number').fill('OR-77')
    await create.getByRole('button', { name: 'Add Item' }).click()
    const select = page.getByRole('dialog', { name: 'Select Item' })
    await select.getByLabel('Search items').fill(ring.itemName)
    await select.getByRole('button', { name: `Add ${ring.itemName}` }).click()
    await expect(create.getByRole('combobox', { name: 'Location' })).toHaveValue('Main')
    await expect(lineOf(page, ring.itemName)).toContainText('per piece')
    await create.getByLabel('Scan a barcode').fill(ring.itemName)
    await page.keyboard.press('Enter')
    await expect(create.getByLabel(`Received quantity of ${ring.itemName}`)).toHaveValue('2')
    await create.getByRole('combobox', { name: `Unit of ${ring.itemName}` }).click()
    await page.getByRole('option', { name: 'grams' }).click()
    await expect(create.getByLabel(`Received quantity of ${ring.itemName}`)).toHaveValue('5')
    await create.getByLabel(`Received quantity of ${ring.itemName}`).fill('6')
    await expect(create.getByRole('alert').filter({ hasText: 'Check the weight' })).toHaveText(
      `Check the weight: 6 g is not a whole number of pieces of ${ring.itemName} at 2.50 g each`,
    )
    await create.getByLabel(`Received quantity of ${ring.itemName}`).fill('7.5')
    await expect(lineOf(page, ring.itemName)).toContainText('= 3 pieces')
    await create.getByLabel(`Unit cost of ${ring.itemName}`).fill('320')
    await expect(lineOf(page, ring.itemName)).toContainText('₱600.00 ₱700.00')
    await expect(create).toContainText('A manager completes what arrived without a purchase order')
    await expect(create.getByRole('button', { name: 'Complete' })).toHaveCount(0)
    await axe(page)
    await create.getByRole('button', { name: 'Save' }).click()
    await okay(page, 'Purchase Order Receiving Created!')
    expect(await onHand(account, ring.itemID)).toBe(3)

    const manager = await newAccount(2)
    await page.evaluate((text) => localStorage.setItem('account', text), JSON.stringify(manager))
    await page.goto('/po-receiving?status=Pending&search=OR-77')
    await row(page, 'OR-77').first().getByRole('button', { name: /^Edit/ }).click()
    await page.getByRole('button', { name: 'Complete' }).click()
    await page
      .getByRole('dialog', { name: 'Complete this receiving?' })
      .getByRole('button', { name: 'Complete' })
      .click()
    await okay(page, 'Purchase Order Receiving Completed!')
    expect(await onHand(account, ring.itemID)).toBe(6)
    expect(await cost(account, ring.itemID)).toBe(700)
  })

  test('enter receiving items: invalid at first, then valid, then edited', async ({ page, account }) => {
    test.slow()
    const ring = await item(account)
    await page.goto('/po-receiving-item')
    await expect(page.getByRole('columnheader')).toHaveText([
      'ID',
      'Item Name',
      'Unit Of Measurement',
      'Received Quantity',
      'Unit Cost',
      'Action',
    ])
    await page.getByRole('button', { name: '+ Create Purchase Order Receiving Item' }).first().click()
    const create = form(page, 'Create Purchase Order Receiving Item')
    // The unit was left empty. The chosen item fills it in, and its error goes.
    await create.getByRole('button', { name: 'Create Receiving Item' }).click({ force: true })
    await expect(create.getByText('Unit of measurement is required', { exact: true })).toBeVisible()
    await create.getByRole('combobox', { name: 'Item' }).fill(ring.itemName)
    await page.getByRole('option', { name: ring.itemName }).click()
    await expect(create.getByRole('combobox', { name: 'Unit of measurement' })).toHaveValue('PCS')
    await expect(create.getByText('Unit of measurement is required', { exact: true })).toBeHidden()
    await create.getByRole('combobox', { name: 'Unit of measurement' }).click()
    await expect(page.getByRole('listbox').getByRole('option')).toHaveText(['PCS', 'grams', 'kg'])
    await page.getByRole('option', { name: 'grams' }).click()
    await create.getByLabel('Received quantity').fill('0')
    await expect(create.getByText('Received quantity must be more than 0', { exact: true })).toBeVisible()
    // 1.5 g is no whole number of rings of 2.5 g. The form says so before it is sent.
    await create.getByLabel('Received quantity').fill('1.5')
    await expect(create.getByText('is not a whole number of pieces')).toBeVisible()
    await expect(create.getByRole('button', { name: 'Create Receiving Item' })).toBeDisabled()
    await create.getByLabel('Received quantity').fill('25')
    await expect(create.getByText('is not a whole number of pieces')).toBeHidden()
    await expect(create.getByRole('status')).toHaveText('= 10 pieces')
    await create.getByLabel('Unit cost').fill('240')
    await axe(page)
    await create.getByRole('button', { name: 'Create Receiving Item' }).click()
    await okay(page, 'Purchase Order Receiving Item Created!')

    await page.getByRole('searchbox').fill(ring.itemName)
    await expect(page).toHaveURL(/search=/)
    await expect(row(page, ring.itemName).getByRole('cell')).toHaveText([
      /^\d+$/,
      // The metal line of a card is in the quantity's cell, hidden in a table.
      `${ring.itemName}2.50 g`,
      'grams',
      '252.50 g',
      '₱240.00',
      'Edit',
    ])
    await row(page, ring.itemName).getByRole('button').click()
    const edit = form(page, 'Edit Purchase Order Receiving Item')
    await edit.getByLabel('Received quantity').fill('12.5')
    await edit.getByRole('button', { name: 'Update Receiving Item' }).click()
    await okay(page, 'Purchase Order Receiving Item Updated!')
    await expect(row(page, ring.itemName)).toContainText('12.5')
    // The item's direct receipt is still Pending; the item's form links to it.
    await row(page, ring.itemName).getByRole('button').click()
    await edit.getByRole('link', { name: /^receiving no/ }).click()
    await expect(page).toHaveURL(/\/po-receiving\?id=\d+$/)
    await expect(lineOf(page, ring.itemName)).toContainText('= 5 pieces')
  })
})

test('the list has the specified columns, filters and pages; missing records are reported', async ({
  page,
  account,
}) => {
  const ring = await item(account)
  const reference = unique('Ref')
  for (let n = 1; n <= 11; n++)
    await api(account, 'POST', '/api/v2/po-receiving', {
      referenceNumber: `${reference} ${n}`,
      receivedDate: '2026-11-20',
      items: [{ itemID: ring.itemID, uom: 'PCS', receivedQty: n, unitCost: 10 }],
    })
  await page.goto(`/po-receiving?search=${encodeURIComponent(reference)}`)
  await expect(page.getByRole('columnheader')).toHaveText([
    'ID',
    'Purchase Order',
    'Reference Number',
    'Received Date',
    'Received By',
    'Total Quantity',
    'Total Cost',
    'Status',
    'Action',
  ])
  await expect(page.getByText('1–10 of 11')).toBeVisible()
  // The list shows the whole name of the receiver, not the user name.
  await expect(row(page, reference).first()).toContainText(account!.name)
  await axe(page)
  await page.getByRole('link', { name: 'Page 2' }).click()
  await expect(row(page, reference)).toHaveCount(1)
  await page.getByRole('combobox', { name: 'Any status' }).click()
  await page.getByRole('option', { name: 'Completed' }).click()
  await expect(page.getByRole('heading', { name: 'Nothing found' })).toBeVisible()
})

test.describe('an unknown receiving', () => {
  test.use({ allow: [/status of 404/] })
  test('is reported', async ({ page }) => {
    await page.goto('/po-receiving?id=999999999')
    await expect(page.getByText('Error: Receiving not found')).toBeVisible()
    await page.getByRole('button', { name: 'Show the list' }).click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page).toHaveURL(/\/po-receiving$/)
  })
})

test('a user without a role sees no receivings', async ({ browser, baseURL }) => {
  const stranger = await newAccount(0)
  const context = await browser.newContext({
    storageState: {
      cookies: [],
      origins: [{ origin: baseURL!, localStorage: [{ name: 'account', value: JSON.stringify(stranger) }] }],
    },
  })
  const page = await context.newPage()
  await page.goto(`${baseURL}/po-receiving`)
  await expect(page).toHaveURL(/\/dashboard$/)
  await context.close()
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })
  test('receivings are cards, and the form fills the screen', async ({ page, account }) => {
    const ring = await item(account, { itemName: `${unique('Ring')} with a very long name in eighteen karat gold` })
    const { poID, poNumber } = await order(account, [{ itemID: ring.itemID, orderQty: 2, price: 600 }])
    await api(account, 'POST', '/api/v2/po-receiving', {
      poID,
      referenceNumber: 'DR-5',
      receivedDate: '2026-11-20',
    })
    await page.goto(`/po-receiving?search=${poNumber}`)
    const card = page.getByRole('list', { name: 'Purchase order receivings' }).getByRole('listitem')
    await expect(card).toContainText('Pending')
    await axe(page)
    await card.getByRole('button', { name: poNumber }).tap()
    const panel = page.getByRole('dialog', { name: /^Edit Purchase Order Receiving no/ })
    await expect(panel.getByRole('form')).toBeVisible()
    expect(await panel.boundingBox()).toMatchObject({ x: 0, y: 0, width: 390, height: 844 })
    expect(await listOverlaps(panel)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    await axe(page)
  })
})
