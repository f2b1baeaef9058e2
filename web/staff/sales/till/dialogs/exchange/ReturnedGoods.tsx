import { Select } from '@mantine/core'

import { returnableQtyOf } from '../../../../../../contract/sales/refunds.ts'
import { dispositions } from '../../../../../../contract/sales/sale-refunds.ts'
import type { SaleRow } from '../../../../../../contract/sales/sales.ts'
import { formatPeso } from '../../../../../lib/format.ts'
import { useAccount } from '../../../../../lib/session.ts'
import { AssayLine } from '../../../../../ui/AssayLine.tsx'
import { NumberBox } from '../../../../../ui/form/NumberBox.tsx'
import { mayOrAsk } from '../../../../shared/devices/mayOrAsk.ts'
import { formatAmount } from '../../../../shared/stock.ts'
import { dispositionNames } from '../../state/saleWords.ts'
import type { Exchange } from './exchangeDraft.ts'

const options = dispositions.map((value) => ({ value, label: dispositionNames[value] }))

/** Enters the quantities that come back, and where the goods go. Only a manager scraps them. */
export function ReturnedGoods({
  sale,
  exchange: {
    draft: { returned },
    figures: { amounts },
    change,
  },
}: {
  sale: SaleRow
  exchange: Exchange
}) {
  const mayScrap = mayOrAsk(useAccount(), 'sales.refund')
  const choices = options.filter(({ value }) => mayScrap || value !== 'scrap')
  const changeLine = (n: number, changed: Partial<(typeof returned)[number]>) =>
    change({ returned: returned.map((part, at) => (at === n ? { ...part, ...changed } : part)) })
  const first = sale.items.findIndex((line) => returnableQtyOf(line) > 0)
  return (
    <section aria-label="What comes back">
      <div className="sec-t returned-head">
        <h2>What comes back</h2>
      </div>
      <ul className="returned">
        {sale.items.map((line, n) => {
          const part = returned[n]!
          return (
            <li key={line.salesItemID} className={part.qty ? undefined : 'idle'} aria-label={line.itemName}>
              <div className="returned-item">
                <b>{line.itemName}</b>
                <small>
                  {line.piece?.number ?? line.itemCode} · {formatAmount(line.orderQty, line)} sold
                  {line.refundedQty > 0 && `, ${formatAmount(line.refundedQty, line)} came back`}
                </small>
                {/* What comes back earns nothing, so its line has no margin. */}
                <AssayLine piece={line} price={line.price} margin={null} />
              </div>
              {returnableQtyOf(line) > 0 ? (
                <>
                  <NumberBox
                    label="Quantity"
                    data-autofocus={n === first || undefined}
                    value={part.qty}
                    {...(line.uom === 'BULK' && { suffix: 'g' })}
                    onChange={(qty) => changeLine(n, { qty })}
                  />
                  {/* Nothing goes anywhere until a quantity comes back. */}
                  <Select
                    label="Where do the goods go?"
                    data={choices}
                    value={part.disposition}
                    readOnly={!part.qty}
                    allowDeselect={false}
                    onChange={(disposition) => disposition && changeLine(n, { disposition })}
                  />
                </>
              ) : (
                <p className="hint">All of it came back</p>
              )}
              <span className="r">{formatPeso(amounts[n]!)}</span>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
