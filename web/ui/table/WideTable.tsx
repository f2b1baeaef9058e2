import { type ReactElement, useEffect, useRef, useState } from 'react'

/**
 * A table wider than its panel scrolls sideways in it. Only then: inside a box that scrolls, the header could not
 * stick to the window. A component of its own, so that what it measures draws the box anew and not the table's rows.
 */
export function WideTable({ children }: { children: ReactElement }) {
  const ref = useRef<HTMLDivElement>(null)
  const [wide, setWide] = useState(false)
  useEffect(() => {
    const box = ref.current!
    const watch = new ResizeObserver(() => setWide(box.scrollWidth > box.clientWidth + 1))
    watch.observe(box)
    watch.observe(box.firstElementChild!)
    return () => watch.disconnect()
  }, [])
  return (
    <div
      className="scroll"
      ref={ref}
      data-wide={wide || undefined}
      // A box that scrolls must be reachable by keyboard.
      {...(wide && { tabIndex: 0, role: 'group', 'aria-label': 'Scrolls sideways' })}
    >
      {children}
    </div>
  )
}
