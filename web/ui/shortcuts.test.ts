import { expect, test } from 'vitest'

import { keyLabelsOf, shortcutKeyOf } from './shortcuts.ts'

const press = (key: string, held: object = {}) =>
  shortcutKeyOf({ key, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...held })

test('keyOf returns the name of the pressed key', () => {
  expect(press('F9')).toBe('F9')
  expect(press('K', { ctrlKey: true })).toBe('Ctrl+k')
  expect(press('k', { metaKey: true })).toBe('Ctrl+k')
  // Most keyboards need Shift for this sign.
  expect(press('?', { shiftKey: true })).toBe('?')
  expect(press('K', { ctrlKey: true, shiftKey: true })).toBeNull()
  expect(press('F9', { shiftKey: true })).toBeNull()
  expect(press('s', { ctrlKey: true, altKey: true, code: 'KeyS' })).toBeNull()
  expect(press('m', { altKey: true, code: 'KeyM' })).toBe('Alt+m')
  // A Mac types another sign with Alt.
  expect(press('µ', { altKey: true, code: 'KeyM' })).toBe('Alt+m')
  expect(press('M', { altKey: true, shiftKey: true, code: 'KeyM' })).toBeNull()
  expect(press('F9', { altKey: true, code: 'F9' })).toBeNull()
})

test('keyNames returns the labels of the keys on the keyboard', () => {
  expect(keyLabelsOf('Ctrl+k')).toEqual(['Ctrl K'])
  expect(keyLabelsOf('ArrowUp ArrowDown')).toEqual(['↑', '↓'])
  expect(keyLabelsOf('?')).toEqual(['?'])
  expect(keyLabelsOf('+ -')).toEqual(['+', '-'])
  expect(keyLabelsOf('Alt+m')).toEqual(['Alt M'])
})
