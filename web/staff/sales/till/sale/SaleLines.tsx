import { memo, useEffect, useRef } from 'react'

import { computeMargin } from '../../../../../contract/catalogue/assay.ts'
import { describeDaysGold } from '../../../../../contract/pricing/days-gold.ts'
import { formatPeso, formatQuantity } from '../../../../lib/format.ts'
import { AssayLine } from '../../../../ui/AssayLine.tsx'
import { FieldGroup } from '../../../../ui/form/FieldGroup.tsx'
import { NumberBox } from '../../../../ui/form/NumberBox.tsx'
import { CloseIcon } from '../../../../ui/icons.tsx'
import { Thumb } from '../../../../ui/Thumb.tsx'
import { useDaysGold } from '../../../shared/useDaysGold.ts'
import { type ChangeDraft, type TillLine, withLine, withoutLine } from '../state/draft.ts'
import { quantityOr0, stepQuantity, computeTotal } from '../state/saleFigures.ts'

/** Lists the items of the sale. Quantity and price are edited in place. */
export const SaleLines = memo(function SaleLines({
  lines,
  readOnly,
  short,
  beyondStock,
  costs,
  newest,
  missingNames,
  errors,
  onChange,
  onAddItem,
  onOrder,
  onDone,
}: {
  lines: readonly TillLine[]
  readOnly: boolean
  /** The missing quantity of each line, by the line's key. */
  short: ReadonlyMap<number, number>
  /** Whether the sale may exceed the stock. */
  beyondStock: boolean
  /** The cost of each item, from which the margin is shown; null where it is hidden. */
  costs: ReadonlyMap<number, number> | null
  /** The item that was added last, and how many were added so far. */
  newest: NewestItem | null
  /** The missing items with their quantities; '' if stock suffices. */
  missingNames: string
  /** The error messages, by the contract's field path. */
  errors: ReadonlyMap<string, string>
  onChange: ChangeDraft
  onAddItem: () => void
  /** Orders the missing items. */
  onOrder: () => void
  /** Called after a button has changed the sale, so that the focus can move back to the scan field. */
  onDone: () => void
}) {
  const goldOf = useDaysGold(!readOnly && lines.some(({ netGrams }) => typeof netGrams === 'number'))
  // The line is narrow: work and stone are the rest of its price. What a closed sale had is on its papers.
  function describeGold(line: TillLine) {
    const found = readOnly ? null : goldOf(line, line.price ?? 0)
    return found && describeDaysGold({ ...found, work: null }, { hasStone: line.stone !== null })
  }
  const listErrors = (n: number) =>
    ['itemID', 'pieceID', 'orderQty', 'price'].map((name) => errors.get(`items.${n}.${name}`))
  return (
    <section className="sec sale-lines" aria-label="Items">
      <div className="sec-t">
        <h2>Items</h2>
      </div>
      {lines.length === 0 && <p className="hint">No items added</p>}
      <ul>
        {lines.map((line, n) => (
          <SaleLine
            key={line.key}
            line={line}
            number={n + 1}
            readOnly={readOnly}
            short={short.get(line.key) ?? 0}
            beyondStock={beyondStock}
            gold={describeGold(line)}
            margin={computeLineMargin(line, costs)}
            added={newest?.itemID === line.itemID ? newest.count : 0}
            error={listErrors(n).find(Boolean)}
            onChange={onChange}
            onDone={onDone}
          />
        ))}
      </ul>
      {!readOnly && (
        <div className="line-actions">
          <button type="button" className="link" onClick={onAddItem}>
            Add Item
          </button>
          <button
            type="button"
            className="link"
            aria-disabled={missingNames === '' || undefined}
            title={missingNames === '' ? 'No line is short of stock' : `Order ${missingNames}`}
            onClick={onOrder}
          >
            Create Purchase Order
          </button>
        </div>
      )}
    </section>
  )
})

export type NewestItem = { itemID: number; count: number }

const computeLineMargin = ({ itemID, price }: TillLine, costs: ReadonlyMap<number, number> | null) =>
  costs && computeMargin(price ?? 0, costs.get(itemID) ?? 0)

