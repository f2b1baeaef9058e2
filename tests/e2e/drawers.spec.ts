import type { Page } from '@playwright/test'

import type { DrawerReportRow } from '../../contract/drawers/drawer-reports.ts'
import type { DrawerSessionRow } from '../../contract/drawers/drawer-sessions.ts'
import type { DrawerRow } from '../../contract/drawers/drawers.ts'
import type { Account } from '../../contract/people/account.ts'
import { countOf } from '../support/drawers.ts'
import { unique } from '../support/journeys.ts'
import { type DrawerShop, openDrawerShop } from './drawer-shop.ts'
import { axe, expect, test } from './fixtures.ts'
import { form, okay } from './steps.ts'

// A Manager sets drawers up, Staff choose one and enter cash in and out, and a sale that was made without a connection
// arrives after the close.
test.use({ role: null, allow: [/Failed to load resource/] })
test.describe.configure({ timeout: 240_000 })

let shop: DrawerShop
test.beforeAll(async () => {
  shop = await openDrawerShop()
})
test.afterAll(() => shop.end())

type Data<T> = { data: T }

async function openTill(page: Page, account: Account) {
  await shop.openAs(page, account, '/sales?create=1')
  await expect(page.getByLabel('Scan a barcode')).toBeFocused()
}

/** Scans an item and takes its price in cash. */
async function sell(page: Page, itemCode: string) {
  await page.getByLabel('Scan a barcode').fill(itemCode)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: /^Complete/ })).toContainText('₱900.00')
  await page.keyboard.press('F8')
  await expect(page.getByText('Paid in full')).toBeVisible()
  await page.keyboard.press('F9')
}

const drawerOf = (page: Page, text: string) => page.getByRole('button', { name: `Drawer of this till: ${text}` })

/** Counts and closes a session. */
async function close(manager: Account, { drawerSessionID }: DrawerSessionRow, pesos: number) {
  const path = `/api/v1/drawer-sessions/${drawerSessionID}`
  await shop.call(manager, 'PUT', `${path}/counting`, {})
  await shop.call(manager, 'POST', `${path}/count`, countOf(pesos))
  await shop.call(manager, 'PUT', `${path}/finished`, {})
  await shop.call(manager, 'PUT', `${path}/close`, {})
}

