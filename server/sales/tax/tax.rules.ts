import { computeLineNets } from '../../../contract/sales/refunds.ts'
import { formatDay } from '../../../contract/shared/dates.ts'
import { computeLineTotal, fromCentavos, toCentavos } from '../../../contract/shared/money.ts'
import type { z } from '../../../contract/shared/zod.ts'
import {
  hasNoPercent,
  type TaxCountryCode,
  taxCountries,
  type TaxKind,
  taxKindNames,
} from '../../../contract/tax/tax-countries.ts'
import { computeTaxes, findRateInForce, splitTaxed } from '../../../contract/tax/tax-rules.ts'
import type { TaxSettingsInput } from '../../../contract/tax/taxes.ts'
import { AppError } from '../../kernel/errors.ts'
import { shopDay } from '../../kernel/shop-days.ts'

// The rules of tax, without database access. Amounts are pesos unless a name says centavos.

type Rate = {
  taxRateID: number
  kind: TaxKind
  percent: number
  fromDate: string
  untilDate: string | null
}

/** The shop's tax settings, with the rates of its country. */
export type TaxFacts = {
  taxCountry: TaxCountryCode | null
  taxRegistered: boolean
  taxFrom: string | null
  taxRates: readonly Rate[]
}

/** The tax of one line, or of the shipping fee (`line` is null). `line` is the line's place in the sale. */
export type ComputedTax = { line: number | null; taxRateID: number; amount: number; base: number; tax: number }

type Taxable = {
  lines: readonly { lineTotal: number; taxClass: TaxKind }[]
  discount: number
  shippingFee: number
}

/**
 * Returns the taxes of a sale that is completed on this day; none while the shop has no tax. The shipping fee is taxed
 * at the standard rate. Throws 422 when a line's kind of tax has no rate on that day.
 */
export function computeSaleTaxes(facts: TaxFacts, day: string, { lines, discount, shippingFee }: Taxable) {
  const { taxCountry, taxRegistered, taxFrom, taxRates } = facts
  if (taxCountry === null || !taxRegistered || taxFrom === null || day < taxFrom) return []
  const nets = computeLineNets(lines, discount)
  const parts = lines.map(({ taxClass }, n) => toPart(taxRates, taxClass, day, { line: n, amount: nets[n]! }))
  if (shippingFee > 0) parts.push(toPart(taxRates, 'standard', day, { line: null, amount: toCentavos(shippingFee) }))
  const taxes = computeTaxes(taxCountries[taxCountry].rounding, parts)
  return parts.map(({ line, taxRateID, amount }, n) => ({ line, taxRateID, ...splitTaxed(amount, taxes[n]!) }))
}

type NewSale = {
  lines: readonly { price: number; orderQty: number; taxClass: TaxKind }[]
  figures: { discount: number; shippingFee: number }
}

/** Returns the taxes of a new sale that is completed immediately, with its day in the shop's time zone. */
export function computeNewSaleTaxes(facts: TaxFacts & { timeZone: string }, now: Date, { lines, figures }: NewSale) {
  const day = shopDay(facts.timeZone, now)
  const taxable = lines.map(({ taxClass, price, orderQty }) => ({
    taxClass,
    lineTotal: fromCentavos(computeLineTotal(price, orderQty)),
  }))
  return { day, entries: computeSaleTaxes(facts, day, { ...figures, lines: taxable }) }
}

function toPart(rates: readonly Rate[], kind: TaxKind, day: string, part: { line: number | null; amount: number }) {
  const rate = findRateInForce(rates, kind, day)
  if (!rate)
    throw new AppError(
      'tax.rate_missing',
      `No ${taxKindNames[kind].toLowerCase()} tax rate is in force on ${formatDay(day)}: an administrator adds it in Settings`,
      part.line === null ? { field: 'shippingFee' } : { field: `items.${part.line}.itemID` },
    )
  return { ...part, taxRateID: rate.taxRateID, percent: rate.percent }
}

type Settings = z.output<typeof TaxSettingsInput>

/** Returns the settings with a trimmed number. Throws 400 or 422 for a registration that is not complete. */
export function checkTaxSettings({ taxCountry, taxRegistered, taxNumber = null, taxFrom = null }: Settings) {
  if (taxCountry === null && taxRegistered)
    throw new AppError('tax.country_missing', 'Choose the country of the tax first', { field: 'taxCountry' })
  if (taxCountry === null) return { taxCountry, taxRegistered, taxNumber: null, taxFrom: null }
  const { label, shape, example } = taxCountries[taxCountry].number
  if (taxRegistered && taxNumber === null)
    throw new AppError('tax.number_missing', `Enter the ${label}, like ${example}`, { field: 'taxNumber' })
  if (taxNumber !== null && !shape.test(taxNumber))
    throw new AppError('tax.number_invalid', `${taxNumber} is not a ${label}: enter one like ${example}`, {
      field: 'taxNumber',
    })
  if (taxRegistered && taxFrom === null)
    throw new AppError('tax.from_missing', 'Enter the first day on which sales record tax', { field: 'taxFrom' })
  return { taxCountry, taxRegistered, taxNumber, taxFrom }
}

/** Throws 400 for a zero-rated or exempt rate with a percentage. */
export function assertPercentFits({ kind, percent }: { kind: TaxKind; percent: number }) {
  if (hasNoPercent(kind) && percent !== 0)
    throw new AppError('tax.percent_not_zero', `A rate of the kind ${taxKindNames[kind]} has 0 %`, { field: 'percent' })
}

/** Throws 400 for a last day before the first one, and 422 when a sale used the rate after that day. */
export function assertEndFits(fromDate: string, untilDate: string | null, lastUse: string | null) {
  if (untilDate === null) return
  if (untilDate < fromDate)
    throw new AppError('tax.until_too_early', `This rate begins on ${formatDay(fromDate)}: it cannot end before`, {
      field: 'untilDate',
    })
  if (lastUse !== null && untilDate < lastUse)
    throw new AppError(
      'tax.rate_used_later',
      `A sale used this rate on ${formatDay(lastUse)}: it can end on that day or later`,
      { field: 'untilDate' },
    )
}
