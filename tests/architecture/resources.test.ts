// Proves that no part of a resource is forgotten: index, screen, early list, audit words, conforms test, shown fields.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { ItemCreation } from '../../contract/catalogue/items.ts'
import { importColumns, type ImportKind } from '../../contract/imports/import-columns.ts'
import { contract } from '../../contract/index.ts'
import { CustomerInput } from '../../contract/sales/customers.ts'
import type { Endpoint } from '../../contract/shared/endpoint.ts'
import { staffScreens } from '../../contract/shared/screens.ts'
import type { z } from '../../contract/shared/zod.ts'
import { contractIndex, endpointGroups, writeIndex } from '../../scripts/contract-index.ts'
import { conforming, conformingIn } from '../support/conforming.ts'

const read = (file: string) => readFileSync(file, 'utf8')
const groups = contract as Record<string, Record<string, Endpoint>>

test('contract/index.ts has every endpoint: npm run contract:index writes it', async () => {
  expect(read(contractIndex), 'Run npm run contract:index').toBe(await writeIndex())
})

type Screen = { path: string; list?: string; record?: { entity: string; name: readonly string[] } }
type Resource = { file: string; name: string; list: string; row: string[]; input: z.ZodObject }

/** The resources that a text of the contract makes with `crud`. */
const madeBy = (text: string) => [...text.matchAll(/^export const (\w+) = crud\(/gm)].map((found) => found[1]!)

const resources: Resource[] = (await endpointGroups()).flatMap(({ file, name, group }) =>
  madeBy(read(join('contract', file))).includes(name)
    ? [
        {
          file: `contract/${file}`,
          name,
          list: group['list']!.path,
          row: fieldsOf(group['get']!.returns),
          input: group['create']!.body as z.ZodObject,
        },
      ]
    : [],
)

/** The names of an answered record's fields. */
function fieldsOf(returns: z.ZodType): string[] {
  return Object.keys((returns as z.ZodObject<{ data: z.ZodObject }>).shape.data.shape)
}

/** The parts that a resource lacks, each with its file and the next step. */
function lackedBy({ file, name, list, row }: Resource, screens: readonly Screen[], tested: ReadonlySet<string>) {
  const screen = screens.find((one) => one.list === list)
  const unknown = (screen?.record?.name ?? []).filter((field) => !row.includes(field))
  return [
    !screen && `${file}: no screen has the list ${list}. Add one to staffScreens in contract/shared/screens.ts`,
    screen &&
      !screen.record &&
      `${file}: ${screen.path} has no record. Add its audit words in contract/shared/screens.ts`,
    unknown.length > 0 &&
      `contract/shared/screens.ts: ${screen!.path} names its record by unknown fields: ${unknown.join(', ')}`,
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
    input: CustomerInput,
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
    'contract/shared/screens.ts: /ring names its record by unknown fields: ringName',
  ])
})

/** The screens whose lists are not read early, and why. */
const readLate: Record<string, string> = { messages: 'Two lists share the screen, and its address says which' }

/** The files of the pages, by the name of their screen. */
const pageFiles = new Map(
  [...read('web/staff/pages.ts').matchAll(/\[screens\.(\w+)\]: async \(\) =>\s*\(await import\('\.\/(.+?)'\)\)/g)].map(
    ([, name, file]) => [name!, `web/staff/${file}`] as const,
  ),
)

/** The difference between a page's list and the list of the screen's entry. */
function lateLists(name: string, list: string | undefined, file: string, page: string): string[] {
  const [, group] = /<QueryTable[^>]*?list=\{(\w+)\.list\}|calls: (\w+),/.exec(page)?.filter(Boolean) ?? []
  const path = group && groups[group]?.['list']?.path
  if (path === list || name in readLate) return []
  return [
    `${file}: opens with the list ${path ?? '(none)'}, but ${name} in contract/shared/screens.ts has ${list ?? 'none'}: set its list`,
  ]
}

test('every list screen has its early list', () => {
  expect([...pageFiles.keys()].toSorted()).toEqual(Object.keys(staffScreens).toSorted())
  const screens: Record<string, Screen> = staffScreens
  const found = [...pageFiles].flatMap(([name, file]) => lateLists(name, screens[name]!.list, file, read(file)))
  expect(found).toEqual([])
  const planted = (list: string | undefined, page: string) => lateLists('rings', list, 'web/a.tsx', page)
  expect(planted(undefined, 'calls: suppliers,')).toHaveLength(1)
  expect(planted('/api/v1/items', '<QueryTable name="a" list={suppliers.list}')).toHaveLength(1)
  expect(planted('/api/v2/suppliers', '<QueryTable name="a" list={suppliers.list}')).toEqual([])
})

