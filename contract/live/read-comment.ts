import { formatWeight } from '../shared/quantities.ts'
import { plainText, squeeze, type Token, tokenize } from './comment-tokens.ts'
import {
  claimWords,
  doubts,
  fillers,
  japaneseClaims,
  japaneseDoubts,
  japaneseRequests,
  numberWords,
  questions,
  shortClaim,
} from './comment-words.ts'

// Reads what viewers write under a live. It is pure, so that a screen can show what is being typed before it is sent, and
// the server reads it with the same functions.

/** A piece of the live, as the reader needs it. */
export type ReadPiece = {
  livePieceID: number
  /** The number in the live. */
  number: number
  /** The codes by which people may name it: that of its item, and the number of a single piece. */
  codes: readonly string[]
  /** The grams that the live shows; null if nobody knows them. */
  grams: number | null
}

/** How a comment names its piece. */
export type NamedBy = 'number' | 'code' | 'grams' | 'on show'

/** The meaning of a comment. Only a `claim` is certain; a person decides about a `choice`. */
export type Reading =
  | { kind: 'none' }
  | { kind: 'claim'; livePieceID: number; by: NamedBy }
  /** `question` is a sentence that says what to decide. */
  | { kind: 'choice'; livePieceIDs: number[]; question: string }

/**
 * The pieces of a live, and the piece on show when the comment was written; null while none was. `isTimeUnknown` says that
 * nobody knows when it was written.
 */
export type ReadIn = { pieces: readonly ReadPiece[]; onShow: number | null; isTimeUnknown?: boolean }

/** Reads a comment as a viewer wrote it. */
export function readComment(text: string, live: ReadIn): Reading {
  const tokens = tokenize(text, codeFinder(live.pieces))
  const words = tokens.flatMap((token) => (token.kind === 'word' ? [squeeze(token.word)] : []))
  const named = findNamed(tokens, live)
  if (!isClaim(text, tokens, words)) {
    // A reference alone may be a claim: 12 under the live means piece 12 more often than not.
    const isOnlyReference =
      named.kind !== 'on show' &&
      words.every((word) => fillers.has(word) || numberWords.has(word) || isCodeOf(live, word))
    return isOnlyReference && tokens.length > 0 ? ask(named, 'There is no claim word') : { kind: 'none' }
  }
  const doubt = findDoubt(text, tokens, words)
  if (doubt !== null) return ask(named, doubt)
  return decide(named)
}

/** Reads what a member of staff types for a buyer: the name with a number, a code, grams or nothing. */
export function readTyped(text: string, live: ReadIn): { name: string; reading: Reading } {
  const isCode = codeFinder(live.pieces)
  const parts = text.trim().split(/\s+/)
  // A handle may hold digits: `ana88` is a name, `88` is a number, and `mine12` is a claim of 12.
  const isWord = (part: string) => {
    const [, letters = ''] = /^(\p{L}+)\d+$/u.exec(plainText(part)) ?? []
    const isGlued = claimWords.has(squeeze(letters)) || letters === shortClaim
    return /^@?\p{L}/u.test(part) && !isCode(part) && !isGlued
  }
  const isClaimWord = (part: string) => claimWords.has(squeeze(plainText(part))) || plainText(part) === shortClaim
  // A unit belongs to the number before it: `2.5 g ana`.
  const isUnit = (part: string, n: number) => n > 0 && !isWord(parts[n - 1]!) && /^(?:g|gr|grams?|pcs?)$/i.test(part)
  const name = parts.filter((part, n) => isWord(part) && !isUnit(part, n) && !isClaimWord(part)).join(' ')
  const rest = parts.filter((part, n) => !isWord(part) || isUnit(part, n)).join(' ')
  return { name, reading: decide(findNamed(tokenize(rest, isCode), live)) }
}

const codeKey = (code: string) => plainText(code).replaceAll(/[^a-z0-9]/g, '')
/** The codes of the pieces of a live, for the many comments that are read against the same ones. */
const codesOf = new WeakMap<readonly ReadPiece[], ReadonlySet<string>>()
function codeFinder(pieces: readonly ReadPiece[]) {
  const codes = codesOf.get(pieces) ?? new Set(pieces.flatMap((piece) => piece.codes.map(codeKey)))
  codesOf.set(pieces, codes)
  return (word: string) => codes.has(codeKey(word)) && codeKey(word) !== ''
}
const isCodeOf = ({ pieces }: ReadIn, word: string) => codeFinder(pieces)(word)

function isClaim(text: string, tokens: readonly Token[], words: readonly string[]): boolean {
  const plain = plainText(text)
  if (japaneseClaims.test(plain)) return !japaneseRequests.test(plain)
  if (words.some((word) => claimWords.has(word))) return true
  // One letter counts only where nothing else is said.
  return (
    tokens.some((token) => token.kind === 'word' && /^m{1,2}$/.test(token.word)) &&
    words.every((word) => word === shortClaim || fillers.has(word))
  )
}

/** Returns why a claim needs a person; null for a plain one. */
function findDoubt(text: string, tokens: readonly Token[], words: readonly string[]): string | null {
  const quantity = tokens.find((token) => token.kind === 'quantity' && token.value > 1)
  if (quantity?.kind === 'quantity') return `It asks for ${quantity.value}`
  const plain = plainText(text)
  if (japaneseClaims.test(plain) && japaneseDoubts.test(plain)) return 'It may take a claim back, or ask'
  // `no 12` and `no. 12` name a number.
  const isRefused = words.some((word, n) => doubts.has(word) && !(word === 'no' && isNumberAfter(tokens, n)))
  if (isRefused) return 'It may take a claim back'
  return plain.includes('?') || words.some((word) => questions.has(word)) ? 'It may be a question' : null
}

