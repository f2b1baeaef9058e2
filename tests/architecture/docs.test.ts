import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

import { expect, test } from 'vitest'

import { dataModel } from '../../scripts/data-model.ts'
import { tables } from '../../server/db/schema/tables.ts'

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> }
const read = (file: string) => readFileSync(file, 'utf8')
const pages = [
  ...readdirSync('.').filter((name) => name.endsWith('.md')),
  ...readdirSync('docs', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join('docs', name)),
]

/** Returns the package.json scripts that a text mentions. npm has short forms for two of them. */
const scriptsIn = (text: string) =>
  [...text.matchAll(/\bnpm (?:run (?:--silent )?([\w:-]+)|(start|test)\b)/g)].map((found) => found[1] ?? found[2]!)

test('the pages mention every npm script and no unknown one', () => {
  const spoken = new Set(pages.flatMap((page) => scriptsIn(read(page))))
  // npm runs `prex` before `x`, so that no page needs to mention it.
  const own = Object.keys(scripts).filter((name) => !(name.startsWith('pre') && name.slice(3) in scripts))
  expect([...spoken].filter((name) => !(name in scripts))).toEqual([])
  expect(own.filter((name) => !spoken.has(name))).toEqual([])
  expect(scriptsIn('`npm run gone -- X` and npm start')).toEqual(['gone', 'start'])
})

const slug = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')

/** Returns the broken links of a page, and the paths in backticks that do not exist. */
function lostIn(page: string, text: string): string[] {
  const links = [...text.matchAll(/\]\((?!https?:|mailto:)([^)\s]+)\)/g)].map((found) => found[1]!)
  const lostLinks = links.filter((link) => {
    const [path = '', anchor] = link.split('#')
    const target = path ? join(dirname(page), path) : page
    if (!existsSync(target)) return true
    return (
      anchor !== undefined && ![...read(target).matchAll(/^#+ (.+)$/gm)].some(([, title]) => slug(title!) === anchor)
    )
  })
  const paths = [...text.matchAll(/`((?:contract|server|web|tests|scripts|docs|deploy)\/[\w./-]*)`/g)].map((f) => f[1]!)
  return [...lostLinks, ...paths.filter((path) => !existsSync(path))]
}

test('every link and every path of a page exists', () => {
  expect(pages.flatMap((page) => lostIn(page, read(page)).map((lost) => `${page}: ${lost}`))).toEqual([])
  const planted = '[a](gone.md) [b](../README.md) [c](../README.md#gone) [d](../README.md#settings) `server/gone.ts`'
  expect(lostIn('docs/architecture.md', planted)).toEqual(['gone.md', '../README.md#gone', 'server/gone.ts'])
})

/** Returns the first column of the table under a heading. */
function namesInTable(text: string, heading: string): string[] {
  const [, section = ''] = text.split(`\n## ${heading}\n`)
  const rows = [...section.split('\n## ')[0]!.matchAll(/^\|([^|]*)\|/gm)].map((found) => found[1]!)
  return rows.flatMap((cell) => [...cell.matchAll(/`(\w+)`/g)].map((found) => found[1]!))
}

test('the table of settings lists exactly the settings of the server', () => {
  const [, schema = ''] = /const Environment = z\.object\(\{\n([\s\S]*?)^\}\)/m.exec(read('server/kernel/config.ts'))!
  const settings = [...schema.matchAll(/^ {2}([A-Z_]+):/gm)].map((found) => found[1]!)
  expect(settings).toContain('DATABASE_URL')
  expect(namesInTable(read('README.md'), 'Settings').toSorted()).toEqual(settings.toSorted())
  expect(namesInTable('\n## A\n\n| name |\n| --- |\n| `ONE`, `TWO` |\n\n## B\n\n| `THREE` |\n', 'A')).toEqual([
    'ONE',
    'TWO',
  ])
})

/**
 * The test that runs each command of a block marked `sh`. The test or its helper contains the program of the script
 * and the given words.
 */
const runs: Record<string, { test: string; helper?: string; words?: string }> = {
  'npm start': { test: 'tests/process/start.test.ts', helper: 'tests/support/server.ts' },
  'SHOP_DEMO=0 npm start': {
    test: 'tests/process/start.test.ts',
    helper: 'tests/support/server.ts',
    words: "SHOP_DEMO: '0'",
  },
  'DATA_DIR=./try PORT=3001 npm start': {
    test: 'tests/process/start.test.ts',
    helper: 'tests/support/server.ts',
    words: 'DATA_DIR: relative',
  },
  'npm test': { test: 'tests/architecture/gates.test.ts', words: "scripts['test']" },
  'npm run dev': { test: 'tests/process/dev.test.ts' },
  'npm run backup': { test: 'tests/process/backup.test.ts' },
  'npm run restore -- FILE': { test: 'tests/process/backup.test.ts' },
  'npm run restore -- FILE --overwrite': { test: 'tests/process/backup.test.ts', words: "'--overwrite'" },
  'DATA_DIR=./try npm run restore -- FILE': { test: 'tests/process/backup.test.ts', words: 'restore({ DATA_DIR' },
  'npm run verify:stock': { test: 'tests/process/verify-stock.test.ts' },
  'npm run sign-in-link -- EMAIL': { test: 'tests/process/sign-in-link.test.ts' },
}

/** Returns the parts of a command that its test does not contain. */
function notRun(command: string, { test: file, helper, words }: (typeof runs)[string]): string[] {
  const text = read(file) + (helper ? read(helper) : '')
  const program = /node \S*?([\w-]+\.ts)/.exec(scripts[scriptsIn(command)[0]!]!)?.[1]
  return [program, words].flatMap((one) => (one && !text.includes(one) ? [`${command}: ${one}`] : []))
}

const blocksOf = (text: string) =>
  [...text.matchAll(/^```(.*)\n([\s\S]*?)^```$/gm)].map(([, language, body]) => ({ language: language!, body: body! }))

/** Returns the commands of a page's `sh` blocks without their comments. */
const commandsOf = (text: string) =>
  blocksOf(text)
    .filter(({ language }) => language === 'sh')
    .flatMap(({ body }) => body.split('\n').map((line) => line.replace(/\s+#.*$/, '').trim()))
    .filter(Boolean)

test('a test runs every command of the README and of the operations page', () => {
  const told = ['README.md', 'docs/operations.md'].map(read)
  // A block without a language would bypass this test.
  expect(told.flatMap(blocksOf).filter(({ language }) => !language)).toEqual([])
  expect([...new Set(told.flatMap(commandsOf))].toSorted()).toEqual(Object.keys(runs).toSorted())
  expect(Object.entries(runs).flatMap(([command, by]) => notRun(command, by))).toEqual([])
  expect(notRun('npm run backup', { test: 'tests/architecture/walls.test.ts', words: 'a till' })).toHaveLength(2)
  expect(commandsOf('```sh\nnpm gone  # away\n```\n')).toEqual(['npm gone'])
})

test('the data model matches the schema: npm run docs:data-model writes it', async () => {
  const page = await dataModel()
  expect(read('docs/data-model.md')).toBe(page)
  expect([...page.matchAll(/^### /gm)]).toHaveLength(tables.length)
})
