import { and, eq, inArray, isNotNull, notInArray, sql } from 'drizzle-orm'

import {
  certificateKeyOf,
  type CodeField,
  findPieceTwice,
  nameCertificate,
  type PieceCodes,
} from '../../../contract/stock/entered-pieces.ts'
import { locks } from '../../db/locks.ts'
import { piece, scanCode } from '../../db/schema/pieces.ts'
import type { Context } from '../../kernel/context.ts'
import { AppError } from '../../kernel/errors.ts'

// The barcodes and the certificates that are entered for pieces.

type At = (place: number, field: CodeField) => string

/**
 * Throws unless the barcodes and the certificates of pieces are their own: 422 when two of the entered ones are the same,
 * and 409 when the shop has one already. `except` are the pieces whose codes are changed. A certificate belongs to one piece in
 * stock: a piece that was sold may come back under another number. New certificates are locked until the transaction
 * ends, so that two deliveries never bring the same one.
 */
export async function assertOwnCodes(
  context: Context,
  entered: readonly PieceCodes[],
  at: At = (_, field) => field,
  except: readonly number[] = [],
) {
  const twice = findPieceTwice(entered)
  if (twice !== null) throw new AppError('piece.entered_twice', twice.message, { field: at(twice.place, twice.field) })
  await assertFreeBarcodes(context, entered, at, except)
  await assertFreeCertificates(context, entered, at, except)
}

async function assertFreeBarcodes({ db }: Context, entered: readonly PieceCodes[], at: At, except: readonly number[]) {
  const codes = entered.flatMap(({ barcode }) => barcode?.toLowerCase() ?? [])
  if (codes.length === 0) return
  const rows = await db
    .select({ code: scanCode.code, pieceID: scanCode.pieceID, number: piece.number })
    .from(scanCode)
    .leftJoin(piece, eq(piece.pieceID, scanCode.pieceID))
    .where(inArray(scanCode.code, codes))
  const owners = new Map(
    rows.filter(({ pieceID }) => pieceID === null || !except.includes(pieceID)).map((row) => [row.code, row]),
  )
  const place = entered.findIndex(({ barcode }) => barcode && owners.has(barcode.toLowerCase()))
  if (place === -1) return
  const { barcode } = entered[place]!
  const owner = owners.get(barcode!.toLowerCase())!.number ?? 'An item'
  throw new AppError('piece.code_taken', `${owner} has the code ${barcode} already`, { field: at(place, 'barcode') })
}

async function assertFreeCertificates(
  { db }: Context,
  entered: readonly PieceCodes[],
  at: At,
  except: readonly number[],
) {
  const numbers = entered.flatMap(({ certificateNumber }) => certificateNumber?.toLowerCase() ?? [])
  if (numbers.length === 0) return
  await db.execute(sql`select pg_advisory_xact_lock(${locks.pieceCertificates})`)
  const rows = await db
    .select({
      number: piece.number,
      certificateNumber: piece.certificateNumber,
      laboratory: piece.laboratory,
    })
    .from(piece)
    .where(
      and(
        inArray(sql`lower(${piece.certificateNumber})`, numbers),
        isNotNull(piece.inventoryID),
        except.length === 0 ? undefined : notInArray(piece.pieceID, [...except]),
      ),
    )
  const owners = new Map(rows.map((row) => [certificateKeyOf(row), row.number]))
  const place = entered.findIndex((one) => certificateKeyOf(one) !== null && owners.has(certificateKeyOf(one)))
  if (place === -1) return
  const one = entered[place]!
  throw new AppError(
    'piece.certificate_taken',
    `${owners.get(certificateKeyOf(one))} has the certificate ${nameCertificate(one)} already`,
    { field: at(place, 'certificateNumber') },
  )
}
