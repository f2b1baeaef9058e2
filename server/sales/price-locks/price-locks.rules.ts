import {
  computeChoiceTotals,
  describeLapsedPrice,
  type LockedLine,
  sumLockedLines,
} from '../../../contract/pricing/price-lock-rules.ts'
import { describeRefusedRate, rateAge } from '../../../contract/pricing/rate-rules.ts'
import { computeBalance, computeNetPaid, type LeastDeposit, type Paid } from '../../../contract/sales/payments.ts'
import { addDays } from '../../../contract/shared/dates.ts'
import { toCentavos } from '../../../contract/shared/money.ts'
import { toThousandths } from '../../../contract/shared/quantities.ts'
import { AppError } from '../../kernel/errors.ts'
import { shopDay } from '../../kernel/shop-days.ts'
import { isDepositEnough } from '../payments/payments.rules.ts'
import type { StoredLockedLine } from './price-locks.queries.ts'

// The rules of prices that a deposit keeps until a day, without database access. Amounts are pesos.

/** The last day of a sale's prices by the rate, and the sum of their lines. Both are null for a sale without them. */
export type PriceLock = { priceKeptUntil: string | null; keptPrice: number | null }
const noLock: PriceLock = { priceKeptUntil: null, keptPrice: null }

/** Returns the lock of lines with this sum until a day. Without a sum or a day there is none. */
export const lockUntil = (priceKeptUntil: string | null, keptPrice: number | null): PriceLock =>
  priceKeptUntil === null || keptPrice === null ? noLock : { priceKeptUntil, keptPrice }

type LockFacts = LeastDeposit & { timeZone: string; priceKeptDays: number | null }

/** Returns the last day of a price that is kept from now on; null when prices are kept without a last day. */
export const findLastKeptDay = ({ timeZone, priceKeptDays }: Omit<LockFacts, keyof LeastDeposit>, now: Date) =>
  priceKeptDays === null ? null : addDays(shopDay(timeZone, now), priceKeptDays)

/**
 * Returns the lock of an open sale after a payment or a change. It begins when the least deposit is paid, and its day then
 * stays. It ends when a correction takes so much back that the deposit is too small. A day that is over stays while
 * something is paid: the decision about it cannot be avoided by a correction.
 */
export function renewPriceLock(
  facts: LockFacts,
  now: Date,
  before: (Paid & { priceKeptUntil: string | null }) | null,
  after: Paid & { totalPurchase: number; keptPrice: number | null },
): PriceLock {
  const isEnough = isDepositEnough(facts, after.totalPurchase, after)
  const day = before?.priceKeptUntil ?? null
  if (before === null || day === null)
    return isEnough ? lockUntil(findLastKeptDay(facts, now), after.keptPrice) : noLock
  const isLowered = computeNetPaid(after) < computeNetPaid(before)
  const isRunning = day >= shopDay(facts.timeZone, now)
  const ends = isRunning || computeNetPaid(after) === 0
  return isLowered && !isEnough && ends ? noLock : lockUntil(day, after.keptPrice)
}

/** A sale with a kept price whose last day may be over. */
type Kept = Paid & { totalPurchase: number; discount: number; shippingFee: number; priceKeptUntil: string | null }

/**
 * Returns what there is to decide about a sale whose kept price is over; null when today's price is the same. A sale that is
 * paid in full has its price.
 */
export function findPriceLapse(sale: Kept, lines: readonly StoredLockedLine[]) {
  const { priceKeptUntil } = sale
  const [first] = lines
  if (priceKeptUntil === null || !first || computeBalance(sale.totalPurchase, sale) === 0) return null
  const { timeZone, at } = first
  const refused = lines.find(({ rate }) => rate !== null && rateAge(rate.fromAt, at) === 'refused')?.rate
  const refusal = refused ? describeRefusedRate(refused.karat, refused.fromAt, at, timeZone) : null
  const isSame = lines.every(({ price, today }) => today === null || toCentavos(today) === toCentavos(price))
  if (isSame && refusal === null) return null
  const sums = { was: sumLockedLines(lines, 'keep'), today: sumLockedLines(lines, 'reprice') }
  const lapsed = { ...sums, keptUntil: priceKeptUntil, refusal }
  return {
    ...sums,
    totals: computeChoiceTotals(lines satisfies readonly LockedLine[], sale),
    sentence: describeLapsedPrice(lapsed, shopDay(timeZone, at)),
    refusal,
  }
}

type Lapsed = { priceLapse: { sentence: string } | null }

/** Throws 409 while a manager has to decide about the price of a sale. */
export function assertPriceDecided({ priceLapse }: Lapsed) {
  if (priceLapse !== null) throw new AppError('sale.price_lapsed', priceLapse.sentence)
}

/** Throws 409 for a payment that leaves nothing to pay, while a manager has to decide about the price. */
export function assertMayBePaid(sale: Lapsed, totalPurchase: number, paid: Paid) {
  if (computeBalance(totalPurchase, paid) === 0) assertPriceDecided(sale)
}

type SoldLine = { salesItemID: number; price: number; orderQty: number; itemPriceID: number | null }

/**
 * Throws 409 for a change of the lines by the rate, or for a total that is paid by now, while a manager has to decide about
 * the price. Other lines may be added, changed and removed.
 */
export function assertLockedLinesStay(
  before: Lapsed & Paid & { items: readonly SoldLine[] },
  lines: readonly { salesItemID: number | null; price: number; orderQty: number }[],
  totalPurchase: number,
) {
  assertMayBePaid(before, totalPurchase, before)
  for (const { salesItemID, price, orderQty, itemPriceID } of before.items) {
    if (itemPriceID === null) continue
    const after = lines.find((line) => line.salesItemID === salesItemID)
    const isSame =
      after &&
      toCentavos(after.price) === toCentavos(price) &&
      toThousandths(after.orderQty) === toThousandths(orderQty)
    if (!isSame) assertPriceDecided(before)
  }
}
