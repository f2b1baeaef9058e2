import { Fragment, useState } from 'react'

import { canBeAllowed } from '../../../../contract/pricing/repricing-rules.ts'
import type { RepriceRowData, RepriceSummaryData } from '../../../../contract/pricing/repricing.ts'
import { formatPeso, formatQuantity, formatWeight } from '../../../lib/format.ts'
import { useTimeZone } from '../../../lib/settings.ts'
import { useNow } from '../../../lib/useNow.ts'
import { Hallmark } from '../../../theme/Hallmark.tsx'
import { DownIcon } from '../../../ui/icons.tsx'
import { ChoiceBox } from '../../../ui/table/ChoiceBox.tsx'
import { WideTable } from '../../../ui/table/WideTable.tsx'
import { Thumb } from '../../../ui/Thumb.tsx'
import { formatDifference } from '../RateCells.tsx'
import { HeldBy, InCart } from './HeldBy.tsx'
import { Reckonings } from './Reckonings.tsx'
import { describeRow, floorOf, formatChange, groupOf } from './repriceWords.ts'
import type { RepriceChoice } from './useRepriceChoice.ts'

type Sort = 'itemCode' | '-difference'

/** Lists old and new prices: those to decide about first, then those that change, then those that stay. */
export function RepriceTable({
  rows,
  summary,
  choice,
  sort,
  isStale,
  onSort,
}: {
  rows: readonly RepriceRowData[]
  summary: RepriceSummaryData
  choice: RepriceChoice
  sort: Sort
  isStale: boolean
  onSort: (sort: Sort | null) => void
}) {
  const [open, setOpen] = useState<number | null>(null)
  const changing = summary.up + summary.down
  if (rows.length === 0) return <p className="no-prices">No item that is priced by the gold rate is found here.</p>
  const titles = {
    decide: `Left out until somebody decides · ${formatQuantity(summary.belowFloor + summary.notReckoned)}`,
    ready: `By the latest rates · ${formatQuantity(changing)}`,
    same: `Unchanged · ${formatQuantity(summary.same)}`,
  }
  return (
    <WideTable>
      <table className="table rep" data-stale={isStale || undefined}>
        <thead>
          <tr>
            <th>
              <ChoiceBox
                name="All prices that change"
                checked={changing > 0 && choice.prices.length - choice.allowed === changing}
                some={choice.prices.length > 0 && choice.prices.length - choice.allowed < changing}
                onChange={(event) => choice.changeAll(event.currentTarget.checked)}
              />
            </th>
            <th>
              <span className="vh">Picture</span>
            </th>
            <th>Item</th>
            <SortHead label="Item Code" by="itemCode" sort={sort} onSort={onSort} />
            <th className="r">Old</th>
            <th className="r">New</th>
            <SortHead label="Difference" by="-difference" sort={sort} onSort={onSort} />
            <th className="r">Floor</th>
            <th>To know</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row, n) => {
            const group = groupOf(row.state)
            const isFirst = n === 0 || groupOf(rows[n - 1]!.state) !== group
            return (
              <Fragment key={row.itemID}>
                {isFirst && (
                  <tr className="sub">
                    <td colSpan={9}>{titles[group]}</td>
                  </tr>
                )}
                <PriceRow
                  row={row}
                  isChosen={choice.isChosen(row)}
                  isOpen={open === row.itemID}
                  onChoose={(isChosen) => choice.change(row, isChosen)}
                  onOpen={() => setOpen(open === row.itemID ? null : row.itemID)}
                />
                {open === row.itemID && <Reckonings row={row} />}
              </Fragment>
            )
          })}
        </tbody>
      </table>
    </WideTable>
  )
}

function SortHead({
  label,
  by,
  sort,
  onSort,
}: {
  label: string
  by: Sort
  sort: Sort
  onSort: (sort: Sort | null) => void
}) {
  const direction = by === '-difference' ? 'descending' : 'ascending'
  return (
    <th className={by === '-difference' ? 'r' : undefined} aria-sort={sort === by ? direction : undefined}>
      <button type="button" onClick={() => onSort(by === '-difference' ? null : by)}>
        {label} <DownIcon />
      </button>
    </th>
  )
}

function PriceRow({
  row,
  isChosen,
  isOpen,
  onChoose,
  onOpen,
}: {
  row: RepriceRowData
  isChosen: boolean
  isOpen: boolean
  onChoose: (isChosen: boolean) => void
  onOpen: () => void
}) {
  const timeZone = useTimeZone()
  const now = useNow(60_000)
  const { itemName, karat, netGrams, price, newPrice, state, held } = row
  const told = describeRow(row, now, timeZone)
  const floor = floorOf(row)
  return (
    <tr className={[isOpen && 'open', !isChosen && 'off'].filter(Boolean).join(' ') || undefined}>
      <td data-part="box">
        {canBeAllowed(state) && (
          <ChoiceBox name={itemName} checked={isChosen} onChange={(event) => onChoose(event.currentTarget.checked)} />
        )}
      </td>
      <td data-part="pic">
        <Thumb src={row.image_url} focus={row.image_focus} name={itemName} />
      </td>
      <td data-part="name">
        <button type="button" aria-expanded={isOpen} onClick={onOpen}>
          {itemName}
        </button>
        <span className="assay">
          <Hallmark karat={karat} />
          <span>{formatWeight(netGrams)}</span>
        </span>
      </td>
      <td data-part="code">{row.itemCode}</td>
      <td data-part="old" className="r">
        {formatPeso(price)}
      </td>
      <td data-part="new" className="r">
        {newPrice === null ? '–' : formatPeso(newPrice)}
      </td>
      <td data-part="difference" className="r">
        {newPrice === null || newPrice === price ? (
          '–'
        ) : (
          <>
            <b className={newPrice > price ? 'up' : 'down'}>{formatDifference(newPrice - price)}</b>
            {price > 0 && <small>{formatChange(price, newPrice)}</small>}
          </>
        )}
      </td>
      <td data-part="floor" className={state === 'below_floor' ? 'r below' : 'r'}>
        {newPrice === null ? '–' : formatPeso(floor)}
      </td>
      <td data-part="told">
        {told && (
          <>
            <span className={`st ${told.tone}`}>{told.status}</span>
            <small>{told.sentence}</small>
          </>
        )}
        {held && <HeldBy row={row} held={held} />}
        {row.inCart && <InCart inCart={row.inCart} />}
      </td>
    </tr>
  )
}
