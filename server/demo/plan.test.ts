import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { karats } from '../../contract/catalogue/karats.ts'
import { findRateJump } from '../../contract/pricing/rate-rules.ts'
import { createCalendar } from './calendar.ts'
import { pieces } from './pieces.ts'
import { planYear } from './plan.ts'
import { planRates } from './rates.ts'
import { figures, createSales, liveSales, totalOf, subtotalOf } from './sales.ts'
import { picturesFolder, viewsOf } from './views.ts'
import { descriptionOf, pieceName } from './words.ts'

const clocks = [
  ['an ordinary day', '2026-11-21T12:00:00Z', 'Asia/Tokyo'],
  ['the first minute of a year', '2026-12-31T15:00:30Z', 'Asia/Tokyo'],
  ['a leap day', '2028-02-29T23:30:00Z', 'America/New_York'],
  ['the day after a leap day', '2028-03-01T03:00:00Z', 'Asia/Manila'],
  ['the day on which clocks go forward', '2027-03-14T18:00:00Z', 'America/New_York'],
  ['the day on which clocks go back', '2027-10-31T10:00:00Z', 'Europe/Berlin'],
  ['the last day of a month', '2027-04-30T14:59:00Z', 'Asia/Tokyo'],
] as const

test.each(clocks)('on %s keeps the year in order, and sells only goods in stock', (_, clock, timeZone) => {
  const now = new Date(clock)
  const steps = planYear(now, timeZone)
  expect(steps.at(-1)!.at.getTime()).toBeLessThan(now.getTime())
  const times = steps.map(({ at }) => at.getTime())
  expect(times.toSorted((a, b) => a - b)).toEqual(times)
  expect(steps.filter((step) => step.do === 'sale').slice(-3)).toEqual(steps.slice(-3))
  expect(steps.filter((step) => step.do === 'customer')).toHaveLength(100)

  // The buyers of lives are joined to customers who are there by then.
  const joins = steps.flatMap((step) =>
    step.do === 'live' && step.act.is === 'join' ? [{ ...step.act, at: step.at }] : [],
  )
  const early = joins.filter(
    ({ customer, at }) => !steps.some((step) => step.do === 'customer' && step.customer === customer && step.at < at),
  )
  expect([joins.length, early]).toEqual([4, []])

  // The stock of each item at each place. A made-to-order sale may exceed it.
  const stock = new Map<string, number>()
  const missing: string[] = []
  const move = (piece: number, place: number, quantity: number) => {
    const left = (stock.get(`${piece} ${place}`) ?? 0) + quantity
    if (left < 0) missing.push(`${pieces[piece]!.itemCode} at ${place}`)
    stock.set(`${piece} ${place}`, left)
  }
  const ordered = new Map<string, Map<number, number>>()
  for (const step of steps) {
    if (step.do === 'order') ordered.set(step.key, new Map(step.lines.map((line) => [line.piece, line.quantity])))
    if (step.do === 'receive' && step.ends === 'complete') {
      const waiting = ordered.get(step.key)!
      for (const { piece, quantity } of step.lines ?? [...waiting].map(([piece, quantity]) => ({ piece, quantity }))) {
        move(piece, 0, quantity)
        waiting.set(piece, waiting.get(piece)! - quantity)
        if (waiting.get(piece)! < 0) missing.push(`${pieces[piece]!.itemCode} of ${step.key}`)
      }
    }
    if (step.do === 'transfer')
      for (const { piece, quantity } of step.lines) {
        move(piece, step.from, -quantity)
        move(piece, step.to, quantity)
      }
    if (step.do === 'sale')
      for (const { piece, quantity } of step.sale.lines)
        if (pieces[piece]!.leadTimeDays === null) move(piece, step.sale.place, -quantity)
    if (step.do === 'adjust' && step.ends === 'approve') move(step.piece, 0, step.quantity)
  }
  expect(missing).toEqual([])
})

test('sells exactly the planned figures on any day', () => {
  const sold = createSales()
  const completed = sold.filter(
    ({ fate, refund }) =>
      refund?.what !== 'all' && (fate.is === 'counter' || (fate.is !== 'saved' && fate.ends === 'complete')),
  )
  expect(completed).toHaveLength(figures.paidOrders - liveSales.paidOrders)
  const kept = completed.map((sale) => totalOf(sale) - (sale.refund ? subtotalOf(sale.lines.slice(0, 1)) : 0))
  expect(kept.reduce((sum, one) => sum + one, 0)).toBe(figures.totalSales - liveSales.totalSales)
  expect(createSales()).toEqual(sold)
})

test('has 150 items, each with its own name in three languages and three distinct pictures', async () => {
  expect(pieces).toHaveLength(150)
  for (const language of ['en', 'tl', 'ja'] as const) {
    expect(new Set(pieces.map((piece) => pieceName(piece, language))).size).toBe(150)
    for (const piece of pieces) expect(descriptionOf(piece, language)).not.toMatch(/\*|undefined|null/)
  }
  const files = pieces.flatMap((piece) => viewsOf(piece).map(({ file }) => file))
  expect(new Set(files).size).toBe(450)
  const contents = await Promise.all(files.map((file) => readFile(join(picturesFolder, file), 'base64')))
  expect(new Set(contents).size).toBe(450)
})

test('all pictures of a piece show one style, in its own gold', () => {
  for (const piece of pieces) {
    const { kind, style, karat, metal } = piece
    const views = viewsOf(piece)
    // A second picture may show the loose stone.
    const ofPiece = views.filter((view) => view.kind === kind)
    expect([views.length, ofPiece.length >= 2]).toEqual([3, true])
    expect(ofPiece).toEqual(ofPiece.map((view) => ({ ...view, style, karat, metal })))
    expect(views.filter((view) => view.kind !== kind).map((view) => view.kind)).toEqual(
      ofPiece.length === 3 ? [] : ['stone'],
    )
  }
})

test.each(clocks)('on %s a year of gold rates ends today, and no rate needs a Manager', (_, clock, timeZone) => {
  const now = new Date(clock)
  const rates = planRates(createCalendar(now, timeZone), now)
  expect(rates.length).toBeGreaterThanOrEqual(365 * karats.length)
  expect(now.getTime() - rates.at(-1)!.fromAt.getTime()).toBeLessThan(86_400_000)
  for (const karat of karats) {
    const own = rates.filter((rate) => rate.karat === karat)
    const times = own.map(({ fromAt }) => fromAt.getTime())
    expect(new Set(times).size).toBe(times.length)
    expect(times.toSorted((a, b) => a - b)).toEqual(times)
    for (const [n, rate] of own.entries()) {
      const bases = n === 0 ? [] : [{ ...own[n - 1]!, kind: 'last' as const }]
      expect(findRateJump(karat, bases, rate)?.needs).not.toBe('manager')
    }
    expect(own.every(({ sellPerGram, buyPerGram }) => buyPerGram > 0 && buyPerGram < sellPerGram)).toBe(true)
  }
})
