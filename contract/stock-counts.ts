export const countStatuses = ['Pending', 'Completed', 'Canceled'] as const
