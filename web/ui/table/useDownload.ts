import { useEffect, useRef, useState } from 'react'

import { workbookType } from '../../../contract/shared/workbooks.ts'
import { createRowCounter, csvType } from '../../lib/csv.ts'
import { openFile } from '../../lib/files.ts'
import { formatQuantity } from '../../lib/format.ts'
import { toasts } from '../toasts.ts'

/** The progress of a download: rows received (null for a workbook), total rows, and bytes received. */
export type Progress = { rows: number | null; total: number; bytes: number }

/** The files of a list with all fields. `progress` is null while none is being downloaded. */
export type ExportFile = {
  files: readonly { label: string; onDownload: () => void }[]
  progress: Progress | null
  cancel: () => void
}

/** The interval between updates of the displayed progress, in milliseconds. */
const progressInterval = 100

/** Downloads one streamed CSV file or Excel workbook at a time. `progress` is null while no download runs. */
export function useDownload() {
  const [progress, setProgress] = useState<Progress | null>(null)
  const abort = useRef<AbortController>(null)
  useEffect(() => () => abort.current?.abort(), [])

  async function download(name: string, request: (signal: AbortSignal) => Promise<Response>) {
    const { signal } = (abort.current = new AbortController())
    try {
      const file = await openFile(name, isWorkbook(name) ? workbookType : csvType)
      if (!file) return
      try {
        const rows = await writeResponse(file.write, () => request(signal), signal, {
          checkFile: isWorkbook(name) ? checkArchive() : checkCsv(),
          onProgress: setProgress,
        })
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

const isWorkbook = (name: string) => name.endsWith('.xlsx')

/** Watches the bytes of a file: returns its rows so far, or null, and whether the file is complete. */
type FileCheck = (bytes: Uint8Array, total: number) => { rows: number | null; isComplete: boolean }

function checkCsv(): FileCheck {
  const countRows = createRowCounter()
  return (bytes, total) => {
    const lines = countRows(bytes)
    // The first line is the header.
    return { rows: Math.max(0, lines - 1), isComplete: lines === total + 1 }
  }
}

/** An archive ends with its directory, of which the last record has 22 bytes. */
function checkArchive(): FileCheck {
  let end: number[] = []
  return (bytes) => {
    end = [...end, ...bytes.subarray(-22)].slice(-22)
    return { rows: null, isComplete: [0x50, 0x4b, 5, 6].every((byte, n) => end[n] === byte) }
  }
}

/** Writes the file while it arrives. Returns the number of its rows, and throws if the file is incomplete. */
async function writeResponse(
  write: (bytes: Uint8Array<ArrayBuffer>) => Promise<void>,
  request: () => Promise<Response>,
  signal: AbortSignal,
  { checkFile, onProgress }: { checkFile: FileCheck; onProgress: (progress: Progress) => void },
): Promise<number> {
  onProgress({ rows: 0, total: 0, bytes: 0 })
  const response = await request()
  const total = Number(response.headers.get('x-rows'))
  const reader = response.body!.getReader()
  let checked = checkFile(new Uint8Array(), total)
  let bytes = 0
  let last = 0
  for (;;) {
    const { done, value } = await reader.read().catch((error: unknown) => {
      throw signal.aborted ? error : new Error('The connection was cut. Please try again.')
    })
    if (done) break
    checked = checkFile(value, total)
    bytes += value.length
    await write(value)
    if (performance.now() - last < progressInterval) continue
    last = performance.now()
    onProgress({ rows: checked.rows, total, bytes })
  }
  if (!checked.isComplete) throw new Error('The file is incomplete. Please try again.')
  return total
}
