import type { CustomerCreditRow } from '../../contract/sales/credits.ts'
import type { SaleRow } from '../../contract/sales/sales.ts'
import { api, axe, expect, newAccount, test, unique } from './fixtures.ts'
import { atMain, choose, createItem, form, okay } from './steps.ts'

type Made = { data: { customerID: number } }

/** Creates a customer. */
async function createCustomer(account: Parameters<typeof api>[0]) {
  const lastName = unique('Credito').replace(' ', '-')
  const person = { firstName: 'Ana', lastName, contactNo: '1', email: `${lastName}@mail.example`, customerTypeID: 1 }
  const { data } = await api<Made>(account, 'POST', '/api/v2/customers', person)
  return { customerID: data.customerID, lastName }
}
const createPiece = (account: Parameters<typeof api>[0], price: number) =>
  createItem(account, { itemName: unique('Piece'), price, cost: 100, ...atMain, quantity: 10 })

test.describe('as a Manager', () => {
  test.use({ role: 2 })

  test('credit is given on the customer’s page, used at the till by one key, and printed', async ({
    page,
    account,
  }) => {
    const { customerID, lastName } = await createCustomer(account)
    const piece = await createPiece(account, 900)
    await page.goto(`/customer?id=${customerID}`)
    await page.getByRole('button', { name: 'Give credit' }).click()
    const giving = form(page, 'Give Credit')
    await giving.getByLabel('Amount').fill('500')
    await giving.getByLabel('Reason').fill('The clasp broke')
    await axe(page)
    await giving.getByRole('button', { name: 'Give credit' }).click()
    await okay(page, 'Credit Given!')
    const history = page.getByRole('region', { name: 'Store credit' })
    await expect(history).toContainText('The clasp broke')
    await expect(history.getByRole('heading')).toHaveText('Store credit ₱500.00')

    await page.goto('/sales?create=1')
    await page.getByLabel('Scan a barcode').fill(piece.itemCode)
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Select Customer' }).click()
    await page.getByLabel('Search customers').fill(lastName)
    await expect(page.getByRole('option')).toHaveCount(1)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    const payments = page.getByRole('region', { name: 'Payments' })
    await expect(payments).toContainText('Store credit ₱500.00')
    await page.keyboard.press('Alt+c')
    await expect(payments.getByLabel('Amount')).toHaveValue('500.00')
    await expect(payments).toContainText('Store credit ₱0.00')
    await page.keyboard.press('F8')
    await page.keyboard.press('F9')
    await expect(page.getByRole('button', { name: /^New sale/ })).toBeVisible()
    await expect(payments).toContainText('Store Credit')
    await page.getByRole('button', { name: 'Print receipt' }).click()
    await expect(page.locator('.paper')).toContainText('Store credit left')

    // The refund goes back as it was paid.
    await page.getByRole('button', { name: 'Refund' }).click()
    const refund = page.getByRole('dialog', { name: /^Refund SO-/ })
    await refund.getByRole('button', { name: 'All of it' }).click()
    await refund.getByLabel('Reason').fill('Too small')
    await refund.getByRole('button', { name: 'Refund ₱900.00' }).click()
    await okay(page, 'Sale Refunded!')
    const { data } = await api<{ data: CustomerCreditRow }>(account, 'GET', `/api/v1/customers/${customerID}/credit`)
    expect([data.balance, data.entries.length]).toEqual([500, 3])

    await page.goto(`/customer?id=${customerID}`)
    await history.getByRole('button', { name: 'Take back' }).click()
    await form(page, 'Take Back ₱500.00').getByLabel('Reason').fill('Another customer')
    await page.getByRole('button', { name: 'Take back', exact: true }).last().click()
    await okay(page, 'Credit Taken Back!')
    await expect(history.getByRole('heading')).toHaveText('Store credit ₱0.00')
  })
})

