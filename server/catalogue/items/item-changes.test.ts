import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, test } from 'vitest'

import { computeChangedPrice } from '../../../contract/catalogue/item-changes.ts'
import { testApp } from '../../../tests/support/fixtures.ts'
import { stockItem } from '../../../tests/support/stocked.ts'
import { category, item } from '../../db/schema/catalogue.ts'

const { as, db } = await testApp()
const [admin, manager, staff] = [as(1), as(2), as(3)]
const path = '/api/v1/item-changes'

const newItem = async (fields: Parameters<typeof stockItem>[1] = {}) => (await stockItem(db, fields)).itemID
const stored = async (itemID: number) => (await db.select().from(item).where(eq(item.itemID, itemID)))[0]!
const raise = (percent: number, rounding = 'centavo') => ({ field: 'price', percent, rounding })
const all = (...itemIDs: number[]) => itemIDs.map((itemID) => ({ itemID }))

test('prices change by percent as previewed, each with an audit row', async () => {
  const [one, two] = [await newItem({ price: 1000.05 }), await newItem({ price: 333.33 })]
  const body = { items: all(one, two), change: raise(7.5) }
  const { body: preview } = await manager('POST', `${path}/preview`, body)
  const expected = [
    { itemID: one, outcome: 'changed', before: '₱1,000.05', after: '₱1,075.05' },
    { itemID: two, outcome: 'changed', before: '₱333.33', after: '₱358.33' },
  ]
  expect(preview.data).toMatchObject({ changed: 2, same: 0, refused: 0, rows: expected })
  expect((await stored(one)).price).toBe(1000.05)
  const { body: done } = await manager('PUT', path, body)
  expect(done.data).toMatchObject({ changed: 2, same: 0, refused: 0, rows: expected })
  expect([(await stored(one)).price, (await stored(two)).price]).toEqual([1075.05, 358.33])
  expect(done.data.rows[0].updatedAt).toBe((await stored(one)).updatedAt.toISOString())

  const down = await manager('PUT', path, { items: all(one), change: raise(-10, 'peso') })
  expect(down.body.data.rows[0]).toMatchObject({ before: '₱1,075.05', after: '₱968.00' })
  const { body: trail } = await admin('GET', `/api/v1/audit?entity=item&entityID=${one}`)
  expect(trail.data).toHaveLength(2)
  const { body: change } = await admin('GET', `/api/v1/audit/${trail.data[0].auditID}`)
  expect([change.data.before.price, change.data.after.price]).toEqual([1075.05, 968])
})

test('staff take many items off the site, and put them back', async () => {
  const [one, two] = [await newItem(), await newItem({ onSite: false })]
  const off = { items: all(one, two), change: { field: 'onSite', onSite: false } }
  const { status, body } = await staff('PUT', path, off)
  expect([status, body.data]).toMatchObject([
    200,
    {
      changed: 1,
      same: 1,
      refused: 0,
      rows: [
        { itemID: one, outcome: 'changed', before: 'Yes', after: 'No' },
        { itemID: two, outcome: 'same', before: 'No', after: 'No' },
      ],
    },
  ])
  expect([(await stored(one)).onSite, (await stored(one)).status]).toEqual([false, true])
  await staff('PUT', path, { ...off, change: { field: 'onSite', onSite: true } })
  expect([(await stored(one)).onSite, (await stored(two)).onSite]).toEqual([true, true])
})

test('each item has its own outcome, and a refused item does not stop the others', async () => {
  const [one, two, three] = [
    await newItem({ price: 500 }),
    await newItem({ price: 999_999_999_999 }),
    await newItem({ price: 0 }),
  ]
  const stale = (await stored(one)).updatedAt
  const touched = await newItem({ price: 700 })
  const items = [...all(one, two, three), { itemID: touched, updatedAt: new Date(stale.getTime() - 5000) }]
  const { status, body } = await manager('PUT', path, { items, change: raise(10) })
  expect(status).toBe(200)
  expect(body.data).toMatchObject({ changed: 1, same: 1, refused: 2 })
  expect(body.data.rows.map((row: { outcome: string; message: string | null }) => [row.outcome, row.message])).toEqual([
    ['changed', null],
    ['refused', 'The price would be too large'],
    ['same', null],
    ['refused', 'This record was changed by someone else. Reload and try again.'],
  ])
  expect([(await stored(one)).price, (await stored(two)).price, (await stored(touched)).price]).toEqual([
    550, 999_999_999_999, 700,
  ])
})

