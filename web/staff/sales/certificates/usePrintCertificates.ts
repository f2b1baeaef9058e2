import { type CertificateRow, certificates } from '../../../../contract/sales/certificates.ts'
import { isLanguage } from '../../../../contract/shared/languages.ts'
import { callForFile } from '../../../lib/api.ts'
import { usePdf } from '../../../ui/usePdf.ts'

/** Returns a function that downloads certificates as one PDF. An empty language means that of each customer. */
export function usePrintCertificates() {
  const { making, makePdf } = usePdf()
  const print = (printed: readonly Pick<CertificateRow, 'certificateID' | 'certificateNumber'>[], language = '') =>
    makePdf(printed.length === 1 ? printed[0]!.certificateNumber : 'certificates', () =>
      callForFile(certificates.pdf, {
        query: {
          ids: printed.map(({ certificateID }) => certificateID).join(','),
          ...(isLanguage(language) && { language }),
        },
      }),
    )
  return { printing: making, print }
}
