// Proves that one place formats grams (contract/shared/quantities.ts), so that a weight reads the same on every screen
// and paper.
import { readFileSync } from 'node:fs'

import { expect, test } from 'vitest'

import { isTest, sourceFiles } from '../../scripts/modules.ts'

const formatter = 'contract/shared/quantities.ts'

/** A value that is followed by the unit: `${weight} g` in a template, {weight} g in a page, or weight + ' g'. */
const writtenByHand = [/\} ?g(?=[`'"<\s,.;:)·]|$)/m, /\+ ['"`] ?g\b/, /grams?\b[\w.()]*\.toFixed\(/i]

const findWeights = (texts: readonly (readonly [file: string, text: string])[]) =>
  texts.filter(([file, text]) => file !== formatter && writtenByHand.some((pattern) => pattern.test(text)))

test('grams are formatted by one place alone', () => {
  const files = sourceFiles.filter((file) => !isTest(file))
  expect(findWeights(files.map((file) => [file, readFileSync(file, 'utf8')])).map(([file]) => file)).toEqual([])
})

test('a weight that is written by hand is found', () => {
  const planted = [
    'const text = `${item.grams} g`',
    'const text = `${piece.grams.toFixed(2)}g, plain`',
    "const text = formatQuantity(grams) + ' g'",
    'const Weight = () => <td>{grams} g</td>',
    'const text = item.grams.toFixed(2)',
  ]
  expect(findWeights(planted.map((text, n) => [`planted-${n}.ts`, text]))).toHaveLength(planted.length)
  const fine = ['const text = `${formatPeso(price)}/g`', 'const Weight = () => <td>{formatWeight(grams)}</td>', '{ g }']
  expect(findWeights(fine.map((text, n) => [`fine-${n}.ts`, text]))).toEqual([])
})
