import type { Page } from '@playwright/test'

import type { Account } from '../../contract/people/account.ts'
import type { CustomerRow } from '../../contract/sales/customers.ts'
import type { PaymentTypeRow } from '../../contract/sales/payment-types.ts'
import { formatMoment as inShop } from '../../contract/shared/dates.ts'
import { api, axe, expect, test, unique } from './fixtures.ts'
import { createItem, form } from './steps.ts'

const names = (page: Page) => page.locator('td[data-card=title]')
const okay = (page: Page) => page.getByRole('button', { name: 'Okay' }).click()
const id = /^\d+$/
const moment = /^\d{1,2} \w{3,4} \d{4}, \d\d:\d\d$/

type Cells = (string | RegExp)[]
type Screen = {
  path: string
  calls: string
  title: string
  what: string
  createTitle?: string
  /** The field that names the record, its label, and the message for a duplicate. */
  field: string
  label: string
  taken: string
  /** A code besides the name: its field and its label. */
  code?: { field: string; label: string }
  describes?: 'always'
  headers: string[]
  /** The cells of a row; with a status if the screen has one. */
  cells: (name: string, description: string, status: string) => Cells
  /** The text for an empty description. */
  nothing?: string
}

/** The screens whose records have a name and a description. */
const screens: Screen[] = [
  {
    path: '/payment-type',
    calls: '/api/v3/transaction/payment-types',
    title: 'Payment Type List',
    what: 'Payment Type',
    createTitle: 'Create New Payment Type',
    field: 'paymentName',
    label: 'Payment name',
    taken: 'Payment name already exists',
    headers: ['Payment Type ID', 'Payment Name', 'Description', 'Created At', 'Updated At', 'Action'],
    cells: (name, description) => [id, name, description, moment, moment, 'Edit'],
  },
  {
    path: '/transaction-type',
    calls: '/api/v3/transaction/transaction-types',
    title: 'TRANSACTION TYPE LIST',
    what: 'Transaction Type',
    createTitle: 'Create New Transaction Type',
    field: 'transactionName',
    label: 'Transaction name',
    taken: 'Transaction name already exists',
    headers: ['Transaction Type ID', 'Transaction Name', 'Description', 'Created At', 'Updated At', 'Action'],
    cells: (name, description) => [id, name, description, moment, moment, 'Edit'],
    nothing: 'No description',
  },
  {
    path: '/customer-type',
    calls: '/api/v2/customer-types',
    title: 'CUSTOMER TYPE LIST',
    what: 'Customer Type',
    field: 'TypeName',
    label: 'Type name',
    taken: 'Customer type already exists',
    headers: ['ID', 'Name', 'Description', 'Created At', 'Updated At', 'Action'],
    cells: (name, description) => [id, name, description, moment, moment, 'Edit'],
  },
  {
    path: '/adjustment-type-reason',
    calls: '/api/v1/adjustment-reason',
    title: 'ADJUSTMENT REASON LIST',
    what: 'Adjustment Reason',
    field: 'reasonName',
    label: 'Reason name',
    taken: 'Reason name already exists',
    describes: 'always',
    headers: ['ID', 'Reason Name', 'Description', 'Action'],
    cells: (name, description) => [id, name, description, 'Edit'],
  },
  {
    path: '/adjustment-type',
    calls: '/api/v1/adjustment-type',
    title: 'ADJUSTMENT TYPE LIST',
    what: 'Adjustment Type',
    field: 'typeName',
    label: 'Type name',
    taken: 'Adjustment type already exists',
    describes: 'always',
    headers: ['ID', 'Name', 'Description', 'Action'],
    cells: (name, description) => [id, name, description, 'Edit'],
  },
  {
    path: '/categories',
    calls: '/api/v1/categories',
    title: 'CATEGORY LIST',
    what: 'Category',
    field: 'categoryName',
    label: 'Category name',
    taken: 'Category name already exists',
    code: { field: 'categoryCode', label: 'Category code' },
    headers: ['Category ID', 'Category Code', 'Category Name', 'Description', 'Status', 'Action'],
    cells: (name, description, status) => [id, `${name} code`, name, description, status, 'Edit'],
  },
  {
    path: '/location',
    calls: '/api/v1/locations',
    title: 'LOCATION LIST',
    what: 'Location',
    field: 'locationName',
    label: 'Location name',
    taken: 'Location name already exists',
    headers: ['ID', 'Name', 'Description', 'Status', 'Action'],
    cells: (name, description, status) => [id, name, description, status, 'Edit'],
  },
  {
    path: '/inventory-type',
    calls: '/api/v1/inventory-type',
    title: 'INVENTORY TYPE LIST',
    what: 'Inventory Type',
    field: 'typeName',
    label: 'Type name',
    taken: 'Inventory type already exists',
    headers: ['ID', 'Name', 'Description', 'Status', 'Edit'],
    cells: (name, description, status) => [id, name, description, status, 'Edit'],
  },
]

