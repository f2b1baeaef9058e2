import { computeMargin } from '../../../../../../contract/catalogue/assay.ts'
import { computeLineTotal, fromCentavos } from '../../../../../../contract/shared/money.ts'
import { formatPeso } from '../../../../../lib/format.ts'
import { AssayLine } from '../../../../../ui/AssayLine.tsx'
import { NumberBox } from '../../../../../ui/form/NumberBox.tsx'
import { CloseIcon } from '../../../../../ui/icons.tsx'
import { useMarginShown } from '../../../../shared/useMarginShown.ts'
import { numberOr0 } from '../../state/saleFigures.ts'
import type { Exchange } from './exchangeDraft.ts'

/** Enters the goods that go out, with their prices. */
export function ExchangedGoods({
  exchange: {
    draft: { goods },
    change,
  },
  onAdd,
}: {
  exchange: Exchange
  onAdd: () => void
}) {
  const [showsMargin] = useMarginShown()
  const changeGood = (n: number, changed: Partial<(typeof goods)[number]>) =>
    change({ goods: goods.map((good, at) => (at === n ? { ...good, ...changed } : good)) })
  return (
    <section aria-label="What goes out">
      <div className="sec-t returned-head">
        <h2>What goes out</h2>
        <button type="button" className="link" onClick={onAdd}>
          Add item
        </button>
      </div>
      {goods.length === 0 && <p className="hint">Add the goods that the customer takes instead</p>}
      <ul className="returned going">
        {goods.map((good, n) => (
          <li key={n} aria-label={good.itemName}>
            <div className="returned-item">
              <b>{good.itemName}</b>
              <small>{good.piece?.number ?? good.itemCode}</small>
              <div>
                <AssayLine
                  piece={good}
                  price={numberOr0(good.price)}
                  margin={showsMargin ? computeMargin(numberOr0(good.price), good.cost ?? 0) : null}
                />
              </div>
            </div>
            <NumberBox
              label="Quantity"
              readOnly={good.piece !== null}
              value={good.orderQty}
              {...(good.uom === 'BULK' && { suffix: 'g' })}
              onChange={(orderQty) => changeGood(n, { orderQty })}
            />
            <NumberBox
              label="Price"
              prefix="₱"
              places={2}
              value={good.price}
              onChange={(price) => changeGood(n, { price })}
            />
            <span className="r">
              {formatPeso(fromCentavos(computeLineTotal(numberOr0(good.price), numberOr0(good.orderQty))))}
            </span>
            <button
              type="button"
              className="ib"
              aria-label={`Remove ${good.itemName}`}
              onClick={() => change({ goods: goods.filter((_, at) => at !== n) })}
            >
              <CloseIcon />
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
