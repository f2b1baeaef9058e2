import type { Locator, Page } from '@playwright/test'

import type { CategoryRow } from '../../contract/catalogue/categories.ts'
import type { ItemRow } from '../../contract/catalogue/items.ts'
import type { Account } from '../../contract/people/account.ts'
import type { CustomerRow } from '../../contract/sales/customers.ts'
import type { LocationRow } from '../../contract/stock/locations.ts'
import { api, axe, expect, test, unique } from './fixtures.ts'

test.use({ allow: [/status of 4\d\d|ERR_FAILED/] })

/** The kinds of failure: with a message, without one, or without a response. */
const failures = {
  refused: { status: 422, json: { success: false, message: 'The shop is being painted' } },
  silent: { status: 422, body: '<html>' },
  unanswered: null,
}
type Failure = keyof typeof failures
const unreachable = 'The server cannot be reached. Please check the connection and try again.'

/** Makes every call to this path fail, with any query. The last failure set for a path counts. */
async function fail(page: Page, ending: string, how: Failure, method = 'GET') {
  const path = new RegExp(`/api/[^?]*${ending}(\\?.*)?$`)
  await page.unroute(path)
  await page.route(path, async (route) => {
    if (route.request().method() !== method) return route.fallback()
    const answer = failures[how]
    await (answer === null ? route.abort() : route.fulfill(answer))
  })
}

/** Creates an item with that code and name, in a category of the same name. */
async function givenItem(account: Account | null, word: string) {
  const names = { categoryCode: word, categoryName: word }
  const { categoryID } = (await api<{ data: CategoryRow }>(account, 'POST', '/api/v1/categories', names)).data
  const item = { itemCode: word, itemName: word, categoryID, uom: 'PCS', grams: 1, price: 1, cost: 1 }
  return (await api<{ data: ItemRow }>(account, 'POST', '/api/v1/item-inventory', item)).data
}

const said = (within: Page | Locator, text: string) => within.getByText(text, { exact: true }).first()

test('a list that fails to load is replaced by the reason', async ({ page }) => {
  test.slow()
  for (const [path, calls, prefix = ''] of [
    ['/users', '/users', 'Error fetching users: '],
    ['/items', '/items', 'Error fetching items: '],
    ['/categories', '/categories'],
    ['/location', '/locations'],
    ['/inventory-type', '/inventory-type'],
    ['/adjustment-type-reason', '/adjustment-reason'],
    ['/adjustment-type', '/adjustment-type'],
    ['/customer', '/customers'],
    ['/customer-type', '/customer-types'],
    ['/supplier', '/suppliers'],
    ['/payment-type', '/payment-types'],
    ['/transaction-type', '/transaction-types'],
  ] as const) {
    await fail(page, calls, 'refused')
    await page.goto(path)
    await expect(said(page, `Error: ${prefix}The shop is being painted`), path).toBeVisible()
    await expect(page.getByRole('table')).toHaveCount(0)
  }
  await axe(page)
})

