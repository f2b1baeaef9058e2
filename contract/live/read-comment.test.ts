// Proves what the reader makes of viewers' comments and of staff's typing, case by case.
import { expect, test } from 'vitest'

import { readComment, type ReadPiece, readTyped } from './read-comment.ts'

const piece = (number: number, grams: number | null, ...codes: string[]): ReadPiece => ({
  livePieceID: number * 10,
  number,
  grams,
  codes,
})
const pieces = [
  piece(1, 0.33, 'RG-0151'),
  piece(2, 5, 'R118', 'R-118-001'),
  piece(3, 7, 'R118', 'R-118-002'),
  piece(12, 2.5, 'NK-0020'),
  piece(31, 2.5, 'BR-0007'),
  piece(40, 4.12, 'ER-0044'),
  piece(41, 3.126, 'ER-0045'),
  piece(50, null, 'PD-0050'),
]
const live = { pieces, onShow: 400 }

/** Writes a reading briefly: the number of the piece and how it is named, the numbers of a choice, or a dash. */
function brief(text: string, of = live): string {
  const reading = readComment(text, of)
  if (reading.kind === 'none') return '-'
  if (reading.kind === 'claim') return `${reading.livePieceID / 10} ${reading.by}`
  return `? ${reading.livePieceIDs.map((id) => id / 10).join(' ')}`.trim()
}

const cases: [text: string, reads: string][] = [
  // Claim words, English.
  ['mine', '40 on show'],
  ['Mine', '40 on show'],
  ['MINE!!!', '40 on show'],
  ['mine po', '40 on show'],
  ['mineee', '40 on show'],
  ['miiiine', '40 on show'],
  ['mne', '40 on show'],
  ['mien', '40 on show'],
  ['minr', '40 on show'],
  ['myne po', '40 on show'],
  ['mayn', '40 on show'],
  ['minepo', '40 on show'],
  ['m', '40 on show'],
  ['M po', '40 on show'],
  ['mm', '40 on show'],
  ['grab', '40 on show'],
  ['this one mine please', '40 on show'],
  // Claim words, Tagalog.
  ['akin', '40 on show'],
  ['Akin po', '40 on show'],
  ['akin na yan', '40 on show'],
  ['akinnn', '40 on show'],
  ['aken', '40 on show'],
  ['sa akin po', '40 on show'],
  ['sakin', '40 on show'],
  ['SAKIN YAN', '40 on show'],
  ['saakin', '40 on show'],
  ['saken', '40 on show'],
  ['skin po ate', '40 on show'],
  ['akin to sis', '40 on show'],
  ['sakinpo', '40 on show'],
  // Claim words, Japanese.
  ['買います', '40 on show'],
  ['買います！', '40 on show'],
  ['これください', '40 on show'],
  ['これ下さい', '40 on show'],
  ['お願いします', '40 on show'],
  ['おねがいします', '40 on show'],
  ['私', '40 on show'],
  ['わたし！', '40 on show'],
  ['私が買います', '40 on show'],
  ['購入します', '40 on show'],
  ['欲しいです', '40 on show'],
  ['もらいます', '40 on show'],
  ['12番買います', '12 number'],
  ['１２番ください', '12 number'],
  ['12 お願いします', '12 number'],
  ['2.5gください', '? 12 31'],
  ['0.33グラムお願いします', '1 grams'],
  ['よろしくお願いします', '-'],
  ['見せてください', '-'],
  ['教えてください', '-'],
  ['もう一度お願いします', '-'],
  ['値段お願いします', '-'],
  ['いくらですか', '-'],
  ['きれい', '-'],
  ['買いますか？', '? 40'],
  ['私じゃないです', '? 40'],
  ['キャンセルお願いします', '? 40'],
  // Numbers.
  ['mine 12', '12 number'],
  ['12 mine', '12 number'],
  ['mine12', '12 number'],
  ['12mine', '12 number'],
  ['m12', '12 number'],
  ['12m', '12 number'],
  ['m 12', '12 number'],
  ['#12 mine', '12 number'],
  ['mine #12', '12 number'],
  ['mine no. 12', '12 number'],
  ['mine no 12 po', '12 number'],
  ['mine item 12', '12 number'],
  ['mine number 31', '31 number'],
  ['akin 31', '31 number'],
  ['sakin po 1', '1 number'],
  ['mine 012', '12 number'],
  ['１２ｍｉｎｅ', '12 number'],
  ['mine 12 31', '? 12 31'],
  ['mine 12 and 31', '? 12 31'],
  ['mine 99', '?'],
  ['mine #5', '?'],
  // Codes.
  ['mine RG-0151', '1 code'],
  ['rg0151 mine', '1 code'],
  ['mine rg-0151 po', '1 code'],
  ['mine R118', '? 2 3'],
  ['mine R-118-002', '3 code'],
  ['mine r118 7g', '3 code'],
  // Grams.
  ['mine .33', '1 grams'],
  ['.33 mine', '1 grams'],
  ['mine 0.33', '1 grams'],
  ['mine 0.33g', '1 grams'],
  ['mine .33 g', '1 grams'],
  ['mine 4.12', '40 grams'],
  ['mine 4.1g', '40 grams'],
  ['mine 3.13', '41 grams'],
  ['mine 3.12', '41 grams'],
  ['mine 2.5', '? 12 31'],
  ['mine 2.50 grams', '? 12 31'],
  ['mine 5g', '2 grams'],
  ['mine 5', '2 grams'],
  ['mine 7 g', '3 grams'],
  ['mine 9.99', '?'],
  ['mine 12 2.5g', '12 number'],
  ['mine 1 4.12g', '? 1 40'],
  // Prices, karats, times, percentages and sizes are nothing.
  ['mine 12k', '40 on show'],
  ['mine 12 k', '40 on show'],
  ['mine 1,200', '40 on show'],
  ['mine 1200', '40 on show'],
  ['mine ₱500', '40 on show'],
  ['mine php 500', '40 on show'],
  ['mine 12 pesos', '40 on show'],
  ['mine 1.2k', '40 on show'],
  ['mine K18', '40 on show'],
  ['mine 18k', '40 on show'],
  ['mine k14 12', '12 number'],
  ['mine 85 %', '40 on show'],
  ['mine 85%', '40 on show'],
  ['mine 10:45', '40 on show'],
  ['mine 12/25', '40 on show'],
  ['mine size 7', '40 on show'],
  ['mine 12 size 7', '12 number'],
  ['mine 12mm', '40 on show'],
  ['mine 18 inches', '40 on show'],
  ['mine 09171234567', '40 on show'],
  ['12円 買います', '40 on show'],
  // Emoji, glyphs and letters joined to them.
  ['mine❤️', '40 on show'],
  ['💍mine💍', '40 on show'],
  ['🙋‍♀️ mine 12 🙏', '12 number'],
  ['mine✨12✨', '12 number'],
  ['1️⃣2️⃣ mine', '12 number'],
  ['ⓜⓘⓝⓔ', '40 on show'],
  ['𝓶𝓲𝓷𝓮 12', '12 number'],
  ['ᴍɪɴᴇ', '40 on show'],
  ['@ana.mine 12', '12 number'],
  ['mine~12', '12 number'],
  ['mine​ 12', '12 number'],
  // These comments claim nothing.
  ['hello po', '-'],
  ['ganda', '-'],
  ['❤️❤️❤️', '-'],
  ['', '-'],
  ['how much 12', '-'],
  ['hm po', '-'],
  ['gold is shining', '-'],
  ["I'm here", '-'],
  ['8 p.m. po ba', '-'],
  ['size m', '-'],
  ['determine', '-'],
  ['makinis', '-'],
  ['K18', '-'],
  ['1,200', '-'],
  // A person decides about these comments.
  ['12', '? 12'],
  ['.33', '? 1'],
  ['rg-0151', '? 1'],
  ['12 po', '? 12'],
  ['not mine', '? 40'],
  ['cancel mine 12', '? 12'],
  ['hindi akin', '? 40'],
  ['mine po ba?', '? 40'],
  ['is 12 mine', '? 12'],
  ['mine 2pcs', '? 40'],
  ['mine 12 x2', '? 12'],
  ['mine 1 pc', '40 on show'],
]

