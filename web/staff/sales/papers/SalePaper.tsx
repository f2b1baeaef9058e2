import { describePiece, joinAssay } from '../../../../contract/catalogue/assay.ts'
import type { CertificateCheck } from '../../../../contract/sales/certificates.ts'
import { buyerNameOf, listSaleFigures, describePaid } from '../../../../contract/sales/sale-papers.ts'
import type { SaleRow } from '../../../../contract/sales/sales.ts'
import { formatDay, formatMoment, formatPeso } from '../../../lib/format.ts'
import { useTimeZone } from '../../../lib/settings.ts'
import { Paper, type PaperSize } from '../../../ui/Paper.tsx'
import { Company, Letterhead, Parties } from '../../shared/Letterhead.tsx'
import { formatAmount } from '../../shared/stock.ts'
import { CheckCodes } from './CheckCodes.tsx'
import { TaxNotes } from './TaxNotes.tsx'

/** Lays out a sale for print: an invoice on A4, a receipt on a roll. */
export function SalePaper({
  sale,
  size,
  taxNotes,
  checks,
  gold,
  onPrinter,
}: {
  sale: SaleRow
  size: PaperSize
  taxNotes: readonly string[]
  checks: readonly CertificateCheck[]
  /** The gold in each line at the rate of its day, as the shop chose to show it. */
  gold: ReadonlyMap<number, string>
  /** Whether it is drawn for a receipt printer instead of the browser's print. */
  onPrinter?: boolean
}) {
  const what = size === 'A4' ? 'Invoice' : 'Receipt'
  return (
    <Paper size={size} label={`${what} ${sale.transactionNumber}`} onPrinter={onPrinter}>
      {size === 'A4' ? <Invoice sale={sale} gold={gold} /> : <Receipt sale={sale} gold={gold} />}
      <CheckCodes checks={checks} />
      <TaxNotes notes={taxNotes} />
    </Paper>
  )
}

type Gold = ReadonlyMap<number, string>

function Invoice({ sale, gold }: { sale: SaleRow; gold: Gold }) {
  const { customer } = sale
  return (
    <>
      <Letterhead title="INVOICE" number={sale.transactionNumber} registered />
      <Parties
        party="Customer"
        name={buyerNameOf(sale)}
        texts={customer ? [customer.address, customer.contactNo, customer.email] : [sale.buyer?.contact]}
        facts={[
          ['Date', formatDay(sale.orderDate)],
          ['Expected delivery', sale.expectedDeliverDate && formatDay(sale.expectedDeliverDate)],
          ['Location', sale.location.locationName],
        ]}
      />
      <table className="lines">
        <thead>
          <tr>
            <th scope="col">No.</th>
            <th scope="col">Item code</th>
            <th scope="col">Item</th>
            <th scope="col" className="r">
              Quantity
            </th>
            <th scope="col" className="r">
              Price
            </th>
            <th scope="col" className="r">
              Amount
            </th>
          </tr>
        </thead>
        <tbody>
          {sale.items.map((line, n) => (
            <tr key={line.salesItemID}>
              <td>{n + 1}</td>
              <td>{line.piece?.number ?? line.itemCode}</td>
              <td>
                {line.itemName}
                <PieceNote line={line} gold={gold} />
                <ReturnedNote line={line} />
              </td>
              <td className="r">{formatAmount(line.orderQty, line)}</td>
              <td className="r">{formatPeso(line.price)}</td>
              <td className="r">{formatPeso(line.lineTotal)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <Figures sale={sale} />
      <Instalments sale={sale} />
      {sale.remarks && (
        <footer>
          <h2>Remarks</h2>
          <p>{sale.remarks}</p>
        </footer>
      )}
    </>
  )
}

function Receipt({ sale, gold }: { sale: SaleRow; gold: Gold }) {
  const timeZone = useTimeZone()
  return (
    <>
      <header>
        <Company registered />
      </header>
      <section>
        <h1>Receipt {sale.transactionNumber}</h1>
        <p>{formatMoment(sale.completedAt ?? sale.transactionDate, timeZone)}</p>
        <p>{sale.location.locationName}</p>
        {(sale.customer ?? sale.buyer) && <p>{buyerNameOf(sale)}</p>}
      </section>
      <section>
        {sale.items.map((line) => (
          <div key={line.salesItemID} className="sold">
            <p>
              {line.itemName}
              {line.piece && ` ${line.piece.number}`}
            </p>
            <PieceNote line={line} gold={gold} />
            <ReturnedNote line={line} />
            <p>
              <span>
                {formatAmount(line.orderQty, line)} × {formatPeso(line.price)}
              </span>
              <span>{formatPeso(line.lineTotal)}</span>
            </p>
          </div>
        ))}
      </section>
      <Figures sale={sale} />
      <Instalments sale={sale} />
      <footer>
        <p>Thank you</p>
      </footer>
    </>
  )
}

/** Prints the hallmark, the grams and the stone of a line, or without a stone the price of a gram, and its gold. */
const PieceNote = ({ line, gold }: { line: SaleRow['items'][number]; gold: Gold }) => {
  const piece = joinAssay([describePiece(line, line.price), gold.get(line.salesItemID) ?? null])
  return piece !== '' && <small>{piece}</small>
}

const ReturnedNote = ({ line }: { line: SaleRow['items'][number] }) =>
  line.refundedQty > 0 && <small>{formatAmount(line.refundedQty, line)} came back</small>

function Figures({ sale }: { sale: SaleRow }) {
  const timeZone = useTimeZone()
  return (
    <table className="figures">
      <tbody>
        {listSaleFigures(sale, (at) => formatMoment(at, timeZone)).map(({ name, note, amount, strong }) => (
          <tr key={`${name} ${note}`} className={strong ? 'strong' : undefined}>
            <td>
              {name}
              {note && <small>{note}</small>}
            </td>
            <td className="r">{amount}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Instalments({ sale }: { sale: SaleRow }) {
  if (sale.schedule.length === 0) return null
  return (
    <section className="instalments-of">
      <h2>Instalments</h2>
      <table className="instalments">
        <tbody>
          {sale.schedule.map((instalment) => (
            <tr key={instalment.dueDate}>
              <td>
                {formatDay(instalment.dueDate)}
                <small>{describePaid(instalment)}</small>
              </td>
              <td className="r">{formatPeso(instalment.amount)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
