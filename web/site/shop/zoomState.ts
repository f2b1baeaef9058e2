/** The zoom of a picture: its scale, and its offset from the centre in pixels. */
export type View = { scale: number; x: number; y: number }
/** A point in pixels from the centre of the frame. */
export type Point = { x: number; y: number }
/** The size of the frame in pixels. */
export type Size = { width: number; height: number }

export const normalView: View = { scale: 1, x: 0, y: 0 }
const largest = 5

/** Limits the offset, so that the picture always covers the frame. */
export function limitView({ scale, x, y }: View, { width, height }: Size): View {
  const limitedScale = Math.min(largest, Math.max(1, scale))
  const limitOffset = (value: number, length: number) => {
    const most = ((limitedScale - 1) * length) / 2
    return Math.min(most, Math.max(-most, value)) + 0 // avoids -0
  }
  return { scale: limitedScale, x: limitOffset(x, width), y: limitOffset(y, height) }
}

/** Zooms by a factor around a point. The point stays where it is on the screen. */
export function zoomView(view: View, factor: number, at: Point, size: Size): View {
  const scale = Math.min(largest, Math.max(1, view.scale * factor))
  const factorUsed = scale / view.scale
  return limitView({ scale, x: at.x - (at.x - view.x) * factorUsed, y: at.y - (at.y - view.y) * factorUsed }, size)
}

export const moveView = (view: View, by: Point, size: Size): View =>
  limitView({ ...view, x: view.x + by.x, y: view.y + by.y }, size)
