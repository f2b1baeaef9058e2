import type { ReactNode } from 'react'

import type { DrawerReportRow } from '../../../../../contract/drawers/drawer-reports.ts'
import { fromCentavos, toCentavos } from '../../../../../contract/shared/money.ts'
import { formatSigned } from '../drawerFigures.ts'

/** What a session took by each payment type, less what went back. `link` stands in its head. */
export function PaidByType({ report: { paymentTypes }, link }: { report: DrawerReportRow; link?: ReactNode }) {
  const together = fromCentavos(paymentTypes.reduce((sum, { amount }) => sum + toCentavos(amount), 0))
  return (
    <section className="panel closing-paid" aria-label="Paid">
      <header>
        <h2>Paid in this session</h2>
        {link}
      </header>
      {paymentTypes.length === 0 ? (
        <p className="closing-none">Nothing was paid.</p>
      ) : (
        <table>
          <tbody>
            {paymentTypes.map(({ paymentTypeID, paymentName, entries, amount }) => (
              <tr key={paymentTypeID}>
                <th scope="row">{paymentName}</th>
                <td className="quiet">{entries}</td>
                <td>{formatSigned('PHP', amount)}</td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">Together</th>
              <td className="quiet">{paymentTypes.reduce((sum, { entries }) => sum + entries, 0)}</td>
              <td>{formatSigned('PHP', together)}</td>
            </tr>
          </tfoot>
        </table>
      )}
    </section>
  )
}
