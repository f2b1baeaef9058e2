import { expect, test } from 'vitest'

import { joinNames, splitName } from '../../contract/shared/names.ts'

test.each([
  ['Maria', 'Cruz', 'Maria Cruz'],
  ['花子', '山田', '山田 花子'],
  ['さくら', 'たなか', 'たなか さくら'],
  ['Hanako', 'Yamada', 'Hanako Yamada'],
  ['Maria', '', 'Maria'],
])('%s %s is written %s, and is split into the same names', (firstName, lastName, whole) => {
  expect(joinNames({ firstName, lastName })).toBe(whole)
  expect(splitName(whole)).toEqual({ firstName, lastName })
})
