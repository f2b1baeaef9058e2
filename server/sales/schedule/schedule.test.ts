import { and, eq } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, test } from 'vitest'

import type { SaleInput } from '../../../contract/sales/sales.ts'
import { dayIn } from '../../../contract/shared/dates.ts'
import { testApp } from '../../../tests/support/fixtures.ts'
import { stockItem } from '../../../tests/support/stocked.ts'
import { notification } from '../../db/schema/messages.ts'
import { saleInstalment } from '../../db/schema/sales.ts'
import { shopContext } from '../../kernel/context.ts'
import { runScheduledWork } from '../../scheduled-work.ts'
import { announceOverdue } from './schedule.operations.ts'
import { scheduleOf } from './schedule.rules.ts'

const { app, db, as, users } = await testApp({ connections: 10 })
const staff = as(3)
const path = '/api/v2/sales'
const [cash, layaway] = [1, 6]
const ring = await stockItem(db, { quantity: 100, price: 3000 })
/** Returns the calendar date in the shop's time zone, `days` from today. */
const day = (days: number) => dayIn('Asia/Tokyo', new Date(Date.now() + days * 86_400_000))
const three = [
  { dueDate: day(0), amount: 1000 },
  { dueDate: day(30), amount: 1000 },
  { dueDate: day(60), amount: 1000 },
]
const body = (schedule: SaleInput['schedule'], over: Partial<SaleInput> = {}) => ({
  locationID: 1,
  transactionTypeID: layaway,
  items: [{ itemID: ring.itemID, orderQty: 1 }],
  ...(schedule && { schedule }),
  ...over,
})
const save = async (schedule: SaleInput['schedule']) => {
  const { status, body: answer } = await staff('POST', path, body(schedule))
  expect(status).toBe(201)
  return answer.data as { salesTransactionID: number; transactionNumber: string; schedule: unknown[] }
}
const rowOf = async (id: number) => {
  const { body: page } = await staff('GET', `${path}?pageSize=100`)
  return page.data.find((row: { salesTransactionID: number }) => row.salesTransactionID === id)
}
/** Moves an instalment's due date, as if the sale had been made earlier. */
const dueEarlier = (id: number, from: string, to: string) =>
  db
    .update(saleInstalment)
    .set({ dueDate: to })
    .where(and(eq(saleInstalment.salesTransactionID, id), eq(saleInstalment.dueDate, from)))

test('payments of a layaway fill the earliest instalment first, and the last payment completes it', async () => {
  // Instalments may be sent in any order, and a due date also as a timestamp.
  const sale = await save([three[2]!, three[0]!, { ...three[1]!, dueDate: `${day(30)}T12:00:00+09:00` }])
  const id = sale.salesTransactionID
  expect(sale.schedule).toEqual(three.map((one) => ({ ...one, paid: 0, overdue: false })))
  expect(await rowOf(id)).toMatchObject({ nextDueDate: day(0), overdueAmount: 0 })

  const pay = async (amount: number) =>
    (await staff('POST', `${path}/${id}/payments`, { paymentTypeID: cash, amount })).body.data
  const first = await pay(1500)
  expect(first.status).toBe('Processing')
  expect(first.schedule.map((one: { paid: number }) => one.paid)).toEqual([1000, 500, 0])
  expect(await rowOf(id)).toMatchObject({ nextDueDate: day(30) })
  expect((await pay(1000)).schedule.map((one: { paid: number }) => one.paid)).toEqual([1000, 1000, 500])
  expect((await pay(500)).balance).toBe(0)
  expect(await rowOf(id)).toMatchObject({ nextDueDate: null, overdueAmount: 0 })
  const { body: done } = await staff('PUT', `${path}/${id}/complete`)
  expect(done.data).toMatchObject({ status: 'Completed', schedule: three.map((one) => ({ ...one, paid: 1000 })) })
})

