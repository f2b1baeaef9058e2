import { goldShownChoices } from '../pricing/days-gold.ts'
import { answer } from '../shared/answers.ts'
import { endpoint } from '../shared/endpoint.ts'
import { DayOnly, ID, LastRead, Money } from '../shared/fields.ts'
import { z } from '../shared/zod.ts'
import { leastDepositUnits, Settings } from './settings.ts'

// Every screen reads the settings, and one screen changes them. So the changes are apart, and the first screen is light.

/** Returns the IANA names of the world's time zones, sorted. */
export const listTimeZones = () => [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC'])].toSorted()

/** An IANA time zone name in any case. Offsets are refused, because they ignore daylight saving time. */
const TimeZone = z
  .string()
  .trim()
  .min(1)
  .transform((text) => findZoneName(text) ?? text)
  .refine((name) => findZoneName(name) !== null, 'Choose a time zone like Asia/Tokyo')

/** Returns a zone's name in its usual spelling; null for an unknown zone. It accepts older names of zones too. */
function findZoneName(text: string): string | null {
  const listed = listTimeZones().find((name) => name.toLowerCase() === text.toLowerCase())
  if (listed !== undefined) return listed
  if (!/^[A-Za-z]+(\/[A-Za-z0-9_+-]+)+$/.test(text)) return null
  try {
    new Intl.DateTimeFormat('en', { timeZone: text }).format()
    return text
  } catch {
    return null
  }
}

export const SettingsInput = z.object({
  timeZone: TimeZone,
  defaultLocationID: ID,
  holdDays: z.int().min(1).max(365),
  /** The paid amount from which a sale keeps its goods until it is closed. 0 means any payment. */
  leastDeposit: Money.optional(),
  leastDepositUnit: z.enum(leastDepositUnits).optional(),
  /** The months after which unused store credit expires. Null means never. */
  creditMonths: z.int().min(1).max(120).nullish(),
  /** Percent on an item's cost below which a sale needs a Manager. Null means no such floor. */
  leastMargin: z
    .number()
    .min(0)
    .max(1000)
    .refine((percent) => Math.round(percent * 100) / 100 === percent, 'A margin has at most 2 decimals')
    .nullish(),
  /** The pesos of a trade-in from which the shop notes who saw a document of identity. Null means never. */
  identityFrom: Money.nullish(),
  /** How many claims may wait behind the winner of a piece in a new live. */
  liveLineLength: z.int().min(0).max(3).optional(),
})

/** Whether costs, suppliers' prices and profits are hidden from Staff. */
export const CostHiding = z.object({ hideCosts: z.boolean() })

/** The parts of a price that visitors see: nothing, the gold at the rate of the day, or the gold and the work. */
export const GoldShowing = z.object({
  goldShown: z.enum(goldShownChoices),
  /** Whether papers show how a price by the gold rate came about. */
  ratesOnPapers: z.boolean().optional(),
})

/** The days for which the least deposit keeps the prices by the rate of a sale. Null means without a last day. */
export const PriceKeeping = z.object({ priceKeptDays: z.int().min(1).max(365).nullable() })

/** The amount from which another person approves a payment proof, and the days for which its pictures are kept. */
export const ProofKeeping = z.object({
  /** The pesos of a proof from which the maker of the sale may not approve it. Null means never. */
  secondPersonFrom: Money.nullable(),
  /** The days after a decision for which pictures are kept. New pictures are compared with those of ninety days. */
  proofFileDays: z.int().min(90).max(3650),
})

/** The largest cash out of a drawer without a Manager, in pesos. */
export const CashOutLimiting = z.object({ cashOutLimit: Money })

/** Whether administrators get a message each day without a young backup. */
export const BackupReminding = z.object({ remindOfBackups: z.boolean() })

/** The last day of the closed books, in the shop's time zone; null opens all days. */
export const BooksClosing = z.object({ closedUntil: DayOnly.nullable() })

export const settingsChanges = {
  update: endpoint({
    method: 'PUT',
    path: '/api/v1/settings',
    summary: 'Changes the shop’s settings',
    access: 'settings.write',
    body: SettingsInput.extend(LastRead),
    returns: answer(Settings),
  }),
  closeBooks: endpoint({
    method: 'PUT',
    path: '/api/v1/settings/closed-until',
    summary: 'Closes the books until a past day, moves that day back, or opens all days',
    access: 'books.close',
    body: BooksClosing.extend(LastRead),
    returns: answer(Settings),
  }),
  hideCosts: endpoint({
    method: 'PUT',
    path: '/api/v1/settings/hide-costs',
    summary: 'Hides costs, suppliers’ prices and profits from Staff, or shows them',
    access: 'costs.hide',
    body: CostHiding.extend(LastRead),
    returns: answer(Settings),
  }),
  showGold: endpoint({
    method: 'PUT',
    path: '/api/v1/settings/gold-shown',
    summary: 'Chooses what visitors see of the gold in a price, and whether papers show the rate',
    access: 'gold.show',
    body: GoldShowing.extend(LastRead),
    returns: answer(Settings),
  }),
  keepPrices: endpoint({
    method: 'PUT',
    path: '/api/v1/settings/price-kept-days',
    summary: 'Sets for how many days the least deposit keeps the prices of a sale by the gold rate',
    access: 'gold.keep_prices',
    body: PriceKeeping.extend(LastRead),
    returns: answer(Settings),
  }),
  checkProofs: endpoint({
    method: 'PUT',
    path: '/api/v1/settings/payment-proofs',
    summary: 'Sets from which amount a second person approves a payment proof, and how long pictures are kept',
    access: 'proofs.set_up',
    body: ProofKeeping.extend(LastRead),
    returns: answer(Settings),
  }),
  limitCashOut: endpoint({
    method: 'PUT',
    path: '/api/v1/settings/cash-out',
    summary: 'Sets how much cash may go out of a drawer without a Manager',
    access: 'drawers.manage',
    body: CashOutLimiting.extend(LastRead),
    returns: answer(Settings),
  }),
  remindOfBackups: endpoint({
    method: 'PUT',
    path: '/api/v1/settings/backup-reminder',
    summary: 'Turns the messages about missing backups on or off',
    access: 'system.manage',
    body: BackupReminding.extend(LastRead),
    returns: answer(Settings),
  }),
}
