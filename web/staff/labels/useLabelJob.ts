import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { countLabelsPerPage } from '../../../contract/catalogue/label-stocks.ts'
import { LabelJob, labels, offsetAtMost } from '../../../contract/catalogue/labels.ts'
import { readQuery } from '../../lib/query.ts'
import { useLabelChoice } from './labelChoice.ts'

/** An item to label, or one piece of it. `pieces` is the number of its pieces, if it is known. */
export type ItemToLabel = { itemID: number; pieceID?: number; pieces?: number }

/** How the number of labels per item is determined: one label per piece, or the same number for each item. */
export type Copies = 'pieces' | 'each'

export const isOffsetValid = (millimetres: number | null): millimetres is number =>
  millimetres !== null && Math.abs(millimetres) <= offsetAtMost

/** Manages the print job: settings, copies, and whether the job is valid. */
export function useLabelJob(items: readonly ItemToLabel[], hasPieces: boolean) {
  const [choice, remember] = useLabelChoice()
  const [copies, setCopies] = useState<Copies>(hasPieces && items.some((one) => one.pieces !== 0) ? 'pieces' : 'each')
  const [each, setEach] = useState<number | null>(1)
  const [startAt, setStartAt] = useState<number | null>(1)
  const [offset, setOffset] = useState<{ x: number | null; y: number | null }>(choice.offset)
  const changeChoice = (part: Partial<typeof choice>) => remember({ ...choice, ...part })
  const isSheet = countLabelsPerPage(choice.stock) > 1

  const job = {
    ...choice,
    labels: items
      .map(({ itemID, pieceID, pieces = 1 }) => ({
        itemID,
        ...(pieceID !== undefined && { pieceID }),
        copies: copies === 'pieces' ? pieces : each,
      }))
      // An item that has no pieces gets no label.
      .filter(({ copies: count }) => copies === 'each' || count !== 0),
    startAt: isSheet ? startAt : 1,
    offset: { x: offset.x ?? 0, y: offset.y ?? 0 },
  }

  function setPrinterOffset(next: typeof offset) {
    setOffset(next)
    const { x, y } = next
    if (isOffsetValid(x) && isOffsetValid(y)) changeChoice({ offset: { x, y } })
  }
  const problem = LabelJob.safeParse(job).error?.issues[0]
  return {
    job,
    problem,
    isSheet,
    choice,
    changeChoice,
    copies,
    setCopies,
    each,
    setEach,
    startAt,
    setStartAt,
    offset,
    setPrinterOffset,
  }
}

/** Fetches the preview of a print job after a short pause in the input. */
export function useLabelPreview(job: object) {
  const text = JSON.stringify(job)
  const [debounced] = useDebouncedValue(text, 250)
  const { data, error, isPlaceholderData, refetch } = useQuery({
    ...readQuery(labels.preview, { body: JSON.parse(debounced) as LabelJob }),
    enabled: LabelJob.safeParse(JSON.parse(debounced)).success,
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: false,
  })
  return {
    preview: data?.data,
    error,
    refetch,
    /** Whether the preview still shows an earlier input. */
    isStale: isPlaceholderData || debounced !== text,
  }
}
