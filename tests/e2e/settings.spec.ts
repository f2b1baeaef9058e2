import { readFile } from 'node:fs/promises'

import type { Page } from '@playwright/test'

import type { Account } from '../../contract/people/account.ts'
import { version } from '../../server/kernel/version.ts'
import { api, axe, expect, newAccount, password, test, unique } from './fixtures.ts'
import { atMain, choose, createItem, form, okay, row } from './steps.ts'

const section = (page: Page, name: string) => page.getByRole('region', { name })

test.describe('a manager', () => {
  test.use({ role: 2 })

  test('sets the appearance of this browser and the time zone of the shop', async ({ page }) => {
    await page.goto('/dashboard')
    await page.getByRole('button', { name: 'Account of' }).click()
    await page.getByRole('menuitem', { name: 'Settings' }).click()
    await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible()
    await expect(page.getByText(`Alahas ${version}`, { exact: true })).toBeVisible()
    await expect(section(page, 'One customer’s data')).toBeHidden()
    await expect(page.getByRole('link', { name: 'Audit trail' })).toBeHidden()

    const kept = () => page.evaluate(() => localStorage.getItem('darkMode'))
    const look = page.locator('html')
    await page.getByRole('radio', { name: 'Dark' }).check()
    await expect(look).toHaveAttribute('data-theme', 'dark')
    expect(await kept()).toBe('true')
    await page.getByRole('radio', { name: 'As this device' }).check()
    await expect(look).toHaveAttribute('data-theme', 'light')
    expect(await kept()).toBeNull()
    await page.emulateMedia({ colorScheme: 'dark' })
    await expect(look).toHaveAttribute('data-theme', 'dark')
    await page.getByRole('radio', { name: 'Light' }).check()
    await expect(look).toHaveAttribute('data-theme', 'light')
    expect(await kept()).toBe('false')

    const shop = form(page, 'Shop settings')
    const save = shop.getByRole('button', { name: 'Save settings' })
    await shop.getByLabel('Days a hold lasts').fill('366')
    await expect(shop.getByText('Days a hold lasts must be at most 365')).toBeVisible()
    await expect(save).toHaveAttribute('aria-disabled', 'true')
    await axe(page)
    await shop.getByLabel('Days a hold lasts').fill('3')
    // These zones have the same offset as Tokyo, because other journeys use this shop.
    for (const [typed, zone] of [
      ['seoul', 'Asia/Seoul (GMT+9)'],
      ['tokyo', 'Asia/Tokyo (GMT+9)'],
    ] as const) {
      const field = shop.getByRole('combobox', { name: 'Time zone' })
      await expect(async () => {
        await field.fill(typed)
        await page.getByRole('option', { name: zone }).click({ timeout: 1000 })
      }).toPass()
      // The form resets to the saved values once they have been fetched.
      const again = page.waitForResponse(/\/api\/v1\/locations\/\d+$/)
      await save.click()
      await okay(page, 'Settings Saved!')
      await again
      await expect(field).toHaveValue(zone)
    }
    await page.setViewportSize({ width: 390, height: 844 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  })
})

test.describe('somebody signed in twice', () => {
  test.use({ role: null, allow: [/status of 401/] })

  test('ends the other session, and then this one', async ({ page }) => {
    const other = await newAccount(3)
    const own = await api<Account>(null, 'POST', '/api/v1/login', { email: other.email, password })
    await page.goto('/login')
    await page.evaluate((text) => localStorage.setItem('account', text), JSON.stringify(own))
    await page.goto('/settings')
    const sessions = page.getByRole('list', { name: 'Your sessions' }).getByRole('listitem')
    await expect(sessions).toHaveCount(2)
    await expect(sessions.first()).toContainText('This one')
    await sessions.last().getByRole('button', { name: 'Sign out' }).click()
    await expect(sessions).toHaveCount(1)
    await expect(api(other, 'GET', '/api/users/profile')).rejects.toThrow('401')
    await sessions.getByRole('button', { name: 'Sign out' }).click()
    await expect(page).toHaveURL('/')
    await expect(api(own, 'GET', '/api/users/profile')).rejects.toThrow('401')
  })
})

test.describe('an administrator', () => {
  // The tests provoke refusals.
  test.use({ allow: [/status of (400|422)/] })

  test('reads who changed what, from what to what', async ({ page, account }) => {
    const supplier = { supplierName: unique('Trail'), contactDetails: '1', email: 'a@trail.example' }
    const made = await api<{ data: { supplierID: number } }>(account, 'POST', '/api/v2/suppliers', supplier)
    const { supplierID } = made.data
    const change = { ...supplier, contactDetails: '+81 3 5555', address: 'Ginza' }
    await api(account, 'PUT', `/api/v2/suppliers/${supplierID}`, change)
    await page.goto('/settings')
    await page.getByRole('link', { name: 'Audit trail' }).click()
    await expect(page.getByRole('heading', { name: 'Audit Trail', level: 1 })).toBeVisible()
    await page.goto(`/audit-trail?entity=supplier&entityID=${supplierID}`)
    await expect(page.getByText('1–2 of 2')).toBeVisible()
    await expect(row(page, `Supplier ${supplier.supplierName} created`)).toContainText(account!.name)
    await axe(page)
    await row(page, `Supplier ${supplier.supplierName} changed`).click()
    const dialog = page.getByRole('dialog', { name: `Supplier ${supplier.supplierName} changed` })
    await expect(dialog.getByText('2 fields changed; they are marked.')).toBeVisible()
    await expect(dialog.getByRole('row', { name: 'Address (changed) – Ginza' })).toBeVisible()
    await expect(dialog.getByRole('row', { name: 'Contact details (changed) 1 +81 3 5555' })).toBeVisible()
    await expect(dialog.getByRole('row', { name: 'Status Active Active' })).toBeVisible()
    await axe(page)
    await dialog.getByRole('link', { name: 'Open the record' }).click()
    const edit = form(page, 'Edit Supplier')
    await expect(edit.getByLabel('Supplier name')).toHaveValue(supplier.supplierName)
    await edit.getByRole('link', { name: 'Audit trail' }).click()
    await expect(page.getByText('1–2 of 2')).toBeVisible()
  })

  test('exports the data of a customer and anonymises the customer', async ({ page, account }) => {
    const lastName = unique('Kalimot').replace(' ', '-')
    const customer = { firstName: 'Rosa', lastName, contactNo: '+63 917 000 1111', customerTypeID: 1 }
    const email = `${lastName}@mail.example`
    const made = await api<{ data: { customerID: number } }>(account, 'POST', '/api/v2/customers', {
      ...customer,
      email,
    })
    const { customerID } = made.data
    await page.goto(`/customer?id=${customerID}`)
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Export data' }).click()
    const file = await download
    expect(file.suggestedFilename()).toMatch(new RegExp(`^customer-${customerID}-\\d{4}-\\d\\d-\\d\\d\\.json$`))
    expect(JSON.parse(await readFile(await file.path(), 'utf8'))).toMatchObject({
      customer: { customerID, email },
      sales: [],
      questions: [],
      auditTrail: [{ action: 'create' }],
    })

    await page.goto('/settings')
    const data = section(page, 'One customer’s data')
    // Wait until the content above has loaded; a list closes when its field scrolls out of view.
    await expect(form(page, 'Shop settings')).toBeVisible()
    await expect(section(page, 'Demo data')).toContainText('this one has a')
    await choose(page, data, 'Customer', lastName)
    await data.getByRole('button', { name: 'Anonymise' }).click()
    const anonymise = form(page, 'Anonymise Customer')
    const name = anonymise.getByLabel('Type the customer’s name')
    await name.fill('Rosa')
    await expect(anonymise.getByText(`Type the customer’s name: Rosa ${lastName}`)).toBeVisible()
    await axe(page)
    await name.fill(`rosa ${lastName}`)
    await anonymise.getByRole('button', { name: 'Anonymise for good' }).click()
    await okay(page, 'Customer Anonymised!')
    await page.goto(`/customer?search=${encodeURIComponent(lastName)}`)
    await expect(page.getByRole('heading', { name: 'Nothing found' })).toBeVisible()
    await page.goto(`/customer?id=${customerID}`)
    await expect(page.getByRole('heading', { name: `Anonymised customer ${customerID}` })).toBeVisible()
  })

  test('loads the demo shop into an empty shop alone, and clears it by its name', async ({ page, account }) => {
    const supplier = { supplierName: unique('Own'), contactDetails: '1', email: 'own@own.example' }
    await api(account, 'POST', '/api/v2/suppliers', supplier)
    await page.goto('/settings')
    const panel = section(page, 'Demo data')
    await expect(panel).toContainText('The demo shop can be loaded into an empty shop only: this one has a')
    await expect(panel.getByRole('button')).toHaveCount(0)

    // Simulate a minute of loading, because the other journeys use this shop too.
    const told = [
      { state: 'loading', progress: 40, obstacle: 'It is being loaded', failure: null },
      { state: 'loaded', progress: null, obstacle: null, failure: null },
    ]
    let now = 0
    await page.route('**/api/v1/demo', (route) => route.fulfill({ json: { success: true, data: told[now] } }))
    await page.reload()
    await expect(panel.getByRole('progressbar', { name: 'Loading the demo shop' })).toHaveAttribute(
      'aria-valuenow',
      '40',
    )
    await axe(page)
    now = 1
    await panel.getByRole('button', { name: 'Clear demo data' }).click()
    const clear = form(page, 'Clear Demo Data')
    await clear.getByLabel('Shop’s name').fill('Another shop')
    await axe(page)
    await clear.getByRole('button', { name: 'Clear demo data' }).click()
    await expect(clear.getByText('to clear the demo shop').first()).toBeVisible()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Discard changes' }).click()
    await expect(clear).toBeHidden()
  })

  test('closes the books; the till then refuses an order date in them', async ({ page, account }) => {
    const itemCode = unique('BR').replace(' ', '-')
    const fields = { itemCode, barcode: `B${itemCode}`, itemName: unique('Brooch'), grams: 3, price: 900, cost: 600 }
    const item = await createItem(account, { ...fields, ...atMain, quantity: 2 })
    await page.goto('/settings')
    const books = form(page, 'Closed books')
    const day = books.getByLabel('Closed until')
    const save = books.getByRole('button', { name: 'Save closed day' })
    await day.fill('2999-01-31')
    await save.click()
    await expect(books.getByText('The books can be closed until yesterday at the latest').first()).toBeVisible()
    // No other journey has records of so early a day.
    await day.fill('2001-01-31')
    await save.click()
    await okay(page, 'Books Closed!')
    await expect(day).toHaveValue('31 Jan 2001')
    await axe(page)

    await page.goto('/sales?create=1')
    await expect(page.getByLabel('Scan a barcode')).toBeFocused()
    await expect(page.getByRole('combobox', { name: 'Location' })).toHaveValue('Main')
    await page.keyboard.type(item.barcode!)
    await page.keyboard.press('Enter')
    await page.getByLabel('Order date').fill('2001-01-31')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('The books are closed until 31 Jan 2001').first()).toBeVisible()
    await axe(page)

    page.once('dialog', (dialog) => void dialog.accept())
    await page.goto('/settings')
    await day.fill('')
    await save.click()
    await okay(page, 'Books Opened!')
    await page.goto('/audit-trail?entity=books')
    await expect(row(page, 'Books reopened').first()).toContainText(account!.name)
    await row(page, 'Books closed').first().click()
    const change = page.getByRole('dialog', { name: 'Books closed' })
    await expect(change.getByRole('row', { name: 'Closed until (changed) – 31 Jan 2001' })).toBeVisible()
  })

  test('signs a user out everywhere', async ({ page }) => {
    const theirs = await newAccount(3)
    await page.goto(`/users?search=${encodeURIComponent(theirs.email)}`)
    await page.getByRole('button', { name: `More for ${theirs.name}` }).click()
    await page.getByRole('menuitem', { name: 'Where signed in' }).click()
    const dialog = page.getByRole('dialog', { name: 'Where signed in' })
    await expect(dialog.getByRole('listitem')).toHaveCount(1)
    await axe(page)
    await dialog.getByRole('button', { name: 'Sign out everywhere' }).click()
    await expect(page.getByText(`${theirs.name} is signed out everywhere`)).toBeVisible()
    await expect(api(theirs, 'GET', '/api/users/profile')).rejects.toThrow('401')
  })
})
