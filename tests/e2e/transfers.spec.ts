import type { Page } from '@playwright/test'

import type { ItemRow } from '../../contract/catalogue/items.ts'
import type { Account } from '../../contract/people/account.ts'
import type { InventoryRow } from '../../contract/stock/inventory.ts'
import type { StockTransferRow } from '../../contract/stock/stock-transfers.ts'
import { api, axe, expect, test, unique } from './fixtures.ts'
import { atMain, createItem, okay, print } from './steps.ts'

/** Creates an item with stock at Main. */
const itemOf = (account: Account | null, quantity: number, over: object = {}): Promise<ItemRow> =>
  createItem(account, { itemName: unique('Bangle'), ...atMain, quantity, ...over })

async function placeOf(account: Account | null) {
  const locationName = unique('Branch')
  const { data } = await api<{ data: { locationID: number } }>(account, 'POST', '/api/v1/locations', { locationName })
  return { locationName, locationID: data.locationID }
}
/** Returns the stock on hand of an item: its locations' names and quantities. */
async function stockOf(account: Account | null, { itemID }: ItemRow) {
  const path = `/api/v1/inventory?itemID=${itemID}&sort=inventoryID`
  const { data } = await api<{ data: InventoryRow[] }>(account, 'GET', path)
  return data.map((row) => [row.location.locationName, row.quantity])
}
const form = (page: Page) => page.getByRole('form', { name: 'Create Transfer' })
async function choose(page: Page, label: string, text: string) {
  await form(page).getByRole('combobox', { name: label, exact: true }).click()
  await form(page).getByRole('combobox', { name: label, exact: true }).fill(text)
  await page.getByRole('option', { name: text, exact: true }).click()
}
async function scan(page: Page, code: string) {
  await form(page).getByLabel('Scan a barcode').fill(code)
  await form(page).getByLabel('Scan a barcode').press('Enter')
}

