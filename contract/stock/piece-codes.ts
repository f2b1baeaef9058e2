/** The first part of the address that the QR of a tag holds. The code of the piece follows it. */
export const pieceAddress = '/p/'

/** Returns the code that a scan means: the tag's QR holds an address of the shop, and every other code is itself. */
export function codeOfScan(scanned: string): string {
  const text = scanned.trim()
  const [, code] = /^https?:\/\/[^/\s]+\/p\/([^/?#\s]+)\/?(?:[?#]\S*)?$/i.exec(text) ?? []
  return code ?? text
}
