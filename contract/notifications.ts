/** What a message is about. */
export const notificationKinds = [
  'lowStock',
  'adjustmentWaiting',
  'adjustmentDecided',
  'holdLapsed',
  'layawayOverdue',
] as const
