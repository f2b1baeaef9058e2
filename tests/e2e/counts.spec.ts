import type { Page } from '@playwright/test'

import type { ItemRow } from '../../contract/catalogue/items.ts'
import type { Account } from '../../contract/people/account.ts'
import type { StockCountSheet } from '../../contract/stock/stock-counts.ts'
import { api, axe, expect, newAccount, test, unique } from './fixtures.ts'
import { atMain, choose, createItem, okay, print, scanAstray } from './steps.ts'

type Made = { data: Record<string, number> }

/** Creates a location that no other test counts. */
async function placeOf(account: Account | null) {
  const locationName = unique('Shelf')
  const { data } = await api<Made>(account, 'POST', '/api/v1/locations', { locationName })
  return { locationName, locationID: data['locationID']! }
}
/** Creates an item with stock at the location; its barcode is its code with a B before it. */
function itemAt(account: Account | null, locationID: number, quantity: number, over: object = {}) {
  const itemCode = unique('CN').replace(' ', '-')
  const named = { itemCode, barcode: `B${itemCode}`, itemName: unique('Pendant') }
  return createItem(account, { ...named, ...atMain, locationID, quantity, ...over })
}
const sheetOf = async (account: Account | null, id: number) =>
  (await api<{ data: StockCountSheet }>(account, 'GET', `/api/v1/stock-counts/${id}`)).data
const open = async (account: Account | null, body: object) =>
  (await api<{ data: StockCountSheet }>(account, 'POST', '/api/v1/stock-counts', body)).data
/** Returns the server's state of a line, once it has been saved. */
const counted = (account: Account | null, id: number, { itemID }: ItemRow) =>
  expect.poll(async () => (await sheetOf(account, id)).lines.find((line) => line.itemID === itemID)?.counted)

const line = (page: Page, { itemName }: ItemRow) =>
  page.getByRole('list', { name: 'Lines' }).getByRole('listitem').filter({ hasText: itemName })
