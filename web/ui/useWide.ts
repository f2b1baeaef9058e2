import { useEffect, useRef, useState } from 'react'

/**
 * A table wider than its panel scrolls sideways in it. Only then: inside a box that scrolls, the header could not
 * stick to the window.
 */
export function useWide() {
  const ref = useRef<HTMLDivElement>(null)
  const [wide, setWide] = useState(false)
  useEffect(() => {
    const box = ref.current
    if (!box) return undefined
    const watch = new ResizeObserver(() => setWide(box.scrollWidth > box.clientWidth + 1))
    watch.observe(box)
    if (box.firstElementChild) watch.observe(box.firstElementChild)
    return () => watch.disconnect()
  })
  // A box that scrolls must be reachable by keyboard.
  return {
    ref,
    'data-wide': wide || undefined,
    ...(wide && { tabIndex: 0, role: 'group', 'aria-label': 'Scrolls sideways' }),
  }
}
