import { numberWords, otherUnits, pieceUnits, sizeWords, weightUnits } from './comment-words.ts'

/** The meaning of one part of a comment. */
export type Token =
  /** `isCertain` is set for a number that the comment calls one, such as `#12` or `12番`. */
  | { kind: 'number'; value: number; isCertain: boolean }
  | { kind: 'weight'; grams: number; decimals: number }
  | { kind: 'quantity'; value: number }
  | { kind: 'word'; word: string }
  /** A price, a karat, a time, a percentage or a size: nothing that names a piece. */
  | { kind: 'nothing' }

const smallCapitals = 'ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘǫʀꜱᴛᴜᴠᴡxʏᴢ'
const invisible = /[\u{FE0E}\u{FE0F}\u{20E3}\u{200B}-\u{200F}\u{2060}]/gu

/** Returns text in plain small letters: styled and full-width glyphs become letters, and keycaps become digits. */
export const plainText = (text: string) =>
  text
    .normalize('NFKC')
    .replaceAll('🔟', '10')
    .replaceAll(invisible, '')
    .replaceAll(/[ᴀ-ᴢʀʏɢɪɴʜʟʙǫꜰꜱ]/g, (letter) => {
      const place = smallCapitals.indexOf(letter)
      return place === -1 ? letter : String.fromCodePoint(97 + place)
    })
    .replaceAll('’', "'")
    .toLowerCase()

/** Returns a word with its repeated letters written once. */
export const squeeze = (word: string) => word.replaceAll(/(\p{L})\1+/gu, '$1')

const script = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー`
const parts = new RegExp(
  [
    String.raw`\d{1,2}:\d{2}(?::\d{2})?`,
    String.raw`\d{1,4}/\d{1,4}(?:/\d{1,4})?`,
    String.raw`[₱¥$€]\s*[\d.,]+`,
    // A code such as RG-0151, or a karat such as K18.
    String.raw`[a-z]+(?:-[a-z0-9]+)+|[a-z]+\d[a-z0-9-]*`,
    String.raw`[#№]?\d*[.,]?\d+(?:[.,]\d+)*\s?%?`,
    `[${script}]+`,
    String.raw`[\p{L}](?:[\p{L}\p{M}']*[\p{L}\p{M}])?`,
    String.raw`\?`,
  ].join('|'),
  'gu',
)

/** A quantity such as `x2`. */
const times = /^x\d{1,3}$/
const karat = /^(?:k(?:9|10|14|18|20|21|22|23|24)|au\d{3})$/

/** Returns the parts of a comment. `isCode` says whether a word is the code of an item or a piece of the live. */
export function tokenize(text: string, isCode: (word: string) => boolean): Token[] {
  const found = [...plainText(text).matchAll(parts)].flatMap(([part]) => splitPart(part.trim(), isCode))
  const tokens: Token[] = []
  for (let n = 0; n < found.length; n++) {
    const [before, part, next] = [found[n - 1] ?? '', found[n]!, found[n + 1] ?? '']
    const { token, usesNext } = readPart(part, before, next, isCode)
    tokens.push(token)
    if (usesNext) n++
  }
  return tokens
}

/** Splits a word from a number that is written with it, such as `mine12`, unless both together are a code. */
function splitPart(part: string, isCode: (word: string) => boolean): string[] {
  if (isCode(part) || karat.test(part) || times.test(part)) return [part]
  const glued = /^([a-z]+)(\d+)([a-z]*)$/.exec(part)
  if (glued) return glued.slice(1).filter((piece) => piece !== '')
  return part.includes('-') && !/\d/.test(part) ? part.split('-') : [part]
}

function readPart(part: string, before: string, next: string, isCode: (word: string) => boolean) {
  const only = (token: Token) => ({ token, usesNext: false })
  const nothing = only({ kind: 'nothing' })
  if (isCode(part)) return only({ kind: 'word', word: part })
  if (karat.test(part)) return nothing
  if (times.test(part)) return only({ kind: 'quantity', value: Number(part.slice(1)) })
  if (!/\d/.test(part)) return only({ kind: 'word', word: part })
  if (/[:/%₱¥$€]/.test(part) || sizeWords.has(before)) return nothing
  const isNamed = /^[#№]/.test(part) || numberWords.has(before)
  const digits = part.replace(/^[#№]/, '')
  const unit = unitOf(next)
  // A comma, a `k` or more than 999 is a price; a karat with its `k` names no piece either.
  if (digits.includes(',') || unit === 'k') return { token: { kind: 'nothing' } as const, usesNext: unit === 'k' }
  const value = Number(digits)
  if (!Number.isFinite(value) || value > 999) return nothing
  if (weightUnits.has(unit))
    return { token: { kind: 'weight', grams: value, decimals: decimalsOf(digits) } as const, usesNext: next === unit }
  if (unit === '番') return only({ kind: 'number', value, isCertain: true })
  if (otherUnits.has(unit)) return { token: { kind: 'nothing' } as const, usesNext: next === unit }
  if (pieceUnits.has(unit) && !numberWords.has(before))
    return { token: { kind: 'quantity', value } as const, usesNext: next === unit }
  if (before === 'x' && !isNamed) return only({ kind: 'quantity', value })
  return digits.includes('.')
    ? only({ kind: 'weight', grams: value, decimals: decimalsOf(digits) })
    : only({ kind: 'number', value, isCertain: isNamed })
}

const decimalsOf = (digits: string) => digits.split('.')[1]?.length ?? 0

/** Returns the unit with which a word begins. Japanese writes what follows without a space: `12番買います`. */
function unitOf(next: string): string {
  if (!/^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(next)) return next
  const units = ['番', ...weightUnits, ...otherUnits, ...pieceUnits]
  return units.find((unit) => next.startsWith(unit)) ?? next
}
