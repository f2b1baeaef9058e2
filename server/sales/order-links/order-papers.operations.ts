import { eq } from 'drizzle-orm'

import type { OrderPaper, OrderPaperKind } from '../../../contract/order-page/order-page.ts'
import type { Language } from '../../../contract/shared/languages.ts'
import { sale } from '../../db/schema/sales.ts'
import type { Pictures } from '../../files/pictures.ts'
import { countAttempt } from '../../http/throttle.ts'
import type { Context } from '../../kernel/context.ts'
import type { Db, Tx } from '../../kernel/database.ts'
import { notFound } from '../../kernel/errors.ts'
import { hashToken } from '../../kernel/tokens.ts'
import { drawCertificates } from '../certificates/certificate-pdf.ts'
import { findCertificatesOfSale } from '../certificates/certificates.queries.ts'
import { drawInvoice } from '../sale/sale-pdf.ts'
import { findVisitedSale } from './order-links.queries.ts'
import { drawReceipt } from './receipt-pdf.ts'

/** Maximum number of papers of one sale that its buyer gets within an hour, because drawing one takes the server's time. */
const papersInAnHour = 60

/** Returns the papers that the buyer of a sale can get: its invoice, and the certificates that count. */
export async function listOrderPapers(
  db: Db | Tx,
  { salesTransactionID, status }: { salesTransactionID: number; status: string },
): Promise<OrderPaper[]> {
  const certificates = await findValidCertificates(db, salesTransactionID)
  return [
    ...(status === 'Canceled' ? [] : [{ kind: 'invoice' as const, count: 1 }]),
    ...(certificates.length === 0 ? [] : [{ kind: 'certificates' as const, count: certificates.length }]),
  ]
}

/**
 * Returns a paper as a PDF to a browser that has opened its order. The invoice has the buyer's first name alone, and
 * nothing of the shop's own; certificates are in this language. Throws 404 for any other browser, and without such a paper.
 */
export async function readOrderPaper(
  { db, now }: Pick<Context, 'db' | 'now'>,
  pictures: Pictures,
  session: string,
  { kind, language, origin }: { kind: OrderPaperKind; language: Language; origin: string },
) {
  const salesTransactionID = await admitToPapers(db, session)
  if (kind === 'certificates') {
    const certificates = await findValidCertificates(db, salesTransactionID)
    if (certificates.length === 0) throw notFound('Paper')
    const printed = certificates.map((one) => ({ ...one, language }))
    return drawCertificates(db, pictures, printed, origin)
  }
  const [found] = await db
    .select({ status: sale.status })
    .from(sale)
    .where(eq(sale.salesTransactionID, salesTransactionID))
  if (found?.status === 'Canceled') throw notFound('Paper')
  return drawInvoice(db, pictures, salesTransactionID, { origin, now, isForLink: true })
}

/**
 * Returns the receipt of a payment as a PDF, in this language, to a browser that has opened its order. Throws 404 for any
 * other browser, and for a payment that the order does not have or that was corrected.
 */
export async function readReceipt(
  { db, now }: Pick<Context, 'db' | 'now'>,
  pictures: Pictures,
  session: string,
  { receipt, language }: { receipt: number; language: Language },
) {
  const salesTransactionID = await admitToPapers(db, session)
  const paper = await drawReceipt(db, pictures, { salesTransactionID, receipt, language, now })
  if (paper === null) throw notFound('Paper')
  return paper
}

/** Returns the sale that a browser has opened, and counts the paper. Throws 404 for other browsers, and 429 for too many. */
async function admitToPapers(db: Db | Tx, session: string): Promise<number> {
  const visited = await findVisitedSale(db, hashToken(session))
  if (!visited) throw notFound('Paper')
  const { salesTransactionID } = visited
  await countAttempt(db, [{ bucket: `order papers ${salesTransactionID}`, limit: papersInAnHour, seconds: 60 * 60 }])
  return salesTransactionID
}

const findValidCertificates = async (db: Db | Tx, salesTransactionID: number) =>
  (await findCertificatesOfSale(db, salesTransactionID)).filter(({ state }) => state === 'Valid')
