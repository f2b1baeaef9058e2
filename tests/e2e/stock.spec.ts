import { readFile } from 'node:fs/promises'

import type { Page } from '@playwright/test'

import { api, axe, expect, newAccount, test, unique } from './fixtures.ts'
import { choose, createItem, form, okay, row } from './steps.ts'

const address = (page: Page) => new URL(page.url()).pathname + new URL(page.url()).search

test.describe('an administrator', () => {
  test.use({ allow: [/400 \(Bad Request\)/] })
  test('starts to keep stock of an item: invalid at first, then valid', async ({ page, account }) => {
    const { itemName } = await createItem(account)
    await page.goto('/inventory')
    await expect(page.getByRole('heading', { name: 'INVENTORY LIST' })).toBeVisible()
    await page.getByRole('button', { name: '+ Create Inventory' }).first().click()
    const create = form(page, 'Create Inventory')
    await expect(create.getByRole('combobox', { name: 'Item' })).toBeFocused()
    await choose(page, create, 'Item', itemName)
    await choose(page, create, 'Location', 'Main')
    await choose(page, create, 'Inventory type', 'On hand')
    await create.getByLabel('Quantity').fill('-1')
    await expect(create.getByText('Quantity must be at least 0', { exact: true })).toBeVisible()
    await create.getByLabel('Quantity').fill('2.5')
    await create.getByLabel('Reorder threshold').fill('4')
    await page.keyboard.press('Control+s')
    await expect(create.getByText(`${itemName} is counted in whole pieces`)).toBeVisible()
    await expect(create.getByLabel('Quantity')).toBeFocused()
    await axe(page)
    await create.getByLabel('Quantity').fill('10')
    await create.getByRole('button', { name: 'Create Inventory' }).click()
    await okay(page, 'Inventory Created!')

    await page.getByRole('searchbox').fill(itemName)
    await expect(row(page, itemName)).toContainText('On handMain')
    await expect(row(page, itemName).getByRole('cell').nth(6)).toHaveText('10')
    await expect(page).toHaveURL(/search=/)
  })

  test('opens a row with its quantity and every movement behind it', async ({ page, account }) => {
    const { itemName } = await createItem(account, { quantity: 10, reOrderThreshold: 4 })
    await page.goto(`/inventory?search=${encodeURIComponent(itemName)}`)
    const list = address(page)
    await row(page, itemName).locator('[data-card=title]').click()
    await expect(page.getByRole('heading', { name: itemName })).toBeVisible()
    await expect(page).toHaveURL(/\/inventory\?id=\d+$/)
    const movements = page.getByRole('table', { name: 'Ledger' }).locator('tbody tr')
    await expect(movements).toHaveCount(1)
    await expect(movements.first()).toContainText('Opening stock')
    await expect(movements.first()).toContainText(account!.name)
    await expect(movements.first()).toContainText(/\+10\s*10\s*₱612\.50/, { useInnerText: true })
    await axe(page)

    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    const edit = form(page, 'Edit Inventory')
    await expect(edit.getByLabel('Quantity')).toBeFocused()
    await edit.getByLabel('Quantity').fill('3')
    await page.keyboard.press('Enter')
    await okay(page, 'Inventory Updated!')
    await expect(movements).toHaveCount(2)
    await expect(movements.first()).toContainText(/CorrectionInventory \d+/)
    await expect(movements.first()).toContainText('−73')
    await expect(page.getByRole('region', { name: 'Stock figures' })).toContainText('Quantity3')

    // Back shows the list in the same state, where 3 of 4 is low.
    await page.getByRole('link', { name: 'INVENTORY LIST' }).click()
    await expect(page).toHaveURL(list)
    await expect(row(page, itemName)).toContainText('Low3')
  })

  test('follows a movement to its sale, and filters a ledger by kind and by period', async ({ page, account }) => {
    const { itemName } = await createItem(account, { quantity: 10 })
    const path = `/api/v1/inventory?search=${encodeURIComponent(itemName)}`
    const [stored] = (await api<{ data: Record<string, number>[] }>(account, 'GET', path)).data
    const id = stored!['inventoryID']
    const sold = { locationID: 1, transactionTypeID: 1, items: [{ itemID: stored!['itemID'], orderQty: 1 }] }
    await api(account, 'POST', '/api/v2/sales', {
      ...sold,
      payments: [{ paymentTypeID: 1, amount: 900 }],
      complete: true,
    })
    await page.goto(`/inventory?id=${id}`)
    const movements = page.getByRole('table', { name: 'Ledger' }).locator('tbody tr')
    await expect(movements).toHaveCount(2)
    await expect(movements.first()).toContainText('−19')
    await expect(movements.first().getByRole('link', { name: /^SO-\d{4}-\d{6}$/ })).toHaveAttribute(
      'href',
      /^\/sales\?id=\d+$/,
    )
    await page.getByRole('combobox', { name: 'All kinds' }).click()
    await page.getByRole('option', { name: 'Opening stock' }).click()
    await expect(movements).toHaveCount(1)
    await expect(page).toHaveURL(/kind=opening/)
    await page.reload()
    await expect(movements).toHaveCount(1)
    await page.getByLabel('To', { exact: true }).fill('2020-01-01')
    await expect(page.getByRole('heading', { name: 'Nothing found' })).toBeVisible()
    await page.getByLabel('To', { exact: true }).fill('')
    await page.getByLabel('From', { exact: true }).fill('2020-01-01')
    await expect(movements).toHaveCount(1)
    await expect(page).toHaveURL(/from=2020-01-01/)
    await page.getByLabel('From', { exact: true }).fill('2099-01-01')
    await expect(page.getByRole('heading', { name: 'Nothing found' })).toBeVisible()
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await expect(movements).toHaveCount(2)

    // The download has the whole ledger, oldest first: more rows than the page shows and than one response holds.
    for (let n = 0; n < 110; n++)
      await api(account, 'PUT', `/api/v1/inventory/${id}`, { ...stored, quantity: n, updatedAt: undefined })
    await page.goto(`/inventory?id=${id}&sort=sequence`)
    await expect(page.getByText('1–10 of 112')).toBeVisible()
    const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'CSV' }).click()])
    const [header, ...lines] = (await readFile(await file.path(), 'utf8')).trim().split('\r\n')
    expect(header).toBe('Date,User,Kind,Document,Change,Quantity after,Unit cost')
    expect(lines).toHaveLength(112)
    expect(lines[0]).toMatch(/,Opening stock,Inventory \d+,10,10,612\.5$/)
    expect(lines[1]).toMatch(/,Sale,SO-\d{4}-\d{6},-1,9,612\.5$/)
    expect(lines.slice(2).map((line) => line.split(',').at(-2))).toEqual(Array.from({ length: 110 }, (_, n) => `${n}`))
  })
})

