import { formatWeight } from '../shared/quantities.ts'
import type { PieceInput } from './pieces.ts'

/** The codes of a new piece that no other piece may have. */
export type PieceCodes = Pick<PieceInput, 'barcode' | 'certificateNumber' | 'laboratory'>

export type CodeField = 'barcode' | 'certificateNumber'

/** Returns the certificate of a piece as a key to compare, in lower case; null without one. */
export const certificateKeyOf = ({ certificateNumber, laboratory }: PieceCodes): string | null =>
  certificateNumber ? `${laboratory ?? ''}\n${certificateNumber}`.toLowerCase() : null

/** Names a certificate: `GIA 2231`. */
export const nameCertificate = ({ certificateNumber, laboratory }: PieceCodes) =>
  [laboratory, certificateNumber].filter(Boolean).join(' ')

/**
 * Finds the first piece that has the barcode or the certificate of an earlier one. Returns its place and the field with
 * the sentence; null when all differ.
 */
export function findPieceTwice(
  entered: readonly PieceCodes[],
): { place: number; field: CodeField; message: string } | null {
  const barcodes = new Set<string>()
  const certificates = new Set<string>()
  for (const [place, one] of entered.entries()) {
    const barcode = one.barcode?.toLowerCase() || null
    if (barcode !== null && barcodes.has(barcode))
      return { place, field: 'barcode', message: `The barcode ${one.barcode} is entered for two pieces` }
    const certificate = certificateKeyOf(one)
    if (certificate !== null && certificates.has(certificate))
      return {
        place,
        field: 'certificateNumber',
        message: `The certificate ${nameCertificate(one)} is entered for two pieces`,
      }
    if (barcode !== null) barcodes.add(barcode)
    if (certificate !== null) certificates.add(certificate)
  }
  return null
}

/** Writes the number of a piece: `R-118-001`. */
export const pieceNumberOf = (itemCode: string, serial: number) => `${itemCode}-${String(serial).padStart(3, '0')}`

/** The sentence about entered pieces that are not as many as the goods that come. */
export const describePieceCount = (itemName: string, quantity: number, entered: number) =>
  `${quantity} of ${itemName} ${quantity === 1 ? 'comes' : 'come'}, but ${entered} ${entered === 1 ? 'piece is' : 'pieces are'} entered`

/** The weights of a piece in grams, as far as they are known. */
export type PieceWeights = { grams?: number | null | undefined; netGrams?: number | null | undefined }

/** Returns a sentence when a piece would weigh more without its stones than with them; null when its weights are right. */
export function findPieceWeightProblem({ grams, netGrams }: PieceWeights, ofItem: { grams: number }): string | null {
  // An item without a weight limits nothing.
  const gross = grams ?? (ofItem.grams > 0 ? ofItem.grams : null)
  return netGrams && gross !== null && netGrams > gross
    ? `The piece weighs ${formatWeight(gross)} with its stones`
    : null
}
