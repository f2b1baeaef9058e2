import { inArray, sql } from 'drizzle-orm'

import { notification } from '../../db/schema/messages.ts'

/** The messages about an order end with its total: `Ana approved PO-2026-000001: Kofu Casting, ₱500.00`. */
const withTotal = ['purchaseWaiting', 'purchaseDecided'] as const

/** Returns the text of a message as its user reads it: without the total of an order where costs are hidden. */
export const messageFor = (seesCosts: boolean) =>
  seesCosts
    ? sql<string>`${notification.message}`
    : sql<string>`case when ${inArray(notification.kind, [...withTotal])}
        then regexp_replace(${notification.message}, ', ₱[0-9,.]+$', '') else ${notification.message} end`
