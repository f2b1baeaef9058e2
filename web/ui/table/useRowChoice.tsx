import { type ReactNode, useRef } from 'react'

import type { ListEndpoint, RowOf } from '../form/RecordSelect.tsx'
import { ChoiceBox } from './ChoiceBox.tsx'
import type { Choice } from './ChooseAll.tsx'

/** The checkboxes for the rows of one page; null if rows cannot be selected. */
export type RowChoice<Row> = {
  boxOf: (row: Row) => ReactNode
  boxOfPage: (name: string) => ReactNode
  /** Selects a row, or deselects it if it is selected. */
  toggle: (row: Row) => void
}

export function useRowChoice<E extends ListEndpoint>(
  choice: Choice<E> | undefined,
  rows: RowOf<E>[],
  rowID: (row: RowOf<E>) => number,
): RowChoice<RowOf<E>> | null {
  const lastChosen = useRef<number | null>(null)
  if (!choice) return null

  /** Returns the rows from the last selected one to this one if Shift is held; otherwise only this row. */
  function findRange(row: RowOf<E>, event: Event): RowOf<E>[] {
    const here = rows.indexOf(row)
    const before = rows.findIndex((other) => rowID(other) === lastChosen.current)
    lastChosen.current = rowID(row)
    if (before === -1 || !(event instanceof MouseEvent && event.shiftKey)) return [row]
    return rows.slice(Math.min(before, here), Math.max(before, here) + 1)
  }
  return {
    boxOf: (row) => (
      <ChoiceBox
        name={`Choose ${choice.nameOf(row)}`}
        checked={choice.chosen.has(rowID(row))}
        onChange={(event) => choice.onChoose(findRange(row, event.nativeEvent), event.currentTarget.checked)}
      />
    ),
    boxOfPage: (name) => {
      const chosen = rows.filter((row) => choice.chosen.has(rowID(row))).length
      return (
        <ChoiceBox
          name={name}
          checked={chosen === rows.length}
          some={chosen > 0 && chosen < rows.length}
          onChange={(event) => choice.onChoose(rows, event.currentTarget.checked)}
        />
      )
    },
    toggle: (row) => choice.onChoose([row], !choice.chosen.has(rowID(row))),
  }
}
