// A shop whose drawer is being counted after a day in which cash moved in every way that there is. Two such shops with
// other amounts are the same in all else, so that a test can prove that an answer does not depend on the amounts.
import { afterAll, expect } from 'vitest'

import { shopContext } from '../../server/kernel/context.ts'
import { announceOverdue } from '../../server/sales/schedule/schedule.operations.ts'
import { countOf, open } from './drawers.ts'
import type { testApp } from './fixtures.ts'
import { insertProof, insertProofFile } from './proofs.ts'

type Shop = Pick<Awaited<ReturnType<typeof testApp>>, 'app' | 'db' | 'as' | 'pictureStore'>
type Sale = { salesTransactionID: number; items: { salesItemID: number }[]; payments: { paymentID: number }[] }
export type CountedShop = Awaited<ReturnType<typeof openCountedShop>>

/** The amounts of a day in pesos. The prices of the catalogue are no part of it: everybody in the shop knows them. */
export type Amounts = {
  /** The count of the close before, and of the opening. */
  lastClose: number
  opening: number
  /** The price at which a ring of ₱10,000 is sold. */
  price: number
  /** The part of a price that is paid in cash, and the part that comes back. */
  cash: number
  deposit: number
  /** The part of the trade-in of ₱5,000 that pays a sale. The rest is paid out in cash. */
  used: number
  paidIn: number
  paidOut: number
  cashIn: number
  cashOut: number
}

/** The payment types and the location of a new shop. */
const [cash, bank, gcash] = [1, 2, 4]
const [manager, staff] = [2, 3] as const
const ringPrice = 10_000
const taxed = { taxRegistered: true, taxFrom: '2020-01-01', taxCountry: 'PH', taxNumber: '123-456-789-00000' }

/** Opens the shop, lets the day happen at Counter 1 with a little at Counter 2, and starts counting Counter 1. */
export async function openCountedShop({ app, db, as, pictureStore }: Shop, amounts: Amounts, start: number) {
  const clock = app.clock
  afterAll(() => {
    app.clock = clock
  })
  let now = start
  // Each call is some time after the one before, so that the order by time is the order of the calls.
  app.clock = () => new Date((now += 100))
  const call = async (method: 'GET' | 'POST' | 'PUT', path: string, body?: object | null, role: 1 | 2 | 3 = staff) => {
    const answer = await as(role)(method, path, body)
    expect([method, path, answer.status < 300, answer.body.message]).toEqual([method, path, true, answer.body.message])
    return answer.body.data
  }
  const shop = { app, db, as, pictureStore, call, amounts }
  await call('PUT', '/api/v1/tax', taxed, 1)
  const { locationID } = await call('POST', '/api/v1/locations', { locationName: 'Makati' }, manager)
  const drawerIDs: number[] = []
  for (const drawerName of ['Counter 1', 'Counter 2'])
    drawerIDs.push((await call('POST', '/api/v1/drawers', { drawerName, locationID }, manager)).drawerID)
  const goods = await stock(shop, locationID)
  const at = { ...shop, ...goods, locationID, drawerIDs }
  for (const role of [manager, staff]) await call('PUT', '/api/v1/own-drawer', { drawerID: drawerIDs[1] }, role)
  await open(as(staff), drawerIDs[1]!, 3000)
  const elsewhere = await sell(at, { customerID: goods.ben, price: ringPrice, pay: [[cash, ringPrice]] })
  for (const role of [manager, staff]) await call('PUT', '/api/v1/own-drawer', { drawerID: drawerIDs[0] }, role)
  const before = await closeFirst(at)
  const { drawerSessionID } = await open(as(staff), drawerIDs[0]!, amounts.opening)
  const made = { ...(await spendDay(at)), elsewhere, before }
  const path = `/api/v1/drawer-sessions/${drawerSessionID}`
  await moveCash(at, path)
  await call('PUT', `${path}/counting`)
  const types = await findTypes(at)
  const sales = made.live.salesTransactionID
  return { ...at, ...made, drawerSessionID, layawayID: made.layaway.salesTransactionID, types, sales }
}

type Base = Shop & {
  call: (method: 'GET' | 'POST' | 'PUT', path: string, body?: object | null, role?: 1 | 2 | 3) => Promise<any>
  amounts: Amounts
}
type At = Base & Awaited<ReturnType<typeof stock>> & { locationID: number; drawerIDs: number[] }

