import { useState } from 'react'

import type { ItemRow } from '../../../../../contract/catalogue/items.ts'
import type { NamedPiece } from '../../../../../contract/catalogue/named-pieces.ts'
import type { PieceRow } from '../../../../../contract/stock/pieces.ts'
import { useStable } from '../../../../ui/useStable.ts'
import { type SoldItem, withItem } from './draft.ts'
import type { TillSale } from './useSale.ts'

/** A piece with its own weights in grams, where somebody has entered them, and its cover. */
export type PickedPiece = NamedPiece & Pick<PieceRow, 'grams' | 'netGrams' | 'image_url' | 'image_focus'>

/**
 * Returns the weights and the cover of a piece. The net weight of its item holds only for a piece without a weight of its
 * own.
 */
const describePiece = (item: ItemRow, { grams, netGrams, image_url, image_focus }: PickedPiece) => ({
  grams: grams ?? item.grams,
  netGrams: netGrams ?? (grams === null ? item.netGrams : null),
  image_url,
  image_focus,
})

/** Adds items to the sale, and holds the item whose piece is to be chosen. */
export function useTillPick({
  state: { draft, stage, pending, change },
  focusScanner,
  beyondStock,
  onPicked,
  onChoosePiece,
  onNew,
}: {
  state: TillSale
  focusScanner: () => void
  /** Whether the sale may leave a piece open. */
  beyondStock: boolean
  /** Called with the picked item. Its available stock is known from then on. */
  onPicked: (item: ItemRow) => void
  /** Opens the dialog that asks for a piece. */
  onChoosePiece: () => void
  onNew: (firstItem: SoldItem | null) => void
}) {
  const [choosing, setChoosing] = useState<ItemRow | null>(null)
  /**
   * Adds an item to the sale, or starts the next sale with it. Returns an error message or null. An item that is kept by
   * piece is added with its piece; without one, the till asks for it. The focus goes to the scan field, unless the person
   * went to another field meanwhile.
   */
  const pick = useStable((item: ItemRow, hasMovedOn?: boolean, piece?: PickedPiece | null) => {
    if (pending || stage === 'unanswered') return 'This sale is being sent: scan again when it is answered'
    if (item.byPiece && piece === undefined) {
      setChoosing(item)
      onChoosePiece()
      return null
    }
    const isHere = stage !== 'over' && draft.lines.some((line) => piece && line.piece?.pieceID === piece.pieceID)
    if (isHere) return `${piece!.number} is in this sale already`
    onPicked(item)
    const sold = {
      ...item,
      ...(piece && describePiece(item, piece)),
      piece: piece ? { pieceID: piece.pieceID, number: piece.number } : null,
    }
    if (stage === 'over') onNew(sold)
    else change((draft) => withItem(draft, sold))
    if (!hasMovedOn) focusScanner()
    return null
  })

  return { pick, choosing: choosing && { item: choosing, beyondStock } }
}
