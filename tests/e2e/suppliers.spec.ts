import { readFile } from 'node:fs/promises'

import type { Page } from '@playwright/test'

import type { Account } from '../../contract/people/account.ts'
import type { SupplierRow } from '../../contract/purchasing/suppliers.ts'
import { api, axe, expect, test, unique } from './fixtures.ts'
import { form, holdEvents } from './steps.ts'

/** Creates a supplier. */
async function given(account: Account | null, fields: Partial<SupplierRow> & { supplierName: string }) {
  const made = await api<{ data: SupplierRow }>(account, 'POST', '/api/v2/suppliers', {
    contactDetails: '+63 2 5555 0190',
    email: 'orders@supplier.example',
    ...fields,
  })
  return made.data
}

/** Creates that many suppliers whose names begin with a unique word, for searching. */
async function givenMany(account: Account | null, count: number, status = true) {
  const word = unique('Many')
  for (let n = 1; n <= count; n++)
    await given(account, {
      supplierName: `${word} ${String(n).padStart(2, '0')}`,
      address: `Street ${count - n}`,
      status,
    })
  return word
}

const names = (page: Page) => page.locator('td[data-card=title]')
const rows = (page: Page) => page.locator('tbody tr')

test('a supplier is created: invalid at first, then valid', async ({ page }) => {
  test.slow()
  const name = unique('Tahanan')
  await page.goto('/supplier')
  await expect(page).toHaveTitle('SUPPLIER LIST')
  await page.getByRole('button', { name: '+ Create Supplier' }).first().click()
  const create = form(page, 'Create Supplier')
  const button = create.getByRole('button', { name: 'Create Supplier' })
  await expect(create.getByLabel('Supplier name')).toBeFocused()
  await expect(button).toBeDisabled()
  await expect(button).toHaveAccessibleDescription(
    'Supplier name is required. Contact details is required. Email is required',
  )
  await axe(page)

  await create.getByLabel('Supplier name').fill('x')
  await create.getByLabel('Supplier name').fill('')
  await expect(create.getByText('Supplier name is required', { exact: true })).toBeVisible()
  await create.getByLabel('Email').fill('orders@tahanan')
  await expect(create.getByText('Enter a valid email', { exact: true })).toBeVisible()
  await axe(page)

  // The button is focusable and shows the invalid field.
  await button.focus()
  await page.keyboard.press('Enter')
  await expect(create.getByLabel('Supplier name')).toBeFocused()
  await expect(create.getByText('Contact details is required', { exact: true })).toBeVisible()

  await create.getByLabel('Supplier name').fill(name)
  await create.getByLabel('Contact details').fill('+63 2 5555 0190')
  await create.getByLabel('Email').fill('orders@tahanan.example')
  await create.getByLabel('Address').fill('Binondo, Manila')
  await expect(button).toBeEnabled()
  await button.click()
  const done = page.getByRole('dialog', { name: 'Supplier Created!' })
  await expect(done).toContainText('The new supplier has been successfully created.')
  await expect(create).toBeHidden()
  await axe(page)
  await expect(done.getByRole('button', { name: 'Okay' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(done).toBeHidden()
  await expect(page.getByRole('button', { name: '+ Create Supplier' })).toBeFocused()

  const row = page.getByRole('row').filter({ hasText: name })
  await expect(row.getByRole('cell')).toHaveText([
    /^\d+$/,
    name,
    '+63 2 5555 0190',
    'Binondo, Manila',
    'orders@tahanan.example',
    'Active',
    'Edit',
  ])
})

test('the columns match the specification, in its order', async ({ page, account }) => {
  await given(account, { supplierName: unique('Columns') })
  await page.goto('/supplier')
  await expect(page.getByRole('columnheader')).toHaveText([
    'supplierID',
    'supplierName',
    'contactDetails',
    'address',
    'email',
    'status',
    'Edit',
  ])
})

test.describe('a refusal of the server', () => {
  test.use({ allow: [/status of 409/] })

  test('a duplicate name is reported under the field and can be corrected', async ({ page, account }) => {
    const { supplierName } = await given(account, { supplierName: unique('Taken') })
    await page.goto('/supplier')
    await page.getByRole('button', { name: '+ Create Supplier' }).click()
    const create = form(page, 'Create Supplier')
    await create.getByLabel('Supplier name').fill(supplierName.toUpperCase())
    await create.getByLabel('Contact details').fill('1')
    await create.getByLabel('Email').fill('a@b.example')
    await create.getByRole('button', { name: 'Create Supplier' }).click()
    await expect(create.getByText('Error: Supplier name already exists')).toBeVisible()
    await expect(create.getByLabel('Supplier name')).toBeFocused()
    await expect(create.getByLabel('Supplier name')).toHaveAccessibleDescription('Supplier name already exists')
    await axe(page)
    await create.getByLabel('Supplier name').fill(unique('Mended'))
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog', { name: 'Supplier Created!' })).toBeVisible()
  })

  test('a stale save shows both versions, and either can be kept', async ({ page, account }) => {
    const supplier = await given(account, { supplierName: unique('Stale'), address: 'Cebu' })
    const path = `/api/v2/suppliers/${supplier.supplierID}`
    const meanwhile = (contactDetails: string) =>
      api(account, 'PUT', path, {
        supplierName: supplier.supplierName,
        email: supplier.email,
        contactDetails,
        status: false,
      })

    await page.goto(`/supplier?id=${supplier.supplierID}`)
    const edit = form(page, 'Edit Supplier')
    await expect(edit.getByLabel('Supplier name')).toBeFocused()
    await meanwhile('theirs')
    await edit.getByLabel('Contact details').fill('mine')
    await edit.getByLabel('Address').fill('')
    await page.keyboard.press('Control+s')
    const versions = edit.getByRole('region', { name: 'Changed by someone else' })
    await expect(versions.getByRole('row')).toHaveText([
      'FieldYoursTheirs',
      'Contact detailsminetheirs',
      'Address(empty)Cebu',
      'StatusActiveInactive',
    ])
    await expect(versions.getByRole('button', { name: 'Use theirs' })).toBeFocused()
    await axe(page)
    await page.keyboard.press('Enter')
    await expect(versions).toBeHidden()
    await expect(edit.getByLabel('Contact details')).toHaveValue('theirs')
    await expect(edit.getByLabel('Address')).toHaveValue('Cebu')
    await expect(edit.getByRole('combobox', { name: 'Status' })).toHaveValue('Inactive')

    await edit.getByLabel('Contact details').fill('mine after all')
    await meanwhile('theirs again')
    await edit.getByRole('button', { name: 'Update Supplier' }).click()
    await versions.getByRole('button', { name: 'Keep mine' }).click()
    await expect(page.getByRole('dialog', { name: 'Supplier Updated!' })).toBeVisible()
    const { data } = await api<{ data: SupplierRow }>(account, 'GET', path)
    expect(data).toMatchObject({ contactDetails: 'mine after all', address: 'Cebu', status: false })
  })
})

test('a supplier is edited, and has its own address', async ({ page, account }) => {
  const { supplierID, supplierName } = await given(account, { supplierName: unique('Edited') })
  await page.goto(`/supplier?search=${encodeURIComponent(supplierName)}`)
  const button = page.getByRole('button', { name: `Edit ${supplierName}` })
  await button.click()
  await expect(page).toHaveURL(new RegExp(`[?&]id=${supplierID}$`))
  const edit = form(page, 'Edit Supplier')
  await edit.getByLabel('Address').fill('Taito, Tokyo')
  await edit.getByRole('combobox', { name: 'Status' }).click()
  await page.getByRole('option', { name: 'Inactive' }).click()
  await axe(page)
  await edit.getByRole('button', { name: 'Update Supplier' }).click()
  const done = page.getByRole('dialog', { name: 'Supplier Updated!' })
  await expect(done).toContainText('The supplier has been successfully updated.')
  await done.getByRole('button', { name: 'Okay' }).click()
  await expect(page).not.toHaveURL(/id=/)
  await expect(button).toBeFocused()
  await expect(rows(page)).toHaveText([new RegExp(`${supplierName}.*Taito, TokyoInactive|Taito, Tokyo.*Inactive`)])

  // Closing the form removes the record from the address; Back does not open the form again.
  await page.goBack()
  await expect(edit).toBeHidden()
})

test.describe('an unknown record', () => {
  test.use({ allow: [/status of 404/] })
  test('is reported', async ({ page }) => {
    await page.goto('/supplier?id=999999999')
    await expect(page.getByText('Error: Supplier not found')).toBeVisible()
    await axe(page)
    await page.getByRole('button', { name: 'Close' }).click()
    await expect(page).toHaveURL('/supplier')
  })
})

test('unsaved values are never lost without a question', async ({ page, account }) => {
  test.slow()
  const { supplierID } = await given(account, { supplierName: unique('Unsaved') })
  await page.goto('/supplier')
  await page.goto(`/supplier?id=${supplierID}`)
  const edit = form(page, 'Edit Supplier')
  const ask = page.getByRole('dialog', { name: 'Leave without saving?' })
  await edit.getByLabel('Address').fill('Somewhere')

  await page.keyboard.press('Escape')
  await expect(ask.getByRole('button', { name: 'Keep editing' })).toBeFocused()
  await axe(page)
  await page.keyboard.press('Escape')
  await expect(ask).toBeHidden()
  await expect(edit.getByLabel('Address')).toHaveValue('Somewhere')

  await page.getByRole('dialog', { name: 'Edit Supplier' }).getByRole('button', { name: 'Close' }).click()
  await ask.getByRole('button', { name: 'Keep editing' }).click()
  await edit.getByRole('button', { name: 'Cancel' }).click()
  await ask.getByRole('button', { name: 'Keep editing' }).click()

  await page.keyboard.press('Control+K')
  await page.getByRole('dialog').getByLabel('Search').fill('dashb')
  await page.keyboard.press('Enter')
  await expect(ask).toBeVisible()
  await ask.getByRole('button', { name: 'Keep editing' }).click()
  await expect(page).toHaveURL(/supplier/)

  let asked = false
  page.once('dialog', (dialog) => {
    asked = dialog.type() === 'beforeunload'
    void dialog.dismiss()
  })
  await page.close({ runBeforeUnload: true })
  await expect.poll(() => asked).toBe(true)

  // After the original value is typed again, closing asks no question.
  await edit.getByLabel('Address').fill('')
  await page.keyboard.press('Escape')
  await expect(edit).toBeHidden()
})

test('Ctrl+S saves; Enter in the address is a new line', async ({ page, account }) => {
  const { supplierID } = await given(account, { supplierName: unique('Keys') })
  await page.goto(`/supplier?id=${supplierID}`)
  const edit = form(page, 'Edit Supplier')
  await edit.getByLabel('Address').fill('One')
  await page.keyboard.press('Enter')
  await page.keyboard.type('Two')
  await page.keyboard.press('Control+s')
  await expect(page.getByRole('dialog', { name: 'Supplier Updated!' })).toBeVisible()
  const { data } = await api<{ data: SupplierRow }>(account, 'GET', `/api/v2/suppliers/${supplierID}`)
  expect(data.address).toBe('One\nTwo')
})

test('a scanner’s Enter saves nothing, and a person’s Enter saves', async ({ page }) => {
  await page.goto('/supplier')
  await page.getByRole('button', { name: '+ Create Supplier' }).click()
  const create = form(page, 'Create Supplier')
  await create.getByLabel('Contact details').fill('1')
  await create.getByLabel('Email').fill('a@b.example')
  const name = create.getByLabel('Supplier name')
  await name.focus()
  // One burst, as from a scanner: Enter follows the keys without a pause.
  await name.evaluate((field: HTMLInputElement, code) => {
    const press = (key: string) =>
      field.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
    for (const key of code) press(key)
    const go = press('Enter')
    if (go) field.form!.requestSubmit()
  }, '4801234567')
  await name.fill(unique('Scanned'))
  await expect(create).toBeVisible()
  await expect(page.getByRole('dialog', { name: 'Supplier Created!' })).toBeHidden()

  // The Enter that ends a composition belongs to the input method.
  const composed = await name.evaluate((field: HTMLInputElement) =>
    field.dispatchEvent(
      new KeyboardEvent('keydown', { key: 'Enter', isComposing: true, bubbles: true, cancelable: true }),
    ),
  )
  expect(composed).toBe(false)

  await name.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Supplier Created!' })).toBeVisible()
})

test.describe('a lost response', () => {
  test.use({ allow: [/status of 503/] })
  test('creates one record when sent twice', async ({ page, account }) => {
    const name = unique('Twice')
    await page.goto('/supplier')
    await page.getByRole('button', { name: '+ Create Supplier' }).click()
    const create = form(page, 'Create Supplier')
    await create.getByLabel('Supplier name').fill(name)
    await create.getByLabel('Contact details').fill('1')
    await create.getByLabel('Email').fill('a@b.example')
    const keys: (string | null)[] = []
    // The first response is lost on its way back.
    await page.route('**/api/v2/suppliers', async (route) => {
      if (route.request().method() !== 'POST') return route.fallback()
      keys.push(await route.request().headerValue('idempotency-key'))
      const answer = await route.fetch()
      if (keys.length === 1) await route.fulfill({ status: 503, json: { success: false, message: 'Please try again' } })
      else await route.fulfill({ response: answer })
    })
    await create.getByRole('button', { name: 'Create Supplier' }).click()
    await expect(create.getByText('Error: Please try again')).toBeVisible()
    await create.getByRole('button', { name: 'Create Supplier' }).click()
    await expect(page.getByRole('dialog', { name: 'Supplier Created!' })).toBeVisible()
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/)
    expect(keys[1]).toBe(keys[0])
    const { meta } = await api<{ meta: { total: number } }>(
      account,
      'GET',
      `/api/v2/suppliers?search=${encodeURIComponent(name)}`,
    )
    expect(meta.total).toBe(1)
  })
})

test('the address stores search, sort, filter and page, and Back undoes them', async ({ page, account }) => {
  test.slow()
  const word = await givenMany(account, 23)
  await page.goto('/supplier')
  await page.getByRole('searchbox').fill(word)
  await expect(page.getByText('1–10 of 23')).toBeVisible()
  await expect(page).toHaveURL(/search=Many/)
  await expect(names(page)).toHaveText([23, 22, 21, 20, 19, 18, 17, 16, 15, 14].map((n) => `${word} ${n}`))
  await expect(page.getByRole('columnheader', { name: 'supplierID' })).toHaveAttribute('aria-sort', 'descending')

  await page.getByRole('button', { name: 'address' }).click()
  await expect(page.getByRole('columnheader', { name: 'address' })).toHaveAttribute('aria-sort', 'ascending')
  await expect(page).toHaveURL(/sort=address/)
  await page.getByRole('button', { name: 'address' }).click()
  await expect(page.getByRole('columnheader', { name: 'address' })).toHaveAttribute('aria-sort', 'descending')

  await page.getByRole('button', { name: 'supplierName' }).click()
  await expect(names(page).first()).toHaveText(`${word} 01`)
  await page.getByRole('link', { name: 'Page 3' }).click()
  await expect(page.getByText('21–23 of 23')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Page 3' })).toHaveAttribute('aria-current', 'page')
  await expect(page.getByRole('link', { name: 'Next' })).toHaveAttribute('aria-disabled', 'true')
  await page.getByRole('link', { name: 'Previous' }).click()
  await expect(names(page).first()).toHaveText(`${word} 11`)
  await page.reload()
  await expect(names(page).first()).toHaveText(`${word} 11`)
  await expect(page.getByRole('searchbox')).toHaveValue(word)
  await axe(page)

  await page.goBack()
  await expect(page.getByText('21–23 of 23')).toBeVisible()
  await page.goBack()
  await expect(names(page).first()).toHaveText(`${word} 01`)

  await page.getByRole('combobox', { name: 'Any status' }).click()
  await page.getByRole('option', { name: 'Inactive' }).click()
  await expect(page.getByRole('heading', { name: 'Nothing found' })).toBeVisible()
  await axe(page)
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(page.getByRole('searchbox')).toHaveValue('')
  await expect(page).not.toHaveURL(/status|search/)
})

test('the browser remembers the number of rows', async ({ page, account }) => {
  const word = await givenMany(account, 12)
  await page.goto(`/supplier?search=${encodeURIComponent(word)}`)
  await expect(rows(page)).toHaveCount(10)
  await page.getByLabel('Rows per page').selectOption('25')
  await expect(rows(page)).toHaveCount(12)
  await page.goto(`/supplier?search=${encodeURIComponent(word)}`)
  await expect(rows(page)).toHaveCount(12)
})

test('an address with invalid parameters shows the default list', async ({ page, account }) => {
  await given(account, { supplierName: unique('Sane') })
  await page.goto('/supplier?page=-1&pageSize=7000&sort=password&status=maybe&colour=red&id=abc')
  await expect(page.getByText(/^1–\d+ of [\d,]+$/)).toBeVisible()
  await page.goto('/supplier?page=4000')
  await expect(page).not.toHaveURL(/page=4000/)
  await expect(names(page).first()).toBeVisible()
})

test('the CSV file has every filtered row, in the columns on display', async ({ page, account }) => {
  const word = await givenMany(account, 11)
  await given(account, { supplierName: `${word} =1+1, "quoted"`, contactDetails: '=1+1', address: 'a\nb' })
  await page.goto(`/supplier?search=${encodeURIComponent(word)}&sort=supplierID`)
  await expect(page.getByText('1–10 of 12')).toBeVisible()
  await page.getByRole('button', { name: 'Choose columns' }).click()
  await page.getByRole('checkbox', { name: 'email' }).uncheck()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Download' }).click()
  const columns = page.getByRole('menuitem', { name: 'CSV of these columns' })
  const [file] = await Promise.all([page.waitForEvent('download'), columns.click()])
  expect(file.suggestedFilename()).toMatch(/^suppliers-\d{4}-\d\d-\d\d\.csv$/)
  const text = await readFile(await file.path(), 'utf8')
  expect(text.startsWith('\uFEFFsupplierID,supplierName,contactDetails,address,status\r\n')).toBe(true)
  const lines = text.slice(1).split('\r\n')
  expect(lines).toHaveLength(14)
  expect(lines[1]).toMatch(new RegExp(`^\\d+,${word} 01,'\\+63 2 5555 0190,Street 10,Active$`))
  expect(lines[12]).toContain(`,"${word} =1+1, ""quoted""",'=1+1,"a\nb",Active`)
})

test('columns can be hidden and stay hidden', async ({ page, account }) => {
  test.slow()
  await given(account, { supplierName: unique('Hidden') })
  await page.goto('/supplier')
  await page.getByRole('button', { name: 'Choose columns' }).click()
  await axe(page)
  await page.getByRole('checkbox', { name: 'contactDetails' }).uncheck()
  await page.getByRole('checkbox', { name: 'address' }).uncheck()
  await page.keyboard.press('Escape')
  await page.reload()
  const headers = ['supplierID', 'supplierName', 'email', 'status', 'Edit']
  await expect(page.getByRole('columnheader')).toHaveText(headers)
  await page.getByRole('button', { name: 'Choose columns' }).click()
  await page.getByRole('button', { name: 'Show all' }).click()
  await expect(page.getByRole('columnheader')).toHaveCount(7)
})

test('everything works by keyboard alone', async ({ page, account }) => {
  const word = await givenMany(account, 3)
  await page.goto(`/supplier?search=${encodeURIComponent(word)}`)
  await expect(rows(page)).toHaveCount(3)
  await rows(page).first().focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowUp')
  await expect(rows(page).nth(1)).toBeFocused()
  await page.keyboard.press('Enter')
  const edit = form(page, 'Edit Supplier')
  await expect(edit.getByLabel('Supplier name')).toHaveValue(`${word} 02`)
  await expect(edit.getByLabel('Supplier name')).toBeFocused()
  // The panel traps the focus.
  for (let n = 0; n < 12; n++) {
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.closest('[role=dialog]') !== null)).toBe(true)
  }
  await page.keyboard.press('Escape')
  await expect(edit).toBeHidden()
  await expect(rows(page).nth(1)).toBeFocused()
})

test('Back restores the list’s position', async ({ page, account }) => {
  const word = await givenMany(account, 26)
  await page.setViewportSize({ width: 1280, height: 500 })
  await page.goto(`/supplier?search=${encodeURIComponent(word)}&pageSize=25`)
  await expect(rows(page)).toHaveCount(25)
  await rows(page).nth(20).focus()
  const top = await page.evaluate(() => scrollY)
  expect(top).toBeGreaterThan(300)
  // Follow the sidebar's link without moving the focus out of the row by a click.
  await page.getByRole('link', { name: 'Dashboard' }).dispatchEvent('click')
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
  expect(await page.evaluate(() => scrollY)).toBe(0)
  await page.goBack()
  await expect(rows(page).nth(20)).toBeFocused()
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(top)
})

test('without suppliers, the screen says how to begin', async ({ page }) => {
  await page.route('**/api/v2/suppliers?*', (route) =>
    route.fulfill({ json: { success: true, data: [], meta: { page: 1, pageSize: 10, total: 0 } } }),
  )
  await page.goto('/supplier')
  await expect(page.getByRole('heading', { name: 'No suppliers yet' })).toBeVisible()
  await axe(page)
  await page.getByRole('button', { name: '+ Create Supplier' }).last().click()
  await expect(form(page, 'Create Supplier')).toBeVisible()
})

test.describe('a list that fails to load', () => {
  test.use({ allow: [/status of 500/] })
  test('shows the reason and can be retried', async ({ page }) => {
    await holdEvents(page)
    // The answer waits until the test has seen that the list loads.
    const seen = Promise.withResolvers<void>()
    await page.route('**/api/v2/suppliers?*', async (route) => {
      await seen.promise
      await route.fulfill({ status: 500, json: { success: false, message: 'Something went wrong' } })
    })
    await page.goto('/supplier')
    await expect(page.getByText('Loading...')).toBeVisible()
    await axe(page)
    seen.resolve()
    await expect(page.getByText('Error: Something went wrong')).toBeVisible()
    await axe(page)
    await page.unroute('**/api/v2/suppliers?*')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByText(/^Error/)).toBeHidden()
  })
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })
  test('suppliers are cards, and forms fill the screen', async ({ page, account }) => {
    const { supplierName } = await given(account, { supplierName: unique('Card') })
    await page.goto(`/supplier?search=${encodeURIComponent(supplierName)}`)
    const card = page.getByRole('list', { name: 'Suppliers' }).getByRole('listitem')
    await expect(card).toHaveCount(1)
    await expect(card).toContainText(supplierName)
    await expect(card).toContainText('orders@supplier.example')
    await expect(card).toContainText('Active')
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    await axe(page)
    await card.getByRole('button', { name: supplierName, exact: true }).tap()
    const panel = page.getByRole('dialog', { name: 'Edit Supplier' })
    await expect(panel.getByRole('form')).toBeVisible()
    expect(await panel.boundingBox()).toMatchObject({ x: 0, y: 0, width: 390, height: 844 })
    await axe(page)
    await panel.getByRole('button', { name: 'Cancel' }).tap()
    await expect(panel).toBeHidden()
  })
})
