import { join } from 'node:path'

import type { Account } from '../../contract/people/account.ts'
import { isSigned, startReceiver } from '../support/receiver.ts'
import { dataFolder, removeFolder, type Server, startServer } from '../support/server.ts'
import { axe, expect, test } from './fixtures.ts'
import { form, okay } from './steps.ts'

// An administrator lets another program be told of events, sees each delivery, and sends one again. The shop is its own,
// because its webhooks may reach this machine.
test.use({ role: null, allow: [/status of 422/] })
test.describe.configure({ timeout: 120_000 })

const admin = { email: 'admin@shop.example', password: 'a password of the tests' }
let folder: string
let server: Server
let receiver: Awaited<ReturnType<typeof startReceiver>>
test.beforeAll(async () => {
  test.setTimeout(120_000)
  folder = await dataFolder()
  receiver = await startReceiver()
  server = await startServer({
    DATA_DIR: folder,
    ADMIN_EMAIL: admin.email,
    ADMIN_PASSWORD: admin.password,
    NODE_OPTIONS: `--import=${join(import.meta.dirname, '../support/open-loopback.ts')}`,
  })
})
test.afterAll(async () => {
  server.child.kill('SIGTERM')
  await server.ended
  await receiver.close()
  await removeFolder(folder)
})

test('an administrator adds a webhook, tests it, sees what it sent, and sends it again', async ({ page }) => {
  const answer = await fetch(`${server.url}/api/v1/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(admin),
  })
  const account = (await answer.json()) as Account
  await page.goto(`${server.url}/login`)
  await page.evaluate((text) => localStorage.setItem('account', text), JSON.stringify(account))
  await page.goto(`${server.url}/integrations`)
  const section = page.getByRole('region', { name: 'Webhooks', exact: true })
  await expect(section).toContainText('No program is told what happens.')

  await section.getByRole('button', { name: 'Add a webhook' }).click()
  const panel = form(page, 'Add Webhook')
  await expect(panel.getByLabel('Webhook name')).toBeFocused()
  await panel.getByLabel('Webhook name').fill('Bookkeeping')
  await panel.getByLabel('Address').fill('http://10.0.0.1/hook')
  await panel.getByLabel('Search events').fill('location: created')
  await panel.getByRole('checkbox', { name: 'Location: created' }).check()
  await expect(panel.getByText('1 event chosen.')).toBeVisible()
  await axe(page)
  await panel.getByRole('button', { name: 'Create webhook' }).click()
  await expect(panel).toContainText('10.0.0.1 is not on the public internet')
  await panel.getByLabel('Address').fill(`http://127.0.0.1:${receiver.port}/hook`)
  await panel.getByRole('button', { name: 'Create webhook' }).click()
  await okay(page, 'Webhook Created!')
  const shown = page.getByRole('region', { name: 'The new secret' })
  const secret = await shown.getByLabel('Secret').inputValue()
  await axe(page)
  await shown.getByRole('button', { name: 'Done' }).click()

  const row = section.getByRole('listitem', { name: 'Bookkeeping' })
  await expect(row).toContainText('Nothing sent yet')
  await row.getByRole('button', { name: 'Send a test to Bookkeeping' }).click()
  await expect(page.getByText('Bookkeeping took the test (204)')).toBeVisible()
  await expect(row).toContainText('delivered')
  receiver.state.reply = (response) => void response.writeHead(503).end()
  await row.getByRole('button', { name: 'Send a test to Bookkeeping' }).click()
  await expect(page.getByText('Bookkeeping did not take the test. The receiver answered 503')).toBeVisible()
  receiver.state.reply = (response) => void response.writeHead(200).end()

  // A change by another person reaches the receiver, and this screen shows its delivery without a reload.
  const made = await fetch(`${server.url}/api/v1/locations`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${account.token}` },
    body: JSON.stringify({ locationName: 'Vault' }),
  })
  const { locationID } = ((await made.json()) as { data: { locationID: number } }).data
  await row.getByRole('button', { name: 'Deliveries of Bookkeeping' }).click()
  const dialog = page.getByRole('dialog', { name: 'Deliveries of Bookkeeping' })
  const delivery = dialog.getByRole('row').filter({ hasText: `Location: created ${locationID}` })
  await expect(delivery).toContainText('Delivered')
  await expect(delivery.getByRole('cell', { name: '200', exact: true })).toBeVisible()
  await axe(page)
  await delivery.getByRole('button', { name: 'Send again' }).click()
  await expect.poll(() => receiver.received.length).toBe(4)
  await expect(delivery).toContainText('Delivered')
  expect(receiver.received.every((one) => isSigned(one, secret))).toBe(true)
  expect(receiver.received[3]!.headers['webhook-id']).toBe(receiver.received[2]!.headers['webhook-id'])
  await dialog.getByRole('searchbox').fill('503')
  await expect(dialog.getByRole('row')).toHaveCount(2)
  await expect(dialog.getByRole('row').last()).toContainText('The receiver answered 503')
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Download CSV' }).click(),
  ])
  expect(file.suggestedFilename()).toMatch(/^webhook-deliveries-.*\.csv$/)
  await axe(page)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(row.getByRole('button', { name: 'Deliveries of Bookkeeping' })).toBeFocused()

  await row.getByRole('button', { name: 'Edit Bookkeeping' }).click()
  const edit = form(page, 'Edit Webhook')
  await edit.getByRole('switch', { name: 'Active' }).uncheck()
  await edit.getByRole('button', { name: 'Update webhook' }).click()
  await okay(page, 'Webhook Updated!')
  await expect(row).toContainText('Inactive')
  await axe(page)

  await row.getByRole('button', { name: 'New secret for Bookkeeping' }).click()
  await page
    .getByRole('dialog', { name: 'A new secret for Bookkeeping?' })
    .getByRole('button', { name: 'New secret' })
    .click()
  await expect(page.getByRole('region', { name: 'The new secret' }).getByLabel('Secret')).toHaveValue(/^whsec_/)
  await row.getByRole('button', { name: 'Delete Bookkeeping' }).click()
  await page
    .getByRole('dialog', { name: 'Delete Bookkeeping?' })
    .getByRole('button', { name: 'Delete webhook' })
    .click()
  await expect(section).toContainText('No program is told what happens.')
})
