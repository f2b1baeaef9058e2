// Proves which comments may be accepted together.
import { expect, test } from 'vitest'

import { judgeComments } from './judge-comments.ts'

const piece = (number: number, grams: number) => ({ livePieceID: number * 10, number, codes: [`CH-${number}`], grams })
const pieces = [piece(14, 2.5), piece(15, 4), piece(31, 2.5)]
const judge = (...texts: (string | [text: string, buyers: number])[]) =>
  judgeComments(
    texts.map((one) => ({
      text: typeof one === 'string' ? one : one[0],
      buyers: typeof one === 'string' ? 0 : one[1],
      onShow: 140,
      isTimeUnknown: false,
    })),
    pieces,
  ).map(({ isCertain, waitsFor }) => (isCertain ? 'certain' : waitsFor === null ? '-' : `waits for ${waitsFor}`))

test('a claim behind an undecided one that may name the same piece is not certain', () => {
  expect(judge('2.5g mine po', 'm po', 'mine 15', 'mine 31', 'mine 31')).toEqual([
    '-',
    'waits for 0',
    'certain',
    'waits for 0',
    'waits for 0',
  ])
})

test('an unclear comment holds back the piece on show, and a claim with two buyers holds back its piece', () => {
  expect(judge('mine 14?', 'mine', ['mine 15', 2], 'mine 15', 'ganda')).toEqual([
    '-',
    'waits for 0',
    '-',
    'waits for 2',
    '-',
  ])
})

test('the same person may say mine twice', () => {
  expect(judge('mine', 'mine')).toEqual(['certain', 'certain'])
})
