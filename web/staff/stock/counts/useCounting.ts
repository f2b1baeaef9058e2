import { useCallback, useEffect, useRef, useState } from 'react'

import { type StockCountLine, stockCounts } from '../../../../contract/stock/stock-counts.ts'
import { call, messageOf } from '../../../lib/api.ts'
import { useWrite } from '../../../lib/query.ts'
import { toasts } from '../../../ui/toasts.ts'
import type { Deed } from './countState.ts'

/** What was done to a line and is not saved: the item's name, and why. */
type Refused = { itemName: string; message: string }
type Counted = Pick<StockCountLine, 'countLineID' | 'item'>

export type Counting = ReturnType<typeof useCounting>

/**
 * All that is written to a sheet while it is counted, one write after the other, so that what is typed and then scanned
 * arrives in that order; and what of it was refused. `settled` resolves once nothing is on its way, to the names of
 * the lines that are not saved.
 */
export function useCounting(id: number) {
  const { mutateAsync: count } = useWrite(stockCounts.count)
  const { mutateAsync: scan } = useWrite(stockCounts.scan)
  const { mutateAsync: recount } = useWrite(stockCounts.recount)
  const { mutateAsync: addLine } = useWrite(stockCounts.addLine)
  const [last, setLast] = useState<number | null>(null)
  const [refused, setRefused] = useState<ReadonlyMap<number, Refused>>(new Map())
  /** The same, for who has waited for the writes and not for the screen. */
  const unsaved = useRef(new Map<number, Refused>())
  const queue = useRef<Promise<unknown>>(Promise.resolve())
  const shown = useRef(false)
  useEffect(() => {
    shown.current = true
    return () => {
      shown.current = false
    }
  }, [])

  const inTurn = useCallback(<T>(work: () => Promise<T>): Promise<T> => {
    const done = queue.current.then(work)
    queue.current = done.catch(() => null)
    return done
  }, [])

  const act = useCallback(
    async ({ countLineID, item: { itemName } }: Counted, deed: Deed): Promise<StockCountLine> => {
      const sent = { id, lineID: countLineID }
      setLast(countLineID)
      try {
        const { data } = await inTurn(() => {
          if (deed === 'more') return scan(sent)
          return deed === 'again' ? recount(sent) : count({ ...sent, body: deed })
        })
        unsaved.current.delete(countLineID)
        return data
      } catch (error) {
        const message = messageOf(error as Error)
        unsaved.current.set(countLineID, { itemName, message })
        // Nobody sees the line any more.
        if (!shown.current) toasts.error(`The count of ${itemName} is not saved: ${message}`)
        throw error
      } finally {
        setRefused(new Map(unsaved.current))
      }
    },
    [id, inTurn, count, scan, recount],
  )

  const add = useCallback(
    async (itemID: number): Promise<StockCountLine> => (await inTurn(() => addLine({ id, body: { itemID } }))).data,
    [id, inTurn, addLine],
  )

  /** Sends a figure that was being typed when the page was closed: there is no later for it to wait for its turn. */
  const sendNow = useCallback(
    ({ countLineID }: Counted, counted: number | null) =>
      void call(stockCounts.count, { id, lineID: countLineID, body: { counted } }, { keepalive: true }).catch(
        () => null,
      ),
    [id],
  )

  async function settled(): Promise<string[]> {
    // What is on its way may lead to more: a scan that waits for the one before.
    for (let waited: unknown = null; waited !== queue.current;) {
      waited = queue.current
      await queue.current
    }
    return [...unsaved.current.values()].map(({ itemName }) => itemName)
  }

  return { last, refused, act, add, sendNow, settled }
}
