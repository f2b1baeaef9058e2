// The sets of taxes by country, as data. A shop chooses one set, or none.

/** The treatments of an item and of a rate. `reduced` is a lower rate than the standard one. */
export const taxKinds = ['standard', 'reduced', 'zero-rated', 'exempt'] as const
export type TaxKind = (typeof taxKinds)[number]

export const taxKindNames: Record<TaxKind, string> = {
  standard: 'Standard',
  reduced: 'Reduced',
  'zero-rated': 'Zero-rated',
  exempt: 'Exempt',
}

/** Whether a rate of this kind always has 0 %. */
export const hasNoPercent = (kind: TaxKind) => kind === 'zero-rated' || kind === 'exempt'

export const taxCountryCodes = ['PH', 'JP'] as const
export type TaxCountryCode = (typeof taxCountryCodes)[number]

type TaxCountry = {
  countryName: string
  /** The name of the tax on papers. */
  tax: string
  /**
   * How often a tax is rounded. `line`: for each line, half up. `rate`: once for each rate of a sale, down.
   */
  rounding: 'line' | 'rate'
  /** The registration number: its name on papers, its accepted shape, and an example. */
  number: { label: string; shape: RegExp; example: string }
  /** The small print on papers of a shop that is not registered. */
  notRegistered: string
  /** The small print on papers of a registered shop while a sale has no recorded tax. */
  notRecorded: string
  /** The rates that a shop starts with. */
  rates: readonly { rateName: string; code: string; kind: TaxKind; percent: number; fromDate: string }[]
}

export const taxCountries: Record<TaxCountryCode, TaxCountry> = {
  PH: {
    countryName: 'Philippines',
    tax: 'VAT',
    rounding: 'line',
    number: { label: 'VAT Registered TIN', shape: /^\d{3}-?\d{3}-?\d{3}(-?\d{3,5})?$/, example: '123-456-789-00000' },
    notRegistered: 'This is not an official receipt or a VAT invoice. It is not valid for claiming input tax.',
    notRecorded: 'No VAT is recorded for this sale. This is not a VAT invoice.',
    rates: [
      { rateName: 'VAT', code: 'VAT', kind: 'standard', percent: 12, fromDate: '2006-02-01' },
      { rateName: 'Zero-rated sale', code: 'ZERO', kind: 'zero-rated', percent: 0, fromDate: '2006-02-01' },
      { rateName: 'VAT-exempt sale', code: 'EXEMPT', kind: 'exempt', percent: 0, fromDate: '2006-02-01' },
    ],
  },
  JP: {
    countryName: 'Japan',
    tax: 'Consumption tax',
    rounding: 'rate',
    number: { label: 'Registration number', shape: /^T\d{13}$/, example: 'T1234567890123' },
    notRegistered: 'This is not a qualified invoice. The seller is not a registered issuer of qualified invoices.',
    notRecorded: 'No consumption tax is recorded for this sale. This is not a qualified invoice.',
    rates: [
      { rateName: 'Consumption tax', code: 'STD', kind: 'standard', percent: 10, fromDate: '2019-10-01' },
      { rateName: 'Consumption tax, reduced', code: 'RED', kind: 'reduced', percent: 8, fromDate: '2019-10-01' },
      { rateName: 'Tax-free sale', code: 'FREE', kind: 'zero-rated', percent: 0, fromDate: '2019-10-01' },
      { rateName: 'Exempt sale', code: 'EXEMPT', kind: 'exempt', percent: 0, fromDate: '2019-10-01' },
    ],
  },
}
