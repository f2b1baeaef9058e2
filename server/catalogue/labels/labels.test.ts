import { expect, test } from 'vitest'

import {
  locateLabel,
  type LabelStock,
  type LabelStockID,
  labelStockIDs,
  labelStocks,
} from '../../../contract/catalogue/label-stocks.ts'
import type { LabelJob, LabelPreview } from '../../../contract/catalogue/labels.ts'
import { pagesOf, scan, within } from '../../../tests/support/drawn-codes.ts'
import { testApp } from '../../../tests/support/fixtures.ts'
import { stockItem } from '../../../tests/support/stocked.ts'

const { as, db } = await testApp()
const staff = as(3)

let made = 0
const newItem = async (fields: Parameters<typeof stockItem>[1] = {}) =>
  (await stockItem(db, { itemCode: `RG-${String(++made).padStart(4, '0')}`, karat: '18K', grams: 3.42, ...fields }))
    .itemID
const job = (itemID: number, rest: Partial<LabelJob> = {}): LabelJob => ({
  labels: [{ itemID, copies: 1 }],
  stock: 'sheet-65',
  ...rest,
})

async function printed(body: object) {
  const { status, body: pdf, headers } = await staff('POST', '/api/v1/labels', body)
  expect([status, headers['content-type']], String(pdf)).toEqual([200, 'application/pdf'])
  return pagesOf(pdf as Buffer)
}
async function preview(body: object): Promise<LabelPreview> {
  const { status, body: answer } = await staff('POST', '/api/v1/labels/preview', body)
  expect(status, JSON.stringify(answer)).toBe(200)
  return answer.data
}
const refusal = async (body: object) => {
  const { status, body: answer } = await staff('POST', '/api/v1/labels', body)
  return [status, answer.message]
}

/** Returns the position of a page's n-th label and of the code on it. */
function placeOf(id: LabelStockID, n = 0) {
  const stock: LabelStock = labelStocks[id]
  return { ...locateLabel(stock, n), ...stock.label }
}

test('every label format has the size of its paper and a code that a scanner reads', async () => {
  const itemID = await newItem({ itemCode: 'RG-0151' })
  for (const stock of labelStockIDs) {
    const [page, ...others] = await printed(job(itemID, { stock }))
    expect(others).toEqual([])
    expect(page!.width).toBeCloseTo(labelStocks[stock].page.width, 2)
    expect(page!.height).toBeCloseTo(labelStocks[stock].page.height, 2)
    const place = placeOf(stock)
    // Nothing is printed outside the printable area.
    const { parts }: LabelStock = labelStocks[stock]
    const [part] = parts
    const printable = { ...part!, x: place.x + part!.x, y: place.y + part!.y }
    expect(within(page!.bars, printable)).toHaveLength(page!.bars.length)
    expect(scan(page!.bars, place), stock).toEqual({
      text: 'RG-0151',
      // Bars for seven characters do not fit on a rat-tail label.
      format: stock === 'tag-rat-tail' ? 'QR_CODE' : 'CODE_128',
    })
  }
})

test('labels start at the first free one of the sheet, with the given offset, over several pages', async () => {
  const [one, two] = [await newItem(), await newItem({ barcode: '4006381333931' })]
  const offset = { x: 0.5, y: -1 }
  const pages = await printed({
    ...job(one, { stock: 'sheet-24', startAt: 23, offset }),
    labels: [
      { itemID: one, copies: 1 },
      { itemID: two, copies: 25 },
    ],
  })
  expect(pages).toHaveLength(2)
  const moved = (n: number) => {
    const { x, y, ...size } = placeOf('sheet-24', n)
    return { x: x + offset.x, y: y + offset.y, ...size }
  }
  const textAt = (page: number, n: number) => scan(within(pages[page]!.bars, moved(n)), moved(n)).text
  expect([textAt(0, 22), textAt(0, 23), textAt(1, 0), textAt(1, 23)]).toEqual([
    expect.stringMatching(/^RG-/),
    '4006381333931',
    '4006381333931',
    '4006381333931',
  ])
  const counts = pages.map(({ bars }) => Array.from({ length: 24 }, (_, n) => within(bars, moved(n)).length > 0))
  expect(counts.map((filled) => filled.filter(Boolean).length)).toEqual([2, 24])
})

test('an EAN-13 is printed for a barcode of 13 digits, or of 12 with a leading 0', async () => {
  const ean = await newItem({ barcode: '4548736133921' })
  const upc = await newItem({ barcode: '036000291452' })
  const read = async (itemID: number, code: LabelJob['code']) => {
    const [page] = await printed(job(itemID, { code }))
    return scan(page!.bars, placeOf('sheet-65'))
  }
  expect(await read(ean, 'ean13')).toEqual({ text: '4548736133921', format: 'EAN_13' })
  expect(await read(ean, 'best')).toEqual({ text: '4548736133921', format: 'EAN_13' })
  expect(await read(upc, 'ean13')).toEqual({ text: '0036000291452', format: 'EAN_13' })
  expect(await read(upc, 'code128')).toEqual({ text: '036000291452', format: 'CODE_128' })
  // A scanner may report either form of the code.
  for (const code of ['036000291452', '0036000291452']) {
    const { body } = await staff('GET', `/api/v1/items?code=${code}`)
    expect(body.data.map((item: { itemID: number }) => item.itemID)).toEqual([upc])
  }

  const none = await newItem({ itemCode: 'NONE' })
  const short = await newItem({ itemCode: 'SHORT', barcode: '12345' })
  const wrong = await newItem({ itemCode: 'WRONG', barcode: '4548736133920' })
  const all = {
    ...job(none, { code: 'ean13' }),
    labels: [ean, none, short, wrong].map((itemID) => ({ itemID, copies: 1 })),
  }
  expect(await refusal(all)).toEqual([422, 'NONE has no barcode, which an EAN-13 needs'])
  const { labels, refused } = await preview(all)
  expect(labels).toBe(1)
  expect(refused.map(({ itemID, message }) => [itemID, message])).toEqual([
    [none, 'NONE has no barcode, which an EAN-13 needs'],
    [short, 'The barcode of SHORT does not have the 13 digits of an EAN-13: 12345'],
    [wrong, 'The barcode of WRONG is not an EAN-13: its last digit should be 1, not 0'],
  ])
})

