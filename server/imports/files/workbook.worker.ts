// Runs in a thread of its own (`workbook.ts`): reads the workbook that it was started with, and answers once.
import { parentPort, workerData } from 'node:worker_threads'

import readExcelFile, { type CellValue } from 'read-excel-file/universal'

import { type MergedRows, readMergedRows } from './merged-cells.ts'
import type { WorkerAnswer } from './workbook.ts'

/** Returns a cell as a person would type it. Excel keeps 15 digits of a number. */
function textOf(cell: CellValue | null): string {
  if (cell === null) return ''
  if (cell instanceof Date) return cell.toISOString().replace(/T00:00:00\.000Z$/, '')
  if (typeof cell === 'number') return String(Number(cell.toPrecision(15)))
  if (typeof cell === 'boolean') return cell ? 'TRUE' : 'FALSE'
  return String(cell)
}

/**
 * Maximum number of characters of a sheet. Cells share a text inside the workbook, but not outside this thread: a file of
 * 40 KB can have 600 MB of cells.
 */
const charactersAtMost = 100_000_000

/** Maximum number of cells that get the text of a merged one. */
const repeatedAtMost = 1_000_000

/**
 * Gives each row the text that is merged over several rows. A number is not repeated: the five pieces of a merged cell
 * are not five in each row. Returns false for too many cells.
 */
function repeatMergedTexts(data: readonly (readonly (CellValue | null)[])[], rows: string[][], merged: MergedRows[]) {
  let left = repeatedAtMost
  for (const { column, first, last } of merged) {
    const text = data[first]?.[column]
    if (typeof text !== 'string') continue
    for (let row = first + 1; row <= Math.min(last, rows.length - 1); row++) {
      if (left-- === 0) return false
      rows[row]![column] = text
    }
  }
  return true
}

async function read(bytes: Uint8Array<ArrayBuffer>): Promise<WorkerAnswer> {
  try {
    for (const [nth, { sheet, data }] of (await readExcelFile(new Blob([bytes]))).entries()) {
      const rows = data.map((row) => row.map(textOf))
      if (!repeatMergedTexts(data, rows, await readMergedRows(bytes, nth)))
        return { problem: 'This workbook has too many merged cells. Unmerge them, and choose it again' }
      let characters = 0
      for (const row of rows) for (const cell of row) characters += cell.length
      if (characters > charactersAtMost)
        return {
          problem: `The cells of this workbook hold more than ${charactersAtMost / 1e6} MB of text. Please divide it`,
        }
      if (characters > 0) return { sheet: { name: sheet, rows } }
    }
    return { sheet: null }
  } catch {
    return { problem: 'This workbook is damaged or has a password. Save it again as .xlsx or CSV, and choose that' }
  }
}

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- the port of a thread has no origin
parentPort!.postMessage(await read(workerData as Uint8Array<ArrayBuffer>))