/** Creates a record of that screen. */
const made = ({ calls, field, code }: Screen, account: Account | null, name: string) =>
  api(account, 'POST', calls, { [field]: name, description: 'There', ...(code && { [code.field]: `${name} code` }) })

for (const screen of screens) {
  const { path, title, what, createTitle = `Create ${what}`, label, code, headers, cells, nothing = '' } = screen
  test.describe(path, () => {
    test.use({ role: 2, allow: [/status of 409/] })

    test('creates and edits a record: invalid, duplicate, then valid', async ({ page, account }) => {
      const [name, taken] = [unique('Voucher'), unique('Taken')]
      await made(screen, account, taken)
      await page.goto(path)
      await expect(page.getByRole('heading', { name: title, exact: true })).toBeVisible()
      await expect(page.getByRole('columnheader')).toHaveText(headers)
      await page.getByRole('button', { name: `+ Create ${what}` }).click()
      const create = form(page, createTitle)
      const save = create.getByRole('button', { name: `Create ${what}` })
      await expect(create.getByLabel(code?.label ?? label)).toBeFocused()
      await expect(save).toBeDisabled()
      await create.getByLabel(label).fill('x')
      await create.getByLabel(label).fill('')
      await expect(create.getByLabel(label)).toHaveAccessibleDescription(`${label} is required`)
      await axe(page)

      await create.getByLabel(label).fill(taken.toUpperCase())
      if (code) await create.getByLabel(code.label).fill(`${name} code`)
      if (screen.describes) {
        await expect(save).toBeDisabled()
        await create.getByLabel('Description').fill('On paper')
      }
      await save.click()
      await expect(create.getByText(`Error: ${screen.taken}`)).toBeVisible()
      await expect(create.getByLabel(label)).toBeFocused()
      await create.getByLabel(label).fill(name)
      await page.keyboard.press('Enter')
      const created = page.getByRole('dialog', { name: `${what} Created!` })
      await expect(created).toContainText(`The new ${what.toLowerCase()} has been successfully created.`)
      await expect(created.getByRole('button', { name: 'Okay' })).toBeFocused()
      await okay(page)
      await expect(create).toBeHidden()

      const row = page.getByRole('row').filter({ hasText: name })
      await expect(row.getByRole('cell')).toHaveText(cells(name, screen.describes ? 'On paper' : nothing, 'Active'))
      const status = row.locator('.st')
      if (headers.includes('Status')) await expect(status).toHaveClass('st blue')
      await axe(page)

      await row.getByRole('button', { name: `Edit ${name}` }).click()
      const edit = form(page, `Edit ${what}`)
      await expect(page).toHaveURL(/[?&]id=\d+$/)
      await edit.getByLabel(label).fill(taken)
      await edit.getByRole('button', { name: `Update ${what}` }).click()
      await expect(edit.getByText(`Error: ${screen.taken}`)).toBeVisible()
      await edit.getByLabel(label).fill(name)
      await edit.getByLabel('Description').fill('As a gift')
      if (headers.includes('Status')) {
        await edit.getByRole('combobox', { name: 'Status' }).click()
        await page.getByRole('option', { name: 'Inactive' }).click()
      }
      await edit.getByRole('button', { name: `Update ${what}` }).click()
      await expect(page.getByRole('dialog', { name: `${what} Updated!` })).toContainText(
        `The ${what.toLowerCase()} has been successfully updated.`,
      )
      await okay(page)
      await expect(row.getByRole('cell')).toHaveText(cells(name, 'As a gift', 'Inactive'))
      if (headers.includes('Status')) await expect(status).toHaveClass('st red')
    })

    test('the list is searched and paged, also on a phone', async ({ page, account }) => {
      const word = unique('Many')
      for (let n = 10; n <= 21; n++) await made(screen, account, `${word} ${n}`)
      await page.goto(path)
      await page.getByRole('searchbox').fill(word)
      await expect(page.getByText('1–10 of 12')).toBeVisible()
      await page.getByRole('link', { name: 'Next' }).click()
      await expect(names(page)).toHaveText([`${word} 11`, `${word} 10`])

      await page.setViewportSize({ width: 390, height: 844 })
      const card = page.getByRole('listitem').filter({ hasText: `${word} 11` })
      await expect(card).toContainText('There')
      if (headers.includes('Updated At')) await expect(card.locator('[data-card=extra]')).toHaveText(moment)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
      await expect(page.getByRole('button', { name: `+ Create ${what}` })).toBeInViewport()
      await axe(page)
      await card.getByRole('button', { name: `Edit ${word} 11` }).click()
      const edit = form(page, `Edit ${what}`)
      await expect(edit.getByLabel(label)).toHaveValue(`${word} 11`)
      await expect(edit.getByRole('button', { name: `Update ${what}` })).toBeInViewport()
    })
  })
}