test.describe('as Staff', () => {
  test.use({ role: 3 })

  test('goods are exchanged for dearer ones, and by a manager for cheaper ones', async ({ page, account }) => {
    const { customerID, lastName } = await createCustomer(account)
    const [ring, chain, charm] = [
      await createPiece(account, 1000),
      await createPiece(account, 1500),
      await createPiece(account, 400),
    ]
    const { data: sold } = await api<{ data: SaleRow }>(account, 'POST', '/api/v2/sales', {
      locationID: 1,
      transactionTypeID: 1,
      items: [{ itemID: ring.itemID, orderQty: 1 }],
      payments: [{ paymentTypeID: 1, amount: 1000 }],
      complete: true,
    })
    const dialog = page.getByRole('dialog', { name: /^Exchange SO-/ })
    const begin = async (piece: string, going: typeof ring) => {
      await page.getByRole('button', { name: 'Exchange', exact: true }).click()
      const quantity = dialog.getByRole('listitem', { name: piece }).getByLabel('Quantity')
      await expect(quantity).toBeFocused()
      await quantity.fill('1')
      await dialog.getByRole('button', { name: 'Add item' }).click()
      const choosing = page.getByRole('dialog', { name: 'Select Item' })
      await choosing.getByLabel('Search items').fill(going.itemCode)
      // On a phone, too, nothing is cut off.
      await expect(choosing.getByLabel('Search items')).toBeInViewport({ ratio: 1 })
      await expect(choosing.getByRole('button', { name: `Add ${going.itemName}` })).toBeInViewport({ ratio: 1 })
      await choosing.getByRole('button', { name: `Add ${going.itemName}` }).click()
      await dialog.getByLabel('Reason').fill('Another design')
    }
    await page.goto(`/sales?id=${sold.salesTransactionID}`)
    await begin(ring.itemName, chain)
    // Only a manager writes goods off.
    await dialog.getByRole('listitem', { name: ring.itemName }).getByLabel('Where do the goods go?').click()
    await expect(page.getByRole('option')).toHaveText(['Restock', 'Repair'])
    await page.getByRole('option', { name: 'Restock' }).click()
    await expect(dialog.getByRole('region', { name: 'What goes out' })).toContainText(/3\.00 g.*margin \d+%/)
    await expect(dialog.getByRole('region', { name: 'Difference' })).toContainText('To pay₱500.00')
    await axe(page)
    await dialog.getByRole('button', { name: 'Exchange and take ₱500.00' }).click()
    await okay(page, 'Goods Exchanged!')
    const exchanges = page.getByRole('region', { name: 'Exchanges' })
    await expect(exchanges).toContainText(`Goods came back from ${sold.transactionNumber}`)
    await page.getByRole('button', { name: 'Print exchange slip' }).click()

    // On a phone, only a manager gives the rest back.
    await page.setViewportSize({ width: 390, height: 844 })
    await begin(chain.itemName, charm)
    await expect(dialog.getByRole('region', { name: 'Difference' })).toContainText('To give back₱1,100.00')
    await expect(dialog.getByText('ask a manager to give the rest back')).toBeVisible()
    await expect(dialog.getByLabel('Given back as')).toHaveCount(0)
    await expect(dialog.getByRole('button', { name: 'Exchange', exact: true })).toHaveAttribute('aria-disabled', 'true')
    await axe(page)

    // The rest becomes store credit of a customer.
    const manager = await newAccount(2)
    await page.evaluate((text) => localStorage.setItem('account', text), JSON.stringify(manager))
    await page.reload()
    await begin(chain.itemName, charm)
    await choose(page, dialog, 'Credit of customer', `Ana ${lastName}`)
    await axe(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    await dialog.getByRole('button', { name: 'Exchange', exact: true }).click()
    await okay(page, 'Goods Exchanged!')
    const { data } = await api<{ data: CustomerCreditRow }>(account, 'GET', `/api/v1/customers/${customerID}/credit`)
    expect(data.balance).toBe(1100)

    // Nothing is left to exchange in the first sale.
    await page.goto(`/sales?id=${sold.salesTransactionID}`)
    await expect(exchanges).toContainText('Goods were exchanged for')
    expect((await api<{ data: SaleRow }>(manager, 'GET', `/api/v2/sales/${sold.salesTransactionID}`)).data.status).toBe(
      'Refunded',
    )
  })
})
