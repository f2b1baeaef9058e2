import { Button } from '@mantine/core'
import type { ReactNode } from 'react'

import { usePhone } from '../usePhone.ts'

/** A button of a row: an icon with a title, and on a phone the icon with its word, because no pointer shows a title. */
export function RowAction({
  word,
  of,
  onClick,
  children,
}: {
  /** What the button does: `Edit`. */
  word: string
  /** The record, which follows the word in the accessible name. */
  of: string
  onClick: () => void
  /** The icon. */
  children: ReactNode
}) {
  const label = `${word} ${of}`
  if (usePhone())
    return (
      <Button size="sm" aria-label={label} leftSection={children} onClick={onClick}>
        {word}
      </Button>
    )
  return (
    <button type="button" className="ib sm" title={word} aria-label={label} onClick={onClick}>
      {children}
    </button>
  )
}
