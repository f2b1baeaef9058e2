import { toThousandths } from '../../../contract/shared/quantities.ts'
import { AppError } from '../../kernel/errors.ts'

// The rules by which a saved sale keeps its lines, without database access.

type StoredLine = {
  salesItemID: number
  itemID: number
  itemName: string
  orderQty: number
  piece: { pieceID: number } | null
}
type SentLine = { salesItemID?: number | undefined; itemID: number; pieceID?: number | null | undefined }

/**
 * Returns for each sent line the key of the stored line that it continues, or null for a new line. A line without a key
 * continues the line of its piece, or the first line of its item that no other sent line continues. Throws 400 for a key
 * sent twice, and 422 for a key of another sale or of another item.
 */
export function matchLines(stored: readonly StoredLine[], sent: readonly SentLine[]): (number | null)[] {
  const left = new Map(stored.map((line) => [line.salesItemID, line]))
  const named = sent.map(({ salesItemID, itemID }, n) => {
    if (salesItemID === undefined) return null
    const line = left.get(salesItemID) ?? throwUnknownLine(stored, salesItemID, n)
    if (line.itemID !== itemID)
      throw new AppError('sale.line_other_item', `This line is ${line.itemName}: remove it and add the other item`, {
        field: `items.${n}.itemID`,
      })
    left.delete(salesItemID)
    return salesItemID
  })
  return sent.map(({ itemID, pieceID }, n) => {
    if (named[n] !== null) return named[n]!
    const same = [...left.values()].filter((line) => line.itemID === itemID)
    const next = same.find(({ piece }) => piece && piece.pieceID === pieceID) ?? same[0]
    if (next) left.delete(next.salesItemID)
    return next?.salesItemID ?? null
  })
}

function throwUnknownLine(stored: readonly StoredLine[], salesItemID: number, n: number): never {
  const field = `items.${n}.salesItemID`
  if (stored.some((line) => line.salesItemID === salesItemID))
    throw new AppError('sale.line_twice', `Line ${salesItemID} is listed twice`, { field })
  throw new AppError('sale.line_unknown', `Line ${salesItemID} does not belong to this sale`, { field })
}

/** Returns the keys of the stored lines whose quantity becomes smaller, or whose piece becomes another. */
export function findLessened(
  stored: readonly StoredLine[],
  lines: readonly { salesItemID: number | null; orderQty: number; pieceID: number | null }[],
): number[] {
  const before = new Map(stored.map((line) => [line.salesItemID, line]))
  return lines.flatMap(({ salesItemID, orderQty, pieceID }) => {
    if (salesItemID === null) return []
    const line = before.get(salesItemID)!
    const isLess = toThousandths(orderQty) < toThousandths(line.orderQty)
    return isLess || (line.piece !== null && line.piece.pieceID !== pieceID) ? salesItemID : []
  })
}
