import { and, eq, notExists, sql } from 'drizzle-orm'

import { computePublicPesosPerGram } from '../../../contract/catalogue/assay.ts'
import type { Received } from '../../../contract/shared/endpoint.ts'
import type { PublicPieceRow, publicPieces as endpoints } from '../../../contract/stock/public-pieces.ts'
import { isOnSite } from '../../db/on-site.ts'
import { findShownPictures } from '../../db/pictures.ts'
import { netGramsOfPiece } from '../../db/piece-weights.ts'
import { category, item, itemTranslation } from '../../db/schema/catalogue.ts'
import { certificate, certificateRevocation } from '../../db/schema/certificates.ts'
import { piece, scanCode } from '../../db/schema/pieces.ts'
import type { Db, Tx } from '../../kernel/database.ts'
import { notFound } from '../../kernel/errors.ts'
import { describeShownGold } from '../../pricing/rates/days-gold.queries.ts'

const maxPictures = 3

/**
 * Returns what a visitor sees of the piece with a tag. It reads nothing of the piece's place or sale. Throws 404 for a code
 * that is on no tag: a number or a barcode finds nothing, because both can be guessed.
 */
export async function findPublicPiece(
  db: Db | Tx,
  now: Date,
  { code, language }: Received<typeof endpoints.get>['query'],
): Promise<PublicPieceRow> {
  const [found] = await selectPublicPiece(db, language).where(
    and(eq(scanCode.code, code.toLowerCase()), sql`lower(${piece.code}) = ${scanCode.code}`),
  )
  if (!found) throw notFound('Piece')
  const { itemID, itemName, translatedName, price, goldGrams, shown, ...facts } = found
  const [picturesOf, [valid], goldOf] = await Promise.all([
    findShownPictures(db, [{ itemID, pieceID: found.pieceID }]),
    findValidCertificate(db, found.pieceID),
    describeShownGold(db, now, language),
  ])
  return {
    ...facts,
    itemName: translatedName ?? itemName,
    itemNameLanguage: translatedName === null ? 'en' : language,
    pictures: picturesOf({ itemID, pieceID: found.pieceID })
      .slice(0, maxPictures)
      .map(({ url, focus }) => ({ path: url, focus })),
    certificate: valid ?? null,
    ...(shown
      ? {
          itemID,
          price,
          pesosPerGram: computePublicPesosPerGram(facts, price),
          daysGold: goldOf({ ...facts, price, netGrams: goldGrams }),
        }
      : { itemID: null, price: null, pesosPerGram: null, daysGold: null }),
  }
}

const selectPublicPiece = (db: Db | Tx, language: 'en' | 'tl' | 'ja') =>
  db
    .select({
      pieceID: piece.pieceID,
      number: piece.number,
      itemID: item.itemID,
      itemName: item.itemName,
      translatedName: itemTranslation.itemName,
      uom: item.uom,
      karat: item.karat,
      metal: item.metal,
      stone: item.stone,
      size: item.size,
      grams: sql<number>`coalesce(${piece.grams}, ${item.grams})`.mapWith(Number),
      netGrams: piece.netGrams,
      goldGrams: netGramsOfPiece,
      laboratoryReport: sql<string | null>`coalesce(
        nullif(concat_ws(' ', ${piece.laboratory}, ${piece.certificateNumber}), ''), ${item.certificateNumber})`,
      price: item.price,
      shown: sql<boolean>`(${isOnSite})`,
    })
    .from(scanCode)
    .innerJoin(piece, eq(piece.pieceID, scanCode.pieceID))
    .innerJoin(item, eq(item.itemID, piece.itemID))
    .innerJoin(category, eq(category.categoryID, item.categoryID))
    .leftJoin(
      itemTranslation,
      and(eq(itemTranslation.itemID, item.itemID), sql`${itemTranslation.language} = ${language}`),
    )

/** Finds the certificate of a piece that is not revoked. A piece never has two. */
const findValidCertificate = (db: Db | Tx, pieceID: number) =>
  db
    .select({ certificateNumber: certificate.certificateNumber, code: certificate.code })
    .from(certificate)
    .where(
      and(
        eq(certificate.pieceID, pieceID),
        notExists(
          db
            .select({ certificateID: certificateRevocation.certificateID })
            .from(certificateRevocation)
            .where(eq(certificateRevocation.certificateID, certificate.certificateID)),
        ),
      ),
    )
    .limit(1)
