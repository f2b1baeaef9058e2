import { basename } from 'node:path'

import { and, asc, eq } from 'drizzle-orm'

import { itemImage } from '../../db/schema/catalogue.ts'
import { proposeFocus } from '../../files/focus.ts'
import { type PictureStore, readPicture } from '../../files/store.ts'
import type { Db, Tx } from '../../kernel/database.ts'

/** Maximum number of pictures that one run measures, which takes about half a second. */
const picturesAtOnce = 50

const withoutFocus = eq(itemImage.focusFrom, 'nothing')

/**
 * Proposes the focus of some pictures that an earlier version stored without one. A missing file gets the centre, so
 * that no run measures it again. A focus that a person chooses meanwhile stays.
 */
export async function proposeOlderFocuses(db: Db | Tx, store: PictureStore) {
  const { imageID, thumb_url } = itemImage
  const rows = await db
    .select({ imageID, thumb_url })
    .from(itemImage)
    .where(withoutFocus)
    .orderBy(asc(imageID))
    .limit(picturesAtOnce)
  for (const row of rows) {
    const picture = await readPicture(store, basename(row.thumb_url))
    const focus = picture && (await proposeFocus(picture))
    await db
      .update(itemImage)
      .set({ ...(focus && { focusX: focus.x, focusY: focus.y }), focusFrom: 'picture' })
      .where(and(eq(imageID, row.imageID), withoutFocus))
  }
}
