import type { ItemRow } from '../../contract/catalogue/items.ts'
import type { Account } from '../../contract/people/account.ts'
import { api, expect, test, unique } from './fixtures.ts'
import { choose, createItem, form, okay, row } from './steps.ts'

// This journey restocks an item: from the low-stock message to the goods on the shelf and their cost.

const figures = async (account: Account | null, itemName: string) => {
  const { data } = await api<{ data: ItemRow[] }>(
    account,
    'GET',
    `/api/v1/items?search=${encodeURIComponent(itemName)}`,
  )
  const { itemID, cost } = data[0]!
  const stock = await api<{ data: { quantity: number }[] }>(account, 'GET', `/api/v1/inventory?itemID=${itemID}`)
  return { itemID, cost, quantity: stock.data[0]!.quantity }
}

test('low stock leads to an order, its approval, two deliveries, and a new stock and cost', async ({
  page,
  account,
}) => {
  test.slow()
  const { itemName } = await createItem(account, { quantity: 6, reOrderThreshold: 5, cost: 600 })
  const lowStock = `/low-stock?search=${encodeURIComponent(itemName)}`
  const supplierName = unique('Kofu Gold Works')
  await api(account, 'POST', '/api/v2/suppliers', { supplierName, contactDetails: '1', email: 'orders@kofu.example' })
  const { itemID } = await figures(account, itemName)
  // The till sells 2 of 6 pieces; 4 remain.
  await api(account, 'POST', '/api/v2/sales', {
    locationID: 1,
    transactionTypeID: 1,
    items: [{ itemID, orderQty: 2 }],
    payments: [{ paymentTypeID: 1, amount: 5000 }],
    complete: true,
  })

  await page.goto('/messages')
  const message = page.getByRole('link', { name: `${itemName} is low at Main` })
  await expect(message).toContainText('4 left, to be reordered at 5')
  await message.click()
  await page.getByRole('link', { name: 'Open stock' }).click()
  await expect(page.getByRole('heading', { name: itemName, exact: true })).toBeVisible()
  await page.goto(lowStock)
  await page.getByRole('checkbox', { name: `Choose ${itemName}` }).check()
  await expect(page.getByRole('textbox', { name: `Quantity of ${itemName} to order` })).toHaveValue('6')
  await page.getByRole('button', { name: 'Create Purchase Order' }).click()

  const create = form(page, 'Create Purchase Order')
  await expect(create.getByLabel(`Order Quantity of ${itemName}`)).toHaveValue('6')
  await expect(create.getByLabel(`Unit Cost of ${itemName}`)).toHaveValue('600.00')
  await create.getByLabel(`Unit Cost of ${itemName}`).fill('660')
  await choose(page, create, 'Select Supplier', supplierName)
  await create.getByLabel('Order Date').fill('2026-11-20')
  await create.getByLabel('Expected Delivery Date').fill('2026-12-01')
  await create.getByRole('button', { name: 'Create Purchase Order' }).click()
  await okay(page, 'Purchase Order Created!')

  await page.goto(lowStock)
  await expect(row(page, itemName)).toContainText(supplierName)
  await page.goto('/purchase-order')
  const ordered = row(page, supplierName)
  await expect(ordered).toContainText('₱3,960.00Pending')
  await ordered.click()
  await page.getByRole('button', { name: 'Approve' }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Approve/ })
    .click()
  await expect(page.getByText('Approved', { exact: true }).first()).toBeVisible()
  const order = page.url()

  const receiving = form(page, 'Create Purchase Order Receiving')
  for (const [n, [arrived, unitCost, status]] of (
    [
      ['2', '660', 'Partially Received'],
      ['4', '720', 'Received'],
    ] as const
  ).entries()) {
    await page.getByRole('button', { name: 'Receive', exact: true }).click()
    await receiving.getByLabel('Reference number').fill(`DR-${n + 1}`)
    const quantity = receiving.getByLabel(`Received quantity of ${itemName}`)
    await expect(quantity).toHaveValue(n === 0 ? '6' : '4')
    await quantity.fill(arrived)
    await receiving.getByLabel(`Unit cost of ${itemName}`).fill(unitCost)
    await receiving.getByRole('button', { name: 'Complete' }).click()
    await page
      .getByRole('dialog', { name: 'Complete this receiving?' })
      .getByRole('button', { name: 'Complete' })
      .click()
    await okay(page, 'Purchase Order Receiving Completed!')
    await page.goto(order)
    await expect(page.getByText(status, { exact: true }).first()).toBeVisible()
  }
  // The second delivery cost more than ordered, and the order shows it.
  await expect(row(page, itemName)).toContainText('₱720.00')
  await expect(page.getByRole('button', { name: 'Receive', exact: true })).toBeHidden()

  // The average cost is ₱620 after 4 pieces at ₱600 and 2 at ₱660. After 4 more at ₱720 it is ₱660.
  expect(await figures(account, itemName)).toEqual({ itemID, cost: 660, quantity: 10 })
  await page.goto(lowStock)
  await expect(page.getByText('Nothing found')).toBeVisible()
})
