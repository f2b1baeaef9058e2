/** The zoom of a picture: its scale, and its offset from the centre in pixels. */
export type View = { scale: number; x: number; y: number }
/** A point in pixels from the centre of the frame. */
export type Point = { x: number; y: number }
/** The size of the frame in pixels. */
export type Size = { width: number; height: number }

export const whole: View = { scale: 1, x: 0, y: 0 }
const largest = 5

/** Limits the offset, so that the picture always covers the frame. */
export function within({ scale, x, y }: View, { width, height }: Size): View {
  const kept = Math.min(largest, Math.max(1, scale))
  const limit = (value: number, length: number) => {
    const most = ((kept - 1) * length) / 2
    return Math.min(most, Math.max(-most, value)) + 0 // avoids -0
  }
  return { scale: kept, x: limit(x, width), y: limit(y, height) }
}

/** Scales by a factor around a point, which keeps its place. */
export function zoomed(view: View, factor: number, at: Point, size: Size): View {
  const scale = Math.min(largest, Math.max(1, view.scale * factor))
  const real = scale / view.scale
  return within({ scale, x: at.x - (at.x - view.x) * real, y: at.y - (at.y - view.y) * real }, size)
}

export const moved = (view: View, by: Point, size: Size): View =>
  within({ ...view, x: view.x + by.x, y: view.y + by.y }, size)
