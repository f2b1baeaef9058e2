/** Reads the fields of a payment code of EMVCo, such as QR Ph: a two-digit name, a two-digit length, and the value. */
function readFields(text: string): Map<string, string> | null {
  const fields = new Map<string, string>()
  for (let at = 0; at < text.length;) {
    const [, name, length] = /^(\d\d)(\d\d)/.exec(text.slice(at, at + 4)) ?? []
    if (name === undefined || length === undefined) return null
    const value = text.slice(at + 4, at + 4 + Number(length))
    if (value.length < Number(length)) return null
    fields.set(name, value)
    at += 4 + value.length
  }
  return fields
}

/** Returns a sentence about the text of a QR code: to whom a payment code pays, or else what it says. */
export function describeCode(text: string): string {
  const fields = readFields(text)
  const [format, name, city] = [fields?.get('00'), fields?.get('59'), fields?.get('60')]
  if (format === '01' && name !== undefined) return `The code pays to ${name}${city === undefined ? '' : `, ${city}`}.`
  return `The code says: ${text.length > 120 ? `${text.slice(0, 120)}…` : text}`
}
