import { useCallback, useEffect, useRef, useState } from 'react'

import { findFractionProblem } from '../../../../contract/catalogue/items.ts'
import { type StockCountLine, stockCounts } from '../../../../contract/stock/stock-counts.ts'
import { call, messageOf } from '../../../lib/api.ts'
import { useWrite } from '../../../lib/query.ts'
import { toasts } from '../../../ui/toasts.ts'
import type { LineChange } from './countState.ts'

/** An unsaved change of a line: the item's name and the error message. */
type Refused = { itemName: string; message: string }
type Counted = Pick<StockCountLine, 'countLineID' | 'item'>

export type Counting = ReturnType<typeof useCounting>

/**
 * Sends the changes of a sheet's lines one after the other, so that they arrive in order, and remembers the refused
 * ones. `waitForWrites` waits for all of them and returns the names of the items that are not saved.
 */
export function useCounting(id: number) {
  const { mutateAsync: count } = useWrite(stockCounts.count)
  const { mutateAsync: scan } = useWrite(stockCounts.scan)
  const { mutateAsync: recount } = useWrite(stockCounts.recount)
  const { mutateAsync: findPiece } = useWrite(stockCounts.findPiece)
  const { mutateAsync: leavePiece } = useWrite(stockCounts.leavePiece)
  const { mutateAsync: addLine } = useWrite(stockCounts.addLine)
  const [last, setLast] = useState<number | null>(null)
  const [refused, setRefused] = useState<ReadonlyMap<number, Refused>>(new Map())
  /** The same data as `refused`. Code can read it before the next render. */
  const unsaved = useRef(new Map<number, Refused>())
  const queue = useRef<Promise<unknown>>(Promise.resolve())
  const shown = useRef(false)
  useEffect(() => {
    shown.current = true
    return () => {
      shown.current = false
    }
  }, [])

  const enqueue = useCallback(<T>(work: () => Promise<T>): Promise<T> => {
    const done = queue.current.then(work)
    queue.current = done.catch(() => null)
    return done
  }, [])

  const changeLine = useCallback(
    async ({ countLineID, item }: Counted, deed: LineChange): Promise<StockCountLine> => {
      const { itemName } = item
      const sent = { id, lineID: countLineID }
      setLast(countLineID)
      try {
        const { data } = await enqueue(() => {
          if (deed === 'more') return scan(sent)
          if (deed === 'again') return recount(sent)
          if ('found' in deed) return findPiece({ ...sent, pieceID: deed.found })
          if ('takenBack' in deed) return leavePiece({ ...sent, pieceID: deed.takenBack })
          const problem = findFractionProblem(item, deed.counted ?? 0)
          if (problem !== null) throw new Error(problem)
          return count({ ...sent, body: deed })
        })
        unsaved.current.delete(countLineID)
        return data
      } catch (error) {
        const message = messageOf(error as Error)
        unsaved.current.set(countLineID, { itemName, message })
        // The user has left the sheet, so the error cannot appear at its line.
        if (!shown.current) toasts.error(`The count of ${itemName} is not saved: ${message}`)
        throw error
      } finally {
        setRefused(new Map(unsaved.current))
      }
    },
    [id, enqueue, count, scan, recount, findPiece, leavePiece],
  )

  const add = useCallback(
    async (itemID: number): Promise<StockCountLine> => (await enqueue(() => addLine({ id, body: { itemID } }))).data,
    [id, enqueue, addLine],
  )

  /** Sends a quantity that the user was typing when the page closed. It does not wait for the other writes. */
  const sendNow = useCallback(
    ({ countLineID }: Counted, counted: number | null) =>
      void call(stockCounts.count, { id, lineID: countLineID, body: { counted } }, { keepalive: true }).catch(
        () => null,
      ),
    [id],
  )

  async function waitForWrites(): Promise<string[]> {
    // A new write can join the queue while this loop waits.
    for (let waited: unknown = null; waited !== queue.current;) {
      waited = queue.current
      await queue.current
    }
    return [...unsaved.current.values()].map(({ itemName }) => itemName)
  }

  return { last, refused, changeLine, add, sendNow, waitForWrites }
}
