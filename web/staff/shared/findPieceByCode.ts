import { codeOfScan } from '../../../contract/stock/piece-codes.ts'
import { type PieceRow, pieces } from '../../../contract/stock/pieces.ts'
import { call } from '../../lib/api.ts'

/** Returns the piece with exactly this number, barcode or code, or with the tag of this address. */
export async function findPieceByCode(scanned: string): Promise<PieceRow | undefined> {
  const { data } = await call(pieces.list, { query: { code: codeOfScan(scanned) } })
  return data[0]
}
