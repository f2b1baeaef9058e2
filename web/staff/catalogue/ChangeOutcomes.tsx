import type { ChangedItem, ItemChanges } from '../../../contract/catalogue/item-changes.ts'
import { formatQuantity } from '../../lib/format.ts'

/** Lists the result of a bulk change for each item: the expected result in the preview, the actual one afterwards. */
export function ChangeOutcomes({
  changes,
  what,
  isStale = false,
}: {
  changes: ItemChanges
  /** The words for the changed items in the summary: 'to change' or 'changed'. */
  what: string
  /** Whether the results belong to an earlier input, because the next preview is still loading. */
  isStale?: boolean
}) {
  return (
    <>
      <output>{summarizeChanges(changes, what)}</output>
      <Outcomes rows={changes.rows} stale={isStale} />
    </>
  )
}

/** Returns '12 to change, 1 stays as it is, 2 refused'. */
function summarizeChanges({ changed, same, refused }: ItemChanges, what: string) {
  const parts = [
    `${formatQuantity(changed)} ${what}`,
    same > 0 && `${formatQuantity(same)} as ${same === 1 ? 'it is' : 'they are'} already`,
    refused > 0 && `${formatQuantity(refused)} refused`,
  ]
  return parts.filter(Boolean).join(', ')
}

/** Lists the result of each item, refused ones first. */
function Outcomes({ rows, stale = false }: { rows: readonly ChangedItem[]; stale?: boolean }) {
  const order = { refused: 0, changed: 1, same: 2 }
  const sorted = rows.toSorted((a, b) => order[a.outcome] - order[b.outcome])
  return (
    // The region scrolls, so it must be focusable by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className="outcomes" aria-label="Each item" aria-busy={stale} tabIndex={0}>
      <table className="table">
        <thead>
          <tr>
            <th scope="col">Item</th>
            <th scope="col" className="r">
              Was
            </th>
            <th scope="col" className="r">
              Becomes
            </th>
          </tr>
        </thead>
        <tbody>
          {sorted.map(({ itemID, itemCode, itemName, outcome, message, before, after }) => (
            <tr key={itemID} data-outcome={outcome}>
              <td>
                {itemName} <small className="code">{itemCode}</small>
                {message && <small className="err">{message}</small>}
              </td>
              <td className="r">{before}</td>
              <td className="r">{outcome === 'changed' ? after : outcome === 'same' ? 'the same' : 'refused'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
