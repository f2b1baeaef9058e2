export const adjustmentStatuses = ['Pending', 'Completed', 'Rejected'] as const
