import { japaneseTerms } from '../../../contract/catalogue/terms-ja.ts'
import { tagalogTerms } from '../../../contract/catalogue/terms-tl.ts'
import type { Language } from '../../../contract/shared/languages.ts'

/** The texts of a certificate in one language. */
type CertificateWords = {
  title: string
  number: string
  gold: string
  metal: string
  weight: string
  stones: string
  size: string
  piece: string
  laboratory: string
  issued: string
  /** States the weight of a piece and of the gold in it. */
  ofWhichGold: (grams: string, gold: string) => string
  /** What the shop declares, of a piece with gold and of one without. */
  statement: string
  statementWithoutGold: string
  /** The line below the signature. */
  signer: (person: string, shop: string) => string
  noValuation: string
  checkIt: string
  dayAndPlace: (day: string, place: string) => string
  months: readonly string[] | null
}

const englishMonths = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]
const tagalogMonths = [
  'Enero',
  'Pebrero',
  'Marso',
  'Abril',
  'Mayo',
  'Hunyo',
  'Hulyo',
  'Agosto',
  'Setyembre',
  'Oktubre',
  'Nobyembre',
  'Disyembre',
]

export const certificateWords: Record<Language, CertificateWords> = {
  en: {
    title: 'Certificate of authenticity',
    number: 'Certificate',
    gold: 'Gold',
    metal: 'Metal',
    weight: 'Weight',
    stones: 'Stones',
    size: 'Size',
    piece: 'Piece',
    laboratory: 'Laboratory report',
    issued: 'Issued',
    ofWhichGold: (grams, gold) => `${grams}, of which gold ${gold}`,
    statement: 'We weighed and tested this piece ourselves. It is of the karat, weight and stones stated here.',
    statementWithoutGold: 'We weighed and examined this piece ourselves. It is as it is stated here.',
    signer: (person, shop) => `${person}, for ${shop}`,
    noValuation: 'It names neither price nor owner and is not a valuation for insurance.',
    checkIt: 'Check it',
    dayAndPlace: (day, place) => `${day}, ${place}`,
    months: englishMonths,
  },
  tl: {
    title: 'Sertipiko ng pagiging tunay',
    number: 'Sertipiko',
    gold: 'Ginto',
    metal: 'Metal',
    weight: 'Timbang',
    stones: 'Mga bato',
    size: 'Sukat',
    piece: 'Piyesa',
    laboratory: 'Laboratoryo',
    issued: 'Inilabas',
    ofWhichGold: (grams, gold) => `${grams}, ginto ${gold}`,
    statement:
      'Tinimbang at sinuri namin mismo ang piyesang ito. Totoo ang karat, timbang at mga batong nakasulat dito.',
    statementWithoutGold: 'Tinimbang at sinuri namin mismo ang piyesang ito. Totoo ang lahat ng nakasulat dito.',
    signer: (person, shop) => `${person}, para sa ${shop}`,
    noValuation: 'Walang nakasaad na presyo o may-ari. Hindi ito pagtatasa para sa seguro.',
    checkIt: 'Suriin',
    dayAndPlace: (day, place) => `${day}, ${place}`,
    months: tagalogMonths,
  },
  ja: {
    title: '品質証明書',
    number: '証明書番号',
    gold: '品位',
    metal: '金属',
    weight: '重量',
    stones: '石',
    size: 'サイズ',
    piece: '個体番号',
    laboratory: '鑑別書',
    issued: '発行',
    ofWhichGold: (grams, gold) => `${grams}（うち地金 ${gold}）`,
    statement: '当店で計量と検査を行い、品位・重量・石が上記のとおりであることを証明いたします。',
    statementWithoutGold: '当店で計量と検査を行い、上記のとおりであることを証明いたします。',
    signer: (person, shop) => `${shop}　${person}`,
    noValuation: '価格および所有者を示すものではなく、保険の評価書ではありません。',
    checkIt: '真正の確認',
    dayAndPlace: (day, place) => `${day}　${place}`,
    months: null,
  },
}

/** Writes a day out: `20 November 2026`, `20 Nobyembre 2026`, `2026年11月20日`. */
export function writeLongDay(date: string, language: Language): string {
  const [year, month, day] = date.split('-').map(Number)
  const { months } = certificateWords[language]
  return months ? `${day} ${months[month! - 1]} ${year}` : `${year}年${month}月${day}日`
}

const terms: Record<Language, Record<string, string>> = { en: {}, tl: tagalogTerms, ja: japaneseTerms }

/** Returns a metal or a stone in a language; the shop's own word if there is no translation. */
export const translateTerm = (text: string, language: Language): string => terms[language][text.toLowerCase()] ?? text
