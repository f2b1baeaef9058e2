import { useEffect, useRef, useState } from 'react'

import { createRowCounter, csvType } from '../../lib/csv.ts'
import { openFile } from '../../lib/files.ts'
import { formatQuantity } from '../../lib/format.ts'
import { toasts } from '../toasts.ts'

/** The progress of a download: rows received, total rows, and bytes received. */
export type Progress = { rows: number; total: number; bytes: number }

/** A file of a list with all fields. `progress` is null while it is not being downloaded. */
export type ExportFile = { label: string; progress: Progress | null; start: () => void; cancel: () => void }

/** The interval between updates of the displayed progress, in milliseconds. */
const progressInterval = 100

/** Downloads one streamed CSV file at a time. `progress` is null while no download runs. */
export function useDownload() {
  const [progress, setProgress] = useState<Progress | null>(null)
  const abort = useRef<AbortController>(null)
  useEffect(() => () => abort.current?.abort(), [])

  async function download(name: string, request: (signal: AbortSignal) => Promise<Response>) {
    const { signal } = (abort.current = new AbortController())
    try {
      const file = await openFile(name, csvType)
      if (!file) return
      try {
        const rows = await writeResponse(file.write, () => request(signal), signal, setProgress)
        await file.finish()
        toasts.success(`${name} is complete: ${formatQuantity(rows)} ${rows === 1 ? 'row' : 'rows'}`)
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

/** Writes the file while it arrives. Returns the number of its rows, and throws if the file is incomplete. */
async function writeResponse(
  write: (bytes: Uint8Array<ArrayBuffer>) => Promise<void>,
  request: () => Promise<Response>,
  signal: AbortSignal,
  onProgress: (progress: Progress) => void,
): Promise<number> {
  onProgress({ rows: 0, total: 0, bytes: 0 })
  const response = await request()
  const total = Number(response.headers.get('x-rows'))
  const countRows = createRowCounter()
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
    if (performance.now() - last < progressInterval) continue
    last = performance.now()
    onProgress({ rows: Math.max(0, lines - 1), total, bytes })
  }
  // The first line is the header.
  if (lines !== total + 1) throw new Error('The file is incomplete. Please try again.')
  return total
}
