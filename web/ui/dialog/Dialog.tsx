import { Modal } from '@mantine/core'
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'

import { CloseIcon } from '../icons.tsx'
import { usePhone } from '../usePhone.ts'

/** Where the focus goes when the last dialog closes, if what opened that one is gone by then. */
let waiting: Element | null = null

/** Gives the focus back, when the component goes, to what had it when the component came. */
export function useFocusBack() {
  const opener = useRef<Element | null>(null)
  useLayoutEffect(() => {
    opener.current = document.activeElement === document.body ? null : document.activeElement
    return () => {
      const before = opener.current
      setTimeout(() => {
        const back = before?.isConnected ? before : waiting
        const other = document.querySelector('[aria-modal=true]')
        // Another dialog took over: it gives the focus back when it closes.
        waiting = other && !other.contains(back) ? back : null
        if (waiting === null && back instanceof HTMLElement) back.focus({ preventScroll: true })
      })
    }
  }, [])
}

let open: readonly symbol[] = []
const listeners = new Set<() => void>()
function setOpen(next: readonly symbol[]) {
  open = next
  for (const listener of listeners) listener()
}
function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** Whether no other dialog has been opened over this one: each of them hears Esc, and only the uppermost is meant. */
function useUppermost() {
  const [self] = useState(() => Symbol('dialog'))
  useEffect(() => {
    setOpen([...open, self])
    return () => setOpen(open.filter((other) => other !== self))
  }, [self])
  return useSyncExternalStore(subscribe, () => open.at(-1) === self)
}

/**
 * A panel over the page, open for as long as it is mounted. On a phone it fills the screen where `full` says so.
 * Gives the focus back to what had it before.
 */
export function Dialog({
  title,
  size = 600,
  full = false,
  closeOnEscape = true,
  zIndex = 200,
  onClose,
  children,
}: {
  title: string
  /** Width in pixels. */
  size?: number
  full?: boolean
  closeOnEscape?: boolean
  zIndex?: number
  onClose: () => void
  children: ReactNode
}) {
  const phone = usePhone()
  const uppermost = useUppermost()
  useFocusBack()
  return (
    <Modal
      opened
      title={title}
      size={size}
      fullScreen={full && phone}
      closeOnEscape={closeOnEscape && uppermost}
      zIndex={zIndex}
      returnFocus={false}
      onClose={onClose}
      closeButtonProps={{ 'aria-label': 'Close', icon: <CloseIcon /> }}
    >
      {children}
    </Modal>
  )
}
