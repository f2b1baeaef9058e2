import type { Account } from '../../contract/people/account.ts'
import { axe, expect, test } from './fixtures.ts'
import { admin, useShopWithMail } from './shop-with-mail.ts'
import { form } from './steps.ts'

// A shop of its own with a mail server: a member of staff chooses unread messages by mail, gets one, and ends it.
test.use({ role: null })
test.describe.configure({ timeout: 240_000 })

const shop = useShopWithMail()

const post = async (path: string, body: object) => {
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(shop().server.url + path, { method: 'POST', headers, body: JSON.stringify(body) })
  expect(answer.ok).toBe(true)
  return answer.json()
}

test('unread messages come by mail once they are chosen, and the link of the mail ends it', async ({ page }) => {
  const { server, mails } = shop()
  const account = (await post('/api/v1/login', admin)) as Account
  await post('/api/shop/questions', { name: 'Yumi', email: 'yumi@mail.example', text: 'Is it gold?', language: 'en' })
  await page.goto(`${server.url}/login`)
  await page.evaluate((text) => localStorage.setItem('account', text), JSON.stringify(account))

  await page.goto(`${server.url}/profile`)
  const byMail = form(page, 'Messages by mail')
  const save = byMail.getByRole('button', { name: 'Save' })
  await expect(byMail).toContainText(`also goes to ${admin.email}`)
  await expect(save).toBeDisabled()
  const choose = async (label: string, text: string) => {
    await byMail.getByRole('combobox', { name: label }).click()
    await page.getByRole('option', { name: text }).click()
  }
  await choose('How often', 'Once a day')
  await choose('At', '18:00')
  await axe(page)
  await save.click()
  await expect(page.getByText('Messages by mail are saved')).toBeVisible()
  await page.reload()
  await expect(byMail.getByRole('combobox', { name: 'At' })).toHaveValue('18:00')
  await choose('How often', 'At most once an hour')
  await save.click()
  await expect(save).toBeDisabled()

  // The open page follows the mail without a reload.
  await expect(byMail).toContainText('The last mail was sent on', { timeout: 150_000 })
  const [{ to, text } = { to: '', text: '' }, ...others] = mails.mails
  expect([to, others]).toEqual([admin.email, []])
  expect(text).toContain('Yumi')
  for (const width of [390, 768]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    await axe(page)
  }

  const link = /https:\/\/amihan\.example(\/unsubscribe-staff\?key=[\w-]+)/.exec(text)![1]!
  const other = await page.context().newPage()
  await other.goto(server.url + link)
  await axe(other)
  await other.getByRole('button', { name: 'No more mails' }).click()
  await expect(other.getByRole('status')).toContainText('You will get no more mails with your messages.')
  await expect(byMail.getByRole('combobox', { name: 'How often' })).toHaveValue('Never')
})
