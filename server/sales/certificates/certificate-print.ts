import { eq } from 'drizzle-orm'

import { checkAddressOf } from '../../../contract/sales/certificate-rules.ts'
import type { certificates as endpoints } from '../../../contract/sales/certificates.ts'
import type { Received } from '../../../contract/shared/endpoint.ts'
import { sale } from '../../db/schema/sales.ts'
import type { Pictures } from '../../files/pictures.ts'
import type { Db, Tx } from '../../kernel/database.ts'
import { AppError, notFound } from '../../kernel/errors.ts'
import { encodeQRCode, pathOfQRCode } from '../../pdf/qr-code.ts'
import { describeLine, findSoldLines } from './certifiable.queries.ts'
import { drawCertificates } from './certificate-pdf.ts'
import { findCertificates, findCertificatesOfSale } from './certificates.queries.ts'

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

/**
 * Returns the certificates of a sale, the lines that may get more, and the QR codes for its papers, which start with
 * `origin`. Throws 404 when the sale does not exist.
 */
export async function readSaleCertificates(db: Db | Tx, salesTransactionID: number, origin: string) {
  const [found] = await db
    .select({ status: sale.status })
    .from(sale)
    .where(eq(sale.salesTransactionID, salesTransactionID))
  if (!found) throw notFound('Sale')
  const isHandedOver = found.status === 'Completed' || found.status === 'Refunded'
  const lines = isHandedOver ? await findSoldLines(db, salesTransactionID) : []
  const certificates = await findCertificatesOfSale(db, salesTransactionID)
  const checks = await Promise.all(
    listChecks(certificates, origin).map(async ({ certificateNumber, address }) => ({
      certificateNumber,
      address,
      ...pathOfQRCode(await encodeQRCode(address)),
    })),
  )
  return { lines: lines.map(describeLine), certificates, checks }
}

/** Returns the certificates that count, with the address of the check of each. */
export const listChecks = (certificates: Awaited<ReturnType<typeof findCertificatesOfSale>>, origin: string) =>
  certificates
    .filter(({ state }) => state === 'Valid')
    .map(({ certificateNumber, code }) => ({ certificateNumber, address: checkAddressOf(origin, code) }))