/** Makes the goods and the people. */
async function stock({ call }: Base, locationID: number) {
  const { categoryID } = await call('POST', '/api/v1/categories', { categoryCode: 'RG', categoryName: 'Rings' })
  const ring = { itemCode: 'R-1', itemName: 'Ring', categoryID, uom: 'PCS', grams: 3, price: ringPrice, cost: 4000 }
  const first = { locationID, inventoryTypeID: 1, quantity: 40 }
  const { itemID } = await call('POST', '/api/v1/item-inventory', { ...ring, ...first }, manager)
  const band = await call('POST', '/api/v1/item-inventory', { ...ring, itemCode: 'R-2', ...first }, manager)
  const people: number[] = []
  for (const firstName of ['Ana', 'Ben']) {
    const email = `${firstName.toLowerCase()}@x.example`
    const person = { firstName, lastName: 'Cruz', contactNo: '1', email, customerTypeID: 1 }
    people.push((await call('POST', '/api/v2/customers', person)).customerID)
  }
  const { buyerID } = await call('POST', '/api/v1/buyers', { platform: 'TikTok', handle: '@mina' })
  const items = { itemID: itemID as number, bandID: band.itemID as number }
  return { ...items, ana: people[0]!, ben: people[1]!, buyerID: buyerID as number }
}

/** Opens and closes the drawer once, so that there is a Z report. */
async function closeFirst(shop: At): Promise<number> {
  const { as, call, drawerIDs, amounts } = shop
  const { drawerSessionID } = await open(as(staff), drawerIDs[0]!, 500)
  const path = `/api/v1/drawer-sessions/${drawerSessionID}`
  await sell(shop, { price: ringPrice, pay: [[cash, ringPrice]] })
  await call('PUT', `${path}/counting`)
  await call('POST', `${path}/count`, countOf(amounts.lastClose))
  await call('PUT', `${path}/close`, { reason: 'unknown' }, manager)
  return drawerSessionID
}

type Selling = { price: number; pay: [type: number, amount: number, tradeInID?: number][] } & Record<string, unknown>

/** Sells a ring at a price: completed, or open with what is paid. */
const sell = ({ call, itemID, locationID }: At, { price, pay, ...rest }: Selling, role: 2 | 3 = staff): Promise<Sale> =>
  call(
    'POST',
    '/api/v2/sales',
    {
      locationID,
      transactionTypeID: 1,
      items: [{ itemID, orderQty: 1, price }],
      payments: pay.map(([paymentTypeID, amount, tradeInID]) => ({
        paymentTypeID,
        amount,
        ...(tradeInID && { tradeInID }),
      })),
      complete: true,
      ...rest,
    },
    role,
  )

/** Lets every kind of money come in and go out at the counted drawer. */
async function spendDay(shop: At) {
  const { call, amounts, ana, buyerID, itemID, db } = shop
  const { price, deposit } = amounts
  const split: Selling['pay'] = [
    [gcash, price - amounts.cash],
    [cash, amounts.cash],
  ]
  const pathOf = ({ salesTransactionID }: Sale) => `/api/v2/sales/${salesTransactionID}`
  const put = (sale: Sale, what: string, body: object) => call('PUT', `${pathOf(sale)}/${what}`, body, manager)
  const post = (sale: Sale, what: string, body: object) => call('POST', `${pathOf(sale)}/${what}`, body, manager)
  const changed = await sell(shop, { customerID: ana, price, pay: [[cash, price + 500]] }, manager)
  const divided = await sell(shop, { buyerID, price, pay: split }, manager)
  const refunded = await sell(shop, { customerID: ana, price, pay: split }, manager)
  await post(refunded, 'refunds', { reason: 'Too small', paymentTypeID: cash })
  const open = { customerID: ana, price: ringPrice, complete: false }
  const schedule = [{ dueDate: '2020-01-04', amount: ringPrice }]
  const layaway = await sell(shop, { ...open, schedule, pay: [[cash, deposit]] })
  const returned = await sell(shop, { ...open, pay: [[cash, deposit]] })
  await put(returned, 'cancel', { deposit: 'refund', reason: 'Changed her mind' })
  const forfeited = await sell(shop, { ...open, pay: [[cash, deposit]] })
  await put(forfeited, 'cancel', { deposit: 'forfeit', reason: 'Changed her mind' })
  const corrected = await sell(shop, { ...open, pay: [[bank, deposit]] })
  await post(corrected, `payments/${corrected.payments[0]!.paymentID}/corrections`, {
    paymentTypeID: cash,
    amount: amounts.cash,
    reason: 'Mistyped',
  })
  const takenBack = await sell(shop, { ...open, pay: [[cash, deposit]] })
  await post(takenBack, `payments/${takenBack.payments[0]!.paymentID}/reversal`, { reason: 'Never came' })
  const swapped = await sell(shop, { customerID: ana, price, pay: [[cash, price]] }, manager)
  await call('POST', `/api/v1/sales/${swapped.salesTransactionID}/exchanges`, {
    reason: 'Another stone',
    returned: [{ salesItemID: swapped.items[0]!.salesItemID, qty: 1 }],
    items: [{ itemID, orderQty: 1 }],
    payments: [{ paymentTypeID: cash, amount: ringPrice - price }],
  })
  await call('POST', `/api/v2/sales/${changed.salesTransactionID}/certificates`, {
    lines: [{ salesItemID: changed.items[0]!.salesItemID }],
  })
  await call('POST', `${pathOf(layaway)}/parcels`, { carrier: 'LBC', trackingNumber: '123', sentOn: '2026-11-20' })
  await call('POST', `${pathOf(layaway)}/links`)
  const proofID = await insertProof(db, layaway.salesTransactionID, {
    amount: deposit,
    reference: 'G 1',
    sentAt: new Date(0),
  })
  await insertProofFile(db, shop.pictureStore, proofID, { text: `A picture of ${deposit}` })
  await call('POST', `/api/v1/sales/${layaway.salesTransactionID}/messages`, {
    kind: 'paymentReceived',
    channel: 'Viber',
  })
  await announceOverdue(shopContext(db, new Date()))
  await tradeIn(shop)
  await moveCredit(shop)
  const live = await sellLive(shop)
  return { changed, divided, refunded, layaway, returned, forfeited, corrected, takenBack, swapped, live }
}

