/**
 * Parses a typed number. It accepts thousands separators, a peso sign, spaces and full-width digits. Returns null for
 * empty text and NaN for anything that is not a number (`1,2`, `12abc`).
 */
export function parseNumber(text: string): number | null {
  const plain = text.normalize('NFKC').replaceAll(/[\s₱]/g, '')
  if (plain === '') return null
  if (!/^[-+]?(\d{1,3}(,\d{3})+|\d+)?(\.\d*)?$/.test(plain) || !/\d/.test(plain)) return Number.NaN
  return Number(plain.replaceAll(',', ''))
}

/**
 * Formats a number with thousands separators and `least` to `most` decimals: `1,074`, `6.10`. The format is the same in
 * English, Tagalog and Japanese. It avoids Intl, whose first formatter costs a browser 15 ms or more in each new tab.
 */
export function formatNumber(value: number, least = 0, most = 6): string {
  const all = String(Math.abs(value))
  const fits = !all.includes('e') && (all.split('.')[1] ?? '').length <= most
  const [whole = '', decimals = ''] = (fits ? all : Math.abs(value).toFixed(most)).split('.')
  const kept = decimals.slice(0, least).padEnd(least, '0') + decimals.slice(least).replace(/0+$/, '')
  const text = whole.replaceAll(/\B(?=(\d{3})+$)/g, ',') + (kept && `.${kept}`)
  return value < 0 && /[1-9]/.test(text) ? `-${text}` : text
}

/** Formats a number for a field without focus: `1,234.50`, with at least `places` decimals. */
export const formatFieldText = (value: number | null | undefined, places = 0) =>
  value === null || value === undefined || Number.isNaN(value) ? '' : formatNumber(value, places)