/** Whether a number follows the word at this place among the words. */
function isNumberAfter(tokens: readonly Token[], place: number): boolean {
  let seen = -1
  const at = tokens.findIndex((token) => token.kind === 'word' && ++seen === place)
  return tokens[at + 1]?.kind === 'number'
}

/** The pieces that a comment names, and how. */
type Named =
  | { kind: NamedBy; pieces: readonly ReadPiece[]; sentence: string }
  /** The comment names a piece that the live does not have. */
  | { kind: 'unknown'; pieces: readonly []; sentence: string }

/** Finds the pieces that the tokens name: by live number, else by code, else by grams, else the piece on show. */
function findNamed(tokens: readonly Token[], { pieces, onShow, isTimeUnknown }: ReadIn): Named {
  const isCode = codeFinder(pieces)
  const numbers = tokens.flatMap((token) => (token.kind === 'number' ? [token] : []))
  const byNumber = pieces.filter(({ number }) => numbers.some(({ value }) => value === number))
  const codes = tokens.flatMap((token) => (token.kind === 'word' && isCode(token.word) ? [codeKey(token.word)] : []))
  const byCode =
    codes.length === 0 ? [] : pieces.filter((piece) => piece.codes.some((code) => codes.includes(codeKey(code))))
  const weights = tokens.flatMap((token) => (token.kind === 'weight' ? [token] : []))
  const byGrams = weights.flatMap(({ grams, decimals }) => findByGrams(pieces, grams, decimals))
  if (byNumber.length > 0)
    return narrow('number', byNumber, byGrams, byNumber.map(({ number }) => number).join(' and '))
  if (byCode.length > 0) return narrow('code', byCode, byGrams, codes.join(' and ').toUpperCase())
  if (weights.length > 0 || numbers.length > 0) {
    // A number without a piece may be whole grams.
    const whole = numbers.flatMap(({ value, isCertain }) => (isCertain ? [] : findByGrams(pieces, value, 0)))
    const found = [...new Set([...byGrams, ...whole])]
    const [weight, number] = [weights[0], numbers[0]]
    const said = weight ? formatWeight(weight.grams) : String(number!.value)
    if (found.length > 0)
      return { kind: 'grams', pieces: found, sentence: formatWeight(weight?.grams ?? number!.value) }
    return { kind: 'unknown', pieces: [], sentence: `No piece of this live is ${said}` }
  }
  const shown = pieces.filter(({ livePieceID }) => livePieceID === onShow)
  return { kind: 'on show', pieces: shown, sentence: isTimeUnknown ? 'It has no time' : 'Nothing was on show' }
}

/** Narrows pieces down by the grams that the comment says too. Grams of another piece only make it doubtful. */
function narrow(kind: NamedBy, pieces: ReadPiece[], byGrams: ReadPiece[], sentence: string): Named {
  const both = pieces.filter((piece) => byGrams.includes(piece))
  const fitting = both.length > 0 ? both : [...new Set([...pieces, ...byGrams])]
  return { kind, pieces: fitting, sentence }
}

/** Returns the pieces of exactly these grams, or else those that round to them. */
function findByGrams(pieces: readonly ReadPiece[], grams: number, decimals: number): ReadPiece[] {
  const exact = pieces.filter((piece) => piece.grams === grams)
  if (exact.length > 0) return exact
  const scale = 10 ** decimals
  const rounds = (weight: number) => [Math.round(weight * scale), Math.floor(weight * scale + 1e-9)]
  return decimals === 0
    ? []
    : pieces.filter((piece) => piece.grams !== null && rounds(piece.grams).includes(Math.round(grams * scale)))
}

const decide = (named: Named): Reading => {
  const [first, ...more] = named.pieces
  if (first && more.length === 0 && named.kind !== 'unknown')
    return { kind: 'claim', livePieceID: first.livePieceID, by: named.kind }
  if (!first) return { kind: 'choice', livePieceIDs: [], question: `${named.sentence}: choose the piece` }
  const numbers = joinNumbers(named.pieces)
  return {
    kind: 'choice',
    livePieceIDs: named.pieces.map(({ livePieceID }) => livePieceID),
    question: `${named.sentence} is pieces ${numbers}: choose one`,
  }
}

/** Returns the question whether a comment is a claim at all. */
const ask = ({ pieces, sentence, kind }: Named, why: string): Reading => ({
  kind: 'choice',
  livePieceIDs: pieces.map(({ livePieceID }) => livePieceID),
  question:
    pieces.length === 0
      ? kind === 'unknown'
        ? `${why}, and ${lowerFirst(sentence)}: decide whether it is a claim`
        : `${why}: decide whether it is a claim`
      : `${why}: decide whether it claims piece ${joinNumbers(pieces)}`,
})

const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)

const joinNumbers = (pieces: readonly ReadPiece[]) => {
  const numbers = pieces.map(({ number }) => number).toSorted((a, b) => a - b)
  return numbers.length === 1 ? String(numbers[0]) : `${numbers.slice(0, -1).join(', ')} and ${numbers.at(-1)}`
}
