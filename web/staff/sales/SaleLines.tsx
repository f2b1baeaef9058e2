import { peso } from '../../lib/format.ts'
import { CloseIcon } from '../../ui/icons.tsx'
import { NumberBox } from '../../ui/NumberBox.tsx'
import { Thumb } from '../../ui/Thumb.tsx'
import { quantityOf, stepped, type TillLine, totalOf } from './tillState.ts'

/** What is sold: quantity and price can be changed where they stand. */
export function SaleLines({
  lines,
  readOnly,
  errorOf,
  onChange,
  onDelete,
  onAddItem,
  onDone,
}: {
  lines: readonly TillLine[]
  readOnly: boolean
  /** What is wrong with the n-th line. */
  errorOf: (line: number) => string | undefined
  onChange: (key: number, change: Partial<TillLine>) => void
  onDelete: (key: number) => void
  onAddItem: () => void
  /** A change by button is done: the scanner may go on. */
  onDone: () => void
}) {
  const step = (line: TillLine, by: 1 | -1) => {
    onChange(line.key, { orderQty: stepped(line.orderQty, by) })
    onDone()
  }
  return (
    <section className="sec lines" aria-label="Items">
      <div className="sec-t">
        <h2>Items</h2>
        {!readOnly && (
          <button type="button" className="link" onClick={onAddItem}>
            Add Item
          </button>
        )}
      </div>
      {lines.length === 0 && <p className="hint">No items added</p>}
      <ul>
        {lines.map((line, n) => {
          const error = errorOf(n)
          return (
            <li key={line.key} className={error ? 'line wrong' : 'line'}>
              <Thumb src={line.image_url} name={line.itemName} small />
              <div className="line-text">
                <b title={line.itemName}>{line.itemName}</b>
                <small>
                  {line.itemCode} ·{' '}
                  {readOnly ? (
                    peso(line.price ?? 0)
                  ) : (
                    <NumberBox
                      className="in-place"
                      aria-label={`Price of ${line.itemName}`}
                      prefix="₱"
                      places={2}
                      value={line.price}
                      onChange={(price) => onChange(line.key, { price })}
                    />
                  )}
                </small>
              </div>
              {readOnly ? (
                <span className="r">{line.orderQty}</span>
              ) : (
                <div className="qty">
                  <button type="button" aria-label={`One less of ${line.itemName}`} onClick={() => step(line, -1)}>
                    −
                  </button>
                  <NumberBox
                    className="in-place"
                    aria-label={`Quantity of ${line.itemName}`}
                    value={line.orderQty}
                    onChange={(typed) => onChange(line.key, { orderQty: quantityOf(typed) })}
                  />
                  <button type="button" aria-label={`One more of ${line.itemName}`} onClick={() => step(line, 1)}>
                    +
                  </button>
                </div>
              )}
              <span className="r line-total">{peso(totalOf(line))}</span>
              {!readOnly && (
                <button
                  type="button"
                  className="ib"
                  aria-label={`Delete ${line.itemName}`}
                  onClick={() => {
                    onDelete(line.key)
                    onDone()
                  }}
                >
                  <CloseIcon />
                </button>
              )}
              {error && (
                <p className="line-error" role="alert">
                  {error}
                </p>
              )}
            </li>
          )
        })}
      </ul>
    </section>
  )
}
