import type { StockTransferInput, StockTransferRow } from '../../../../contract/stock/stock-transfers.ts'

/** What is known of an item that a line is of. */
export type TransferItem = StockTransferRow['items'][number]['item'] & { itemID: number }

/** A transfer that is being entered; a location or a quantity that is not chosen yet is null. */
export type TransferDraft = {
  values: Pick<StockTransferInput, 'remarks'> & {
    fromLocationID: number | null
    toLocationID: number | null
    items: { itemID: number; inventoryTypeID: number | null; quantity: number | null }[]
  }
  /** What the lines are of. */
  items: readonly TransferItem[]
  /** The names of the locations that are chosen already. */
  from?: { value: number; label: string }
  to?: { value: number; label: string }
}

export const emptyTransfer: TransferDraft = {
  values: { fromLocationID: null, toLocationID: null, remarks: '', items: [] },
  items: [],
}

/** The same goods the other way round. */
export const reversed = (transfer: StockTransferRow): TransferDraft => ({
  values: {
    fromLocationID: transfer.toLocationID,
    toLocationID: transfer.fromLocationID,
    remarks: `Back from ${transfer.transferNumber}`,
    items: transfer.items.map(({ itemID, inventoryTypeID, quantity }) => ({ itemID, inventoryTypeID, quantity })),
  },
  items: transfer.items.map(({ itemID, item }) => ({ itemID, ...item })),
  from: { value: transfer.toLocationID, label: transfer.toLocation.locationName },
  to: { value: transfer.fromLocationID, label: transfer.fromLocation.locationName },
})
