import { useEffect, useRef, useState } from 'react'

import type { ReportKey } from '../../../contract/report-definitions.ts'
import { reportFileName, reports } from '../../../contract/reports.ts'
import { callForStream } from '../../lib/api.ts'
import { csvRows, csvType } from '../../lib/csv.ts'
import { quantity, today } from '../../lib/format.ts'
import { beginFile } from '../../lib/save.ts'
import type { Query } from '../../ui/listState.ts'
import { toasts } from '../../ui/toasts.ts'

/** How far a download is: rows of how many, and bytes. */
export type Progress = { rows: number; total: number; bytes: number }

/** How often what is on the screen is told how far it is, in milliseconds. */
const told = 100

/** Downloads all of a report as a CSV file, one at a time; `progress` is null while there is none. */
export function useReportFile() {
  const [progress, setProgress] = useState<Progress | null>(null)
  const abort = useRef<AbortController>(null)
  useEffect(() => () => abort.current?.abort(), [])

  async function download(key: ReportKey, query: Query, timeZone: string) {
    const name = reportFileName(key, query, today(timeZone))
    const { signal } = (abort.current = new AbortController())
    try {
      const file = await beginFile(name, csvType)
      if (!file) return
      try {
        const rows = await fill(file.write, key, query, signal, setProgress)
        await file.finish()
        toasts.success(`${name} is complete: ${quantity(rows)} ${rows === 1 ? 'row' : 'rows'}`)
      } catch (error) {
        await file.discard()
        throw error
      }
    } catch (error) {
      if (!signal.aborted) toasts.error(`${name} could not be downloaded: ${(error as Error).message}`)
    } finally {
      setProgress(null)
    }
  }

  return { progress, download, cancel: () => abort.current?.abort() }
}

/** Reads the file as it comes. Answers how many rows it has; throws where it ends before its end. */
async function fill(
  write: (bytes: Uint8Array<ArrayBuffer>) => Promise<void>,
  key: ReportKey,
  query: Query,
  signal: AbortSignal,
  tell: (progress: Progress) => void,
): Promise<number> {
  tell({ rows: 0, total: 0, bytes: 0 })
  const response = await callForStream(reports[key], { query: { ...query, format: 'csv' } }, { signal })
  const total = Number(response.headers.get('x-rows'))
  const countRows = csvRows()
  const reader = response.body!.getReader()
  let lines = 0
  let bytes = 0
  let last = 0
  for (;;) {
    const { done, value } = await reader.read().catch((error: unknown) => {
      throw signal.aborted ? error : new Error('The connection was cut. Please try again.')
    })
    if (done) break
    lines = countRows(value)
    bytes += value.length
    await write(value)
    if (performance.now() - last < told) continue
    last = performance.now()
    tell({ rows: Math.max(0, lines - 1), total, bytes })
  }
  // Its first line is the header.
  if (lines !== total + 1) throw new Error('The file is not whole. Please try again.')
  return total
}
