import { expect, test } from 'vitest'

import { z } from '../../../contract/shared/zod.ts'
import { bodyOf, compareVersions, pickSchemaFields, isSameValue } from './recordForm.ts'

const schema = z.object({ name: z.string(), price: z.number(), days: z.number().nullish() })

test('sends an empty field as null only if the schema allows null', () => {
  expect(bodyOf(schema, { name: 'Ring', price: null, days: null })).toEqual({ name: 'Ring', days: null })
  expect(bodyOf(schema, { name: '', price: 0, days: 3 })).toEqual({ name: '', price: 0, days: 3 })
})

test('takes only the fields of the form from a record', () => {
  expect(pickSchemaFields(schema, { id: 1, name: 'Ring', price: 2, createdAt: '' })).toEqual({ name: 'Ring', price: 2 })
})

test('treats an empty text, null and undefined as equal', () => {
  expect(isSameValue({ a: '', b: 1 }, { b: 1, a: null })).toBe(true)
  expect(isSameValue({ b: 1 }, { b: 1, a: undefined })).toBe(true)
  expect(isSameValue({ a: 0 }, { a: null })).toBe(false)
  expect(isSameValue({ a: false }, {})).toBe(false)
  expect(isSameValue([{ a: 1 }], [{ a: 2 }])).toBe(false)
})

test('reading again keeps what the user typed, unless another user changed the same field to something else', () => {
  const before = { name: 'Ring', price: 1, days: null }
  const compare = (own: object, theirs: object) => compareVersions({ own, theirs, start: before, before })
  expect(compare({ ...before, name: 'Band' }, { ...before, price: 2 })).toEqual({ typed: ['name'], isContested: false })
  expect(compare({ ...before, name: 'Band' }, { ...before, name: 'Hoop' }).isContested).toBe(true)
  expect(compare({ ...before, name: 'Band' }, { ...before, name: 'Band' }).isContested).toBe(false)
  expect(compare({ ...before, days: '' }, { ...before, name: 'Hoop' })).toEqual({ typed: [], isContested: false })
})
