// Proves that imports follow the architecture: layers, public interfaces of subjects, no cycles, and accurate drawings.
import { readFileSync } from 'node:fs'
import { dirname } from 'node:path'

import { expect, test } from 'vitest'

import {
  findCycle,
  folderGraph,
  type Import,
  importsOf,
  isTest,
  moduleArrows,
  moduleOf,
  modulesPage,
  sourceFiles,
  sourceImports,
  writeModules,
} from '../../scripts/modules.ts'

/** The layers of the server, lowest first. A module imports its own layer and lower ones. */
const layers = [['kernel'], ['db'], ['http', 'files', 'pdf', 'jobs'], ['events'], ['resource', 'backup', 'mail']]

const layerOf = (path: string): number | null => {
  const folder = /^server\/([^/]+)\//.exec(path)?.[1]
  if (folder === undefined) return null
  const layer = layers.findIndex((names) => names.includes(folder))
  return layer === -1 ? layers.length : layer
}

/** Returns the subject of a file: a folder of the server or the back-office that is no layer. */
const subjectOf = (path: string): string | null => {
  const found = /^(?:server|web\/staff)\/([^/]+)\//.exec(path)
  if (!found || ['frame', 'navigation', 'shared'].includes(found[1]!)) return null
  return path.startsWith('server/') && layerOf(path)! < layers.length ? null : found[0]
}

/** The files that other subjects may import from a subject, besides its operations. */
const publicFiles = new Set([
  'server/company/settings.ts',
  'server/imports/kinds/changed.ts',
  'server/imports/kinds/kind.ts',
  'server/imports/kinds/recorded.ts',
  'server/insight/counts.ts',
  'server/money/credit.ts',
  'server/money/customer-entries.ts',
  'server/money/ledger.ts',
  'server/money/money-rows.ts',
  'server/money/money-types.queries.ts',
  'server/money/trade-in-entries.ts',
  'server/money/trade-in.ts',
  'server/people/notify.ts',
  'server/people/passwords.ts',
  'server/people/questions.ts',
  'server/people/sessions.ts',
  'server/pricing/items/pricing-facts.ts',
  'server/pricing/rates/days-gold.queries.ts',
  'server/pricing/rates/rates.queries.ts',
  'server/stock/ledger/active.ts',
  'server/stock/ledger/arrivals.ts',
  'server/stock/ledger/figures.ts',
  'server/stock/ledger/ledger.rules.ts',
  'server/stock/ledger/ledger.ts',
  'server/stock/ledger/locks.ts',
  'server/stock/ledger/undone-imports.ts',
  'server/stock/pieces/pieces.queries.ts',
  'web/staff/catalogue/findItemByCode.ts',
  'web/staff/catalogue/ItemAssay.tsx',
  'web/staff/catalogue/SelectItem.tsx',
  'web/staff/imports/ImportLink.tsx',
  'web/staff/imports/useExport.ts',
  'web/staff/labels/PrintLabels.tsx',
  'web/staff/people/messages/Bell.tsx',
  'web/staff/people/users/OwnSessions.tsx',
  'web/staff/purchasing/orders/useOrderDecision.ts',
  'web/staff/sales/customers/CustomerData.tsx',
  'web/staff/sales/display/openCustomerDisplay.ts',
  'web/staff/sales/till/state/localSales.ts',
  'web/staff/sales/till/state/tillPlace.ts',
  'web/staff/sales/till/state/draftBeginnings.ts',
  'web/staff/stock/adjustments/useDecision.ts',
  'web/staff/search/Search.tsx',
])
const isPublic = (path: string) => publicFiles.has(path) || path.endsWith('.operations.ts')

/** The files of server/http that operations may import: functions on the tables of sessions and attempts. */
const storedByHttp = ['server/http/session.ts', 'server/http/throttle.ts']

