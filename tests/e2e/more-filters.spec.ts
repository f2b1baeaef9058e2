import type { SupplierRow } from '../../contract/purchasing/suppliers.ts'
import { api, axe, expect, test, unique } from './fixtures.ts'

test.use({ allow: [/400 \(Bad Request\)/] })

test('every list is narrowed by days and people, and says so when the period is reversed', async ({
  page,
  account,
}) => {
  const name = unique('Ginto')
  await api<{ data: SupplierRow }>(account, 'POST', '/api/v2/suppliers', {
    supplierName: name,
    contactDetails: '1',
    email: 'gold@x.example',
  })
  await page.goto(`/supplier?search=${name}`)
  const row = page.locator('td[data-card=title]', { hasText: name })
  await expect(row).toBeVisible()
  await page.getByRole('button', { name: 'More filters' }).click()
  await expect(page.getByLabel('Created from')).toBeVisible()
  await axe(page)
  await page.getByLabel('Created to').fill('2020-01-31')
  await expect(page).toHaveURL(/to=2020-01-31/)
  await expect(row).toBeHidden()
  await expect(page.getByRole('button', { name: 'More filters (1)' })).toBeVisible()
  await page.getByLabel('Created from').fill('2020-02-01')
  await expect(page.getByText('The period ends before it begins')).toBeVisible()
  await page.getByRole('button', { name: 'Clear' }).first().click()
  await page.goto(`/supplier?search=${name}`)
  await page.getByRole('button', { name: 'More filters' }).click()
  await page.getByLabel('Created by anybody').click()
  await page.locator('[role=option]:visible').first().click()
  await expect(page).toHaveURL(/createdByID=\d+/)
  await expect(page.getByRole('button', { name: 'More filters (1)' })).toBeVisible()
})

test('the days of a list have the name of the date that they mean', async ({ page }) => {
  await page.goto('/sales?dateOf=ordered')
  await page.getByRole('button', { name: 'More filters (1)' }).click()
  const day = page.getByRole('combobox', { name: 'Transaction date' })
  await expect(day).toHaveValue('Day ordered')
  await day.click()
  await page.getByRole('option', { name: 'Day completed' }).click()
  await expect(page).toHaveURL(/dateOf=completed/)
  for (const [path, name] of [
    ['/purchase-order', 'Ordered'],
    ['/po-receiving', 'Received'],
    ['/customer', 'Created'],
  ] as const) {
    // An empty list has no filters, unless it is searched.
    await page.goto(`${path}?search=nothing`)
    await page.getByRole('button', { name: /^More filters/ }).click()
    await expect(page.getByLabel(`${name} from`).first()).toBeVisible()
    await expect(page.getByLabel(`${name} to`).first()).toBeVisible()
  }
})
