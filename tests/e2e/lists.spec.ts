import type { ItemRow } from '../../contract/catalogue/items.ts'
import { api, axe, expect, newAccount, test, unique } from './fixtures.ts'
import { createItem, form, okay, row } from './steps.ts'

type Page<T> = { data: T[] }

test.describe('views', () => {
  // This test needs its own user, because the default view would apply to everybody with the shared account.
  test.use({ account: async ({}, use) => use(await newAccount(2)) })

  test('a view stores search, filters, order and columns; the list opens with it', async ({ page, account }) => {
    await createItem(account)
    const viewName = unique('Dear gold')
    await page.goto('/items?status=true&sort=-price')
    const table = page.getByRole('table', { name: 'Items' })
    await page.getByRole('button', { name: 'Choose columns' }).click()
    await page.getByRole('checkbox', { name: 'Description', exact: true }).uncheck()
    await page.keyboard.press('Escape')
    await expect(table.getByRole('columnheader', { name: 'Description' })).toBeHidden()
    await page.getByRole('button', { name: 'View: Views' }).click()
    await page.getByRole('menuitem', { name: 'Save as…' }).click()
    await form(page, 'Save View').getByLabel('View name').fill(viewName)
    await form(page, 'Save View').getByLabel('Shared').check()
    await form(page, 'Save View').getByRole('button', { name: 'Save View' }).click()
    await okay(page, 'View Saved!')
    await expect(page).toHaveURL(/view=\d+/)

    const button = page.getByRole('button', { name: `View: ${viewName}` })
    await button.click()
    await axe(page)
    await page.getByRole('menuitem', { name: 'Open the list with it' }).click()
    await expect(page.getByText(`The list opens with ‘${viewName}’`)).toBeVisible()
    await button.click()
    await page.getByRole('menuitem', { name: 'All, in every column' }).click()
    await expect(table.getByRole('columnheader', { name: 'Description' })).toBeVisible()
    await expect(page).toHaveURL(/\/items$/)

    await page.goto('/items')
    await expect(page).toHaveURL(/status=true/)
    await expect(table.getByRole('columnheader', { name: 'Description' })).toBeHidden()
    await expect(table.getByRole('columnheader', { name: 'Price' })).toHaveAttribute('aria-sort', 'descending')
    await table.getByRole('button', { name: 'Price', exact: true }).click()
    await page.getByRole('button', { name: `View: ${viewName} (changed)` }).click()
    await page.getByRole('menuitem', { name: `Update ‘${viewName}’` }).click()
    await expect(page.getByText(`‘${viewName}’ is what you see now`)).toBeVisible()

    await button.click()
    await page.getByRole('menuitem', { name: 'Delete…' }).click()
    await page.getByRole('button', { name: 'Delete view' }).click()
    await expect(page.getByRole('button', { name: 'View: Views' })).toBeVisible()
  })
})

test('many items are changed at once, as the preview showed', async ({ page, account }) => {
  const name = unique('Locket')
  for (const n of [1, 2, 3]) await createItem(account, { itemName: `${name} ${n}`, price: n * 100.5 })
  const list = `/items?search=${encodeURIComponent(name)}&sort=price`
  await page.goto(list)
  const boxes = page.getByRole('checkbox', { name: `Choose ${name}` })
  // A click with Shift selects all rows from the first to the last.
  await boxes.first().click()
  await boxes.last().click({ modifiers: ['Shift'] })
  await expect(page.getByText('3 chosen')).toBeVisible()
  await page.getByRole('button', { name: 'Change', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Change 3 items' })
  await dialog.getByLabel('By percent').fill('10')
  await expect(dialog.getByRole('row').filter({ hasText: `${name} 1` })).toContainText('₱110.55')
  await axe(page)

  // Meanwhile another user changes the price of one of them.
  const query = `search=${encodeURIComponent(`${name} 3`)}`
  const { data } = await api<Page<ItemRow>>(account, 'GET', `/api/v1/items?${query}`)
  await api(account, 'PUT', `/api/v1/items/${data[0]!.itemID}`, { ...data[0]!, price: 1 })
  await dialog.getByRole('button', { name: 'Change 3 items' }).click()
  const done = page.getByRole('dialog', { name: 'Items Changed' })
  await expect(done.getByText('2 changed, 1 refused')).toBeVisible()
  await expect(done.getByRole('row').filter({ hasText: `${name} 3` })).toContainText('changed by someone else')
  await done.getByRole('button', { name: 'Okay' }).click()
  await expect(row(page, `${name} 1`)).toContainText('₱110.55')
  await expect(row(page, `${name} 3`)).toContainText('₱1.00')
})

test('a price and a threshold are edited in the list and undone', async ({ page, account }) => {
  const { itemName } = await createItem(account, { price: 900, quantity: 5, reOrderThreshold: 2 })
  await page.goto(`/items?search=${encodeURIComponent(itemName)}`)
  const price = page.getByRole('button', { name: `Price of ${itemName}` })
  const box = page.getByRole('textbox', { name: `Price of ${itemName}` })
  await price.click()
  await box.fill('-5')
  await expect(page.getByText('Price must be at least 0')).toBeVisible()
  await box.press('Escape')
  await expect(price).toBeFocused()
  await expect(price).toHaveText(/₱900.00$/)
  await page.keyboard.press('Enter')
  await box.fill('1,250.50')
  await box.press('Enter')
  await expect(price).toHaveText(/₱1,250.50$/)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(price).toHaveText(/₱900.00$/)

  await page.goto(`/inventory?search=${encodeURIComponent(itemName)}`)
  const threshold = page.getByRole('button', { name: `Threshold of ${itemName}` })
  await threshold.click()
  await page.getByRole('textbox', { name: `Threshold of ${itemName}` }).fill('7')
  await page.keyboard.press('Tab')
  await expect(threshold).toHaveText(/7$/)
  await expect(row(page, itemName)).toContainText('Low')
  await axe(page)
})

test('? opens the overview of shortcuts', async ({ page }) => {
  await page.goto('/items')
  await expect(page.getByRole('heading', { name: 'ITEM LIST' })).toBeVisible()
  await page.locator('body').press('Shift+?')
  const keys = page.getByRole('dialog', { name: 'Keys' })
  await expect(keys.getByRole('region', { name: 'Everywhere' })).toContainText('Search')
  await expect(keys.getByRole('region', { name: 'Scanner' })).toContainText('Opens the item with that code')
  await axe(page)
  // Shortcuts are ignored while the overview is open.
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('dialog')).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(keys).toBeHidden()
  // In a text field the key types a question mark.
  await page.getByRole('searchbox').first().fill('')
  await page.getByRole('searchbox').first().press('Shift+?')
  await expect(keys).toBeHidden()
})
