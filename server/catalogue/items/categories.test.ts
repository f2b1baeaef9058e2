import { expect, test } from 'vitest'

import { categories, categoryFields } from '../../../contract/catalogue/categories.ts'
import { conforms } from '../../../tests/support/conforms.ts'
import { testApp } from '../../../tests/support/fixtures.ts'
import { category } from '../../db/schema/catalogue.ts'

const shop = await testApp()
const { db, as, users } = shop
const staff = as(3)
const path = '/api/v1/categories'
const rings = { categoryCode: 'RG', categoryName: 'Rings', description: 'Bands and solitaires' }

test('a category is created, updated and read with all its fields', async () => {
  const { status, body } = await staff('POST', path, { ...rings, categoryID: 9, createdByID: 9 })
  expect(status).toBe(201)
  expect(body.data).toMatchObject({ ...rings, categoryID: 1, status: true, createdByID: users.get(3) })
  expect((await staff('GET', `${path}/1`)).body.data).toEqual(body.data)
  const change = { ...rings, description: '', status: false, updatedAt: body.data.updatedAt }
  const changed = await as(2)('PUT', `${path}/1`, change)
  expect(changed.body.data).toMatchObject({ description: null, status: false, modifiedByID: users.get(2) })
  expect((await staff('PUT', `${path}/1`, change)).status).toBe(409)
})

test.each([
  [{ categoryCode: ' ' }, 'categoryCode', 'Category code is required'],
  [{ categoryCode: 'x'.repeat(41) }, 'categoryCode', 'Category code must be at most 40 characters'],
  [{ categoryName: null }, 'categoryName', 'Category name is required'],
  [{ categoryName: ['Rings'] }, 'categoryName', 'Category name must be text'],
  [{ description: 'x'.repeat(501) }, 'description', 'Description must be at most 500 characters'],
  [{ status: 1 }, 'status', 'Status must be true or false'],
])('%j is refused with a named field', async (wrong, field, message) => {
  const before = await db.$count(category)
  const { status, body } = await staff('POST', path, { ...rings, ...wrong })
  expect([status, body]).toEqual([
    400,
    { success: false, code: 'input.invalid', message, errors: [{ field, message }] },
  ])
  expect(await db.$count(category)).toBe(before)
})

test('refuses a code or name that differs only in case', async () => {
  const code = await staff('POST', path, { categoryCode: 'rg', categoryName: 'Other' })
  expect(code).toMatchObject({ status: 409, body: { message: 'Category code already exists' } })
  const name = await staff('POST', path, { categoryCode: 'R2', categoryName: 'RINGS' })
  expect(name).toMatchObject({ status: 409, body: { errors: [{ field: 'categoryName' }] } })
})

test('the list is searched, filtered and sorted', async () => {
  await staff('POST', path, { categoryCode: 'ER', categoryName: 'Earrings', description: 'Studs and hoops' })
  await staff('POST', path, { categoryCode: 'CH', categoryName: 'chains' })
  const codes = async (query: string) =>
    (await staff('GET', `${path}?${query}`)).body.data.map((row: { categoryCode: string }) => row.categoryCode)
  expect(await codes('')).toEqual(['CH', 'ER', 'RG'])
  expect(await codes('search=HOOPS')).toEqual(['ER'])
  expect(await codes('status=true&sort=categoryName')).toEqual(['CH', 'ER'])
  expect(await codes('sort=-status')).toHaveLength(3)
})

test('an unknown key is 404', async () => {
  expect((await staff('GET', `${path}/999`)).body).toEqual({
    success: false,
    code: 'record.not_found',
    message: 'Category not found',
  })
  expect((await staff('PUT', `${path}/999`, rings)).status).toBe(404)
})

conforms(shop, categories, {
  fields: categoryFields,
  table: category,
  sample: (n) => ({
    categoryCode: `C${n}`,
    categoryName: `Kind ${n}`,
    tagalogName: `Uri ${n}`,
    japaneseName: `種類${n}`,
    description: `D ${n}`,
    status: true,
  }),
  access: { read: 'staff', write: 'staff' },
  unique: { categoryCode: 'Category code already exists', categoryName: 'Category name already exists' },
  searched: ['categoryCode', 'categoryName', 'tagalogName', 'japaneseName', 'description'],
})
