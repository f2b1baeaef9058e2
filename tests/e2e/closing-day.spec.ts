import type { Page } from '@playwright/test'

import type { DrawerReportRow } from '../../contract/drawers/drawer-reports.ts'
import type { Account } from '../../contract/people/account.ts'
import { countOf } from '../support/drawers.ts'
import { password } from '../support/journeys.ts'
import { readEscPos } from '../support/receipt-printer.ts'
import { type DrawerShop, openDrawerShop } from './drawer-shop.ts'
import { axe, expect, test } from './fixtures.ts'
import { addUsbPrinter } from './usb-printer.ts'

// A drawer is opened, sells, is counted blind and closed: with its count right, and with a difference that a Manager signs.
test.use({ role: null, allow: [/Failed to load resource/] })
test.describe.configure({ timeout: 240_000 })

let shop: DrawerShop
test.beforeAll(async () => {
  shop = await openDrawerShop()
})
test.afterAll(() => shop.end())

/** Types the quantities from the largest note on, with Enter after each. */
async function typeCount(page: Page, quantities: readonly number[]) {
  await expect(page.getByLabel('How many ₱1,000 notes')).toBeFocused()
  for (const quantity of quantities) {
    await page.keyboard.type(String(quantity))
    await page.keyboard.press('Enter')
  }
}

