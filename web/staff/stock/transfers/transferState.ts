import type { StockTransferInput, StockTransferRow } from '../../../../contract/stock/stock-transfers.ts'

/** The item data that a line shows. */
export type TransferItem = StockTransferRow['items'][number]['item'] & { itemID: number; byPiece?: boolean }

/** A transfer in its form. A missing location or quantity is null. */
export type TransferDraft = {
  values: Pick<StockTransferInput, 'remarks'> & {
    fromLocationID: number | null
    toLocationID: number | null
    items: { itemID: number; inventoryTypeID: number | null; quantity: number | null; pieceIDs?: number[] }[]
  }
  /** The items of the lines. */
  items: readonly TransferItem[]
  /** The names of the locations that are preselected. */
  from?: { value: number; label: string }
  to?: { value: number; label: string }
}

export const emptyTransfer: TransferDraft = {
  values: { fromLocationID: null, toLocationID: null, remarks: '', items: [] },
  items: [],
}

/** Returns a draft that moves the same items back. */
export const reverseTransfer = (transfer: StockTransferRow): TransferDraft => ({
  values: {
    fromLocationID: transfer.toLocationID,
    toLocationID: transfer.fromLocationID,
    remarks: `Back from ${transfer.transferNumber}`,
    items: transfer.items.map(({ itemID, inventoryTypeID, quantity, pieces }) => ({
      itemID,
      inventoryTypeID,
      quantity,
      ...(pieces.length > 0 && { pieceIDs: pieces.map(({ pieceID }) => pieceID) }),
    })),
  },
  items: transfer.items.map(({ itemID, item, pieces }) => ({ itemID, byPiece: pieces.length > 0, ...item })),
  from: { value: transfer.toLocationID, label: transfer.toLocation.locationName },
  to: { value: transfer.fromLocationID, label: transfer.fromLocation.locationName },
})
