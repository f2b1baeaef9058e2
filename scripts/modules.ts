// Writes docs/reference/modules.md, the graph of all folders: `npm run docs:modules`. A test fails when the page is
// outdated.
import { readdirSync, readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

import { parseSync } from 'oxc-parser'

export type Import = { from: string; to: string; lazy: boolean; isType: boolean }

/** Returns every import, export-from, import() and import type of a file, as paths from the root or package names. */
export function importsOf(from: string, text: string): Import[] {
  const { module, errors } = parseSync(from, text)
  if (errors.length > 0) throw new Error(`${from}: ${errors[0]!.message}`)
  const at = (to: string, lazy: boolean, isType: boolean) => ({
    from,
    to: to.startsWith('.') ? join(dirname(from), to) : to,
    lazy,
    isType,
  })
  const exported = module.staticExports.flatMap((one) =>
    one.entries.flatMap((entry) => entry.moduleRequest?.value ?? []),
  )
  // A text search finds lazy imports and import types, because the parser does not list the type import('…').
  const lazy = [...text.matchAll(/\bimport\(\s*(['"])(.*?)\1/g)]
  return [
    ...module.staticImports.map((one) =>
      at(one.moduleRequest.value, false, one.entries.length > 0 && one.entries.every((entry) => entry.isType)),
    ),
    ...[...new Set(exported)].map((to) => at(to, false, false)),
    ...lazy.map((found) => at(found[2]!, true, false)),
  ]
}

export const isTest = (path: string) => path.endsWith('.test.ts')

/** The source files of the product, tests included. */
export const sourceFiles = ['contract', 'server', 'web'].flatMap((tree) =>
  readdirSync(tree, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => join(tree, name)),
)

export const sourceImports = sourceFiles.flatMap((file) => importsOf(file, readFileSync(file, 'utf8')))

/** Returns the folders that each folder imports from. Lazy and type imports count, tests do not. */
export function folderGraph(imports: readonly Import[]): Map<string, Set<string>> {
  const graph = new Map<string, Set<string>>()
  for (const { from, to } of imports) {
    const [ours, theirs] = [dirname(from), dirname(to)]
    if (isTest(from) || !/^(contract|server|web)(\/|$)/.test(theirs)) continue
    const targets = graph.get(ours) ?? graph.set(ours, new Set()).get(ours)!
    if (ours !== theirs) targets.add(theirs)
  }
  return graph
}

/** Returns the first cycle of a graph, with its first node repeated at the end; null where there is none. */
export function findCycle(graph: ReadonlyMap<string, ReadonlySet<string>>): string[] | null {
  const done = new Set<string>()
  const path: string[] = []
  const visit = (node: string): string[] | null => {
    if (path.includes(node)) return [...path.slice(path.indexOf(node)), node]
    if (done.has(node)) return null
    path.push(node)
    for (const next of graph.get(node) ?? []) {
      const found = visit(next)
      if (found) return found
    }
    path.pop()
    done.add(node)
    return null
  }
  for (const node of graph.keys()) {
    const found = visit(node)
    if (found) return found
  }
  return null
}

/**
 * Returns the module of a path: `contract/sales`, `server/sales`, `web/staff/sales`, or the tree itself for its own
 * files.
 */
export function moduleOf(path: string): string | null {
  const parts = path.split('/')
  if (!['contract', 'server', 'web'].includes(parts[0]!)) return null
  const depth = path.startsWith('web/staff/') || path.startsWith('web/site/') ? 3 : 2
  return parts.slice(0, Math.min(depth, parts.length - 1)).join('/')
}

/** Returns the imports between modules as `from → to`, without tests. */
export const moduleArrows = (imports: readonly Import[]): Set<string> =>
  new Set(
    imports.flatMap(({ from, to }) => {
      const [ours, theirs] = [moduleOf(from), moduleOf(to)]
      return isTest(from) || !ours || !theirs || ours === theirs ? [] : [`${ours} → ${theirs}`]
    }),
  )

export const modulesPage = 'docs/reference/modules.md'

/** Returns the text of the page: every module with its imports, then every folder with its files and imports. */
export function writeModules(): string {
  const targets = Map.groupBy(
    [...moduleArrows(sourceImports)].toSorted().map((arrow) => arrow.split(' → ') as [string, string]),
    ([from]) => from,
  )
  const folders = folderGraph(sourceImports)
  const filesIn = Map.groupBy(
    sourceFiles.filter((file) => !isTest(file)),
    (file) => dirname(file),
  )
  const row = (name: string, files: number, imports: readonly string[]) =>
    `| \`${name}\` | ${files} | ${imports.map((one) => `\`${one}\``).join(', ')} |`
  const modules = [...new Set(sourceFiles.flatMap((file) => moduleOf(file) ?? []))].toSorted()
  const inModule = Map.groupBy(
    sourceFiles.filter((file) => !isTest(file)),
    (file) => moduleOf(file),
  )
  return [
    '# Modules',
    '',
    'This page is generated from the imports by `npm run docs:modules`; do not edit it. It includes lazy and type imports',
    'and omits tests. `tests/architecture/walls.test.ts` proves that no folders import each other in a circle.',
    '',
    '## Modules',
    '',
    '| module | files | imports from |',
    '| --- | --- | --- |',
    ...modules.map((name) =>
      row(
        name,
        inModule.get(name)?.length ?? 0,
        (targets.get(name) ?? []).map(([, to]) => to),
      ),
    ),
    '',
    '## Folders',
    '',
    '| folder | files | imports from |',
    '| --- | --- | --- |',
    ...[...filesIn.keys()]
      .toSorted()
      .map((name) => row(name, filesIn.get(name)!.length, [...(folders.get(name) ?? [])].toSorted())),
    '',
  ].join('\n')
}

if (import.meta.main) await writeFile(modulesPage, writeModules())
