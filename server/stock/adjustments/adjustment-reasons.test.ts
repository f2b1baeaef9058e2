import { expect, test } from 'vitest'

import { adjustmentReasonFields, adjustmentReasons } from '../../../contract/stock/adjustment-reasons.ts'
import { adjustmentTypeFields, adjustmentTypes } from '../../../contract/stock/adjustment-types.ts'
import { conforms } from '../../../tests/support/conforms.ts'
import { testApp } from '../../../tests/support/fixtures.ts'
import { adjustmentReason, adjustmentType } from '../../db/schema/stock.ts'

const shop = await testApp()
const { as, users } = shop
const staff = as(3)

// Both resources behave the same and differ only in their names.
test.each([
  ['/api/v1/adjustment-reason', 'adjustmentReasonID', 'reasonName', 'Reason name', 'Adjustment reason', 'Damaged'],
  ['/api/v1/adjustment-type', 'adjustmentTypeID', 'typeName', 'Type name', 'Adjustment type', 'Manual adjustment'],
])('%s are created, updated and searched, with unique valid names', async (path, id, name, label, what, taken) => {
  const repaired = { [name]: ' Repaired ', description: 'Back from the bench' }
  const made = await staff('POST', path, { ...repaired, createdByID: 99, [id]: 99 })
  expect(made.status).toBe(201)
  expect(made.body.data).toMatchObject({ ...repaired, [name]: 'Repaired', createdByID: users.get(3) })
  const at = `${path}/${made.body.data[id]}`

  const { updatedAt } = made.body.data
  const changed = await as(2)('PUT', at, { [name]: 'Mended', description: 'By us', updatedAt })
  expect(changed.body.data).toMatchObject({ [name]: 'Mended', description: 'By us', modifiedByID: users.get(2) })
  expect((await staff('PUT', at, { ...repaired, updatedAt })).status).toBe(409)
  expect((await staff('GET', at)).body.data).toEqual(changed.body.data)
  expect((await staff('GET', `${path}?search=BY%20US`)).body.data).toEqual([changed.body.data])

  const before = (await staff('GET', path)).body
  for (const [method, address] of [
    ['POST', path],
    ['PUT', at],
  ] as const) {
    const again = await staff(method, address, { ...repaired, [name]: taken.toUpperCase() })
    const message = `${what === 'Adjustment type' ? what : label} already exists`
    expect([again.status, again.body]).toEqual([
      409,
      { success: false, code: 'record.exists', message, errors: [{ field: name, message }] },
    ])
    const none = await staff(method, address, { ...repaired, [name]: '' })
    expect([none.status, none.body.message]).toEqual([400, `${label} is required`])
    const bare = await staff(method, address, { ...repaired, description: ' ' })
    expect([bare.status, bare.body.message]).toEqual([400, 'Description is required'])
  }
  expect((await staff('PUT', `${path}/999`, repaired)).body.message).toBe(`${what} not found`)
  expect((await staff('GET', path)).body).toEqual(before)
})

conforms(shop, adjustmentReasons, {
  fields: adjustmentReasonFields,
  table: adjustmentReason,
  sample: (n) => ({ reasonName: `Reason ${n}`, description: `D ${n}` }),
  access: { read: 'staff', write: 'staff' },
  unique: { reasonName: 'Reason name already exists' },
  searched: ['reasonName', 'description'],
})

conforms(shop, adjustmentTypes, {
  fields: adjustmentTypeFields,
  table: adjustmentType,
  sample: (n) => ({ typeName: `Kind ${n}`, description: `D ${n}` }),
  access: { read: 'staff', write: 'staff' },
  unique: { typeName: 'Adjustment type already exists' },
  searched: ['typeName', 'description'],
})
