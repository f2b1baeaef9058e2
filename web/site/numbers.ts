import type { Language } from '../../contract/languages.ts'

const locales = { en: 'en-US', tl: 'fil-PH', ja: 'ja-JP' }
// narrowSymbol, because some languages otherwise print 'PHP 1,234.50'.
const pesos = { style: 'currency', currency: 'PHP', currencyDisplay: 'narrowSymbol' } as const

/** How figures are written in a language. */
export function numbersIn(language: Language) {
  const format = (options?: Intl.NumberFormatOptions) => {
    const made = new Intl.NumberFormat(locales[language], options)
    return (value: number) => made.format(value)
  }
  return {
    whole: format({ maximumFractionDigits: 0 }),
    /** `₱86,500`, with centavos only where there are some. */
    price: format({ ...pesos, trailingZeroDisplay: 'stripIfInteger' }),
    /** `₱86,500.00` */
    exactPrice: format(pesos),
    /** A weight in grams to the milligram: `4.850` */
    grams: format({ minimumFractionDigits: 3, maximumFractionDigits: 3 }),
  }
}
