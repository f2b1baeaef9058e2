// Proves that no part of a resource is forgotten: index, screen, early list, audit words, conforms test.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { contract } from '../../contract/index.ts'
import type { Endpoint } from '../../contract/shared/endpoint.ts'
import { staffScreens } from '../../contract/shared/staff-screens.ts'
import type { z } from '../../contract/shared/zod.ts'
import { contractIndex, endpointGroups, writeIndex } from '../../scripts/contract-index.ts'
import { conforming, conformingIn } from '../support/conforming.ts'

const read = (file: string) => readFileSync(file, 'utf8')
const groups = contract as Record<string, Record<string, Endpoint>>

test('contract/index.ts has every endpoint: npm run contract:index writes it', async () => {
  expect(read(contractIndex), 'Run npm run contract:index').toBe(await writeIndex())
})

type Screen = { path: string; list?: string; record?: { entity: string; name: readonly string[] } }
type Resource = { file: string; name: string; list: string; row: string[] }

/** Returns the resources that a file of the contract creates with `crud`. */
const madeBy = (text: string) => [...text.matchAll(/^export const (\w+) = crud\(/gm)].map((found) => found[1]!)

const resources: Resource[] = (await endpointGroups()).flatMap(({ file, name, group }) =>
  madeBy(read(join('contract', file))).includes(name)
    ? [
        {
          file: `contract/${file}`,
          name,
          list: group['list']!.path,
          row: fieldsOf(group['get']!.returns),
        },
      ]
    : [],
)

/** Returns the names of the fields of a record in a response. */
function fieldsOf(returns: z.ZodType): string[] {
  return Object.keys((returns as z.ZodObject<{ data: z.ZodObject }>).shape.data.shape)
}

/** Returns the parts that a resource lacks, each with its file and the next step. */
function lackedBy({ file, name, list, row }: Resource, screens: readonly Screen[], tested: ReadonlySet<string>) {
  const screen = screens.find((one) => one.list === list)
  const unknown = (screen?.record?.name ?? []).filter((field) => !row.includes(field))
  return [
    !screen && `${file}: no screen has the list ${list}. Add one to staffScreens in contract/shared/staff-screens.ts`,
    screen &&
      !screen.record &&
      `${file}: ${screen.path} has no record. Add its audit words in contract/shared/staff-screens.ts`,
    unknown.length > 0 &&
      `contract/shared/staff-screens.ts: ${screen!.path} names its record by unknown fields: ${unknown.join(', ')}`,
    !tested.has(name) && `${file}: no test calls conforms(shop, ${name}, {…}). Add one beside its server file`,
  ].filter((fault) => typeof fault === 'string')
}

test('every resource has its screen, its audit words and its conforms test', () => {
  expect(resources.length).toBeGreaterThanOrEqual(9)
  const screens: Screen[] = Object.values(staffScreens)
  expect(resources.flatMap((one) => lackedBy(one, screens, conforming))).toEqual([])

  const planted: Resource = {
    file: 'contract/a.ts',
    name: 'rings',
    list: '/api/v1/rings',
    row: ['ringID'],
  }
  const path = '/ring'
  const faults = (screen: Screen, tests = '') =>
    lackedBy(planted, [screen], new Set(conformingIn(tests))).map((fault) => fault.split('. ')[0])
  expect(madeBy("export const rings = crud('/api/v1/rings', ringFields, {})")).toEqual(['rings'])
  expect(faults({ path })).toEqual([
    'contract/a.ts: no screen has the list /api/v1/rings',
    'contract/a.ts: no test calls conforms(shop, rings, {…})',
  ])
  expect(faults({ path, list: planted.list }, 'conforms(shop, rings, {')).toEqual([
    'contract/a.ts: /ring has no record',
  ])
  const record = { entity: 'ring', name: ['ringName'] }
  expect(faults({ path, list: planted.list, record }, 'conforms(shop, rings, {')).toEqual([
    'contract/shared/staff-screens.ts: /ring names its record by unknown fields: ringName',
  ])
})

/** The screens whose lists the browser does not request early, and why. */
const readLate: Record<string, string> = { messages: 'Two lists share the screen, and its address says which' }

/** The file of each screen's page, by the name of the screen. */
const pageFiles = new Map(
  [...read('web/staff/pages.ts').matchAll(/\[screens\.(\w+)\]: async \(\) =>\s*\(await import\('\.\/(.+?)'\)\)/g)].map(
    ([, name, file]) => [name!, `web/staff/${file}`] as const,
  ),
)

/** Returns a sentence if the list on a screen's page differs from the list that the screen's entry names. */
function lateLists(name: string, list: string | undefined, file: string, page: string): string[] {
  const [, group] = /<QueryTable[^>]*?list=\{(\w+)\.list\}|calls: (\w+),/.exec(page)?.filter(Boolean) ?? []
  const path = group && groups[group]?.['list']?.path
  if (path === list || name in readLate) return []
  return [
    `${file}: opens with the list ${path ?? '(none)'}, but ${name} in contract/shared/staff-screens.ts has ${list ?? 'none'}: set its list`,
  ]
}

test('every list screen names the list that the browser requests early', () => {
  expect([...pageFiles.keys()].toSorted()).toEqual(Object.keys(staffScreens).toSorted())
  const screens: Record<string, Screen> = staffScreens
  const found = [...pageFiles].flatMap(([name, file]) => lateLists(name, screens[name]!.list, file, read(file)))
  expect(found).toEqual([])
  const planted = (list: string | undefined, page: string) => lateLists('rings', list, 'web/a.tsx', page)
  expect(planted(undefined, 'calls: suppliers,')).toHaveLength(1)
  expect(planted('/api/v1/items', '<QueryTable name="a" list={suppliers.list}')).toHaveLength(1)
  expect(planted('/api/v2/suppliers', '<QueryTable name="a" list={suppliers.list}')).toEqual([])
})
