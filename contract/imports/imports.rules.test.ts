// Proves the pure rules of imports: reading cells, proposing and transferring mappings, presets, and fixing cells.
import fc from 'fast-check'
import { expect, test } from 'vitest'

import { fillPattern, findKarat, hasTag, readCellAs } from './cell-rules.ts'
import { createFixFinder, findFixProblem, fixCell } from './fix-rules.ts'
import { type Fix, fixesOf, reasons } from './fixes.ts'
import { type ImportKind, importColumns, importKinds } from './import-columns.ts'
import {
  compareHeaders,
  computeShare,
  countBeforeLastGroup,
  createRowMapper,
  findMappingProblem,
  gatherCells,
  transferMapping,
} from './mapping-rules.ts'
import { cellReadings, Mapping, noMapping } from './mapping.ts'
import { splitPictureSources } from './picture-sources.ts'
import { presets } from './presets.ts'
import { chooseMapping, fitPreset, proposeMapping, recognizePresets } from './proposal-rules.ts'

test.each([
  ['weight', '3.25 g', '3.25'],
  ['weight', '0.5 kg', '500'],
  ['weight', '2 ct', '0.4'],
  ['weight', 'heavy', 'heavy'],
  ['amount', '₱1,250.00', '1,250.00'],
  ['amount', 'PHP 12', '12'],
  ['amount', '1.250,50 €', '1.250,50'],
  ['amount', 'ask', 'ask'],
  ['karat', '18K yellow gold', '18K'],
  ['karat', '14 karat', '14K'],
  ['karat', '118k', ''],
  ['html', '<p>Gold &amp; pearl</p><ul><li>One</li><li>Two</li></ul>', 'Gold & pearl\nOne\nTwo'],
  ['html', 'a < b & c', 'a < b & c'],
  ['html', '<script>alert(1)</script>Ring', 'Ring'],
  ['published', 'TRUE active', 'yes'],
  ['published', 'true', 'yes'],
  ['published', 'false active', 'no'],
  ['published', 'true draft', 'no'],
  ['published', 'true Archived', 'no'],
  ['published', 'draft', 'no'],
  ['published', 'active', ''],
  ['published', 'true perhaps', 'true perhaps'],
] as const)('reads a cell as %s: %s', (reads, text, read) => {
  expect(readCellAs(text, { reads })).toBe(read)
})

test.each([
  ['<p title="a>b">One</p', 'b">One</p'],
  ['<script>a<script>b</script>c', 'c'],
  ['<script src="x">One', 'One'],
  ['<!-- a <b> -->One<!-- two', 'One<!-- two'],
  ['&amp;amp;amp;lt;b&gt;One', 'One'],
  ['&amp;lt;3', '<3'],
])('reads HTML %s', (html, plain) => {
  expect(readCellAs(html, { reads: 'html' })).toBe(plain)
})

// A quadratic expression would take hours for a million signs.
const million = 1_000_000
test.each([
  ['amount', `1${' '.repeat(million)}x`],
  ['weight', `1${' '.repeat(million)}x`],
  ['karat', '18'.repeat(million)],
  ['html', '<a'.repeat(million)],
  ['html', '<!--'.repeat(million)],
  ['html', '<br'.repeat(million)],
  ['html', '<script>'.repeat(million)],
  ['html', `&${'amp;'.repeat(million)}x`],
  ['html', `${'&l'.repeat(5000)}<b>${'t;i>'.repeat(5000)}`],
] as const)('reads a hostile cell as %s in linear time', (reads, text) => {
  expect(readCellAs(text, { reads }).length).toBeLessThanOrEqual(text.length)
})

test('looks for tags and pictures in hostile cells in linear time', () => {
  expect(hasTag('<a'.repeat(million))).toBe(false)
  expect(splitPictureSources(`a${' '.repeat(million)}b`)).toHaveLength(1)
  expect(splitPictureSources(`a${','.repeat(million)}b`)).toHaveLength(1)
})