test.describe('in a browser on the other side of the world', () => {
  test.use({ timezoneId: 'America/New_York' })

  test('times are shown in the shop’s time zone', async ({ page, account }) => {
    const paymentName = unique('Voucher')
    const { data } = await api<{ data: PaymentTypeRow }>(account, 'POST', '/api/v3/transaction/payment-types', {
      paymentName,
    })
    const shown = inShop(data.createdAt, 'Asia/Tokyo')
    await page.goto(`/payment-type?search=${encodeURIComponent(paymentName)}`)
    await expect(page.locator('tbody tr').getByRole('cell')).toHaveText([id, paymentName, '', shown, shown, 'Edit'])
  })
})

test('adjustment reasons and types are tabs under one link', async ({ page }) => {
  await page.goto('/adjustment-type-reason')
  const link = page.getByRole('navigation', { name: 'Back-office' }).getByRole('link', { name: 'Adjustment Reason' })
  await expect(link).toHaveAttribute('aria-current', 'page')
  const tabs = page.getByRole('navigation', { name: 'Adjustment Reason' })
  await expect(tabs.getByRole('link', { name: 'Reasons' })).toHaveAttribute('aria-current', 'page')
  await tabs.getByRole('link', { name: 'Types' }).click()
  await expect(page).toHaveURL('/adjustment-type')
  await expect(tabs.getByRole('link', { name: 'Types' })).toHaveAttribute('aria-current', 'page')
  await expect(link).toHaveAttribute('aria-current', 'true')
})

test.describe('staff', () => {
  test.use({ role: 3 })
  test('can set up everything except customer types', async ({ page }) => {
    await page.goto('/customer-type')
    await expect(page).toHaveURL('/dashboard')
    const links = page.getByRole('navigation', { name: 'Back-office' }).getByRole('link')
    await expect(links.filter({ hasText: /^Customer Type$/ })).toHaveCount(0)
    for (const name of ['Customer', 'Payment Type', 'Transaction Type', 'Adjustment Reason'])
      await expect(links.filter({ hasText: new RegExp(`^${name}$`) })).toHaveCount(1)
    await page.goto('/payment-type')
    await expect(page.getByRole('button', { name: '+ Create Payment Type' })).toBeVisible()
  })
})

