import { type RefObject, useEffect } from 'react'

/** Closes what is open on Escape, which leads back to its button, and when anything outside it is touched or focused. */
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