test.describe('staff', () => {
  test.use({ role: 3, allow: [/409 \(Conflict\)/] })
  test('transfer stock by scanner and by list', async ({ page, account }) => {
    const ring = await itemOf(account, 3)
    const beads = await itemOf(account, 12.5, { uom: 'BULK' })
    const { locationName } = await placeOf(account)
    await page.goto('/inventory')
    const tabs = page.getByRole('navigation', { name: 'Inventory', exact: true })
    await tabs.getByRole('link', { name: 'Transfers' }).click()
    await expect(page.getByRole('heading', { name: 'STOCK TRANSFER LIST' })).toBeVisible()
    await page.getByRole('button', { name: '+ Create Transfer' }).first().click()
    await choose(page, 'From', 'Main')
    await choose(page, 'To', locationName)
    await expect(form(page).getByText('No items added')).toBeVisible()

    // A scan adds the item, and a second one makes the quantity two; an unknown code is reported.
    await scan(page, ring.itemCode)
    await expect(form(page).getByText(`${ring.itemName} added`)).toBeVisible()
    await expect(form(page).getByText('3 available')).toBeVisible()
    await scan(page, ring.itemCode.toLowerCase())
    const quantity = form(page).getByLabel(`Quantity of ${ring.itemName}`)
    await expect(quantity).toHaveValue('2')
    await scan(page, 'NOBODY-KNOWS')
    await expect(form(page).getByText('No item has the code ‘NOBODY-KNOWS’')).toBeVisible()
    await form(page).getByRole('button', { name: 'Add Item' }).click()
    const list = page.getByRole('dialog', { name: 'Select Item' })
    await list.getByLabel('Search items').fill(beads.itemCode)
    await list.getByRole('button', { name: `Add ${beads.itemName}` }).click()
    await expect(list).toBeHidden()
    await form(page).getByLabel(`Quantity of ${beads.itemName}`).fill('2.125')
    await expect(form(page).getByText('12.5 g available')).toBeVisible()
    await axe(page)

    // Escape closes only the list of items, not the form below.
    await form(page).getByRole('button', { name: 'Add Item' }).click()
    await expect(list.getByLabel('Search items')).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(list).toBeHidden()
    await expect(form(page)).toBeVisible()

    // A fraction of a piece is refused while it is being typed; a weighed item takes one.
    await quantity.fill('1.5')
    await expect(quantity).toBeFocused()
    const fraction = form(page).getByText(`${ring.itemName} is counted in whole pieces`)
    await expect(fraction).toBeVisible()
    await quantity.fill('4')
    await expect(fraction).toBeHidden()
    await form(page).getByRole('button', { name: 'Create Transfer' }).click()
    await expect(form(page).getByText(`Error: Only 3 of ${ring.itemName} available at Main`)).toBeVisible()
    await quantity.fill('2')
    await form(page).getByLabel('Remarks').fill('For the fair')
    await form(page).getByRole('button', { name: 'Create Transfer' }).click()
    await okay(page, 'Transfer Created!')

    // The document opens, and both ledgers link to it.
    const lines = page.getByRole('table', { name: 'Lines' })
    await expect(lines.getByRole('row').filter({ hasText: ring.itemName })).toContainText('On hand2')
    await expect(lines.getByRole('row').filter({ hasText: beads.itemName })).toContainText('On hand2.125 g')
    await expect(page.getByRole('region', { name: 'Transfer' })).toContainText(`FromMainTo${locationName}`)
    await axe(page)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^ST-\d{4}-\d{6}$/)
    expect(await stockOf(account, ring)).toEqual([
      ['Main', 1],
      [locationName, 2],
    ])
  })

  test('return the stock, and find both documents in the list and in the ledger', async ({ page, account }) => {
    const ring = await itemOf(account, 3)
    const beads = await itemOf(account, 12.5, { uom: 'BULK' })
    const { locationName, locationID } = await placeOf(account)
    const { data } = await api<{ data: StockTransferRow }>(account, 'POST', '/api/v1/stock-transfers', {
      fromLocationID: 1,
      toLocationID: locationID,
      remarks: 'For the fair',
      items: [
        { itemID: ring.itemID, quantity: 2 },
        { itemID: beads.itemID, quantity: 2.125 },
      ],
    })
    const number = data.transferNumber
    await page.goto(`/stock-transfer?search=${number}`)
    const row = page.getByRole('table', { name: 'Stock transfers' }).locator('tbody tr')
    await expect(row).toHaveCount(1)
    await expect(row).toContainText(`${locationName}24.125`)
    await expect(row).toContainText(`${account!.name}For the fair`)
    await axe(page)
    await row.getByRole('cell', { name: number }).click()

    await print(page, 'Print')
    await page.getByRole('button', { name: 'Transfer back' }).click()
    await expect(form(page).getByRole('combobox', { name: 'From', exact: true })).toHaveValue(locationName)
    await expect(form(page).getByRole('combobox', { name: 'To', exact: true })).toHaveValue('Main')
    await expect(form(page).getByLabel(`Quantity of ${beads.itemName}`)).toHaveValue('2.125')
    await form(page)
      .getByRole('button', { name: `Delete ${beads.itemName}` })
      .click()
    await form(page).getByRole('button', { name: 'Create Transfer' }).click()
    await okay(page, 'Transfer Created!')
    await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(number)
    expect(await stockOf(account, ring)).toEqual([
      ['Main', 3],
      [locationName, 0],
    ])
    expect((await stockOf(account, beads))[1]).toEqual([locationName, 2.125])
    await page.getByRole('link', { name: 'STOCK TRANSFER LIST' }).click()
    // The transfer that returns the stock names the first document in its remarks, so the same search finds both.
    await expect(row).toHaveCount(2)

    await page.goto(`/inventory?search=${ring.itemCode}&locationID=1`)
    await page.getByRole('cell', { name: new RegExp(`^${ring.itemName}`) }).click()
    const movements = page.getByRole('table', { name: 'Ledger' }).locator('tbody tr')
    await expect(movements.nth(1)).toContainText('Transfer')
    await movements.nth(1).getByRole('link', { name: number }).click()
    await expect(page.getByRole('heading', { name: number })).toBeVisible()
  })

  test('the form offers the inventory types that the item has in stock', async ({ page, account }) => {
    const item = await itemOf(account, 2)
    const typeName = unique('Kind')
    const type = await api<{ data: { inventoryTypeID: number } }>(account, 'POST', '/api/v1/inventory-type', {
      typeName,
    })
    const { inventoryTypeID } = type.data
    const row = { itemID: item.itemID, locationID: 1, inventoryTypeID, quantity: 5, reOrderThreshold: 0 }
    await api(account, 'POST', '/api/v1/inventory', row)
    await page.goto('/stock-transfer')
    await page.getByRole('button', { name: '+ Create Transfer' }).first().click()
    await choose(page, 'From', 'Main')
    await scan(page, item.itemCode)
    const kinds = form(page).getByRole('combobox', { name: `Inventory type of ${item.itemName}` })
    await expect(kinds).toHaveValue('On hand')
    await kinds.click()
    await page.getByRole('option', { name: typeName }).click()
    await expect(form(page).getByText('5 available')).toBeVisible()
    // Entered values are not discarded without a question.
    await page.keyboard.press('Escape')
    await page
      .getByRole('dialog', { name: 'Leave without saving?' })
      .getByRole('button', { name: 'Discard changes' })
      .click()
    await expect(form(page)).toBeHidden()
  })
})

