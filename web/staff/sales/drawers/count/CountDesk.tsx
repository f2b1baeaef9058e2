import '../count.css'
import { type ReactNode, useState } from 'react'

import { formatCash } from '../../../../../contract/drawers/drawer-rules.ts'
import { type CountDraft, type CountRow, cleanQuantity, listCurrencies, listRows, sumOf } from './countDraft.ts'
import { CountNow, CountTable } from './CountTable.tsx'
import { Keypad } from './Keypad.tsx'

/**
 * Counts a drawer by its denominations: the table, a keypad, and beside them what the page says of the count and its
 * actions. `finish` is the action that a phone shows beside the sum.
 */
export function CountDesk({
  countsYen,
  draft,
  onDraft,
  hint,
  finish,
  children,
}: {
  countsYen: boolean
  draft: CountDraft
  onDraft: (draft: CountDraft) => void
  /** What a phone says above the table, where the rest is not shown. */
  hint: string
  finish: ReactNode
  children: ReactNode
}) {
  const rows = listRows(countsYen)
  const [key, setKey] = useState(rows[0]!.key)
  const at = Math.max(
    0,
    rows.findIndex((row) => row.key === key),
  )
  const current = rows[at]!
  const next = rows[at + 1]
  const setQuantity = (row: CountRow, quantity: string) => onDraft({ ...draft, [row.key]: quantity })
  const typed = draft[current.key] ?? ''
  const move = (by: number) => setKey((rows[at + by] ?? current).key)
  return (
    <div className="count-desk">
      <p className="count-hint">{hint}</p>
      <section className="panel count-table" aria-label="Count">
        <CountTable
          rows={rows}
          draft={draft}
          current={current}
          onCurrent={(row) => setKey(row.key)}
          onQuantity={setQuantity}
          onMove={move}
        />
        <div className="so-far">
          <span>Counted so far</span>
          <output>
            {listCurrencies(countsYen).map((currency) => (
              <strong key={currency}>{formatCash(currency, sumOf(draft, rows, currency))}</strong>
            ))}
          </output>
          <div className="so-far-finish">{finish}</div>
        </div>
      </section>
      <section className="panel count-pad" aria-label="Keypad">
        <CountNow row={current} draft={draft} />
        <Keypad
          onDigit={(digit) => setQuantity(current, cleanQuantity(typed + digit))}
          onClear={() => setQuantity(current, '')}
          onDelete={() => setQuantity(current, typed.slice(0, -1))}
          onNext={() => move(1)}
          next={next ? next.what : null}
        />
      </section>
      <div className="count-side">{children}</div>
    </div>
  )
}
