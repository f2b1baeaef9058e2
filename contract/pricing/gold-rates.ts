import { karats } from '../catalogue/karats.ts'
import { answer, listQuery, pageOf } from '../shared/answers.ts'
import { endpoint } from '../shared/endpoint.ts'
import { ID, Moment, Money, optional } from '../shared/fields.ts'
import { z } from '../shared/zod.ts'

/** Pesos for one gram: more than 0, with at most 2 decimals. */
const PerGram = Money.max(9_999_999.99, 'A rate is at most ₱9,999,999.99').positive('A rate is more than ₱0.00')

/** A rate of one karat, which holds from its moment until the next one of the karat. Rates are never changed. */
export const GoldRate = z
  .object({
    goldRateID: ID,
    karat: z.enum(karats),
    sellPerGram: z.number(),
    buyPerGram: z.number(),
    fromAt: Moment,
    /** Where the shop has the rate from, such as a board of prices. */
    source: z.string().nullable(),
    /** The pesos for which the shop sold a gram before this rate; null for the first rate of its karat. */
    sellBefore: z.number().nullable(),
    createdByID: ID.nullable(),
    createdBy: z.object({ name: z.string() }).nullable(),
  })
  .meta({ id: 'GoldRate' })
export type GoldRateRow = z.input<typeof GoldRate>

/** A karat with its rate of this moment and the one in force when the day began; null before its first rate. */
export const CurrentRate = z
  .object({ karat: z.enum(karats), latest: GoldRate.nullable(), yesterday: GoldRate.nullable() })
  .meta({ id: 'CurrentGoldRate' })
export type CurrentRateRow = z.input<typeof CurrentRate>

/** A rate of one karat to enter. */
export const GoldRateInput = z
  .object({
    karat: z.enum(karats),
    sellPerGram: PerGram,
    buyPerGram: PerGram,
    /** The key of the karat's latest rate that the caller has seen; null if it had none. */
    latestID: ID.nullable(),
    /** Whether somebody has confirmed a rate that differs a lot from the latest. */
    confirmed: z.boolean().optional(),
  })
  .refine(({ sellPerGram, buyPerGram }) => buyPerGram <= sellPerGram, {
    path: ['buyPerGram'],
    error: 'The shop would buy a gram for more than it sells it for',
  })

export const GoldRatesInput = z.object({
  rates: z
    .array(GoldRateInput)
    .min(1, 'Enter a rate')
    .max(karats.length)
    .refine((rates) => new Set(rates.map(({ karat }) => karat)).size === rates.length, 'A karat stands here twice'),
  source: optional(120),
})

/** The period of a history at most, in days. */
const historyDays = 3660

/** The rates of a karat during a period. The first one may have begun before it. */
export const GoldRateHistory = z
  .object({
    karat: z.enum(karats),
    from: Moment,
    to: Moment,
    rates: z.array(z.object({ fromAt: Moment, sellPerGram: z.number(), buyPerGram: z.number() })),
  })
  .meta({ id: 'GoldRateHistory' })

const path = '/api/v1/gold-rates'

export const goldRates = {
  list: endpoint({
    method: 'GET',
    path,
    summary: 'Lists the gold rates that were entered',
    access: 'gold_rates.read',
    about: ['goldRate'],
    query: listQuery(['goldRateID', 'fromAt', 'karat', 'sellPerGram', 'buyPerGram', 'createdByName', 'source'], {
      karat: z.enum(karats).optional(),
    }),
    returns: pageOf(GoldRate),
  }),
  current: endpoint({
    method: 'GET',
    path: `${path}/current`,
    summary: 'Returns the rate of each karat now and when the day began',
    access: 'gold_rates.read',
    about: ['goldRate'],
    returns: answer(z.array(CurrentRate)),
  }),
  history: endpoint({
    method: 'GET',
    path: `${path}/history`,
    summary: 'Returns the rates of a karat during the last days',
    access: 'gold_rates.read',
    about: ['goldRate'],
    query: z.strictObject({
      karat: z.enum(karats),
      days: z.coerce.number().int().min(1).max(historyDays).default(90),
    }),
    returns: answer(GoldRateHistory),
  }),
  create: endpoint({
    method: 'POST',
    path,
    summary: 'Enters rates, which hold from now on',
    access: 'gold_rates.write',
    body: GoldRatesInput,
    returns: answer(z.array(CurrentRate)),
    status: 201,
  }),
}
