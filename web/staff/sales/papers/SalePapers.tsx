import './salePapers.css'
import { Button, Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'

import { saleGold } from '../../../../contract/pricing/sale-gold.ts'
import { opensDrawerFor } from '../../../../contract/printing/drawer.ts'
import { certificates } from '../../../../contract/sales/certificates.ts'
import { type SaleRow, sales } from '../../../../contract/sales/sales.ts'
import { listTaxNotes } from '../../../../contract/tax/tax-papers.ts'
import { callForFile } from '../../../lib/api.ts'
import { formatPeso } from '../../../lib/format.ts'
import { readQuery } from '../../../lib/query.ts'
import { useTimeZone } from '../../../lib/settings.ts'
import { useTax } from '../../../lib/tax.ts'
import { type PaperSize, printPaper } from '../../../ui/Paper.tsx'
import { useRemembered } from '../../../ui/remembered.ts'
import { usePdf } from '../../../ui/usePdf.ts'
import { PrintOnPrinter } from '../../shared/printing/PrintOnPrinter.tsx'
import { parseRoll, rolls } from '../../shared/printing/rolls.ts'
import { ExchangeSlip } from './ExchangeSlip.tsx'
import { SalePaper } from './SalePaper.tsx'

type Roll = Exclude<PaperSize, 'A4'>
const isRoll = (value: unknown): value is Roll => value === 80 || value === 58

/**
 * Offers the invoice, and a receipt once a payment exists. A canceled sale has neither. Unsaved changes are not
 * printed.
 */
export function SalePapers({ sale }: { sale: SaleRow }) {
  const [roll, rememberRoll] = useRemembered<Roll>('receipt paper', 80, isRoll)
  const [size, setSize] = useState<PaperSize | null>(null)
  const { making, makePdf } = usePdf()
  const timeZone = useTimeZone()
  const printable = sale.status !== 'Canceled'
  // The settings are read before the first print, because printing does not wait.
  const tax = useTax()
  const taxNotes = tax ? listTaxNotes(tax, sale) : []

  // So are the QR codes of its certificates, which a sale has from its completion on.
  const hasCertificates = sale.status === 'Completed' || sale.status === 'Refunded'
  const issued = useQuery({
    ...readQuery(certificates.ofSale, { id: sale.salesTransactionID }),
    enabled: hasCertificates,
  })
  const checks = issued.data?.data.checks ?? []
  const shown = useQuery({ ...readQuery(saleGold.ofSale, { id: sale.salesTransactionID }), enabled: printable })
  const gold = new Map(shown.data?.data.lines.map((line) => [line.salesItemID, line.gold]))

  // The browser's own print command prints the invoice, or the size that was printed last.
  useEffect(() => {
    if (!printable) return undefined
    const choose = () => flushSync(() => setSize((before) => before ?? 'A4'))
    addEventListener('beforeprint', choose)
    return () => removeEventListener('beforeprint', choose)
  }, [printable])

  function printOn(size: PaperSize) {
    flushSync(() => setSize(size))
    void printPaper()
  }
  const onFile = () => makePdf(sale.transactionNumber, () => callForFile(sales.pdf, { id: sale.salesTransactionID }))
  if (!printable) return null
  return (
    <section className="sec papers" aria-label="Papers">
      {sale.refundedAmount > 0 && (
        <p className="refund-paper">
          <b>Handed back {formatPeso(sale.refundedAmount)}</b>
          <Button size="sm" aria-label="Print what was handed back" onClick={() => printOn(roll)}>
            Print
          </Button>
        </p>
      )}
      <Button onClick={() => printOn('A4')}>Print invoice</Button>
      {sale.amountPaid > 0 && (
        <>
          <Button onClick={() => printOn(roll)}>Print receipt</Button>
          <Select
            aria-label="Receipt paper"
            data={rolls}
            value={String(roll)}
            allowDeselect={false}
            onChange={(value) => rememberRoll(parseRoll(value))}
          />
          <PrintOnPrinter what="receipt" opensDrawer={() => opensDrawerFor(sale, timeZone, new Date())}>
            {(roll) => <SalePaper sale={sale} size={roll} taxNotes={taxNotes} checks={checks} gold={gold} onPrinter />}
          </PrintOnPrinter>
        </>
      )}
      <Button loading={making} onClick={() => void onFile()}>
        Invoice PDF
      </Button>
      <ExchangeSlip sale={sale} roll={roll} taxNotes={taxNotes} />
      {size !== null && <SalePaper sale={sale} size={size} taxNotes={taxNotes} checks={checks} gold={gold} />}
    </section>
  )
}
