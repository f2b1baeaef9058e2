import { formatPeso, fromCentavos, toCentavos } from '../shared/money.ts'
import { formatNumber } from '../shared/numbers.ts'
import { hasNoPercent, taxCountries, type TaxCountryCode, type TaxKind } from './tax-countries.ts'
import { computeRefundTaxes } from './tax-rules.ts'

// The words about tax on papers and screens.

/** A recorded tax, as a sale returns it. */
export type RecordedTax = {
  refundID: number | null
  taxRateID: number
  rateName: string
  kind: TaxKind
  percent: number
  amount: number
  base: number
  tax: number
}

/** Adds up the taxes of a sale, or of one of its refunds, by rate. Standard comes first. */
export function sumTaxes<T extends RecordedTax>(taxes: readonly T[], refundID: number | null = null) {
  const own = taxes.filter((entry) => entry.refundID === refundID)
  const sum = (entries: readonly T[], field: 'amount' | 'base' | 'tax') =>
    fromCentavos(entries.reduce((total, entry) => total + toCentavos(entry[field]), 0))
  return [...Map.groupBy(own, ({ taxRateID }) => taxRateID).values()]
    .map((same) => ({
      ...same[0]!,
      amount: sum(same, 'amount'),
      base: sum(same, 'base'),
      tax: sum(same, 'tax'),
    }))
    .toSorted((a, b) => b.percent - a.percent || a.taxRateID - b.taxRateID)
}

/** Adds up, by rate, the tax that goes back with these parts of a sale. All amounts are positive. */
export function sumReturnedTaxes(
  taxes: readonly (RecordedTax & { salesItemID: number | null })[],
  parts: readonly { salesItemID: number; amount: number }[],
) {
  const returned = computeRefundTaxes(
    taxes,
    parts.filter(({ amount }) => amount > 0),
  )
  return sumTaxes(
    returned.map(({ taxRateID, amount, base, tax }) => ({
      ...taxes.find((one) => one.taxRateID === taxRateID)!,
      refundID: null,
      amount: 0 - amount,
      base: 0 - base,
      tax: 0 - tax,
    })),
  )
}

/** Describes the tax within an amount: 'incl. VAT 12 % ₱120.00'. An exempt or zero-rated amount is named itself. */
export const describeTax = (sum: Pick<RecordedTax, 'rateName' | 'kind' | 'percent' | 'amount' | 'tax'>) =>
  hasNoPercent(sum.kind)
    ? `${describeRate(sum)} ${formatPeso(sum.amount)}`
    : `incl. ${describeRate(sum)} ${formatPeso(sum.tax)}`

/** Names a rate: 'VAT 12 %'. Zero-rated and exempt sales have only their name. */
export const describeRate = ({ rateName, kind, percent }: Pick<RecordedTax, 'rateName' | 'kind' | 'percent'>) =>
  hasNoPercent(kind) ? rateName : `${rateName} ${formatNumber(percent, 0, 2)} %`

type TaxStanding = { taxCountry: TaxCountryCode | null; taxRegistered: boolean; taxNumber: string | null }

/** Returns the small print about the shop's registration on any paper; nothing for a shop without tax. */
export function listRegistrationNotes({ taxCountry, taxRegistered, taxNumber }: TaxStanding): string[] {
  if (taxCountry === null) return []
  const { number, notRegistered } = taxCountries[taxCountry]
  return [taxRegistered ? `${number.label} ${taxNumber}` : notRegistered]
}

/** Returns the small print about tax on a sale's papers; nothing for a shop without tax. */
export function listTaxNotes(standing: TaxStanding, { taxes }: { taxes: readonly unknown[] }): string[] {
  const { taxCountry, taxRegistered } = standing
  const isUnrecorded = taxCountry !== null && taxRegistered && taxes.length === 0
  return [...listRegistrationNotes(standing), ...(isUnrecorded ? [taxCountries[taxCountry].notRecorded] : [])]
}
