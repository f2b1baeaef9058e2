// The statuses have their own file, so that a screen can use them without loading the schemas of a sale.
export const saleStatuses = ['Pending', 'Processing', 'Completed', 'Canceled', 'Refunded'] as const
