import type { DrawerReportRow } from '../../../../../contract/drawers/drawer-reports.ts'
import { formatSigned } from '../drawerFigures.ts'

/** The payments of sales that arrived after their own session was closed. */
export function LateSales({ late }: Pick<DrawerReportRow, 'late'>) {
  if (late.length === 0) return null
  return (
    <section className="panel closing-paid" aria-label="Late sales">
      <header>
        <h2>Arrived late</h2>
      </header>
      <table>
        <tbody>
          {late.map(({ entryID, transactionNumber, paymentName, amount, from }) => (
            <tr key={entryID}>
              <th scope="row">{transactionNumber ?? 'Store credit'}</th>
              <td className="quiet">
                {paymentName}, from {from}
              </td>
              <td>{formatSigned('PHP', amount)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