test('the list is filtered by location, type, category and low stock', async ({ page, account }) => {
  const low = await createItem(account, { quantity: 2, reOrderThreshold: 2 })
  const enough = await createItem(account, { quantity: 3, reOrderThreshold: 2 })
  await page.goto(`/inventory?search=${encodeURIComponent('Ring')}`)
  await page.getByRole('button', { name: 'More filters' }).click()
  await page.getByRole('combobox', { name: 'Any quantity' }).click()
  await page.getByRole('option', { name: 'To reorder' }).click()
  await expect(row(page, low.itemName)).toBeVisible()
  await expect(row(page, enough.itemName)).toBeHidden()
  await page.getByRole('combobox', { name: 'Any quantity' }).click()
  await page.getByRole('option', { name: 'Enough' }).click()
  await expect(row(page, enough.itemName)).toBeVisible()
  await expect(row(page, low.itemName)).toBeHidden()
  await page.getByRole('button', { name: 'Clear' }).last().click()

  for (const [filter, text] of [
    ['All locations', 'Main'],
    ['All inventory types', 'On hand'],
    ['All categories', low.categoryName],
  ] as const) {
    await page.getByRole('combobox', { name: filter }).click()
    await page.getByRole('combobox', { name: filter }).fill(text)
    await page.getByRole('option', { name: text, exact: true }).click()
  }
  await expect(page.getByRole('table', { name: 'Inventory' }).locator('tbody tr')).toHaveCount(1)
  await expect(page).toHaveURL(/locationID=1&inventoryTypeID=1&categoryID=\d+/)
  await expect(row(page, low.itemName)).toBeVisible()
})

