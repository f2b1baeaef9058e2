import { Button } from '@mantine/core'
import type { ReactNode } from 'react'

import { quantity } from '../../lib/format.ts'

/** What can be done with the rows that are chosen in a list: it stays in sight while the list is scrolled. */
export function ChosenBar({
  count,
  none,
  onNone,
  children,
}: {
  count: number
  /** What it says while nothing is chosen; it is not there then where left out. */
  none?: string
  onNone: () => void
  children: ReactNode
}) {
  if (count === 0 && none === undefined) return null
  return (
    <div className="chosen-bar">
      <output>{count === 0 ? none : `${quantity(count)} chosen`}</output>
      {count > 0 && (
        <Button variant="subtle" onClick={onNone}>
          Choose none
        </Button>
      )}
      {children}
    </div>
  )
}