test.each(cases)('%j reads %j', (text, reads) => {
  expect(brief(text)).toBe(reads)
})

test('the table has at least 120 cases, each once', () => {
  expect(cases.length).toBeGreaterThanOrEqual(120)
  expect(new Set(cases.map(([text]) => text)).size).toBe(cases.length)
})

test('a claim without a piece on show needs a person', () => {
  expect(readComment('mine', { pieces, onShow: null })).toEqual({
    kind: 'choice',
    livePieceIDs: [],
    question: 'Nothing was on show: choose the piece',
  })
})

test.each([
  ['mine 2.5', '2.50 g is pieces 12 and 31: choose one'],
  ['mine 99', 'No piece of this live is 99: choose the piece'],
  ['12', 'There is no claim word: decide whether it claims piece 12'],
  ['mine 12 x2', 'It asks for 2: decide whether it claims piece 12'],
])('%j asks: %s', (text, question) => {
  expect(readComment(text, live)).toMatchObject({ kind: 'choice', question })
})

test.each([
  ['12 ana', 'ana', 12],
  ['ana 12', 'ana', 12],
  ['ana .33g', 'ana', 1],
  ['ana 4.12 g', 'ana', 40],
  ['ana', 'ana', 40],
  ['@opal.queen', '@opal.queen', 40],
  ['Maria Santos 31', 'Maria Santos', 31],
  ['31 Ana R.', 'Ana R.', 31],
  ['mine 12 ana', 'ana', 12],
  ['rg-0151 bea', 'bea', 1],
  ['山田 12', '山田', 12],
  ['12 ana88', 'ana88', 12],
  ['ana88', 'ana88', 40],
  ['mine12 ana', 'ana', 12],
])('staff type %j for %j', (text, name, number) => {
  expect(readTyped(text, live)).toEqual({
    name,
    reading: expect.objectContaining({ kind: 'claim', livePieceID: number * 10 }),
  })
})

test('typing that fits two pieces is a choice', () => {
  expect(readTyped('ana 2.5g', live)).toEqual({
    name: 'ana',
    reading: { kind: 'choice', livePieceIDs: [120, 310], question: '2.50 g is pieces 12 and 31: choose one' },
  })
})
