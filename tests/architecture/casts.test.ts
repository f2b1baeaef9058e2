import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { type Comment, parseSync } from 'oxc-parser'
import { expect, test } from 'vitest'

// A cast through unknown, never or any, and a suppressed rule, switch off checks. Each needs a comment with its reason,
// on its line or on the line before.

/** Matches the files that need parsing; the others have none of these words. */
const mayHaveOne = /\bas\s+(?:never|any|unknown)\b|@ts-(?:expect-error|ignore|nocheck)|(?:oxlint|eslint)-disable/
const suppression = /@ts-(?:expect-error|ignore|nocheck)|(?:oxlint|eslint)-disable/

type Found = { at: number; what: string }
/** A cast in the parser's syntax tree. */
type Cast = {
  type: string
  typeAnnotation: { type: string; start: number }
  expression: { typeAnnotation?: { type: string } }
}

/** Returns the casts and suppressions of a file that have no reason, as 'file:line: text'. */
function withoutReason(file: string, text: string): string[] {
  if (!mayHaveOne.test(text)) return []
  const { program, comments, errors } = parseSync(file, text)
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]!.message}`)
  const lineOf = (at: number) => text.slice(0, at).split('\n').length
  const reasons = new Set(comments.filter(isReason).map(({ end }) => lineOf(end)))
  const suppressions = comments.flatMap(({ start, value }) =>
    suppression.test(value)
      ? [{ at: start, what: value.trim(), explained: isWords(value.split(' -- ')[1] ?? '') }]
      : [],
  )
  return [...castsIn(program), ...suppressions.filter(({ explained }) => !explained)].flatMap(({ at, what }) => {
    const line = lineOf(at)
    return reasons.has(line) || reasons.has(line - 1) ? [] : [`${file}:${line}: ${what}`]
  })
}

const isReason = ({ value }: Comment) => !suppression.test(value) && isWords(value)
const isWords = (text: string) => (text.match(/\p{L}+/gu) ?? []).length >= 3

/** Returns every cast to never or any, and every cast of a cast to unknown, at the position of its type. */
function castsIn(node: unknown): Found[] {
  if (node === null || typeof node !== 'object') return []
  const inside = Object.values(node).flatMap(castsIn)
  const { type, typeAnnotation, expression } = node as Partial<Cast>
  if (type !== 'TSAsExpression' || !typeAnnotation) return inside
  const { type: to, start: at } = typeAnnotation
  const from = expression?.typeAnnotation?.type
  if (to === 'TSNeverKeyword') return [...inside, { at, what: 'as never' }]
  if (to === 'TSAnyKeyword') return [...inside, { at, what: 'as any' }]
  if (from === 'TSUnknownKeyword') return [...inside, { at, what: 'as unknown as' }]
  return inside
}

const files = ['contract', 'server', 'web', 'scripts', 'tests'].flatMap((tree) =>
  readdirSync(tree, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(?:tsx?|mjs)$/.test(name))
    .map((name) => join(tree, name)),
)

test('every unsafe cast and every suppressed rule has a reason beside it', () => {
  const found = files.flatMap((file) => withoutReason(file, readFileSync(file, 'utf8')))
  expect(found, 'Remove each of these, or write its reason in a comment on the same line or the line before').toEqual(
    [],
  )
})

test.each([
  ['const a = b as never', ['a.ts:1: as never']],
  ['const a =\n  b as any', ['a.ts:2: as any']],
  ['const a = b as unknown as C', ['a.ts:1: as unknown as']],
  ['// Because.\nconst a = b as never', ['a.ts:2: as never']],
  ['// It is known to be one.\n\nconst a = b as never', ['a.ts:3: as never']],
  ['// It is known to be one.\nconst a = b as never', []],
  ['const a = b as never // It is known to be one.', []],
  ['const a = { b: c } as unknown', []],
  ["const a = 'b as any other' // as never, as any", []],
  ['// @ts-expect-error\na()', ['a.ts:1: @ts-expect-error']],
  ['// @ts-ignore\n// @ts-nocheck\na()', ['a.ts:1: @ts-ignore', 'a.ts:2: @ts-nocheck']],
  ['// oxlint-disable-next-line no-console\na()', ['a.ts:1: oxlint-disable-next-line no-console']],
  ['// oxlint-disable-next-line no-console -- people read it\na()', []],
  ['// People read what this says.\n// oxlint-disable-next-line no-console\na()', []],
  ['/* eslint-disable */\na()', ['a.ts:1: eslint-disable']],
])('the gate judges %j correctly', (text, expected) => {
  expect(withoutReason('a.ts', text)).toEqual(expected)
})