test('cuts a filled pattern, and never within a sign', () => {
  expect(fillPattern('{cell}'.repeat(800), 1, 'x'.repeat(30_000))).toBe('x'.repeat(6000))
  expect(fillPattern('{cell}', 1, `x${'😀'.repeat(4000)}`)).toMatch(/^x(😀)+\uFFFD$/)
})

const texts = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc.string({
    unit: fc.constantFrom('<', 'p', '>', '/', '&', 'amp;', 'lt;', ';', '1', '8', 'K', ' ', 'g', '.', ',', '₱', '\n'),
    maxLength: 30,
  }),
)

test('reading a cell is idempotent', () => {
  fc.assert(
    fc.property(fc.constantFrom(...cellReadings), texts, (reads, text) => {
      const once = readCellAs(text, { reads }).trim()
      expect(readCellAs(once, { reads }).trim()).toBe(once)
    }),
    { numRuns: 2000 },
  )
})

const headings = fc.oneof(
  texts,
  fc.constantFrom(
    'weight',
    'Weight (kg)',
    'Variant SKU',
    'SKU',
    'Title',
    'name',
    'Cost per item',
    'type',
    'metal',
    'Name',
    'Price',
    'Email',
  ),
)
const files = fc.record({
  kind: fc.constantFrom(...importKinds),
  header: fc.array(headings, { maxLength: 12 }),
  sample: fc.array(fc.array(texts, { maxLength: 12 }), { maxLength: 5 }),
})

test('a proposal never throws, maps each of our columns at most once, and fits the file', () => {
  fc.assert(
    fc.property(files, ({ kind, header, sample }) => {
      const columns = importColumns[kind]
      const mapping = proposeMapping(kind, columns, header, sample)
      expect(findMappingProblem(mapping, columns, header)).toBeNull()
      expect(Mapping.parse(mapping)).toEqual(mapping)
      const map = createRowMapper(mapping, header)
      for (const [n, row] of sample.entries()) map(row, n + 1)
    }),
    { numRuns: 500 },
  )
})

test('a mapping moves to the same columns in another order and back', () => {
  fc.assert(
    fc.property(files, fc.infiniteStream(fc.nat()), ({ kind, header, sample }, order) => {
      const mapping = proposeMapping(kind, importColumns[kind], header, sample)
      const weights = header.map(() => order.next().value as number)
      // Columns with the same heading keep their order.
      const shuffled = header
        .map((heading, n) => ({
          heading,
          weight: header.indexOf(heading) === header.lastIndexOf(heading) ? weights[n]! : n,
        }))
        .toSorted((a, b) => a.weight - b.weight)
        .map(({ heading }) => heading)
      const there = transferMapping({ name: '', header, mapping }, shuffled)
      expect(there.missing).toEqual([])
      expect(compareHeaders(header, shuffled)).toBe(header.length === 0 ? 0 : 1)
    }),
  )
})

const sourcesOf = (kind: ImportKind, header: string[], sample: string[][]) =>
  Object.fromEntries(
    proposeMapping(kind, importColumns[kind], header, sample).columns.map(({ key, source }) => [key, source]),
  )

test('proposes by headings and by contents', () => {
  const header = ['Ref', 'Title', 'Weight (kg)', 'Metal', 'Selling price', 'Added', 'Number']
  const sample = [
    ['A1', 'Ring', '0.003', '18K yellow gold', '₱12', '45231', '4801234567890'],
    ['A2', 'Ring', '0.004', '14K white gold', '₱13', '45232', '4801234567891'],
  ]
  const sources = sourcesOf('items', header, sample)
  expect(sources).toMatchObject({
    itemName: { column: 1 },
    grams: { column: 2, reads: 'weight', unit: 'kg' },
    metal: { column: 3, reads: 'text' },
    karat: { column: 3, reads: 'karat' },
    price: { column: 4, reads: 'amount' },
    // Days as serial numbers are no barcodes.
    barcode: { column: 6 },
    itemCode: { from: 'pattern' },
    uom: { from: 'constant', value: 'PCS' },
  })
  expect(sources['cost']).toBeUndefined()
})

