import { and, asc, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { dayIn } from '../../../contract/shared/dates.ts'
import { formatDay } from '../../../contract/shared/dates.ts'
import { testApp } from '../../../tests/support/fixtures.ts'
import { stockItem } from '../../../tests/support/stocked.ts'
import { shopSetting } from '../../db/schema/company.ts'
import { notification } from '../../db/schema/messages.ts'
import { shopContext } from '../../kernel/context.ts'
import { runScheduledWork } from '../../scheduled-work.ts'
import { announceDeliveries } from './deliveries.operations.ts'

const { app, db, as, users } = await testApp({ connections: 10 })
const staff = as(3)
const path = '/api/v2/sales'
const madeToOrder = 5
const ring = await stockItem(db, { price: 3000 })
const customer = { firstName: 'Maricel', lastName: 'Tanaka', contactNo: '1', email: 'm@x.example', customerTypeID: 1 }
/** Returns the calendar date in the time zone, `days` from today. */
const date = (days: number, timeZone = 'Asia/Tokyo') => dayIn(timeZone, new Date(Date.now() + days * 86_400_000))
const body = (expectedDeliverDate: string | null, over: object = {}) => ({
  locationID: 1,
  transactionTypeID: madeToOrder,
  items: [{ itemID: ring.itemID, orderQty: 1 }],
  expectedDeliverDate,
  ...over,
})
async function save(expected: string | null, over: object = {}) {
  const { status, body: answer } = await staff('POST', path, body(expected, over))
  expect([status, answer.message]).toEqual([201, undefined])
  return answer.data as { salesTransactionID: number; transactionNumber: string }
}
const sentMessages = () =>
  db
    .select({ message: notification.message, link: notification.link, kind: notification.kind })
    .from(notification)
    .where(and(eq(notification.kind, 'deliveryDue'), eq(notification.userID, users.get(3)!)))
    .orderBy(asc(notification.notificationID))

test('many servers announce each delivery due today or tomorrow once', async () => {
  const today = await save(date(0), { customer })
  const tomorrow = await save(date(1))
  await save(date(2))
  await save(null)
  const canceled = await save(date(1))
  await staff('PUT', `${path}/${canceled.salesTransactionID}/cancel`)

  await Promise.all(Array.from({ length: 4 }, () => announceDeliveries(shopContext(db, new Date()))))
  await runScheduledWork(app)
  expect(await sentMessages()).toEqual([
    {
      kind: 'deliveryDue',
      message: `${today.transactionNumber} is due on ${formatDay(date(0))}: delivery from Main to Maricel Tanaka`,
      link: `/sales?id=${today.salesTransactionID}`,
    },
    {
      kind: 'deliveryDue',
      message: `${tomorrow.transactionNumber} is due on ${formatDay(date(1))}: delivery from Main`,
      link: `/sales?id=${tomorrow.salesTransactionID}`,
    },
  ])
})

test('a changed date is announced again, and a changed customer is not', async () => {
  const before = (await sentMessages()).length
  const sale = await save(date(1))
  const change = (expected: string, over: object = {}) =>
    staff('PUT', `${path}/${sale.salesTransactionID}`, body(expected, over))
  await runScheduledWork(app)
  expect((await change(date(1), { customer })).status).toBe(200)
  await runScheduledWork(app)
  expect(await sentMessages()).toHaveLength(before + 1)
  expect((await change(date(0))).status).toBe(200)
  await runScheduledWork(app)
  await runScheduledWork(app)
  expect((await sentMessages()).slice(before + 1)).toEqual([
    expect.objectContaining({
      message: `${sale.transactionNumber} is due on ${formatDay(date(0))}: delivery from Main to Maricel Tanaka`,
    }),
  ])
})

test('the due day is a day in the shop’s time zone', async () => {
  // At any moment these two time zones have different dates.
  const [early, late] = ['Pacific/Kiritimati', 'Pacific/Pago_Pago']
  const set = (timeZone: string) => db.update(shopSetting).set({ timeZone })
  await set(late)
  const sale = await save(date(1, early))
  const ofSale = async () =>
    (await sentMessages()).filter(({ link }) => link === `/sales?id=${sale.salesTransactionID}`)
  await announceDeliveries(shopContext(db, new Date()))
  expect(await ofSale()).toHaveLength(0)
  await set(early)
  await announceDeliveries(shopContext(db, new Date()))
  expect(await ofSale()).toHaveLength(1)
})
