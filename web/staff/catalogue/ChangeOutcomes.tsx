import type { ChangedItem, ItemChanges } from '../../../contract/catalogue/item-changes.ts'
import { quantity } from '../../lib/format.ts'

/** What becomes of each item, or has become of it. */
export function ChangeOutcomes({
  changes,
  what,
  isStale = false,
}: {
  changes: ItemChanges
  /** What is said of the changed ones: 'to change', 'changed'. */
  what: string
  /** It is of an earlier choice still. */
  isStale?: boolean
}) {
  return (
    <>
      <output>{summary(changes, what)}</output>
      <Outcomes rows={changes.rows} stale={isStale} />
    </>
  )
}

/** '12 to change, 1 stays as it is, 2 refused' */
function summary({ changed, same, refused }: ItemChanges, what: string) {
  const parts = [
    `${quantity(changed)} ${what}`,
    same > 0 && `${quantity(same)} as ${same === 1 ? 'it is' : 'they are'} already`,
    refused > 0 && `${quantity(refused)} refused`,
  ]
  return parts.filter(Boolean).join(', ')
}

/** The items one by one. The refused ones come first, because they are why somebody reads it. */
function Outcomes({ rows, stale = false }: { rows: readonly ChangedItem[]; stale?: boolean }) {
  const order = { refused: 0, changed: 1, same: 2 }
  const sorted = rows.toSorted((a, b) => order[a.outcome] - order[b.outcome])
  return (
    // It scrolls, so that the keyboard must reach it.
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
