const japanese = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u

/**
 * Splits a typed name at its last space. A single word is a first name. In a Japanese name the first word is the family
 * name, as `joinNames` writes it.
 */
export function splitName(name: string): { firstName: string; lastName: string } {
  const words = name.trim().split(/\s+/)
  if (words.length > 1 && japanese.test(words[0]!)) return { firstName: words.slice(1).join(' '), lastName: words[0]! }
  return words.length === 1
    ? { firstName: words[0]!, lastName: '' }
    : { firstName: words.slice(0, -1).join(' '), lastName: words.at(-1)! }
}

/** Joins the names of a person in the order of their script: the family name first in Japanese, otherwise last. */
export const joinNames = ({
  firstName,
  middleName = null,
  lastName,
}: {
  firstName: string
  middleName?: string | null
  lastName: string
}): string =>
  (japanese.test(lastName) ? [lastName, firstName, middleName] : [firstName, middleName, lastName])
    .filter(Boolean)
    .join(' ')
    .trim()
