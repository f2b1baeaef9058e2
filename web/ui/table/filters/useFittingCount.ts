import { useLayoutEffect, useRef, useState } from 'react'

/**
 * Returns how many of a box's children fit into its first line, from the first one on. The children keep their widths
 * while they are empty, so that they can be measured again in a wider window. The number of children must not change.
 */
export function useFittingCount(count: number) {
  const box = useRef<HTMLDivElement>(null)
  const [fitting, setFitting] = useState(count)
  useLayoutEffect(() => {
    const element = box.current!
    const measure = () => {
      const widths = Array.from(element.children, (child) => child.getBoundingClientRect().width)
      const gap = Number.parseFloat(getComputedStyle(element).columnGap) || 0
      setFitting(countFitting(widths, gap, element.getBoundingClientRect().width))
    }
    measure()
    const watch = new ResizeObserver(measure)
    watch.observe(element)
    return () => watch.disconnect()
  }, [])
  return { box, fitting: Math.min(fitting, count) }
}

/** Returns how many of the widths fit into the space, with a gap between them. */
export function countFitting(widths: readonly number[], gap: number, space: number): number {
  let used = 0
  for (const [n, width] of widths.entries()) {
    used += width + (n === 0 ? 0 : gap)
    if (used > space) return n
  }
  return widths.length
}
