import { Button } from '@mantine/core'
import { type ComponentProps, useState } from 'react'
import { flushSync } from 'react-dom'

import { opensDrawerFor } from '../../../../contract/printing/drawer.ts'
import { useTimeZone } from '../../../lib/settings.ts'
import { toasts } from '../../../ui/toasts.ts'
import { type BrowserPrinter, useBrowserPrinter } from '../../shared/printing/browserPrinter.ts'
import { SalePaper } from './SalePaper.tsx'

/** Offers the receipt on the receipt printer, where this browser has one. */
export function PrintOnPrinter(paper: Omit<ComponentProps<typeof SalePaper>, 'size' | 'onPrinter'>) {
  const printer = useBrowserPrinter()
  const timeZone = useTimeZone()
  const [printing, setPrinting] = useState(false)
  if (!printer) return null

  async function print(printer: BrowserPrinter) {
    flushSync(() => setPrinting(true))
    try {
      const { printReceipt } = await import('../../shared/printing/printReceipt.ts')
      await printReceipt(printer, opensDrawerFor(paper.sale, timeZone, new Date()))
      toasts.success('The receipt was printed')
    } catch (error) {
      toasts.error((error as Error).message)
    } finally {
      setPrinting(false)
    }
  }
  return (
    <>
      <Button loading={printing} onClick={() => void print(printer)}>
        Print on the receipt printer
      </Button>
      {printing && <SalePaper {...paper} size={printer.paper} onPrinter />}
    </>
  )
}
