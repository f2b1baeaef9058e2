// Proves on generated receipts of four layouts which pictures the check of payment proofs finds alike, and which not.
import fc from 'fast-check'
import sharp, { type Sharp } from 'sharp'
import { describe, expect, test } from 'vitest'

import { drawReceipt, type Receipt, receiptLayouts } from '../../../assets/demo/receipts.ts'
import { comparePrints } from './compare-prints.ts'
import { type Print, printOf, readPrint } from './picture-print.ts'

const [width, height] = [540, 1080]
const facts = {
  amount: 12_000,
  day: '2026-11-03',
  time: '19:52',
  reference: '1001543610110',
  payer: 'Ana R.',
  payerAccount: '0917 ••• ••61',
  payee: 'Amihan Jewelry',
  payeeAccount: '••••• •••0186',
  clock: '19:53',
  battery: 0.8,
  width,
  height,
}
const nextMonth = { day: '2026-12-03', time: '20:09', reference: '1001549827731', clock: '20:11', battery: 0.4 }

/** Returns the print of a receipt that was sent as a file. */
async function print(receipt: Receipt, send: (drawn: Sharp) => Sharp = (drawn) => drawn): Promise<Print> {
  const drawn = sharp(Buffer.from(drawReceipt(receipt))).png({ compressionLevel: 0 })
  return readPrint((await printOf(await send(drawn).toBuffer())).print)!
}

const bases = new Map<Receipt['layout'], Print>()
for (const layout of receiptLayouts) bases.set(layout, await print({ layout, ...facts }))

/** The ways of a file, and the rows of a print by which its text lies lower. */
const ways: [string, (drawn: Sharp) => Sharp, number][] = [
  ['JPEG 40', (drawn) => drawn.jpeg({ quality: 40 }), 0],
  ['half the size', (drawn) => drawn.resize({ width: width / 2 }), 0],
  ['a cropped top', (drawn) => drawn.extract({ left: 0, top: 120, width, height: height - 120 }), -60],
  ['a cropped foot', (drawn) => drawn.extract({ left: 0, top: 0, width, height: height - 225 }), 0],
]

describe.each(receiptLayouts)('a receipt of %s', (layout) => {
  const base = bases.get(layout)!
  const compare = async (...sent: Parameters<typeof print>) => comparePrints(base, await print(...sent))

  test('is the same as itself', () => {
    expect(comparePrints(base, base)).toMatchObject({ isSame: true, isAlike: true, difference: 0, blocks: [] })
  })

  test.each(ways)('is found with %s, where nothing differs', async (_, send, shift) => {
    const compared = await compare({ layout, ...facts }, send)
    expect(compared).toMatchObject({ isSame: false, isAlike: true, changed: 0, lines: 0, blocks: [] })
    expect(compared.shift).toBeCloseTo(shift, 0)
  })

  test('is found with cropped sides, in dark mode, and in a later screenshot', async () => {
    const area = { left: 15, top: 0, width: width - 40, height }
    expect(await compare({ layout, ...facts }, (drawn) => drawn.extract(area))).toMatchObject({
      isAlike: true,
      lines: 0,
    })
    expect(await compare({ layout, ...facts, dark: true })).toMatchObject({ isAlike: true })
    const later = await compare({ layout, ...facts, clock: '8:15', battery: 0.2 })
    expect(later).toMatchObject({ isAlike: true, changed: 0, statusBar: 'other' })
    expect(later.blocks.every(({ a }) => a.y < 0.05)).toBe(true)
  })

  test('is found with another digit in its reference, which is marked', async () => {
    const compared = await compare({ layout, ...facts, reference: '1001543610170' })
    expect(compared).toMatchObject({ isSame: false, isAlike: true, lines: 1, statusBar: 'same' })
    expect(compared.difference).toBeGreaterThan(11)
    expect(compared.blocks).toHaveLength(1)
  })

  test('is found with another day, time and reference in the same screenshot', async () => {
    const { clock, battery } = facts
    const compared = await compare({ layout, ...facts, ...nextMonth, clock, battery })
    expect(compared).toMatchObject({ isAlike: true, statusBar: 'same' })
    expect(compared.lines).toBeGreaterThan(1)
  })

  test('is not the next payment of the same person', async () => {
    expect(await compare({ layout, ...facts, ...nextMonth })).toMatchObject({ isAlike: false, statusBar: 'other' })
  })

  test('is not the payment of another person or another amount', async () => {
    const other = { ...nextMonth, payer: 'Ken Y.', payerAccount: '0928 ••• ••07' }
    expect(await compare({ layout, ...facts, ...other })).toMatchObject({ isAlike: false })
    expect(await compare({ layout, ...facts, ...nextMonth, amount: 8500 })).toMatchObject({ isAlike: false })
  })
})

test('receipts of different layouts are not alike', () => {
  const all = [...bases.values()]
  const pairs = all.flatMap((a, n) => all.slice(n + 1).map((b) => comparePrints(a, b)))
  expect(pairs.map(({ isAlike, blocks }) => [isAlike, blocks])).toEqual(pairs.map(() => [false, []]))
})

test('a changed place is at the same text in both pictures', async () => {
  const cropped = await print({ layout: 'habagat', ...facts, reference: '1001543617110' }, (drawn) =>
    drawn.extract({ left: 0, top: 108, width, height: height - 108 }),
  )
  const { blocks } = comparePrints(bases.get('habagat')!, cropped)
  expect(blocks).toHaveLength(1)
  const [{ a, b }] = blocks as [(typeof blocks)[0]]
  // The line of the reference, whose base line is at 1560 of 2160, and at 1344 of the remaining 1944.
  expect([a.y, a.y + a.height]).toEqual([expect.closeTo(0.705, 2), expect.closeTo(0.726, 2)])
  expect([b.y, b.y + b.height]).toEqual([expect.closeTo(0.672, 2), expect.closeTo(0.696, 2)])
  expect(a.x).toBeGreaterThan(0.75)
  expect(a.x + a.width).toBeLessThan(0.9)
  expect([b.x, b.width]).toEqual([expect.closeTo(a.x, 2), expect.closeTo(a.width, 2)])
})

test('the order of two prints does not matter', async () => {
  const cropped = (drawn: Sharp) => drawn.extract({ left: 15, top: 80, width: width - 45, height: height - 80 })
  const others = [
    await print({ layout: 'parola', ...facts }, cropped),
    await print({ layout: 'parola', ...facts, reference: '1001543617110' }),
    await print({ layout: 'parola', ...facts, ...nextMonth }),
  ]
  fc.assert(
    fc.property(
      fc.constantFrom(...bases.values(), ...others),
      fc.constantFrom(...bases.values(), ...others),
      (a, b) => {
        const [there, back] = [comparePrints(a, b), comparePrints(b, a)]
        const blocks = back.blocks.map((block) => ({ a: block.b, b: block.a }))
        expect({ ...back, shift: back.shift === 0 ? there.shift : -back.shift, blocks }).toEqual(there)
      },
    ),
    { numRuns: 40 },
  )
})

test('empty pictures are not alike', async () => {
  const blank = async (background: string, rows: number) => {
    const picture = sharp({ create: { width: 300, height: rows, channels: 3, background } })
    return readPrint((await printOf(await picture.png().toBuffer())).print)!
  }
  const prints = [await blank('#fff', 600), await blank('#eee', 600), await blank('#fff', 1), ...bases.values()]
  for (const [n, a] of prints.slice(0, 3).entries())
    for (const b of prints.slice(n + 1)) expect(comparePrints(a, b)).toMatchObject({ isSame: false, isAlike: false })
})
