import type { Page } from '@playwright/test'

import type { Account } from '../../contract/people/account.ts'
import { api, axe, expect, test, unique } from './fixtures.ts'
import { atMain, createItem } from './steps.ts'

// Staff buy an old ring in: it is weighed, tested, offered and accepted on a signed paper. They sell a new ring against it
// at the till, and the rest is paid out. The pieces have become scrap in stock.

type Current = { data: { karat: string; latest: { goldRateID: number } | null }[] }

/** Enters today's rate of 18K: ₱6,260.00 for a bought gram. */
async function enterRate(account: Account | null) {
  const { data } = await api<Current>(account, 'GET', '/api/v1/gold-rates/current')
  const latestID = data.find(({ karat }) => karat === '18K')!.latest?.goldRateID ?? null
  const rate = { karat: '18K', sellPerGram: 6710, buyPerGram: 6260, latestID, confirmed: true }
  await api(account, 'POST', '/api/v1/gold-rates', { rates: [rate] })
}

async function createCustomer(account: Account | null) {
  const lastName = unique('Villanueva')
  const body = { firstName: 'Rowena', lastName, contactNo: '0917', email: 'rowena@x.example', customerTypeID: 1 }
  const made = await api<{ data: { customerID: number } }>(account, 'POST', '/api/v2/customers', body)
  return { ...made.data, lastName }
}

/** Chooses a karat of a piece by keyboard. */
async function chooseKarat(page: Page, label: string, karat: string) {
  await page.getByRole('combobox', { name: label }).click()
  await page.getByRole('option', { name: karat, exact: true }).click()
}

for (const width of [1440, 390])
  test.describe(`staff at ${width}`, () => {
    test.use({ role: 3, viewport: { width, height: 900 } })

    test('buy an old ring in, and sell a new one against it', async ({ page, account }) => {
      await enterRate(account)
      const { lastName } = await createCustomer(account)
      const ring = await createItem(account, {
        itemName: unique('New ring'),
        ...atMain,
        quantity: 2,
        price: 20_000,
        cost: 900,
      })
      await page.goto('/sales')
      await page.getByRole('link', { name: 'Trade-ins' }).click()
      await page.getByRole('button', { name: '+ Take a Trade-in' }).first().click()
      // The list that is left has a search field whose words name the customer too.
      await page.getByRole('combobox', { name: 'Customer', exact: true }).fill(lastName)
      await page.getByRole('option', { name: `Rowena ${lastName}` }).click()
      await page.getByLabel('Description of piece 1').fill('Old ring')
      await page.getByLabel('Gross grams of Old ring').fill('5.26')
      await page.getByLabel('Grams of the stones of Old ring').fill('1.12')
      await page.getByLabel('Loss in percent of Old ring').fill('3')
      await chooseKarat(page, 'Marked karat of Old ring', '22K')
      await chooseKarat(page, 'Tested karat of Old ring', '18K')
      const pieces = page.getByRole('table', { name: 'Pieces of the trade-in' })
      await expect(pieces).toContainText('4.016 g')
      await expect(pieces).toContainText('₱25,140.16')
      await expect(pieces).toContainText('One tests lower than its mark')
      await axe(page)

      // More than the reckoned sum waits for a Manager.
      const offer = page.getByLabel('Offer', { exact: true })
      await offer.fill('26000')
      await expect(page.getByText('More than the reckoned ₱25,140.16: a Manager must allow this').first()).toBeVisible()
      await offer.fill('25140')
      await page.getByRole('button', { name: 'Make the offer' }).click()
      await expect(page.getByText('Offered', { exact: true })).toBeVisible()
      const paper = page.waitForEvent('download')
      await page.getByRole('button', { name: 'Print the paper' }).click()
      expect((await paper).suggestedFilename()).toMatch(/^TI-\d{4}-\d{6}\.pdf$/)
      await page.getByLabel(`Rowena ${lastName} has signed the paper`).check()
      await page.keyboard.press('F9')
      await expect(page.getByRole('heading', { name: 'Became stock' })).toBeVisible()
      await expect(page.getByText('Left to use')).toBeVisible()
      await axe(page)

      // The till takes the trade-in for the new ring.
      await page.getByRole('link', { name: 'Use in a sale' }).click()
      await page.getByLabel('Scan a barcode').fill(ring.itemCode)
      await page.keyboard.press('Enter')
      await page.keyboard.press('F3')
      const choice = page.getByRole('dialog', { name: 'Trade-ins' })
      await expect(choice.getByRole('button', { name: lastName })).toBeVisible()
      await axe(page)
      await choice.getByRole('button', { name: lastName }).click()
      const payments = page.getByRole('region', { name: 'Payments' })
      await expect(payments.getByLabel('Amount')).toHaveValue('20,000.00')
      await page.keyboard.press('F9')
      await expect(page.getByRole('button', { name: /^New sale/ })).toBeVisible()
      await payments.getByRole('link', { name: 'Show the trade-in' }).click()

      // The rest is paid out.
      await expect(page.getByText('₱5,140.00')).toBeVisible()
      await page.getByRole('button', { name: 'Pay out' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Pay out' }).click()
      await expect(page.getByText('Paid out by Cash')).toBeVisible()
      await expect(page.getByRole('button', { name: 'Pay out' })).toHaveCount(0)
      await page.goto('/inventory?search=Scrap 18K')
      await expect(page.getByText('Scrap 18K').first()).toBeVisible()
    })
  })
