import { definitionOf, type ReportColumn, type ReportKey } from '../../../../contract/insight/report-definitions.ts'
import { listReportColumns, type ReportCell } from '../../../../contract/insight/reports.ts'
import { useSeesCosts } from '../../../lib/settings.ts'
import type { CardSlot } from '../../../ui/table/columns.ts'
import { WideTable } from '../../../ui/table/WideTable.tsx'
import { usePhone } from '../../../ui/usePhone.ts'
import { cardsOf, Cell, isFigure, formatCell } from './reportCells.tsx'

type Props = {
  report: ReportKey
  rows: readonly Record<string, ReportCell>[]
  /** The totals by column; null until they are computed. */
  totals: Record<string, number | undefined> | null
  /** Whether these are the previous rows, shown while the next ones load. */
  stale: boolean
  timeZone: string
}

/** Shows the totals of a report and its first rows. */
export function ReportTable(props: Props) {
  const phone = usePhone()
  return (
    <>
      <Totals {...props} />
      {phone ? <Cards {...props} /> : <Grid {...props} />}
    </>
  )
}

/** Shows the totals above the table, whose last row can be far out of view. */
function Totals({ report, totals, timeZone }: Props) {
  const summed = listReportColumns(report, useSeesCosts()).filter(({ total }) => total)
  if (summed.length === 0) return null
  return (
    <dl className="report-totals" aria-busy={totals === null}>
      {summed.map((column) => (
        <div key={column.field}>
          <dt>{column.label}</dt>
          <dd>{sumOf(column, totals, timeZone)}</dd>
        </div>
      ))}
    </dl>
  )
}

const sumOf = (column: ReportColumn, totals: Props['totals'], timeZone: string) =>
  totals === null ? '…' : formatCell(column, totals[column.field], timeZone)

/** Maximum number of characters that fit in one line of a cell. */
const longestLine = 28

function Grid({ report, rows, totals, stale, timeZone }: Props) {
  const { title } = definitionOf(report)
  const columns = listReportColumns(report, useSeesCosts())
  return (
    <WideTable>
      <table className={columns.length >= 10 ? 'table many report' : 'table report'} aria-label={title}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.field} scope="col" className={isFigure(column) ? 'r' : undefined}>
                {column.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody aria-busy={stale} data-stale={stale || undefined}>
          {rows.map((row, n) => (
            <tr key={n}>
              {columns.map((column, first) => (
                <td
                  key={column.field}
                  className={
                    isFigure(column) ? 'r' : String(row[column.field] ?? '').length > longestLine ? 'long' : undefined
                  }
                  data-card={first === 0 ? 'title' : undefined}
                >
                  <Cell report={report} column={column} value={row[column.field]} timeZone={timeZone} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            {columns.map((column, first) =>
              first === 0 ? (
                <th key={column.field} scope="row">
                  Total
                </th>
              ) : (
                <td key={column.field} className={isFigure(column) ? 'r' : undefined}>
                  {column.total && sumOf(column, totals, timeZone)}
                </td>
              ),
            )}
          </tr>
        </tfoot>
      </table>
    </WideTable>
  )
}

/** Shows each row as a card on a phone. */
function Cards({ report, rows, stale, timeZone }: Props) {
  const { title } = definitionOf(report)
  const columns = listReportColumns(report, useSeesCosts())
  const byField = new Map(columns.map((column) => [column.field, column]))
  const places = Object.entries(cardsOf[report]) as [CardSlot, string][]
  const placed = places.flatMap(([slot, field]) => {
    const column = byField.get(field)
    return column ? [{ slot, column }] : []
  })
  return (
    // Safari needs the explicit role: it drops list semantics without bullets.
    // oxlint-disable-next-line jsx-a11y/no-redundant-roles
    <ul className="cards" role="list" aria-label={title} aria-busy={stale}>
      {rows.map((row, n) => (
        <li key={n}>
          {placed.map(({ slot, column }) => (
            <div key={slot} data-card={slot}>
              {isFigure(column) && <small className="card-label">{column.label} </small>}
              <Cell report={report} column={column} value={row[column.field]} timeZone={timeZone} />
            </div>
          ))}
        </li>
      ))}
    </ul>
  )
}
