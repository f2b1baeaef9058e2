import { type FocusEvent, type KeyboardEvent, useEffect, useState } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router'

/**
 * Moves the focus through the rows of a table with the arrow keys. Tab stops at only one row. Back returns the focus to
 * the row that had it. `ready` means that the rows are rendered.
 */
export function useRowFocus(ready: boolean) {
  const { key } = useLocation()
  const navigation = useNavigationType()
  const [current, setCurrent] = useState<string | null>(null)

  useEffect(() => {
    if (!ready || navigation !== NavigationType.Pop || document.activeElement !== document.body) return
    const row = sessionStorage.getItem(`row ${key}`)
    if (row !== null) document.getElementById(`row-${row}`)?.focus({ preventScroll: true })
  }, [ready, navigation, key])

  return {
    group: {
      onFocus: (event: FocusEvent) => {
        const row = event.target.closest('tr')?.id.slice('row-'.length)
        if (row === undefined) return
        setCurrent(row)
        sessionStorage.setItem(`row ${key}`, row)
      },
    },
    tabIndexOf: (row: string, index: number) =>
      (current !== null && document.getElementById(`row-${current}`) !== null ? row === current : index === 0) ? 0 : -1,
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      if (event.target !== event.currentTarget) return
      const row = event.currentTarget
      const rows = row.parentElement!.children
      const to = {
        ArrowDown: row.nextElementSibling,
        ArrowUp: row.previousElementSibling,
        Home: rows[0],
        End: rows[rows.length - 1],
      }[event.key]
      if (!(to instanceof HTMLElement)) return
      event.preventDefault()
      to.focus()
    },
  }
}
