import { account } from '../../contract/people/account.ts'
import { api, axe, expect, test, unique } from './fixtures.ts'

test('the shop front shows its heading and its copyright line', async ({ page }) => {
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Gold worthhanding down.')
  await expect(page.getByText(/^© 2024 .+\. All rights reserved\.$/)).toBeVisible()
  await axe(page)
})

test.describe(() => {
  test.use({ allow: [/status of 404/] })
  test('an unknown address shows the shop front with "not found"', async ({ page }) => {
    const answer = await page.goto('/nowhere/at/all')
    expect(answer?.status()).toBe(404)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Gold worthhanding down.')
    await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
    expect(await page.locator('title').count()).toBe(1)
  })
})

test.describe('the public pages without JavaScript', () => {
  test.use({ javaScriptEnabled: false })
  test('are readable', async ({ page }) => {
    await page.goto('/')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', '/login')
  })
})

const forManagers = ['Customer Type', 'Company Profile', 'Users']
for (const role of [1, 2, 3] as const)
  test.describe(`role ${role}`, () => {
    test.use({ role })
    test('has the sidebar of its role', async ({ page }) => {
      await page.goto('/dashboard')
      const links = page.getByRole('navigation', { name: 'Back-office' }).getByRole('link')
      await expect(links.first()).toBeVisible()
      const shown = await links.allTextContents()
      expect(shown).toEqual(expect.arrayContaining(['Dashboard', 'Supplier']))
      const insight = page.getByRole('region', { name: 'Insight' }).getByRole('link')
      await expect(insight).toHaveText(['Reports', 'Analytics', 'Import', 'Settings'])
      if (role === 3) expect(shown.filter((name) => forManagers.includes(name))).toEqual([])
      await expect(page.getByRole('link', { name: 'Dashboard' })).toHaveAttribute('aria-current', 'page')
    })
  })

test('the sidebar collapses and stays collapsed', async ({ page }) => {
  await page.goto('/supplier')
  const toggle = page.getByRole('button', { name: 'Sidebar' })
  await expect(toggle).toHaveAttribute('aria-expanded', 'true')
  await toggle.click()
  await page.reload()
  await expect(toggle).toHaveAttribute('aria-expanded', 'false')
  const sidebar = page.getByRole('complementary')
  expect((await sidebar.boundingBox())?.width).toBe(64)
  await expect(sidebar.getByRole('link', { name: 'Supplier' })).toHaveAttribute('aria-current', 'page')
  await axe(page)
})

for (const width of [390, 1440])
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height: 844 }, allow: [/status of 503/] })
    test('a toast covers neither the bell nor the account', async ({ page }) => {
      await page.route('**/api/v1/notifications/read-all', (route) =>
        route.fulfill({ status: 503, json: { success: false, message: 'Please try again in a moment' } }),
      )
      await page.goto('/messages')
      // A message to read makes the button live.
      await api(null, 'POST', '/api/shop/questions', {
        email: `${unique('toast').replaceAll(' ', '-')}@x.example`,
        text: 'Open on Sunday?',
      })
      await page.reload()
      await page.getByRole('button', { name: 'Mark all as read' }).click()
      const toast = page.getByRole('alert')
      await expect(toast).toContainText('Please try again in a moment')
      const box = (await toast.boundingBox())!
      const bar = page.getByRole('banner')
      for (const own of [
        bar.getByRole('link', { name: /message/i }),
        bar.getByRole('button', { name: 'Account of' }),
      ]) {
        const { y, height } = (await own.boundingBox())!
        expect(y + height).toBeLessThanOrEqual(box.y)
      }
      expect(box.x + box.width).toBeLessThanOrEqual(width)
    })
  })

test('dark mode is stored and applied before the app starts', async ({ page }) => {
  await page.goto('/dashboard')
  const html = page.locator('html')
  await expect(html).toHaveAttribute('data-theme', 'light')
  await page.getByRole('button', { name: 'Dark mode' }).click()
  await expect(html).toHaveAttribute('data-theme', 'dark')
  await expect(html).toHaveAttribute('data-mantine-color-scheme', 'dark')
  expect(await page.evaluate(() => localStorage.getItem('darkMode'))).toBe('true')
  await page.goto('/')
  await expect(html).toHaveAttribute('data-theme', 'dark')
  await page.goto('/dashboard')
  await page.getByRole('button', { name: 'Dark mode' }).click()
  await expect(html).toHaveAttribute('data-theme', 'light')
  expect(await page.evaluate(() => localStorage.getItem('darkMode'))).toBe('false')
})

