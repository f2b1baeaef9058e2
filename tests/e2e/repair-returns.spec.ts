import type { ItemRow } from '../../contract/catalogue/items.ts'
import type { Account } from '../../contract/people/account.ts'
import type { InventoryRow } from '../../contract/stock/inventory.ts'
import { api, axe, expect, test, unique } from './fixtures.ts'
import { atMain, createItem, form, okay } from './steps.ts'

// A refund sends a piece to the workshop. A Manager returns it to the shelf with the price of the workshop, or to scrap.

/** Sells pieces of a new item and refunds all of them for repair. Returns the item and its repair stock. */
async function sendToRepair(account: Account | null, quantity: number) {
  const item: ItemRow = await createItem(account, { itemName: unique('Clasp ring'), ...atMain, quantity, cost: 600 })
  type Sold = { data: { salesTransactionID: number; items: { salesItemID: number }[] } }
  const sale = await api<Sold>(account, 'POST', '/api/v2/sales', {
    locationID: 1,
    transactionTypeID: 1,
    items: [{ itemID: item.itemID, orderQty: quantity }],
    payments: [{ paymentTypeID: 1, amount: 1_000_000 }],
    complete: true,
  })
  const [{ salesItemID } = { salesItemID: 0 }] = sale.data.items
  await api(account, 'POST', `/api/v2/sales/${sale.data.salesTransactionID}/refunds`, {
    paymentTypeID: 1,
    reason: 'Broken clasp',
    items: [{ salesItemID, qty: quantity, disposition: 'repair' }],
  })
  const { data } = await api<{ data: InventoryRow[] }>(account, 'GET', `/api/v1/inventory?itemID=${item.itemID}`)
  return { item, stock: data.find(({ typeCode }) => typeCode === 'repair')! }
}

test.describe('a manager', () => {
  test.use({ role: 2, allow: [/409/] })
  test('returns goods from the workshop to the shelf and to scrap', async ({ page, account }) => {
    const { item, stock } = await sendToRepair(account, 3)
    await page.goto(`/inventory?search=${item.itemCode}`)
    await page.getByRole('button', { name: `Back from the workshop: ${item.itemName} at Main` }).click()
    const back = form(page, 'Back from the Workshop')
    await expect(back.getByText('Main, Repair. Quantity: 3')).toBeVisible()
    await axe(page)

    // A missing cost, half a piece and more than there is are refused, and the form stays.
    await back.getByLabel('Quantity').fill('0.5')
    await expect(back.getByRole('button', { name: 'Return Goods' })).toHaveAccessibleDescription(
      /Cost is required\. .* is counted in whole pieces/,
    )
    await back.getByLabel('Quantity').fill('4')
    await back.getByLabel('Cost').fill('80')
    await back.getByRole('button', { name: 'Return Goods' }).click()
    await expect(back.getByText(`Error: Only 3 of ${item.itemName} available at Main`)).toBeVisible()
    await back.getByLabel('Quantity').fill('2')
    await back.getByLabel('Remarks').fill('New clasps')
    await back.getByRole('button', { name: 'Return Goods' }).click()
    await okay(page, 'Goods Returned!')

    // The ledger of the repair stock has the departure, and its button returns the last piece to scrap.
    await page.goto(`/inventory?id=${stock.inventoryID}`)
    const left = page.getByRole('row').filter({ hasText: 'RR-' })
    await expect(left.getByRole('cell', { name: '−₱1,200.00' })).toBeVisible()
    await page.getByRole('button', { name: 'Back from the workshop' }).click()
    await expect(back.getByLabel('Quantity')).toHaveValue('1')
    await back.getByRole('combobox', { name: 'Outcome' }).click()
    await page.getByRole('option', { name: 'Scrap' }).click()
    await back.getByLabel('Cost').fill('0')
    await back.getByRole('button', { name: 'Return Goods' }).click()
    await okay(page, 'Goods Returned!')
    await expect(page.getByRole('button', { name: 'Back from the workshop' })).toBeHidden()

    // The list has both, and the document its values.
    await page.getByRole('link', { name: 'INVENTORY LIST' }).click()
    await page
      .getByRole('navigation', { name: 'Inventory', exact: true })
      .getByRole('link', { name: 'Repairs' })
      .click()
    await expect(page.getByRole('heading', { name: 'REPAIR RETURN LIST' })).toBeVisible()
    // The list loads before it is searched, so that the check of contrast finds no list that still changes.
    await expect(page.getByRole('table', { name: 'Repair returns' })).not.toHaveAttribute('aria-busy', 'true')
    await axe(page)
    await page.getByPlaceholder('Number, item, location or remarks').fill(item.itemCode)
    await expect(page).toHaveURL(/search=/)
    const rows = page.getByRole('row').filter({ hasText: item.itemName })
    await expect(rows).toHaveCount(2)
    await rows.filter({ hasText: 'New clasps' }).getByText(item.itemName).click()
    const document = page.getByRole('region', { name: 'Repair return' })
    await expect(document.getByText('Shelf, On hand')).toBeVisible()
    await expect(document.getByText('₱1,280.00')).toBeVisible()
    await expect(document.getByText('New clasps')).toBeVisible()
    await axe(page)
  })
})

test.describe('staff', () => {
  test.use({ role: 3 })
  test('see the repair stock and its returns, but no way to return goods', async ({ page, account }) => {
    const item = await createItem(account, { ...atMain, quantity: 1 })
    await page.goto(`/inventory?search=${item.itemCode}`)
    await expect(page.getByRole('button', { name: `Edit ${item.itemName} at Main` })).toBeVisible()
    await expect(page.getByRole('button', { name: /^Back from the workshop/ })).toBeHidden()
    await page.goto('/repair-return')
    await expect(page.getByRole('heading', { name: 'REPAIR RETURN LIST' })).toBeVisible()
    await axe(page)
  })
})
