export const purchaseOrderStatuses = ['Pending', 'Approved', 'Partially Received', 'Received', 'Canceled'] as const

/** What the form of a new purchase order opens with: the state of the address that leads to it. */
export type PurchaseOrderDraft = {
  supplierID?: number | undefined
  locationID?: number | undefined
  items: { itemID: number; orderQty: number }[]
}
