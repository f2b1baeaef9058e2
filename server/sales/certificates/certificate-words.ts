import { japaneseTerms } from '../../../contract/catalogue/terms-ja.ts'
import { tagalogTerms } from '../../../contract/catalogue/terms-tl.ts'
import type { Language } from '../../../contract/shared/languages.ts'

/** The texts of a certificate's paper alone, in one language. */
type CertificateWords = {
  title: string
  /** What the shop declares, of a piece with gold and of one without. */
  statement: string
  statementWithoutGold: string
  /** The line below the signature. */
  signer: (person: string, shop: string) => string
  noValuation: string
  checkIt: string
  dayAndPlace: (day: string, place: string) => string
}

export const certificateWords: Record<Language, CertificateWords> = {
  en: {
    title: 'Certificate of authenticity',
    statement: 'We weighed and tested this piece ourselves. It is of the karat, weight and stones stated here.',
    statementWithoutGold: 'We weighed and examined this piece ourselves. It is as it is stated here.',
    signer: (person, shop) => `${person}, for ${shop}`,
    noValuation: 'It names neither price nor owner and is not a valuation for insurance.',
    checkIt: 'Check it',
    dayAndPlace: (day, place) => `${day}, ${place}`,
  },
  tl: {
    title: 'Sertipiko ng pagiging tunay',
    statement:
      'Tinimbang at sinuri namin mismo ang piyesang ito. Totoo ang karat, timbang at mga batong nakasulat dito.',
    statementWithoutGold: 'Tinimbang at sinuri namin mismo ang piyesang ito. Totoo ang lahat ng nakasulat dito.',
    signer: (person, shop) => `${person}, para sa ${shop}`,
    noValuation: 'Walang nakasaad na presyo o may-ari. Hindi ito pagtatasa para sa seguro.',
    checkIt: 'Suriin',
    dayAndPlace: (day, place) => `${day}, ${place}`,
  },
  ja: {
    title: '品質証明書',
    statement: '当店で計量と検査を行い、品位・重量・石が上記のとおりであることを証明いたします。',
    statementWithoutGold: '当店で計量と検査を行い、上記のとおりであることを証明いたします。',
    signer: (person, shop) => `${shop}　${person}`,
    noValuation: '価格および所有者を示すものではなく、保険の評価書ではありません。',
    checkIt: '真正の確認',
    dayAndPlace: (day, place) => `${day}　${place}`,
  },
}

const terms: Record<Language, Record<string, string>> = { en: {}, tl: tagalogTerms, ja: japaneseTerms }

/** Returns a metal or a stone in a language; the shop's own word if there is no translation. */
export const translateTerm = (text: string, language: Language): string => terms[language][text.toLowerCase()] ?? text
