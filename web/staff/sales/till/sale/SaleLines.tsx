import { memo } from 'react'

import { formatPeso, formatQuantity } from '../../../../lib/format.ts'
import { FieldGroup } from '../../../../ui/form/FieldGroup.tsx'
import { NumberBox } from '../../../../ui/form/NumberBox.tsx'
import { CloseIcon } from '../../../../ui/icons.tsx'
import { Thumb } from '../../../../ui/Thumb.tsx'
import { type ChangeDraft, type TillLine, withLine, withoutLine } from '../state/draft.ts'
import { quantityOr0, stepQuantity, computeTotal } from '../state/saleFigures.ts'

/** Lists the items of the sale. Quantity and price are edited in place. */
export const SaleLines = memo(function SaleLines({
  lines,
  readOnly,
  short,
  beyondStock,
  errors,
  onChange,
  onAddItem,
  onDone,
}: {
  lines: readonly TillLine[]
  readOnly: boolean
  /** The missing quantity of each line, by the line's key. */
  short: ReadonlyMap<number, number>
  /** Whether the sale may exceed the stock. */
  beyondStock: boolean
  /** The error messages, by the contract's field path. */
  errors: ReadonlyMap<string, string>
  onChange: ChangeDraft
  onAddItem: () => void
  /** Called after a button has changed the sale, so that the focus can move back to the scan field. */
  onDone: () => void
}) {
  const listErrors = (n: number) => ['itemID', 'orderQty', 'price'].map((name) => errors.get(`items.${n}.${name}`))
  return (
    <section className="sec sale-lines" aria-label="Items">
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
        {lines.map((line, n) => (
          <SaleLine
            key={line.key}
            line={line}
            readOnly={readOnly}
            short={short.get(line.key) ?? 0}
            beyondStock={beyondStock}
            error={listErrors(n).find(Boolean)}
            onChange={onChange}
            onDone={onDone}
          />
        ))}
      </ul>
    </section>
  )
})

/** This component is memoized, because a sale can have hundreds of lines. */
const SaleLine = memo(function SaleLine({
  line,
  readOnly,
  short,
  beyondStock,
  error,
  onChange,
  onDone,
}: {
  line: TillLine
  readOnly: boolean
  short: number
  beyondStock: boolean
  error: string | undefined
  onChange: ChangeDraft
  onDone: () => void
}) {
  const { key, itemName } = line
  const changeLine = (changed: Partial<TillLine>) => onChange((draft) => withLine(draft, key, changed))
  const changeQuantity = (by: 1 | -1) => {
    changeLine({ orderQty: stepQuantity(line.orderQty, by) })
    onDone()
  }
  const here = formatQuantity(Math.max(0, Math.round((line.orderQty - short) * 1000) / 1000))
  return (
    <li className={error ? 'sale-line wrong' : 'sale-line'}>
      <FieldGroup>
        <Thumb src={line.image_url} name={itemName} small />
        <div className="line-text">
          <b title={line.description ?? undefined}>{itemName}</b>
          <small>
            {line.itemCode} ·{' '}
            {readOnly ? (
              formatPeso(line.price ?? 0)
            ) : (
              <NumberBox
                className="in-place"
                aria-label={`Price of ${itemName}`}
                prefix="₱"
                places={2}
                value={line.price}
                onChange={(price) => changeLine({ price })}
              />
            )}
          </small>
        </div>
        {readOnly ? (
          <span className="r">{line.orderQty}</span>
        ) : (
          <div className="qty">
            <button type="button" aria-label={`One less of ${itemName}`} onClick={() => changeQuantity(-1)}>
              −
            </button>
            <NumberBox
              className="in-place"
              aria-label={`Quantity of ${itemName}`}
              value={line.orderQty}
              onChange={(typed) => changeLine({ orderQty: quantityOr0(typed) })}
            />
            <button type="button" aria-label={`One more of ${itemName}`} onClick={() => changeQuantity(1)}>
              +
            </button>
          </div>
        )}
        <span className="r line-total">{formatPeso(computeTotal(line))}</span>
        {!readOnly && (
          <button
            type="button"
            className="ib"
            aria-label={`Delete ${itemName}`}
            onClick={() => {
              onChange((draft) => withoutLine(draft, key))
              onDone()
            }}
          >
            <CloseIcon />
          </button>
        )}
        {error ? (
          <p className="sale-line-error" role="alert">
            {error}
          </p>
        ) : (
          short > 0 && (
            <p className="line-short">
              {beyondStock
                ? `${here} here, ${formatQuantity(short)} to come`
                : `Only ${here} here, ${formatQuantity(short)} short`}
            </p>
          )
        )}
      </FieldGroup>
    </li>
  )
})
