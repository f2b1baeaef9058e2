// A message that waits for a decision offers it where it is read, and says what was decided by anyone.
import type { Page } from '@playwright/test'

import type { Account } from '../../contract/people/account.ts'
import type { UserRow } from '../../contract/people/users.ts'
import type { PurchaseOrderRow } from '../../contract/purchasing/purchase-orders.ts'
import type { InventoryAdjustmentRow } from '../../contract/stock/inventory-adjustments.ts'
import type { InventoryRow } from '../../contract/stock/inventory.ts'
import type { StockCountSheet } from '../../contract/stock/stock-counts.ts'
import { api, axe, expect, newAccount, test, unique } from './fixtures.ts'
import { atMain, createItem, okay } from './steps.ts'

type Made = { data: Record<string, number> }

const opened = (page: Page) => page.getByRole('region', { name: 'Messages' }).getByRole('article')
async function openMessage(page: Page, text: string) {
  await page.goto('/messages')
  await page.getByRole('list', { name: 'Messages' }).getByRole('link', { name: text }).click()
}

async function requestAdjustment(account: Account | null) {
  const { itemName } = await createItem(account, { quantity: 10 })
  const path = `/api/v1/inventory?search=${encodeURIComponent(itemName)}`
  const [stock] = (await api<{ data: InventoryRow[] }>(account, 'GET', path)).data
  const body = { inventoryID: stock!.inventoryID, adjustmentReasonID: 1, quantityAdjusted: 1 }
  const made = await api<{ data: InventoryAdjustmentRow }>(account, 'POST', '/api/v1/inventory-adjustment', body)
  return { itemName, adjustmentID: made.data.adjustmentID }
}

test('an open message tells what somebody else decided meanwhile', async ({ page, account }) => {
  const { itemName, adjustmentID } = await requestAdjustment(await newAccount(3))
  await page.clock.install()
  await openMessage(page, itemName)
  await expect(opened(page).getByRole('button', { name: 'Approve' })).toBeVisible()
  const other = await newAccount(1)
  expect(other.name).not.toBe(account!.name)
  await api(other, 'PUT', `/api/v1/inventory-adjustment/${adjustmentID}/decline`)
  await page.clock.fastForward(20_000)
  await expect(opened(page).getByRole('status')).toHaveText(new RegExp(`^Declined by ${other.name}, `))
  for (const name of ['Approve', 'Decline']) await expect(opened(page).getByRole('button', { name })).toHaveCount(0)
})

test('an order is approved in its message', async ({ page, account }) => {
  const clerk = await newAccount(3)
  const supplierName = unique('Kofu')
  const supplier = { supplierName, contactDetails: '1', email: 'orders@kofu.example' }
  const { supplierID } = (await api<Made>(clerk, 'POST', '/api/v2/suppliers', supplier)).data
  const { itemID } = await createItem(clerk, {})
  const { poID, poNumber } = (
    await api<{ data: PurchaseOrderRow }>(clerk, 'POST', '/api/v2/po/purchase-order-items', {
      supplierID,
      locationID: 1,
      orderDate: '2026-11-20',
      expectedDeliverDate: '2026-12-01',
      purchaseOrderItems: [{ itemID, orderQty: 2, price: 500 }],
    })
  ).data
  await openMessage(page, poNumber)
  await expect(opened(page).getByRole('button', { name: 'Cancel Order' })).toBeVisible()
  await opened(page).getByRole('button', { name: 'Approve' }).click()
  await page
    .getByRole('dialog', { name: `Approve ${poNumber}?` })
    .getByRole('button', { name: 'Approve' })
    .click()
  await expect(opened(page).getByRole('status')).toHaveText(new RegExp(`^Approved by ${account!.name}, `))
  const stored = await api<{ data: PurchaseOrderRow }>(account, 'GET', `/api/v2/purchase-orders/${poID}`)
  expect(stored.data.status).toBe('Approved')
})

