// Proves that people find every field of an input in its form, its details and its export, or that a reason is listed.
import { readFileSync } from 'node:fs'

import { expect, test } from 'vitest'

import { importColumns, type ImportKind, listExportColumns } from '../../contract/imports/import-columns.ts'
import { LastRead } from '../../contract/shared/fields.ts'
import { z } from '../../contract/shared/zod.ts'
import { endpointGroups } from '../../scripts/contract-index.ts'
import { ownPlaces, type Places, placesOfCrud, withoutForm } from '../support/input-places.ts'

const listedIn = 'tests/support/input-places.ts'
const read = (file: string) => readFileSync(file, 'utf8')
const groups = await endpointGroups()

/** Returns the schema without `optional`, `nullable` and `default`; for an array, the schema of its entries. */
function innerOf(schema: unknown): unknown {
  if (schema instanceof z.ZodArray) return innerOf(schema.element)
  const wraps = schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault
  return wraps ? innerOf(schema.unwrap()) : schema
}

/**
 * Returns the names of the fields that people fill in. A field of a line follows the name of its list: `items.price`.
 */
function fieldsOf(schema: unknown, before = ''): string[] {
  const inner = innerOf(schema)
  if (!(inner instanceof z.ZodObject)) return before === '' ? [] : [before.slice(0, -1)]
  return Object.entries(inner.shape).flatMap(([name, field]) =>
    name in LastRead ? [] : fieldsOf(field, `${before}${name}.`),
  )
}

/** The inputs with more than one field, by their call, such as `users.create`. */
const inputs: ReadonlyMap<string, { file: string; fields: string[] }> = new Map(
  groups.flatMap(({ file, name, group }) =>
    Object.entries(group).flatMap(([verb, { body }]) => {
      const fields = fieldsOf(body)
      return fields.length > 1 ? [[`${name}.${verb}`, { file: `contract/${file}`, fields }]] : []
    }),
  ),
)

/** The names of the resources that are made by `crud`. */
const madeByCrud = groups
  .filter(({ file, name }) => read(`contract/${file}`).includes(`export const ${name} = crud(`))
  .map(({ name }) => name)
const isExported = (name: string): name is ImportKind => name in importColumns
const places = [...madeByCrud.map((name) => placesOfCrud(name, isExported(name) ? name : null)), ...ownPlaces]

/**
 * Returns the calls whose input has neither a listed place nor a listed exception, and the listed calls that do not
 * exist.
 */
function unplaced(all: ReadonlyMap<string, { file: string }>, listed: readonly string[]): string[] {
  return [
    ...[...all].flatMap(([call, { file }]) =>
      listed.includes(call)
        ? []
        : [`${file}: no form fills in ${call}. Add its places to ${listedIn}, or the reason to withoutForm there`],
    ),
    ...listed
      .filter((call, n) => !all.has(call) || listed.indexOf(call) !== n)
      .map((call) => `${listedIn}: ${call} is listed twice, or is no call with several fields. Remove it`),
  ]
}

test('every input is placed once, or has the reason why no form fills it in', () => {
  expect(inputs.size).toBeGreaterThanOrEqual(60)
  const listed = [...places.flatMap(({ calls }) => calls), ...Object.keys(withoutForm)]
  expect(unplaced(inputs, listed)).toEqual([])

  const planted = new Map([['rings.mend', { file: 'contract/rings.ts' }]])
  expect(unplaced(planted, [])).toEqual([expect.stringMatching(/^contract\/rings\.ts: no form fills in rings\.mend\./)])
  expect(unplaced(planted, ['rings.mend'])).toEqual([])
  expect(unplaced(planted, ['rings.mend', 'rings.sell', 'rings.mend'])).toHaveLength(2)
  const body = z.object({ note: z.string(), lines: z.array(z.object({ qty: z.number() })).optional(), ...LastRead })
  expect(fieldsOf(body.nullish())).toEqual(['note', 'lines.qty'])
})

/** Matches the names of the variables from which the screens show a record, such as `item` in `item.price`. */
const records =
  'item|customer|c|order|line|l|receiving|r|sale|parcel|payment|refund|instalment|adjustment|stock|s|sheet|transfer|user|u|view|reminder|drawer'

type Place = 'form' | 'details' | 'export'

/**
 * Whether a source text shows a field: a form by the field's name, details by a property of the record, an export by a
 * column.
 */