/** Each rule on imports, the imports that break it, the remedy, and planted violations that it must find. */
const walls: {
  wall: string
  breaks: (one: Import) => boolean
  instead: string
  planted: [file: string, text: string][]
}[] = [
  {
    wall: 'contract imports nothing but itself and zod, and zod in one place',
    breaks: ({ from, to }) =>
      from.startsWith('contract/') &&
      !isTest(from) &&
      !to.startsWith('contract/') &&
      !(to === 'zod' && from === 'contract/shared/zod.ts'),
    instead: 'Move the code to server/ or web/, or import z from contract/shared/zod.ts',
    planted: [
      ['contract/sales/a.ts', "export const x = () => import('node:fs')"],
      ['contract/sales/a.ts', "import { z } from 'zod'"],
      ['contract/shared/zod.ts', "export { x } from '../../web/lib/api.ts'"],
    ],
  },
  {
    wall: 'contract/shared knows no subject',
    breaks: ({ from, to }) =>
      from.startsWith('contract/shared/') && to.startsWith('contract/') && !to.startsWith('contract/shared/'),
    instead: 'Move the part that knows a subject to the folder of that subject',
    planted: [['contract/shared/a.ts', "import { items } from '../catalogue/items.ts'"]],
  },
  {
    wall: 'web and server never meet',
    breaks: ({ from, to }) =>
      (from.startsWith('web/') && to.startsWith('server/')) || (from.startsWith('server/') && to.startsWith('web/')),
    instead: 'Move what both need to contract/',
    planted: [
      ['web/a.ts', "import type { Db } from '../server/kernel/database.ts'"],
      ['web/a.ts', "export let db: import('../server/kernel/database.ts').Db"],
      ['server/a.ts', "import '../web/lib/api.ts'"],
    ],
  },
  {
    wall: 'the kernel imports contract/shared alone',
    breaks: ({ from, to }) =>
      from.startsWith('server/kernel/') &&
      !isTest(from) &&
      /^(contract|server|web)\//.test(to) &&
      !/^(contract\/shared|server\/kernel)\//.test(to),
    instead: 'Pass the value in, or move the code to a higher layer',
    planted: [
      ['server/kernel/a.ts', "import { sale } from '../db/schema.ts'"],
      ['server/kernel/a.ts', "import type { SaleStatus } from '../../contract/sales/sale-statuses.ts'"],
    ],
  },
  {
    wall: 'a layer imports nothing from a higher one',
    breaks: ({ from, to }) =>
      !isTest(from) &&
      to.startsWith('server/') &&
      layerOf(from) !== null &&
      (layerOf(to) === null || layerOf(to)! > layerOf(from)!),
    instead: 'Pass the higher part in as a parameter, or move the code up',
    planted: [
      ['server/http/a.ts', "export * from '../purchasing/suppliers/suppliers.ts'"],
      ['server/db/a.ts', "import { createApp } from '../app.ts'"],
      ['server/db/a.ts', "import { serve } from '../http/serve.ts'"],
      ['server/files/a.ts', "import { itemRoutes } from '../catalogue/items/items.ts'"],
      ['server/sales/sale/a.ts', "const app = () => import('../../app.ts')"],
    ],
  },
  {
    wall: 'a subject imports another only at its public interface',
    breaks: ({ from, to }) => {
      const [ours, theirs] = [subjectOf(from), subjectOf(to)]
      return ours !== null && theirs !== null && ours !== theirs && !isTest(from) && !isPublic(to)
    },
    instead: 'Call an operation of that subject, or list the file in publicFiles of this test with good reason',
    planted: [
      ['server/sales/a.ts', "import { supplierRoutes } from '../purchasing/suppliers/suppliers.ts'"],
      ['server/sales/a.ts', "import { x } from '../stock/inventory/locations.ts'\nimport '../stock/ledger/ledger.ts'"],
      ['server/live-selling/a.ts', "import { x } from '../sales/sale/sales.queries.ts'"],
      ['server/sales/a.ts', "import type { x } from '../live-selling/a.ts'"],
      ['web/staff/sales/till/a.tsx', "const Form = () => import('../../stock/inventory/InventoryForm.tsx')"],
      ['web/staff/live-selling/a.tsx', "import { Till } from '../sales/till/Till.tsx'"],
    ],
  },
  {
    wall: 'routes leave the database to operations and queries',
    breaks: ({ from, to }) => from.endsWith('.routes.ts') && /^(server\/db\/|drizzle-orm)/.test(to),
    instead: 'Move the statement to the operations (writes) or the queries (reads) of the subject',
    planted: [
      ['server/sales/a.routes.ts', "import { sale } from '../db/schema/sales.ts'"],
      ['server/sales/a.routes.ts', "import { eq } from 'drizzle-orm'"],
    ],
  },
  {
    wall: 'operations and queries know no request',
    breaks: ({ from, to }) =>
      /\.(operations|queries)\.ts$/.test(from) &&
      (/^@?fastify/.test(to) || (to.startsWith('server/http/') && !storedByHttp.includes(to))),
    instead: 'Take a Context and plain values as parameters, so that code without HTTP can call it too',
    planted: [
      ['server/sales/a.operations.ts', "import type { FastifyRequest } from 'fastify'"],
      ['server/sales/a.queries.ts', "import { serve } from '../http/serve.ts'"],
    ],
  },
  {
    wall: 'rules are pure: they import rules, the kernel and the contract, and from others types alone',
    breaks: ({ from, to, isType }) =>
      from.endsWith('.rules.ts') &&
      !isType &&
      (!/^(contract|server\/kernel)\//.test(to) || to === 'server/kernel/database.ts') &&
      !to.endsWith('.rules.ts'),
    instead: 'Read in the queries or the operations, and pass the values to the rule',
    planted: [
      ['server/sales/a.rules.ts', "import { findSale } from './a.queries.ts'"],
      ['server/sales/a.rules.ts', "import { type Sale, findSale } from './a.queries.ts'"],
      ['server/sales/a.rules.ts', "import { eq } from 'drizzle-orm'"],
      ['server/sales/a.rules.ts', "import 'node:fs'"],
    ],
  },
  {
    wall: 'only the app knows the demo shop',
    breaks: ({ from, to }) =>
      to.startsWith('server/demo/') && !from.startsWith('server/demo/') && from !== 'server/app.ts' && !isTest(from),
    instead: 'Do without: the product must work when the demo is gone',
    planted: [['server/sales/a.ts', "import { plan } from '../demo/plan.ts'"]],
  },
  {
    wall: 'web/lib knows neither the site nor the staff, and no Mantine',
    breaks: ({ from, to }) => from.startsWith('web/lib/') && /^(@mantine\/|web\/(site|ui|staff)\/)/.test(to),
    instead: 'Move the code to web/ui or web/site',
    planted: [['web/lib/a.ts', "import '@mantine/core'"]],
  },
  {
    // web/lib has no Mantine either, so the site cannot reach it through another file.
    wall: 'web/site imports no Mantine and nothing from ui or staff',
    breaks: ({ from, to }) => from.startsWith('web/site/') && /^(@mantine\/|web\/(ui|staff)\/)/.test(to),
    instead: 'Write it with plain React and CSS: visitors must not load the back-office',
    planted: [
      ['web/site/pages/a.tsx', "import '../../ui/form/fields.tsx'"],
      ['web/site/a.tsx', "const shell = () => import('../staff/frame/Shell.tsx')"],
      ['web/site/a.tsx', "import { Button } from '@mantine/core'"],
    ],
  },
  {
    wall: 'web/ui has nothing of staff or site',
    breaks: ({ from, to }) => from.startsWith('web/ui/') && /^web\/(staff|site)\//.test(to),
    instead: 'Pass it in as a property',
    planted: [['web/ui/table/a.tsx', "import { Shell } from '../../staff/frame/Shell.tsx'"]],
  },
]

test('the rules read the source files', () => {
  expect(sourceFiles.length).toBeGreaterThan(600)
  expect(sourceImports.length).toBeGreaterThan(3000)
})

test.each(walls)('$wall', ({ breaks, instead, planted }) => {
  for (const [file, text] of planted) expect(importsOf(file, text).filter(breaks), text).toHaveLength(1)
  expect(
    sourceImports.filter(breaks).map(({ from, to }) => `${from} imports ${to}`),
    instead,
  ).toEqual([])
})

/** Whether code writes to the ledger, through drizzle (under any import name) or in SQL. */
function writesMovements(text: string) {
  const table = String.raw`(only\s+)?("?public"?\.)?("?stock_movement\b|\$\{\s*(\w+\.)?stockMovement\s*\})`
  const inSql = new RegExp(
    String.raw`\b(insert\s+into|update|delete\s+from|merge\s+into|truncate(\s+table)?|copy)\s+${table}`,
    'i',
  )
  const inDrizzle =
    /\.(insert|update|delete)\s*\(\s*(\w+\.)?stockMovement\s*[,)]|\bstockMovement\s+as\b|=\s*(\w+\.)?stockMovement\s*[\n;]/
  return inSql.test(text) || inDrizzle.test(text)
}

test('only the ledger writes stock movements', () => {
  for (const planted of [
    'await db.insert(stockMovement).values(rows)',
    "await db.insert(stockMovement, 'inventoryID').select(rows)",
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
  const writers = sourceFiles.filter((file) => !isTest(file) && writesMovements(readFileSync(file, 'utf8')))
  expect(writers, 'Post movements with postMovements() of server/stock/ledger/ledger.ts').toEqual([
    'server/stock/ledger/ledger.ts',
  ])
})

/** Returns the imports between files without lazy ones, which run after all files are loaded. */
const fileGraph = (imports: readonly Import[]) =>
  new Map(
    [...Map.groupBy(imports, ({ from }) => from)].map(([from, all]) => [
      from,
      new Set(all.filter(({ lazy }) => !lazy).map(({ to }) => to)),
    ]),
  )

test('no files import each other in a cycle', () => {
  const planted = [
    ...importsOf('web/a.ts', "import './b.ts'"),
    ...importsOf('web/b.ts', "export * from './a.ts'"),
    ...sourceImports,
  ]
  expect(findCycle(fileGraph(planted))).toEqual(['web/a.ts', 'web/b.ts', 'web/a.ts'])
  expect(findCycle(fileGraph(sourceImports)), 'Move what both files need to a third').toBeNull()
})

test.each([
  ['an import', "import { x } from '../stock/a.ts'", "import { y } from '../sales/b.ts'"],
  ['a lazy import', "import { x } from '../stock/a.ts'", "const y = () => import('../sales/b.ts')"],
  ['a type import', "import { x } from '../stock/a.ts'", "export let y: import('../sales/b.ts').Y"],
])('the gate finds a cycle of folders: %s', (_, there, back) => {
  const planted = [...importsOf('server/sales/a.ts', there), ...importsOf('server/stock/b.ts', back)]
  expect(findCycle(folderGraph(planted))).toEqual(['server/sales', 'server/stock', 'server/sales'])
})

test('no folders import each other in a cycle', () => {
  expect(findCycle(folderGraph(sourceImports)), 'Move the shared part below both folders, or pass it in').toBeNull()
  const modules = Map.groupBy(
    [...moduleArrows(sourceImports)].map((arrow) => arrow.split(' → ')),
    ([from]) => from!,
  )
  const graph = new Map([...modules].map(([from, arrows]) => [from, new Set(arrows.map(([, to]) => to!))]))
  expect(findCycle(graph), 'Move the shared part below both modules, or pass it in').toBeNull()
})

/** The maximum number of source files in a folder, without tests. Split a larger folder. */
const mostFiles = 30

test('no folder holds more files than its limit', () => {
  const sizes = Map.groupBy(
    sourceFiles.filter((file) => !isTest(file)),
    (file) => dirname(file),
  )
  const tooLarge = [...sizes].filter(([, files]) => files.length > mostFiles).map(([folder]) => folder)
  expect(tooLarge, `Split these folders by their subjects: at most ${mostFiles} files each`).toEqual([])
})

test('the list of modules is up to date: npm run docs:modules writes it', () => {
  expect(readFileSync(modulesPage, 'utf8')).toBe(writeModules())
})

/** Returns the boxes of a drawing (`id["a, b"]`) by the modules that they name. */
const boxesOf = (drawing: string) =>
  new Map(
    [...drawing.matchAll(/^ +(\w+)\["([^"]+)"\]$/gm)].flatMap(([, box, names]) =>
      names!
        .replaceAll(/<br>/g, ', ')
        .split(', ')
        .map((name) => [name, box!] as const),
    ),
  )

/** Returns every arrow of a drawing as `from → to`; `a & b --> c & d` stands for four. */
const arrowsOf = (drawing: string) =>
  new Set(
    [...drawing.matchAll(/^ +([\w &]+) --> ([\w &]+)$/gm)].flatMap(([, from, to]) =>
      from!.split('&').flatMap((one) => to!.split('&').map((other) => `${one.trim()} → ${other.trim()}`)),
    ),
  )

/**
 * Returns the imports between the boxes of a drawing. A folder of the contract, the site or the staff that has no box
 * belongs to the box of its parent folder.
 */
const drawnArrows = (imports: readonly Import[], boxes: ReadonlyMap<string, string>) => {
  const boxOf = (module: string): string | undefined =>
    boxes.get(module) ?? (/^(contract|web\/\w+)\//.test(module) ? boxOf(dirname(module)) : undefined)
  return new Set(
    imports.flatMap(({ from, to }) => {
      const [ours, theirs] = [moduleOf(from), moduleOf(to)]
      if (isTest(from) || !ours || !theirs) return []
      const [start, end] = [boxOf(ours), boxOf(theirs)]
      if (!start || !end) throw new Error(`No box of the drawing holds ${start ? theirs : ours}`)
      return start === end ? [] : [`${start} → ${end}`]
    }),
  )
}

test('the drawing in docs/architecture.md matches the imports and is small', () => {
  const page = readFileSync('docs/architecture.md', 'utf8')
  const drawing = /```mermaid\n(flowchart[\s\S]*?)```/.exec(page)![1]!
  const boxes = boxesOf(drawing)
  expect(new Set(boxes.values()).size, 'A newcomer reads at most eight boxes').toBeLessThanOrEqual(8)
  expect([...arrowsOf(drawing)].toSorted(), 'Draw the arrows that the code has').toEqual(
    [...drawnArrows(sourceImports, boxes)].toSorted(),
  )

  const planted = importsOf('web/ui/a.ts', "import { Shell } from '../staff/frame/Shell.tsx'")
  expect([...drawnArrows(planted, boxes)].filter((arrow) => !arrowsOf(drawing).has(arrow))).toHaveLength(1)
  expect(moduleArrows(planted)).toEqual(new Set(['web/ui → web/staff/frame']))
  expect(() => drawnArrows(importsOf('server/live-selling/a.ts', "import '../kernel/errors.ts'"), boxes)).toThrow(
    'No box of the drawing holds server/live-selling',
  )
})