test.describe('staff', () => {
  test.use({ role: 3, allow: [/409 \(Conflict\)/] })
  test('may set the reorder level but not the quantity', async ({ page, account }) => {
    const { itemName } = await createItem(account, { quantity: 5 })
    await page.goto(`/inventory?search=${encodeURIComponent(itemName)}`)
    await page.getByRole('button', { name: `Edit ${itemName} at Main` }).click()
    const edit = form(page, 'Edit Inventory')
    await expect(edit).toContainText('Main, On hand. Quantity: 5')
    await expect(edit.getByLabel('Quantity')).toBeHidden()
    await edit.getByLabel('Reorder threshold').fill('5')
    await edit.getByRole('button', { name: 'Update Inventory' }).click()
    await okay(page, 'Inventory Updated!')
    await expect(row(page, itemName)).toContainText('Low5')
  })

  test('a stale save after a movement shows both versions', async ({ page, account }) => {
    const { itemName } = await createItem(account, { quantity: 5 })
    await page.goto(`/inventory?search=${encodeURIComponent(itemName)}`)
    await page.getByRole('button', { name: `Edit ${itemName} at Main` }).click()
    const edit = form(page, 'Edit Inventory')
    await edit.getByLabel('Reorder threshold').fill('7')
    const path = `/api/v1/inventory?search=${encodeURIComponent(itemName)}`
    const [stored] = (await api<{ data: Record<string, number>[] }>(account, 'GET', path)).data
    const admin = await newAccount(1)
    await api(admin, 'PUT', `/api/v1/inventory/${stored!['inventoryID']}`, {
      ...stored,
      quantity: 4,
      reOrderThreshold: 2,
    })
    await edit.getByRole('button', { name: 'Update Inventory' }).click()
    await expect(edit.getByText('This record was changed by someone else while you edited it.')).toBeVisible()
    await edit.getByRole('button', { name: 'Keep mine' }).click()
    await okay(page, 'Inventory Updated!')
    await expect(row(page, itemName)).toContainText('Low4')
  })
})
test.describe('locations', () => {
  test.use({ allow: [/409 \(Conflict\)/] })
  test('a location is created, edited, and stays Active while it holds stock', async ({ page, account }) => {
    const name = unique('Counter')
    await page.goto('/location')
    await expect(page.getByRole('heading', { name: 'LOCATION LIST' })).toBeVisible()
    await page.getByRole('button', { name: '+ Create Location' }).first().click()
    const create = form(page, 'Create Location')
    await create.getByLabel('Location name').fill('main')
    await page.keyboard.press('Enter')
    await expect(create.getByText('Error: Location name already exists')).toBeVisible()
    await create.getByLabel('Location name').fill(name)
    await create.getByLabel('Description').fill('Ground floor')
    await axe(page)
    await create.getByRole('button', { name: 'Create Location' }).click()
    await okay(page, 'Location Created!')
    await expect(page.getByRole('columnheader').allTextContents()).resolves.toEqual([
      'ID ',
      'Name ',
      'Description ',
      'Status ',
      'Action',
    ])
    await expect(row(page, name)).toContainText('Ground floorActive')
    await axe(page)

    const locations = await api<{ data: Record<string, number>[] }>(account, 'GET', '/api/v1/locations?pageSize=1')
    const locationID = locations.data[0]!['locationID']
    const { itemName } = await createItem(account, { quantity: 1, locationID })
    const inactive = async () => {
      await edit.getByRole('combobox', { name: 'Status' }).click()
      await page.getByRole('option', { name: 'Inactive' }).click()
      await edit.getByRole('button', { name: 'Update Location' }).click()
    }
    await page.getByRole('button', { name: `Edit ${name}` }).click()
    const edit = form(page, 'Edit Location')
    await inactive()
    await expect(edit.getByText(`Error: ${name} still has stock of ${itemName}. Move it elsewhere`)).toBeVisible()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Discard changes' }).click()

    await page.goto('/location?id=1')
    await inactive()
    await expect(edit.getByText('Error: Main is the shop’s default location and stays Active.')).toBeVisible()
  })
})

