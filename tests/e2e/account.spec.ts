import type { Page } from '@playwright/test'

import type { Account } from '../../contract/people/account.ts'
import type { UserRow } from '../../contract/people/users.ts'
import type { RoleID } from '../../contract/shared/permissions.ts'
import { staffPaths } from '../../contract/shared/screens.ts'
import { api, axe, expect, newAccount, password, test, unique } from './fixtures.ts'
import { goInside } from './steps.ts'
import { readUnsavedSales, writeUnsavedSale } from './unsaved-sales.ts'

const kept = () => JSON.parse(localStorage.getItem('account') ?? 'null') as Account | null

/**
 * Stores another user's account in the browser. Uses a public page, because the back-office would react to the change.
 */
async function keep(page: Page, own: Account) {
  await page.goto('/')
  await page.evaluate((text) => localStorage.setItem('account', text), JSON.stringify(own))
}

test.describe('a visitor without an account', () => {
  test.use({ role: null })

  test('signs up, and waits for a role', async ({ page }) => {
    test.slow()
    const email = `${unique('user')}@journeys.example`
    await page.goto('/register')
    await expect(page).toHaveTitle('Sign up')
    const register = page.getByRole('button', { name: 'Register' })
    await expect(register).toBeDisabled()
    await axe(page)

    const name = page.getByLabel('Name')
    await name.fill('M')
    await name.fill('')
    await expect(page.getByText('Name is required')).toBeVisible()
    await name.fill('  ')
    await expect(page.getByText('Name length must be at least 1 character')).toBeVisible()
    await name.fill('Maricel dela Cruz')
    await page.getByLabel('Email').fill('maricel@')
    await expect(page.getByText('Enter a valid email')).toBeVisible()
    await page.getByLabel('Email').fill('')
    await expect(page.getByText('Email is required')).toBeVisible()
    const first = page.getByLabel('Password', { exact: true })
    const second = page.getByLabel('Confirm Password')
    await first.fill('12345')
    await expect(page.getByText('Password length must be at least 6 characters')).toBeVisible()
    await second.fill('123456')
    await expect(page.getByText('Passwords do not match')).toBeVisible()
    await second.fill('')
    await expect(page.getByText('Confirm password is required')).toBeVisible()
    await axe(page)
    await second.fill('123456')
    await first.fill('123456')
    await expect(page.getByText('Passwords do not match')).toBeHidden()
    await page.getByLabel('Email').fill(email)
    await expect(register).toBeEnabled()
    await register.click()

    await expect(page).toHaveURL('/dashboard')
    await expect(page.getByText('Your account waits for an administrator to give it a role.')).toBeVisible()
    expect(await page.evaluate(kept)).toMatchObject({ email, roleID: 0, name: 'Maricel dela Cruz' })
    await expect(page.getByRole('navigation', { name: 'Back-office' }).getByRole('link')).toHaveText(['Dashboard'])
    await axe(page)
    await page.goto('/supplier')
    await expect(page).toHaveURL('/dashboard')
  })

  test('signs up with a link to the sign-in', async ({ page }) => {
    await page.goto('/register')
    await page.getByRole('link', { name: 'You have an account? Login now' }).click()
    await expect(page).toHaveURL('/login')
  })

  test('is shown the shop front instead of the back-office', async ({ page }) => {
    test.slow()
    for (const path of staffPaths.filter((path) => !['/login', '/register'].includes(path))) {
      await page.goto(path)
      await expect(page, path).toHaveURL('/')
    }
  })

  test('signs in and up on a phone', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    for (const [path, button] of [
      ['/login', 'Sign In'],
      ['/register', 'Register'],
    ] as const) {
      await page.goto(path)
      await expect(page.getByRole('button', { name: button })).toBeInViewport()
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
      await axe(page)
    }
  })

  test.describe('a refused sign-in or sign-up', () => {
    test.use({ allow: [/status of 40[19]/] })

    test('reports a wrong password in a toast', async ({ page }) => {
      await page.goto('/login')
      await page.getByLabel('Email').fill(`${unique('user')}@journeys.example`)
      await page.getByLabel('Password', { exact: true }).fill('not the password')
      await page.getByRole('button', { name: 'Sign In' }).click()
      await expect(page.getByRole('alert')).toHaveText('Invalid email or password')
      await axe(page)
      expect(await page.evaluate(kept)).toBeNull()
    })

    test('reports a taken e-mail address in a toast', async ({ page }) => {
      const { email } = await newAccount(0)
      await page.goto('/register')
      await page.getByLabel('Name').fill('Somebody Else')
      await page.getByLabel('Email').fill(email.toUpperCase())
      await page.getByLabel('Password', { exact: true }).fill(password)
      await page.getByLabel('Confirm Password').fill(password)
      await page.getByRole('button', { name: 'Register' }).click()
      await expect(page.getByRole('alert')).toHaveText('Email already exists')
    })
  })

  test('signs in, stays signed in, and logs out', async ({ page }) => {
    const { email } = await newAccount(3)
    await page.goto('/login')
    const signIn = page.getByRole('button', { name: 'Sign In' })
    await expect(signIn).toBeDisabled()
    await expect(page.getByLabel('Email')).toBeFocused()
    await axe(page)
    await page.getByLabel('Email').fill('liza')
    await expect(page.getByText('Enter a valid email')).toBeVisible()
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password', { exact: true }).fill('12345')
    await expect(page.getByText('Password length must be at least 6 characters')).toBeVisible()
    await expect(signIn).toBeDisabled()
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/dashboard')
    const account = (await page.evaluate(kept))!
    expect(account).toMatchObject({ email, roleID: 3, roleName: 'Staff' })
    expect(account.token).toMatch(/./)

    await page.reload()
    await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
    await page.goto('/login')
    await expect(page).toHaveURL('/dashboard')
    await page.goto('/register')
    await expect(page).toHaveURL('/')

    // The answer never arrives: a screen's call that is refused meanwhile must not look like an expired session.
    await page.route('**/api/v1/logout', async (route) => void (await route.fetch()))
    await page.goto('/dashboard')
    await page.getByRole('button', { name: 'Account of' }).click()
    await page.getByRole('menuitem', { name: 'Logout' }).click()
    await expect(page).toHaveURL('/')
    expect(await page.evaluate(kept)).toBeNull()
    await expect.poll(() => api(account, 'GET', '/api/users/profile').catch(String)).toContain('401')
  })
})

