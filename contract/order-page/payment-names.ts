import type { Language } from '../shared/languages.ts'

/** Translations of usual types of payment, by their names in lower case. The shop writes the names in English. */
const paymentNames: Record<Language, Partial<Record<string, string>>> = {
  en: {},
  tl: { card: 'Card', cash: 'Cash', 'bank transfer': 'Bank transfer', 'store credit': 'Credit sa tindahan' },
  ja: {
    card: 'カード',
    cash: '現金',
    'bank transfer': '銀行振込',
    'store credit': '店内クレジット',
    'trade-in': '下取り',
  },
}

/** Returns the name of a type of payment in a language, or undefined where only the shop's own name is known. */
export const findPaymentName = (name: string, language: Language): string | undefined =>
  paymentNames[language][name.toLowerCase()]
