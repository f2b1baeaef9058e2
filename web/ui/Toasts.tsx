import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'

import { CloseIcon } from './icons.tsx'
import { dismissToast, type Toast, useToasts } from './toasts.ts'

/** Returns how long a toast stays, in milliseconds. Errors and toasts with an action need more time. */
const durationOf = ({ kind, action }: Toast) => (kind === 'error' || action ? 10_000 : 5000)

/** The corner of the screen where toasts appear. */
export function Toasts() {
  return (
    <div className="toasts">
      {useToasts().map((toast) => (
        <ToastItem key={toast.id} {...toast} />
      ))}
    </div>
  )
}

/** One toast. It stays while it is hovered or focused. */
function ToastItem(toast: Toast) {
  const { id, kind, message, action } = toast
  const [held, setHeld] = useState(false)
  const stays = durationOf(toast)
  useEffect(() => {
    if (held) return undefined
    const timer = setTimeout(() => dismissToast(id), stays)
    return () => clearTimeout(timer)
  }, [held, id, stays])
  return (
    // The handlers only stop the timer; they perform no action.
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
      {action && (
        <Button
          size="sm"
          variant="subtle"
          onClick={() => {
            dismissToast(id)
            action.run()
          }}
        >
          {action.label}
        </Button>
      )}
      <button type="button" className="ib sm" aria-label="Close" onClick={() => dismissToast(id)}>
        <CloseIcon />
      </button>
    </div>
  )
}
