import { Button } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'

import { formatQuantity } from '../../lib/format.ts'
import type { ListEndpoint, RowOf } from '../form/RecordSelect.tsx'
import { toasts } from '../toasts.ts'
import type { Query } from './listState.ts'
import { readEveryRow, createPageReader } from './readEveryRow.ts'

export type Choice<E extends ListEndpoint> = {
  /** The keys (`rowID`) of the selected rows, on all pages. */
  chosen: ReadonlySet<number>
  nameOf: (row: RowOf<E>) => string
  onChoose: (rows: RowOf<E>[], chosen: boolean) => void
  /** The maximum number of selected rows. It also limits "select all". */
  most?: number
}

/** Offers to select all rows of the search and the filters once a whole page is selected. */
export function ChooseAll<E extends ListEndpoint>({
  choice: { chosen, onChoose, most },
  list,
  params,
  query,
  rows,
  rowID,
  total,
}: {
  choice: Choice<E>
  list: E
  params: Record<string, number> | undefined
  query: Query
  rows: RowOf<E>[]
  rowID: (row: RowOf<E>) => number
  total: number
}) {
  const [fetched, setFetched] = useState<number | null>(null)
  const abort = useRef<AbortController>(null)
  useEffect(() => () => abort.current?.abort(), [])

  async function chooseAll() {
    const { signal } = (abort.current = new AbortController())
    setFetched(0)
    try {
      onChoose(await readEveryRow(createPageReader(list, params, query, signal), rowID, setFetched), true)
    } catch (error) {
      if (!signal.aborted) toasts.error(`Not all could be chosen: ${(error as Error).message}`)
    } finally {
      setFetched(null)
    }
  }

  const page = rows.length > 0 && rows.every((row) => chosen.has(rowID(row)))
  if (most === undefined || !page || total <= rows.length || chosen.size >= total) return null
  return (
    <output className="choose-all more">
      {fetched !== null ? (
        <span>
          {formatQuantity(fetched)} of {formatQuantity(total)}
        </span>
      ) : total > most ? (
        <span>
          All {rows.length} on this page are chosen. Search for fewer to choose all: at most {formatQuantity(most)} at
          once.
        </span>
      ) : (
        <>
          <span>All {rows.length} on this page are chosen.</span>
          <Button variant="subtle" size="sm" onClick={() => void chooseAll()}>
            Choose all {formatQuantity(total)}
          </Button>
        </>
      )}
    </output>
  )
}
