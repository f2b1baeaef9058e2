import { useState } from 'react'

import type { LiveEvent } from '../../../../../contract/events/events.ts'
import type { SaleRow } from '../../../../../contract/sales/sales.ts'
import { useNews } from '../../../../lib/news.ts'
import type { Draft } from '../state/draft.ts'

/** The last event about each item on the tray. */
type Taken = ReadonlyMap<number, LiveEvent>

/**
 * Tells that others have just sold or reserved a piece on the tray, or changed the opened sale. The lines mark what is
 * missing, because their stock is read again after the same event.
 */
export function TillNews({
  lines,
  stored,
  short,
}: {
  lines: Draft['lines']
  stored: SaleRow | null
  /** The missing quantity of each line. */
  short: ReadonlyMap<number, number>
}) {
  const [taken, setTaken] = useState<Taken>(new Map())
  const [changed, setChanged] = useState<LiveEvent | null>(null)

  useNews((events) => {
    const sales = events.filter(({ entity }) => entity === 'sale')
    const own = sales.findLast(({ id }) => stored !== null && id === stored.salesTransactionID)
    if (own) setChanged(own)
    const others = sales.filter((event) => event !== own && wordOf(event) !== null)
    const found = others.flatMap((event) =>
      (event.touched?.item ?? []).map((itemID): [number, LiveEvent] => [itemID, event]),
    )
    if (found.length > 0) setTaken((before) => new Map([...before, ...found]))
  })

  const sentences = [
    ...(changed ? [`${changed.by?.name ?? 'The shop'} changed this sale just now.`] : []),
    ...lines.flatMap((line) => {
      const event = taken.get(line.itemID)
      if (!event) return []
      const last = short.has(line.key) ? 'the last ' : ''
      return [`${event.by?.name ?? 'The shop'} ${wordOf(event)} ${last}${line.itemCode} just now.`]
    }),
  ]
  return (
    // The region is there before its text, because screen readers announce only changes of a region.
    <output>
      {sentences.length > 0 && (
        <ul className="sec changed" aria-label="Just now">
          {[...new Set(sentences)].map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      )}
    </output>
  )
}

/** Returns what a sale does to its pieces; null when it does not take them. */
function wordOf({ type }: LiveEvent): string | null {
  if (type === 'sale.completed') return 'sold'
  return type === 'sale.created' || type === 'sale.changed' || type === 'sale.held' || type === 'sale.paid'
    ? 'reserved'
    : null
}
