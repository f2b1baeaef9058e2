import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

import { parseSync } from 'oxc-parser'
import { expect, test } from 'vitest'

type Import = { from: string; to: string; lazy: boolean }

/** Every import, export-from, import() and import type of a file, as paths from the root or package names. */
function importsOf(from: string, text: string): Import[] {
  const { module, errors } = parseSync(from, text)
  if (errors.length > 0) throw new Error(`${from}: ${errors[0]!.message}`)
  const at = (to: string, lazy: boolean) => ({ from, to: to.startsWith('.') ? join(dirname(from), to) : to, lazy })
  const exported = module.staticExports.flatMap((one) =>
    one.entries.flatMap((entry) => entry.moduleRequest?.value ?? []),
  )
  // As text, because import('…') is a type too, which the parser does not list.
  const later = [...text.matchAll(/\bimport\(\s*(['"])(.*?)\1/g)]
  return [
    ...module.staticImports.map((one) => at(one.moduleRequest.value, false)),
    ...[...new Set(exported)].map((to) => at(to, false)),
    ...later.map((found) => at(found[2]!, true)),
  ]
}

const files = ['contract', 'server', 'web'].flatMap((tree) =>
  readdirSync(tree, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => join(tree, name)),
)
const real = files.flatMap((file) => importsOf(file, readFileSync(file, 'utf8')))

/** What other subjects may use of a subject. */
const doors = new Set([
  'server/stock/ledger.ts',
  'server/stock/arrivals.ts',
  'server/stock/figures.ts',
  'server/people/notify.ts',
  'server/people/questions.ts',
  'server/company/settings.ts',
  'server/insight/counts.ts',
  'server/imports/kind.ts',
])

/** The subject that a file belongs to, or null for what belongs to none. */
function subjectOf(path: string): string | null {
  const folder = /^server\/(\w+)\//.exec(path)?.[1]
  return !folder || ['db', 'http', 'pictures'].includes(folder) ? null : folder
}
const isTest = (path: string) => path.endsWith('.test.ts')

/** Each wall, the imports that break it, and one planted to see that it does. */
const walls: { wall: string; breaks: (one: Import) => boolean; planted: [file: string, text: string][] }[] = [
  {
    wall: 'contract imports nothing but itself and zod, and zod in one place',
    breaks: ({ from, to }) =>
      from.startsWith('contract/') && !to.startsWith('contract/') && !(to === 'zod' && from === 'contract/zod.ts'),
    planted: [
      ['contract/a.ts', "export const x = () => import('node:fs')"],
      ['contract/a.ts', "import { z } from 'zod'"],
      ['contract/zod.ts', "export { x } from '../web/lib/api.ts'"],
    ],
  },
  {
    wall: 'web and server never meet',
    breaks: ({ from, to }) =>
      (from.startsWith('web/') && to.startsWith('server/')) || (from.startsWith('server/') && to.startsWith('web/')),
    planted: [
      ['web/a.ts', "import type { Db } from '../server/db/client.ts'"],
      ['web/a.ts', "export let db: import('../server/db/client.ts').Db"],
      ['server/a.ts', "import '../web/lib/api.ts'"],
    ],
  },
  {
    wall: 'db, http and pictures know no subject',
    breaks: ({ from, to }) =>
      /^server\/(db|http|pictures)\//.test(from) &&
      !isTest(from) &&
      to.startsWith('server/') &&
      !/^server\/(db\/|http\/|pictures\/|config\.ts$)/.test(to),
    planted: [
      ['server/http/a.ts', "export * from '../purchasing/suppliers.ts'"],
      ['server/db/a.ts', "import { createApp } from '../app.ts'"],
      ['server/pictures/a.ts', "import { itemRoutes } from '../catalogue/items.ts'"],
    ],
  },
  {
    wall: 'a subject imports another only through its named door',
    breaks: ({ from, to }) => {
      const [ours, theirs] = [subjectOf(from), subjectOf(to)]
      return ours !== null && theirs !== null && ours !== theirs && !isTest(from) && !doors.has(to)
    },
    planted: [
      ['server/sales/a.ts', "import { supplierRoutes } from '../purchasing/suppliers.ts'"],
      ['server/sales/a.ts', "import { x } from '../stock/locations.ts'\nimport '../stock/ledger.ts'"],
    ],
  },
  {
    // What it imports of another subject is kept to the doors by the wall before.
    wall: 'the demo shop is nobody’s but the app’s',
    breaks: ({ from, to }) =>
      to.startsWith('server/demo/') && !from.startsWith('server/demo/') && from !== 'server/app.ts' && !isTest(from),
    planted: [['server/sales/a.ts', "import { plan } from '../demo/plan.ts'"]],
  },
  {
    wall: 'web/lib knows neither the site nor the staff, and no Mantine',
    breaks: ({ from, to }) => from.startsWith('web/lib/') && /^(@mantine\/|web\/(site|ui|staff)\/)/.test(to),
    planted: [['web/lib/a.ts', "import '@mantine/core'"]],
  },
  {
    // With the wall of web/lib, it has none by way of another file either.
    wall: 'web/site has no Mantine and nothing of ui or staff',
    breaks: ({ from, to }) => from.startsWith('web/site/') && /^(@mantine\/|web\/(ui|staff)\/)/.test(to),
    planted: [
      ['web/site/a.tsx', "import '../ui/fields.tsx'"],
      ['web/site/a.tsx', "const shell = () => import('../staff/Shell.tsx')"],
      ['web/site/a.tsx', "import { Button } from '@mantine/core'"],
    ],
  },
  {
    wall: 'web/ui has nothing of staff or site',
    breaks: ({ from, to }) => from.startsWith('web/ui/') && /^web\/(staff|site)\//.test(to),
    planted: [['web/ui/a.tsx', "import { Shell } from '../staff/Shell.tsx'"]],
  },
]

test('the walls see the code', () => {
  expect(files.length).toBeGreaterThan(50)
  expect(real.length).toBeGreaterThan(150)
})

test.each(walls)('$wall', ({ breaks, planted }) => {
  for (const [file, text] of planted) expect(importsOf(file, text).filter(breaks)).toHaveLength(1)
  expect(real.filter(breaks)).toEqual([])
})

/** What writes to the ledger of stock, by drizzle (under whatever name it is imported) or in SQL; migrations and tests apart. */
function writesMovements(text: string) {
  const table = String.raw`(only\s+)?("?public"?\.)?("?stock_movement\b|\$\{\s*(\w+\.)?stockMovement\s*\})`
  const inSql = new RegExp(
    String.raw`\b(insert\s+into|update|delete\s+from|merge\s+into|truncate(\s+table)?|copy)\s+${table}`,
    'i',
  )
  const inDrizzle =
    /\.(insert|update|delete)\s*\(\s*(\w+\.)?stockMovement\s*\)|\bstockMovement\s+as\b|=\s*(\w+\.)?stockMovement\s*[\n;]/
  return inSql.test(text) || inDrizzle.test(text)
}

test('nothing but the ledger writes movements of stock', () => {
  for (const planted of [
    'await db.insert(stockMovement).values(rows)',
    'await db.update(schema.stockMovement).set(row)',
    "import { stockMovement as ledger } from '../db/schema.ts'",
    'const ledger = stockMovement\n',
    'await db.execute(sql`insert into ${stockMovement} select 1`)',
    'await db.execute(sql`delete from stock_movement`)',
    'await db.execute(sql`update only public."stock_movement" set quantity = 1`)',
    'await db.execute(sql`merge into stock_movement using x on true`)',
    'await db.execute(sql`truncate stock_movement`)',
  ])
    expect(writesMovements(planted), planted).toBe(true)
  expect(writesMovements('await db.select().from(stockMovement).where(eq(stockMovement.kind, kind))')).toBe(false)
  const writers = files.filter((file) => !isTest(file) && writesMovements(readFileSync(file, 'utf8')))
  expect(writers).toEqual(['server/stock/ledger.ts'])
})

test('no cycles', () => {
  const [there, back] = [importsOf('web/a.ts', "import './b.ts'"), importsOf('web/b.ts', "export * from './a.ts'")]
  expect(cycle([...there, ...back, ...real])).toEqual(['web/a.ts', 'web/b.ts', 'web/a.ts'])
  expect(cycle(real)).toBeNull()
})

/** The first circle of imports, or null. A page that is loaded later may import the table of pages that names it. */
function cycle(imports: Import[]): string[] | null {
  const next = Map.groupBy(
    imports.filter(({ lazy }) => !lazy),
    (one) => one.from,
  )
  const done = new Set<string>()
  const path: string[] = []
  const visit = (file: string): string[] | null => {
    if (path.includes(file)) return [...path.slice(path.indexOf(file)), file]
    if (done.has(file)) return null
    path.push(file)
    for (const { to } of next.get(file) ?? []) {
      const found = visit(to)
      if (found) return found
    }
    path.pop()
    done.add(file)
    return null
  }
  for (const file of next.keys()) {
    const found = visit(file)
    if (found) return found
  }
  return null
}

/** The room of a file: `contract`, the folder of a tree, or the tree itself for what lies right in it. */
const roomOf = (path: string) => /^(contract|(?:server|web)\/\w+(?=\/)|server)/.exec(path)?.[1] ?? null

/** Every arrow of a drawing, as `from → to`: `a & b --> c & d` is four of them. */
function arrowsOf(page: string): Set<string> {
  const drawing = /```mermaid\n(flowchart[\s\S]*?)```/.exec(page)![1]!
  const rooms = new Map(
    [...drawing.matchAll(/^ +(\w+)\[(contract|(?:server|web)(?:\/\w+)?)\]$/gm)].map((m) => [m[1], m[2]]),
  )
  const known = (name: string) => rooms.get(name.trim()) ?? `${name.trim()}?`
  const lines = [...drawing.matchAll(/^ +([\w &]+) --> ([\w &]+)$/gm)]
  return new Set(
    lines.flatMap(([, from, to]) =>
      from!.split('&').flatMap((one) => to!.split('&').map((other) => `${known(one)} → ${known(other)}`)),
    ),
  )
}

/** The imports between rooms, tests apart. */
const between = (imports: Import[]) =>
  new Set(
    imports.flatMap(({ from, to }) => {
      const [ours, theirs] = [roomOf(from), roomOf(to)]
      return isTest(from) || !ours || !theirs || ours === theirs ? [] : [`${ours} → ${theirs}`]
    }),
  )

test('the drawing of the rooms is true', () => {
  const page = readFileSync('docs/architecture.md', 'utf8')
  expect([...arrowsOf(page)].toSorted()).toEqual([...between(real)].toSorted())

  const planted = importsOf('web/ui/a.ts', "import { Shell } from '../staff/Shell.tsx'")
  expect([...between(planted)].filter((arrow) => !arrowsOf(page).has(arrow))).toEqual(['web/ui → web/staff'])
  const drawn = arrowsOf(page.replace('staff --> ui', 'staff --> ui & app & nothing'))
  expect([...drawn].filter((arrow) => !between(real).has(arrow))).toEqual([
    'web/staff → server',
    'web/staff → nothing?',
  ])
})
