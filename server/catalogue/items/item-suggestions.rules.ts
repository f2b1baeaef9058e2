/** The number of digits of the first code of a category. */
const firstDigits = 4
/** The longest code of an item. */
const longestCode = 60

/**
 * Returns the text before the number that most of these codes share: `RG-` of RG-0147 and RG-0148. Null if no code ends
 * with a number.
 */
export function findCodePrefix(codes: readonly string[]): string | null {
  const counts = new Map<string, number>()
  for (const code of codes) {
    const prefix = /^(.*?)[0-9]{1,9}$/s.exec(code)?.[1]
    if (prefix !== undefined) counts.set(prefix, (counts.get(prefix) ?? 0) + 1)
  }
  const [most] = [...counts].toSorted(([, one], [, other]) => other - one)
  return most?.[0] ?? null
}

/** Returns the code after the last one of its prefix, with as many digits. Null if it would be too long. */
export function composeNextCode(prefix: string, last: string | null): string | null {
  const digits = last?.slice(prefix.length) ?? ''
  const number = digits === '' ? 1 : Number(digits) + 1
  const code = prefix + String(number).padStart(digits.length || firstDigits, '0')
  return code.length > longestCode ? null : code
}
