/** Returns the check digit of an EAN-13 from its first twelve digits. */
function computeCheckDigit(twelve: string): number {
  const sum = Array.from(twelve).reduce((sum, digit, n) => sum + Number(digit) * (n % 2 === 0 ? 1 : 3), 0)
  return (10 - (sum % 10)) % 10
}

/** Returns the reason why an item's barcode is not an EAN-13; null for a valid EAN-13 or UPC-A. */
export function findEAN13Problem({ itemCode, barcode }: { itemCode: string; barcode: string | null }): string | null {
  if (!barcode) return `${itemCode} has no barcode, which an EAN-13 needs`
  if (!/^\d{12,13}$/.test(barcode))
    return `The barcode of ${itemCode} does not have the 13 digits of an EAN-13: ${barcode}`
  const digits = toEAN13(barcode)
  const last = computeCheckDigit(digits.slice(0, 12))
  return Number(digits[12]) === last
    ? null
    : `The barcode of ${itemCode} is not an EAN-13: its last digit should be ${last}, not ${digits[12]}`
}

/** Converts a UPC-A (12 digits) to the equal EAN-13, which has an additional 0 in front. */
export const toEAN13 = (barcode: string) => barcode.padStart(13, '0')

/** Returns every spelling of a scanned code: a UPC-A equals the EAN-13 that adds a leading 0. */
export function listSpellings(scanned: string): string[] {
  if (/^0\d{12}$/.test(scanned)) return [scanned, scanned.slice(1)]
  return /^\d{12}$/.test(scanned) ? [scanned, `0${scanned}`] : [scanned]
}