function isShown(place: Place, field: string, text: string): boolean {
  const name = field.split('.').at(-1)!
  const stem = name.replace(/ID$/, '')
  const patterns: Record<Place, string> = {
    form: String.raw`name(=|: )["'{\x60]+([\w.$]|\{n\})*\b${name}["'\x60]|\b(set|change|onChange)\w*\(([\w.]+, )?\{ (\.\.\.\w+, )?${name}\b`,
    details: String.raw`\b(${records})\.${stem}(Name)?\b|field: '${name}'|\{[^{}]*\b${stem}\b[^{}]*\} = (${records})\b`,
    export: `^${stem}$`,
  }
  return new RegExp(patterns[place], 'm').test(text)
}

/** Returns a sentence for each field that a place does not show, and for each wrong entry in the list of that place. */
function missingFrom(place: Place, input: string, fields: readonly string[], shown: Shown): string[] {
  const { where, text, as = {}, hidden = {} } = shown
  const isMissing = (field: string) => !(field in as ? text.includes(as[field]!) : isShown(place, field, text))
  const isHidden = (field: string) => Object.keys(hidden).some((one) => field === one || field.startsWith(`${one}.`))
  const unknown = [...Object.keys(as), ...Object.keys(hidden)].filter((field) => !fields.includes(field))
  return [
    ...fields
      .filter((field) => isMissing(field) && !isHidden(field))
      .map((field) => `${where}: the ${place} of ${input} lacks ${field}. Add it, or list it as hidden in ${listedIn}`),
    ...fields
      .filter((field) => !isMissing(field) && field in hidden)
      .map((field) => `${listedIn}: ${field} of ${input} is in its ${place}: do not list it as hidden`),
    ...unknown.map((field) => `${listedIn}: ${input} has no field ${field}. Remove it from the ${place}`),
  ]
}
type Shown = { where: string; text: string; as?: Record<string, string>; hidden?: Record<string, string> }

function unshown({ calls, form, details, export: exported }: Places): string[] {
  const fields = [...new Set(calls.flatMap((call) => inputs.get(call)?.fields ?? []))]
  const textOf = (files: readonly string[]) => ({ where: files[0]!, text: files.map(read).join('\n') })
  const missing = (place: Place, shown: Shown) => missingFrom(place, calls[0]!, fields, shown)
  const columns =
    exported &&
    listExportColumns(exported.kind, true)
      .map(({ key }) => key)
      .join('\n')
  return [
    ...missing('form', { ...form, ...textOf(form.files) }),
    ...(typeof details === 'string' ? [] : missing('details', { ...details, ...textOf(details.files) })),
    ...(exported && columns
      ? missing('export', { ...exported, where: 'contract/imports/import-columns.ts', text: columns })
      : []),
  ]
}

test('every field of an input is in its form, its details and its export, or listed as hidden', () => {
  expect(places.flatMap(unshown)).toEqual([])

  const lacks = (place: Place, fields: string[], text: string, listed: Pick<Shown, 'as' | 'hidden'> = {}) =>
    missingFrom(place, 'rings.create', fields, { where: 'web/a.tsx', text, ...listed }).map((fault) =>
      fault.split('. ')[0]!.replace(`${listedIn}: `, ''),
    )
  const lacking = (place: Place, field: string) => [`web/a.tsx: the ${place} of rings.create lacks ${field}`]
  const field = '<SelectField control={control} name="karat" />'
  expect(lacks('form', ['karat', 'carats'], field)).toEqual(lacking('form', 'carats'))
  expect(lacks('form', ['items.qty', 'items.price'], 'name={`items.${n}.qty`}')).toEqual(lacking('form', 'items.price'))
  expect(lacks('form', ['items.qty', 'items.price'], 'of.change(line.itemID, { price })')).toEqual(
    lacking('form', 'items.qty'),
  )
  expect(lacks('details', ['karat', 'categoryID'], '<Fact name="Category">{item.categoryName}</Fact>')).toEqual(
    lacking('details', 'karat'),
  )
  expect(lacks('details', ['remarks', 'reason'], 'const { status, remarks } = sheet')).toEqual(
    lacking('details', 'reason'),
  )
  expect(lacks('export', ['karat', 'categoryID'], 'category\nkarats')).toEqual(lacking('export', 'karat'))
  expect(lacks('form', ['karat'], field, { as: { karat: 'setKarat(' } })).toEqual(lacking('form', 'karat'))
  expect(lacks('form', ['karat'], field, { hidden: { karat: 'Nobody asks', carats: 'Nobody asks' } })).toEqual([
    'karat of rings.create is in its form: do not list it as hidden',
    'rings.create has no field carats',
  ])
})
