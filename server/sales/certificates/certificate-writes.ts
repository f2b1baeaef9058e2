import { eq } from 'drizzle-orm'

import { codeLength } from '../../../contract/sales/certificate-rules.ts'
import { codeLetters } from '../../../contract/shared/codes.ts'
import { certificate } from '../../db/schema/certificates.ts'
import { shopSetting } from '../../db/schema/company.ts'
import { piece } from '../../db/schema/pieces.ts'
import { sale, saleItem } from '../../db/schema/sales.ts'
import { inventory, location } from '../../db/schema/stock.ts'
import type { Context } from '../../kernel/context.ts'
import type { Db, Tx } from '../../kernel/database.ts'
import { AppError, notFound } from '../../kernel/errors.ts'
import { createRandomCode } from '../../kernel/tokens.ts'
import { findPieceFacts } from './certifiable.queries.ts'

/** Returns a new code. Nobody can tell it from another certificate's. */
export const createCertificateCode = () => createRandomCode(codeLetters, codeLength)

/** Locks a sale, so that a refund and another issue wait. Throws 404 without a sale and 409 before its completion. */
export async function lockSoldSale({ db }: Pick<Context, 'db'>, salesTransactionID: number) {
  const [found] = await db
    .select({ status: sale.status, locationName: location.locationName })
    .from(sale)
    .innerJoin(location, eq(location.locationID, sale.locationID))
    .where(eq(sale.salesTransactionID, salesTransactionID))
    .for('no key update', { of: sale })
  if (!found) throw notFound('Sale')
  if (found.status !== 'Completed' && found.status !== 'Refunded')
    throw new AppError(
      'sale.not_completed',
      `This sale is ${found.status}: certificates are issued when the pieces are handed over`,
    )
  return found
}

/** Locks a piece, so that another issue waits. Throws 404 when it does not exist. */
export async function lockPiece({ db }: Pick<Context, 'db'>, pieceID: number) {
  const [found] = await db
    .select({ pieceID: piece.pieceID })
    .from(piece)
    .where(eq(piece.pieceID, pieceID))
    .for('no key update')
  if (!found) throw notFound('Piece')
}

/** Locks a certificate, so that another revocation waits. Throws 404 when it does not exist. */
export async function lockCertificate({ db }: Pick<Context, 'db'>, certificateID: number) {
  const [found] = await db
    .select({ certificateID: certificate.certificateID })
    .from(certificate)
    .where(eq(certificate.certificateID, certificateID))
    .for('no key update')
  if (!found) throw notFound('Certificate')
}

/** Returns the facts of a piece, and the place where its certificate is issued. Throws 404 when it does not exist. */
export async function findPieceAndPlace(db: Db | Tx, pieceID: number) {
  const found = await findPieceFacts(db, pieceID)
  if (!found) throw notFound('Piece')
  if (found.inventoryID === null) return { found, place: await findDefaultPlace(db, found.salesItemID) }
  const [stock] = await db
    .select({ locationName: location.locationName })
    .from(inventory)
    .innerJoin(location, eq(location.locationID, inventory.locationID))
    .where(eq(inventory.inventoryID, found.inventoryID))
  return { found, place: stock!.locationName }
}

/** Returns the name of the location of a line's sale, or of the shop's default location without a line. */
export async function findDefaultPlace(db: Db | Tx, salesItemID: number | null): Promise<string> {
  const [found] =
    salesItemID === null
      ? await db
          .select({ locationName: location.locationName })
          .from(shopSetting)
          .innerJoin(location, eq(location.locationID, shopSetting.defaultLocationID))
      : await db
          .select({ locationName: location.locationName })
          .from(saleItem)
          .innerJoin(sale, eq(sale.salesTransactionID, saleItem.salesTransactionID))
          .innerJoin(location, eq(location.locationID, sale.locationID))
          .where(eq(saleItem.salesItemID, salesItemID))
  return found!.locationName
}
