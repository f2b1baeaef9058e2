// Proves with a browser how a till is enrolled, how people change places by PIN, that the lock keeps what is typed, and
// how a Manager approves a refund at the cashier's screen.
import type { Page } from '@playwright/test'

import type { Account } from '../../contract/people/account.ts'
import type { SaleRow } from '../../contract/sales/sales.ts'
import { api, axe, expect, newAccount, password, test, unique } from './fixtures.ts'
import { atMain, createItem, okay } from './steps.ts'

const pins = { manager: '739201', staff: '482913' }
const setPin = (account: Account, pin: string) =>
  api(account, 'PUT', '/api/v1/own-pin', { pin, currentPassword: password })

/** Chooses a person by keyboard or pointer, and types the PIN. */
async function enterPin(page: Page, { userID }: Account, pin: string) {
  const dialogs = page.getByRole('radiogroup', { name: 'Person' })
  await dialogs.locator(`[data-user="${userID}"]`).click()
  await expect(page.getByLabel('PIN', { exact: true })).toBeFocused()
  await page.keyboard.type(pin)
}

/** Signs a person in, whose session no other journey uses. */
async function signIn(page: Page, own: Account) {
  await page.goto('/')
  await page.evaluate((text) => localStorage.setItem('account', text), JSON.stringify(own))
}

/** Enrolls the browser of a manager, who then logs out. */
async function enroll(page: Page) {
  await page.goto('/settings')
  await page.getByRole('button', { name: 'Enroll this device' }).click()
  const dialog = page.getByRole('dialog', { name: 'Enroll This Device' })
  const name = unique('Till')
  await dialog.locator('input[name=deviceName]').fill(name)
  await dialog.getByRole('button', { name: 'Enroll' }).click()
  await okay(page, 'Device Enrolled!')
  await expect(page.getByRole('list', { name: 'Devices' }).getByRole('listitem', { name })).toContainText('This one')
  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/login')
  return name
}

async function sold(account: Account): Promise<SaleRow> {
  const { itemID } = await createItem(account, { ...atMain, quantity: 2 })
  const { data } = await api<{ data: SaleRow }>(account, 'POST', '/api/v2/sales', {
    locationID: 1,
    transactionTypeID: 1,
    items: [{ itemID, orderQty: 1 }],
    payments: [{ paymentTypeID: 1, amount: 900 }],
    complete: true,
  })
  return data
}

test.use({ role: null, allow: [/status of (401|403|429)/] })

test('staff change places by PIN, and the lock keeps what is typed', async ({ page }) => {
  test.slow()
  const [staff, manager] = await Promise.all([newAccount(3), newAccount(2)])
  await signIn(page, manager)
  await setPin(staff, pins.staff)
  // A manager sets the own PIN in the profile, with the password.
  await page.goto('/profile')
  await page.getByRole('button', { name: /^(Set a|Change) PIN$/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Set your PIN' })
  await dialog.locator('input[name=pin]').fill(pins.manager)
  await dialog.locator('input[name=currentPassword]').fill(password)
  await dialog.getByRole('button', { name: 'Set PIN' }).click()
  await okay(page, 'PIN Set!')
  await enroll(page)

  await axe(page)
  await enterPin(page, staff, pins.staff)
  await expect(page).toHaveURL('/dashboard')
  await page.goto('/customer')
  await page.getByRole('button', { name: 'Create Customer' }).first().click()
  const form = page.getByRole('dialog', { name: 'Create Customer' })
  await form.locator('input[name=firstName]').fill('Consuelo')

  // Nobody touches the screen for two minutes: the server locks, and the next call finds out.
  const token = await page.evaluate(() => (JSON.parse(localStorage.getItem('account')!) as Account).token)
  await api({ token } as Account, 'POST', '/api/v1/device/lock')
  await page.keyboard.press('Shift')
  await page.mouse.move(10, 10)
  const lock = page.getByRole('dialog', { name: 'Locked' })
  await expect(lock).toBeVisible({ timeout: 30_000 })
  await axe(page)
  await page.keyboard.press('Escape')
  await expect(lock).toBeVisible()
  await page.keyboard.type('000001')
  await expect(lock.getByText('This PIN is wrong')).toBeVisible()
  await page.keyboard.type(pins.staff)
  await expect(lock).toBeHidden()
  await expect(form.locator('input[name=firstName]')).toHaveValue('Consuelo')

  // Another person gets a fresh screen.
  await page.evaluate(() => (document.activeElement as HTMLElement).blur())
  const next = await page.evaluate(() => (JSON.parse(localStorage.getItem('account')!) as Account).token)
  await api({ token: next } as Account, 'POST', '/api/v1/device/lock')
  await page.mouse.move(20, 20)
  await expect(lock).toBeVisible({ timeout: 30_000 })
  await enterPin(page, manager, pins.manager)
  await expect(page).toHaveURL('/dashboard')
  await expect(page.getByRole('button', { name: /^Account of/ })).toContainText(manager.name)
  await expect(form).toBeHidden()
  // A PIN opens no users and no settings of the shop, also of a manager.
  const links = page.getByRole('navigation', { name: 'Back-office' })
  await expect(links.getByRole('link', { name: 'Users' })).toHaveCount(0)
  await page.goto('/settings')
  await expect(page.getByRole('region', { name: 'Appearance' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Devices' })).toHaveCount(0)
})

test('five wrong PINs lock the device, and the password works', async ({ page }) => {
  const [staff, manager] = await Promise.all([newAccount(3), newAccount(2)])
  await signIn(page, manager)
  await setPin(staff, pins.staff)
  await enroll(page)
  for (let n = 0; n < 5; n++) {
    await enterPin(page, staff, `60100${n}`)
    await expect(page.getByText('This PIN is wrong')).toBeVisible()
  }
  await expect(page.getByText('Too many wrong PINs. PINs work again in 5 minutes.')).toBeVisible()
  await axe(page)
  await page.getByRole('button', { name: 'Sign in with your password' }).click()
  await page.getByLabel('Email').fill(staff.email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page).toHaveURL('/dashboard')
})

test('a manager approves a refund at the cashier’s screen, and the trail keeps both', async ({ page }) => {
  test.slow()
  const [staff, manager, admin] = await Promise.all([newAccount(3), newAccount(2), newAccount(1)])
  await signIn(page, manager)
  await setPin(staff, pins.staff)
  await setPin(manager, pins.manager)
  const sale = await sold(admin)
  await enroll(page)
  await enterPin(page, staff, pins.staff)
  await expect(page).toHaveURL('/dashboard')
  await page.goto(`/sales?id=${sale.salesTransactionID}`)
  await page.getByRole('button', { name: 'Refund' }).click()
  const refund = page.getByRole('dialog', { name: /^Refund SO-/ })
  await refund.getByRole('button', { name: 'All of it' }).click()
  await refund.locator('input[name=reason]').fill('Too small')
  await refund.getByRole('button', { name: 'Refund ₱900.00' }).click()
  const approval = page.getByRole('dialog', { name: 'A Manager approves' })
  await expect(approval).toBeVisible()
  await axe(page)
  // The cashier is not among those who approve.
  await expect(approval.locator(`[data-user="${staff.userID}"]`)).toHaveCount(0)
  await enterPin(page, manager, pins.manager)
  await okay(page, 'Sale Refunded!')
  const { data } = await api<{ data: { userName: string; approvedByName: string }[] }>(
    admin,
    'GET',
    `/api/v1/audit?entity=sale&entityID=${sale.salesTransactionID}&action=refund`,
  )
  expect(data).toMatchObject([{ userName: staff.name, approvedByName: manager.name }])
})
