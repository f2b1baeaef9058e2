import { notifications } from '@mantine/notifications'
import { createElement, type ReactNode } from 'react'

import { UndoMessage } from './UndoMessage.tsx'

/** A short word at the edge of the screen, read out by screen readers too. */
export const toasts = {
  success: (message: string) => show(message, 'var(--green)', 5000),
  error: (message: string) => show(message, 'var(--red)', 10_000),
  /** Tells of something done that can be taken back for as long as it is said. */
  undo(message: string, onUndo: () => void) {
    const id = show(
      createElement(UndoMessage, {
        message,
        onUndo: () => {
          notifications.hide(id)
          onUndo()
        },
      }),
      'var(--green)',
      10_000,
    )
  },
}

function show(message: ReactNode, color: string, autoClose: number) {
  return notifications.show({ message, color, autoClose, closeButtonProps: { 'aria-label': 'Close' } })
}