test('a record that fails to load shows its name and the reason', async ({ page }) => {
  test.slow()
  const unknown = 'An unknown error occurred'
  for (const [path, calls, how, sentence, reason] of [
    ['/users', '/users/1', 'refused', 'Error loading user data.', 'The shop is being painted'],
    ['/location', '/locations/1', 'refused', 'Error loading location data.', 'The shop is being painted'],
    [
      '/items',
      '/items/1',
      'refused',
      'Failed to fetch item data',
      'Error fetching item by ID: The shop is being painted',
    ],
    ['/items', '/items/1', 'unanswered', 'Error fetching item data', `Error fetching item by ID: ${unreachable}`],
    ['/customer', '/customers/1', 'refused', 'Failed to load customer data', 'The shop is being painted'],
    ['/customer', '/customers/1', 'unanswered', 'Error fetching customer data', unreachable],
    [
      '/adjustment-type-reason',
      '/adjustment-reason/1',
      'refused',
      'An error occurred while fetching the adjustment reason.',
      'The shop is being painted',
    ],
    ['/adjustment-type', '/adjustment-type/1', 'silent', unknown, ''],
    ['/supplier', '/suppliers/1', 'silent', unknown, ''],
    ['/categories', '/categories/1', 'silent', `${unknown} while fetching the category.`, ''],
    ['/inventory-type', '/inventory-type/1', 'silent', `${unknown} while fetching the inventory type.`, ''],
    [
      '/customer-type',
      '/customer-types/1',
      'silent',
      'Failed to load customer type data.',
      `${unknown} fetching the customer type.`,
    ],
    [
      '/transaction-type',
      '/transaction-types/1',
      'silent',
      'Failed to load transaction type data.',
      `${unknown} while fetching the transaction type.`,
    ],
    [
      '/payment-type',
      '/payment-types/1',
      'silent',
      'Failed to load payment type data.',
      `${unknown} while fetching the payment type.`,
    ],
  ] as const) {
    await fail(page, calls, how)
    await page.goto(`${path}?id=1`)
    const alert = page.locator('.failed').and(page.getByRole('alert'))
    await expect(said(alert, `Error: ${sentence}`), path).toBeVisible()
    if (reason !== '') await expect(said(alert, reason), path).toBeVisible()
    await expect(alert.getByRole('button', { name: 'Try again' })).toBeVisible()
  }
  await axe(page)
})

test('a select shows an error if its choices fail to load', async ({ page }) => {
  test.slow()
  for (const [path, button, calls, how, sentence] of [
    ['/users', '+ Create User', '/user-role', 'refused', 'Failed to fetch user roles'],
    ['/users', '+ Create User', '/user-role', 'unanswered', `Error fetching user roles: ${unreachable}`],
    ['/items', '+ Create Item', '/categories', 'refused', 'Error loading categories.'],
    ['/customer', '+ Create Customer', '/customer-types', 'refused', 'Failed to fetch customer types'],
    ['/customer', '+ Create Customer', '/customer-types', 'unanswered', 'Error fetching customer types'],
    ['/sales', '+ Create Sales Transaction', '/transaction-types', 'refused', 'Failed to Fetch Transaction Type'],
  ] as const) {
    await fail(page, calls, how)
    await page.goto(path)
    await page.getByRole('button', { name: button }).first().click()
    await expect(said(page, `Error: ${sentence}`), sentence).toBeVisible()
  }
  await fail(page, '/items', 'refused')
  await page.getByRole('button', { name: 'Add Item' }).click()
  const choose = page.getByRole('dialog', { name: 'Select Item' })
  await expect(said(choose, 'Error: Failed to fetch items.')).toBeVisible()
  await expect(said(choose, 'The shop is being painted')).toBeVisible()
})

test('an update that fails without a reason shows the form’s own message', async ({ page, account }) => {
  test.slow()
  const word = unique('Unsaid')
  const { itemID, categoryID } = await givenItem(account, word)
  const buyer = { firstName: 'Liza', lastName: word, contactNo: word, email: 'liza@mail.example', customerTypeID: 1 }
  const { customerID } = (await api<{ data: CustomerRow }>(account, 'POST', '/api/v2/customers', buyer)).data
  const { locationID } = (
    await api<{ data: LocationRow }>(account, 'POST', '/api/v1/locations', { locationName: word })
  ).data
  const unknown = 'An unknown error occurred while updating'
  for (const [path, key, calls, what, field, sentence] of [
    ['/categories', categoryID, '/categories/\\d+', 'Category', 'Description', `${unknown} the category.`],
    ['/customer', customerID, '/customers/\\d+', 'Customer', 'Address', `${unknown} the customer.`],
    [
      '/transaction-type',
      1,
      '/transaction-types/1',
      'Transaction Type',
      'Description',
      `${unknown} the transaction type.`,
    ],
    ['/payment-type', 1, '/payment-types/1', 'Payment Type', 'Description', `${unknown} the payment type.`],
    ['/customer-type', 1, '/customer-types/1', 'Customer Type', 'Description', `${unknown}.`],
    ['/location', locationID, '/locations/\\d+', 'Location', 'Description', `${unknown}.`],
    ['/items', itemID, '/items/\\d+', 'Item', 'Description', 'Error updating the item.'],
  ] as const) {
    await fail(page, calls, 'silent', 'PUT')
    await page.goto(`${path}?id=${key}`)
    if (path === '/items' || path === '/customer') await page.getByRole('button', { name: 'Edit', exact: true }).click()
    const edit = page.getByRole('form', { name: `Edit ${what}` })
    await edit.getByLabel(field, { exact: true }).fill(unique('Other'))
    await edit.getByRole('button', { name: `Update ${what}` }).click()
    await expect(said(edit, `Error: ${sentence}`), path).toBeVisible()
    // Discard the changes, because a form with changes asks before the next address opens.
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Discard changes' }).click()
    await expect(edit).toBeHidden()
  }
})

