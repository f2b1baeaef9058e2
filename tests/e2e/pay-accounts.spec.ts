import sharp from 'sharp'

import { encodeQRCode, pathOfQRCode } from '../../server/pdf/qr-code.ts'
import { password } from '../support/journeys.ts'
import { drawPicture } from '../support/pictures.ts'
import { api, axe, expect, newAccount, test } from './fixtures.ts'
import { form, okay } from './steps.ts'

// An administrator enters the accounts into which buyers pay, with a QR code and the password, and the other
// administrators are told.

/** Draws a QR code as a picture that a wallet would give. */
async function drawQr(text: string) {
  const { modules, path } = pathOfQRCode(await encodeQRCode(text))
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${modules} ${modules}" width="${modules * 8}"
    height="${modules * 8}" shape-rendering="crispEdges"><rect width="100%" height="100%" fill="#fff"/><path d="${path}"/></svg>`
  return sharp(Buffer.from(svg)).png().toBuffer()
}

test.use({ role: 1, allow: [/403|409/] })

test('an administrator enters an account with its QR code by the password, and others are told', async ({ page }) => {
  const other = await newAccount(1)
  const holder = `Holder ${Date.now()}`
  const digits = String(Date.now()).slice(-9)
  const number = `09${digits}`
  const name = `GCash account ending ${number.slice(-4)}`
  await page.goto('/pay-account')
  await page.getByRole('button', { name: '+ Create Payment Account' }).first().click()
  const create = form(page, 'Create Payment Account')
  await create.getByLabel('Holder').fill(holder)
  await create.getByLabel('Number').fill('12345')
  await expect(create.getByText('A GCash number is a mobile number, such as 0917 555 0186')).toBeVisible()
  await create.getByLabel('Number').fill(`+63 9${digits}`)
  const choose = (name: string, buffer: Buffer) =>
    create.locator('input[type=file]').setInputFiles({ name, mimeType: 'image/png', buffer })
  await choose('blank.png', await drawPicture('gold', { width: 300, height: 300 }))
  await expect(create.getByText('No code was found in this picture.')).toBeVisible()
  await choose('qr.png', await drawQr('0002010102115912AMIHAN JEWEL6006NAGOYA6304ABCD'))
  await expect(create.getByText('The code pays to AMIHAN JEWEL, NAGOYA.')).toBeVisible()
  await create.getByLabel('Payment type').click()
  // Cash reaches no account.
  await expect(page.getByRole('option', { name: 'GCash' })).toBeVisible()
  await expect(page.getByRole('option', { name: 'Cash', exact: true })).toHaveCount(0)
  await page.getByRole('option', { name: 'GCash' }).click()
  await create.getByLabel('Current password').fill('a guess')
  await axe(page)
  await page.keyboard.press('Enter')
  await expect(create.getByText('Your current password is wrong').first()).toBeVisible()
  await create.getByLabel('Current password').fill(password)
  await page.keyboard.press('Enter')
  await okay(page, 'Payment Account Created!')

  const row = page.getByRole('row', { name: new RegExp(holder) })
  await expect(row.getByText(`${number.slice(0, 4)} ${number.slice(4, 7)} ${number.slice(7)}`)).toBeVisible()
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await row.getByRole('button', { name: `Copy the number of the ${name}` }).click()
  await expect(row.getByRole('button', { name: /^Copied/ })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(number)
  await axe(page)

  const { data } = await api<{ data: { message: string; link: string }[] }>(other, 'GET', '/api/v1/notifications')
  const told = data.find(({ message }) => message.endsWith(`added the ${name}, into which buyers pay`))

  await page.goto(told!.link)
  const edit = form(page, 'Edit Payment Account')
  await expect(edit.getByText('The code pays to AMIHAN JEWEL, NAGOYA.')).toBeVisible()
  await edit.getByRole('button', { name: 'Remove' }).click()
  await edit.getByLabel('Note').fill('InstaPay is fine')
  await edit.getByLabel('Current password').fill(password)
  await page.keyboard.press('Control+s')
  await okay(page, 'Payment Account Updated!')
  const { data: later } = await api<{ data: { message: string }[] }>(other, 'GET', '/api/v1/notifications')
  const sentence = new RegExp(`changed the ${name}: QR picture removed, note$`)
  expect(later.filter(({ message }) => sentence.test(message))).toHaveLength(1)
})

test('two administrators at once compare their versions without their password, and order the accounts', async ({
  page,
  account,
}) => {
  const digits = String(Date.now()).slice(-8)
  const made = async (kind: string, n: number) => {
    const body = { kind, holder: 'Ana', number: `09${digits}${n}`, paymentTypeID: 3, currentPassword: password }
    const { data } = await api<{ data: { payAccountID: number } }>(account, 'POST', '/api/v1/pay-accounts', body)
    return { id: data.payAccountID, body }
  }
  const one = await made('Maya', 1)
  const two = await made('Maya', 2)
  await page.goto(`/pay-account?id=${one.id}`)
  const edit = form(page, 'Edit Payment Account')
  await edit.getByLabel('Holder').fill('Mine')
  await edit.getByLabel('Current password').fill(password)
  const admin = await newAccount(1)
  await api(admin, 'PUT', `/api/v1/pay-accounts/${one.id}`, { ...one.body, holder: 'Theirs' })
  await page.keyboard.press('Control+s')
  const compared = page.getByRole('region', { name: 'Changed by someone else' })
  await expect(compared.getByRole('row', { name: 'Holder Mine Theirs' })).toBeVisible()
  await expect(compared.getByText('Current password')).toHaveCount(0)
  await axe(page)
  await compared.getByRole('button', { name: 'Keep mine' }).click()
  await okay(page, 'Payment Account Updated!')

  await page.goto('/pay-account')
  await page.getByRole('button', { name: 'Change order' }).click()
  const order = form(page, 'Order of the Payment Accounts')
  const entries = order.getByRole('list', { name: 'Order' }).getByRole('listitem')
  const name = `Move the Maya account ending ${two.body.number.slice(-4)} up`
  const places = async () =>
    (await entries.allTextContents()).map((text) => text.replaceAll(/\D/g, '')).map((text) => numbers.indexOf(text))
  const numbers = [one.body.number, two.body.number]
  const before = await places()
  await order.getByRole('button', { name }).focus()
  await page.keyboard.press('Enter')
  expect((await places()).indexOf(1)).toBe(before.indexOf(1) - 1)
  await expect(order.getByRole('button', { name })).toBeFocused()
  await axe(page)
  await order.getByLabel('Current password').fill(password)
  await page.keyboard.press('Enter')
  await okay(page, 'Order Saved!')
  const { data } = await api<{ data: { payAccountID: number }[] }>(
    account,
    'GET',
    '/api/v1/pay-accounts?status=true&pageSize=100',
  )
  const ids = data.map(({ payAccountID }) => payAccountID)
  expect(ids.indexOf(two.id)).toBe(ids.indexOf(one.id) - 1)
})
