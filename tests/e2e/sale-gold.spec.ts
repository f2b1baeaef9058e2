import { api, axe, expect, newAccount, test } from './fixtures.ts'
import { atMain, createItem, print } from './steps.ts'

// The gold of the day stands in the assay line of an item's page and of a line at the till, and on papers as an
// administrator chose. The rate is read from the shop, because other journeys enter rates too.

type Current = { data: { karat: string; latest: { goldRateID: number; sellPerGram: number } | null }[] }

/** Returns the 21K rate, which no other journey enters, after making one of today. */
async function enterRate(): Promise<number> {
  const manager = await newAccount(2)
  const { data } = await api<Current>(manager, 'GET', '/api/v1/gold-rates/current')
  const latestID = data.find(({ karat }) => karat === '21K')!.latest?.goldRateID ?? null
  await api(manager, 'POST', '/api/v1/gold-rates', {
    rates: [{ karat: '21K', sellPerGram: 3500, buyPerGram: 3000, latestID, confirmed: true }],
  })
  return 3500
}

test.describe('staff', () => {
  test.use({ role: 2 })
  test('read the gold of the day beside the margin, which Alt+M hides, and print it as the shop chose', async ({
    page,
    account,
  }) => {
    await enterRate()
    const item = await createItem(account, {
      ...atMain,
      karat: '21K',
      grams: 3,
      price: 30_000,
      cost: 20_000,
      quantity: 3,
    })
    // A price by the rate gives the item its net weight, and a fixed price keeps it.
    await api(account, 'PUT', `/api/v1/items/${item.itemID}/pricing`, {
      netGrams: 2,
      markup: 0,
      makingPerGram: 0,
      makingPerPiece: 23_000,
      stones: 0,
      roundTo: 10,
    })
    await page.goto(`/items?id=${item.itemID}&view=page`)
    const line = page.getByRole('region', { name: 'Figures' }).locator('.assay')
    await expect(line).toHaveText('21K8753.00 g₱10,000/ggold ₱7,000, work ₱23,000margin 33%')
    await axe(page)
    await page.keyboard.press('Alt+m')
    await expect(line).toHaveText('21K8753.00 g₱10,000/ggold ₱7,000, work ₱23,000')
    await page.keyboard.press('Alt+m')

    await page.goto('/sales?create=1')
    await page.getByLabel('Scan a barcode').fill(item.itemCode)
    await page.getByLabel('Scan a barcode').press('Enter')
    const lines = page.getByRole('region', { name: 'Items' })
    await expect(lines.locator('.assay')).toHaveText('21K8753.00 g₱10,000/ggold ₱7,000margin 33%')
    await axe(page)

    const admin = await newAccount(1)
    await api(admin, 'PUT', '/api/v1/settings/gold-shown', { goldShown: 'gold and work' })
    const { data: sale } = await api<{ data: { salesTransactionID: number } }>(account, 'POST', '/api/v2/sales', {
      locationID: 1,
      transactionTypeID: 1,
      complete: true,
      items: [{ itemID: item.itemID, orderQty: 1 }],
      payments: [{ paymentTypeID: 1, amount: 30_000 }],
    })
    await page.goto(`/sales?id=${sale.salesTransactionID}`)
    await print(page, 'Print receipt')
    const paper = page.locator('.paper')
    await expect(paper).toContainText('21K 875 · 3.00 g · ₱10,000/g · gold ₱7,000, work ₱23,000')
    await expect(paper).not.toContainText('margin')
    await print(page, 'Print invoice')
    await expect(paper).toContainText('gold ₱7,000, work ₱23,000')
    await api(admin, 'PUT', '/api/v1/settings/gold-shown', { goldShown: 'nothing' })
  })
})

test.describe('a member of staff who sees no costs', () => {
  test.use({ role: 3 })
  test('reads the gold and no margin', async ({ page, account }) => {
    await enterRate()
    const manager = await newAccount(2)
    const item = await createItem(manager, { ...atMain, karat: '21K', grams: 3, price: 30_000, cost: 20_000 })
    await api(manager, 'PUT', `/api/v1/items/${item.itemID}/pricing`, {
      netGrams: 2,
      markup: 0,
      makingPerGram: 0,
      makingPerPiece: 23_000,
      stones: 0,
      roundTo: 10,
    })
    // As the server answers while the setting hides costs; the setting itself would disturb other journeys.
    await page.route(`**/api/v1/items/${item.itemID}*`, async (route) => {
      const answer = await route.fetch()
      const body = await answer.json()
      if (body.data) delete body.data.cost
      await route.fulfill({ response: answer, json: body })
    })
    expect(account).not.toBeNull()
    await page.goto(`/items?id=${item.itemID}&view=page`)
    const line = page.getByRole('region', { name: 'Figures' }).locator('.assay')
    await expect(line).toHaveText('21K8753.00 g₱10,000/ggold ₱7,000, work ₱23,000')
    // A last answer may still be on its way.
    await page.unrouteAll({ behavior: 'wait' })
  })
})
