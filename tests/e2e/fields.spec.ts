import { api, axe, expect, test, unique } from './fixtures.ts'
import { form } from './steps.ts'

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

test('a date is typed as people write it, and shown with its month in letters', async ({ page, account }) => {
  expect(account).not.toBeNull()
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
})
