import { backupHours, graceDays } from '../../contract/system/system.ts'

const hour = 60 * 60_000

/** Whether no backup shows the shop as it was lately. `newest` is the start of the newest one; null without any. */
export const isBackupLate = (newest: Date | null, now: Date): boolean =>
  newest === null || now.getTime() - newest.getTime() > backupHours * hour

/** Whether a shop without any backup is still so new that nobody is reminded. */
export const isNewShop = (createdAt: Date, now: Date): boolean =>
  now.getTime() - createdAt.getTime() < graceDays * 24 * hour
