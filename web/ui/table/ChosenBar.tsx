import { Button } from '@mantine/core'
import type { ReactNode } from 'react'

import { formatQuantity } from '../../lib/format.ts'

/** The bar of actions for the selected rows. It stays visible while the list scrolls. */
export function ChosenBar({
  count,
  none,
  onNone,
  children,
}: {
  count: number
  /** The text while no row is selected. Without this text, the bar is then hidden. */
  none?: string
  onNone: () => void
  children: ReactNode
}) {
  if (count === 0 && none === undefined) return null
  return (
    <div className="chosen-bar">
      <output>{count === 0 ? none : `${formatQuantity(count)} chosen`}</output>
      {count > 0 && (
        <Button variant="subtle" onClick={onNone}>
          Choose none
        </Button>
      )}
      {children}
    </div>
  )
}
