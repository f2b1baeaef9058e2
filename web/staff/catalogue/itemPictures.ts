import { type ItemRow, items } from '../../../contract/catalogue/items.ts'
import { call } from '../../lib/api.ts'
import { useWrite } from '../../lib/query.ts'
import { toasts } from '../../ui/toasts.ts'
import { isSameFocus, type Picture, type PictureCalls } from '../shared/pictures/pictures.ts'

/**
 * Returns the picture order of a new item that copies pictures of another item: their keys, and 0 for each new file.
 */
export const pictureOrderOf = (pictures: readonly Picture[]) =>
  pictures.some(({ id }) => id !== undefined) ? pictures.map(({ id }) => id ?? 0) : undefined

/** Returns the calls for the pictures of an item. */
export function useItemPictures(itemID: number): PictureCalls {
  const add = useWrite(items.addImages)
  const remove = useWrite(items.removeImage)
  const order = useWrite(items.orderImages)
  const focus = useWrite(items.focusImage)
  return {
    list: () => call(items.images, { itemID }),
    add: (images) => add.mutateAsync({ itemID, files: { images } }),
    remove: (imageID) => remove.mutateAsync({ itemID, imageID }),
    order: (imageIDs) => order.mutateAsync({ itemID, body: { imageIDs } }),
    focus: (imageID, place) => focus.mutateAsync({ itemID, imageID, body: place }),
    writes: [add, remove, order, focus],
  }
}

/**
 * Returns the function that stores the chosen focus of a new item's pictures. The item exists by then, so a focus that
 * is refused is reported and leaves the rest as it is.
 */
export function useSaveFirstFocus() {
  const focus = useWrite(items.focusImage)
  return async ({ itemID, images }: ItemRow, pictures: readonly Picture[]) => {
    for (const [n, { name, focus: chosen }] of pictures.entries()) {
      const stored = images[n]
      if (stored === undefined || chosen === undefined || isSameFocus(chosen, stored.focus)) continue
      try {
        await focus.mutateAsync({ itemID, imageID: stored.id, body: chosen })
      } catch (error) {
        toasts.error(`The focus of ${name} is not saved: ${(error as Error).message}`)
      }
    }
  }
}
