import { expect, test } from './fixtures.ts'

// Proves that a browser that is too old gets a message and never a blank page.

const sentence = /This browser is too old for the back-office, which needs Chrome \d+, .+ or newer\./

test.use({ role: null })

test.describe('a browser without the latest required feature', () => {
  test.beforeEach(({ page }) => page.addInitScript(() => Reflect.deleteProperty(Map, 'groupBy')))

  test('the back-office shows a message and does not start', async ({ page }) => {
    await page.goto('/login')
    await expect(page.getByRole('alert')).toHaveText(sentence)
    await page.waitForLoadState('networkidle')
    await expect(page.locator('#root')).toBeEmpty()
  })

  test('the public pages work as without scripts', async ({ page }) => {
    const scripts: string[] = []
    page.on('request', (request) => scripts.push(...(/client-.*\.js/.exec(request.url()) ?? [])))
    await page.goto('/shop')
    await page.waitForLoadState('networkidle')
    await expect(page.getByRole('heading', { name: 'The collection' })).toBeVisible()
    await page.getByRole('searchbox', { name: 'Search pieces' }).fill('no such piece')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'No piece fits all of this' })).toBeVisible()
    expect(scripts).toEqual([])
  })
})

test.describe('a browser that cannot parse the code', () => {
  test.use({ allow: [/SyntaxError/] })

  test('the back-office shows a message', async ({ page }) => {
    const start = /\/assets\/start-[\w-]+\.js$/
    await page.route(start, (route) => route.fulfill({ contentType: 'text/javascript', body: 'let a = ;' }))
    await page.goto('/login')
    await expect(page.getByRole('alert')).toHaveText(sentence)
  })
})

test.describe('a browser without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('the back-office shows a message', async ({ page }) => {
    await page.goto('/login')
    await expect(page.locator('noscript p')).toHaveText(/The back-office needs JavaScript/)
    await expect(page.locator('noscript p')).toBeVisible()
    await expect(page.getByText('This browser is too old')).toBeHidden()
  })
})

test('a current browser gets no message', async ({ page }) => {
  await page.goto('/login')
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await expect(page.getByText('This browser is too old')).toBeHidden()
})
