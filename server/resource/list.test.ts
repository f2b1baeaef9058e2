import { expect, test } from 'vitest'

import { testApp } from '../../tests/support/fixtures.ts'
import { customer } from '../db/schema/sales.ts'

const { db, as } = await testApp()

const rows = Array.from({ length: 2305 }, (_, n) => ({
  firstName: 'Customer',
  lastName: String(n),
  contactNo: `${n % 50}`,
  email: `c${n}@x.example`,
  // Null addresses come last in either direction.
  address: n % 3 === 0 ? null : `${n % 40} Street`,
  customerTypeID: 1,
}))
await db.insert(customer).values(rows)

type Row = { customerID: number; contactNo: string; address: string | null }
const rising = (list: Row[]) => list.every((row, n) => n === 0 || list[n - 1]!.customerID < row.customerID)
const falling = (list: Row[]) => rising(list.toReversed())
const nullsLast = (list: Row[]) => list.every(({ address }, n) => (address === null) === n >= list.length - 769)

test.each([
  ['customerID', rising],
  ['-customerID', falling],
  ['address', nullsLast],
  ['-address', nullsLast],
  ['-contactNo', (list: Row[]) => list.every((row, n) => n === 0 || list[n - 1]!.contactNo >= row.contactNo)],
  // All rows have the same type, so they are sorted by their keys.
  ['TypeName', rising],
])('all pages together are the whole list, sorted by %s', async (sort, isInOrder) => {
  const whole: Row[] = []
  for (let page = 1; page <= 25; page++) {
    const { body } = await as(3)('GET', `/api/v2/customers?sort=${sort}&pageSize=100&page=${page}`)
    expect(body.meta).toEqual({ page, pageSize: 100, total: rows.length })
    expect(body.data).toHaveLength(page < 24 ? 100 : page === 24 ? 5 : 0)
    whole.push(...body.data)
  }
  const read = async (pageSize: number, page: number) =>
    (await as(3)('GET', `/api/v2/customers?sort=${sort}&pageSize=${pageSize}&page=${page}`)).body.data
  const keys = whole.map(({ customerID }) => customerID)
  expect(new Set(keys).size).toBe(rows.length)
  expect(isInOrder(whole)).toBe(true)
  // A page beyond the middle is read from the end of the list.
  expect(await read(7, 330)).toEqual(whole.slice(329 * 7))
})