test('a late instalment is overdue, listed, and announced once', async () => {
  const late = await save(three)
  const paid = await save(three)
  await dueEarlier(late.salesTransactionID, day(0), day(-1))
  await dueEarlier(paid.salesTransactionID, day(0), day(-1))
  await staff('POST', `${path}/${paid.salesTransactionID}/payments`, { paymentTypeID: cash, amount: 1000 })
  await staff('POST', `${path}/${late.salesTransactionID}/payments`, { paymentTypeID: cash, amount: 400 })

  expect(await rowOf(late.salesTransactionID)).toMatchObject({ nextDueDate: day(-1), overdueAmount: 600 })
  const { body: one } = await staff('GET', `${path}/${late.salesTransactionID}`)
  expect(one.data.schedule.map((part: { overdue: boolean }) => part.overdue)).toEqual([true, false, false])
  const listed = async (overdue: boolean) =>
    (await staff('GET', `${path}?overdue=${overdue}&pageSize=100`)).body.data.map(
      (row: { salesTransactionID: number }) => row.salesTransactionID,
    )
  expect(await listed(true)).toEqual([late.salesTransactionID])
  expect(await listed(false)).not.toContain(late.salesTransactionID)

  await Promise.all([announceOverdue(shopContext(db, new Date())), announceOverdue(shopContext(db, new Date()))])
  await runScheduledWork(app)
  const messages = () =>
    db
      .select({ message: notification.message, link: notification.link })
      .from(notification)
      .where(and(eq(notification.kind, 'layawayOverdue'), eq(notification.userID, users.get(3)!)))
  expect(await messages()).toEqual([
    { message: `₱600.00 of ${late.transactionNumber} is overdue`, link: `/sales?id=${late.salesTransactionID}` },
  ])
  // The next late instalment has its own message.
  await dueEarlier(late.salesTransactionID, day(30), day(-2))
  await runScheduledWork(app)
  expect(await messages()).toHaveLength(2)

  const canceled = { deposit: 'refund', paymentTypeID: cash, reason: 'Not wanted' }
  await as(2)('PUT', `${path}/${late.salesTransactionID}/cancel`, canceled)
  expect(await listed(true)).toEqual([])
})

test('a schedule adds up to the whole sale, with one instalment a day', async () => {
  const refused = async (schedule: SaleInput['schedule'], status: number, message: string) => {
    const answer = await staff('POST', path, body(schedule))
    expect([answer.status, answer.body.message]).toEqual([status, message])
  }
  await refused(three.slice(0, 2), 422, 'The instalments come to ₱2,000.00, but the sale to ₱3,000.00')
  await refused([three[0]!, ...three.slice(0, 2)], 400, `Two instalments are due on ${day(0)}`)
  await refused([{ dueDate: day(0), amount: 0 }], 400, 'Amount must be more than 0')
  await refused([{ dueDate: '', amount: 3000 }], 400, 'A date is required')

  const { salesTransactionID: id } = await save(three)
  const change = (over: Partial<SaleInput>, schedule?: SaleInput['schedule']) =>
    staff('PUT', `${path}/${id}`, body(schedule, over))
  expect((await change({ remarks: 'Gift' })).body.data.schedule).toHaveLength(3)
  const dearer = await change({ shippingFee: 350 })
  expect([dearer.status, dearer.body.message]).toEqual([
    422,
    'The instalments come to ₱3,000.00, but the sale to ₱3,350.00',
  ])
  const [first, ...rest] = three
  const mended = await change({ shippingFee: 350 }, [{ ...first!, amount: 1350 }, ...rest])
  expect(mended.body.data).toMatchObject({ totalPurchase: 3350, schedule: [{ amount: 1350 }, {}, {}] })
  expect((await change({ shippingFee: 0 }, [])).body.data.schedule).toEqual([])
})

test('payments fill the instalments in order, and never exceed an instalment or the amount paid', () => {
  const centavos = fc.integer({ min: 1, max: 1_000_000 })
  fc.assert(
    fc.property(fc.array(centavos, { minLength: 1, maxLength: 12 }), fc.nat(12_000_000), (amounts, paid) => {
      const whole = amounts.reduce((sum, amount) => sum + amount, 0)
      const net = Math.min(paid, whole)
      const schedule = amounts.map((amount) => ({ dueDate: '2026-01-01', amount: amount / 100, past: true }))
      const filled = scheduleOf({ status: 'Processing', amountPaid: net / 100, change: 0, schedule })
      const parts = filled.map((one) => Math.round(one.paid * 100))
      expect(parts.reduce((sum, part) => sum + part, 0)).toBe(net)
      // The instalments after the first one that is not fully paid have no payment at all.
      const firstOpen = parts.findIndex((part, n) => part < amounts[n]!)
      expect(firstOpen === -1 ? [] : parts.slice(firstOpen + 1).filter((part) => part > 0)).toEqual([])
      for (const [n, part] of parts.entries()) {
        expect(part).toBeLessThanOrEqual(amounts[n]!)
        expect(filled[n]!.overdue).toBe(part < amounts[n]!)
      }
    }),
  )
})
