// Proves that the assay line stands wherever a selling price stands, and the metal line wherever a cost of an item stands:
// the answers carry what an item is made of, and each file that shows a price shows the line, or its reason is listed.
import { readFileSync } from 'node:fs'

import { expect, test } from 'vitest'

import { Metal } from '../../contract/catalogue/metal-fields.ts'
import { endpoints } from '../../contract/index.ts'
import { answer, pageOf } from '../../contract/shared/answers.ts'
import { costFigure, findCostPlaces } from '../../contract/shared/costs.ts'
import { z } from '../../contract/shared/zod.ts'
import { isTest, sourceFiles } from '../../scripts/modules.ts'

type Answer = { path: string; returns: unknown }

/** The answers with a price or cost of an item but without its metal, and why. */
const withoutMetal = new Map([
  ['/api/v1/reports/', 'A report is a table of figures with columns that people sort, total and download'],
])

const unwrap = (schema: unknown): unknown =>
  schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault
    ? unwrap(schema.unwrap())
    : schema

const shapeOf = (schema: unknown): Record<string, z.ZodType> => {
  const inner = unwrap(schema)
  return inner instanceof z.ZodObject ? inner.shape : {}
}

/** Returns every object in a schema with its place, such as `/api/v2/sales.data.items`. */
function objectsIn(schema: unknown, at: string): [place: string, shape: Record<string, z.ZodType>][] {
  const inner = unwrap(schema)
  if (inner instanceof z.ZodArray) return objectsIn(inner.element, at)
  if (inner instanceof z.ZodUnion) return inner.options.flatMap((option) => objectsIn(option, at))
  if (!(inner instanceof z.ZodObject)) return []
  const shape = shapeOf(inner)
  return [[at, shape], ...Object.entries(shape).flatMap(([name, field]) => objectsIn(field, `${at}.${name}`))]
}

/** Whether an object holds the name of an item beside its price or a cost. */
function isPriced(shape: Record<string, z.ZodType>) {
  const isNamed = 'itemName' in shape || 'itemName' in shapeOf(shape['item'])
  const hasPrice = unwrap(shape['price']) instanceof z.ZodNumber
  return isNamed && (hasPrice || Object.keys(findCostPlaces(z.object(shape))).length > 0)
}

/** Returns the places of items with a price or a cost that do not say what the item is made of. */
const findWithoutMetal = (answers: readonly Answer[]) =>
  answers.flatMap(({ path, returns }) =>
    objectsIn(returns, path)
      .filter(([, shape]) => isPriced(shape))
      .filter(([, shape]) => !Object.keys(Metal).every((name) => name in shape || name in shapeOf(shape['item'])))
      .map(([place]) => place),
  )

test('every answer with the price or cost of an item says what the item is made of', () => {
  const places = endpoints.flatMap(({ path, returns }) => objectsIn(returns, path))
  expect(places.filter(([, shape]) => isPriced(shape)).length).toBeGreaterThan(25)
  const found = findWithoutMetal(endpoints)
  expect(found.filter((place) => ![...withoutMetal.keys()].some((listed) => place.startsWith(listed)))).toEqual([])
  // An exception that matches nothing is removed.
  for (const listed of withoutMetal.keys()) expect(found).toContainEqual(expect.stringContaining(listed))
})

test('an answer with a price or cost and no metal is found', () => {
  const named = { itemName: z.string() }
  const planted: Answer[] = [
    { path: '/price', returns: pageOf(z.object({ ...named, price: z.number() })) },
    { path: '/cost', returns: answer(z.object({ lines: z.array(z.object({ ...named, c: costFigure(z.number()) })) })) },
    {
      path: '/item',
      returns: answer(z.object({ item: z.object(named), unitCost: costFigure(z.number()) }).nullable()),
    },
  ]
  expect(findWithoutMetal(planted)).toEqual(['/price.data', '/cost.data.lines', '/item.data'])
  const fine: Answer[] = [
    { path: '/line', returns: answer(z.object({ ...named, price: z.number(), ...Metal })) },
    { path: '/fee', returns: answer(z.object({ price: z.number() })) },
  ]
  expect(findWithoutMetal(fine)).toEqual([])
})

/** The files that write a selling price without the assay line, and why. */
const withoutLine: Record<string, string> = {
  'server/catalogue/items/item-changes.ts': 'It lists the old and the new price of a change',
  'server/live/lives/pieces.operations.ts': 'It is a sentence of a refusal',
  'server/sales/sale/prices.rules.ts': 'They are sentences of refusals',
  'web/site/shop/ChosenFilters.tsx': 'Its prices are the limits of a filter',
  'web/staff/catalogue/ItemPrice.tsx': 'It is a cell of the item list, where the line stands below the name',
  'web/staff/catalogue/ItemPricing.tsx': 'It stands below the price of the item, which has the line',
  'web/staff/catalogue/NetWeightField.tsx': 'It says what a price becomes by the entered net weight',
  'web/staff/catalogue/PriceItem.tsx': 'It reckons a price that is not set yet',
  'web/staff/pricing/repricing/HeldBy.tsx': 'It is a cell of a row that has hallmark and grams',
  'web/staff/pricing/repricing/RepriceTable.tsx':
    'A row has hallmark and net grams, and two prices for which there is no one price a gram',
  'web/staff/purchasing/orders/orderForm.ts': 'Its price is the cost of an order',
  'web/staff/sales/till/sale/Tray.tsx': 'The number of a well leads to its line, which has the assay line',
  'web/staff/sales/till/state/draftBeginnings.ts': 'It is a sentence about a changed price',
}

const isFormatted = /\bformat(?:Peso|Price|ShownCost)\([^;\n]*?\b[a-z]*price\b/i
const isLine = /\b(?:AssayLine|ItemAssay|NameAndAssay|Assay|describePiece|describeAssay|hallmarkOf)\b/

/** Returns the files that write a selling price and no assay line. */
const findWithoutLine = (texts: readonly (readonly [file: string, text: string])[]) =>
  texts.flatMap(([file, text]) => (isFormatted.test(text) && !isLine.test(text) ? [file] : []))

test('every file that writes a selling price writes the assay line, or has its reason here', () => {
  const texts = sourceFiles
    .filter((file) => /^(?:web|server)\//.test(file) && !isTest(file))
    .map((file) => [file, readFileSync(file, 'utf8')] as const)
  expect(texts.filter(([, text]) => isFormatted.test(text)).length).toBeGreaterThan(20)
  expect(findWithoutLine(texts).toSorted()).toEqual(Object.keys(withoutLine))
})

test('a file with a price and no assay line is found', () => {
  const planted = [
    'const Cell = ({ item }) => <b>{formatPeso(item.price)}</b>',
    'const cell = (line) => formatPrice(line.salePrice)',
    'const text = formatShownCost(price ?? 0)',
  ]
  expect(findWithoutLine(planted.map((text, n) => [`planted-${n}.tsx`, text]))).toHaveLength(planted.length)
  const fine = [
    'const Cell = ({ item }) => <><b>{formatPeso(item.price)}</b><ItemAssay item={item} /></>',
    'const cell = (sale) => formatPeso(sale.total)',
  ]
  expect(findWithoutLine(fine.map((text, n) => [`fine-${n}.tsx`, text]))).toEqual([])
})
