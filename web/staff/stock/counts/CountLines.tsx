import { Button, TextInput } from '@mantine/core'
import { useCallback, useDeferredValue, useState } from 'react'

import type { StockCountLine, StockCountSheet } from '../../../../contract/stock/stock-counts.ts'
import { ScanField } from '../../../ui/scan/ScanField.tsx'
import { SelectItem } from '../../catalogue/SelectItem.tsx'
import { CountLine } from './CountLine.tsx'
import { type LineChange, keysOf, type Show, shows, countByFilter, filterLines } from './countState.ts'
import type { Counting } from './useCounting.ts'
import { useCountScan } from './useCountScan.ts'

const showNames: Record<Show, string> = { all: 'All', open: 'To count', different: 'Differences', moved: 'Moved' }
/** Number of lines shown first, and added by each "Show more". */
const step = 100
/** No line stays visible from an earlier filter, so only lines that match the filter are shown. */
const none: ReadonlySet<number> = new Set()

/**
 * Shows the lines of a sheet, for scanner, keyboard or touch. Each change is saved immediately. A scan adds one piece
 * wherever the focus is. Enter moves to the next line.
 */
export function CountLines({ sheet, counting }: { sheet: StockCountSheet; counting: Counting }) {
  const { lines } = sheet
  const { last, refused, changeLine, sendNow } = counting
  const open = sheet.status === 'Pending'
  const [text, setText] = useState('')
  const [choice, setChoice] = useState<{ show: Show; kept: ReadonlySet<number> }>({ show: 'all', kept: none })
  const [shown, setShown] = useState(step)
  const [choosing, setChoosing] = useState(false)
  const searched = useDeferredValue(text)
  const visible = filterLines(lines, { ...choice, text: searched })

  // The error needs no handling here, because the line itself shows it.
  const onDo = useCallback(
    (line: StockCountLine, deed: LineChange) => void changeLine(line, deed).catch(() => null),
    [changeLine],
  )

  const { scanner, addItem } = useCountScan(sheet, counting, {
    findFirst: (text) => filterLines(lines, { ...choice, text })[0],
    onSearch: setText,
  })

  return (
    // A scan into any field of this section is redirected to the scan field.
    <section
      className="panel counting no-print"
      aria-label="Lines"
      onKeyDownCapture={open ? scanner.onStray : undefined}
    >
      <div className="count-bar">
        <div className="scan-row">
          {open ? (
            <ScanField scanner={scanner} label="Scan a barcode, or type code or name" value={text} onChange={setText} />
          ) : (
            <TextInput
              type="search"
              aria-label="Search the lines"
              placeholder="Code or name"
              maxLength={100}
              value={text}
              onChange={(event) => setText(event.currentTarget.value)}
            />
          )}
          {open && <Button onClick={() => setChoosing(true)}>Add Item</Button>}
        </div>
        <LineFilters
          sheet={sheet}
          chosen={choice.show}
          onChoose={(show) => {
            setChoice({ show, kept: keysOf(lines, show) })
            setShown(step)
          }}
        />
      </div>
      {visible.length === 0 && (
        <p className="count-none">
          {lines.length === 0 ? 'Nothing is kept here yet. Scan or add what you find.' : 'No line fits.'}
        </p>
      )}
      <ul className="count-lines" aria-label="Lines">
        {visible.slice(0, shown).map((line) => (
          <CountLine
            key={line.countLineID}
            line={line}
            open={open}
            last={line.countLineID === last}
            wrong={refused.get(line.countLineID)?.message}
            onDo={onDo}
            onGone={sendNow}
          />
        ))}
      </ul>
      {visible.length > shown && (
        <div className="more">
          <Button onClick={() => setShown(shown + step)}>Show more</Button>
          <small>
            {shown} of {visible.length}
          </small>
        </div>
      )}
      {choosing && <SelectItem onAdd={addItem} onClose={() => setChoosing(false)} />}
    </section>
  )
}

/** Filters the lines and shows the number of lines for each filter. */
function LineFilters({
  sheet: { lines, status, differences },
  chosen,
  onChoose,
}: {
  sheet: StockCountSheet
  chosen: Show
  onChoose: (show: Show) => void
}) {
  const tally = countByFilter(lines)
  const offered = shows.filter((show) =>
    show === 'different' ? differences !== null : show !== 'moved' || status === 'Pending',
  )
  return (
    <fieldset className="shows" aria-label="Show">
      {offered.map((show) => (
        <button key={show} type="button" aria-pressed={show === chosen} onClick={() => onChoose(show)}>
          {showNames[show]} <b>{tally[show]}</b>
        </button>
      ))}
    </fieldset>
  )
}