test('a shop without drawers shows none, until a Manager sets two up; Staff choose one and enter cash', async ({
  page,
}) => {
  const [manager, staff] = [await shop.accountOf(2), await shop.accountOf(3)]
  const { itemCode } = await shop.makeItem(manager, 1)
  const asked: string[] = []
  page.on('request', (request) => {
    if (/drawer/.test(new URL(request.url()).pathname)) asked.push(request.url())
  })
  await openTill(page, staff)
  await sell(page, itemCode)
  await expect(page.getByRole('button', { name: 'New sale F2' })).toBeVisible()
  await expect(drawerOf(page, '')).toHaveCount(0)
  await page.goto(`${shop.url}/sales`)
  await expect(page.getByRole('link', { name: 'Trade-ins' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Drawer', exact: true })).toHaveCount(0)
  expect(asked).toEqual([])

  await shop.openAs(page, manager, '/sales')
  await page.getByRole('link', { name: 'Drawer', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'No drawer yet' })).toBeVisible()
  await axe(page)
  await page.getByRole('button', { name: 'Set up a drawer' }).click()
  for (const name of ['Counter 1', 'Counter 2']) {
    const create = form(page, 'Create Drawer')
    await create.getByLabel('Drawer name').fill(name)
    await expect(create.getByRole('combobox', { name: 'Location' })).toHaveValue('Main')
    if (name === 'Counter 2') await create.getByRole('switch', { name: 'Counts yen' }).check()
    await axe(page)
    await page.keyboard.press('Control+s')
    await okay(page, 'Drawer Created!')
    if (name === 'Counter 1') await page.getByRole('button', { name: '+ Create Drawer' }).click()
  }
  await page.getByRole('button', { name: 'Edit Counter 2' }).click()
  await form(page, 'Edit Counter 2').getByLabel('Drawer name').fill('Window')
  await page.keyboard.press('Control+s')
  await okay(page, 'Drawer Updated!')
  await expect(page.getByRole('region', { name: 'All drawers' })).toContainText('Windowmain', { ignoreCase: true })

  const { data } = await shop.call<Data<DrawerRow[]>>(staff, 'GET', '/api/v1/drawers')
  const first = data.find(({ drawerName }) => drawerName === 'Counter 1')!
  await shop.open(staff, first, 3000)
  await shop.openAs(page, staff, '/drawer')
  await page.getByRole('combobox', { name: 'Drawer of this browser' }).click()
  await page.getByRole('option', { name: 'Counter 1' }).click()
  const own = page.getByRole('region', { name: 'Counter 1' })
  await expect(own).toContainText('Z-0001')
  await own.getByRole('button', { name: 'Cash in', exact: true }).click()
  const cashIn = form(page, 'Cash in, Counter 1')
  await cashIn.getByLabel('Amount').fill('500')
  await cashIn.getByRole('combobox', { name: 'Reason' }).click()
  await page.getByRole('option', { name: 'Change from the safe' }).click()
  await axe(page)
  await page.keyboard.press('Control+s')
  await okay(page, 'Cash in Entered!')
  await expect(own).toContainText('+₱500.00')

  await own.getByRole('button', { name: 'Cash out', exact: true }).click()
  const cashOut = form(page, 'Cash out, Counter 1')
  await cashOut.getByLabel('Amount').fill('5001')
  await cashOut.getByRole('combobox', { name: 'Reason' }).click()
  await page.getByRole('option', { name: 'Bank' }).click()
  await page.keyboard.press('Control+s')
  await expect(cashOut).toContainText('Error: More than ₱5,000.00 out needs a Manager')
  await cashOut.getByLabel('Amount').fill('200')
  await page.keyboard.press('Control+s')
  await okay(page, 'Cash out Entered!')
  await own.getByRole('button', { name: 'Take back Cash out: bank −₱200.00' }).click()
  await form(page, 'Take −₱200.00 back').getByLabel('Note').fill('It never went')
  await page.keyboard.press('Control+s')
  await okay(page, 'Movement Taken Back!')
  await expect(own).toContainText('It never went')
  for (const width of [390, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    await axe(page)
  }

  await openTill(page, staff)
  await expect(drawerOf(page, 'Counter 1 · Z-0001')).toBeVisible()
  await sell(page, itemCode)
  await expect(page.getByRole('button', { name: 'New sale F2' })).toBeVisible()
})

test('a sale waits at the till for its drawer, and one made without a connection arrives late', async ({ page }) => {
  const [manager, staff] = [await shop.accountOf(2), await shop.accountOf(3)]
  const locationID = await shop.makeLocation(manager)
  const { itemCode } = await shop.makeItem(manager, locationID)
  const left = await shop.makeDrawer(manager, unique('Left'), locationID)
  await shop.makeDrawer(manager, unique('Right'), locationID)

  await openTill(page, staff)
  await page.getByRole('combobox', { name: 'Location' }).click()
  await page.getByRole('option', { name: 'Annex' }).first().click()
  await expect(drawerOf(page, 'Choose a drawer')).toBeVisible()
  await sell(page, itemCode)
  const notice = page.getByRole('region', { name: 'Finish' }).getByRole('alert')
  await expect(notice).toContainText('Choose the drawer of this till first. The sale stays here.')
  await axe(page)
  await notice.getByRole('button', { name: 'Choose a drawer' }).click()
  await axe(page)
  await page.getByRole('button', { name: `Use ${left.drawerName}` }).click()
  await expect(drawerOf(page, `${left.drawerName} · closed`)).toBeVisible()
  await page.keyboard.press('F9')
  await expect(notice).toContainText(`Open the drawer of ${left.drawerName} first`)
  const opening = `/drawer/open?id=${left.drawerID}`
  await expect(notice.getByRole('link', { name: 'Open the drawer' })).toHaveAttribute('href', opening)

  // The till follows the opening. Without a connection the sale waits in the browser.
  const made = await shop.open(manager, left, 1000)
  await expect(drawerOf(page, `${left.drawerName} · ${made.number}`)).toBeVisible()
  await page.context().setOffline(true)
  await page.keyboard.press('F9')
  await expect(page.getByRole('button', { name: 'Try again F9' })).toBeVisible()
  await close(manager, made, 1000)
  await page.context().setOffline(false)
  await expect(drawerOf(page, `${left.drawerName} · closed`)).toBeVisible()
  await page.keyboard.press('F9')
  await expect(notice).toContainText(`Open the drawer of ${left.drawerName} first`)
  // It survives a reload, and is sent again by itself when the drawer is opened.
  await page.reload()
  await expect(page.getByRole('button', { name: 'Try again F9' })).toBeVisible()
  await page.keyboard.press('F9')
  await expect(notice).toContainText(`Open the drawer of ${left.drawerName} first`)
  const next = await shop.open(manager, left, 1000)
  await expect(page.getByRole('button', { name: 'New sale F2' })).toBeVisible()

  const { data } = await shop.call<Data<DrawerReportRow>>(
    manager,
    'GET',
    `/api/v1/drawer-sessions/${next.drawerSessionID}/x`,
  )
  expect(data.late).toMatchObject([{ amount: 900, from: made.number }])
  expect(data.currencies).toMatchObject([{ payments: 900, expected: 1900 }])
})