test.describe(() => {
  test.use({ javaScriptEnabled: true, allow: [/ERR_FAILED/] })
  test('a dark page is never white at first', async ({ page }) => {
    await page.goto('/dashboard')
    await page.evaluate(() => localStorage.setItem('darkMode', 'true'))
    // Only the inline script of the head runs; the app's scripts never load.
    await page.route('**/assets/index-*.js', (route) => route.abort())
    await page.reload({ waitUntil: 'load' })
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
    expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe('rgb(21, 18, 14)')
  })

  test('a lost connection is told once, and what was read stays readable', async ({ page, account }) => {
    const supplier = { supplierName: unique('There'), contactDetails: '1', email: 'a@b.example' }
    await api(account, 'POST', '/api/v2/suppliers', supplier)
    const companyName = unique('Okachimachi Gold')
    await page.route('**/api/v2/company-profile', async (route) => {
      const response = await route.fetch()
      const { data, ...rest } = await response.json()
      await route.fulfill({ response, json: { ...rest, data: { ...data, companyName } } })
    })
    await page.goto('/supplier')
    const rows = page.getByRole('table', { name: 'Suppliers' }).locator('tbody tr')
    await expect(rows.filter({ hasText: supplier.supplierName })).toBeVisible()
    const before = await rows.count()
    // The server is lost from the search on: another journey's event would otherwise lose it before, and with it the
    // search field.
    let isLost = false
    await page.route(/\/(api|healthz)/, (route) => {
      isLost ||= route.request().url().includes('search=Nobody')
      return isLost ? route.abort() : route.fallback()
    })
    await page.getByRole('searchbox').fill('Nobody')
    await expect(page.getByText(`No connection. ${companyName} cannot be reached`)).toBeVisible()
    await expect(page.getByText(/^Error/)).toBeHidden()
    await expect(page.locator('search.tools')).toHaveAttribute('inert')
    await expect(rows).toHaveCount(before)
    await expect(rows.filter({ hasText: supplier.supplierName })).toBeVisible()
    await axe(page)
    await page.unroute(/\/(api|healthz)/)
    await expect(page.getByText('No connection.')).toBeHidden()
    // The search is sent again by itself.
    await expect(page.getByText('Nothing found')).toBeVisible()
  })
})

test('the search opens from anywhere and opens a screen', async ({ page }) => {
  await page.goto('/supplier?search=anything')
  await page.getByRole('searchbox').click()
  await page.keyboard.press('Control+K')
  const search = page.getByRole('dialog').getByLabel('Search')
  await expect(search).toBeFocused()
  await axe(page)
  await search.fill('dashb')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/dashboard')
})

test('the profile menu links to the shop front', async ({ page }) => {
  await page.goto('/dashboard')
  await page.getByRole('button', { name: 'Account of' }).click()
  await expect(page.getByRole('menuitem', { name: 'Logout' })).toBeVisible()
  await axe(page)
  await page.getByRole('menuitem', { name: 'Shop front' }).click()
  await expect(page).toHaveURL('/')
})

test('a keyboard user can skip to the content', async ({ page }) => {
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })
  test('the sidebar is a drawer', async ({ page }) => {
    await page.goto('/dashboard')
    await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
    await axe(page)
    await page.getByRole('button', { name: 'Sidebar' }).click()
    const drawer = page.getByRole('dialog', { name: 'Menu' })
    await expect(drawer).toBeVisible()
    await axe(page)
    await drawer.getByRole('link', { name: 'Supplier' }).click()
    await expect(page).toHaveURL('/supplier')
    await expect(drawer).toBeHidden()
  })
})

test('the page of the API opens an endpoint and obeys the Content-Security-Policy', async ({ page }) => {
  const answered = page.waitForResponse((response) => response.url().endsWith('/api/docs'))
  await page.goto('/api/docs')
  expect((await answered).headers()['content-security-policy']).not.toContain('unsafe')
  await page.getByText(account.profile.summary, { exact: true }).click()
  await expect(page.getByRole('button', { name: 'Try it out' })).toBeVisible()
})
