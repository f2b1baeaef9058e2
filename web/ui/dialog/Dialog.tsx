import { Modal } from '@mantine/core'
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'

import { CloseIcon } from '../icons.tsx'
import { usePhone } from '../usePhone.ts'

/**
 * The element to focus when the last dialog closes. It is used if the element that opened that dialog no longer exists.
 */
let focusFallback: Element | null = null

/** Restores the focus on unmount to the element that had it on mount. */
export function useFocusRestore() {
  const opener = useRef<Element | null>(null)
  useLayoutEffect(() => {
    opener.current = document.activeElement === document.body ? null : document.activeElement
    return () => {
      const before = opener.current
      setTimeout(() => {
        const back = before?.isConnected ? before : focusFallback
        const other = document.querySelector('[aria-modal=true]')
        // Another dialog is still open. It restores the focus when it closes.
        focusFallback = other && !other.contains(back) ? back : null
        if (focusFallback === null && back instanceof HTMLElement) back.focus({ preventScroll: true })
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

/** Whether this dialog is on top. Every open dialog receives Esc, but only the topmost one may close. */
function useIsTopmost() {
  const [self] = useState(() => Symbol('dialog'))
  useEffect(() => {
    setOpen([...open, self])
    return () => setOpen(open.filter((other) => other !== self))
  }, [self])
  return useSyncExternalStore(subscribe, () => open.at(-1) === self)
}

/**
 * A modal panel, which is open while it is mounted. With `full` it fills the screen of a phone. When it closes, the
 * focus returns to the element that had it before.
 */
export function Dialog({
  title,
  size = 600,
  full = false,
  closeOnEscape = true,
  fixed = false,
  zIndex = 200,
  onClose,
  children,
}: {
  title: string
  /** Width in pixels. */
  size?: number
  full?: boolean
  closeOnEscape?: boolean
  /** Fills the screen and has no way to close it. */
  fixed?: boolean
  zIndex?: number
  onClose: () => void
  children: ReactNode
}) {
  const phone = usePhone()
  const isTopmost = useIsTopmost()
  useFocusRestore()
  return (
    <Modal
      opened
      title={title}
      size={size}
      fullScreen={fixed || (full && phone)}
      closeOnEscape={closeOnEscape && isTopmost && !fixed}
      closeOnClickOutside={!fixed}
      withCloseButton={!fixed}
      zIndex={zIndex}
      returnFocus={false}
      onClose={onClose}
      closeButtonProps={{ 'aria-label': 'Close', icon: <CloseIcon /> }}
    >
      {children}
    </Modal>
  )
}
