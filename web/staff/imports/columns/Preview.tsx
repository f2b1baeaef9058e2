import { listImportColumns } from '../../../../contract/imports/import-columns.ts'
import { useSeesCosts } from '../../../lib/settings.ts'
import { AlertIcon } from '../../../ui/icons.tsx'
import { WideTable } from '../../../ui/table/WideTable.tsx'
import type { Draft } from '../draft/useDraft.ts'

/** The first rows as they would come in. A cell with a problem says so. */
export function Preview({ draft: { kind, preview, unmapped }, isStale }: { draft: Draft; isStale: boolean }) {
  const seesCosts = useSeesCosts()
  if (preview.length === 0) return null
  const columns = listImportColumns(kind, seesCosts).filter(
    ({ key }) => unmapped.includes(key) || preview.some(({ cells }) => (cells[key] ?? '') !== ''),
  )
  return (
    <section className="panel import-step" aria-label="Preview" aria-busy={isStale}>
      <header>
        <h2>The first rows as they would come in</h2>
      </header>
      <WideTable>
        <table className="table preview" data-stale={isStale || undefined}>
          <thead>
            <tr>
              <th scope="col" className="r">
                Row
              </th>
              {columns.map(({ key, label, is }) => (
                <th key={key} scope="col" className={is === 'number' ? 'r' : undefined}>
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {preview.map(({ row, cells, problems }) => (
              <tr key={row}>
                <td className="r">{row}</td>
                {columns.map(({ key, is }) => {
                  const problem = problems.find(({ column }) => column === key)
                  return (
                    <td key={key} className={is === 'number' ? 'r' : undefined} data-wrong={problem ? true : undefined}>
                      <span className="clamp">{cells[key]}</span>
                      {problem && (
                        <span className="err">
                          <AlertIcon /> {problem.message}
                        </span>
                      )}
                    </td>
                  )
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </WideTable>
    </section>
  )
}
