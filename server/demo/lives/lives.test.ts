// Proves that the comments of the demo's lives are read as the plan says, without a database.
import { expect, test } from 'vitest'

import { readComment } from '../../../contract/live/read-comment.ts'
import { createCalendar } from '../calendar.ts'
import { costOf, pieces, priceOf, uomOf } from '../pieces.ts'
import { createRandom } from '../random.ts'
import { chatter } from './comment-texts.ts'
import { evenings, onTikTok, plannedEvening, priceInLive, winnerOf } from './evenings.ts'
import type { PlannedComment } from './live-steps.ts'
import { planComments, platformOf, secondsOnShow } from './plan-comments.ts'
import { planLives } from './plan-lives.ts'

const pieceOf = (code: string) => pieces.find(({ itemCode }) => itemCode === code)!
const gramsOf = (code: string) => pieceOf(code).grams
const start = new Date('2026-11-12T11:00:00Z')

/** Returns how a comment of an evening is read at its time: the number that it claims, `none` or `unclear`. */
function readAt(evening: (typeof evenings)[number], { text, writtenAt }: PlannedComment) {
  const read = evening.shown.map(([code], n) => ({
    livePieceID: n + 1,
    number: n + 1,
    codes: [code],
    grams: gramsOf(code),
  }))
  const onShow = Math.floor((writtenAt.getTime() - start.getTime() - 60_000) / 1000 / secondsOnShow) + 1
  const reading = readComment(text, { pieces: read, onShow: Math.min(onShow, read.length) })
  return reading.kind === 'claim' ? reading.livePieceID : reading.kind === 'none' ? 'none' : 'unclear'
}

test.each(evenings.map((evening) => [evening.name, evening] as const))('the comments of %s', (_, evening) => {
  const comments = planComments(createRandom(evening.name), evening, start, gramsOf)
  expect(comments.length).toBeGreaterThanOrEqual(100)
  expect(comments.length).toBeLessThanOrEqual(250)
  expect(evening.shown.length).toBeGreaterThanOrEqual(25)
  // Talk claims nothing, what is left unread is unclear, and everything else claims the piece that the plan says.
  const wrong = comments.flatMap((comment) => {
    const { name, text, decision } = comment
    const found = readAt(evening, comment)
    const isTalk = (chatter as readonly string[]).includes(text)
    const isUnread = evening.unread.some(([, viewer, words]) => viewer === name && words === text)
    const claims = evening.shown.flatMap(([, , ...viewers], n) => (viewers.includes(name) ? [n + 1] : []))
    const isRight = isTalk
      ? found === 'none'
      : isUnread || decision !== undefined
        ? found === 'unclear'
        : claims.some((number) => number === found)
    return isRight ? [] : [`${name}: ${text} is ${found}`]
  })
  expect(wrong).toEqual([])
  for (const language of [/[A-Za-z]/, /\p{Script=Hiragana}/u, /\p{Emoji_Presentation}/u])
    expect(comments.filter(({ text }) => language.test(text)).length).toBeGreaterThan(10)
  expect(new Set(comments.map(({ name }) => platformOf(name)))).toEqual(new Set(evening.platforms))
})

test('every basket has a winner, and every winner has a basket', () => {
  for (const { shown, baskets } of evenings)
    expect(new Set(shown.flatMap((one) => winnerOf(one) ?? []))).toEqual(new Set(Object.keys(baskets)))
  for (const { shown } of evenings)
    for (const [, , ...viewers] of shown) expect(new Set(viewers).size).toBe(viewers.length)
  for (const viewer of onTikTok) expect(evenings[1]!.shown.flat()).not.toContain(viewer)
})

test('the pieces are sold by the piece, from stock, each once in a live, and not below their cost', () => {
  for (const codes of [...evenings.map(({ shown }) => shown.map(([code]) => code)), plannedEvening.itemCodes]) {
    expect(new Set(codes).size).toBe(codes.length)
    for (const code of codes) {
      const piece = pieceOf(code)
      expect([code, uomOf(piece) === 'BULK', piece.leadTimeDays]).toEqual([code, false, null])
      expect(priceInLive(priceOf(piece))).toBeGreaterThan(costOf(piece))
    }
  }
})

test('everything happens before now, also in the first minute of a day', () => {
  for (const now of ['2026-12-31T15:00:30Z', '2026-11-28T12:00:00Z', '2028-03-01T03:00:00Z']) {
    const steps = planLives(createCalendar(new Date(now), 'Asia/Tokyo'), createRandom, gramsOf)
    expect(steps.filter(({ at }) => at >= new Date(now))).toEqual([])
    // Nobody pays, completes or sends a basket before its page was sent.
    for (const evening of evenings) {
      const own = steps.filter(({ live }) => live === evening)
      const sent = own.find(({ act }) => act.is === 'send baskets')!.at
      const paid = own.filter(({ act }) => act.is === 'pay' || act.is === 'complete' || act.is === 'parcel')
      expect([paid.length > 10, paid.every(({ at }) => at > sent)]).toEqual([true, true])
    }
  }
})
