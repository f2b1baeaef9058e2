import type { Page } from '@playwright/test'

import type { Account } from '../../contract/people/account.ts'
import type { PurchaseOrderDraft } from '../../contract/purchasing/purchase-orders.ts'
import type { LowStockRow } from '../../contract/stock/low-stock.ts'
import { api, axe, expect, test } from './fixtures.ts'
import { createItem, row } from './steps.ts'

/** Creates two items of one category with low stock: 2 and 3 pieces, with a reorder threshold of 5. */
async function low(account: Account | null) {
  const first = await createItem(account, { quantity: 2, reOrderThreshold: 5 })
  const categories = `/api/v1/categories?search=${encodeURIComponent(first.categoryName)}`
  const [category] = (await api<{ data: { categoryID: number }[] }>(account, 'GET', categories)).data
  const { categoryID } = category!
  const second = await createItem(account, { quantity: 3, reOrderThreshold: 5, categoryID })
  await createItem(account, { quantity: 6, reOrderThreshold: 5, categoryID })
  const { data } = await api<{ data: LowStockRow[] }>(
    account,
    'GET',
    `/api/v1/low-stock?categoryID=${categoryID}&sort=inventoryID`,
  )
  return { names: [first.itemName, second.itemName] as const, rows: data, path: `/low-stock?categoryID=${categoryID}` }
}

/**
 * Records the draft of a new purchase order that the page puts into the history state. Returns a function that reads
 * it.
 */
async function handedOver(page: Page) {
  await page.addInitScript(() => {
    const push = history.pushState.bind(history)
    history.pushState = (state, title, url) => {
      if (String(url).startsWith('/purchase-order')) sessionStorage.setItem('draft', JSON.stringify(state.usr.create))
      push(state, title, url)
    }
  })
  return async () => {
    await expect.poll(() => page.evaluate(() => sessionStorage.getItem('draft')).catch(() => null)).not.toBeNull()
    return JSON.parse((await page.evaluate(() => sessionStorage.getItem('draft')))!) as PurchaseOrderDraft
  }
}

test('low items are selected by mouse and keyboard and go into a purchase order', async ({ page, account }) => {
  const { names, rows, path } = await low(account)
  const draft = await handedOver(page)
  await page.goto('/inventory')
  const tabs = page.getByRole('navigation', { name: 'Inventory', exact: true })
  await tabs.getByRole('link', { name: 'Low stock' }).click()
  await expect(page.getByRole('heading', { name: 'LOW STOCK' })).toBeVisible()
  const link = page
    .getByRole('navigation', { name: 'Back-office' })
    .getByRole('link', { name: 'Inventory', exact: true })
  await expect(link).toHaveAttribute('aria-current', 'true')

  await page.goto(path)
  await expect(page.getByRole('columnheader')).toHaveText([
    '',
    'Item',
    'Location',
    'On Hand',
    'Reserved',
    'Available',
    'Threshold',
    'On Order',
    'Suggested Quantity',
    'Supplier',
    'Last Cost',
  ])
  await expect(page.getByRole('table', { name: 'Low Stock' }).locator('tbody tr')).toHaveCount(2)
  await expect(row(page, names[0])).toContainText('20250None yet₱612.50')
  const quantity = (name: string) => page.getByRole('textbox', { name: `Quantity of ${name} to order` })
  await expect(quantity(names[0])).toHaveValue('8')
  await expect(quantity(names[1])).toHaveValue('7')

  const order = page.getByRole('button', { name: 'Create Purchase Order' })
  await expect(order).toBeDisabled()
  await page.getByRole('checkbox', { name: 'Choose all on this page' }).check()
  await expect(page.getByText('2 chosen')).toBeVisible()
  await axe(page)
  await page.getByRole('button', { name: 'Choose none' }).click()
  await expect(order).toBeDisabled()
  await row(page, names[0]).focus()
  await page.keyboard.press('Space')
  await expect(page.getByText('1 chosen')).toBeVisible()
  // A typed quantity selects the row; an invalid quantity shows an error.
  await quantity(names[1]).fill('2.5')
  await expect(row(page, names[1]).getByText('Whole pieces')).toBeVisible()
  await expect(page.getByText('2 chosen')).toBeVisible()
  await order.click()
  await expect(page.getByText(`${names[1]}: Whole pieces`)).toBeVisible()
  await quantity(names[1]).fill('12')
  await order.click()
  expect(await draft()).toEqual({
    locationID: 1,
    items: [
      { itemID: rows[0]!.itemID, orderQty: 8 },
      { itemID: rows[1]!.itemID, orderQty: 12 },
    ],
  })
})

