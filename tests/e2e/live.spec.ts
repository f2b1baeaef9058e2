// Proves that a screen shows what others do without a reload, and says who did what before the person saves.
import type { Account } from '../../contract/people/account.ts'
import type { SupplierRow } from '../../contract/purchasing/suppliers.ts'
import type { StockCountSheet } from '../../contract/stock/stock-counts.ts'
import { api, axe, expect, newAccount, test, unique } from './fixtures.ts'
import { atMain, createItem, form, row } from './steps.ts'

const contact = { contactDetails: '+63 2 5555 0190', email: 'orders@supplier.example' }
const createSupplier = async (account: Account | null, supplierName: string) =>
  (await api<{ data: SupplierRow }>(account, 'POST', '/api/v2/suppliers', { ...contact, supplierName })).data

test('a list shows the record that another person creates and changes, without a reload', async ({ page, account }) => {
  const joy = await newAccount(2)
  const name = unique('Live')
  await createSupplier(account, `${name} first`)
  await page.goto(`/supplier?search=${name}`)
  await expect(row(page, `${name} first`)).toBeVisible()
  await page.evaluate(() => Object.assign(window, { sameDocument: true }))
  const made = await createSupplier(joy, `${name} second`)
  await expect(row(page, `${name} second`)).toBeVisible()
  await api(joy, 'PUT', `/api/v2/suppliers/${made.supplierID}`, { ...contact, supplierName: `${name} third` })
  await expect(row(page, `${name} third`)).toBeVisible()
  await expect(row(page, `${name} second`)).toHaveCount(0)
  expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true)
})

test('an open form says who changed the record, reads it again, and keeps what was typed', async ({
  page,
  account,
}) => {
  const joy = await newAccount(2)
  const name = unique('Live')
  const made = await createSupplier(account, name)
  await page.goto(`/supplier?id=${made.supplierID}`)
  const edit = form(page, 'Edit Supplier')
  await edit.getByLabel('Contact details').fill('+63 2 5555 0199')
  const change = (fields: object) =>
    api(joy, 'PUT', `/api/v2/suppliers/${made.supplierID}`, { ...contact, supplierName: name, ...fields })
  await change({ email: 'joy@supplier.example' })
  const news = edit.getByRole('status')
  await expect(news).toContainText(`${joy.name} changed this just now.`)
  // The form keeps its values until the person decides.
  await expect(edit.getByLabel('Email')).toHaveValue(contact.email)
  await axe(page)
  await news.getByRole('button', { name: 'Read it again' }).click()
  await expect(edit.getByLabel('Email')).toHaveValue('joy@supplier.example')
  await expect(edit.getByLabel('Contact details')).toHaveValue('+63 2 5555 0199')
  await expect(news).toBeEmpty()

  // Both have changed one field: the person chooses.
  await change({ contactDetails: '+63 2 5555 0111', email: 'joy@supplier.example' })
  await news.getByRole('button', { name: 'Read it again' }).click()
  await edit.getByRole('button', { name: 'Keep mine' }).click()
  await expect(page.getByText('Supplier Updated!')).toBeVisible()
  const { data } = await api<{ data: SupplierRow }>(account, 'GET', `/api/v2/suppliers/${made.supplierID}`)
  expect(data).toMatchObject({ contactDetails: '+63 2 5555 0199', email: 'joy@supplier.example' })
})

test('the till says that another person has just sold the last piece on the tray, and marks its line', async ({
  page,
  account,
}) => {
  const ana = await newAccount(3)
  const item = await createItem(account, { ...atMain, quantity: 1, price: 1000 })
  await page.goto('/sales?create=1')
  await expect(page.getByLabel('Scan a barcode')).toBeFocused()
  await page.keyboard.type(`${item.itemCode}\n`)
  const lines = page.getByRole('region', { name: 'Items' })
  await expect(lines.getByText(item.itemName)).toBeVisible()
  await api(ana, 'POST', '/api/v2/sales', {
    locationID: 1,
    transactionTypeID: 1,
    items: [{ itemID: item.itemID, orderQty: 1 }],
    payments: [{ paymentTypeID: 1, amount: 1000 }],
    complete: true,
  })
  await expect(page.getByText(`${ana.name} sold the last ${item.itemCode} just now.`)).toBeVisible()
  await expect(lines.locator('.line-short')).toBeVisible()
  await axe(page)
})

test('a count sheet says which line another person has just counted', async ({ page, account }) => {
  const joy = await newAccount(3)
  const { locationID } = (
    await api<{ data: { locationID: number } }>(account, 'POST', '/api/v1/locations', { locationName: unique('Shelf') })
  ).data
  const item = await createItem(account, { ...atMain, locationID, quantity: 3 })
  const { data: made } = await api<{ data: { countID: number } }>(account, 'POST', '/api/v1/stock-counts', {
    locationID,
  })
  const { data: sheet } = await api<{ data: StockCountSheet }>(account, 'GET', `/api/v1/stock-counts/${made.countID}`)
  await page.goto(`/stock-count?id=${sheet.countID}`)
  await expect(page.getByLabel(`Counted of ${item.itemName}`)).toHaveValue('')
  const path = `/api/v1/stock-counts/${sheet.countID}/lines/${sheet.lines[0]!.countLineID}`
  await api(joy, 'PUT', path, { counted: 2 })
  await expect(page.getByText(`${joy.name} counted ${item.itemName} just now.`)).toBeVisible()
  await expect(page.getByLabel(`Counted of ${item.itemName}`)).toHaveValue('2')
})

test('a second tab hears by the stream of the first one', async ({ page, account }) => {
  await page.goto('/dashboard')
  const second = await page.context().newPage()
  const name = unique('Live')
  await createSupplier(account, `${name} first`)
  await second.goto(`/supplier?search=${name}`)
  await expect(row(second, `${name} first`)).toBeVisible()
  await createSupplier(await newAccount(2), `${name} second`)
  await expect(row(second, `${name} second`)).toBeVisible()
  const countStreams = (one: typeof page) =>
    one.evaluate(
      () => performance.getEntriesByType('resource').filter((entry) => entry.name.includes('/v1/events')).length,
    )
  expect(await countStreams(second)).toBe(0)
})

test.describe('when their code cannot be loaded', () => {
  test.use({ allow: [/ERR_FAILED/] })

  test('live screens try again', async ({ page, account }) => {
    const name = unique('Live')
    await createSupplier(account, `${name} first`)
    let refused = 0
    await page.route(/\/assets\/live-/, (route) => (refused++ === 0 ? route.abort() : route.continue()))
    await page.goto(`/supplier?search=${name}`)
    await expect(row(page, `${name} first`)).toBeVisible()
    await expect.poll(() => refused).toBeGreaterThan(1)
    await createSupplier(await newAccount(2), `${name} second`)
    await expect(row(page, `${name} second`)).toBeVisible()
  })
})