/** Checks a screen at the three widths. */
async function look(page: Page) {
  for (const width of [390, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    await axe(page)
  }
}

/** Sells an item of ₱900 for ₱1,000 in cash. */
async function sell(account: Account, locationID: number, itemID: number) {
  await shop.call(account, 'POST', '/api/v2/sales', {
    locationID,
    transactionTypeID: 1,
    items: [{ itemID, orderQty: 1 }],
    payments: [{ paymentTypeID: 1, amount: 1000 }],
    complete: true,
  })
}

const zOf = async (account: Account, page: Page): Promise<DrawerReportRow> => {
  const id = new URL(page.url()).searchParams.get('id')
  return (await shop.call<{ data: DrawerReportRow }>(account, 'GET', `/api/v1/drawer-sessions/${id}/z`)).data
}

test('a drawer is opened and closed by the keyboard alone, and its report is printed', async ({ page }) => {
  const [manager, staff] = [await shop.accountOf(2), await shop.accountOf(3, 'Joy')]
  const drawer = await shop.makeDrawer(manager, 'Counter 1', await shop.makeLocation(manager))
  const { itemID } = await shop.makeItem(manager, drawer.locationID)
  const takePrinted = await addUsbPrinter(page)
  await shop.openAs(page, staff, '/drawer')
  await page.getByRole('link', { name: 'Open the drawer' }).click()
  await expect(page.getByRole('heading', { name: 'Open Counter 1' })).toBeVisible()
  await typeCount(page, [2, 1])
  await expect(page.getByText('₱2,500.00').first()).toBeVisible()
  // A reload keeps what was counted.
  await page.reload()
  await expect(page.getByLabel('How many ₱500 notes')).toHaveValue('1')
  await look(page)
  await page.keyboard.press('F9')
  await expect(page.getByText('Counter 1 is open with ₱2,500.00 (Z-0001)')).toBeVisible()
  await sell(staff, drawer.locationID, itemID)

  await page.getByRole('link', { name: 'Close the day' }).click()
  await expect(page.getByRole('heading', { name: 'Close the day' })).toBeVisible()
  await page.keyboard.press('F9')
  await expect(page.getByText('You count blind', { exact: true })).toBeVisible()
  // 2,500 + 1,000 − 100 of change.
  await typeCount(page, [3, 0, 2])
  await expect(page.getByText('₱3,400.00').first()).toBeVisible()
  await expect(page.locator('main')).not.toContainText('900.00')
  await look(page)
  await page.keyboard.press('F9')
  await expect(page.getByRole('heading', { name: 'The count is kept' })).toBeVisible()
  await axe(page)
  await page.keyboard.press('F9')
  const sign = page.getByRole('region', { name: 'Session Z-0001' })
  await expect(sign).toContainText('Expected₱3,400.00')
  await expect(page.getByText('nothing is missing')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Today’s pieces' })).toContainText('1 piece')
  await look(page)
  await page.keyboard.press('F9')
  await expect(page.getByRole('heading', { name: 'Z report Z-0001' })).toBeVisible()
  expect(await zOf(staff, page)).toMatchObject({
    currencies: [{ opening: 2500, payments: 1000, change: 100, expected: 3400, firstCount: 3400, difference: 0 }],
    closedByName: expect.stringContaining('Joy'),
    signature: null,
  })
  await look(page)
  // The paper is laid out on the roll, and on A4.
  await page.evaluate(() => {
    window.print = () =>
      document.body.setAttribute('data-printed', String(Number(document.body.dataset['printed'] ?? 0) + 1))
  })
  await page.keyboard.press('F9')
  await expect(page.locator('body')).toHaveAttribute('data-printed', '1')
  await expect(page.locator('.paper[data-size="80"]')).toContainText('Z report Z-0001')
  await page.getByRole('button', { name: 'Print A4' }).click()
  await expect(page.locator('body')).toHaveAttribute('data-printed', '2')
  await expect(page.locator('.paper[data-size="A4"]')).toContainText('Expected')
  // A receipt printer prints it without opening the drawer.
  const address = page.url()
  await page.goto(`${shop.url}/settings`)
  await page.getByRole('button', { name: 'Connect a receipt printer' }).click()
  await expect(page.getByText('EPSON TM-T20II is connected').first()).toBeVisible()
  await page.goto(address)
  await page.getByRole('button', { name: 'Print on the receipt printer' }).click()
  await expect(page.getByText('The report was printed')).toBeVisible()
  const printed = readEscPos(await takePrinted(), 576)
  expect(printed.commands.filter((name) => name !== 'raster')).toEqual(['initialize', 'feed 3 lines', 'cut'])
  expect(printed.rows.length).toBeGreaterThan(400)
  await page.getByRole('link', { name: 'DRAWER' }).click()
  await expect(page.getByRole('cell', { name: 'Z-0001' })).toBeVisible()
})

test('a count that is off is counted once more, explained, and signed by a Manager', async ({ page }) => {
  const [manager, staff] = [await shop.accountOf(2, 'Naomi'), await shop.accountOf(3, 'Joy')]
  const drawer = await shop.makeDrawer(manager, 'Counter 2', await shop.makeLocation(manager))
  const session = await shop.open(staff, drawer, 5000)
  const path = `/drawer/close?id=${session.drawerSessionID}`
  await shop.openAs(page, staff, path)
  await page.getByRole('button', { name: 'Start counting' }).click()
  // The keypad types into the field that is counted, and back to selling keeps what was typed.
  const keypad = page.getByRole('region', { name: 'Keypad' })
  for (const key of ['7', '3', 'Delete the last digit']) await keypad.getByRole('button', { name: key }).click()
  await expect(page.getByLabel('How many ₱1,000 notes')).toHaveValue('7')
  await keypad.getByRole('button', { name: 'Clear' }).click()
  await keypad.getByRole('button', { name: '3', exact: true }).click()
  await page.getByRole('button', { name: 'Back to selling' }).click()
  await page.getByRole('button', { name: 'Start counting' }).click()
  await expect(page.getByLabel('How many ₱1,000 notes')).toHaveValue('3')
  await page.getByRole('button', { name: 'Finish counting' }).click()
  await expect(page.getByRole('heading', { name: 'The count is kept' })).toBeVisible()
  await page.keyboard.press('F2')
  await typeCount(page, [3, 1])
  await page.keyboard.press('F9')
  await page.getByRole('button', { name: 'Keep the count' }).click()
  const sign = page.getByRole('region', { name: `Session ${session.number}` })
  await expect(sign).toContainText('Short by₱1,500.00')
  await expect(page.getByText('recounted once')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Count in PHP' })).toContainText('First count₱3,000.00')
  await sign.getByRole('combobox', { name: 'Reason' }).click()
  await page.getByRole('option', { name: 'Wrong change given' }).click()
  await sign.getByLabel('Note').fill('A ₱1,000 note too many at noon')
  await page.keyboard.press('F9')
  await expect(sign.getByRole('alert')).toHaveText('Error: Counter 2 is more than ₱1,000.00 off: a Manager closes it')
  await axe(page)

  await shop.openAs(page, manager, path)
  await sign.getByRole('combobox', { name: 'Reason' }).click()
  await page.getByRole('option', { name: 'Wrong change given' }).click()
  const surface = (await page.locator('.signature-surface').boundingBox())!
  await page.mouse.move(surface.x + 30, surface.y + 40)
  await page.mouse.down()
  for (let step = 1; step <= 8; step++)
    await page.mouse.move(surface.x + 30 + 12 * step, surface.y + 40 + 20 * (step % 2))
  await page.mouse.up()
  await page.getByRole('button', { name: /^Close Z-/ }).click()
  await expect(page.getByRole('heading', { name: `Z report ${session.number}` })).toBeVisible()
  const z = await zOf(manager, page)
  expect(z).toMatchObject({
    currencies: [{ expected: 5000, firstCount: 3000, recount: 3500, difference: -1500 }],
    reason: 'wrong_change',
    closedByName: expect.stringContaining('Naomi'),
    countedByName: expect.stringContaining('Joy'),
  })
  expect(z.signature?.[0]?.length).toBeGreaterThan(5)
})

test('Staff close a drawer that is far off with the word of a Manager, who types a PIN at the same screen', async ({
  page,
}) => {
  const [manager, staff] = [await shop.accountOf(2, 'Naomi'), await shop.accountOf(3, 'Joy')]
  const drawer = await shop.makeDrawer(manager, 'Counter 3', await shop.makeLocation(manager))
  const session = await shop.open(staff, drawer, 5000)
  const steps = `/api/v1/drawer-sessions/${session.drawerSessionID}`
  await shop.call(staff, 'PUT', `${steps}/counting`)
  await shop.call(staff, 'POST', `${steps}/count`, countOf(3500))
  await shop.call(staff, 'PUT', `${steps}/finished`)
  const pin = '739201'
  await shop.call(manager, 'PUT', '/api/v1/own-pin', { pin, currentPassword: password })
  // The Manager enrolls the browser, which keeps the cookie of the device.
  const enrolled = await page.request.post(`${shop.url}/api/v1/devices`, {
    headers: { authorization: `Bearer ${manager.token}` },
    data: { deviceName: 'Till of Counter 3' },
  })
  expect(enrolled.status()).toBe(201)
  await page.addInitScript(() => localStorage.setItem('device', 'enrolled'))
  await shop.openAs(page, staff, `/drawer/close?id=${session.drawerSessionID}`)
  const sign = page.getByRole('region', { name: `Session ${session.number}` })
  await expect(sign.getByRole('combobox', { name: 'Reason' })).toBeFocused()
  await sign.getByRole('combobox', { name: 'Reason' }).click()
  await page.getByRole('option', { name: 'Not known' }).click()
  await page.keyboard.press('F9')
  const approval = page.getByRole('dialog', { name: 'A Manager approves' })
  await expect(approval).toBeVisible()
  await axe(page)
  await approval.locator(`[data-user="${manager.userID}"]`).click()
  await page.keyboard.type(pin)
  await expect(page.getByRole('heading', { name: `Z report ${session.number}` })).toBeVisible()
  expect(await zOf(staff, page)).toMatchObject({
    currencies: [{ expected: 5000, firstCount: 3500, difference: -1500 }],
    closedByName: expect.stringContaining('Joy'),
    approvedByName: expect.stringContaining('Naomi'),
  })
  await expect(page.getByRole('region', { name: 'Session', exact: true })).toContainText('Approved byNaomi')
  const { data } = await shop.call<{ data: { userName: string; approvedByName: string }[] }>(
    await shop.accountOf(1),
    'GET',
    `/api/v1/audit?entity=drawerSession&entityID=${session.drawerSessionID}&action=finish`,
  )
  expect(data).toMatchObject([{ userName: staff.name, approvedByName: manager.name }])
})
