import { and, eq, type SQL, sql } from 'drizzle-orm'

import { type Karat, karats } from '../../../contract/catalogue/karats.ts'
import { refusedAfterHours } from '../../../contract/pricing/rate-rules.ts'
import type { RepriceFilters, RepriceState, repricings } from '../../../contract/pricing/repricing.ts'
import type { Received } from '../../../contract/shared/endpoint.ts'
import type { z } from '../../../contract/shared/zod.ts'
import { item } from '../../db/schema/catalogue.ts'
import type { Db, Tx } from '../../kernel/database.ts'
import { commonCondition, searchCondition } from '../../resource/list.ts'
import { findRates } from '../rates/rates.queries.ts'
import { cartLines, listHeldSales, readRowDetails } from './row-details.queries.ts'

type Filters = z.output<typeof RepriceFilters>

/** The largest price that a column holds. */
const largestPrice = sql.raw('999999999999.99')

/** The states in which nobody has to decide about a price, and those in which somebody has to. */
const isReady = sql`state = 'ready'`
const isSame = sql`state = 'same'`
const isUndecided = sql`state not in ('ready', 'same')`

/**
 * Selects each item by the rate with its present price, the price by the latest rate, and what is known about it. The
 * function of the database reckons, so that a batch of any size is one statement.
 */
export const reckonedRows = (now: Date, where: SQL | undefined) => sql`
  select item.item_id, item.item_code, item.item_name, item.karat, item.net_grams, item.item_price_id, item.price,
    p.markup_basis, p.making_per_gram, p.making_per_piece, p.stones, p.round_to,
    p.gold_rate_id as old_rate_id, p.sell_per_gram as old_rate, r.gold_rate_id, r.sell_per_gram, r.from_at,
    reckoned, gold_floor, cost_floor,
    case
      when reckoned = item.price then 'same'
      when r.from_at < ${now.toISOString()}::timestamptz - make_interval(hours => ${sql.raw(String(refusedAfterHours))})
        then 'rate_old'
      when reckoned > ${largestPrice} then 'too_large'
      when reckoned < greatest(gold_floor, cost_floor) then 'below_floor'
      else 'ready'
    end as state
  from item
    join item_price p on p.item_price_id = item.item_price_id
    join (select distinct on (karat) * from gold_rate order by karat, from_at desc) r on r.karat = item.karat
    cross join (select least_margin from shop_setting) s,
    lateral (select
      reckon_price(item.net_grams, r.sell_per_gram, p.markup_basis, p.making_per_gram, p.making_per_piece, p.stones,
        p.round_to) as reckoned,
      ceil(item.net_grams * r.buy_per_gram * 100) * 0.01 as gold_floor,
      ceil(item.average_cost * (100 + s.least_margin)) * 0.01 as cost_floor) f
  ${where === undefined ? sql`` : sql`where ${where}`}`

/** The condition of the filters that narrow the items. */
const itemCondition = ({ search, karat, categoryID }: Omit<Filters, 'change'>) =>
  and(
    searchCondition(search, [item.itemCode, item.itemName, item.barcode]),
    karat && eq(item.karat, karat),
    categoryID === undefined ? undefined : eq(item.categoryID, categoryID),
  )

/** The condition of the filter by what changes. */
const changeCondition = ({ change }: Filters): SQL => {
  if (change === 'decide') return isUndecided
  if (change === 'same') return isSame
  if (change === 'up') return sql`${isReady} and reckoned > price`
  return change === 'down' ? sql`${isReady} and reckoned < price` : sql`true`
}

const bySize = (direction: SQL) => sql`abs(reckoned - price) ${direction}, item_id`
const orders = {
  '-difference': bySize(sql`desc`),
  difference: bySize(sql`asc`),
  itemCode: sql`lower(item_code)`,
  '-itemCode': sql`lower(item_code) desc`,
  itemID: sql`item_id`,
  '-itemID': sql`item_id desc`,
}

/** A row as the database returns it. Numbers are numbers, moments are text. */
type PageRow = {
  itemID: number
  itemCode: string
  itemName: string
  karat: Karat
  netGrams: number
  itemPriceID: number
  price: number
  reckoned: number
  goldFloor: number
  costFloor: number | null
  state: RepriceState
  markupBasis: number
  makingPerGram: number
  makingPerPiece: number
  stones: number
  roundTo: 10 | 50
  oldRateID: number
  oldSellPerGram: number
  goldRateID: number
  sellPerGram: number
  fromAt: string
  total: number
}

/** Selects the items by the rate that the filters leave, with the order of the list. */
export async function narrowReckoned(db: Db | Tx, query: Received<typeof repricings.preview>['query'], now: Date) {
  const ofItems = and(itemCondition(query), await commonCondition(db, query, item))
  return {
    narrowed: sql`select * from (${reckonedRows(now, ofItems)}) as reckoned_row where ${changeCondition(query)}`,
    order: sql`case when ${isReady} then 1 when ${isSame} then 2 else 0 end, ${orders[query.sort]}`,
  }
}

