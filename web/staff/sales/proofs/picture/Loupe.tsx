import type { ReactNode } from 'react'

import type { Size } from './crop.ts'

/** The diameter of the loupe in pixels, and how much it magnifies. */
const diameter = 236
const magnifies = 1.5

/** A round glass over a place of the picture. It shows the same picture larger. */
export function Loupe({
  at,
  size,
  children,
}: {
  /** The place in the picture, in pixels of its shown size. */
  at: { x: number; y: number }
  size: Size
  children: (large: Size) => ReactNode
}) {
  const large = { width: size.width * magnifies, height: size.height * magnifies }
  return (
    <div
      className="proof-loupe"
      aria-hidden="true"
      style={{ width: diameter, height: diameter, left: at.x - diameter / 2, top: at.y - diameter / 2 }}
    >
      <div style={{ ...large, left: diameter / 2 - at.x * magnifies, top: diameter / 2 - at.y * magnifies }}>
        {children(large)}
      </div>
    </div>
  )
}
