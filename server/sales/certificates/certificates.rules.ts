import type { MeasuredFacts } from '../../../contract/sales/certificates.ts'
import type { z } from '../../../contract/shared/zod.ts'
import { AppError } from '../../kernel/errors.ts'
import type { ItemFacts, LastCertificate } from './certifiable.queries.ts'

export type Measured = z.output<typeof MeasuredFacts>

/** The facts that a certificate copies, without its pictures. */
export type CopiedFacts = Omit<ItemFacts, 'uom'>

/**
 * Returns the facts of an item or a piece with the measured ones in their place. A measured weight makes the known net
 * weight of the item uncertain, so it is left out unless it is measured too. Throws 422 for a piece without a weight, and
 * for gold that weighs more than the piece.
 */
export function combineFacts(facts: CopiedFacts, measured: Measured, field = ''): CopiedFacts {
  const grams = measured.grams ?? facts.grams
  const isWeighed = measured.grams !== undefined && measured.grams !== facts.grams
  const netGrams = measured.netGrams === undefined ? (isWeighed ? null : facts.netGrams) : measured.netGrams
  if (grams === null)
    throw new AppError(
      'certificate.weight_missing',
      `Enter the weight of ${facts.pieceNumber}: its certificate states it`,
      { field: `${field}grams` },
    )
  if (netGrams !== null && netGrams > grams)
    throw new AppError('certificate.weights_reversed', 'The gold weighs more than the whole piece', {
      field: `${field}netGrams`,
    })
  return {
    ...facts,
    grams,
    netGrams,
    size: measured.size === undefined ? facts.size : measured.size,
    laboratoryReport: measured.laboratoryReport === undefined ? facts.laboratoryReport : measured.laboratoryReport,
  }
}

/** A place for a certificate: which of a line's pieces, and the revoked certificate that it replaces. */
export type Place = { unit: number | null; replacesID: number | null }

/** Returns places for `count` certificates of a line, those of revoked ones first. */
export function choosePlaces(issued: readonly LastCertificate[], count: number): Place[] {
  const revoked = issued
    .filter(({ isRevoked }) => isRevoked)
    .map(({ unit, certificateID }) => ({ unit, replacesID: certificateID }))
  const next = Math.max(0, ...issued.map(({ unit }) => unit ?? 0)) + 1
  return [...revoked, ...Array.from({ length: count }, (_, n) => ({ unit: next + n, replacesID: null }))].slice(
    0,
    count,
  )
}