/** A screen behind the sign-in, its title, and the button that creates a record (null if there is none). */
type Guarded = { path: string; title: RegExp | string; button: string | null }
const forStaff: Guarded[] = [
  { path: '/sales', title: 'SALES TRANSACTION LIST', button: '+ Create Sales Transaction' },
  { path: '/items', title: 'ITEM LIST', button: '+ Create Item' },
  { path: '/inventory', title: 'INVENTORY LIST', button: '+ Create Inventory' },
  { path: '/stock-transfer', title: 'STOCK TRANSFER LIST', button: '+ Create Transfer' },
  { path: '/repair-return', title: 'REPAIR RETURN LIST', button: null },
  { path: '/stock-count', title: 'STOCK COUNT LIST', button: '+ Create Stock Count' },
  { path: '/low-stock', title: 'LOW STOCK', button: null },
  { path: '/inventory-adjustment', title: 'Inventory Adjustment', button: '+ Create Inventory Adjustment' },
  { path: '/categories', title: 'CATEGORY LIST', button: '+ Create Category' },
  { path: '/purchase-order', title: 'PURCHASE ORDER LIST', button: '+ Create Purchase Order' },
  { path: '/po-item', title: 'PURCHASE ORDER ITEM LIST', button: '+ Create Purchase Order Item' },
  { path: '/po-receiving', title: 'PURCHASE ORDER RECEIVING LIST', button: '+ Create Purchase Order Receiving' },
  {
    path: '/po-receiving-item',
    title: 'PURCHASE ORDER RECEIVING ITEM LIST',
    button: '+ Create Purchase Order Receiving Item',
  },
  { path: '/supplier', title: 'SUPPLIER LIST', button: '+ Create Supplier' },
  { path: '/customer', title: 'CUSTOMER LIST', button: '+ Create Customer' },
  { path: '/inventory-type', title: 'INVENTORY TYPE LIST', button: '+ Create Inventory Type' },
  { path: '/adjustment-type-reason', title: 'ADJUSTMENT REASON LIST', button: '+ Create Adjustment Reason' },
  { path: '/adjustment-type', title: 'ADJUSTMENT TYPE LIST', button: '+ Create Adjustment Type' },
  { path: '/location', title: 'LOCATION LIST', button: '+ Create Location' },
  { path: '/payment-type', title: 'Payment Type List', button: '+ Create Payment Type' },
  { path: '/transaction-type', title: 'TRANSACTION TYPE LIST', button: '+ Create Transaction Type' },
  { path: '/analytics', title: 'Analytics', button: null },
  { path: '/messages', title: 'Messages', button: null },
]
const forManagers: Guarded[] = [
  { path: '/customer-type', title: 'CUSTOMER TYPE LIST', button: '+ Create Customer Type' },
  { path: '/users', title: 'USER LIST', button: '+ Create User' },
  // The form creates the only company profile, or edits it if it exists.
  { path: '/company-profile', title: /^(Create|Edit) Company Profile$/, button: null },
]
const forAnyone: Guarded[] = [
  { path: '/dashboard', title: 'Dashboard', button: null },
  { path: '/profile', title: 'Profile', button: null },
  { path: '/settings', title: 'Settings', button: null },
]
const forAdmins: Guarded[] = [{ path: '/audit-trail', title: 'Audit Trail', button: null }]

