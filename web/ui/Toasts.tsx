import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'

import { CloseIcon } from './icons.tsx'
import { dismiss, type Toast, useToasts } from './toasts.ts'

/** How long each stays, in milliseconds: what went wrong, or can be taken back, takes longer to read. */
const staying = ({ kind, onUndo }: Toast) => (kind === 'error' || onUndo ? 10_000 : 5000)

/** The corner in which the short words appear. */
export function Toasts() {
  return (
    <div className="toasts">
      {useToasts().map((toast) => (
        <Shown key={toast.id} {...toast} />
      ))}
    </div>
  )
}

/** One of them; it stays while it is pointed at or has the focus. */
function Shown(toast: Toast) {
  const { id, kind, message, onUndo } = toast
  const [held, setHeld] = useState(false)
  const stays = staying(toast)
  useEffect(() => {
    if (held) return undefined
    const timer = setTimeout(() => dismiss(id), stays)
    return () => clearTimeout(timer)
  }, [held, id, stays])
  return (
    // Whoever points at it reads it; nothing is done by that.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      className="toast"
      role="alert"
      data-kind={kind}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <p>{message}</p>
      {onUndo && (
        <Button
          size="sm"
          variant="subtle"
          onClick={() => {
            dismiss(id)
            onUndo()
          }}
        >
          Undo
        </Button>
      )}
      <button type="button" className="ib sm" aria-label="Close" onClick={() => dismiss(id)}>
        <CloseIcon />
      </button>
    </div>
  )
}
