export const purchaseOrderStatuses = ['Pending', 'Approved', 'Partially Received', 'Received', 'Canceled'] as const

/** What the create form can be opened with, filled already. */
export type PurchaseOrderDraft = {
  supplierID?: number | undefined
  locationID?: number | undefined
  items: { itemID: number; orderQty: number }[]
}
