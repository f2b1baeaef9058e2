import { and, asc, eq, getColumns, inArray, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'

import type { CertificateRow, certificates as endpoints } from '../../../contract/sales/certificates.ts'
import { readCode } from '../../../contract/shared/codes.ts'
import type { Received } from '../../../contract/shared/endpoint.ts'
import type { Language } from '../../../contract/shared/languages.ts'
import { cover } from '../../db/covers.ts'
import { nameOf, userName } from '../../db/names.ts'
import { item } from '../../db/schema/catalogue.ts'
import { certificate, certificateRevocation } from '../../db/schema/certificates.ts'
import { shopSetting } from '../../db/schema/company.ts'
import { messageChoice } from '../../db/schema/mail.ts'
import { user } from '../../db/schema/people.ts'
import { saleRefundItem } from '../../db/schema/refunds.ts'
import { sale, saleItem } from '../../db/schema/sales.ts'
import type { Db, Tx } from '../../kernel/database.ts'
import { notFound } from '../../kernel/errors.ts'
import { commonCondition, equalsCondition, listPage, searchCondition } from '../../resource/list.ts'

const state = sql<CertificateRow['state']>`case when ${certificateRevocation.certificateID} is null
  then 'Valid' else 'Revoked' end`

/** The quantity of a certificate's line that came back. */
const refundedQty = sql<number>`(select coalesce(sum(${saleRefundItem.qty}), 0) from ${saleRefundItem}
  where ${saleRefundItem.salesItemID} = ${certificate.salesItemID})::float8`

/** The language of the sale's customer, or else the shop's for customers. */
const language = sql<Language>`coalesce(
  (select ${messageChoice.language} from ${messageChoice} where ${messageChoice.customerID} = ${sale.customerID}),
  (select ${shopSetting.customerLanguage} from ${shopSetting}))`

const replaced = alias(certificate, 'replaced')
const replacement = alias(certificate, 'replacement')

/** Returns one page of the certificates. */
export async function listCertificates(db: Db | Tx, query: Received<typeof endpoints.list>['query']) {
  const { createdAt, createdByID } = certificate
  const select = selectCertificates(db).where(
    and(
      searchCertificates(query.search),
      equalsCondition(state, query.state),
      equalsCondition(certificate.karat, query.karat),
      equalsCondition(certificate.itemID, query.itemID),
      equalsCondition(certificate.pieceID, query.pieceID),
      equalsCondition(saleItem.salesTransactionID, query.salesTransactionID),
      equalsCondition(sql`(${refundedQty} > 0)`, query.cameBack),
      // Nobody changes a certificate, so its creator is its modifier too.
      await commonCondition(db, query, { createdAt, createdByID, modifiedByID: createdByID }, certificate.issuedOn),
    ),
  )
  const page = await listPage(db, query, select.$dynamic(), {
    certificateID: certificate.certificateID,
    certificateNumber: certificate.certificateNumber,
    itemName: certificate.itemName,
    pieceNumber: certificate.pieceNumber,
    karat: certificate.karat,
    grams: certificate.grams,
    transactionNumber: sale.transactionNumber,
    createdByName: userName,
    issuedOn: certificate.issuedOn,
    state,
  })
  return { ...page, data: page.data.map(nestCertificate) }
}

/** Matches certificates that contain the text, or have it as their code. */
function searchCertificates(text: string): SQL | undefined {
  const within = searchCondition(text, [
    certificate.certificateNumber,
    certificate.pieceNumber,
    certificate.itemName,
    certificate.laboratoryReport,
    item.itemCode,
    sale.transactionNumber,
  ])
  return within && sql`(${within} or ${certificate.code} = ${readCode(text)})`
}

/** Returns a certificate. Throws 404 when it does not exist. */
export async function findCertificate(db: Db | Tx, id: number) {
  const [found] = await findCertificates(db, [id])
  if (!found) throw notFound('Certificate')
  return found
}

/** Returns those of the certificates that exist, the oldest first. */
export async function findCertificates(db: Db | Tx, ids: readonly number[]) {
  const rows = await selectCertificates(db)
    .where(inArray(certificate.certificateID, [...ids]))
    .orderBy(asc(certificate.certificateID))
  return rows.map(nestCertificate)
}

/** Returns the certificates of a sale's pieces, the oldest first: issued with the sale, or before it for the piece. */
export async function findCertificatesOfSale(db: Db | Tx, salesTransactionID: number) {
  const rows = await selectCertificates(db)
    .where(inArray(certificate.certificateID, sql`(${certificateIDsOfSale(sql`${salesTransactionID}`)})`))
    .orderBy(asc(certificate.certificateID))
  return rows.map(nestCertificate)
}

/**
 * The keys of a sale's certificates as an SQL expression. A certificate of a piece counts for the sale of the piece,
 * unless another sale's line had it issued.
 */
const certificateIDsOfSale = (salesTransactionID: SQL) => sql`
  select certificate_id from certificate join sales_item using (sales_item_id)
    where sales_transaction_id = ${salesTransactionID}
  union
  select certificate_id from certificate join sales_item_piece using (piece_id)
    join sales_item on sales_item.sales_item_id = sales_item_piece.sales_item_id
    where certificate.sales_item_id is null and sales_transaction_id = ${salesTransactionID}`

const { createdByID: _, ...facts } = getColumns(certificate)

const selectCertificates = (db: Db | Tx) =>
  db
    .select({
      ...facts,
      createdByID: certificate.createdByID,
      state,
      refundedQty,
      language,
      item: { itemCode: item.itemCode, uom: item.uom, ...cover },
      sale: { salesTransactionID: sale.salesTransactionID, transactionNumber: sale.transactionNumber },
      // Drizzle nests one level, so that the key tells whether there is a revocation.
      revocation: {
        certificateID: certificateRevocation.certificateID,
        reason: certificateRevocation.reason,
        note: certificateRevocation.note,
        revokedAt: certificateRevocation.revokedAt,
        revokedOn: certificateRevocation.revokedOn,
        revokedBy: nameOf(certificateRevocation.revokedByID),
      },
      replaces: { certificateID: replaced.certificateID, certificateNumber: replaced.certificateNumber },
      replacedBy: { certificateID: replacement.certificateID, certificateNumber: replacement.certificateNumber },
      createdBy: { userID: user.userID, name: userName },
    })
    .from(certificate)
    .innerJoin(item, eq(item.itemID, certificate.itemID))
    .leftJoin(certificateRevocation, eq(certificateRevocation.certificateID, certificate.certificateID))
    .leftJoin(replaced, eq(replaced.certificateID, certificate.replacesID))
    .leftJoin(replacement, eq(replacement.replacesID, certificate.certificateID))
    .leftJoin(saleItem, eq(saleItem.salesItemID, certificate.salesItemID))
    .leftJoin(sale, eq(sale.salesTransactionID, saleItem.salesTransactionID))
    .leftJoin(user, eq(user.userID, certificate.createdByID))

type Selected = Awaited<ReturnType<typeof selectCertificates>>[number]

/** Joins the pictures of a certificate into a list. */
const nestCertificate = ({ pictureURL, secondPictureURL, thirdPictureURL, ...row }: Selected) => ({
  ...row,
  pictures: [pictureURL, secondPictureURL, thirdPictureURL].filter((url) => url !== null),
})
export type StoredCertificate = ReturnType<typeof nestCertificate>

/** Returns the certificate with this code; null for a code that is none of the shop's. */
export async function findByCode(db: Db | Tx, code: string): Promise<StoredCertificate | null> {
  const [found] = await selectCertificates(db).where(eq(certificate.code, code))
  return found ? nestCertificate(found) : null
}
