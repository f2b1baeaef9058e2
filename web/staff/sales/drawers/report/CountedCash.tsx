import { formatCash } from '../../../../../contract/drawers/drawer-rules.ts'
import type { DrawerSessionRow } from '../../../../../contract/drawers/drawer-sessions.ts'
import { formatQuantity } from '../../../../lib/format.ts'
import { listRows } from '../count/countDraft.ts'

const names = { opening: 'Opening', first: 'First count', recount: 'Recount' }

/** The notes and coins of each count of a session. */
export function CountedCash({ counts }: Pick<DrawerSessionRow, 'counts'>) {
  const currencies = [...new Set(counts.map(({ currency }) => currency))]
  return currencies.map((currency) => {
    const kept = counts.filter((count) => count.currency === currency)
    const quantityOf = (cash: (typeof kept)[number]['cash'], form: string, value: number) =>
      cash.find((one) => one.form === form && one.value === value)?.quantity ?? 0
    const rows = listRows(true).filter(
      (row) => row.currency === currency && kept.some(({ cash }) => quantityOf(cash, row.form, row.value) > 0),
    )
    return (
      <section key={currency} className="panel report-counts" aria-label={`Counts in ${currency}`}>
        <table>
          <thead>
            <tr>
              <th scope="col">Counted</th>
              {kept.map(({ kind }) => (
                <th key={kind} scope="col">
                  {names[kind]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ key, label, form, value }) => (
              <tr key={key}>
                <th scope="row">{form === 'coin' ? `${label} coin` : label}</th>
                {kept.map(({ kind, cash }) => (
                  <td key={kind}>{formatQuantity(quantityOf(cash, form, value))}</td>
                ))}
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">Together</th>
              {kept.map(({ kind, amount }) => (
                <td key={kind}>{formatCash(currency, amount)}</td>
              ))}
            </tr>
          </tfoot>
        </table>
      </section>
    )
  })
}
