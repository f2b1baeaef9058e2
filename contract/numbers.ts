/**
 * What somebody typed as a number: thousands separators, a peso sign, spaces and full-width digits are welcome.
 * null for nothing, NaN for what is no number (`1,2`, `12abc`).
 */
export function parseNumber(text: string): number | null {
  const plain = text.normalize('NFKC').replaceAll(/[\s₱]/g, '')
  if (plain === '') return null
  if (!/^[-+]?(\d{1,3}(,\d{3})+|\d+)?(\.\d*)?$/.test(plain) || !/\d/.test(plain)) return Number.NaN
  return Number(plain.replaceAll(',', ''))
}
