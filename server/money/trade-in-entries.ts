import { sql } from 'drizzle-orm'

import { tradeIn } from '../db/schema/trade-ins.ts'

/**
 * SQL table of everything that changed what the shop owes for trade-ins: an accepted offer, and pieces that went back.
 * `amount` is positive for what the shop owes more.
 */
export const tradeInEntries = sql`(
  select trade_in_id, location_id, accepted_at as at, offer as amount from ${tradeIn} where accepted_at is not null
  union all
  select trade_in_id, location_id, closed_at, -offer from ${tradeIn} where status = 'Returned'
)`
