import type { CertificatesOfSale, Reissue, Revocation } from '../../../contract/sales/certificates.ts'
import type { z } from '../../../contract/shared/zod.ts'
import { readSettings } from '../../company/settings.ts'
import { findShownPictures } from '../../db/pictures.ts'
import { certificate, certificateRevocation } from '../../db/schema/certificates.ts'
import { blockPictureCleanup } from '../../files/cleanup.ts'
import { assertAccess, type Context, userIDOf } from '../../kernel/context.ts'
import { AppError, notFound } from '../../kernel/errors.ts'
import { shopDay } from '../../kernel/shop-days.ts'
import { takeNumber } from '../../resource/document-numbers.ts'
import { record, recordAll } from '../../resource/records.ts'
import { countOpen, findLastOfPiece, findLineFacts, findSoldLines, type SoldLine } from './certifiable.queries.ts'
import {
  createCertificateCode,
  findDefaultPlace,
  findPieceAndPlace,
  lockCertificate,
  lockPiece,
  lockSoldSale,
} from './certificate-writes.ts'
import { findCertificate, findCertificates, type StoredCertificate } from './certificates.queries.ts'
import { choosePlaces, combineFacts, type CopiedFacts, type Measured } from './certificates.rules.ts'

type New = {
  facts: CopiedFacts
  salesItemID: number | null
  unit: number | null
  replacesID: number | null
  place: string
}

/**
 * Issues certificates for pieces of a completed sale. Throws 409 when a piece has one already or came back, and 422 for
 * goods that are sold by the gram or have no weight.
 */
export async function issueForSale(
  context: Context,
  salesTransactionID: number,
  { lines }: z.output<typeof CertificatesOfSale>,
) {
  assertAccess(context.actor, 'certificates.issue')
  const { locationName } = await lockSoldSale(context, salesTransactionID)
  const sold = await findSoldLines(context.db, salesTransactionID)
  const wanted = lines.flatMap(({ salesItemID, count, ...measured }, n): New[] => {
    const line = sold.find((one) => one.salesItemID === salesItemID)
    if (!line)
      throw new AppError('reference.missing', `The sale has no line ${salesItemID}`, {
        field: `lines.${n}.salesItemID`,
      })
    const open = assertOpen(line, count ?? 1, n)
    const facts = combineFacts(line, measured, `lines.${n}.`)
    const places = line.pieceID === null ? choosePlaces(line.issued, count ?? open) : [placeOfPiece(line.issued)]
    return places.map((one) => ({ facts, salesItemID, place: locationName, ...one }))
  })
  return issue(context, wanted)
}

/** Returns how many pieces of a line may get a certificate. Throws when they are fewer than wanted. */
function assertOpen(line: SoldLine, wanted: number, n: number): number {
  const field = `lines.${n}.count`
  if (line.uom === 'BULK')
    throw new AppError(
      'certificate.not_pieces',
      `${line.pieceNumber} is sold by the gram: a certificate is for one piece`,
      { field: `lines.${n}.salesItemID` },
    )
  const open = countOpen(line)
  if (open >= wanted) return open
  if (line.refundedQty >= line.orderQty)
    throw new AppError('certificate.came_back', `${line.pieceNumber} came back: the customer has no piece to certify`, {
      field,
    })
  throw new AppError(
    'certificate.issued_already',
    open === 0
      ? `${line.pieceNumber} has its certificate already`
      : `Only ${open} of ${line.pieceNumber} ${open === 1 ? 'has' : 'have'} no certificate yet`,
    { field },
  )
}

const placeOfPiece = (issued: readonly { certificateID: number }[]) => ({
  unit: null,
  replacesID: issued[0]?.certificateID ?? null,
})

/** Issues the certificate of a piece that is kept by number. Throws 409 when it has one, or is neither in stock nor sold. */
export async function issueForPiece(context: Context, pieceID: number, measured: Measured) {
  assertAccess(context.actor, 'certificates.issue')
  await lockPiece(context, pieceID)
  const { found, place } = await findPieceAndPlace(context.db, pieceID)
  if (found.inventoryID === null && found.salesItemID === null)
    throw new AppError(
      'certificate.piece_gone',
      `${found.pieceNumber} is neither in stock nor sold: there is no piece to certify`,
    )
  const issued = await findLastOfPiece(context.db, pieceID)
  if (issued.some(({ isRevoked }) => !isRevoked))
    throw new AppError('certificate.issued_already', `${found.pieceNumber} has its certificate already`)
  // A piece that an open sale holds is still the shop's.
  const salesItemID = found.inventoryID === null ? found.salesItemID : null
  const [made] = await issue(context, [
    { facts: combineFacts(found, measured), salesItemID, place, ...placeOfPiece(issued) },
  ])
  return made!
}

