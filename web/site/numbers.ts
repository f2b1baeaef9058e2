import type { Language } from '../../contract/languages.ts'

const locales = { en: 'en-US', tl: 'fil-PH', ja: 'ja-JP' }
// narrowSymbol, because some languages otherwise print 'PHP 1,234.50'.
const pesos = { style: 'currency', currency: 'PHP', currencyDisplay: 'narrowSymbol' } as const

type Numbers = Record<keyof typeof styles, (value: number) => string>

const styles = {
  whole: { maximumFractionDigits: 0 },
  /** `₱86,500`, with centavos only where there are some. */
  price: { ...pesos, trailingZeroDisplay: 'stripIfInteger' },
  /** `₱86,500.00` */
  exactPrice: pesos,
  /** A weight in grams to the milligram: `4.850` */
  grams: { minimumFractionDigits: 3, maximumFractionDigits: 3 },
} as const

const made = new Map<Language, Numbers>()

/** How figures are written in a language; made once, because making a format takes longer than a page of prices. */
export function numbersIn(language: Language): Numbers {
  const known = made.get(language)
  if (known) return known
  const formats = Object.entries(styles).map(([name, style]) => {
    const format = new Intl.NumberFormat(locales[language], style)
    return [name, (value: number) => format.format(value)]
  })
  const numbers = Object.fromEntries(formats) as Numbers
  made.set(language, numbers)
  return numbers
}
