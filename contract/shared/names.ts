/** Splits a typed name at its last space. A single word is a first name. */
export function splitName(name: string): { firstName: string; lastName: string } {
  const words = name.trim().split(/\s+/)
  return words.length === 1
    ? { firstName: words[0]!, lastName: '' }
    : { firstName: words.slice(0, -1).join(' '), lastName: words.at(-1)! }
}
