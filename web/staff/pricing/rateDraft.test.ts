// Proves what the form of gold rates shows, what it lacks, and what saving it would send.
import { expect, test } from 'vitest'

import { type Karat, karats } from '../../../contract/catalogue/karats.ts'
import type { CurrentRateRow, GoldRateRow } from '../../../contract/pricing/gold-rates.ts'
import { draftRates, fillByFineness, inputOf, nameOfPair, type Typed, type TypedRates } from './rateDraft.ts'

const now = new Date('2026-11-20T02:00:00Z')
const [today, yesterday] = ['2026-11-20T00:12:00Z', '2026-11-19T00:13:00Z']
const rate = (karat: Karat, sellPerGram: number, buyPerGram: number, fromAt: string): GoldRateRow => ({
  goldRateID: 7,
  karat,
  sellPerGram,
  buyPerGram,
  fromAt,
  source: null,
  sellBefore: null,
  createdByID: 1,
  createdBy: { name: 'Joy' },
})
const row = (karat: Karat, latest: GoldRateRow | null): CurrentRateRow => ({ karat, latest, yesterday: latest })
const draftAll = (rows: CurrentRateRow[], typed: TypedRates) => draftRates(rows, typed, now, 'Asia/Manila')
const draft = (current: CurrentRateRow, typed: Typed = {}) => draftAll([current], { [current.karat]: typed })[0]!
const old = row('14K', rate('14K', 5200, 4850, yesterday))
const fresh = row('24K', rate('24K', 8950, 8350, today))

test('a rate of today stands in the fields, an older one is a hint', () => {
  expect(draft(fresh)).toMatchObject({ isToday: true, sell: 8950, buy: 8350, isChanged: false, pair: null })
  expect(draft(old)).toMatchObject({ isToday: false, sell: null, buy: null, isChanged: false, pair: null })
  expect(draft(row('10K', null))).toMatchObject({ isToday: false, sell: null, isChanged: false })
})

test('a figure typed again is today’s rate of yesterday, but no change of today’s', () => {
  expect(draft(old, { sell: 5200 })).toMatchObject({ isChanged: true, pair: { sellPerGram: 5200, buyPerGram: 4850 } })
  expect(draft(fresh, { sell: 8950 })).toMatchObject({ isChanged: false, pair: null })
  expect(draft(fresh, { sell: null })).toMatchObject({ isChanged: false, sell: null })
})

test.each<[Typed, CurrentRateRow, string, string]>([
  [{ sell: 4000 }, old, 'buy', 'The shop would buy a gram for more than it sells it for'],
  [{ sell: 0 }, old, 'sell', 'A rate is more than ₱0.00'],
  [{ sell: Number.NaN }, old, 'sell', 'Enter a number'],
  [{ buy: 4850.123 }, old, 'buy', 'Amounts have at most 2 decimals'],
  [{ sell: 100 }, row('10K', null), 'buy', 'Enter what the shop buys a gram for'],
])('%o cannot be saved', (typed, current, side, message) => {
  expect(draft(current, typed)).toMatchObject({ pair: null, problem: { side, message } })
})

test('a large difference waits until these figures are confirmed', () => {
  const asked = draft(old, { sell: 5520 })
  expect(asked.jump).toMatchObject({ needs: 'confirmation', side: 'sell' })
  const confirmed = nameOfPair(old, asked.pair!)
  expect(draft(old, { sell: 5520, confirmed }).jump).toBeNull()
  expect(draft(old, { sell: 5521, confirmed }).jump).not.toBeNull()
  const newer = { ...old, latest: { ...old.latest!, goldRateID: 8 } }
  expect(draft(newer, { sell: 5520, confirmed }).jump).not.toBeNull()
})

test('saving sends the changed karats alone, each with the rate that was seen', () => {
  const typed: TypedRates = { '14K': { sell: 5250 }, '24K': { sell: 8950 } }
  const drafts = [fresh, old, row('10K', null)].map((current) => draft(current, typed[current.karat]))
  expect(inputOf(drafts, typed)).toEqual([
    { karat: '14K', sellPerGram: 5250, buyPerGram: 4850, latestID: 7, confirmed: false },
  ])
})

test('the rest is filled from the purest new rate, and typed karats stay', () => {
  const typed: TypedRates = { '24K': { sell: 9000, buy: 8400 }, '18K': { sell: 6800, buy: 6300 } }
  const drafts = karats.map((karat) => draft(row(karat, null), typed[karat]))
  const filled = fillByFineness(drafts, typed)!
  expect(filled['24K']).toEqual(typed['24K'])
  expect(filled['18K']).toEqual(typed['18K'])
  expect(filled['14K']).toEqual({ sell: 5270, buy: 4910 })
  expect(fillByFineness([draft(fresh)], {})).toBeNull()
})
