import type { certificates as endpoints } from '../../../contract/sales/certificates.ts'
import type { Received } from '../../../contract/shared/endpoint.ts'
import type { Pictures } from '../../files/pictures.ts'
import type { Db, Tx } from '../../kernel/database.ts'
import { AppError, notFound } from '../../kernel/errors.ts'
import { drawCertificates } from './certificate-pdf.ts'
import { findCertificates } from './certificates.queries.ts'

/**
 * Returns certificates as one PDF, in the chosen language or in that of each customer. Throws 404 when one of them does
 * not exist, and 409 for a revoked one, because nobody may hand it out.
 */
export async function readCertificatePDF(
  db: Db | Tx,
  pictures: Pictures,
  { ids = [], language }: Received<typeof endpoints.pdf>['query'],
  origin: string,
) {
  const wanted = new Set(ids)
  const found = await findCertificates(db, [...wanted])
  if (found.length === 0 || found.length < wanted.size) throw notFound('Certificate')
  const revoked = found.find(({ state }) => state === 'Revoked')
  if (revoked)
    throw new AppError('certificate.revoked', `${revoked.certificateNumber} is revoked: it is not printed any more`)
  const printed = found.map((one) => ({ ...one, language: language ?? one.language }))
  return drawCertificates(db, pictures, printed, origin)
}
