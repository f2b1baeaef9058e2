import { useCallback, useEffect, useRef } from 'react'

import type { PieceRow } from '../../../../contract/stock/pieces.ts'
import type { StockCountLine, StockCountSheet } from '../../../../contract/stock/stock-counts.ts'
import { type ScanFeedback, useScanner } from '../../../ui/scan/useScanner.ts'
import { findItemByCode } from '../../catalogue/findItemByCode.ts'
import { findPieceByCode } from '../../shared/findPieceByCode.ts'
import { formatAmount } from '../../shared/stock.ts'
import { fieldIdOf } from './CountLine.tsx'
import { findLineByCode } from './countState.ts'
import type { Counting } from './useCounting.ts'

/**
 * Handles the scanner on a count sheet. A scanned piece or pair adds one to its line. For an item that is sold by
 * weight, the scan focuses the field of its quantity.
 */
export function useCountScan(
  { lines, status }: StockCountSheet,
  { changeLine, add }: Counting,
  {
    findFirst,
    onSearch,
  }: {
    /** Returns the first line that matches a text. */
    findFirst: (text: string) => StockCountLine | undefined
    onSearch: (text: string) => void
  },
) {
  const open = status === 'Pending'
  const focusLine = useLineFocus()

  /** Adds one to a line. A weighed item needs typed input instead. */
  async function countOne(line: StockCountLine): Promise<ScanFeedback> {
    const { item } = line
    if (item.uom === 'BULK') {
      focusLine(line.countLineID)
      return { text: `${item.itemName} is weighed: enter its grams` }
    }
    const { counted } = await changeLine(line, 'more')
    return { text: `${item.itemName}: ${formatAmount(counted ?? 0, item)}` }
  }

  /** Counts a piece on the line of its stock, or else on a line of its item, which says where the piece is. */
  async function countPiece({ pieceID, number, itemID, item, place }: PieceRow): Promise<ScanFeedback> {
    const ofItem = lines.filter((line) => line.itemID === itemID)
    const line = ofItem.find(({ inventoryID }) => inventoryID === place?.inventoryID) ?? ofItem[0]
    const count = async (to: StockCountLine) => {
      const { counted } = await changeLine(to, { found: pieceID })
      return { text: `${number} found: ${counted} of ${item.itemName}` }
    }
    if (line) return count(line)
    const work = async () => count(await add(itemID))
    return { text: `${item.itemName} is not on this sheet`, wrong: true, remedy: { label: 'Add it', work } }
  }

  async function onCode(code: string): Promise<ScanFeedback> {
    const line = findLineByCode(lines, code)
    if (open && line?.item.byPiece) return { text: `Scan the pieces of ${line.item.itemName}`, wrong: true }
    if (open && line) return countOne(line)
    const piece = open && !line ? await findPieceByCode(code) : undefined
    if (piece) return countPiece(piece)
    const first = findFirst(code)
    if (first) {
      onSearch(code)
      focusLine(first.countLineID)
      return { text: first.item.itemName }
    }
    if (!open) return { text: `No line fits ‘${code}’`, wrong: true }
    const item = await findItemByCode(code)
    if (!item) return { text: `No active item has the code ‘${code}’`, wrong: true }
    const work = async () => countOne(await add(item.itemID))
    return { text: `${item.itemName} is not on this sheet`, wrong: true, remedy: { label: 'Add it', work } }
  }
  const scanner = useScanner(onCode)
  // On a touch screen, focusing the field would open the keyboard.
  const { field } = scanner
  useEffect(() => {
    if (open && !matchMedia('(pointer: coarse)').matches) field.current?.focus({ preventScroll: true })
  }, [open, field])

  const addItem = ({ itemID, itemName }: { itemID: number; itemName: string }) =>
    scanner.enqueue(async () => {
      focusLine((await add(itemID)).countLineID)
      return { text: `${itemName} added` }
    })
  return { scanner, addItem }
}

/** Returns a function that focuses the field of a line as soon as the line is rendered. */
function useLineFocus() {
  const toFocus = useRef<number>(null)
  // Runs after every render, because an added line appears only after the sheet is refetched.
  useEffect(() => {
    const box = toFocus.current === null ? null : document.getElementById(fieldIdOf(toFocus.current))
    if (!(box instanceof HTMLInputElement)) return
    toFocus.current = null
    box.focus()
  })
  return useCallback((countLineID: number) => {
    toFocus.current = countLineID
  }, [])
}