for (const { role, who, open, closed } of [
  { role: 0, who: 'somebody without a role', open: forAnyone, closed: [...forStaff, ...forManagers, ...forAdmins] },
  { role: 1, who: 'an administrator', open: [...forAnyone, ...forStaff, ...forManagers, ...forAdmins], closed: [] },
  { role: 2, who: 'a manager', open: [...forAnyone, ...forStaff, ...forManagers], closed: forAdmins },
  { role: 3, who: 'staff', open: [...forAnyone, ...forStaff], closed: [...forManagers, ...forAdmins] },
] as const)
  test.describe(who, () => {
    test.use({ role })

    test('opens the permitted screens and is redirected to the dashboard from the others', async ({ page }) => {
      test.slow()
      await page.goto('/dashboard')
      for (const { path, title, button } of open) {
        await goInside(page, path)
        await expect(page.getByRole('heading', { level: 1, name: title, exact: true }), path).toBeVisible()
        if (button) await expect(page.getByRole('button', { name: button, exact: true }).first(), path).toBeVisible()
        await expect(page, path).toHaveURL(path)
      }
      for (const { path } of closed) {
        await goInside(page, path)
        await expect(page, path).toHaveURL('/dashboard')
      }
      // An address that is opened anew has the same guard.
      if (closed[0]) {
        await page.goto(closed[0].path)
        await expect(page).toHaveURL('/dashboard')
      }
    })
  })

test.describe('a user whose role has changed', () => {
  test.use({ role: null, allow: [/status of 403/] })

  /** The administrator changes that user's role through the API. */
  async function giveRole({ userID }: Account, roleID: RoleID) {
    const { email, password } = { email: process.env['ADMIN_EMAIL'], password: process.env['ADMIN_PASSWORD'] }
    const admin = await api<Account>(null, 'POST', '/api/v1/login', { email, password })
    const { data } = await api<{ data: UserRow }>(admin, 'GET', `/api/v1/users/${userID}`)
    await api(admin, 'PUT', `/api/v1/users/${userID}`, { ...data, roleID })
  }

  /** Opens a screen as that user, once the browser has the current profile. */
  async function open(page: Page, own: Account, path: string) {
    await keep(page, own)
    const told = page.waitForResponse('**/api/users/profile')
    await page.goto(path)
    await (await told).finished()
  }

  const links = (page: Page) => page.getByRole('navigation', { name: 'Back-office' }).getByRole('link')

  test('gets the screens of the new role without signing in again', async ({ page }) => {
    const own = await newAccount(0)
    await open(page, own, '/dashboard')
    await expect(links(page)).toHaveText(['Dashboard'])
    await giveRole(own, 3)
    // Simulate that the window becomes visible again.
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
    await expect(links(page).filter({ hasText: 'Supplier' })).toBeVisible()
    await expect(page.getByText('Your account waits')).toBeHidden()
    expect(await page.evaluate(kept)).toEqual({ ...own, roleID: 3, roleName: 'Staff' })
  })

  test('is redirected from a screen that is no longer permitted', async ({ page }) => {
    const own = await newAccount(2)
    await open(page, own, '/users')
    await expect(links(page).filter({ hasText: 'Users' })).toBeVisible()
    // The stream of events tells the page.
    await giveRole(own, 3)
    await expect(page).toHaveURL('/dashboard')
    await expect(links(page).filter({ hasText: 'Users' })).toHaveCount(0)
    expect(await page.evaluate(kept)).toEqual({ ...own, roleID: 3, roleName: 'Staff' })
  })
})

