import { type RefObject, useEffect } from 'react'

/**
 * Closes an open element on Escape and returns the focus to its button. A touch or a focus outside of the element
 * closes it too.
 */
export function useDismiss(open: boolean, element: RefObject<HTMLElement | null>, close: () => void) {
  useEffect(() => {
    if (!open) return undefined
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      close()
      element.current?.querySelector<HTMLElement>('button, summary')?.focus()
    }
    const onOutside = (event: Event) => {
      if (!element.current?.contains(event.target as Node)) close()
    }
    addEventListener('keydown', onKeyDown)
    addEventListener('pointerdown', onOutside)
    addEventListener('focusin', onOutside)
    return () => {
      removeEventListener('keydown', onKeyDown)
      removeEventListener('pointerdown', onOutside)
      removeEventListener('focusin', onOutside)
    }
  }, [open, element, close])
}