/** Creates a customer. */
async function given(account: Account | null, fields: Partial<CustomerRow> = {}) {
  const word = unique('at').replace(' ', '-')
  const made = await api<{ data: CustomerRow }>(account, 'POST', '/api/v2/customers', {
    firstName: 'Liza',
    lastName: 'Reyes',
    contactNo: String(Math.floor(Math.random() * 1e12)),
    email: `${word}@mail.example`,
    customerTypeID: 1,
    ...fields,
  })
  return made.data
}

test.describe('/customer', () => {
  test.use({ role: 3 })

  test('a customer is created: invalid at first, then valid', async ({ page }) => {
    const lastName = unique('Reyes')
    const email = `${lastName.replace(' ', '-')}@mail.example`
    await page.goto('/customer')
    await expect(page.getByRole('heading', { name: 'CUSTOMER LIST' })).toBeVisible()
    await page.getByRole('button', { name: '+ Create Customer' }).first().click()
    const create = form(page, 'Create Customer')
    const save = create.getByRole('button', { name: 'Create Customer' })
    await expect(create.getByLabel('First name')).toBeFocused()
    await expect(save).toHaveAccessibleDescription(/Customer type is required/)
    await create.getByLabel('First name').fill('Maricel')
    await create.getByLabel('Middle name').fill('Santos')
    await create.getByLabel('Last name').fill(lastName)
    await create.getByLabel('Contact no').fill(`+63 ${Math.floor(Math.random() * 1e12)}`)
    await create.getByLabel('Email').fill('maricel@mail')
    await expect(create.getByText('Enter a valid email', { exact: true })).toBeVisible()
    await axe(page)
    await create.getByLabel('Email').fill(email)
    await create.getByLabel('Address').fill('Cebu City')
    await expect(save).toBeDisabled()
    await create.getByRole('combobox', { name: 'Customer type' }).fill('resel')
    await page.getByRole('option', { name: 'Reseller' }).click()
    await save.click()
    await expect(page.getByRole('dialog', { name: 'Customer Created!' })).toContainText(
      'The new customer has been successfully created.',
    )
    await okay(page)

    await expect(page.getByRole('columnheader')).toHaveText([
      'Customer ID',
      'Full Name',
      'Contact No',
      'Email',
      'Address',
      'Customer Type',
      'Action',
    ])
    await page.getByRole('searchbox').fill(`santos ${lastName}`.toUpperCase())
    const row = page.locator('tbody tr')
    await expect(row.getByRole('cell')).toHaveText([
      /^\d+$/,
      `Maricel Santos ${lastName}`,
      /^\+63/,
      email,
      'Cebu City',
      'Reseller',
      'Edit',
    ])
    await axe(page)
  })

  test('a possible duplicate is shown first, and the customer can be saved anyway', async ({ page, account }) => {
    const there = await given(account, { firstName: 'Ana', lastName: 'Cruz' })
    await page.goto('/customer')
    await page.getByRole('button', { name: '+ Create Customer' }).first().click()
    const create = form(page, 'Create Customer')
    const same = create.getByRole('region', { name: 'Likely the same customer' })
    await create.getByLabel('First name').fill('Anna')
    await create.getByLabel('Last name').fill(unique('Cruz'))
    await create.getByLabel('Contact no').fill(there.contactNo.replace(/(...)/, '$1-'))
    await create.getByLabel('Email').fill(unique('a').replace(' ', '') + '@mail.example')
    await create.getByRole('combobox', { name: 'Customer type' }).fill('walk')
    await page.getByRole('option', { name: 'Walk-in' }).click()
    await create.getByRole('button', { name: 'Create Customer' }).click()
    await expect(same.getByRole('alert')).toHaveText(
      'A customer with the same email or contact number is there already.',
    )
    await expect(same.getByRole('link', { name: 'Ana Cruz' })).toHaveAttribute(
      'href',
      `/customer?id=${there.customerID}`,
    )
    await axe(page)

    // With a different number the question about a duplicate disappears. With the same e-mail address it appears at
    // every attempt to save.
    await create.getByLabel('Contact no').fill(`1${there.contactNo}`)
    await expect(same).toBeHidden()
    await create.getByLabel('Email').fill(there.email.toUpperCase())
    await page.keyboard.press('Enter')
    await expect(same).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog', { name: 'Customer Created!' })).toBeHidden()
    // Retry the click while the second Enter is still being handled.
    await expect(async () => {
      await same.getByRole('button', { name: 'Save anyway' }).click({ timeout: 1000 })
      await expect(page.getByRole('dialog', { name: 'Customer Created!' })).toBeVisible({ timeout: 3000 })
    }).toPass()
    await okay(page)

    // Editing one of the two duplicates does not ask about the other one again.
    await page.goto(`/customer?id=${there.customerID}`)
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    const edit = form(page, 'Edit Customer')
    await edit.getByLabel('Address').fill('Nagoya')
    await edit.getByRole('button', { name: 'Update Customer' }).click()
    await expect(page.getByRole('dialog', { name: 'Customer Updated!' })).toContainText(
      'The customer has been successfully updated.',
    )
  })

  test('customers are filtered by type and paged, also on a phone', async ({ page, account }) => {
    const lastName = unique('Many')
    for (let n = 10; n <= 21; n++)
      await given(account, { firstName: `No${n}`, lastName, customerTypeID: n === 10 ? 3 : 2 })
    await page.goto(`/customer?search=${encodeURIComponent(lastName)}`)
    await page.getByRole('link', { name: 'Next' }).click()
    await expect(names(page)).toHaveText([`No11 ${lastName}`, `No10 ${lastName}`])
    await page.getByRole('combobox', { name: 'All customer types' }).click()
    await page.getByRole('option', { name: 'Reseller' }).click()
    await expect(names(page)).toHaveText([`No10 ${lastName}`])

    await page.setViewportSize({ width: 390, height: 844 })
    const card = page.getByRole('list', { name: 'Customers' }).getByRole('listitem')
    await expect(card).toContainText('Reseller')
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    await axe(page)
    await card.getByRole('button', { name: `Edit No10 ${lastName}` }).click()
    const edit = form(page, 'Edit Customer')
    await expect(edit.getByRole('combobox', { name: 'Customer type' })).toHaveValue('Reseller')
    await axe(page)
  })
})

