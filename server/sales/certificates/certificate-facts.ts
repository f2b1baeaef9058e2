import { fineness } from '../../../contract/catalogue/karats.ts'
import { certificateLabels, describePieceWeight, writeLongDay } from '../../../contract/sales/certificate-labels.ts'
import type { Language } from '../../../contract/shared/languages.ts'
import { certificateWords, translateTerm } from './certificate-words.ts'
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
  const labels = certificateLabels[language]
  const metalName = metal === null ? '' : translateTerm(metal, language)
  const known = (name: string, value: string | null, hallmark: Fact['hallmark'] = null): Fact[] =>
    value || hallmark ? [{ name, value: value ?? '', hallmark }] : []
  return {
    name: nameIn(certificate, language),
    facts: [
      ...known(
        karat === null ? labels.metal : labels.gold,
        metalName,
        karat === null ? null : [karat, String(fineness[karat])],
      ),
      ...known(labels.weight, describePieceWeight(certificate, language)),
      ...known(labels.stones, stone === null ? null : translateTerm(stone, language)),
      ...known(labels.size, size),
      ...known(labels.piece, pieceNumber),
      ...known(labels.laboratory, laboratoryReport),
      ...known(labels.issued, certificateWords[language].dayAndPlace(writeLongDay(issuedOn, language), place)),
    ],
  }
}
