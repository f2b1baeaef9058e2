// The first name of a person, for what viewers of a live see and for staff who speak to them.

const partsOf = (name: string) => name.replace(/^@/, '').trim().split(/\s+/)

/** Whether a script writes the family name first, as Japanese does. */
export const isFamilyFirst = (name: string) =>
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(name.trim())

/** Returns the first name: `Ana` for Ana Reyes, `由美` for 佐藤 由美. */
export const firstNameOf = (name: string) => partsOf(name).at(isFamilyFirst(name) ? -1 : 0) ?? name

/** Returns the first name in a handle, without the figures and signs that may name a person; null without a letter. */
export function firstNameOfHandle(handle: string): string | null {
  const words = handle.match(/\p{L}[\p{L}\p{M}]*/gu)
  return words && firstNameOf(words.join(' '))
}

/** Stands for a buyer whose handle has no letter, where viewers read first names. */
export const nameless = '♥'

/** Shortens a name to its first name and an initial: `Ana R.`; a Japanese one to its first name, since it has no initials. */
export function shortenName(name: string): string {
  const parts = isFamilyFirst(name) ? [] : partsOf(name)
  const [initial] = parts.length > 1 ? Array.from(parts.at(-1)!) : []
  return initial === undefined ? firstNameOf(name) : `${firstNameOf(name)} ${initial}.`
}
