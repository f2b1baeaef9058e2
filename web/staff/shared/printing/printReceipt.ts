import { composeReceipt, dotsPerLine } from '../../../../contract/printing/esc-pos.ts'
import type { BrowserPrinter } from './browserPrinter.ts'
import { drawPaper } from './drawPaper.ts'
import { sendToUsbPrinter } from './usbPrinter.ts'

/** Prints the paper that is laid out for a receipt printer. Throws a PrinterProblem. */
export async function printReceipt(printer: BrowserPrinter, opensDrawer: boolean) {
  const paper = document.querySelector<HTMLElement>('.paper[data-printer]')!
  const picture = await drawPaper(paper, dotsPerLine[printer.paper])
  await sendToUsbPrinter(printer, composeReceipt(picture, { opensDrawer: opensDrawer && printer.opensDrawer }))
}
