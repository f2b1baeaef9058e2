import type { Page } from '@playwright/test'

import type { ItemRow } from '../../contract/catalogue/items.ts'
import type { Dashboard } from '../../contract/insight/dashboard.ts'
import type { Account } from '../../contract/people/account.ts'
import type { CustomerRow } from '../../contract/sales/customers.ts'
import type { SaleRow } from '../../contract/sales/sales.ts'
import { formatPeso } from '../../contract/shared/money.ts'
import { api, axe, expect, test, unique } from './fixtures.ts'
import { createItem, form, holdEvents, okay, row } from './steps.ts'

// Other journeys run at the same time, so each test looks only for its own records.

type One<T> = { data: T }

test.use({ allow: [/400 \(Bad Request\)/] })

const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const tile = (page: Page, name: string) => part(page, 'Figures').getByRole('link', { name: new RegExp(`^${name} `) })

async function customer(account: Account | null) {
  const name = { firstName: unique('Liza'), lastName: 'Reyes' }
  const body = { ...name, contactNo: unique('+63'), email: `${unique('user')}@journeys.example`, customerTypeID: 1 }
  return (await api<One<CustomerRow>>(account, 'POST', '/api/v2/customers', body)).data
}

/** Creates a completed sale of one piece. */
async function sell(account: Account | null, itemName: string, customerID: number) {
  const found = await api<One<ItemRow[]>>(account, 'GET', `/api/v1/items?search=${encodeURIComponent(itemName)}`)
  const body = {
    locationID: 1,
    transactionTypeID: 1,
    customerID,
    items: [{ itemID: found.data[0]!.itemID, orderQty: 1 }],
    payments: [{ paymentTypeID: 1, amount: 900 }],
    complete: true,
  }
  return (await api<One<SaleRow>>(account, 'POST', '/api/v2/sales', body)).data
}

test('the figures of a period link to their records, and the latest sales to themselves', async ({ page, account }) => {
  test.slow()
  const { itemName } = await createItem(account, { quantity: 100 })
  const { customerID, customerName } = await customer(account)
  let sale = await sell(account, itemName, customerID)
  const recent = part(page, 'Recent Orders').getByRole('link', { name: customerName }).first()
  // Retry with another sale, because five newer sales of other journeys may push this one off the list.
  await expect(async () => {
    sale = await sell(account, itemName, customerID)
    await page.goto('/dashboard')
    await expect(recent).toBeVisible({ timeout: 5000 })
  }).toPass()
  await expect(page).toHaveTitle('Dashboard')
  const beside = page.getByRole('navigation', { name: 'Beside the dashboard' })
  await expect(beside.getByRole('link', { name: 'Analytics' })).toHaveAttribute('href', '/analytics')
  await expect(page.getByRole('link', { name: 'Shop', exact: true })).toHaveAttribute('href', '/shop')
  await axe(page)
  await recent.click()
  await expect(page).toHaveURL(/\/sales\?id=\d+$/)
  await page.goBack()
  await expect(page).toHaveURL('/dashboard')

  // A period long ago has no sales.
  await page.goto('/dashboard?from=1999-01-01&to=1999-01-31')
  await expect(tile(page, 'Paid Order')).toHaveAccessibleName('Paid Order 0 nothing in the period before')
  await expect(tile(page, 'Total Sales')).toHaveAccessibleName(
    'Total Sales ₱0.00 nothing in the period before Profit from sales ₱0.00',
  )
  await expect(page.getByRole('link', { name: 'Download CSV' })).toHaveAttribute(
    'href',
    '/report?report=sales&from=1999-01-01&to=1999-01-31',
  )
  await page.getByLabel('To', { exact: true }).fill('1998-12-31')
  await expect(part(page, 'Figures')).toContainText('Error: A period ends on the day it begins, or later')

  // The refused period is asked for again when another journey sells, so that only a good answer counts.
  const answered = page.waitForResponse(
    (response) => /\/api\/v1\/dashboard\?from=/.test(response.url()) && response.ok(),
  )
  const earned = page.waitForResponse(
    (response) => /\/api\/v1\/dashboard\/profit\?from=/.test(response.url()) && response.ok(),
  )
  await page.getByRole('combobox', { name: 'Period' }).click()
  await page.getByRole('option', { name: 'Today' }).click()
  const figures = ((await (await answered).json()) as One<Dashboard>).data
  expect(figures.paidOrder.value).toBeGreaterThan(0)
  await expect(tile(page, 'Paid Order')).toContainText(figures.paidOrder.value.toLocaleString('en-US'))
  await expect(tile(page, 'Total Sales')).toContainText(
    `₱${figures.totalSales.value.toLocaleString('en-US', { minimumFractionDigits: 2 })}`,
  )
  const { profit } = ((await (await earned).json()) as One<{ profit: number }>).data
  await expect(tile(page, 'Total Sales')).toContainText(`Profit from sales ${formatPeso(profit)}`)
  await expect(tile(page, 'Site Visit')).toHaveAttribute('href', '/analytics?period=today#visits')
  await expect(tile(page, 'Searches')).toHaveAttribute('href', '/analytics?period=today#searches')
  await expect(tile(page, 'Total Sales')).toHaveAttribute('href', '/report?report=sales&period=today')
  await tile(page, 'Paid Order').click()
  await expect(page).toHaveURL(/\/sales\?completedFrom=(\S+)&completedTo=\1$/)
  await expect(page.getByLabel('Completed from')).not.toHaveValue('')
  await page.getByRole('searchbox', { name: 'Search' }).fill(sale.transactionNumber)
  await expect(row(page, sale.transactionNumber)).toContainText('Completed')

  // The chosen period is remembered.
  await page.goto('/dashboard')
  await page.getByRole('combobox', { name: 'Period' }).click()
  await page.getByRole('option', { name: 'All time' }).click()
  await expect(tile(page, 'Paid Order')).toContainText('of all time')
  await page.goto('/dashboard')
  await expect(page.getByRole('combobox', { name: 'Period' })).toHaveValue('All time')
})

