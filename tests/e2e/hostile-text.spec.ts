import { hostileText } from '../support/hostile-text.ts'
import { api, expect, test, unique } from './fixtures.ts'

type Made = { data: Record<string, number> }

// Every text contains an attack by script. The Content-Security-Policy would stop a script and report it in the
// console, which fails the test (fixtures.ts). Each text must appear as typed.
test('typed text appears as text on every screen and on the public pages', async ({ page, account }) => {
  test.slow()
  const name = unique('Tala')
  const text = hostileText(name)
  const [short, shorter] = [hostileText(name, 100), hostileText(name, 60)]
  const post = async (path: string, body: object) => (await api<Made>(account, 'POST', path, body)).data
  const { categoryID } = await post('/api/v1/categories', {
    categoryCode: unique('C'),
    categoryName: short,
    description: text,
  })
  const about = {
    description: text,
    metal: shorter,
    stone: shorter,
    size: unique('<b>'),
    certificateNumber: unique('<i>'),
  }
  const given = { itemCode: unique('<u>'), itemName: text, categoryID, uom: 'PCS', grams: 1, price: 9, cost: 5 }
  const { itemID } = await post('/api/v1/item-inventory', { ...given, ...about, locationID: 1, quantity: 5 })
  const person = { firstName: short, lastName: short, contactNo: unique('<b>'), address: text, customerTypeID: 1 }
  const { customerID } = await post('/api/v2/customers', { ...person, email: `${unique('user')}@shop.example` })
  await post('/api/v2/suppliers', {
    supplierName: short,
    contactDetails: short,
    address: text,
    email: 's@shop.example',
  })
  await post('/api/v1/locations', { locationName: short, description: text })
  const { reminderID } = await post('/api/v1/reminders', { text })
  await api(account, 'POST', '/api/shop/questions', {
    itemID,
    name: short,
    email: 'a@shop.example',
    text,
    language: 'en',
  })
  const { salesTransactionID } = await post('/api/v2/sales', {
    locationID: 1,
    transactionTypeID: 1,
    customerID,
    items: [{ itemID, orderQty: 1 }],
    remarks: text,
  })

  const search = `search=${encodeURIComponent(name)}`
  for (const path of [
    `/items?id=${itemID}`,
    `/categories?${search}`,
    `/inventory?${search}`,
    `/customer?id=${customerID}`,
    `/supplier?${search}`,
    `/location?${search}`,
    `/sales?id=${salesTransactionID}`,
    '/messages',
    '/audit-trail',
    `/shop/${itemID}`,
    `/ja/shop?${search}`,
  ]) {
    await page.goto(path)
    await expect(page.getByText(`${name} </script><script>`).first(), path).toBeAttached()
    expect(await page.evaluate(() => 'owned' in window), path).toBe(false)
  }
  await api(account, 'DELETE', `/api/v1/reminders/${reminderID}`)
})
