import { useState } from 'react'

import { type CertificateRow, certificates } from '../../../../contract/sales/certificates.ts'
import { isLanguage } from '../../../../contract/shared/languages.ts'
import { callForFile } from '../../../lib/api.ts'
import { downloadFile } from '../../../lib/files.ts'
import { toasts } from '../../../ui/toasts.ts'

/** Returns a function that downloads certificates as one PDF. An empty language means that of each customer. */
export function usePrintCertificates() {
  const [printing, setPrinting] = useState(false)
  async function print(printed: readonly Pick<CertificateRow, 'certificateID' | 'certificateNumber'>[], language = '') {
    setPrinting(true)
    try {
      const ids = printed.map(({ certificateID }) => certificateID).join(',')
      const file = await callForFile(certificates.pdf, {
        query: { ids, ...(isLanguage(language) && { language }) },
      })
      downloadFile(file, printed.length === 1 ? `${printed[0]!.certificateNumber}.pdf` : 'certificates.pdf')
    } catch (error) {
      toasts.error(`The PDF could not be made: ${(error as Error).message}`)
    } finally {
      setPrinting(false)
    }
  }
  return { printing, print }
}
