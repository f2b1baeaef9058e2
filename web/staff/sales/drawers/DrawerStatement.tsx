import type { DrawerReportRow } from '../../../../contract/drawers/drawer-reports.ts'
import { formatCash } from '../../../../contract/drawers/drawer-rules.ts'
import { formatSigned, listStatement } from './drawerFigures.ts'

/** The lines of each currency that lead to the expected cash, the count, and what it differs by. */
export function DrawerStatement({ report }: { report: DrawerReportRow }) {
  return report.currencies.map((figures) => {
    const { currency, expected, difference } = figures
    const counted = figures.recount ?? figures.firstCount
    return (
      <dl key={currency} className="drawer-statement" aria-label={`Cash in ${currency}`}>
        {listStatement(report, figures).map(({ name, amount }, n) => (
          <Line key={n} name={name} amount={formatSigned(currency, amount)} />
        ))}
        <Line kind="sum" name="Expected" amount={formatCash(currency, expected)} />
        {counted !== null && <Line name="Counted" amount={formatCash(currency, counted)} />}
        {difference !== null && difference !== 0 && (
          <Line
            kind="off"
            name={difference < 0 ? 'Short by' : 'Over by'}
            amount={formatCash(currency, Math.abs(difference))}
          />
        )}
      </dl>
    )
  })
}

const Line = ({ name, amount, kind }: { name: string; amount: string; kind?: 'sum' | 'off' }) => (
  <div data-line={kind}>
    <dt>{name}</dt>
    <dd>{amount}</dd>
  </div>
)
