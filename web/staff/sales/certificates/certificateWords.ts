import { revocationReasonNames, revocationReasons } from '../../../../contract/sales/certificate-rules.ts'
import type { CertificateRow } from '../../../../contract/sales/certificates.ts'
import { englishNames, languages } from '../../../../contract/shared/languages.ts'
import { formatWeight } from '../../../lib/format.ts'

export const reasonOptions = revocationReasons.map((value) => ({ value, label: revocationReasonNames[value] }))

/** The languages in which certificates are printed. The empty value means that of each customer. */
export const languageOptions = [
  { value: '', label: 'Customer’s language' },
  ...languages.map((value) => ({ value: value as string, label: englishNames[value] })),
]

/** Describes the weight of a piece and of the gold in it: `4.85 g, gold 4.486 g`. */
export const describeWeight = ({ grams, netGrams }: Pick<CertificateRow, 'grams' | 'netGrams'>) =>
  [grams !== null && formatWeight(grams), netGrams !== null && `gold ${formatWeight(netGrams)}`]
    .filter(Boolean)
    .join(', ')
