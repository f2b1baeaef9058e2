import { api, axe, expect, test, unique } from './fixtures.ts'
import { atMain, createItem, form } from './steps.ts'

test('Enter takes the first match of a search in a select, also before the server has answered', async ({
  page,
  account,
}) => {
  const supplierName = unique('Sakura Bench')
  await api(account, 'POST', '/api/v2/suppliers', {
    supplierName,
    contactDetails: '0917 555 0101',
    email: 'bench@example.com',
  })
  await page.goto('/purchase-order')
  await page.getByRole('button', { name: '+ Create Purchase Order' }).first().click()
  const create = form(page, 'Create Purchase Order')
  const supplier = create.getByRole('combobox', { name: 'Select Supplier' })
  await supplier.click()
  await supplier.fill(supplierName.toLowerCase())
  await expect(page.getByRole('option', { name: supplierName })).toHaveAttribute('data-combobox-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(supplier).toHaveValue(supplierName)

  // The answer is delayed: Enter waits for it, takes its first record, and does not submit the form.
  const location = create.getByRole('combobox', { name: 'Select Location' })
  await page.route('**/api/v1/locations?*search=mai*', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 700))
    await route.continue()
  })
  await location.click()
  await location.fill('mai')
  await page.keyboard.press('Enter')
  await expect(location).toHaveValue('Main')
  await expect(create.getByText('Expected delivery date is required')).toBeHidden()
})

test('the grey button of a form moves to the first missing field, and opens no list over its message', async ({
  page,
}) => {
  await page.goto('/purchase-order')
  await page.getByRole('button', { name: '+ Create Purchase Order' }).first().click()
  const create = form(page, 'Create Purchase Order')
  await create.getByLabel('Reference Number').click()
  // Playwright itself would wait until the button is no longer grey.
  await create.getByRole('button', { name: 'Create Purchase Order' }).click({ force: true })
  await expect(create.getByRole('combobox', { name: 'Select Supplier' })).toBeFocused()
  await expect(create.getByText('Supplier is required', { exact: true })).toBeVisible()
  await expect(page.getByRole('listbox')).toHaveCount(0)
})

test('a date is typed as people write it, and shown with its month in letters', async ({ page, account }) => {
  await page.goto('/purchase-order')
  await page.getByRole('button', { name: '+ Create Purchase Order' }).first().click()
  const create = form(page, 'Create Purchase Order')
  const expected = create.getByLabel('Expected Delivery Date')
  await expect(create.getByLabel('Order Date')).toHaveValue(/^\d{1,2} [A-Z][a-z]{2} \d{4}$/)
  await expected.fill('1 dec')
  await expect(create.getByText('Enter a date like')).toBeVisible()
  await expected.fill('1 dec 2099')
  await expect(create.getByText('Enter a date like')).toBeHidden()
  await page.keyboard.press('Tab')
  await expect(expected).toHaveValue('1 Dec 2099')
  // The expected date is compared with the order date although the supplier is still missing.
  await expected.fill('1/12/2020')
  await expect(create.getByText('Expected delivery date must not be before the order date')).toBeVisible()
  await axe(page)
  await create.getByLabel('Order Date').fill('')
  await expect(create.getByText('Order date is required')).toBeVisible()

  // At the till, too, a cleared date stays empty and is refused in its own words.
  await page.goto('/sales?create=1')
  await expect(page.getByRole('combobox', { name: 'Location' })).toHaveValue('Main')
  const { itemCode, itemName } = await createItem(account, { ...atMain, quantity: 1 })
  await page.getByLabel('Scan a barcode').fill(itemCode)
  await page.getByLabel('Scan a barcode').press('Enter')
  await expect(page.getByLabel(`Quantity of ${itemName}`)).toHaveValue('1')
  await page.getByLabel('Order date').fill('')
  await page.getByLabel('Expected delivery date').fill('1 dec 2020')
  await page.keyboard.press('Control+s')
  const finish = page.getByRole('region', { name: 'Finish' })
  await expect(finish.getByRole('alert')).toContainText('Order date is required')
  await expect(page.getByLabel('Order date')).toHaveValue('')
  await page.getByLabel('Order date').fill('20 nov 2026')
  await page.keyboard.press('Control+s')
  await expect(finish.getByRole('alert')).toContainText('Expected delivery date must not be before the order date')
})
