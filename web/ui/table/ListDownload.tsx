import { Button } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'

import { createCsvFile } from '../../lib/csv.ts'
import { downloadFile } from '../../lib/files.ts'
import { formatQuantity, today } from '../../lib/format.ts'
import { useTimeZone } from '../../lib/settings.ts'
import { DownloadMenu } from '../DownloadMenu.tsx'
import type { ListEndpoint, RowOf } from '../form/RecordSelect.tsx'
import { DownloadIcon } from '../icons.tsx'
import { toasts } from '../toasts.ts'
import { columnNameOf, type Columns } from './columns.ts'
import type { Query } from './listState.ts'
import { readEveryRow, createPageReader } from './readEveryRow.ts'
import type { ExportFile, Progress } from './useDownload.ts'

/** The rows or the size that a download has received, with a button that cancels it. */
function DownloadProgress({
  rows,
  total,
  bytes = 0,
  onCancel,
}: Omit<Progress, 'bytes'> & { bytes?: number; onCancel: () => void }) {
  return (
    <>
      <output>{describeProgress({ rows, total, bytes })}</output>
      <Button variant="subtle" size="sm" onClick={onCancel}>
        Cancel
      </Button>
    </>
  )
}

function describeProgress({ rows, total, bytes }: Progress): string {
  if (total === 0 || (rows === null && bytes === 0)) return 'Preparing…'
  return rows === null ? `${(bytes / 1e6).toFixed(1)} MB` : `${formatQuantity(rows)} of ${formatQuantity(total)}`
}

/**
 * Downloads all rows of the search and the filters as one CSV file, with the columns on display. A list with an export
 * also offers all fields.
 */
export function ListDownload<E extends ListEndpoint>({
  exported,
  ...rows
}: Parameters<typeof useCsvFile<E>>[0] & {
  exported?: ExportFile
}) {
  const { fetched, download, cancel } = useCsvFile(rows)
  const isEmpty = rows.total === 0
  if (fetched !== null) return <DownloadProgress rows={fetched} total={rows.total} onCancel={cancel} />
  if (exported?.progress) return <DownloadProgress {...exported.progress} onCancel={exported.cancel} />
  if (exported)
    return (
      <DownloadMenu
        inToolbar
        disabled={isEmpty}
        files={[{ label: 'CSV of these columns', onDownload: () => void download() }, ...exported.files]}
      />
    )
  return (
    <button
      type="button"
      className="ib sm"
      aria-label="Download CSV"
      title="Download CSV"
      disabled={isEmpty}
      onClick={() => void download()}
    >
      <DownloadIcon />
    </button>
  )
}

/** Returns the function that downloads the rows. `fetched` is null while no download runs. */
function useCsvFile<E extends ListEndpoint>({
  name,
  list,
  query,
  params,
  columns,
  rowID,
}: {
  name: string
  list: E
  query: Query
  params: Record<string, number> | undefined
  columns: Columns<E>
  rowID: (row: RowOf<E>) => number
  total: number
}) {
  const timeZone = useTimeZone()
  const [fetched, setFetched] = useState<number | null>(null)
  const abort = useRef<AbortController>(null)
  useEffect(() => () => abort.current?.abort(), [])

  async function download() {
    const { signal } = (abort.current = new AbortController())
    const data = columns.filter((column) => column.value !== undefined)
    setFetched(0)
    try {
      const rows = await readEveryRow(createPageReader(list, params, query, signal), rowID, setFetched)
      const lines = rows.map((row) => data.map((column) => column.value!(row)))
      downloadFile(createCsvFile([data.map(columnNameOf), ...lines]), `${name}-${today(timeZone)}.csv`)
    } catch (error) {
      if (!signal.aborted) toasts.error(`The CSV file could not be made: ${(error as Error).message}`)
    } finally {
      setFetched(null)
    }
  }
  return { fetched, download, cancel: () => abort.current?.abort() }
}