test('every preset fits its own header, is recognized by it, and maps every required column', () => {
  for (const preset of presets) {
    const columns = importColumns[preset.kind]
    const header = [...preset.header]
    expect(findMappingProblem(preset.mapping, columns, header)).toBeNull()
    expect(Mapping.parse(preset.mapping)).toEqual(preset.mapping)
    expect(recognizePresets(preset.kind, header)).toContain(preset)
    const { mapping, name } = chooseMapping(preset.kind, columns, header, [], [])
    expect(name).toBe(preset.name)
    for (const { key } of columns.filter(({ required }) => required))
      expect(mapping.columns.map((one) => one.key)).toContain(key)
  }
})

test('a preset takes the stock of the first location that the file has', () => {
  const stockOf = (key: string, more: string[]) => {
    const preset = presets.find((one) => one.key === key)!
    const columns = importColumns[preset.kind]
    const header = [...preset.header, ...more]
    const mapping = fitPreset(preset, columns, header, noMapping)
    expect(findMappingProblem(mapping, columns, header)).toBeNull()
    const sources = Object.fromEntries(mapping.columns.map(({ key, source }) => [key, source]))
    const quantity = sources['quantity']
    return [quantity && 'column' in quantity ? header[quantity.column!] : quantity, sources['location']]
  }
  expect(stockOf('square-items', ['New Quantity Shop', 'Current Quantity Shop 2', 'Current Quantity Annex'])).toEqual([
    'Current Quantity Shop 2',
    { from: 'constant', value: 'Shop 2' },
  ])
  expect(stockOf('opensourcepos-items', ['location_stock', 'attribute_Stone'])).toEqual([
    'location_stock',
    { from: 'constant', value: 'stock' },
  ])
  expect(stockOf('opensourcepos-items', [])).toEqual([undefined, undefined])
  // Shopify's file has one column of stock, without a location.
  expect(stockOf('shopify-products', ['location_stock'])).toEqual(['Variant Inventory Qty', undefined])
})

test('the rows of a product take its texts, and a row of a picture is no item', () => {
  const { header, mapping } = presets.find(({ key }) => key === 'shopify-products')!
  const row = (cells: Record<string, string>) => header.map((heading) => cells[heading] ?? '')
  const map = createRowMapper(mapping, header)
  const first = {
    Handle: 'ring',
    Title: 'Ring',
    'Body (HTML)': '<p>Fine</p>',
    Type: 'Rings',
    'Option1 Value': '6',
    'Variant SKU': 'R-6',
    'Variant Price': '10',
    'Variant Grams': '3',
  }
  expect(map(row(first), 1)).toMatchObject({
    itemCode: 'R-6',
    itemName: 'Ring 6',
    description: 'Fine',
    category: 'Rings',
  })
  expect(
    map(row({ Handle: 'ring', 'Option1 Value': '7', 'Variant SKU': 'R-7', 'Variant Price': '11' }), 2),
  ).toMatchObject({
    itemCode: 'R-7',
    itemName: 'Ring 7',
    category: 'Rings',
  })
  expect(map(row({ Handle: 'ring', 'Image Src': 'https://x.example/2.jpg' }), 3)).toBeNull()
  expect(
    map(row({ Handle: 'pin', Title: 'Pin', 'Option1 Value': 'Default Title', 'Variant Price': '5' }), 4),
  ).toMatchObject({
    itemCode: 'pin',
    itemName: 'Pin',
    category: '',
  })
})

test('rows that are read in batches gather the same cells as all rows at once', () => {
  const groups = { by: 0, columns: [], gathered: [1] }
  const rows = fc.array(
    fc.record({ cells: fc.tuple(fc.constantFrom('', 'a', 'b'), fc.constantFrom('', '1.jpg', '2.jpg', '3.jpg')) }),
    { maxLength: 30 },
  )
  fc.assert(
    fc.property(rows, fc.integer({ min: 1, max: 8 }), (all, size) => {
      const batched: { cells: string[] }[] = []
      let kept: { cells: string[] }[] = []
      for (let start = 0; start < all.length; start += size) {
        const read = [...kept, ...all.slice(start, start + size)]
        const whole = countBeforeLastGroup(read, groups)
        batched.push(...gatherCells(read.slice(0, whole), groups))
        kept = read.slice(whole)
      }
      batched.push(...gatherCells(kept, groups))
      expect(batched).toEqual(gatherCells(all, groups))
      // A row keeps its own picture, and a row without a group has its own alone.
      for (const [n, { cells }] of batched.entries()) {
        const [key, own] = all[n]!.cells
        expect(key === '' ? [cells[1]] : ['', ...cells[1]!.split(' | ')]).toContain(own)
      }
    }),
  )
})

