import { useRef, useState } from 'react'

import { type ItemRow, items } from '../../../../../contract/catalogue/items.ts'
import { call } from '../../../../lib/api.ts'
import { playScanSound } from '../../../../ui/scan/playScanSound.ts'
import { useStable } from '../../../../ui/useStable.ts'
import { activeItemsQuery } from './useGoods.ts'

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
  onPick: (item: ItemRow) => string | null,
) {
  const [text, setText] = useState('')
  const [feedback, setFeedback] = useState<{ text: string; wrong: boolean } | null>(null)
  const scans = useRef(Promise.resolve())

  const pick = useStable((item: ItemRow) => {
    const refusal = onPick(item)
    setFeedback(refusal === null ? { text: `${item.itemName} added`, wrong: false } : { text: refusal, wrong: true })
    return refusal === null
  })

  /**
   * Adds the item with exactly this barcode or item code. If there is none, adds the only item that a text search
   * finds.
   */
  async function findItem(code: string) {
    const here = activeItemsQuery(locationID)
    try {
      const exact = (await call(items.list, { query: { ...here, code } })).data
      const found = exact.length > 0 ? exact : (await call(items.list, { query: { ...here, search: code } })).data
      playScanSound(found.length === 1 && pick(found[0]!))
      if (found.length > 1) setText(code)
      if (found.length !== 1) setFeedback({ text: await explainRefusal(code, found.length), wrong: true })
    } catch (error) {
      playScanSound(false)
      setFeedback({ text: `Error: ${(error as Error).message}`, wrong: true })
    }
  }

  /** Runs codes one after the other, so that lines keep the order of the scans. */
  function enqueueCode(code: string) {
    setText('')
    scans.current = scans.current.then(whenSettled).then(() => findItem(code))
  }

  function changeText(text: string) {
    setText(text)
    setFeedback(null)
  }
  return { text, changeText, feedback, enqueueCode, pick }
}
