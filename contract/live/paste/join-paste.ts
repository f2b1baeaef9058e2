import { type Alignment, alignPaste } from './align-paste.ts'

// The seam of a paste: where what is stored ends, and what is new begins. A person may say where it is.

/**
 * A seam. The pasted comments before `line` are stored already, and the last of them is the stored comment `after`. All
 * others are new and follow it; -1 for before all stored comments. Both count from 0.
 */
export type Seam = { line: number; after: number }

/** Returns the seam of an alignment: where its first new comment begins. */
export function findSeam(alignment: Alignment, stored: number): Seam {
  const line = alignment.indexOf(null)
  if (line === -1) return { line: alignment.length, after: alignment.at(-1) ?? stored - 1 }
  if (line > 0) return { line, after: alignment[line - 1]! }
  const next = alignment.find((index) => index !== null)
  return { line, after: next === undefined ? stored - 1 : next - 1 }
}

/**
 * Joins a paste at the seam that a person has chosen. Comments before it that cannot be aligned are taken one by one, back
 * from the seam, although they differ. Returns null when fewer comments are stored than the paste repeats.
 */
export function joinPaste(
  stored: readonly string[],
  pasted: readonly string[],
  { line, after }: Seam,
): Alignment | null {
  if (line > after + 1) return null
  const repeated = alignPaste(stored.slice(0, after + 1), pasted.slice(0, line))
  const isWhole = repeated.every((index) => index !== null) && (line === 0 || repeated.at(-1) === after)
  return pasted.map((_, n) => (n >= line ? null : isWhole ? repeated[n]! : after - (line - 1 - n)))
}

/**
 * Returns why a person should look at where a paste joins, although the program has found a place; null when it is sure.
 * Comments that are stored once on both sides make it sure, because people repeat themselves.
 */
export function findDoubt(stored: readonly string[], pasted: readonly string[], alignment: Alignment): string | null {
  const known = alignment.flatMap((index, n) => (index === null ? [] : [{ index, text: pasted[n]! }]))
  if (stored.length === 0 || known.length === pasted.length) return null
  if (known.length === 0) return 'None of these lines is here already'
  const counts = new Map<string, number>()
  for (const text of stored) counts.set(text, (counts.get(text) ?? 0) + 1)
  if (known.every(({ text }) => counts.get(text) !== 1)) return 'Only lines that people repeat are here already'
  const isBroken = known.some(({ index }, n) => n > 0 && index !== known[n - 1]!.index + 1)
  return isBroken ? 'Some lines differ from those that are here' : null
}