test('several locations get one order each, one after the other', async ({ page, account }) => {
  const { names, rows, path } = await low(account)
  const place = await api<{ data: { locationID: number; locationName: string } }>(
    account,
    'POST',
    '/api/v1/locations',
    {
      locationName: names[0].replace('Ring', 'Branch'),
    },
  )
  const { locationID, locationName } = place.data
  await api(account, 'POST', '/api/v1/inventory', {
    itemID: rows[0]!.itemID,
    locationID,
    inventoryTypeID: 1,
    quantity: 1,
    reOrderThreshold: 3,
  })
  const draft = await handedOver(page)
  await page.goto(path)
  await page.getByRole('checkbox', { name: 'Choose all on this page' }).check()
  await page.getByRole('button', { name: 'Create Purchase Order' }).click()
  const dialog = page.getByRole('dialog', { name: '2 purchase orders' })
  await expect(dialog).toContainText(`No supplier yet${locationName}: 5 × ${names[0]}`)
  await expect(dialog).toContainText(`No supplier yetMain: 7 × ${names[1]}, 8 × ${names[0]}`)
  await axe(page)
  await dialog.getByRole('button', { name: `Create Purchase Order, No supplier yet, ${locationName}` }).click()
  expect(await draft()).toEqual({ locationID, items: [{ itemID: rows[0]!.itemID, orderQty: 5 }] })
  await expect(page.getByRole('heading', { level: 1 }).filter({ hasNotText: 'LOW STOCK' }).first()).toBeVisible()
  await page.goBack()
  const again = dialog.getByRole('listitem').filter({ hasText: locationName }).getByRole('button')
  await expect(again).toHaveText('Open again')
  await expect(dialog.getByRole('listitem').filter({ hasText: 'Main' }).getByRole('button')).toBeFocused()
  await again.click()
  await expect(page).toHaveURL(/^[^?]*\/purchase-order/)
  await page.goBack()
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await page.reload()
  await expect(row(page, names[1])).toBeVisible()
  await expect(dialog).toBeHidden()
})

test('several previous suppliers get one order each', async ({ page, account }) => {
  const { names, rows, path } = await low(account)
  const suppliers = names.map((name) => name.replace('Ring', 'Supplier'))
  for (const [n, supplierName] of suppliers.entries()) {
    const given = { supplierName, contactDetails: '03-1234', email: 's@x.example' }
    const { data } = await api<{ data: { supplierID: number } }>(account, 'POST', '/api/v2/suppliers', given)
    await api(account, 'POST', '/api/v2/po/purchase-order-items', {
      supplierID: data.supplierID,
      locationID: 1,
      orderDate: '2026-11-20',
      expectedDeliverDate: '2026-12-01',
      purchaseOrderItems: [{ itemID: rows[n]!.itemID, orderQty: 1, price: 500 }],
    })
  }
  await page.goto(path)
  await page.getByRole('checkbox', { name: 'Choose all on this page' }).check()
  await page.getByRole('button', { name: 'Create Purchase Order' }).click()
  const dialog = page.getByRole('dialog', { name: '2 purchase orders' })
  await expect(dialog).toContainText(`${suppliers[0]}Main: 7 × ${names[0]}`)
  await expect(dialog).toContainText(`${suppliers[1]}Main: 6 × ${names[1]}`)
  await dialog.getByRole('button', { name: `Create Purchase Order, ${suppliers[1]}, Main` }).click()
  const create = page.getByRole('form', { name: 'Create Purchase Order' })
  await expect(create.getByRole('combobox', { name: 'Select Supplier' })).toHaveValue(suppliers[1]!)
})

test.describe('staff, on a phone', () => {
  test.use({ role: 3, viewport: { width: 390, height: 844 } })
  test('select from cards', async ({ page, account }) => {
    const { names, path } = await low(account)
    await page.goto(path)
    const card = page.getByRole('list', { name: 'Low Stock' }).getByRole('listitem').filter({ hasText: names[0] })
    await expect(card).toContainText('Main, 2 left, reorder at 5')
    await card.getByRole('checkbox').check()
    await expect(page.getByRole('checkbox', { name: 'All on this page' })).toBeChecked({ indeterminate: true })
    await page.getByRole('checkbox', { name: 'All on this page' }).check()
    await expect(page.getByText('2 chosen')).toBeVisible()
    await axe(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    await card.getByRole('button', { name: names[0] }).click()
    await expect(page.getByRole('heading', { name: names[0] })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Adjust Inventory' })).toBeVisible()
  })
})
