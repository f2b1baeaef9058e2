// Proves that the metal line (hallmark and grams) stands where the cost of an item stands, and that it has no price of a
// gram there, because a cost is no price.
import type { Account } from '../../contract/people/account.ts'
import type { WholeReceivingRow } from '../../contract/purchasing/receivings.ts'
import { api, expect, test } from './fixtures.ts'
import { createItem, form } from './steps.ts'

/** Orders and receives three pieces of a new ring of 18K, which is low on stock before. */
async function orderRing(account: Account | null) {
  const item = await createItem(account, {
    karat: '18K',
    grams: 3.2,
    price: 86_500,
    cost: 61_000,
    quantity: 1,
    reOrderThreshold: 5,
  })
  const send = (path: string, body: object) =>
    api<{ data: Record<string, number> }>(account, 'POST', path, body).then(({ data }) => data)
  const { supplierID } = await send('/api/v2/suppliers', {
    supplierName: `Supplier of ${item.itemName}`,
    contactDetails: '0917 555 0101',
    email: 'orders@okachimachi.example',
  })
  const order = await send('/api/v2/po/purchase-order-items', {
    supplierID,
    locationID: 1,
    orderDate: '2026-11-01',
    expectedDeliverDate: '2026-12-01',
    purchaseOrderItems: [{ itemID: item.itemID, orderQty: 3, price: 61_000 }],
  })
  const poID = order['poID']!
  await api(account, 'PUT', `/api/v2/purchase-orders/${poID}/approve`, {})
  const { data } = await api<{ data: WholeReceivingRow }>(account, 'POST', '/api/v2/po-receiving', {
    poID,
    receivedDate: '2026-11-02',
    referenceNumber: 'DR-118',
  })
  return { item, poID, receiving: data }
}

for (const width of [1440, 390])
  test(`an order, its receiving, low stock and a revaluation show hallmark and grams at ${width} px`, async ({
    page,
    account,
  }) => {
    test.slow()
    await page.setViewportSize({ width, height: 900 })
    const { item, poID, receiving } = await orderRing(account)
    const search = encodeURIComponent(item.itemCode)
    for (const path of [
      `/purchase-order?id=${poID}`,
      `/po-item?search=${search}`,
      `/po-receiving?id=${receiving.poReceivingID}`,
      `/po-receiving-item?search=${search}`,
      `/low-stock?search=${search}`,
    ]) {
      await page.goto(path)
      const line = page.locator('.assay:visible')
      await expect.poll(() => line.allTextContents(), { message: path }).toEqual(['18K7503.20 g'])
    }
    await page.goto(`/items?id=${item.itemID}`)
    await page.getByRole('button', { name: 'Revalue' }).click()
    await expect(form(page, 'Revalue Item').locator('.assay')).toHaveText('18K7503.20 g')
  })
