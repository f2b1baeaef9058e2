import { Select } from '@mantine/core'
import type { KeyboardEvent } from 'react'

import { formatPeso, formatQuantity, formatShownCost } from '../../../lib/format.ts'
import { useSeesCosts } from '../../../lib/settings.ts'
import { MetalLine } from '../../../ui/AssayLine.tsx'
import { NumberBox } from '../../../ui/form/NumberBox.tsx'
import { CloseIcon } from '../../../ui/icons.tsx'
import { Thumb } from '../../../ui/Thumb.tsx'
import {
  computeAverage,
  isOtherCost,
  type FormLine,
  convertUnit,
  lineCostOf,
  orderedCostOf,
  findProblem,
  findProblemOfPieces,
  formatStock,
  stockOf,
  stockOr0,
  unitsOfLine,
  withCost,
} from './receivingForm.ts'
import { ReceivingPieces } from './ReceivingPieces.tsx'

/** Edits quantity, unit and cost of every line. Values are validated and converted during input. */
export function ReceivingLines({
  lines,
  onChange,
  onActive,
}: {
  lines: readonly FormLine[]
  onChange: (lines: FormLine[]) => void
  /** Called with the key of a line when its pieces get the focus. */
  onActive: (key: string) => void
}) {
  const change = (key: string, part: Partial<FormLine>) =>
    onChange(lines.map((line) => (line.key === key ? { ...line, ...part } : line)))

  /** In a quantity field, Enter moves to the next quantity. In any other field it saves the form. */
  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const field = event.target
    if (event.key !== 'Enter' || event.defaultPrevented || !(field instanceof HTMLInputElement)) return
    if (field.getAttribute('role') === 'combobox') return
    event.preventDefault()
    const quantities = [...event.currentTarget.querySelectorAll<HTMLInputElement>('.qty .money input')]
    const line = field.closest('li')
    const next = quantities[quantities.findIndex((one) => line?.contains(one)) + 1]
    ;(next ?? field).focus()
    next?.select()
  }

  return (
    // Key events of the fields bubble up to the list.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/no-redundant-roles
    <ul className="received" role="list" aria-label="Items" onKeyDown={onKeyDown}>
      {lines.map((line) => (
        <Line
          key={line.key}
          line={line}
          firstPiece={countPiecesBefore(lines, line)}
          onActive={() => onActive(line.key)}
          average={computeAverage(lines, line.fact)}
          onChange={(part) => change(line.key, part)}
          onDelete={() => onChange(lines.filter(({ key }) => key !== line.key))}
        />
      ))}
    </ul>
  )
}

function Line({
  line,
  firstPiece,
  onActive,
  average,
  onChange,
  onDelete,
}: {
  line: FormLine
  /** The number of pieces of this item in the lines above. */
  firstPiece: number
  onActive: () => void
  average: number | null
  onChange: (part: Partial<FormLine>) => void
  onDelete: () => void
}) {
  const { fact, uom, receivedQty } = line
  const seesCosts = useSeesCosts()
  const { itemName, itemCode, itemUom, orderQty, outstanding } = fact
  const problem = findProblem(line)
  const shown = problem ?? findProblemOfPieces(line)
  const stock = stockOf(line)
  const isWaiting = stock === 0
  const converts = uom !== itemUom && !(uom === 'grams' && itemUom === 'BULK')
  return (
    <li
      className={[shown && 'wrong', isWaiting && 'waiting'].filter(Boolean).join(' ')}
      data-plain={!seesCosts || undefined}
    >
      <Thumb src={fact.image_url} focus={fact.image_focus} name={itemName} small />
      <div className="what">
        <b>{itemName}</b>
        <MetalLine piece={{ ...fact, uom: itemUom }} />
        <small>
          {itemCode}
          {outstanding !== null &&
            ` · ${formatQuantity(outstanding)} of ${formatStock(orderQty!, itemUom)} outstanding`}
        </small>
      </div>
      <div className="qty">
        <NumberBox
          label="Received"
          aria-label={`Received quantity of ${itemName}`}
          value={receivedQty}
          error={problem !== null}
          onChange={(receivedQty) => onChange({ receivedQty })}
        />
        <Select
          label="Unit"
          aria-label={`Unit of ${itemName}`}
          data={unitsOfLine(fact)}
          value={uom}
          allowDeselect={false}
          onChange={(unit) => onChange(convertUnit(line, unit as FormLine['uom']))}
        />
        <small>
          {typeof stock === 'number' && stock > 0 && converts && `= ${formatStock(stock, itemUom)}`}
          {isWaiting && 'Not arrived'}
        </small>
      </div>
      {seesCosts && <LineCost line={line} average={problem === null ? average : null} onChange={onChange} />}
      {fact.poItemID === null && (
        <button type="button" className="ib sm" aria-label={`Delete ${itemName}`} onClick={onDelete}>
          <CloseIcon />
        </button>
      )}
      {fact.byPiece && problem === null && !isWaiting && (
        <ReceivingPieces line={line} first={firstPiece} onChange={onChange} onActive={onActive} />
      )}
      {shown !== null && (
        <p className="line-error" role="alert">
          {shown}
        </p>
      )}
    </li>
  )
}

const countPiecesBefore = (lines: readonly FormLine[], { key, fact }: FormLine) =>
  lines
    .slice(
      0,
      lines.findIndex((line) => line.key === key),
    )
    .filter((line) => line.fact.itemID === fact.itemID)
    .reduce((sum, line) => sum + stockOr0(line), 0)

/** Edits the cost of a line, and shows what it makes of the line and of the item. */
function LineCost({
  line,
  average,
  onChange,
}: {
  line: FormLine
  /** The item's average cost after this receiving; null if it stays. */
  average: number | null
  onChange: (part: Partial<FormLine>) => void
}) {
  const { fact, uom, unitCost } = line
  const ordered = orderedCostOf(line)
  return (
    <>
      <div className="cost">
        <NumberBox
          label="Unit cost"
          aria-label={`Unit cost of ${fact.itemName}`}
          prefix="₱"
          places={2}
          value={unitCost ?? null}
          error={typeof unitCost !== 'number' || !(unitCost >= 0)}
          onChange={(unitCost) => onChange(withCost(line, unitCost as number))}
        />
        <small className={isOtherCost(line) ? 'other' : undefined}>
          {isOtherCost(line) ? `Ordered at ${formatPeso(ordered!)}` : `per ${unitWordOf(uom)}`}
        </small>
      </div>
      <div className="figure">
        <span>Line cost</span>
        <b>{formatPeso(lineCostOf(line))}</b>
      </div>
      <div className="figure">
        <span>Average cost</span>
        <b>
          {average === null ? (
            formatShownCost(fact.averageCostNow)
          ) : (
            <>
              <s>{formatShownCost(fact.averageCostNow)}</s> {formatPeso(average)}
            </>
          )}
        </b>
      </div>
    </>
  )
}

const unitWordOf = (uom: FormLine['uom']) => ({ PCS: 'piece', PAIR: 'pair', grams: 'gram', kg: 'kg' })[uom]
