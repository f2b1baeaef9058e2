// Finds which pasted comments are stored already. A paste may follow the stored comments, precede them, lie between them or
// repeat them. Two comments are the same when their identities are equal, and the same person may write "mine" twice.

/** For each pasted comment the index of the stored comment that it repeats; null for a new one. */
export type Alignment = (number | null)[]

/** Aligns pasted comments with the stored ones, both from the oldest to the newest. */
export function alignPaste(stored: readonly string[], pasted: readonly string[]): Alignment {
  const offset = findOffset(stored, pasted)
  if (offset === null) return alignParts(stored, pasted)
  return pasted.map((_, n) => (n + offset >= 0 && n + offset < stored.length ? n + offset : null))
}

/** Returns how many pasted comments an alignment finds among the stored ones. */
export const countKnown = (alignment: Alignment) => alignment.filter((index) => index !== null).length

/**
 * Returns the offset at which the paste lies over the stored comments without a difference, with the longest overlap. Of
 * equal ones it returns the latest. Returns null when no comment overlaps.
 */
function findOffset(stored: readonly string[], pasted: readonly string[]): number | null {
  const ahead = matchLengths(pasted, stored)
  const behind = matchLengths(stored, pasted)
  let best: { offset: number; overlap: number } | null = null
  const consider = (offset: number, length: number) => {
    const start = Math.max(0, offset)
    const overlap = Math.min(stored.length, offset + pasted.length) - start
    if (overlap > 0 && length >= overlap && overlap >= (best?.overlap ?? 0)) best = { offset, overlap }
  }
  for (let n = pasted.length - 1; n > 0; n--) consider(-n, behind[n]!)
  for (let n = 0; n < stored.length; n++) consider(n, ahead[n]!)
  return (best as { offset: number } | null)?.offset ?? null
}

/** Returns for each place of `text` how many of its elements from there equal the first ones of `pattern` (Z-algorithm). */
function matchLengths(pattern: readonly string[], text: readonly string[]): number[] {
  const all: (string | null)[] = [...pattern, null, ...text]
  const lengths = Array.from({ length: all.length }, () => 0)
  let [left, right] = [0, 0]
  for (let n = 1; n < all.length; n++) {
    let length = n < right ? Math.min(right - n, lengths[n - left]!) : 0
    while (n + length < all.length && all[length] === all[n + length]) length++
    lengths[n] = length
    if (n + length > right) [left, right] = [n, n + length]
  }
  return lengths.slice(pattern.length + 1)
}

/**
 * Aligns a paste that differs somewhere: it fills a gap, or the platform has lost or repeated comments. Comments that stand
 * once on both sides are anchors, and equal neighbours of an anchor belong to it.
 */
function alignParts(stored: readonly string[], pasted: readonly string[]): Alignment {
  const alignment: Alignment = pasted.map(() => null)
  for (const [place, index] of findAnchors(stored, pasted)) alignment[place] = index
  extend(stored, pasted, alignment, 1)
  extend(stored, pasted, alignment, -1)
  return alignment
}

/** Gives the equal neighbours of aligned comments their partners, in one direction. */
function extend(stored: readonly string[], pasted: readonly string[], alignment: Alignment, by: 1 | -1) {
  const taken = new Set(alignment)
  const places = by === 1 ? pasted.keys() : [...pasted.keys()].toReversed()
  for (const place of places) {
    const before = alignment[place - by]
    if (alignment[place] !== null || before === null || before === undefined) continue
    const index = before + by
    if (stored[index] !== pasted[place] || taken.has(index)) continue
    alignment[place] = index
    taken.add(index)
  }
}

/** Returns the pairs of comments that stand once on both sides, as many as are in the same order. */
function findAnchors(stored: readonly string[], pasted: readonly string[]): [place: number, index: number][] {
  const [storedOnce, pastedOnce] = [placesOfSingle(stored), placesOfSingle(pasted)]
  const pairs = [...pastedOnce].flatMap(([text, place]) => {
    const index = storedOnce.get(text)
    return index === undefined ? [] : [[place, index] as [number, number]]
  })
  return longestRising(pairs)
}

/** Returns the place of each text that stands once, in the order of the places. */
function placesOfSingle(texts: readonly string[]): Map<string, number> {
  const places = new Map<string, number>()
  const seen = new Set<string>()
  for (const [place, text] of texts.entries()) {
    if (seen.has(text)) places.delete(text)
    else places.set(text, place)
    seen.add(text)
  }
  return places
}

/** Returns the longest part of the pairs whose second numbers rise. The first numbers rise already. */
function longestRising(pairs: readonly [number, number][]): [number, number][] {
  // `tails[n]` is the pair with the smallest second number that ends a rising row of n + 1 pairs.
  const tails: number[] = []
  const previous: number[] = []
  for (const [n, [, index]] of pairs.entries()) {
    let [low, high] = [0, tails.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (pairs[tails[middle]!]![1] < index) low = middle + 1
      else high = middle
    }
    previous.push(low === 0 ? -1 : tails[low - 1]!)
    tails[low] = n
  }
  const chosen: [number, number][] = []
  for (let n = tails.at(-1) ?? -1; n !== -1; n = previous[n]!) chosen.push(pairs[n]!)
  return chosen.toReversed()
}
