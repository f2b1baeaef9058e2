import { Button } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'

import { createCsvFile } from '../../lib/csv.ts'
import { downloadFile } from '../../lib/files.ts'
import { today } from '../../lib/format.ts'
import { useTimeZone } from '../../lib/settings.ts'
import type { ListEndpoint, RowOf } from '../form/RecordSelect.tsx'
import { DownloadIcon } from '../icons.tsx'
import { toasts } from '../toasts.ts'
import { columnNameOf, type Columns } from './columns.ts'
import type { Query } from './listState.ts'
import { readEveryRow, createPageReader } from './readEveryRow.ts'

/** Downloads all rows of the search and the filters as one CSV file, with the columns on display. */
export function CsvButton<E extends ListEndpoint>({
  name,
  list,
  query,
  params,
  columns,
  rowID,
  total,
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

  async function downloadCsv() {
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

  if (fetched === null)
    return (
      <Button
        variant="subtle"
        size="sm"
        leftSection={<DownloadIcon />}
        onClick={() => void downloadCsv()}
        disabled={total === 0}
      >
        CSV
      </Button>
    )
  return (
    <>
      <output>
        {fetched} of {total}
      </output>
      <Button variant="subtle" size="sm" onClick={() => abort.current?.abort()}>
        Cancel
      </Button>
    </>
  )
}
