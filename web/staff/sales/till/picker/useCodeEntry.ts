import { useEffect, useRef, useState } from 'react'

import { type ItemRow, items } from '../../../../../contract/catalogue/items.ts'
import { codeOfScan } from '../../../../../contract/stock/piece-codes.ts'
import { call } from '../../../../lib/api.ts'
import { playScanSound } from '../../../../ui/scan/playScanSound.ts'
import { useStable } from '../../../../ui/useStable.ts'
import { findPieceByCode } from '../../../shared/findPieceByCode.ts'
import type { PickedPiece } from '../state/useTillPick.ts'
import { activeItemsQuery } from './useGoods.ts'

/** The result of the last code: the item that it added, or why it added nothing. */
export type Feedback = { text: string; wrong: boolean }

/** Finds the piece that a code means, with its item. Returns why it cannot be sold here, or null without such a piece. */
async function findPiece(code: string, locationID: number | null) {
  const piece = await findPieceByCode(code)
  if (!piece) return null
  const { number, place, holder } = piece
  if (holder) return `${number} is in ${holder.transactionNumber}`
  if (!place) return `${number} is no longer in stock`
  if (locationID !== null && place.locationID !== locationID) return `${number} is at ${place.locationName}`
  if (!place.sellable) return `${number} is in ${place.typeName}, which is not for sale`
  const query = { ...activeItemsQuery(locationID), itemIDs: String(piece.itemID) }
  const [item] = (await call(items.list, { query })).data
  return item ? { item, piece } : `${piece.item.itemName} is Inactive: it is not sold`
}

/** Returns the reason why a code added no item. */
async function explainRefusal(code: string, found: number) {
  if (found > 1) return `‘${code}’ fits several items: choose one below`
  const [inactive] = (await call(items.list, { query: { code, status: 'false' } })).data
  return inactive ? `${inactive.itemName} is Inactive: it is not sold` : `No item has the code or name ‘${code}’`
}

/** Manages the scan field: its text, the items that codes add, and the feedback on the last code. */
export function useCodeEntry(
  locationID: number | null,
  whenSettled: () => Promise<void>,
  onPick: (item: ItemRow, hasMovedOn?: boolean, piece?: PickedPiece) => string | null,
) {
  const [text, setText] = useState('')
  const [feedback, setFeedback] = useState<Feedback | null>(null)
  const scans = useRef(Promise.resolve())
  /** How many codes are still being looked up. */
  const waiting = useRef(0)
  /** Why the last code added nothing, until somebody has seen it. */
  const problem = useRef<string | null>(null)

  // An error goes at the next key, wherever it is typed.
  useEffect(() => {
    if (!feedback?.wrong) return undefined
    const clear = () => setFeedback(null)
    addEventListener('keydown', clear, { once: true })
    return () => removeEventListener('keydown', clear)
  }, [feedback])

  const pick = useStable((item: ItemRow, hasMovedOn?: boolean, piece?: PickedPiece) => {
    const refusal = onPick(item, hasMovedOn, piece)
    const added =
      item.byPiece && !piece ? `Choose the piece of ${item.itemName}` : `Added ${piece?.number ?? item.itemName}`
    setFeedback(refusal === null ? { text: added, wrong: false } : { text: refusal, wrong: true })
    return refusal
  })

  /** Adds an item that a person chose, and clears the search that found it. */
  const pickTile = useStable((item: ItemRow) => {
    if (pick(item) !== null) return
    problem.current = null
    setText('')
  })

  function refuse(text: string) {
    problem.current = text
    setFeedback({ text, wrong: true })
  }

  /**
   * Returns what keeps a sale from being completed now: a code that is still looked up or, once, a code that added
   * nothing. The missing piece may go unnoticed.
   */
  function takeProblem() {
    if (waiting.current > 0) return 'The last scan is still looked up. Complete again in a moment.'
    const taken = problem.current
    problem.current = null
    return taken && `${taken}. Complete again to sell without it.`
  }

  /** Adds the item with exactly this barcode or code, or the only match of a text search. */
  async function findItem(code: string, focused: Element | null) {
    const here = activeItemsQuery(locationID)
    try {
      const exact = (await call(items.list, { query: { ...here, code } })).data
      const piece = exact.length > 0 ? null : await findPiece(code, locationID)
      const hasMoved = () => document.activeElement !== focused && document.activeElement !== document.body
      if (piece !== null) {
        const refusal = typeof piece === 'string' ? piece : pick(piece.item, hasMoved(), piece.piece)
        playScanSound(refusal === null)
        if (refusal !== null) refuse(refusal)
        return
      }
      const found = exact.length > 0 ? exact : (await call(items.list, { query: { ...here, search: code } })).data
      if (found.length > 1) setText(code)
      const refusal = found.length === 1 ? pick(found[0]!, hasMoved()) : await explainRefusal(code, found.length)
      playScanSound(refusal === null)
      if (refusal !== null) refuse(refusal)
    } catch (error) {
      playScanSound(false)
      refuse(`Error: ${(error as Error).message}`)
    }
  }

  /** Runs codes one after the other, so that lines keep the order of the scans. */
  function enqueueCode(scanned: string) {
    const code = codeOfScan(scanned)
    setText('')
    const focused = document.activeElement
    waiting.current++
    scans.current = scans.current
      .then(whenSettled)
      .then(() => findItem(code, focused))
      .finally(() => waiting.current--)
  }

  function changeText(text: string) {
    setText(text)
    setFeedback(null)
  }
  return { text, changeText, feedback, enqueueCode, pickTile, takeProblem }
}