test('an inventory type is created, edited, and says whether it is for sale', async ({ page }) => {
  const name = unique('For repair')
  await page.goto('/inventory-type')
  await expect(page.getByRole('heading', { name: 'INVENTORY TYPE LIST' })).toBeVisible()
  await page.getByRole('button', { name: '+ Create Inventory Type' }).first().click()
  const create = form(page, 'Create Inventory Type')
  await create.getByLabel('Type name').fill(name)
  await expect(create.getByRole('switch', { name: 'Sellable' })).toBeChecked()
  await create.getByRole('switch', { name: 'Sellable' }).press('Space')
  await axe(page)
  await create.getByRole('button', { name: 'Create Inventory Type' }).click()
  await okay(page, 'Inventory Type Created!')
  await row(page, name).press('Enter')
  const edit = form(page, 'Edit Inventory Type')
  await expect(edit.getByRole('switch', { name: 'Sellable' })).not.toBeChecked()
  await edit.getByRole('combobox', { name: 'Status' }).click()
  await page.getByRole('option', { name: 'Inactive' }).click()
  await edit.getByRole('button', { name: 'Update Inventory Type' }).click()
  await okay(page, 'Inventory Type Updated!')
  await expect(row(page, name)).toContainText('Inactive')
  await axe(page)
})

test.describe('when the server fails', () => {
  test.use({ allow: [/500 \(Internal Server Error\)|404 \(Not Found\)/] })
  test('the forms show the error', async ({ page }) => {
    const failure = { status: 500, json: { success: false, message: 'Something went wrong on our side.' } }
    await page.route('**/api/v1/locations?*', (route) => route.fulfill(failure))
    await page.goto('/inventory')
    await page.getByRole('button', { name: '+ Create Inventory' }).first().click()
    await expect(form(page, 'Create Inventory').getByText('Failed to load data.')).toBeVisible()
    await page.goto('/location')
    await expect(page.getByText('Error: Something went wrong on our side.')).toBeVisible()
    await page.unroute('**/api/v1/locations?*')
    await page.goto('/location?id=999999')
    await expect(page.getByText('Error loading location data.')).toBeVisible()
    await page.goto('/inventory?id=999999')
    await expect(page.getByText('Error: Inventory not found')).toBeVisible()
  })
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })
  test('stock and its ledger are cards', async ({ page, account }) => {
    const { itemName } = await createItem(account, { quantity: 12 })
    await page.goto(`/inventory?search=${encodeURIComponent(itemName)}`)
    const card = page.getByRole('list', { name: 'Inventory' }).getByRole('listitem')
    await expect(card).toContainText('12')
    await axe(page)
    await card.getByRole('button', { name: itemName, exact: true }).click()
    const movement = page.getByRole('list', { name: 'Ledger' }).getByRole('listitem')
    await expect(movement).toContainText('Opening stock')
    await expect(movement).toContainText(/Inventory \d+/)
    await expect(movement).toContainText('Unit cost ₱612.50')
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    await axe(page)
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    await expect(form(page, 'Edit Inventory')).toBeVisible()
    await axe(page)
  })
})