const box = (page: Page, { itemName }: ItemRow) => page.getByLabel(`Counted of ${itemName}`)
const scanField = (page: Page) => page.getByLabel('Scan a barcode')
async function scan(page: Page, code: string) {
  await scanField(page).fill(code)
  await scanField(page).press('Enter')
}
test.describe('staff', () => {
  test.use({ role: 3, allow: [/40[09] \((Bad Request|Conflict)\)/] })
  test('open a sheet and count it by scanner and by keyboard', async ({ page, account }) => {
    const { locationName, locationID } = await placeOf(account)
    const digits = `48${Date.now()}`
    const ring = await itemAt(account, locationID, 3, { itemName: unique('A ring'), barcode: digits })
    const chain = await itemAt(account, locationID, 2, { itemName: unique('B chain') })
    const beads = await itemAt(account, locationID, 5.5, { itemName: unique('C beads'), uom: 'BULK' })
    await page.goto('/stock-count')
    await page.getByRole('button', { name: '+ Create Stock Count' }).first().click()
    const form = page.getByRole('form', { name: 'Create Stock Count' })
    await expect(form.getByRole('combobox', { name: 'Location' })).toBeFocused()
    await form.getByRole('combobox', { name: 'Location' }).fill(locationName)
    await page.getByRole('option', { name: locationName }).click()
    await form.getByLabel('Remarks').fill('Year end')
    await form.getByRole('button', { name: 'Create Stock Count' }).click()
    await okay(page, 'Stock Count Created!')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^SC-\d{4}-\d{6}$/)
    const id = Number(new URL(page.url()).searchParams.get('id'))
    await expect(line(page, ring)).toContainText('Expected 3')

    // A scan counts one piece, whether or not the scan field has the focus. Another focused field keeps its text.
    await scan(page, ring.barcode!)
    await expect(page.getByText(`${ring.itemName}: 1`)).toBeVisible()
    await expect(box(page, ring)).toHaveValue('1')
    await box(page, chain).focus()
    await scanAstray(page, ring.itemCode.toLowerCase())
    await expect(box(page, ring)).toHaveValue('2')
    await expect(box(page, chain)).toHaveValue('')
    await expect(line(page, ring)).toContainText('−1')

    // A scanned code of digits looks like a quantity. No digit of it stays in the box, whether the box was empty,
    // counted or being typed in.
    await box(page, beads).focus()
    await scanAstray(page, digits)
    await expect(box(page, ring)).toHaveValue('3')
    await counted(account, id, beads).toBe(null)
    await box(page, ring).focus()
    await scanAstray(page, digits)
    await expect(box(page, ring)).toHaveValue('4')
    await box(page, beads).fill('1.5')
    await scanAstray(page, digits)
    await expect(box(page, ring)).toHaveValue('5')
    await counted(account, id, ring).toBe(5)
    await counted(account, id, beads).toBe(1.5)
    await counted(account, id, chain).toBe(null)
    await box(page, ring).fill('2')

    // Enter moves from line to line and saves each; an error appears at its line.
    await box(page, chain).fill('2.5')
    // A fraction of a piece is refused while it is being typed.
    await expect(box(page, chain)).toBeFocused()
    await expect(line(page, chain).getByRole('alert')).toHaveText(`${chain.itemName} is counted in whole pieces`)
    await page.keyboard.press('Enter')
    await expect(box(page, beads)).toBeFocused()
    await expect(line(page, chain).getByRole('alert')).toHaveText(`${chain.itemName} is counted in whole pieces`)
    await axe(page)
    // An unsaved line prevents Finish.
    await page.getByRole('button', { name: 'Finish' }).click()
    await expect(page.getByRole('dialog', { name: 'Stock Count Not Finished' })).toContainText(
      `The count of ${chain.itemName} is not saved`,
    )
    await okay(page, 'Stock Count Not Finished')
    // Clearing the box restores the line.
    await box(page, chain).fill('')
    await page.keyboard.press('Enter')
    await expect(line(page, chain).getByRole('alert')).toBeHidden()
    await counted(account, id, chain).toBe(null)
    await page.keyboard.press('ArrowUp')
    await page.keyboard.type('2')
    // Closing the page saves the typed quantity, and so does leaving the sheet.
    await page.reload()
    await counted(account, id, chain).toBe(2)
    await box(page, chain).fill('1')
    await page.goBack()
    await counted(account, id, chain).toBe(1)
    await page.goForward()
    await expect(box(page, chain)).toHaveValue('1')
    await box(page, chain).fill('2')
    // Finish also saves the box being edited.
    await page.getByRole('button', { name: 'Finish' }).click()
    const ask = page.getByRole('dialog', { name: /^Finish SC-/ })
    await expect(ask).toContainText('3 lines counted, 2 with a difference')
    await ask.getByRole('button', { name: 'Cancel' }).click()
    await counted(account, id, chain).toBe(2)
    await box(page, beads).fill('5.25')
    await page.keyboard.press('Tab')
    await counted(account, id, beads).toBe(5.25)
    await expect(page.getByRole('region', { name: 'Stock count' })).toContainText('Counted3 of 3')
    await expect(page.getByRole('region', { name: 'Stock count' })).toContainText('Differences2')
    // Weighed items are typed, not counted by scans.
    await scan(page, beads.barcode!)
    await expect(box(page, beads)).toBeFocused()
    await counted(account, id, beads).toBe(5.25)
  })

  test('find lines, add a missing item, and see the lines left to count', async ({ page, account }) => {
    const { locationID } = await placeOf(account)
    const ring = await itemAt(account, locationID, 3, { itemName: unique('A ring') })
    const left = await itemAt(account, locationID, 7, { itemName: unique('D left') })
    const stray = await itemAt(account, 1, 1)
    const { countID } = await open(account, { locationID })
    await page.goto(`/stock-count?id=${countID}`)
    await scan(page, 'NOBODY-KNOWS')
    await expect(page.getByText('No active item has the code ‘NOBODY-KNOWS’')).toBeVisible()
    await scan(page, stray.barcode!)
    await expect(page.getByText(`${stray.itemName} is not on this sheet`)).toBeVisible()
    await page.getByRole('button', { name: 'Add it', exact: true }).click()
    await expect(box(page, stray)).toHaveValue('1')
    await scanField(page).fill('D left')
    await expect(page.getByRole('list', { name: 'Lines' }).getByRole('listitem')).toHaveCount(1)
    await scanField(page).press('Enter')
    await expect(box(page, left)).toBeFocused()
    await scanField(page).fill('')

    // A line that was just counted stays visible until the filter changes.
    const show = page.getByRole('group', { name: 'Show' })
    await show.getByRole('button', { name: 'To count 2' }).click()
    await line(page, left).getByRole('button', { name: '+1' }).click()
    await expect(box(page, left)).toHaveValue('1')
    await box(page, left).fill('')
    await box(page, left).press('Enter')
    await counted(account, countID, left).toBe(null)
    await box(page, ring).fill('3')
    await box(page, ring).press('Enter')
    await show.getByRole('button', { name: 'To count 1' }).click()
    await expect(line(page, ring)).toBeHidden()
    await show.getByRole('button', { name: 'Differences 1' }).click()
    await expect(page.getByRole('list', { name: 'Lines' }).getByRole('listitem')).toHaveCount(1)
    await show.getByRole('button', { name: 'All 3' }).click()
    await expect(page.getByRole('list', { name: 'Lines' }).getByRole('listitem')).toHaveCount(3)

    // The dialog 'Select Item' also adds an item to the sheet.
    const late = await itemAt(account, 1, 1)
    await page.getByRole('button', { name: 'Add Item' }).click()
    const items = page.getByRole('dialog', { name: 'Select Item' })
    await items.getByLabel('Search items').fill(late.itemCode)
    await items.getByRole('button', { name: `Add ${late.itemName}` }).click()
    await expect(page.getByText(`${late.itemName} added`)).toBeVisible()
    await expect(box(page, late)).toBeFocused()
    await print(page, 'Print sheet')
  })

  test('open a blind sheet of one category, and see all of its many lines', async ({ page, account }) => {
    const { locationName, locationID } = await placeOf(account)
    const first = await itemAt(account, locationID, 3)
    await itemAt(account, locationID, 4)
    for (let n = 1; n <= 100; n++)
      await itemAt(account, locationID, n, { categoryID: first.categoryID, itemName: `${first.itemName} ${n}` })
    await page.goto('/stock-count')
    await page.getByRole('button', { name: '+ Create Stock Count' }).first().click()
    const form = page.getByRole('form', { name: 'Create Stock Count' })
    await choose(page, form, 'Location', locationName)
    await choose(page, form, 'Category', first.categoryName)
    await form.getByRole('switch', { name: 'Blind' }).press('Space')
    await form.getByRole('button', { name: 'Create Stock Count' }).click()
    await okay(page, 'Stock Count Created!')
    const figures = page.getByRole('region', { name: 'Stock count' })
    await expect(figures).toContainText(`Category${first.categoryName}BlindYesCounted0 of 101`)
    const lines = page.getByRole('list', { name: 'Lines' }).getByRole('listitem')
    await expect(lines).toHaveCount(100)
    await expect(page.getByText('100 of 101')).toBeVisible()
    await page.getByRole('button', { name: 'Show more' }).click()
    await expect(lines).toHaveCount(101)
    await expect(page.getByRole('button', { name: 'Show more' })).toBeHidden()
    await expect(lines.first()).not.toContainText('Expected')
  })

  test('send the differences for approval; stock that moved meanwhile is counted again', async ({ page, account }) => {
    test.slow()
    const { locationName, locationID } = await placeOf(account)
    const ring = await itemAt(account, locationID, 3)
    const chain = await itemAt(account, locationID, 2)
    const left = await itemAt(account, locationID, 7)
    const { countID, countNumber } = await open(account, { locationID })
    const { lines } = await sheetOf(account, countID)
    const count = (of: ItemRow, counted: number) =>
      api(
        account,
        'PUT',
        `/api/v1/stock-counts/${countID}/lines/${lines.find(({ itemID }) => itemID === of.itemID)!.countLineID}`,
        { counted },
      )
    await count(ring, 2)
    await count(chain, 2)
    await page.goto(`/stock-count?id=${countID}`)
    await expect(box(page, ring)).toHaveValue('2')
    await api(account, 'POST', '/api/v2/sales', {
      locationID,
      transactionTypeID: 1,
      items: [{ itemID: chain.itemID, orderQty: 1 }],
      payments: [{ paymentTypeID: 1, amount: 900 }],
      complete: true,
    })
    await page.getByRole('button', { name: 'Finish' }).click()
    const ask = page.getByRole('dialog', { name: `Finish ${countNumber}?` })
    await expect(ask).toContainText('2 lines counted, 1 with a difference')
    await ask.getByRole('button', { name: 'Finish' }).click()
    const refused = page.getByRole('dialog', { name: 'Stock Count Not Finished' })
    await expect(refused).toContainText(
      `${chain.itemName} moved since the sheet was opened: count it again or clear it`,
    )
    await refused.getByRole('button', { name: 'Okay' }).click()
    await page.getByRole('group', { name: 'Show' }).getByRole('button', { name: 'Moved 1' }).click()
    await axe(page)
    await page.getByRole('button', { name: `Count again: ${chain.itemName}` }).click()
    await expect(line(page, chain)).toContainText('Expected 1')
    await box(page, chain).fill('1')
    await box(page, chain).press('Enter')
    await counted(account, countID, chain).toBe(1)

    await page.getByRole('button', { name: 'Finish' }).click()
    await ask.getByRole('button', { name: 'Finish' }).click()
    await expect(page.getByRole('dialog', { name: 'Stock Count Finished!' })).toContainText(
      '1 difference waits for approval as an adjustment. 1 line as expected, 1 line not counted and left alone.',
    )
    await okay(page, 'Stock Count Finished!')
    await page.getByRole('group', { name: 'Show' }).getByRole('button', { name: 'All 3' }).click()
    await expect(box(page, ring)).toBeHidden()
    // A finished sheet takes no scans.
    await expect(scanField(page)).toHaveCount(0)
    await expect(line(page, left)).toContainText('Not counted')
    await expect(line(page, ring)).toContainText('−1Pending')
    await axe(page)
    await line(page, ring)
      .getByRole('link', { name: /^Adjustment \d+$/ })
      .click()
    await expect(page).toHaveURL(/\/inventory-adjustment\?id=\d+$/)

    await page.goto(`/stock-count?search=${countNumber}`)
    const row = page.getByRole('table', { name: 'Stock counts' }).locator('tbody tr')
    await expect(row).toHaveCount(1)
    await expect(row).toContainText(`${countNumber}${locationName}AllNoCompleted2 of 31${account!.name}`)
  })

  test('two people count one sheet; a blind sheet hides the expected quantities', async ({ page, account }) => {
    const { locationID } = await placeOf(account)
    const ring = await itemAt(account, locationID, 90_210)
    const { countID, countNumber } = await open(account, { locationID, blind: true })
    const [stored] = (await sheetOf(account, countID)).lines
    await page.goto(`/stock-count?id=${countID}`)
    await scan(page, ring.barcode!)
    await expect(box(page, ring)).toHaveValue('1')
    const other = await newAccount(3)
    await api(other, 'PUT', `/api/v1/stock-counts/${countID}/lines/${stored!.countLineID}/scan`)
    await scan(page, ring.barcode!)
    await expect(box(page, ring)).toHaveValue('3')
    await expect(page.getByText('90,210')).toBeHidden()
    await expect(page.getByRole('button', { name: /^Differences/ })).toBeHidden()
    // The printed sheet has a column to write in and no expected quantities.
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
    await page.emulateMedia({ media: 'print' })
    const paper = page.getByRole('table', { name: 'Sheet' })
    await expect(paper.getByRole('columnheader')).toHaveText(['Item Code', 'Item', 'Inventory Type', 'Counted', 'Note'])
    await expect(page.getByRole('button', { name: 'Finish' })).toBeHidden()
    await page.evaluate(() => dispatchEvent(new Event('afterprint')))
    await page.emulateMedia({ media: null })

    await page.getByRole('button', { name: 'Cancel count' }).click()
    const ask = page.getByRole('dialog', { name: `Cancel ${countNumber}?` })
    await ask.getByRole('button', { name: 'Keep counting' }).click()
    await page.getByRole('button', { name: 'Cancel count' }).click()
    await ask.getByRole('button', { name: 'Cancel count' }).click()
    await okay(page, 'Stock Count Canceled!')
    await expect(line(page, ring)).toContainText('Expected 90,210')
    await expect(page.getByRole('button', { name: 'Finish' })).toBeHidden()
  })
})