test('status and category of many items change at once', async () => {
  const [one, two] = [await newItem(), await newItem({ status: false })]
  const off = await staff('PUT', path, { items: all(one, two), change: { field: 'status', status: false } })
  expect(off.body.data).toMatchObject({ changed: 1, same: 1, refused: 0 })
  expect(off.body.data.rows[0]).toMatchObject({ before: 'Active', after: 'Inactive' })
  expect((await stored(one)).status).toBe(false)

  const [chains, old] = await db
    .insert(category)
    .values([
      { categoryCode: 'CH', categoryName: 'Chains' },
      { categoryCode: 'OLD', categoryName: 'Old things', status: false },
    ])
    .returning()
  const into = (categoryID: number) => ({ items: all(one, two), change: { field: 'category', categoryID } })
  const moved = await staff('PUT', path, into(chains!.categoryID))
  expect(moved.body.data.rows[1]).toMatchObject({ outcome: 'changed', before: 'Rings', after: 'Chains' })
  expect((await stored(two)).categoryID).toBe(chains!.categoryID)
  const refused = await staff('PUT', path, into(old!.categoryID))
  expect([refused.status, refused.body.message]).toEqual([422, 'Category Old things is inactive'])
  const unknown = await staff('PUT', path, into(2_147_483_647))
  expect([unknown.status, unknown.body.message]).toEqual([422, 'Category 2147483647 does not exist'])
})

test('an invalid change is refused as a whole', async () => {
  const one = await newItem()
  const refusal = async (body: object, call = manager) => {
    const { status, body: answer } = await call('PUT', path, body)
    return [status, answer.message]
  }
  expect(await refusal({ items: all(one), change: raise(5) }, staff)).toEqual([
    403,
    'Only a manager may change the prices of many items at once',
  ])
  expect(await refusal({ items: [], change: raise(5) })).toEqual([400, 'Choose at least one item'])
  expect(await refusal({ items: all(one, one), change: raise(5) })).toEqual([
    400,
    'Each item can be in the list only once',
  ])
  expect(await refusal({ items: all(...Array.from({ length: 1001 }, (_, n) => n + 1)), change: raise(5) })).toEqual([
    400,
    'At most 1,000 items can be changed at once',
  ])
  expect(await refusal({ items: all(one), change: raise(0) })).toEqual([400, 'Enter a percentage other than 0'])
  expect(await refusal({ items: all(one), change: raise(-100) })).toEqual([400, 'Percent must be at least -99'])
  expect(await refusal({ items: all(one), change: raise(1.005) })).toEqual([
    400,
    'The percentage has at most 2 decimals',
  ])
  expect(await refusal({ items: all(2_147_483_647), change: raise(5) })).toEqual([
    422,
    'Item 2147483647 does not exist',
  ])
})

test('a changed price is exact and rounded half up', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 99_999_999_999_999 }),
      fc.integer({ min: -9900, max: 100_000 }),
      (price, hundredths) => {
        const exact = BigInt(price) * BigInt(10_000 + hundredths)
        const units = { centavo: 10_000n, peso: 1_000_000n }
        for (const rounding of ['centavo', 'peso'] as const) {
          const unit = units[rounding]
          const got = BigInt(computeChangedPrice(price, hundredths / 100, rounding)) * 10_000n
          // The result differs by at most half a unit, and an exact half is rounded up.
          expect(2n * (got - exact)).toBeLessThanOrEqual(unit)
          expect(2n * (exact - got)).toBeLessThan(unit)
          expect(got % unit).toBe(0n)
        }
      },
    ),
  )
})