/** Stores certificates with the facts of this moment. Their numbers are taken last, because that makes others wait. */
async function issue(context: Context, wanted: readonly New[]): Promise<StoredCertificate[]> {
  const { db, actor, now } = context
  const { timeZone } = await readSettings(db)
  const issuedOn = shopDay(timeZone, now)
  await blockPictureCleanup(db)
  const picturesOf = await findShownPictures(
    db,
    wanted.map(({ facts }) => facts),
  )
  const ids: number[] = []
  for (const { facts, ...place } of wanted) {
    const [picture, second, third] = picturesOf(facts)
    const [stored] = await db
      .insert(certificate)
      .values({
        ...pickFacts(facts),
        ...place,
        pictureURL: picture?.url ?? null,
        secondPictureURL: second?.url ?? null,
        thirdPictureURL: third?.url ?? null,
        issuedOn,
        code: createCertificateCode(),
        certificateNumber: await takeNumber(db, 'AC', Number(issuedOn.slice(0, 4))),
        createdByID: userIDOf(actor),
        createdAt: now,
      })
      .returning({ certificateID: certificate.certificateID })
    ids.push(stored!.certificateID)
  }
  const made = await findCertificates(db, ids)
  await recordAll(
    context,
    made.map((after) => ({
      action: 'create',
      entity: 'certificate',
      entityID: after.certificateID,
      before: null,
      after,
    })),
  )
  return made
}

/** Picks the columns of a certificate from the facts of a line or a piece, which have more. */
const pickFacts = ({
  itemID,
  pieceID,
  pieceNumber,
  itemName,
  tagalogName,
  japaneseName,
  karat,
  metal,
  stone,
  size,
  grams,
  netGrams,
  laboratoryReport,
}: CopiedFacts) => ({
  itemID,
  pieceID,
  pieceNumber,
  itemName,
  tagalogName,
  japaneseName,
  karat,
  metal,
  stone,
  size,
  grams,
  netGrams,
  laboratoryReport,
})

/** Revokes a certificate. Throws 409 when it is revoked already. */
export async function revokeCertificate(context: Context, id: number, input: z.output<typeof Revocation>) {
  assertAccess(context.actor, 'certificates.revoke')
  await lockCertificate(context, id)
  const before = await findCertificate(context.db, id)
  if (before.state === 'Revoked')
    throw new AppError('certificate.revoked', `${before.certificateNumber} is revoked already`)
  return storeRevocation(context, before, input)
}

async function storeRevocation(context: Context, before: StoredCertificate, input: z.output<typeof Revocation>) {
  const { db, actor, now } = context
  const { certificateID } = before
  const { timeZone } = await readSettings(db)
  await db.insert(certificateRevocation).values({
    certificateID,
    reason: input.reason,
    note: input.note ?? null,
    revokedByID: userIDOf(actor),
    revokedAt: now,
    revokedOn: shopDay(timeZone, now),
  })
  const after = await findCertificate(db, certificateID)
  await record(context, { action: 'revoke', entity: 'certificate', entityID: certificateID, before, after })
  return after
}

/**
 * Replaces a certificate by a new one with the facts of today, and revokes the old one unless it is revoked. Throws 409
 * when it is replaced already, or when its piece came back without a number of its own.
 */
export async function reissueCertificate(
  context: Context,
  id: number,
  { reason, note, ...measured }: z.output<typeof Reissue>,
) {
  assertAccess(context.actor, 'certificates.revoke')
  const { db } = context
  await lockCertificate(context, id)
  const before = await findCertificate(db, id)
  if (before.replacedBy !== null)
    throw new AppError(
      'certificate.replaced',
      `${before.replacedBy.certificateNumber} replaces ${before.certificateNumber} already`,
    )
  const { facts, place } = await findPresentFacts(context, before)
  const combined = combineFacts(facts, measured)
  if (before.state === 'Valid') {
    if (reason === undefined)
      throw new AppError('certificate.reason_missing', `Choose why ${before.certificateNumber} no longer counts`, {
        field: 'reason',
      })
    await storeRevocation(context, before, { reason, note })
  }
  const { salesItemID, unit } = before
  const [made] = await issue(context, [{ facts: combined, salesItemID, unit, place, replacesID: id }])
  return made!
}

/** Returns the present facts of a certificate's piece. Measured facts of a piece without a number stay as they were. */
async function findPresentFacts({ db }: Context, before: StoredCertificate) {
  const { pieceID, salesItemID, certificateNumber } = before
  if (pieceID !== null) {
    const { found, place } = await findPieceAndPlace(db, pieceID)
    return { facts: found, place }
  }
  const line = await findLineFacts(db, salesItemID!)
  if (!line) throw notFound('Line')
  if (line.refundedQty >= line.orderQty)
    throw new AppError(
      'certificate.came_back',
      `The piece of ${certificateNumber} came back: the customer has no piece to certify`,
    )
  const { grams, netGrams, size, laboratoryReport } = before
  return {
    facts: { ...line, grams, netGrams, size, laboratoryReport },
    place: await findDefaultPlace(db, salesItemID),
  }
}
