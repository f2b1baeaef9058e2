/** What a message is about. */
export const notificationKinds = ['lowStock', 'adjustmentWaiting', 'adjustmentDecided'] as const
