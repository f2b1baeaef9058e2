import { ID } from './fields.ts'
import { z } from './zod.ts'

/** The place in a picture that stays in view when a frame cuts it, in percent from its left and its top. */
export const PictureFocus = z.object({ x: z.int().min(0).max(100), y: z.int().min(0).max(100) })
export type PictureFocus = z.infer<typeof PictureFocus>

/** A picture of an item or of one piece. */
export const StoredPicture = z.object({
  id: ID,
  /** The path of the picture at most 1600 px wide. */
  url: z.string(),
  /** The path of the thumbnail at most 320 px wide. */
  thumb_url: z.string(),
  focus: PictureFocus,
})
export type StoredPicture = z.infer<typeof StoredPicture>

/** All pictures of an item or of one piece, the cover first. */
export const PictureList = z.object({ images: z.array(StoredPicture) })

/** The fields with which an answer shows the first picture of an item or a piece; null without a picture. */
export const Cover = {
  /** The path of the thumbnail. */
  image_url: z.string().nullable(),
  image_focus: PictureFocus.nullable(),
}