type Places = {
  input: z.ZodObject
  /** The files with the form, the details (or the columns) and the export. */
  form: string[]
  details: string[]
  export?: ImportKind
  /** The fields that a place does not show, and why. */
  hidden?: Partial<Record<'form' | 'details' | 'export', Record<string, string>>>
}

const pageOf = (resource: string) => [...pageFiles.values()].find((file) => read(file).includes(`calls: ${resource},`))

/** Where each input is filled in and shown. Resources of `crud` are found by themselves. */
const places: Record<string, Places> = {
  items: {
    input: ItemCreation,
    form: ['web/staff/catalogue/ItemForm.tsx'],
    details: ['web/staff/catalogue/ItemDetails.tsx'],
    export: 'items',
    hidden: {
      form: {
        translations: 'TranslationFields has one group for each language',
        imageOrder: 'Follows from the order of the pictures',
      },
      details: {
        locationID: 'Opening stock: the stock itself is shown',
        inventoryTypeID: 'Opening stock',
        quantity: 'Opening stock',
        reOrderThreshold: 'Opening stock',
        imageOrder: 'The pictures are shown in this order',
      },
      export: {
        translations: 'One column for each language and field',
        locationID: 'Stock has its own file',
        inventoryTypeID: 'Stock has its own file',
        quantity: 'Stock has its own file',
        reOrderThreshold: 'Stock has its own file',
        imageOrder: 'A file has no pictures',
      },
    },
  },
  customers: {
    input: CustomerInput,
    form: ['web/staff/sales/customers/CustomerForm.tsx'],
    details: ['web/staff/sales/customers/CustomerPage.tsx', 'web/staff/sales/customers/CustomersPage.tsx'],
    export: 'customers',
    hidden: {
      details: {
        firstName: 'Part of customerName',
        middleName: 'Part of customerName',
        lastName: 'Part of customerName',
      },
    },
  },
  ...Object.fromEntries(
    resources.map(({ name, input }): [string, Places] => {
      const page = pageOf(name) ?? 'web/staff/pages.ts'
      return [
        name,
        { input, form: [page], details: [page], ...(name in importColumns && { export: name as ImportKind }) },
      ]
    }),
  ),
}
places['inventoryTypes']!.hidden = { details: { sellable: 'The form alone shows it' } }

/** The fields of an input that a text shows nowhere: a form by name, details by word, an export by column. */
function missingFrom(place: 'form' | 'details' | 'export', fields: readonly string[], shown: string): string[] {
  return fields.filter((field) => {
    const stem = field.replace(/ID$/, '')
    if (place === 'form') return !new RegExp(String.raw`name(="|: ')${field}["']`).test(shown)
    const detail = String.raw`\b(item|customer|c)\.${stem}(Name)?\b|field: '${field}'`
    return !new RegExp(place === 'details' ? detail : `^${stem}$`, 'm').test(shown)
  })
}

function unshown(name: string, { input, form, details, export: kind, hidden = {} }: Places): string[] {
  const columns = kind ? importColumns[kind].map(({ key }) => key).join('\n') : null
  const texts = { form: form.map(read).join('\n'), details: details.map(read).join('\n'), export: columns }
  return (['form', 'details', 'export'] as const).flatMap((place) => {
    const text = texts[place]
    if (text === null) return []
    const fields = Object.keys(input.shape)
    const missing = missingFrom(place, fields, text)
    const where = { form: form[0], details: details[0], export: 'contract/imports/import-columns.ts' }[place]
    const listed = Object.keys(hidden[place] ?? {})
    return [
      ...missing
        .filter((field) => !listed.includes(field))
        .map((field) => `${where}: the ${place} of ${name} lacks ${field}. Add it, or list it as hidden in this test`),
      ...listed
        .filter((field) => !missing.includes(field))
        .map(
          (field) =>
            `tests/architecture/resources.test.ts: ${name}.${field} is in its ${place}: do not list it as hidden`,
        ),
    ]
  })
}

test('every field of an input is in its form, its details and its export, or listed as hidden', () => {
  expect(Object.entries(places).flatMap(([name, where]) => unshown(name, where))).toEqual([])
  expect(missingFrom('form', ['karat', 'carats'], '<SelectField control={control} name="karat" />')).toEqual(['carats'])
  expect(missingFrom('details', ['karat', 'categoryID'], '<Fact name="Category">{item.categoryName}</Fact>')).toEqual([
    'karat',
  ])
  expect(missingFrom('export', ['karat', 'categoryID'], 'category\nkarats')).toEqual(['karat'])
})
