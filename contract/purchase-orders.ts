export const purchaseOrderStatuses = ['Pending', 'Approved', 'Partially Received', 'Received', 'Canceled'] as const
