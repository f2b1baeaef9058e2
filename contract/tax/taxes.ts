import { answer } from '../shared/answers.ts'
import { endpoint } from '../shared/endpoint.ts'
import { Day, DayOnly, ID, LastRead, Moment, optional, required, Stamps } from '../shared/fields.ts'
import { z } from '../shared/zod.ts'
import { taxCountryCodes, taxKinds } from './tax-countries.ts'

/** A percentage from 0 to 100 with at most two decimals. */
const Percent = z
  .number({ error: 'A tax rate is a number from 0 to 100 %' })
  .min(0, 'A tax rate is at least 0 %')
  .max(100, 'A tax rate is at most 100 %')
  .refine((percent) => Math.round(percent * 100) / 100 === percent, 'A tax rate has at most 2 decimals')

export const TaxSettingsInput = z.object({
  /** The country whose taxes the shop charges; null for a shop without tax. */
  taxCountry: z.enum(taxCountryCodes).nullable(),
  /** Whether the shop is registered for the tax. Only then do its sales record tax. */
  taxRegistered: z.boolean(),
  /** The registration number: a TIN, or T and 13 digits. */
  taxNumber: optional(30),
  /** The first day on which completed sales record tax. */
  taxFrom: DayOnly.nullish(),
})

export const TaxRateInput = z.object({
  rateName: required(60),
  code: required(12),
  kind: z.enum(taxKinds),
  percent: Percent,
  /** The first day of the rate. It replaces the rate of the same kind that was in force before. */
  fromDate: DayOnly,
})

/** The last day of a rate; null for a rate without an end. */
export const TaxRateEnd = z.object({ untilDate: DayOnly.nullable() })

export const TaxRate = z
  .object({
    taxRateID: ID,
    country: z.enum(taxCountryCodes),
    rateName: z.string(),
    code: z.string(),
    kind: z.enum(taxKinds),
    percent: z.number(),
    fromDate: Day,
    untilDate: Day.nullable(),
    /** Whether a sale has used the rate. A used rate stays. */
    used: z.boolean(),
    ...Stamps,
  })
  .meta({ id: 'TaxRate' })
export type TaxRateRow = z.input<typeof TaxRate>

export const Tax = z
  .object({
    taxCountry: z.enum(taxCountryCodes).nullable(),
    taxRegistered: z.boolean(),
    taxNumber: z.string().nullable(),
    taxFrom: Day.nullable(),
    /** The rates of every country that the shop has ever chosen, the latest of each kind first. */
    rates: z.array(TaxRate),
    updatedAt: Moment,
  })
  .meta({ id: 'Tax' })
export type TaxRow = z.input<typeof Tax>

/** A recorded tax: of a line of a sale, of its shipping fee, or of a line's refund. Amounts of a refund are negative. */
export const SaleTax = z
  .object({
    taxEntryID: ID,
    /** The line; null for the shipping fee. */
    salesItemID: ID.nullable(),
    /** The refund; null for the sale itself. */
    refundID: ID.nullable(),
    taxRateID: ID,
    rateName: z.string(),
    kind: z.enum(taxKinds),
    percent: z.number(),
    /** The amount with tax, which is the base plus the tax. */
    amount: z.number(),
    base: z.number(),
    tax: z.number(),
  })
  .meta({ id: 'SaleTax' })

const path = '/api/v1/tax'

export const taxes = {
  get: endpoint({
    method: 'GET',
    path,
    summary: 'Returns the shop’s tax settings and rates',
    access: 'sales.read',
    about: ['tax', 'taxRate'],
    returns: answer(Tax),
  }),
  update: endpoint({
    method: 'PUT',
    path,
    summary: 'Chooses the country whose taxes the shop charges, and its registration',
    access: 'tax.write',
    body: TaxSettingsInput.extend(LastRead),
    returns: answer(Tax),
  }),
  addRate: endpoint({
    method: 'POST',
    path: `${path}/rates`,
    summary: 'Adds a tax rate to the chosen country',
    access: 'tax.write',
    body: TaxRateInput,
    returns: answer(Tax),
    status: 201,
  }),
  endRate: endpoint({
    method: 'PUT',
    path: `${path}/rates/:id`,
    summary: 'Sets or removes the last day of a tax rate',
    access: 'tax.write',
    body: TaxRateEnd.extend(LastRead),
    returns: answer(Tax),
  }),
  removeRate: endpoint({
    method: 'DELETE',
    path: `${path}/rates/:id`,
    summary: 'Removes a tax rate that no sale has used',
    access: 'tax.write',
    returns: answer(Tax),
  }),
}