test('a message about a canceled order says who canceled it, and when', async ({ page, account }) => {
  const clerk = await newAccount(3)
  const supplier = { supplierName: unique('Kofu'), contactDetails: '1', email: 'orders@kofu.example' }
  const { supplierID } = (await api<Made>(clerk, 'POST', '/api/v2/suppliers', supplier)).data
  const { itemID } = await createItem(clerk, {})
  const body = {
    supplierID,
    locationID: 1,
    orderDate: '2026-11-20',
    expectedDeliverDate: '2026-12-01',
    purchaseOrderItems: [{ itemID, orderQty: 2, price: 500 }],
  }
  const path = '/api/v2/po/purchase-order-items'
  const { poID, poNumber } = (await api<{ data: PurchaseOrderRow }>(clerk, 'POST', path, body)).data
  await api(account, 'PUT', `/api/v2/purchase-orders/${poID}/cancel`)
  await openMessage(page, poNumber)
  await expect(opened(page).getByRole('status')).toHaveText(new RegExp(`^Canceled by ${account!.name}, \\d`))
})

test('each difference of a stock count is decided in the one message about it', async ({ page }) => {
  const clerk = await newAccount(3)
  const locationName = unique('Shelf')
  const { locationID } = (await api<Made>(clerk, 'POST', '/api/v1/locations', { locationName })).data
  const items = []
  for (const name of ['A ring', 'B chain'])
    items.push(await createItem(clerk, { itemName: unique(name), ...atMain, locationID, quantity: 3 }))
  const path = '/api/v1/stock-counts'
  const { countID } = (await api<Made>(clerk, 'POST', path, { locationID })).data
  const { lines } = (await api<{ data: StockCountSheet }>(clerk, 'GET', `${path}/${countID}`)).data
  for (const { countLineID } of lines)
    await api(clerk, 'PUT', `${path}/${countID}/lines/${countLineID}`, { counted: 1 })
  await api(clerk, 'PUT', `${path}/${countID}/finish`)
  await openMessage(page, locationName)
  const list = opened(page).getByRole('list', { name: 'Adjustments' })
  await expect(list.getByRole('listitem')).toHaveCount(2)
  const [ring, chain] = items.map(({ itemName }) => list.getByRole('listitem').filter({ hasText: itemName }))
  await expect(ring!).toContainText('−2')
  await axe(page)
  await ring!.getByRole('button', { name: /^Approve/ }).click()
  await page
    .getByRole('dialog', { name: /^Approve/ })
    .getByRole('button', { name: 'Approve' })
    .click()
  await okay(page, 'Adjustment Approved')
  await expect(ring!.getByRole('status')).toHaveText(/^Approved by /)
  await chain!.getByRole('button', { name: /^Decline/ }).click()
  await page
    .getByRole('dialog', { name: /^Decline/ })
    .getByRole('button', { name: 'Decline' })
    .click()
  await okay(page, 'Adjustment Declined')
  await expect(chain!.getByRole('status')).toHaveText(/^Declined by /)
})

test('a new account gets its role in the message about it', async ({ page, account }) => {
  const email = `${unique('user').replaceAll(' ', '-')}@journeys.example`
  const name = unique('Ligaya')
  const { userID } = await api<Account>(null, 'POST', '/api/users/register', { name, email, password: 'secret-word' })
  await openMessage(page, name)
  await expect(opened(page).getByRole('link', { name: 'Open user' })).toHaveAttribute('href', `/users?id=${userID}`)
  await expect(opened(page).getByRole('status')).toHaveCount(0)
  const give = opened(page).getByRole('button', { name: 'Give the role' })
  await expect(give).toHaveAttribute('aria-disabled', 'true')
  await opened(page).getByRole('combobox', { name: 'Role' }).click()
  await expect(page.getByRole('listbox').getByRole('option')).toHaveText(['Admin', 'Manager', 'Staff'])
  await page.getByRole('option', { name: 'Staff' }).click()
  await axe(page)
  await give.click()
  await expect(give).toHaveCount(0)
  const { data } = await api<{ data: UserRow }>(account, 'GET', `/api/v1/users/${userID}`)
  expect([data.roleName, data.email]).toEqual(['Staff', email])
  await expect(opened(page).getByRole('status')).toHaveText('The account has the role Staff')
})
