/** People do not type four keys this quickly one after the other (milliseconds). */
const quick = 50
const burst = 3

/** Tells a barcode scanner from a person: feed it every key pressed; at a scanner's Enter it answers the code. */
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

/** The same, for who need not know the code: whether this key is the Enter with which a scanner ends one. */
export function scannerWatch() {
  const read = scannerReader()
  return (key: string, at: number): boolean => read(key, at) !== null
}