test.describe('someone signed in', () => {
  test('reaches the back-office from the shop front, and logs out there', async ({ page }) => {
    // A separate account, because logging out ends its session.
    const own = await newAccount(3)
    await keep(page, own)
    await page.reload()
    await page.getByRole('button', { name: 'Account' }).click()
    await axe(page)
    await page.getByRole('link', { name: 'Dashboard' }).click()
    await expect(page).toHaveURL('/dashboard')
    await page.getByRole('button', { name: 'Account of' }).click()
    await page.getByRole('menuitem', { name: 'Shop front' }).click()
    await page.getByRole('button', { name: 'Account' }).click()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: 'Logout' })).toBeHidden()
    await page.getByRole('button', { name: 'Account' }).click()
    await page.getByRole('button', { name: 'Logout' }).click()
    await expect(page.getByRole('link', { name: 'Sign in' })).toBeVisible()
    expect(await page.evaluate(kept)).toBeNull()
  })

  test.describe('with a failing call', () => {
    test.use({ allow: [/status of 401|ERR_FAILED/] })

    test('is logged out even if the server is unreachable', async ({ page }) => {
      await page.goto('/dashboard')
      await page.route('**/api/v1/logout', (route) => route.abort())
      await page.getByRole('button', { name: 'Account of' }).click()
      await page.getByRole('menuitem', { name: 'Logout' }).click()
      await expect(page).toHaveURL('/')
      expect(await page.evaluate(kept)).toBeNull()
    })

    test('signs in again after the session has ended, and returns to the same page', async ({ page }) => {
      const own = await newAccount(3)
      await keep(page, own)
      await api(own, 'POST', '/api/v2/suppliers', {
        supplierName: unique('There'),
        contactDetails: '1',
        email: 'a@b.example',
      })
      await page.goto('/supplier?sort=supplierName')
      await expect(page.getByRole('heading', { name: 'SUPPLIER LIST' })).toBeVisible()
      await api(own, 'POST', '/api/v1/logout')
      await expect(page).toHaveURL('/login')
      expect(await page.evaluate(kept)).toBeNull()
      await page.getByLabel('Email').fill(own.email)
      await page.getByLabel('Password', { exact: true }).fill(password)
      await page.getByRole('button', { name: 'Sign In' }).click()
      await expect(page).toHaveURL('/supplier?sort=supplierName')
    })
  })

  test('leaves no data behind: not in any tab, after Back, or in the browser’s storage', async ({ page, context }) => {
    const own = await newAccount(3)
    const name = unique('Kept')
    const supplier = { supplierName: name, contactDetails: '1', email: 'kept@shop.example' }
    await api(own, 'POST', '/api/v2/suppliers', supplier)
    await keep(page, own)
    const other = await context.newPage()
    for (const tab of [page, other]) {
      await tab.goto('/dashboard')
      await tab.goto(`/supplier?search=${encodeURIComponent(name)}`)
      await expect(tab.getByRole('row', { name })).toBeVisible()
      // The browser stores which row has the focus, so that Back can restore it.
      await tab.getByRole('row', { name }).focus()
    }
    await writeUnsavedSale(page, { userID: own.userID, key: 'typed' })
    expect(await readUnsavedSales(page)).toHaveLength(1)

    const logOut = async () => {
      await page.getByRole('button', { name: 'Account of' }).click()
      await page.getByRole('menuitem', { name: 'Logout' }).click()
    }
    await logOut()
    const dialog = page.getByRole('dialog', { name: 'Log out?' })
    await expect(dialog).toContainText('sales that are not saved')
    await dialog.getByRole('button', { name: 'Stay' }).click()
    await expect(page.getByRole('row', { name })).toBeVisible()
    await logOut()
    await dialog.getByRole('button', { name: 'Log out' }).click()

    for (const tab of [page, other]) {
      await expect(tab).toHaveURL('/')
      await tab.goBack()
      await expect(tab).toHaveURL('/')
      await expect(tab.getByText(name)).toHaveCount(0)
      expect(await tab.evaluate(() => JSON.stringify(Object.entries(sessionStorage)))).not.toContain('row')
      expect(await tab.evaluate(() => Object.keys(localStorage))).not.toContain('account')
      expect(await tab.evaluate(() => JSON.stringify(Object.entries(localStorage)))).not.toContain('unsaved')
      expect(await readUnsavedSales(tab)).toEqual([])
      expect(await tab.evaluate(() => caches.keys())).toEqual([])
    }
    expect(await context.cookies()).toEqual([])
  })

  test('is not shown by a page from the back-forward cache, even to the next user', async ({ page }) => {
    const comesBack = (account: Account | null) => {
      // A page in the back-forward cache receives no event when somebody signs out or in.
      if (account === null) localStorage.removeItem('account')
      else localStorage.setItem('account', JSON.stringify(account))
      dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
    }
    await page.goto('/supplier')
    await expect(page.getByRole('heading', { name: 'SUPPLIER LIST' })).toBeVisible()
    const begun = await page.evaluate(() => performance.timeOrigin)
    const next = await newAccount(3)
    await page.evaluate(comesBack, next)
    await expect(page.getByRole('button', { name: `Account of ${next.name}` })).toBeVisible()
    expect(await page.evaluate(() => performance.timeOrigin)).toBeGreaterThan(begun)
    await page.evaluate(comesBack, null)
    await expect(page).toHaveURL('/')
  })

  test('is signed out in every tab at once', async ({ page, context }) => {
    const other = await context.newPage()
    await page.goto('/dashboard')
    // The shop front makes no calls of the account, which the server would refuse after the next line.
    await other.goto('/')
    await other.evaluate(() => localStorage.removeItem('account'))
    await expect(page).toHaveURL('/')
  })
})