test('a QR code contains the barcode, or the address of the public page', async () => {
  const itemID = await newItem({ itemCode: '指輪-1' })
  const read = async (code: LabelJob['code']) => {
    const [page] = await printed(job(itemID, { code, stock: 'roll-50x30' }))
    return scan(page!.bars, placeOf('roll-50x30')).text
  }
  expect(await read('qr')).toBe('指輪-1')
  expect(await read('best')).toBe('指輪-1')
  expect(await read('qr-page')).toMatch(new RegExp(`^http://.+/shop/${itemID}$`))
  expect(await refusal(job(itemID, { code: 'code128' }))).toEqual([
    422,
    'Code 128 has no bars for some letters of 指輪-1: choose a QR code',
  ])
})

test('a code too small to be scanned is refused and never drawn', async () => {
  const itemCode = 'A-LONG-CODE-THAT-SOMEBODY-TYPED-INTO-THE-FIELD-0123456789'
  const itemID = await newItem({ itemCode })
  const tooLong = (rest: string) => [422, `The code of ${itemCode} is too long for this label: choose ${rest}`]
  expect(await refusal(job(itemID, { code: 'code128' }))).toEqual(tooLong('a QR code or a larger label'))
  expect(await refusal(job(itemID, { code: 'qr', stock: 'tag-barbell' }))).toEqual(tooLong('a larger label'))
  const [page] = await printed(job(itemID, { stock: 'roll-50x30' }))
  expect(scan(page!.bars, placeOf('roll-50x30'))).toEqual({ text: itemCode, format: 'QR_CODE' })
})

test('the texts of a label can be chosen, and too long ones are truncated', async () => {
  const itemID = await newItem({
    itemName: `Ring with ${'a very long name '.repeat(6)}`.trim(),
    itemCode: 'WORDS-1',
    price: 86500,
    size: '7',
  })
  const texts = async (rest: Partial<LabelJob>) =>
    (await preview(job(itemID, rest))).first!.texts.map(({ text }) => text)
  const all = await texts({ stock: 'sheet-24' })
  expect(all).toEqual([
    'Alahas',
    expect.stringMatching(/^Ring with/),
    expect.stringMatching(/…$/),
    '₱86,500.00',
    '18K 750 · 3.42 g · Size 7',
    'WORDS-1',
  ])
  expect(await texts({ stock: 'sheet-24', shopName: false, details: false, price: false })).toEqual([
    expect.stringMatching(/^Ring with/),
    expect.stringMatching(/…$/),
    'WORDS-1',
  ])
  for (const stock of labelStockIDs) {
    const { first } = await preview(job(itemID, { stock }))
    const [label] = first!.labels
    for (const { x, y, width, size } of first!.texts) {
      expect([x >= label!.x, y - size >= label!.y - 0.5]).toEqual([true, true])
      expect(x + width).toBeLessThanOrEqual(label!.x + label!.width)
      expect(y).toBeLessThanOrEqual(label!.y + label!.height)
    }
    expect(first!.texts.map(({ text }) => text)).toContain('₱86,500.00')
  }
})

test('the preview equals the first page of the print', async () => {
  const itemID = await newItem()
  const body = { ...job(itemID, { startAt: 65 }), labels: [{ itemID, copies: 67 }] }
  const { labels, pages, first } = await preview(body)
  expect([labels, pages, first!.labels.length]).toEqual([67, 3, 65])
  const [page, ...others] = await printed(body)
  expect(others).toHaveLength(2)
  const numbers = [...first!.bars.matchAll(/M(\S+) (\S+)h(\S+)v(\S+)h/g)].map((found) => found.slice(1).map(Number))
  expect(numbers).toHaveLength(page!.bars.length)
  for (const [n, { x, y, width, height }] of page!.bars.entries())
    for (const [part, value] of [x, y, width, height].entries()) expect(numbers[n]![part]).toBeCloseTo(value, 2)
})

test('refuses an unprintable job with a message', async () => {
  const itemID = await newItem()
  const line = { itemID, copies: 1 }
  expect(await refusal({ ...job(itemID), labels: [] })).toEqual([400, 'Choose at least one item'])
  expect(await refusal({ ...job(itemID), labels: [{ itemID, copies: 0 }] })).toEqual([400, 'Copies must be at least 1'])
  expect(await refusal({ ...job(itemID), labels: [{ itemID, copies: 5000 }, line] })).toEqual([
    400,
    'At most 5,000 labels can be printed at once',
  ])
  expect(await refusal(job(itemID, { startAt: 66 }))).toEqual([400, 'The sheet has 65 labels'])
  expect(await refusal(job(itemID, { startAt: 2, stock: 'roll-40x20' }))).toEqual([400, 'These labels start at 1'])
  expect(await refusal(job(itemID, { offset: { x: 11, y: 0 } }))).toEqual([400, 'Move to the right must be at most 10'])
  expect(await refusal({ ...job(itemID), labels: [line, { itemID: 2_147_483_647, copies: 1 }] })).toEqual([
    422,
    'Item 2147483647 does not exist',
  ])
})
