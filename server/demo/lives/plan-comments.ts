import {
  chatter,
  claimsByGrams,
  claimsByNumber,
  claimsOnShow,
  isJapaneseViewer,
  onlookers,
  regrets,
  unsureClaims,
} from './comment-texts.ts'
import { type Evening, onTikTok, type Shown } from './evenings.ts'
import type { PlannedComment } from './live-steps.ts'

/** A generator of random numbers, such as that of the demo's sales. */
export type Dice = {
  whole: (least: number, most: number) => number
  happens: (likelihood: number) => boolean
  one: <T>(list: readonly T[]) => T
}

/** The seconds for which each piece is on show. */
export const secondsOnShow = 200

/** A piece on show, with its number, and the grams by which viewers name it; null if another one has the same. */
type Turn = { shown: Shown; number: number; from: Date; grams: number | null }

const after = (at: Date, seconds: number) => new Date(at.getTime() + seconds * 1000)

/** Plans the comments under a live, in the order of their times. */
export function planComments(
  dice: Dice,
  evening: Evening,
  start: Date,
  gramsOf: (itemCode: string) => number,
): PlannedComment[] {
  const grams = evening.shown.map(([itemCode]) => gramsOf(itemCode))
  const turns = evening.shown.map((shown, n): Turn => {
    // People say whole grams for a number, so only grams with decimals name a piece.
    const isPlain = !Number.isInteger(grams[n]) && grams.filter((one) => one === grams[n]).length === 1
    return { shown, number: n + 1, from: after(start, 60 + n * secondsOnShow), grams: isPlain ? grams[n]! : null }
  })
  const comments = turns.flatMap((turn) => [...planClaims(dice, turn), ...planChatter(dice, evening, turn)])
  const unread = evening.unread.map(([number, name, text], n) => ({
    name,
    text,
    writtenAt: after(turns[number - 1]!.from, 150 + n * 9),
  }))
  return [...comments, ...unread].toSorted((a, b) => a.writtenAt.getTime() - b.writtenAt.getTime())
}

function planClaims(dice: Dice, turn: Turn): PlannedComment[] {
  const { shown, number, from, grams } = turn
  const [, course, ...viewers] = shown
  const [first, ...others] = viewers
  if (!first) return []
  const begins = after(from, dice.whole(9, 20))
  const claim = (name: string, n: number): PlannedComment => ({
    name,
    text: chooseClaim(dice, turn, name),
    writtenAt: after(begins, n * dice.whole(3, 9)),
  })
  const behind = others.map((name, n) => claim(name, n + 1))
  if (course === 'typed') return behind
  if (course === 'regretted') return [{ name: first, text: dice.one(regrets), writtenAt: begins, decision: null }]
  if (course === 'late')
    return [{ name: first, text: byNumber(dice, first, number), writtenAt: after(from, secondsOnShow + 15) }, ...behind]
  if (course === 'asked first') {
    const text = dice.one(unsureClaims[isJapaneseViewer(first) ? 'japanese' : 'latin'])
    return [{ name: first, text, writtenAt: begins, decision: number }, ...behind]
  }
  const again = { name: first, text: grams === null ? 'mine po' : byNumber(dice, first, number) }
  return [claim(first, 0), ...behind, ...(course === 'said twice' ? [{ ...again, writtenAt: after(begins, 45) }] : [])]
}

function chooseClaim(dice: Dice, { number, grams }: Turn, name: string): string {
  const script = isJapaneseViewer(name) ? 'japanese' : 'latin'
  if (grams !== null && script === 'latin' && dice.happens(0.25))
    return dice.one(claimsByGrams).replace('#', String(grams))
  return dice.happens(0.35) ? byNumber(dice, name, number) : dice.one(claimsOnShow[script])
}

const byNumber = (dice: Dice, name: string, number: number) =>
  dice.one(claimsByNumber[isJapaneseViewer(name) ? 'japanese' : 'latin']).replace('#', String(number))

/** Plans two to five comments by people who only talk. */
const planChatter = (dice: Dice, { platforms }: Evening, { from }: Turn): PlannedComment[] =>
  Array.from({ length: dice.whole(2, 5) }, () => ({
    name: dice.one(platforms.flatMap((platform) => [...onlookers[platform]])),
    text: dice.one(chatter),
    writtenAt: after(from, dice.whole(4, secondsOnShow - 12)),
  }))

/** The viewers who only talk on TikTok write there, as do some who buy. */
const isOnTikTok = (name: string) => onTikTok.has(name) || (onlookers.TikTok as readonly string[]).includes(name)

/** Returns where somebody writes. */
export const platformOf = (name: string) => (isOnTikTok(name) ? ('TikTok' as const) : ('Facebook' as const))
