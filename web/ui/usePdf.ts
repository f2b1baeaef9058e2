import { useState } from 'react'

import { downloadFile } from '../lib/files.ts'
import { toasts } from './toasts.ts'

/** Returns a function that downloads a PDF, and whether one is being made. A failure is shown as a toast. */
export function usePdf() {
  const [making, setMaking] = useState(false)
  async function makePdf(name: string, fetchFile: () => Promise<Blob>) {
    setMaking(true)
    try {
      downloadFile(await fetchFile(), `${name}.pdf`)
    } catch (error) {
      toasts.error(`The PDF could not be made: ${(error as Error).message}`)
    } finally {
      setMaking(false)
    }
  }
  return { making, makePdf }
}
