import type { Account } from '../../contract/people/account.ts'
import { axe, expect, test } from './fixtures.ts'
import { admin, useShopWithMail } from './shop-with-mail.ts'
import { form, okay } from './steps.ts'

// A shop of its own with a mail server: an administrator turns messages on, and staff see and send those of a sale.
// The server refuses an address that is none, and a text that another administrator has changed.
test.use({ role: null, allow: [/status of 4(00|09)/] })
test.describe.configure({ timeout: 120_000 })

const shop = useShopWithMail()

test('messages are turned on, written, sent once, refused and shared', async ({ page }) => {
  const { server, mails } = shop()
  const send = async <T>(method: string, path: string, body: object, account?: Account) => {
    const answer = await fetch(server.url + path, {
      method,
      headers: {
        'content-type': 'application/json',
        ...(account && { authorization: `Bearer ${account.token}` }),
      },
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return (await answer.json()) as T
  }
  const account = await send<Account>('POST', '/api/v1/login', admin)
  // The system's sheet to share a text cannot be seen by a test: this one keeps what the page hands over.
  await page.addInitScript(() => {
    navigator.share = async (shared) => void Object.assign(window, { shared })
  })
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(`${server.url}/login`)
  await page.evaluate((text) => localStorage.setItem('account', text), JSON.stringify(account))

  await page.goto(`${server.url}/settings`)
  const settings = form(page, 'Messages to customers')
  await settings.getByRole('checkbox', { name: 'Order confirmation' }).check()
  await settings.getByLabel('Quiet from').fill('02:00')
  await settings.getByRole('button', { name: 'Save messages' }).click()
  await expect(settings.getByRole('alert')).toHaveText('Error: Quiet hours need a beginning and an end')
  await settings.getByLabel('Quiet from').fill('')
  await settings.getByRole('button', { name: 'Save messages' }).click()
  await expect(page.getByText('Messages Saved!')).toBeVisible()

  const texts = page.getByRole('region', { name: 'Texts', exact: true })
  await texts.getByLabel('Text', { exact: true }).fill('Owed: {balnce}')
  await expect(texts).toContainText('{balnce} is not a placeholder; use {name}')
  await texts.getByLabel('Text', { exact: true }).fill('Hello {name}, {balance} is left.')
  await expect(texts).toContainText('Hello Maricel Tanaka, ₱30,000.00 is left.')
  await texts.getByRole('button', { name: 'Save text' }).click()
  await expect(texts.getByRole('button', { name: 'Reset to the default' })).toBeVisible()
  await axe(page)

  const test1 = page.getByRole('region', { name: 'Test mail', exact: true })
  await test1.getByLabel('To').fill('liza@shop.example')
  await test1.getByRole('button', { name: 'Send test mail' }).click()
  await expect(test1).toContainText('The mail server took it.', { timeout: 20_000 })
  expect(mails.mails.map(({ to }) => to)).toEqual(['liza@shop.example'])

  type Made = { data: Record<string, number> }
  const made = (path: string, body: object) => send<Made>('POST', path, body, account)
  const { categoryID } = (await made('/api/v1/categories', { categoryCode: 'RG', categoryName: 'Rings' })).data
  const item = { itemCode: 'RG-1', itemName: 'Ring', categoryID, uom: 'PCS', grams: 3, price: 900, cost: 600 }
  const stock = { locationID: 1, inventoryTypeID: 1, quantity: 5, reOrderThreshold: 0 }
  const { itemID } = (await made('/api/v1/item-inventory', { ...item, ...stock })).data
  const person = { firstName: 'Ana', lastName: 'Reyes', contactNo: '1', email: 'ana@mail.example', customerTypeID: 1 }
  const { customerID } = (await made('/api/v2/customers', person)).data
  const order = { customerID, locationID: 1, transactionTypeID: 1, items: [{ itemID, orderQty: 1 }] }
  const { salesTransactionID: id } = (await made('/api/v2/sales', order)).data

  await expect.poll(() => mails.mails.length, { timeout: 20_000 }).toBe(2)
  await page.goto(`${server.url}/sales?id=${id}`)
  const told = page.getByRole('region', { name: 'Messages', exact: true })
  await expect(told.getByRole('listitem')).toHaveCount(1)
  await expect(told).toContainText('Order confirmation')
  await expect(told).toContainText('Sent')
  await told.getByText('Order confirmation').click()
  await expect(told).toContainText('Hello Ana Reyes, ₱900.00 is left.')

  mails.state.manner = 'refuses'
  await told.getByRole('button', { name: 'E-mail invoice', exact: true }).click()
  // The open sale follows its mails without a reload.
  await expect(told).toContainText('550 Nobody is the address', { timeout: 20_000 })
  mails.state.manner = 'takes'
  await told.getByRole('button', { name: 'Try again' }).click()
  await expect.poll(() => mails.mails.length, { timeout: 20_000 }).toBe(3)
  expect(mails.mails[2]!.text).toContain('application/pdf')
  await expect(told).not.toContainText('Failed')
  await expect(told.getByText('Sent', { exact: true })).toHaveCount(2)

  await told.getByRole('button', { name: 'Write message' }).click()
  const dialog = page.getByRole('dialog', { name: 'Message to the customer' })
  await expect(dialog).toContainText('your order')
  await dialog.getByRole('combobox', { name: 'By' }).click()
  await page.getByRole('option', { name: 'LINE' }).click()
  await axe(page)
  const text = await dialog.getByLabel('Text of the message').innerText()
  await dialog.getByRole('button', { name: 'Copy' }).click()
  await expect(page.getByText('Copied')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(text)
  await dialog.getByRole('button', { name: 'Share' }).click()
  expect(await page.evaluate(() => (window as { shared?: ShareData }).shared)).toEqual({ text })
  await dialog.getByRole('button', { name: 'Mark as sent' }).click()
  await expect(told).toContainText('Ready for pick-up')

  // The box of the links mails one that opens the order, in place of that of the confirmation.
  const box = page.getByRole('region', { name: 'Page for the buyer' })
  const newest = box.getByRole('list', { name: 'Links' }).getByRole('listitem').first()
  await box.getByRole('button', { name: 'Send by e-mail' }).click()
  await expect(page.getByText('A link goes to ana@mail.example')).toBeVisible()
  await expect(newest).toContainText(/Mailed .* by (?!the shop).*not opened yet/, { timeout: 20_000 })
  await expect(told).toContainText('Order page link')
  const address = /https:\/\/amihan\.example(\/order#[\w-]{43})/.exec(mails.mails.at(-1)!.text)![1]!
  const buyer = await page.context().newPage()
  await buyer.goto(server.url + address)
  await expect(buyer.getByText(/SO-\d{4}-\d+/).first()).toBeVisible()
  await buyer.close()
  await expect(newest).toContainText(/opened \d/)

  await page.goto(`${server.url}/customer?id=${customerID}`)
  const panel = page.getByRole('region', { name: 'Messages', exact: true })
  await expect(panel.getByRole('listitem')).toHaveCount(4)
  await panel.getByRole('switch', { name: 'No messages' }).click()
  await expect(panel.getByRole('switch', { name: 'No messages' })).toBeChecked()
  await axe(page)

  const link = /https:\/\/amihan\.example(\/unsubscribe\?key=[\w-]+)/.exec(mails.mails[1]!.text)![1]!
  await page.goto(server.url + link)
  await page.getByRole('button', { name: 'No more messages' }).click()
  await expect(page.getByRole('status')).toHaveText('You will get no more messages from us.')
  await axe(page)
})

test('an invoice is mailed to an address that the buyer names at the till', async ({ page }) => {
  const { server, mails } = shop()
  const before = mails.mails.length
  const call = async <T>(path: string, body: object, token?: string) => {
    const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) }
    const answer = await fetch(server.url + path, { method: 'POST', headers, body: JSON.stringify(body) })
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return (await answer.json()) as T
  }
  type Made = { data: Record<string, number> }
  const account = await call<Account>('/api/v1/login', admin)
  const made = async (path: string, body: object) => (await call<Made>(path, body, account.token)).data
  const { categoryID } = await made('/api/v1/categories', { categoryCode: 'CH', categoryName: 'Chains' })
  const item = { itemCode: 'CH-1', itemName: 'Chain', categoryID, uom: 'PCS', grams: 3, price: 700, cost: 400 }
  const { itemID } = await made('/api/v1/item-inventory', {
    ...item,
    locationID: 1,
    inventoryTypeID: 1,
    quantity: 5,
    reOrderThreshold: 0,
  })
  const payments = [{ paymentTypeID: 1, amount: 700 }]
  const order = { locationID: 1, transactionTypeID: 1, items: [{ itemID, orderQty: 1 }], payments, complete: true }
  const { salesTransactionID: id } = await made('/api/v2/sales', order)

  await page.goto(`${server.url}/login`)
  await page.evaluate((text) => localStorage.setItem('account', text), JSON.stringify(account))
  await page.goto(`${server.url}/sales?id=${id}`)
  const told = page.getByRole('region', { name: 'Messages', exact: true })
  await told.getByRole('button', { name: 'E-mail invoice', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'E-mail invoice' })
  await expect(dialog.getByLabel('To')).toBeFocused()
  await dialog.getByLabel('To').fill('buyer@home')
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('alert')).toContainText('Error: ')
  await axe(page)
  await dialog.getByLabel('To').fill('buyer@home.example')
  await page.keyboard.press('Enter')
  await expect(page.getByText('The invoice goes to buyer@home.example')).toBeVisible()
  await expect(dialog).not.toBeVisible()
  await expect.poll(() => mails.mails.length, { timeout: 20_000 }).toBe(before + 1)
  expect(mails.mails.at(-1)).toMatchObject({
    to: 'buyer@home.example',
    text: expect.stringContaining('application/pdf'),
  })
  await expect(told).toContainText('Sent')
  await expect(told).toContainText('buyer@home.example')
  await axe(page)
})

test('the forms of Settings say what others changed, and keep what was typed', async ({ page }) => {
  const { server } = shop()
  const call = async <T>(method: string, path: string, body: object, token?: string) => {
    const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) }
    const answer = await fetch(server.url + path, { method, headers, body: JSON.stringify(body) })
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return (await answer.json()) as T
  }
  const account = await call<Account>('POST', '/api/v1/login', admin)
  const { token } = await call<Account>('POST', '/api/v1/login', admin)
  const change = (path: string, body: object) => call('PUT', path, body, token)
  await page.goto(`${server.url}/login`)
  await page.evaluate((text) => localStorage.setItem('account', text), JSON.stringify(account))
  await page.goto(`${server.url}/settings`)

  const texts = page.getByRole('region', { name: 'Texts', exact: true })
  const text = texts.getByLabel('Text', { exact: true })
  await texts.getByLabel('Subject').fill('Typed for {number}')
  const other = { kind: 'orderConfirmation', language: 'en', subject: 'By another', body: 'Written by another' }
  // A change of another text is no news of this one.
  await change('/api/v1/settings/message-templates', { ...other, language: 'tl' })
  await change('/api/v1/settings/message-templates', other)
  await expect(texts.getByRole('status')).toContainText('changed this just now')
  await expect(text).not.toHaveValue('Written by another')
  await texts.getByRole('button', { name: 'Save text' }).click()
  await expect(texts.getByRole('alert')).toHaveText(
    'Error: This record was changed by someone else. Reload and try again.',
  )
  await axe(page)
  await texts.getByRole('button', { name: 'Read it again' }).click()
  await expect(text).toHaveValue('Written by another')
  await expect(texts.getByLabel('Subject')).toHaveValue('Typed for {number}')
  await expect(texts.getByRole('alert')).toBeEmpty()
  await texts.getByRole('button', { name: 'Save text' }).click()
  await expect(page.getByText('Text Saved!')).toBeVisible()

  // Saving another form of the page keeps what was typed in these.
  const choices = form(page, 'Messages to customers')
  await text.fill('Typed: {balance}')
  await choices.getByLabel('Quiet from').fill('02:00')
  const backups = form(page, 'Backup reminder')
  await backups.getByRole('switch').click()
  await backups.getByRole('button', { name: 'Save reminder' }).click()
  await okay(page, 'Reminder Off!')
  await expect(text).toHaveValue('Typed: {balance}')
  await expect(choices.getByLabel('Quiet from')).toHaveValue('02:00')
  await choices.getByLabel('Quiet until').fill('03:00')
  await choices.getByRole('button', { name: 'Save messages' }).click()
  await expect(page.getByText('Messages Saved!')).toBeVisible()

  // The form of the tax hears of the tax alone. Nothing of this page's own is read again meanwhile.
  await page.reload()
  const tax = form(page, 'Tax')
  await expect(tax).toBeVisible()
  await expect(text).toHaveValue('Written by another')
  await change('/api/v1/settings/message-templates', other)
  await expect(texts.getByRole('status')).toContainText('changed this just now')
  await change('/api/v1/settings/backup-reminder', { remindOfBackups: true })
  await expect(choices.getByRole('status')).toContainText('changed this just now')
  await expect(tax.getByRole('status')).toBeEmpty()
  await change('/api/v1/tax', { taxCountry: 'PH', taxRegistered: false, taxNumber: null, taxFrom: null })
  await expect(tax.getByRole('status')).toContainText('changed this just now')
})
