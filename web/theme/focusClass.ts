import type { PictureFocus } from '../../contract/shared/covers.ts'

/** Returns the classes of a picture with this focus, to a tenth of its size (focus.css). Without one, it is centred. */
export const focusClass = (focus: PictureFocus | null | undefined) =>
  focus ? `focused fx-${Math.round(focus.x / 10)} fy-${Math.round(focus.y / 10)}` : undefined
