import { expect, test } from 'vitest'

import { designOf, shortNameOf } from '../../../contract/catalogue/piece-names.ts'

test.each([
  ['Cable chain, 18K rose gold, 45 cm', 'Cable chain, 45 cm', 'Cable chain'],
  ['Kadenang cable, 18K rosas na ginto', 'Kadenang cable', 'Kadenang cable'],
  ['太陽のペンダント、18Kピンクゴールド、45 cm', '太陽のペンダント、45 cm', '太陽のペンダント'],
  ['Band in Rose Gold, plain', 'Band in Rose Gold, plain', 'Band in Rose Gold'],
  ['Band, ROSE GOLD', 'Band', 'Band'],
  ['18K band', '18K band', '18K band'],
  ['Plain bangle, round wire', 'Plain bangle, round wire', 'Plain bangle'],
])('%s is short %s', (itemName, short, design) => {
  expect(shortNameOf({ itemName, karat: '18K', metal: 'Rose gold' })).toBe(short)
  expect(designOf(itemName)).toBe(design)
})

test('a piece without gold keeps its whole name', () => {
  expect(shortNameOf({ itemName: 'Loose ruby, 18K setting', karat: null, metal: null })).toBe('Loose ruby, 18K setting')
})