test('the list is paged', async ({ page, account }) => {
  const { locationName, locationID } = await placeOf(account)
  for (let n = 0; n < 11; n++) await open(account, { locationID })
  await page.goto(`/stock-count?search=${encodeURIComponent(locationName)}`)
  await expect(page.getByText('1–10 of 11')).toBeVisible()
  await axe(page)
  await page.getByRole('link', { name: 'Next' }).click()
  await expect(page.getByText('11–11 of 11')).toBeVisible()
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })
  test('a sheet is counted by touch', async ({ page, account }) => {
    const { locationName, locationID } = await placeOf(account)
    const ring = await itemAt(account, locationID, 2)
    const { countID } = await open(account, { locationID })
    await page.goto(`/stock-count?search=${encodeURIComponent(locationName)}`)
    await page.getByRole('list', { name: 'Stock counts' }).getByRole('button', { name: /^SC-/ }).tap()
    const more = line(page, ring).getByRole('button', { name: '+1' })
    await more.tap()
    await more.tap()
    await expect(box(page, ring)).toHaveValue('2')
    await counted(account, countID, ring).toBe(2)
    const target = (await more.boundingBox())!
    expect(Math.min(target.width, target.height)).toBeGreaterThanOrEqual(44)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    await axe(page)
    await page.getByRole('button', { name: 'Add Item' }).tap()
    await expect(page.getByRole('dialog', { name: 'Select Item' })).toBeVisible()
  })
})
