import { useCallback, useEffect, useRef } from 'react'

import type { StockCountLine, StockCountSheet } from '../../../../contract/stock/stock-counts.ts'
import { type ScanFeedback, useScanner } from '../../../ui/scan/useScanner.ts'
import { itemByCode } from '../../catalogue/itemByCode.ts'
import { amount } from '../../shared/stock.ts'
import { boxOf } from './CountLine.tsx'
import { lineWithCode } from './countState.ts'
import type { Counting } from './useCounting.ts'

/** Counts by scanner: each scan counts one, or leads to the line that it fits. */
export function useCountScan(
  { lines, status }: StockCountSheet,
  { act, add }: Counting,
  {
    findFirst,
    onSearch,
  }: {
    /** The first line that a text fits. */
    findFirst: (text: string) => StockCountLine | undefined
    onSearch: (text: string) => void
  },
) {
  const open = status === 'Pending'
  const focusLine = useLineFocus()

  /** One more of a line, by a scan. A weighed item is entered instead. */
  async function countOne(line: StockCountLine): Promise<ScanFeedback> {
    const { item } = line
    if (item.uom === 'BULK') {
      focusLine(line.countLineID)
      return { text: `${item.itemName} is weighed: enter its grams` }
    }
    const { counted } = await act(line, 'more')
    return { text: `${item.itemName}: ${amount(counted ?? 0, item)}` }
  }

  async function onCode(code: string): Promise<ScanFeedback> {
    const line = lineWithCode(lines, code)
    if (open && line) return countOne(line)
    const first = findFirst(code)
    if (first) {
      onSearch(code)
      focusLine(first.countLineID)
      return { text: first.item.itemName }
    }
    if (!open) return { text: `No line fits ‘${code}’`, wrong: true }
    const item = await itemByCode(code)
    if (!item) return { text: `No active item has the code ‘${code}’`, wrong: true }
    const work = async () => countOne(await add(item.itemID))
    return { text: `${item.itemName} is not on this sheet`, wrong: true, remedy: { label: 'Add it', work } }
  }
  const scanner = useScanner(onCode)
  // Never on a touch screen, where the focus would open the keyboard.
  const { field } = scanner
  useEffect(() => {
    if (open && !matchMedia('(pointer: coarse)').matches) field.current?.focus({ preventScroll: true })
  }, [open, field])

  const addItem = ({ itemID, itemName }: { itemID: number; itemName: string }) =>
    scanner.tell(async () => {
      focusLine((await add(itemID)).countLineID)
      return { text: `${itemName} added` }
    })
  return { scanner, addItem }
}

/** Returns the function that moves the focus to the box of a line, once the box is there. */
function useLineFocus() {
  const toFocus = useRef<number>(null)
  // After every rendering, because an added line comes with the next reading of the sheet.
  useEffect(() => {
    const box = toFocus.current === null ? null : document.getElementById(boxOf(toFocus.current))
    if (!(box instanceof HTMLInputElement)) return
    toFocus.current = null
    box.focus()
  })
  return useCallback((countLineID: number) => {
    toFocus.current = countLineID
  }, [])
}