/** Brings the row of an added item into view and lets it flash, each time that `added` changes. */
function useNewestRow(added: number) {
  const row = useRef<HTMLLIElement>(null)
  useEffect(() => {
    const scroller = row.current?.closest('.desk-body')
    if (!row.current || !scroller || added === 0) return
    const [inner, outer] = [row.current.getBoundingClientRect(), scroller.getBoundingClientRect()]
    if (inner.bottom > outer.bottom) scroller.scrollTop += inner.bottom - outer.bottom
    else if (inner.top < outer.top) scroller.scrollTop -= outer.top - inner.top
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
    row.current.animate([{ backgroundColor: 'var(--gold-line)' }, {}], { duration: 600, easing: 'ease-out' })
  }, [added])
  return row
}

/** This component is memoized, because a sale can have hundreds of lines. */
const SaleLine = memo(function SaleLine({
  line,
  number,
  readOnly,
  short,
  beyondStock,
  gold,
  margin,
  added,
  error,
  onChange,
  onDone,
}: {
  line: TillLine
  /** The number that joins the line and its piece on the tray. */
  number: number
  readOnly: boolean
  short: number
  beyondStock: boolean
  /** The gold in one piece at the rate of the day, in words; null where it is unknown. */
  gold: string | null
  /** The margin in whole percent; null where it is hidden or unknown. */
  margin: number | null
  /** How many items were added when this one was; 0 if another one is newer. */
  added: number
  error: string | undefined
  onChange: ChangeDraft
  onDone: () => void
}) {
  const { key, itemName } = line
  const row = useNewestRow(added)
  const changeLine = (changed: Partial<TillLine>) => onChange((draft) => withLine(draft, key, changed))
  const here = formatQuantity(Math.max(0, Math.round((line.orderQty - short) * 1000) / 1000))
  return (
    <li ref={row} className={['sale-line', error && 'wrong', added > 0 && 'newest'].filter(Boolean).join(' ')}>
      <FieldGroup>
        <span className="line-number">{number}</span>
        <Thumb src={line.image_url} focus={line.image_focus} name={itemName} small />
        <div className="line-text">
          <b title={line.description ?? undefined}>
            {itemName} <small>{line.piece?.number ?? line.itemCode}</small>
          </b>
          <AssayLine piece={line} price={line.price ?? 0} gold={gold} margin={margin} />
        </div>
        {readOnly || line.piece ? (
          <span className="r">{line.piece ? 'One piece' : line.orderQty}</span>
        ) : (
          <LineQuantity line={line} onChange={(orderQty) => changeLine({ orderQty })} onDone={onDone} />
        )}
        <span className="r line-price">
          {readOnly ? (
            formatPeso(line.price ?? 0)
          ) : (
            <NumberBox
              className="in-place"
              aria-label={`Price of ${line.piece?.number ?? itemName}`}
              prefix="₱"
              places={2}
              value={line.price}
              onChange={(price) => changeLine({ price })}
            />
          )}
          {line.orderQty !== 1 && <small>{formatPeso(computeTotal(line))}</small>}
        </span>
        {!readOnly && (
          <button
            type="button"
            className="ib"
            aria-label={`Delete ${line.piece?.number ?? itemName}`}
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

function LineQuantity({
  line: { itemName, orderQty },
  onChange,
  onDone,
}: {
  line: TillLine
  onChange: (quantity: number) => void
  onDone: () => void
}) {
  const step = (by: 1 | -1) => {
    onChange(stepQuantity(orderQty, by))
    onDone()
  }
  return (
    <div className="qty">
      <button type="button" aria-label={`One less of ${itemName}`} onClick={() => step(-1)}>
        −
      </button>
      <NumberBox
        className="in-place"
        aria-label={`Quantity of ${itemName}`}
        value={orderQty}
        onChange={(typed) => onChange(quantityOr0(typed))}
      />
      <button type="button" aria-label={`One more of ${itemName}`} onClick={() => step(1)}>
        +
      </button>
    </div>
  )
}
