// First names: of people, of Japanese people, and of handles, which may hold more than a name.
import { expect, test } from 'vitest'

import { firstNameOfHandle } from './first-names.ts'

test.each([
  ['@maria.santos88', 'maria'],
  ['Ana Reyes', 'Ana'],
  ['★ Bea ★', 'Bea'],
  // A Japanese handle has the family name first, which viewers must not read.
  ['佐藤 由美', '由美'],
  ['佐藤・由美', '由美'],
  ['ゆみ', 'ゆみ'],
  ['Señora Peña', 'Señora'],
  ['0917 555', null],
])('the first name in %s is %s', (handle, first) => {
  expect(firstNameOfHandle(handle)).toBe(first)
})
