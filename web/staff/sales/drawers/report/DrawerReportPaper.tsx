import type { DrawerReportRow } from '../../../../../contract/drawers/drawer-reports.ts'
import { formatCash } from '../../../../../contract/drawers/drawer-rules.ts'
import { formatMoment } from '../../../../lib/format.ts'
import { useTimeZone } from '../../../../lib/settings.ts'
import { Paper, type PaperSize } from '../../../../ui/Paper.tsx'
import { Company, Letterhead } from '../../../shared/Letterhead.tsx'
import { formatDifference, formatSigned, listStatement } from '../drawerFigures.ts'
import { differenceWords } from '../drawerWords.ts'
import { SignatureLines } from '../SignatureLines.tsx'

/** Lays out the report of a session for print, on a roll or on A4. An open session has an X report. */
export function DrawerReportPaper({
  report,
  size,
  onPrinter = false,
}: {
  report: DrawerReportRow
  size: PaperSize
  /** Whether it is drawn for a receipt printer instead of the browser's print. */
  onPrinter?: boolean
}) {
  const { number, drawerName, locationName, reason, signature } = report
  const timeZone = useTimeZone()
  const title = report.closedAt === null ? 'X report' : 'Z report'
  const opened = [formatMoment(report.openedAt, timeZone), report.openedByName].filter(Boolean).join(', ')
  const closed =
    report.closedAt === null
      ? 'not yet'
      : [formatMoment(report.closedAt, timeZone), report.closedByName].filter(Boolean).join(', ')
  return (
    <Paper size={size} label={`${title} ${number}`} onPrinter={onPrinter}>
      {size === 'A4' ? (
        <Letterhead title={title.toUpperCase()} number={number} registered />
      ) : (
        <>
          <header>
            <Company registered />
          </header>
          <section>
            <h1>
              {title} {number}
            </h1>
          </section>
        </>
      )}
      <div className="drawer-paper" data-sheet={size === 'A4' || undefined}>
        <section>
          <p>
            {drawerName}, {locationName}
          </p>
          <p>Opened {opened}</p>
          <p>Closed {closed}</p>
        </section>
        <Cash report={report} />
        <Types report={report} />
        {reason && (
          <section>
            <p>Reason: {differenceWords[reason]}</p>
          </section>
        )}
        {report.closedAt !== null && (
          <section className="drawer-signature">
            {signature && <SignatureLines signature={signature} />}
            <p>{report.closedByName}</p>
            {report.approvedByName && <p>Approved by {report.approvedByName}</p>}
          </section>
        )}
      </div>
    </Paper>
  )
}

const Cash = ({ report }: { report: DrawerReportRow }) =>
  report.currencies.map((figures) => {
    const { currency, openingDifference, expected, firstCount, recount, difference } = figures
    return (
      <section key={currency}>
        <h2>Cash in {currency === 'PHP' ? 'pesos' : 'yen'}</h2>
        <table>
          <tbody>
            {openingDifference !== 0 && (
              <Row name="Opening against the last close" amount={formatDifference(currency, openingDifference)} />
            )}
            {listStatement(report, figures).map(({ name, amount }, n) => (
              <Row key={n} name={name} amount={formatSigned(currency, amount)} />
            ))}
            <Row strong name="Expected" amount={formatCash(currency, expected)} />
            {firstCount !== null && <Row name="First count" amount={formatCash(currency, firstCount)} />}
            {recount !== null && <Row name="Recount" amount={formatCash(currency, recount)} />}
            {difference !== null && <Row strong name="Difference" amount={formatDifference(currency, difference)} />}
          </tbody>
        </table>
      </section>
    )
  })

function Types({ report: { paymentTypes, late } }: { report: DrawerReportRow }) {
  return (
    <section>
      <h2>Payment types</h2>
      <table>
        <tbody>
          {paymentTypes.map(({ paymentTypeID, paymentName, entries, amount }) => (
            <Row key={paymentTypeID} name={`${paymentName} (${entries})`} amount={formatSigned('PHP', amount)} />
          ))}
          {late.map(({ entryID, transactionNumber, paymentName, amount, from }) => (
            <Row
              key={entryID}
              name={`${transactionNumber ?? 'Store credit'}, ${paymentName}, from ${from}`}
              amount={formatSigned('PHP', amount)}
            />
          ))}
        </tbody>
      </table>
    </section>
  )
}

const Row = ({ name, amount, strong = false }: { name: string; amount: string; strong?: boolean }) => (
  <tr className={strong ? 'strong' : undefined}>
    <td>{name}</td>
    <td className="r">{amount}</td>
  </tr>
)
