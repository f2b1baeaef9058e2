// By itself, so that a screen that knows a sale's status need not load all that a sale is.
export const saleStatuses = ['Pending', 'Processing', 'Completed', 'Canceled', 'Refunded'] as const
