import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { flushSync } from 'react-dom'

import type { PaperSize } from '../../../ui/Paper.tsx'
import { toasts } from '../../../ui/toasts.ts'
import { type BrowserPrinter, useBrowserPrinter } from './browserPrinter.ts'

/** Offers a paper on the receipt printer, where this browser has one. */
export function PrintOnPrinter({
  what,
  opensDrawer = () => false,
  children,
}: {
  /** What is printed, in a sentence: `receipt`. */
  what: string
  /** Whether the cash drawer opens, which depends on the time. */
  opensDrawer?: () => boolean
  /** Lays the paper out for the printer's roll. */
  children: (size: PaperSize) => ReactNode
}) {
  const printer = useBrowserPrinter()
  const [printing, setPrinting] = useState(false)
  if (!printer) return null

  async function print(printer: BrowserPrinter) {
    flushSync(() => setPrinting(true))
    try {
      const { printReceipt } = await import('./printReceipt.ts')
      await printReceipt(printer, opensDrawer())
      toasts.success(`The ${what} was printed`)
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
      {printing && children(printer.paper)}
    </>
  )
}