test('a category gets its Tagalog and Japanese names in its form, and visitors read them', async ({
  page,
  account,
}) => {
  const [english, tagalog, japanese] = [unique('Anklets'), unique('Pulseras sa paa'), unique('アンクレット')]
  await page.goto('/categories')
  await page.getByRole('button', { name: '+ Create Category' }).click()
  const create = form(page, 'Create Category')
  await create.getByLabel('Category code').fill(unique('AN'))
  await create.getByLabel('Category name').fill(english)
  await create.getByLabel('Tagalog name').fill(tagalog)
  await create.getByLabel('Japanese name').fill(japanese)
  await axe(page)
  await create.getByRole('button', { name: 'Create Category' }).click()
  await okay(page)
  const path = `/api/v1/categories?search=${encodeURIComponent(english)}`
  const [stored] = (await api<{ data: { categoryID: number }[] }>(account, 'GET', path)).data
  expect(stored).toMatchObject({ categoryName: english, tagalogName: tagalog, japaneseName: japanese })
  await createItem(account, { categoryID: stored!.categoryID, status: true })
  for (const [address, name] of [
    ['/shop', english],
    ['/tl/shop', tagalog],
    ['/ja/shop', japanese],
  ] as const) {
    await page.goto(address)
    await expect(page.locator('body'), address).toContainText(name)
  }
})
