/** The longest gap between the keys of a scanner, in milliseconds. People do not type this quickly. */
export const maxKeyGap = 50
const minCodeLength = 3

/** Detects a barcode scanner by its speed. Call it with every key press; it returns the code at the scanner's Enter. */
export function createScannerReader() {
  let last = Number.NEGATIVE_INFINITY
  let code = ''
  return (key: string, at: number): string | null => {
    const isQuick = at - last < maxKeyGap
    last = at
    if (key === 'Enter') {
      const scanned = isQuick && code.length >= minCodeLength ? code : null
      code = ''
      return scanned
    }
    if (key.length === 1) code = isQuick ? code + key : key
    return null
  }
}

/** Returns a function that tells whether a key press is the Enter that ends a scanned code. */
export function createScannerWatch() {
  const read = createScannerReader()
  return (key: string, at: number): boolean => read(key, at) !== null
}
