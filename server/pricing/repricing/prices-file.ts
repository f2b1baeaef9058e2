import { sql } from 'drizzle-orm'

import { nameRepriceProblem } from '../../../contract/pricing/repricing-rules.ts'
import type { RepriceState, repricings } from '../../../contract/pricing/repricing.ts'
import type { Received } from '../../../contract/shared/endpoint.ts'
import { readSettings } from '../../company/settings.ts'
import { csvStream } from '../../db/csv-stream.ts'
import { openSnapshot } from '../../db/snapshot.ts'
import { StreamedFile } from '../../http/send.ts'
import type { Context } from '../../kernel/context.ts'
import type { Db, Tx } from '../../kernel/database.ts'
import { shopDay } from '../../kernel/shop-days.ts'
import { narrowReckoned } from './reckoning.queries.ts'
import { cartLines, listHeldSales } from './row-details.queries.ts'

const header = [
  'Item',
  'Item Code',
  'Karat',
  'Net grams',
  'Old',
  'New',
  'Floor',
  'To know',
  'Held by',
  'In a cart of',
] as const

/** Returns the prices that the filters leave as a CSV file, in the order of the list. All are reckoned once. */
export async function streamPrices(
  db: Db | Tx,
  context: Context,
  query: Received<typeof repricings.preview>['query'],
): Promise<StreamedFile> {
  const { narrowed, order } = await narrowReckoned(context.db, query, context.now)
  const rows = sql`
    with held as materialized (select item_id, (array_agg(transaction_number order by hold_until))[1] as held_by
        from (${listHeldSales}) h group by 1),
      carts as materialized (select item_id, (array_agg(seller order by at desc))[1] as seller from (${cartLines}) k group by 1)
    select item_name, item_code, karat, net_grams, price, reckoned, greatest(gold_floor, cost_floor) as floor, state,
      held_by, seller
    from (${narrowed}) as narrowed left join held using (item_id) left join carts using (item_id) order by ${order}`
  const snapshot = await openSnapshot(db, context.gone)
  try {
    const [count] = await snapshot.query<{ rows: number }>(
      sql`select count(*)::int as rows from (${narrowed}) as counted`,
    )
    const content = await csvStream(snapshot, rows, {
      header,
      cells: ({ item_name, item_code, karat, net_grams, price, reckoned, floor, state, held_by, seller }) => {
        const problem = nameRepriceProblem(state as RepriceState)
        const isReckoned = problem !== 'Not reckoned'
        const figures = [net_grams!, price!, isReckoned ? reckoned! : '', floor!].map((figure) =>
          figure === '' ? '' : Number(figure),
        )
        return [item_name!, item_code!, karat!, ...figures, problem ?? '', held_by ?? '', seller ?? '']
      },
    })
    const { timeZone } = await readSettings(context.db)
    return new StreamedFile('text/csv', `repricing-${shopDay(timeZone, context.now)}.csv`, count!.rows, content)
  } catch (error) {
    await snapshot.close()
    throw error
  }
}
