import { type ReactElement, useEffect, useRef, useState } from 'react'

/**
 * Scrolls a table sideways only if it is wider than its panel, because the header cannot stick to the window inside a
 * scroll box. This is a separate component, so that a change of width renders the box again but not the rows.
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
      // A scroll box must be reachable by keyboard.
      {...(wide && { tabIndex: 0, role: 'group', 'aria-label': 'Scrolls sideways' })}
    >
      {children}
    </div>
  )
}
