import { Button } from '@mantine/core'
import { type ReactNode, useId, useState } from 'react'
import { Link } from 'react-router'

import './charts.css'

/** The figures of a chart: a header for each column and a row for each point. Columns after the first hold numbers. */
export type ChartTable = {
  columns: readonly string[]
  rows: readonly {
    cells: readonly string[]
    /** The address of the row's record. */
    to?: string
  }[]
}

/**
 * A chart with its title, a summary sentence, and its figures as a table. The table is always available to screen
 * readers, and visible on demand. Without a table only the sentence is shown.
 */
export function ChartFigure({
  id,
  title,
  sentence,
  table,
  wide = false,
  children,
}: {
  /** The anchor of the chart in the page's address. */
  id: string
  title: string
  sentence: string
  table: ChartTable | null
  /** Whether the chart takes a whole row of the page. */
  wide?: boolean
  children?: ReactNode
}) {
  const [asTable, setAsTable] = useState(false)
  const titleID = useId()
  return (
    <figure id={id} className={wide ? 'panel chart wide' : 'panel chart'} aria-labelledby={titleID}>
      <figcaption>
        <div>
          <h2 id={titleID}>{title}</h2>
          <p>{sentence}</p>
        </div>
        {table && (
          <Button variant="subtle" size="sm" aria-describedby={titleID} onClick={() => setAsTable(!asTable)}>
            {asTable ? 'Show as chart' : 'Show as table'}
          </Button>
        )}
      </figcaption>
      {table && !asTable && <div className="drawn">{children}</div>}
      {table && (
        <div
          className={asTable ? 'chart-table' : 'vh'}
          {...(asTable && { role: 'region', tabIndex: 0, 'aria-label': `${title}, as a table` })}
        >
          <Figures title={title} table={table} linked={asTable} />
        </div>
      )}
    </figure>
  )
}

/** The table of figures. Rows are links only while the table is visible. */
function Figures({ title, table: { columns, rows }, linked }: { title: string; table: ChartTable; linked: boolean }) {
  return (
    <table className="table">
      <caption className="vh">{title}</caption>
      <thead>
        <tr>
          {columns.map((column, n) => (
            <th key={column} scope="col" className={n > 0 ? 'r' : undefined}>
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ cells: [name, ...figures], to }, row) => (
          <tr key={`${row} ${name}`}>
            <th scope="row">
              {to !== undefined && linked ? (
                <Link className="link" to={to}>
                  {name}
                </Link>
              ) : (
                name
              )}
            </th>
            {figures.map((figure, n) => (
              <td key={columns[n + 1]} className="r">
                {figure}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