test('reminders are written, ticked off, changed and deleted by keyboard', async ({ page }) => {
  test.slow()
  const text = unique('Call Maricel')
  const reminders = part(page, 'Reminders')
  const done = reminders.getByRole('checkbox', { name: `Done: ${text}` })
  await page.goto('/dashboard')
  await reminders.getByRole('button', { name: 'Create Reminder' }).press('Enter')
  const create = form(page, 'Create Reminder')
  await expect(create.getByLabel('What is to be done')).toBeFocused()
  await page.keyboard.insertText(text)
  await create.getByLabel('Time').fill('20:00')
  await page.keyboard.press('Control+s')
  await expect(create.getByRole('alert').filter({ hasText: 'Error: A time needs a date' })).toBeVisible()
  await expect(create.getByLabel('Time')).toBeFocused()
  await create.getByLabel('Date').fill('2020-02-03')
  await axe(page)
  await page.keyboard.press('Enter')
  await okay(page, 'Reminder Created!')

  const entry = reminders.getByRole('listitem').filter({ hasText: text })
  await expect(entry).toContainText('Overdue · 3 Feb 2020, 20:00')
  await done.press('Space')
  await expect(done).toBeChecked()
  await expect(entry).not.toContainText('Overdue')
  await expect(done).toBeFocused()
  await done.press('Space')
  await expect(done).not.toBeChecked()

  await reminders.getByRole('button', { name: text, exact: true }).press('Enter')
  const edit = form(page, 'Edit Reminder')
  await edit.getByLabel('What is to be done').fill(`${text} again`)
  await page.keyboard.press('Control+s')
  await okay(page, 'Reminder Updated!')
  const remove = reminders.getByRole('button', { name: `Delete: ${text} again` })
  await remove.press('Enter')
  const sure = page.getByRole('dialog', { name: 'Delete reminder?' })
  await expect(sure).toContainText(`‘${text} again’`)
  await page.keyboard.press('Escape')
  await expect(remove).toBeFocused()
  await remove.press('Enter')
  await sure.getByRole('button', { name: 'Delete' }).press('Enter')
  await expect(entry).toHaveCount(0)
  await expect(reminders.locator(':focus')).toHaveCount(1)
})

test('the pending counts link to their records', async ({ page, account }) => {
  const { itemName } = await createItem(account, { quantity: 1, reOrderThreshold: 2 })
  await page.goto('/dashboard')
  const waiting = part(page, 'Waiting for me')
  await waiting.getByRole('link', { name: /^\d+ items? at reorder level$/ }).click()
  await expect(page).toHaveURL('/low-stock')
  await page.getByRole('searchbox', { name: 'Search' }).fill(itemName)
  await expect(row(page, itemName)).toBeVisible()

  await page.route('**/api/v1/dashboard/waiting', (route) => route.fulfill({ json: { success: true, data: [] } }))
  await page.goto('/dashboard')
  await expect(waiting).toContainText('Nothing waits for you.')
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, allow: [/500 \(Internal Server Error\)/] })
  test('the dashboard fits, its customers have pages, and a failure can be retried', async ({ page, account }) => {
    const newest = await Promise.all(Array.from({ length: 11 }, () => customer(account)))
    const failure = { status: 500, json: { success: false, message: 'Something went wrong on our side.' } }
    await holdEvents(page)
    await page.route('**/api/v1/dashboard?*', (route) => route.fulfill(failure))
    await page.goto('/dashboard')
    await expect(part(page, 'Figures')).toContainText('Error: Something went wrong on our side.')
    await page.unroute('**/api/v1/dashboard?*')
    await part(page, 'Figures').getByRole('button', { name: 'Try again' }).click()
    // It opens on today, and compares with the day before up to this hour.
    await expect(page.getByRole('combobox', { name: 'Period' })).toHaveValue('Today')
    await expect(tile(page, 'Paid Order')).toContainText('the same hours of the day before')
    await expect(part(page, 'customers').getByRole('listitem')).toHaveCount(10)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    await axe(page)

    const pages = part(page, 'customers').getByRole('navigation', { name: 'Pages' })
    await pages.getByRole('link', { name: 'Next' }).click()
    await expect(page).toHaveURL(/page=2/)
    await expect(pages).toContainText(/^11–\d+ of \d+/)
    await pages.getByRole('link', { name: 'Previous' }).click()
    await expect(pages).toContainText(/^1–10 of \d+/)

    // A list of one page shows no links to other pages.
    const [first] = newest
    const only = { id: first!.customerID, name: 'Liza Reyes', email: 'liza@mail.example', phone: '+63', location: null }
    await page.route('**/api/v1/dashboard/customers*', (route) =>
      route.fulfill({
        json: {
          success: true,
          data: [{ ...only, total_orders: 3, total_spend: 1234.5 }],
          meta: { page: 1, pageSize: 10, total: 1 },
        },
      }),
    )
    await page.goto('/dashboard')
    await expect(part(page, 'customers').getByRole('listitem')).toContainText('₱1,234.50')
    await expect(pages).toHaveCount(0)
    await part(page, 'customers').getByRole('button', { name: 'Liza Reyes' }).click()
    await expect(page).toHaveURL(`/customer?id=${first!.customerID}`)
  })
})
