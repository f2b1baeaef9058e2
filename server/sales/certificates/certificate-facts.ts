import { fineness } from '../../../contract/catalogue/karats.ts'
import type { Language } from '../../../contract/shared/languages.ts'
import { formatExactWeight } from '../../../contract/shared/quantities.ts'
import { certificateWords, translateTerm, writeLongDay } from './certificate-words.ts'
import type { StoredCertificate } from './certificates.queries.ts'

/** A fact with its label. `hallmark` stands before its value. */
export type Fact = { name: string; value: string; hallmark: readonly [string, string] | null }

/** Returns the name of a piece in a language; the shop's own without a translation. */
export const nameIn = (
  { itemName, tagalogName, japaneseName }: Pick<StoredCertificate, 'itemName' | 'tagalogName' | 'japaneseName'>,
  language: Language,
) => ({ en: itemName, tl: tagalogName ?? itemName, ja: japaneseName ?? itemName })[language]

/** Returns what a certificate states in the language of its page. Unknown facts are left out. */
export function listFacts(certificate: StoredCertificate & { language: Language }): { name: string; facts: Fact[] } {
  const { language, karat, metal, stone, size, pieceNumber, laboratoryReport, issuedOn, place } = certificate
  const words = certificateWords[language]
  const metalName = metal === null ? '' : translateTerm(metal, language)
  const known = (name: string, value: string | null, hallmark: Fact['hallmark'] = null): Fact[] =>
    value || hallmark ? [{ name, value: value ?? '', hallmark }] : []
  return {
    name: nameIn(certificate, language),
    facts: [
      ...known(
        karat === null ? words.metal : words.gold,
        metalName,
        karat === null ? null : [karat, String(fineness[karat])],
      ),
      ...known(words.weight, describeWeights(certificate)),
      ...known(words.stones, stone === null ? null : translateTerm(stone, language)),
      ...known(words.size, size),
      ...known(words.piece, pieceNumber),
      ...known(words.laboratory, laboratoryReport),
      ...known(words.issued, words.dayAndPlace(writeLongDay(issuedOn, language), place)),
    ],
  }
}

function describeWeights({ grams, netGrams, karat, language }: StoredCertificate & { language: Language }) {
  if (grams === null) return null
  const whole = formatExactWeight(grams)
  if (netGrams === null || netGrams === grams || karat === null) return whole
  return certificateWords[language].ofWhichGold(whole, formatExactWeight(netGrams))
}