/** Returns one page of the items by the rate: those to decide about, then the others by the size of the difference. */
export async function listReckoned(db: Db | Tx, query: Received<typeof repricings.preview>['query'], now: Date) {
  const { page, pageSize } = query
  const { narrowed, order } = await narrowReckoned(db, query, now)
  const { rows } = await db.execute<PageRow>(sql`
    select item_id as "itemID", item_code as "itemCode", item_name as "itemName", karat, net_grams::float8 as "netGrams",
      item_price_id as "itemPriceID", price::float8 as price, reckoned::float8 as reckoned,
      gold_floor::float8 as "goldFloor", cost_floor::float8 as "costFloor", state, markup_basis as "markupBasis",
      making_per_gram::float8 as "makingPerGram", making_per_piece::float8 as "makingPerPiece", stones::float8 as stones,
      round_to as "roundTo", old_rate_id as "oldRateID", old_rate::float8 as "oldSellPerGram",
      gold_rate_id as "goldRateID", sell_per_gram::float8 as "sellPerGram", from_at::text as "fromAt",
      (count(*) over ())::int as total
    from (${narrowed}) as narrowed
    order by ${order}
    limit ${pageSize} offset ${(page - 1) * pageSize}`)
  const details = await readRowDetails(
    db,
    rows.map(({ itemID }) => itemID),
    rows.map(({ oldRateID }) => oldRateID),
  )
  // A page behind the last one has no row that knows the total.
  const total = rows[0]?.total ?? (page === 1 ? 0 : await countReckoned(db, narrowed))
  return { success: true as const, data: rows.map((row) => describeRow(row, details)), meta: { page, pageSize, total } }
}

const countReckoned = async (db: Db | Tx, narrowed: SQL) =>
  (await db.execute<{ total: number }>(sql`select count(*)::int as total from (${narrowed}) as counted`)).rows[0]!.total

function describeRow(found: PageRow, { shown, rateMoments }: Awaited<ReturnType<typeof readRowDetails>>) {
  const { reckoned, markupBasis, oldRateID, oldSellPerGram, goldRateID, sellPerGram, fromAt, total: _, ...row } = found
  const isReckoned = row.state !== 'rate_old' && row.state !== 'too_large'
  return {
    ...row,
    ...shown.get(row.itemID)!,
    newPrice: isReckoned ? reckoned : null,
    markup: markupBasis / 100,
    oldRate: { goldRateID: oldRateID, sellPerGram: oldSellPerGram, fromAt: rateMoments.get(oldRateID)! },
    newRate: { goldRateID, sellPerGram, fromAt: new Date(fromAt) },
  }
}

type Sums = {
  items: number
  fixed: number
  up: number
  down: number
  same: number
  belowFloor: number
  notReckoned: number
  held: number
  stockValue: number
  stockDifference: number
  ready: number[]
}

/** Sums up the rows that the filters leave, and names the prices that can be replaced. */
export async function sumUpReckoned(db: Db | Tx, query: Filters, now: Date) {
  const [{ rows }, rates] = await Promise.all([
    db.execute<Sums>(sql`
      with held as materialized (select item_id from (${listHeldSales}) h union select item_id from (${cartLines}) k),
        stock as (select item_id, sum(quantity) as quantity from inventory
          join inventory_type t using (inventory_type_id) where t.sellable and t.status group by item_id)
      select count(*)::int as items,
        (select count(*)::int from item where item_price_id is null) as fixed,
        (count(*) filter (where ${isReady} and reckoned > price))::int as up,
        (count(*) filter (where ${isReady} and reckoned < price))::int as down,
        (count(*) filter (where ${isSame}))::int as same,
        (count(*) filter (where state = 'below_floor'))::int as "belowFloor",
        (count(*) filter (where state in ('rate_old', 'too_large')))::int as "notReckoned",
        (count(*) filter (where item_id in (select item_id from held)))::int as held,
        coalesce(sum(round(quantity * reckoned, 2)) filter (where ${isReady}), 0)::float8 as "stockValue",
        coalesce(sum(round(quantity * (reckoned - price), 2)) filter (where ${isReady}), 0)::float8 as "stockDifference",
        coalesce(array_agg(item_price_id) filter (where ${isReady}), '{}') as ready
      from (${reckonedRows(now, itemCondition(query))}) as reckoned_row left join stock using (item_id)
      where ${changeCondition(query)}`),
    findRates(db),
  ])
  const used = karats.flatMap((karat) => {
    const rate = rates.get(karat)
    return rate ? [{ karat, goldRateID: rate.goldRateID, sellPerGram: rate.sellPerGram, fromAt: rate.fromAt }] : []
  })
  return { ...rows[0]!, rates: used, reckonedAt: now }
}
