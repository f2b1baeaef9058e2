import { z } from './zod.ts'

/** The place in a picture that stays in view when a frame cuts it, in percent from its left and its top. */
export const PictureFocus = z.object({ x: z.int().min(0).max(100), y: z.int().min(0).max(100) })
export type PictureFocus = z.infer<typeof PictureFocus>

/** The fields with which an answer shows an item's first picture; null without a picture. */
export const Cover = {
  /** The path of the thumbnail. */
  image_url: z.string().nullable(),
  image_focus: PictureFocus.nullable(),
}
