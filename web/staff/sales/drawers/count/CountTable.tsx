import { type KeyboardEvent, useEffect, useRef } from 'react'

import { formatCash } from '../../../../../contract/drawers/drawer-rules.ts'
import { formatQuantity } from '../../../../lib/format.ts'
import { amountOf, cleanQuantity, type CountDraft, type CountRow } from './countDraft.ts'

type CountTableProps = {
  rows: readonly CountRow[]
  draft: CountDraft
  current: CountRow
  onCurrent: (row: CountRow) => void
  onQuantity: (row: CountRow, quantity: string) => void
  /** Goes so many rows down, or up with a negative number. */
  onMove: (by: number) => void
}

/** The denominations with a field for the quantity of each. Enter and the arrows move between the fields. */
export function CountTable({ rows, draft, current, onCurrent, onQuantity, onMove }: CountTableProps) {
  const fields = useRef(new Map<string, HTMLInputElement>())
  useEffect(() => {
    const field = fields.current.get(current.key)
    if (!field || document.activeElement === field) return
    field.focus({ preventScroll: true })
    field.select()
    field.scrollIntoView({ block: 'nearest' })
  }, [current])

  function onKeyDown(event: KeyboardEvent) {
    const by = event.key === 'ArrowUp' ? -1 : event.key === 'Enter' || event.key === 'ArrowDown' ? 1 : 0
    if (by === 0) return
    event.preventDefault()
    onMove(by)
  }
  return (
    <table className="table den">
      <thead>
        <tr>
          <th scope="col">Denomination</th>
          <th aria-hidden="true" />
          <th scope="col" className="r">
            How many
          </th>
          <th scope="col" className="r">
            Amount
          </th>
        </tr>
      </thead>
      {groupRows(rows).map((group) => (
        <tbody key={group.title} className="den-group">
          <tr className="sub">
            <th scope="rowgroup" colSpan={4}>
              {group.title}
            </th>
          </tr>
          {group.rows.map((row) => {
            const amount = amountOf(draft, row)
            return (
              <tr
                key={row.key}
                className={row.key === current.key ? 'cur' : undefined}
                data-none={amount === 0 || undefined}
              >
                <th scope="row" className="d">
                  {row.label}
                </th>
                <td className="x" aria-hidden="true">
                  ×
                </td>
                <td>
                  <input
                    ref={(field) => {
                      if (field) fields.current.set(row.key, field)
                      return () => void fields.current.delete(row.key)
                    }}
                    className="count-field"
                    aria-label={`How many ${row.what}`}
                    // The keypad beside the table types on a phone, so its own keyboard stays closed.
                    inputMode="none"
                    autoComplete="off"
                    placeholder="0"
                    value={draft[row.key] ?? ''}
                    onChange={(event) => onQuantity(row, cleanQuantity(event.target.value))}
                    onFocus={(event) => {
                      onCurrent(row)
                      event.target.select()
                    }}
                    onKeyDown={onKeyDown}
                  />
                </td>
                <td className="r count-sum">{amount === 0 ? '–' : formatCash(row.currency, amount)}</td>
              </tr>
            )
          })}
        </tbody>
      ))}
    </table>
  )
}

const groupNames = { 'PHP note': 'Notes', 'PHP coin': 'Coins', 'JPY note': 'Yen notes', 'JPY coin': 'Yen coins' }

function groupRows(rows: readonly CountRow[]) {
  const keys = Object.keys(groupNames) as (keyof typeof groupNames)[]
  return keys
    .map((key) => ({
      title: groupNames[key],
      rows: rows.filter(({ currency, form }) => `${currency} ${form}` === key),
    }))
    .filter((group) => group.rows.length > 0)
}

/** The denomination that is counted now, as the head of the keypad shows it. */
export function CountNow({ row, draft }: { row: CountRow; draft: CountDraft }) {
  return (
    <p className="count-now" aria-hidden="true">
      <span>{row.label} ×</span>
      <strong>{formatQuantity(Number(draft[row.key] ?? 0))}</strong>
      <small>{formatCash(row.currency, amountOf(draft, row))}</small>
    </p>
  )
}
