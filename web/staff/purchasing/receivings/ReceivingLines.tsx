import { Select } from '@mantine/core'
import type { KeyboardEvent } from 'react'

import type { Piece } from '../../../../contract/catalogue/metal.ts'
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
  formatStock,
  stockOf,
  unitsOfLine,
  withCost,
} from './receivingForm.ts'

/** Edits quantity, unit and cost of every line. Values are validated and converted during input. */
export function ReceivingLines({
  lines,
  onChange,
}: {
  lines: readonly FormLine[]
  onChange: (lines: FormLine[]) => void
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
  average,
  onChange,
  onDelete,
}: {
  line: FormLine
  average: number | null
  onChange: (part: Partial<FormLine>) => void
  onDelete: () => void
}) {
  const { fact, uom, receivedQty } = line
  const seesCosts = useSeesCosts()
  const { itemName, itemCode, itemUom, orderQty, outstanding } = fact
  const problem = findProblem(line)
  const stock = stockOf(line)
  const isWaiting = stock === 0
  const converts = uom !== itemUom && !(uom === 'grams' && itemUom === 'BULK')
  return (
    <li
      className={[problem && 'wrong', isWaiting && 'waiting'].filter(Boolean).join(' ')}
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
      {problem !== null && (
        <p className="line-error" role="alert">
          {problem}
        </p>
      )}
    </li>
  )
}

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

/** Shows the lines of a Completed or Canceled receiving, read-only. */
export function ReceivedLines({
  items,
}: {
  items: readonly (Omit<Piece, 'uom'> & {
    poReceivingItemID: number
    itemCode: string
    itemName: string
    itemUom: FormLine['fact']['itemUom']
    uom: FormLine['uom']
    receivedQty: number
    stockQty: number
    /** The costs are absent where they are hidden from this person. */
    unitCost?: number | undefined
    orderedCost?: number | null | undefined
    stockUnitCost?: number | undefined
    lineCost?: number | undefined
  })[]
}) {
  const seesCosts = items.some(({ unitCost }) => unitCost !== undefined)
  return (
    // The region scrolls sideways in a narrow window and must be focusable by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className="scroll" tabIndex={0} aria-label="Items">
      <table className="table">
        <thead>
          <tr>
            <th scope="col">Item</th>
            <th scope="col" className="r">
              Received
            </th>
            {seesCosts && (
              <>
                <th scope="col" className="r">
                  Unit Cost
                </th>
                <th scope="col" className="r">
                  Line Cost
                </th>
              </>
            )}
          </tr>
        </thead>
        <tbody>
          {items.map((line) => (
            <tr key={line.poReceivingItemID}>
              <td>
                {line.itemName}
                <small className="also">{line.itemCode}</small>
                <MetalLine piece={{ ...line, uom: line.itemUom }} />
              </td>
              <td className="r">
                {formatQuantity(line.receivedQty)} {line.uom}
                {line.uom !== line.itemUom && line.itemUom !== 'BULK' && (
                  <small className="also">= {formatStock(line.stockQty, line.itemUom)}</small>
                )}
              </td>
              {line.unitCost !== undefined && (
                <td className="r">
                  {formatPeso(line.unitCost)}
                  {typeof line.orderedCost === 'number' && line.orderedCost !== line.stockUnitCost && (
                    <small className="also other">Ordered at {formatPeso(line.orderedCost)}</small>
                  )}
                </td>
              )}
              {line.lineCost !== undefined && <td className="r">{formatPeso(line.lineCost)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