/** Returns the keys of the payment types that are no money. */
async function findTypes({ call }: Base) {
  const path = '/api/v3/transaction/payment-types'
  const all: { paymentTypeID: number; code: string | null }[] = await call('GET', path, null, manager)
  const keyOf = (wanted: string) => all.find(({ code }) => code === wanted)!.paymentTypeID
  return { credit: keyOf('store_credit'), tradeIn: keyOf('trade_in') }
}

/** Takes a chain in that pays a part of a sale, whose rest is paid out; and another one that becomes store credit. */
async function tradeIn(shop: At) {
  const { call, ana, locationID, amounts } = shop
  const rate = { karat: '18K', sellPerGram: 6000, buyPerGram: 5000, latestID: null }
  await call('POST', '/api/v1/gold-rates', { rates: [rate] }, manager)
  const { tradeIn: type } = await findTypes(shop)
  for (const to of ['money', 'credit']) {
    const { tradeInID } = await call('POST', '/api/v1/trade-ins', {
      customerID: ana,
      locationID,
      pieces: [{ description: 'Chain', testedKarat: '18K', grossGrams: 1 }],
    })
    const path = `/api/v1/trade-ins/${tradeInID}`
    await call('POST', `${path}/offer`, { offer: 5000 }, manager)
    await call('POST', `${path}/acceptance`, { signed: true })
    const { used } = amounts
    await sell(
      shop,
      {
        customerID: ana,
        price: ringPrice,
        pay: [
          [type, used, tradeInID],
          [cash, ringPrice - used],
        ],
      },
      manager,
    )
    await call('POST', `${path}/settlement`, to === 'money' ? { to, paymentTypeID: cash } : { to })
  }
}

/** Takes money into store credit, and pays some of it out. */
async function moveCredit({ call, ana, locationID, amounts }: At) {
  const path = `/api/v1/customers/${ana}/credit`
  const money = { paymentTypeID: cash, locationID, reference: 'C 1', reason: 'More than owed' }
  await call('POST', `${path}/payments`, { ...money, amount: amounts.paidIn })
  await call('POST', `${path}/payouts`, { ...money, amount: amounts.paidOut }, manager)
}

/** Sells a ring in a live, for which the buyer pays a deposit in cash. */
async function sellLive({ call, itemID, bandID, locationID, amounts }: At) {
  const { liveID } = await call('POST', '/api/v1/lives', {
    liveName: 'Friday live',
    platforms: ['TikTok'],
    plannedStart: '2030-01-04T11:00:00Z',
    expectedEnd: '2036-01-04T14:00:00Z',
    locationID,
    transactionTypeID: 1,
  })
  const path = `/api/v1/lives/${liveID}`
  await call('PUT', `${path}/pieces`, { pieces: [{ itemID }, { itemID: bandID }] })
  await call('PUT', `${path}/start`, {})
  const { show } = await call('PUT', `${path}/show`, { to: 'next', showID: null })
  await call('PUT', `${path}/show`, { to: 'next', showID: show.showID })
  const { claim } = await call('POST', `${path}/comments`, { text: '1 ana' })
  await call('POST', `${path}/comments`, { text: '2 ana' })
  await call('POST', `/api/v2/sales/${claim.salesTransactionID}/payments`, {
    paymentTypeID: cash,
    amount: amounts.deposit,
  })
  return { liveID: liveID as number, salesTransactionID: claim.salesTransactionID as number }
}

/** Moves cash that is no payment, and takes a movement back. */
async function moveCash({ call, amounts }: At, path: string) {
  const move = (kind: 'cash_in' | 'cash_out', amount: number) =>
    call('POST', `${path}/movements`, { kind, reason: 'bank', amount }, manager)
  await move('cash_in', amounts.cashIn)
  await move('cash_out', amounts.cashOut)
  const { movements } = await move('cash_out', amounts.cash)
  await call('POST', `/api/v1/drawer-movements/${movements.at(-1).movementID}/corrections`, { note: 'Twice' }, manager)
}
