import { rowsAtOnce } from '../kinds/kind.ts'

/** Maximum number of characters in the rows of one batch. A single row may have more. */
export const charactersAtOnce = 8_000_000

/** Cuts rows into batches of at most `size` rows and 8 million characters, which `charactersOf` counts. */
export function* inChunks<T>(
  all: Iterable<T>,
  charactersOf: (one: T) => number,
  size = rowsAtOnce,
): Generator<T[], void> {
  let chunk: T[] = []
  let characters = 0
  for (const one of all) {
    const more = charactersOf(one)
    if (chunk.length === size || (chunk.length > 0 && characters + more > charactersAtOnce)) {
      yield chunk
      chunk = []
      characters = 0
    }
    chunk.push(one)
    characters += more
  }
  if (chunk.length > 0) yield chunk
}

export const countCharacters = (texts: readonly string[]) => {
  let characters = 0
  for (const text of texts) characters += text.length
  return characters
}
