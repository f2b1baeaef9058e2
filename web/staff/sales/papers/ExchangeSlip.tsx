import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { flushSync } from 'react-dom'

import { describePiece } from '../../../../contract/catalogue/assay.ts'
import { buyerNameOf, listExchangeFigures } from '../../../../contract/sales/sale-papers.ts'
import { type SaleRow, sales } from '../../../../contract/sales/sales.ts'
import { formatMoment, formatPeso } from '../../../lib/format.ts'
import { readQuery } from '../../../lib/query.ts'
import { useTimeZone } from '../../../lib/settings.ts'
import { Paper, type PaperSize, printPaper } from '../../../ui/Paper.tsx'
import { Company } from '../../shared/Letterhead.tsx'
import { formatAmount } from '../../shared/stock.ts'
import { TaxNotes } from './TaxNotes.tsx'

type Roll = Exclude<PaperSize, 'A4'>

/** Offers the slip of the exchange that paid for this sale. */
export function ExchangeSlip({ sale, roll, taxNotes }: { sale: SaleRow; roll: Roll; taxNotes: readonly string[] }) {
  const exchange = sale.exchanges.find(({ newSaleID }) => newSaleID === sale.salesTransactionID)
  const id = exchange?.returnedSaleID ?? 0
  const { data } = useQuery({ ...readQuery(sales.get, { id }), enabled: exchange !== undefined })
  const [printing, setPrinting] = useState(false)
  if (!exchange || !data) return null

  function print() {
    flushSync(() => setPrinting(true))
    void printPaper().finally(() => setPrinting(false))
  }
  return (
    <>
      <Button onClick={print}>Print exchange slip</Button>
      {printing && (
        <Paper size={roll} label={`Exchange slip ${sale.transactionNumber}`}>
          <Slip sale={sale} returned={data.data} exchange={exchange} />
          <TaxNotes notes={taxNotes} />
        </Paper>
      )}
    </>
  )
}

/** Lays out what came back, what went out, and the difference. */
function Slip({
  sale,
  returned,
  exchange,
}: {
  sale: SaleRow
  returned: SaleRow
  exchange: SaleRow['exchanges'][number]
}) {
  const timeZone = useTimeZone()
  const refund = returned.refunds.find(({ refundID }) => refundID === exchange.refundID)!
  return (
    <>
      <header>
        <Company registered />
      </header>
      <section>
        <h1>Exchange {sale.transactionNumber}</h1>
        <p>{formatMoment(refund.createdAt, timeZone)}</p>
        <p>{sale.location.locationName}</p>
        {(sale.customer ?? sale.buyer) && <p>{buyerNameOf(sale)}</p>}
        <p>{refund.reason}</p>
      </section>
      <section>
        <h2>Came back, from {returned.transactionNumber}</h2>
        {refund.items.map(({ salesItemID, disposition, qty, amount }) => {
          const line = returned.items.find((one) => one.salesItemID === salesItemID)!
          return (
            <SlipLine
              key={`${salesItemID} ${disposition}`}
              name={line.itemName}
              piece={describePiece(line, line.price)}
              amount={amount}
              text={formatAmount(qty, line)}
            />
          )
        })}
      </section>
      <section>
        <h2>Went out</h2>
        {sale.items.map((line) => (
          <SlipLine
            key={line.salesItemID}
            name={line.itemName}
            piece={describePiece(line, line.price)}
            amount={line.lineTotal}
            text={`${formatAmount(line.orderQty, line)} × ${formatPeso(line.price)}`}
          />
        ))}
      </section>
      <table className="figures">
        <tbody>
          {listExchangeFigures(sale, refund, returned).map(({ name, note, amount, strong }) => (
            <tr key={`${name} ${note} ${amount}`} className={strong ? 'strong' : undefined}>
              <td>
                {name}
                {note && <small>{note}</small>}
              </td>
              <td className="r">{amount}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <footer>
        <p>Thank you</p>
      </footer>
    </>
  )
}

function SlipLine({ name, piece, text, amount }: { name: string; piece: string; text: string; amount: number }) {
  return (
    <div className="sold">
      <p>{name}</p>
      {piece !== '' && <small>{piece}</small>}
      <p>
        <span>{text}</span>
        <span>{formatPeso(amount)}</span>
      </p>
    </div>
  )
}
