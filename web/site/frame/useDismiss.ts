import { type RefObject, useEffect } from 'react'

/** Closes an open element on Escape, with the focus on its button, and on a touch or a focus outside of it. */
export function useDismiss(open: boolean, element: RefObject<HTMLElement | null>, close: () => void) {
  useEffect(() => {
    if (!open) return undefined
    const escape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      close()
      element.current?.querySelector<HTMLElement>('button, summary')?.focus()
    }
    const outside = (event: Event) => {
      if (!element.current?.contains(event.target as Node)) close()
    }
    addEventListener('keydown', escape)
    addEventListener('pointerdown', outside)
    addEventListener('focusin', outside)
    return () => {
      removeEventListener('keydown', escape)
      removeEventListener('pointerdown', outside)
      removeEventListener('focusin', outside)
    }
  }, [open, element, close])
}
