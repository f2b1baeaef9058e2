import { beforeEach, expect } from 'vitest'

import { orderPath } from '../../contract/order-page/order-page.ts'
import { itemTranslation } from '../../server/db/schema/catalogue.ts'
import { attempt } from '../../server/db/schema/people.ts'
import { customer } from '../../server/db/schema/sales.ts'
import { testApp } from './fixtures.ts'
import { stockItem } from './stocked.ts'

type Headers = Record<string, string>

/** The name of the ordered item. */
const hostile = '</script><script>alert("1")</script>&<b>Ring'

/** Starts a shop with its pages, and returns functions that sell to a customer, make links, and call the page of an order. */
export async function orderPageShop() {
  const shop = await testApp({ withPages: true })
  const { app, db, as } = shop
  const staff = as(3)
  beforeEach(async () => {
    await db.delete(attempt)
  })
  const [ana] = await db
    .insert(customer)
    .values({
      firstName: 'Ana<b>',
      lastName: 'Reyes-Villanueva',
      contactNo: '0917 555 0186',
      address: '12 Mabini St, Cavite',
      email: 'ana@mail.example',
      customerTypeID: 1,
    })
    .returning()
  const { itemID } = await stockItem(db, {
    itemName: hostile,
    quantity: 90,
    price: 12_000,
    cost: 7_777,
    karat: '18K',
    grams: 3,
  })
  await db.insert(itemTranslation).values({ itemID, language: 'ja', itemName: '指輪、細身' })

  /** Sells the item for 12,250 pesos, of which 2,250 are paid. */
  async function makeSale(more: object = {}) {
    const { status, body } = await staff('POST', '/api/v2/sales', {
      locationID: 1,
      transactionTypeID: 1,
      customerID: ana!.customerID,
      items: [{ itemID, orderQty: 1 }],
      discount: 100,
      shippingFee: 350,
      remarks: 'She haggles',
      payments: [{ paymentTypeID: 1, amount: 2_250 }],
      ...more,
    })
    expect(status, body.message).toBe(201)
    return body.data
  }
  async function makeLink(saleID: number) {
    const { status, body } = await staff('POST', `/api/v2/sales/${saleID}/links`)
    expect(status, body.message).toBe(200)
    const token: string = body.data.addresses.en.split('#')[1]
    return { token, code: body.data.code as string, linkID: body.data.link.orderLinkID as number }
  }
  const get = (url: string, headers: Headers = {}) => app.inject({ url, headers })
  const postToken = (token: unknown, headers: Headers = {}, url = orderPath) =>
    app.inject({ method: 'POST', url, payload: { token }, headers })
  const postCode = (code: string, headers: Headers = {}, url = orderPath) =>
    app.inject({
      method: 'POST',
      url,
      payload: new URLSearchParams({ code }).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    })
  /** Opens a link, and returns the cookie that the browser sends back. */
  async function openBy({ token }: { token: string }) {
    return { cookie: cookiesOf(await postToken(token))[0]!.split(';')[0]! }
  }
  return { ...shop, staff, makeSale, makeLink, get, postToken, postCode, openBy }
}

/** Returns the cookies that an answer sets. */
export const cookiesOf = ({ headers }: { headers: Record<string, unknown> }) =>
  [headers['set-cookie'] ?? []].flat() as string[]
