/** The longest gap between the keys of a scanner, in milliseconds. People do not type this quickly. */
const quick = 50
const burst = 3

/** Detects a barcode scanner by its speed. Call it with every key press; it returns the code at the scanner's Enter. */
export function scannerReader() {
  let last = Number.NEGATIVE_INFINITY
  let code = ''
  return (key: string, at: number): string | null => {
    const quickly = at - last < quick
    last = at
    if (key === 'Enter') {
      const scanned = quickly && code.length >= burst ? code : null
      code = ''
      return scanned
    }
    if (key.length === 1) code = quickly ? code + key : key
    return null
  }
}

/** Returns a function that tells whether a key press is the Enter that ends a scanned code. */
export function scannerWatch() {
  const read = scannerReader()
  return (key: string, at: number): boolean => read(key, at) !== null
}
