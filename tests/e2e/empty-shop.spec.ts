import type { Account } from '../../contract/people/account.ts'
import { dataFolder, removeFolder, type Server, startServer } from '../support/server.ts'
import { axe, expect, test } from './fixtures.ts'
import { form, okay } from './steps.ts'

// An administrator empties a shop of its own, because the other journeys use the shared one.
test.use({ role: null, allow: [/status of 422/] })
test.describe.configure({ timeout: 120_000 })

const admin = { email: 'admin@shop.example', password: 'a password of the tests' }
let folder: string
let server: Server
test.beforeAll(async () => {
  test.setTimeout(120_000)
  folder = await dataFolder()
  server = await startServer({ DATA_DIR: folder, ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: admin.password })
})
test.afterAll(async () => {
  server.child.kill('SIGTERM')
  await server.ended
  await removeFolder(folder)
})

const call = async <T>(method: string, path: string, token?: string, body?: object) => {
  const response = await fetch(server.url + path, {
    method,
    headers: {
      ...(body && { 'content-type': 'application/json' }),
      ...(token && { authorization: `Bearer ${token}` }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  return (await response.json()) as T
}

for (const width of [1440, 390])
  test(`an administrator throws everything away, at ${width}`, async ({ page }) => {
    const account = await call<Account>('POST', '/api/v1/login', undefined, admin)
    const supplier = { supplierName: 'Tried once', contactDetails: '1', email: 'tried@x.example' }
    await call('POST', '/api/v2/suppliers', account.token, supplier)
    await page.setViewportSize({ width, height: 900 })
    await page.goto(`${server.url}/login`)
    await page.evaluate((text) => localStorage.setItem('account', text), JSON.stringify(account))

    // Where the demo shop can no longer be cleared, its section offers the same.
    const obstacle =
      'The demo shop can no longer be cleared: there is a sale that is the shop’s own. “Empty shop” in Settings throws everything away'
    const loaded = { state: 'loaded', progress: null, obstacle, failure: null }
    await page.route('**/api/v1/demo', (route) => route.fulfill({ json: { success: true, data: loaded } }))
    await page.goto(`${server.url}/settings`)
    const demo = page.getByRole('region', { name: 'Demo data' })
    await expect(demo).toContainText(obstacle)
    await expect(demo.getByRole('button', { name: 'Empty shop' })).toBeVisible()

    await page.getByRole('region', { name: 'Empty shop' }).getByRole('button', { name: 'Empty shop' }).click()
    const empty = form(page, 'Empty Shop')
    await expect(empty.getByRole('switch', { name: 'Keep people and settings' })).toBeChecked()
    await empty.getByLabel('Shop’s name').fill('Another shop')
    await axe(page)
    await empty.getByRole('button', { name: 'Empty shop' }).click()
    await expect(empty.getByText('Type the shop’s name, Alahas, to empty the shop').first()).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    await empty.getByLabel('Shop’s name').fill('alahas')
    await empty.getByRole('button', { name: 'Empty shop' }).click()
    await okay(page, 'Shop Emptied!')

    await page.goto(`${server.url}/supplier`)
    await expect(page.getByText('Tried once')).toBeHidden()
    await page.goto(`${server.url}/audit-trail`)
    await expect(page.getByText('Shop emptied')).toBeVisible()
  })
