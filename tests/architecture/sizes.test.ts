// Proves that no function and no source file is longer than its limit, so that a reader can understand each as a whole.
import { readFileSync } from 'node:fs'

import { type Function as FunctionNode, type ArrowFunctionExpression, parseSync, Visitor } from 'oxc-parser'
import { expect, test } from 'vitest'

import { isTest, sourceFiles } from '../../scripts/modules.ts'

/** The maximum length of a function in each tree, in lines. */
const longestFunction: Record<string, number> = { 'web/': 100, 'server/': 120, 'contract/': 120 }
/** The maximum length of a source file, in lines. */
const longestFile = 300

/**
 * Functions longer than the maximum, with their present length. They may only become shorter. Remove an entry when its
 * function fits.
 */
const longFunctions: Record<string, number> = {}
/**
 * Files longer than the maximum, with their present length. They may only become shorter. Remove an entry when its file
 * fits.
 */
const longFiles: Record<string, number> = {
  'server/demo/pieces.ts': 330,
  'server/demo/shop.ts': 440,
}

type Length = { what: string; lines: number; limit: number }

const linesIn = (text: string) => text.split('\n').length

/** Returns every function of a file with its length, from its first word to its closing brace. */
function functionsOf(file: string, text: string): Length[] {
  const limit = Object.entries(longestFunction).find(([tree]) => file.startsWith(tree))![1]
  const found: Length[] = []
  const names = new Map<unknown, string>()
  const measure = (node: FunctionNode | ArrowFunctionExpression) => {
    if (!node.body) return
    const line = linesIn(text.slice(0, node.start))
    const name = node.id?.name ?? names.get(node) ?? `the function in line ${line}`
    found.push({ what: `${file} ${name}`, lines: linesIn(text.slice(node.start, node.end)), limit })
  }
  new Visitor({
    VariableDeclarator({ id, init }) {
      if (id.type === 'Identifier') names.set(init, id.name)
    },
    FunctionDeclaration: measure,
    FunctionExpression: measure,
    ArrowFunctionExpression: measure,
  }).visit(parseSync(file, text).program)
  return found
}

const fileOf = (file: string, text: string): Length => ({
  what: file,
  lines: linesIn(text.trimEnd()),
  limit: longestFile,
})

/** Returns a sentence for each function or file that is longer than the maximum or than its own exception. */
const tooLong = (lengths: readonly Length[], exceptions: Record<string, number>, instead: string) =>
  lengths
    .filter(({ what, lines, limit }) => lines > (exceptions[what] ?? limit))
    .map(({ what, lines, limit }) => `${what} has ${lines} lines, ${exceptions[what] ?? limit} at most. ${instead}`)

const splitFunction = 'Give each thought in it a name: a hook, a component or a function of its own.'
const splitFile = 'Give each thought in it a file of its own in the same folder.'

const texts = sourceFiles.filter((file) => !isTest(file)).map((file) => [file, readFileSync(file, 'utf8')] as const)
const functions = texts.flatMap(([file, text]) => functionsOf(file, text))
const files = texts.map(([file, text]) => fileOf(file, text))

test('no function is longer than its limit', () => {
  expect(functions.length).toBeGreaterThan(1000)
  expect(tooLong(functions, longFunctions, splitFunction)).toEqual([])
})

test('no source file is longer than its limit', () => {
  expect(files.length).toBeGreaterThan(500)
  expect(tooLong(files, longFiles, splitFile)).toEqual([])
})

test.each([
  ['functions', longFunctions, functions],
  ['files', longFiles, files],
])('every exception for %s is still needed', (_, exceptions, lengths) => {
  const needed = lengths.filter(({ lines, limit }) => lines > limit).map(({ what }) => what)
  expect(Object.keys(exceptions).filter((what) => !needed.includes(what))).toEqual([])
})

const body = (lines: number) => '\n'.repeat(lines - 1)

test.each([
  ['web/a.tsx', `export function Long() {${body(101)}}`, 'web/a.tsx Long has 101 lines, 100 at most.'],
  ['web/a.tsx', `export const Long = memo(function Long() {${body(101)}})`, 'web/a.tsx Long has 101 lines'],
  ['web/a.ts', `export const long = async () => {${body(101)}}`, 'web/a.ts long has 101 lines'],
  ['web/a.ts', `call(() => {${body(101)}})`, 'web/a.ts the function in line 1 has 101 lines'],
  ['server/a.ts', `export const one = { two() {${body(121)}} }`, 'server/a.ts the function in line 1 has 121 lines'],
  ['server/app.ts', `export function createApp() {${body(147)}}`, 'createApp has 147 lines, 146 at most.'],
])('a function that is too long in %s is found', (file, text, sentence) => {
  const [found, ...more] = tooLong(functionsOf(file, text), { 'server/app.ts createApp': 146 }, splitFunction)
  expect(found).toContain(sentence)
  expect(found).toContain('Give each thought in it a name')
  expect(more).toEqual([])
})

test('a file that is too long is found', () => {
  const found = tooLong([fileOf('web/a.ts', 'a()\n'.repeat(301))], longFiles, splitFile)
  expect(found).toEqual([`web/a.ts has 301 lines, 300 at most. ${splitFile}`])
  expect(tooLong([fileOf('web/a.ts', 'a()\n'.repeat(300))], longFiles, splitFile)).toEqual([])
})
