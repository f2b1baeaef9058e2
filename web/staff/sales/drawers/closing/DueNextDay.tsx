import { Link } from 'react-router'

import type { DueEntryRow, ShopDayRow } from '../../../../../contract/insight/shop-day.ts'
import { recordPathOf, screens } from '../../../../../contract/shared/screens.ts'
import { formatCount, formatPeso } from '../../../../lib/format.ts'
import { BellIcon, ClockIcon, ItemsIcon, LivesIcon, SalesIcon } from '../../../../ui/icons.tsx'
import { Thumb } from '../../../../ui/Thumb.tsx'
import { nameWeekday } from './weekday.ts'

const icons = { hold: ClockIcon, promise: ItemsIcon, instalment: SalesIcon, live: LivesIcon, reminder: BellIcon }

/** What is due on the next day, which somebody prepares in the evening. */
export function DueNextDay({ day: { due, dueCount, nextDay }, onPrint }: { day: ShopDayRow; onPrint: () => void }) {
  return (
    <section className="panel closing-due" aria-label="Due tomorrow">
      <header>
        <h2>Due tomorrow, {nameWeekday(nextDay)}</h2>
        {due.length > 0 && (
          <button type="button" className="link" onClick={onPrint}>
            Print
          </button>
        )}
      </header>
      {due.length === 0 ? (
        <p className="closing-none">Nothing is due.</p>
      ) : (
        <ul>
          {due.map((entry) => (
            <li key={`${entry.kind} ${entry.recordID}`}>
              <DueRow entry={entry} />
            </li>
          ))}
        </ul>
      )}
      {dueCount > due.length && <p className="closing-none">and {dueCount - due.length} more</p>}
    </section>
  )
}

function DueRow({ entry }: { entry: DueEntryRow }) {
  const { kind, recordID, image_url, image_focus, customerName, transactionNumber } = entry
  const DueIcon = icons[kind]
  const to = kind === 'reminder' ? null : recordPathOf(kind === 'live' ? screens.lives : screens.sales, recordID)
  return (
    <>
      {image_url ? (
        <Thumb src={image_url} focus={image_focus} name={entry.name} />
      ) : (
        <span className="due-icon">
          <DueIcon />
        </span>
      )}
      <span>
        {to === null ? <b>{describeDue(entry)}</b> : <Link to={to}>{describeDue(entry)}</Link>}
        <small>{[customerName, transactionNumber].filter(Boolean).join(' · ')}</small>
      </span>
      <span className="due-when">{whenOf(entry)}</span>
    </>
  )
}

export function describeDue({ kind, name, others, place }: DueEntryRow): string {
  const goods = others > 0 ? `${name} and ${formatCount(others, 'more line')}` : name
  if (kind === 'hold') return `Hold ends: ${goods}`
  if (kind === 'promise') return `Promised: ${goods}`
  if (kind === 'instalment') return place ? `Instalment ${place.n} of ${place.of}` : 'Instalment'
  return name
}

export function whenOf({ kind, time, amount }: DueEntryRow): string {
  if (amount !== null) return formatPeso(amount)
  return time ?? (kind === 'promise' ? 'to hand over' : 'all day')
}