test('a save without a response shows an error and keeps the typed values', async ({ page }) => {
  const word = unique('Unheard')
  await fail(page, '/suppliers', 'unanswered', 'POST')
  await page.goto('/supplier')
  await page.getByRole('button', { name: '+ Create Supplier' }).first().click()
  const create = page.getByRole('form', { name: 'Create Supplier' })
  await create.getByLabel('Supplier name').fill(word)
  await create.getByLabel('Contact details').fill('+81 52 5550 0142')
  await create.getByLabel('Email').fill('orders@mail.example')
  await create.getByRole('button', { name: 'Create Supplier' }).click()
  await expect(said(create, `Error: ${unreachable}`)).toBeVisible()
  await expect(create.getByLabel('Supplier name')).toHaveValue(word)
  // The server is reachable again; the same form is sent again.
  await page.unrouteAll()
  await create.getByRole('button', { name: 'Create Supplier' }).click()
  await expect(page.getByRole('dialog', { name: 'Supplier Created!' })).toBeVisible()
})

test('a customer is saved only after the check for duplicates', async ({ page }) => {
  const word = unique('Asked')
  let answer = () => {}
  const asked = new Promise<void>((resolve) => (answer = resolve))
  await page.goto('/customer')
  await page.getByRole('button', { name: '+ Create Customer' }).first().click()
  await page.route(/\/customers\?.*email=/, async (route) => {
    await asked
    await route.fulfill(failures.refused)
  })
  const create = page.getByRole('form', { name: 'Create Customer' })
  const save = create.getByRole('button', { name: 'Create Customer' })
  await create.getByLabel('First name').fill('Liza')
  await create.getByLabel('Last name').fill(word)
  await create.getByLabel('Contact no').fill(String(Math.floor(Math.random() * 1e12)))
  await create.getByLabel('Email').fill(`${word.replace(' ', '-')}@mail.example`)
  await create.getByRole('combobox', { name: 'Customer type' }).fill('walk')
  await page.getByRole('option', { name: 'Walk-in' }).click()
  await save.click()
  await expect(save).toBeDisabled()
  answer()
  await expect(said(create, 'Error: The shop is being painted')).toBeVisible()
  await expect(save).toBeEnabled()
  await page.unrouteAll()
  await save.click()
  await expect(page.getByRole('dialog', { name: 'Customer Created!' })).toBeVisible()
})

test('an item that fails to load for editing shows an error', async ({ page, account }) => {
  const word = unique('Gone')
  await givenItem(account, word)
  await fail(page, '/items/\\d+', 'refused')
  await page.goto(`/items?search=${encodeURIComponent(word)}`)
  await page.getByRole('button', { name: `Edit ${word}` }).click()
  const alert = page.getByRole('dialog', { name: 'Edit Item' }).getByRole('alert')
  await expect(said(alert, 'Error: Error loading item data.')).toBeVisible()
  await expect(said(alert, 'Error fetching item by ID: The shop is being painted')).toBeVisible()
})