test('stock of an Inactive item can be transferred but not sold or ordered', async ({ page, account }) => {
  const old = await itemOf(account, 2)
  await api(account, 'PUT', `/api/v1/items/${old.itemID}`, { ...old, status: false })
  await page.goto('/stock-transfer')
  await page.getByRole('button', { name: '+ Create Transfer' }).first().click()
  await choose(page, 'From', 'Main')
  await form(page).getByRole('button', { name: 'Add Item' }).click()
  const list = page.getByRole('dialog', { name: 'Select Item' })
  await list.getByLabel('Search items').fill(old.itemCode)
  await expect(list.getByRole('row').filter({ hasText: old.itemName })).toContainText('Inactive')
  await list.getByRole('button', { name: `Add ${old.itemName}` }).click()
  await expect(form(page).getByText('2 available')).toBeVisible()
  await scan(page, old.itemCode)
  await expect(form(page).getByLabel(`Quantity of ${old.itemName}`)).toHaveValue('2')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Discard changes' }).click()

  for (const [path, create] of [
    ['/sales?create=1', null],
    ['/purchase-order', '+ Create Purchase Order'],
  ] as const) {
    await page.goto(path)
    if (create) await page.getByRole('button', { name: create }).first().click()
    await page.getByRole('button', { name: 'Add Item' }).click()
    await list.getByLabel('Search items').fill(old.itemCode)
    await expect(list.getByText('No item fits.')).toBeVisible()
  }
})

test('the list is paged and filtered by origin and destination', async ({ page, account }) => {
  const item = await itemOf(account, 20)
  const { locationName, locationID } = await placeOf(account)
  const items = [{ itemID: item.itemID, quantity: 1 }]
  for (let n = 0; n < 11; n++)
    await api(account, 'POST', '/api/v1/stock-transfers', { fromLocationID: 1, toLocationID: locationID, items })
  await page.goto('/stock-transfer')
  await page.getByRole('combobox', { name: 'To anywhere' }).click()
  await page.getByRole('combobox', { name: 'To anywhere' }).fill(locationName)
  await page.getByRole('option', { name: locationName }).click()
  await expect(page.getByText('1–10 of 11')).toBeVisible()
  await page.getByRole('link', { name: 'Next' }).click()
  await expect(page.getByText('11–11 of 11')).toBeVisible()
  await page.getByRole('button', { name: 'More filters' }).click()
  await page.getByLabel('Until').fill('2020-01-01')
  await expect(page.getByRole('heading', { name: 'Nothing found' })).toBeVisible()
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })
  test('a transfer is a card, opens, and is created in a form that fills the screen', async ({ page, account }) => {
    const item = await itemOf(account, 5)
    const { locationName, locationID } = await placeOf(account)
    const sent = { fromLocationID: 1, toLocationID: locationID, items: [{ itemID: item.itemID, quantity: 1 }] }
    await api(account, 'POST', '/api/v1/stock-transfers', sent)
    await page.goto(`/stock-transfer?search=${encodeURIComponent(locationName)}`)
    const card = page.getByRole('list', { name: 'Stock transfers' }).getByRole('listitem')
    await expect(card).toHaveCount(1)
    await expect(card).toContainText(`Main to ${locationName}`)
    await axe(page)
    await card.getByRole('button', { name: /^ST-/ }).tap()
    await expect(page.getByRole('table', { name: 'Lines' })).toContainText(item.itemName)
    await page.getByRole('button', { name: 'Transfer back' }).tap()
    await expect(form(page).getByText('1 available')).toBeVisible()
    await axe(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    await form(page).getByRole('button', { name: 'Create Transfer' }).tap()
    await okay(page, 'Transfer Created!')
  })
})

test.describe('a user without a role', () => {
  test.use({ role: 0 })
  test('sees neither transfers nor counts', async ({ page }) => {
    for (const path of ['/stock-transfer', '/stock-count']) {
      await page.goto(path)
      await expect(page).toHaveURL('/dashboard')
    }
  })
})