test('adds columns to the description, and computes a cost as a share of the price', () => {
  const mapping: Mapping = {
    ...noMapping,
    columns: [
      { key: 'description', source: { from: 'column', column: 0, reads: 'text' } },
      { key: 'price', source: { from: 'column', column: 1, reads: 'text' } },
      { key: 'cost', source: { from: 'share', percent: 33.3 } },
    ],
    appended: [2, 3],
  }
  const cells = createRowMapper(mapping, ['a', 'b', 'Brand', 'Era'])(['Old ring', '1,000.00', 'Ornament', ''], 1)!
  expect(cells['description']).toBe('Old ring\nBrand: Ornament')
  expect(computeShare(mapping, cells)).toBe('333')
  expect(computeShare(mapping, { price: 'x' })).toBe('')
  expect(computeShare(noMapping, cells)).toBeNull()
})

test('patterns count with zeros and take a cell', () => {
  expect(fillPattern('R-{n:4}', 7, '')).toBe('R-0007')
  expect(fillPattern('{cell}/{n}', 12, '$&')).toBe('$&/12')
  expect(findKarat('gold')).toBeNull()
})

test.each([
  ['12.345', 'up', 2, '12.35'],
  ['12.341', 'up', 2, '12.35'],
  ['12.345', 'half_up', 2, '12.35'],
  ['12.344', 'half_up', 2, '12.34'],
  ['1,000.999', 'half_up', 2, '1001.00'],
  ['-0.004', 'half_up', 2, '0.00'],
  ['7.5', 'half_up', 0, '8'],
  ['x', 'up', 2, 'x'],
] as const)('rounds %s %s to %i decimals', (text, way, decimals, rounded) => {
  expect(fixCell(text, { does: 'round', way }, 2, { decimals })).toBe(rounded)
})

test('reads comma decimals, and cuts a text between characters', () => {
  expect(fixCell('1.250,50', { does: 'comma' }, 2, {})).toBe('1250.50')
  expect(fixCell('ab💍', { does: 'cut' }, 2, { longest: 3 })).toBe('ab')
})

const ways = [{ does: 'leave_out' }, { does: 'clear' }, { does: 'fill', value: 'x' }, { does: 'cut' }] as const
const someFixes = fc.array(
  fc.record({
    reason: fc.constantFrom('missing', 'too_long', 'invalid', 'not_a_choice' as const),
    column: fc.constantFrom('itemCode', 'price', null),
    scope: fc.oneof(
      fc.constant({}),
      fc.record({ rows: fc.uniqueArray(fc.integer({ min: 2, max: 5 }), { minLength: 1 }) }),
      fc.record({ cells: fc.uniqueArray(fc.constantFrom('a', 'b', 'C'), { minLength: 1 }) }),
    ),
    way: fc.constantFrom(...ways),
  }),
  { maxLength: 8 },
)

test('kept fixes give the same result in any order', () => {
  fc.assert(
    fc.property(someFixes, fc.constantFrom('a', 'B', 'c', ''), fc.integer({ min: 2, max: 5 }), (given, cell, row) => {
      const fixes = given.map(({ scope, ...fix }): Fix => ({ ...fix, ...scope }))
      fc.pre(findFixProblem(fixes) === null)
      const [one, other] = [createFixFinder(fixes), createFixFinder(fixes.toReversed())]
      for (const { reason, column } of fixes)
        expect(one({ reason, column }, row, cell)).toBe(other({ reason, column }, row, cell))
    }),
    { numRuns: 1000 },
  )
})

test('every reason can be left out', () => {
  for (const reason of reasons) expect(fixesOf[reason]).toContain('leave_out')
})
