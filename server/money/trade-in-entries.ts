import { sql } from 'drizzle-orm'

import { creditEntry } from '../db/schema/credit.ts'
import { moneyEntry } from '../db/schema/money.ts'
import { tradeIn } from '../db/schema/trade-ins.ts'

/**
 * SQL table of everything that changed what the shop owes for trade-ins: an accepted offer, pieces that went back, and
 * what paid a sale, went back from it, was paid out or became store credit. `amount` is positive for what the shop owes
 * more.
 */
export const tradeInEntries = sql`(
  select trade_in_id, location_id, accepted_at as at, offer as amount from ${tradeIn} where accepted_at is not null
  union all
  select trade_in_id, location_id, closed_at, -offer from ${tradeIn} where status = 'Returned'
  union all
  select trade_in_id, bought.location_id, entry.at, case entry.kind when 'trade_in_paid' then entry.amount else -entry.amount end
    from ${moneyEntry} entry join ${tradeIn} bought using (trade_in_id)
  union all
  select trade_in_id, bought.location_id, entry.at, -entry.amount
    from ${creditEntry} entry join ${tradeIn} bought using (trade_in_id)
)`
