import { useState } from 'react'

import type { LiveEvent } from '../../../../contract/events/events.ts'
import type { StockCountSheet } from '../../../../contract/stock/stock-counts.ts'
import { useNews } from '../../../lib/news.ts'

/** Tells which line another person has just counted. The line shows the quantity, unless the count is blind. */
export function CountNews({ sheet }: { sheet: StockCountSheet }) {
  const [event, setEvent] = useState<LiveEvent | null>(null)
  useNews((events) => {
    const found = events.findLast(
      ({ entity, id }) =>
        (entity === 'stockCountLine' && sheet.lines.some(({ countLineID }) => countLineID === id)) ||
        (entity === 'stockCount' && id === sheet.countID),
    )
    if (found) setEvent(found)
  })
  const line =
    event && sheet.lines.find(({ countLineID }) => event.entity === 'stockCountLine' && countLineID === event.id)
  const what = line ? `counted ${line.item.itemName}` : 'changed this count'
  return (
    <output className={event ? 'news' : undefined}>
      {event && (
        <p>
          {event.by?.name ?? 'The shop'} {what} just now.
        </p>
      )}
    </output>
  )
}
