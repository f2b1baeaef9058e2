import type { Area } from 'react-easy-crop'

/** Maximum side length in pixels. The server would scale larger pictures down. */
const side = 640

/**
 * Returns the selected square (in the picture's pixels) as PNG, at most 640 px wide. Throws if the browser cannot
 * crop.
 */
export async function cropPicture(picture: ImageBitmap, area: Area): Promise<Blob> {
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = Math.max(1, Math.min(side, Math.round(area.width)))
  const drawing = canvas.getContext('2d')
  if (!drawing) throw new Error('This browser cannot crop pictures')
  drawing.imageSmoothingQuality = 'high'
  drawing.drawImage(picture, area.x, area.y, area.width, area.height, 0, 0, canvas.width, canvas.height)
  return new Promise((done, fail) => {
    canvas.toBlob((blob) => (blob ? done(blob) : fail(new Error('The picture could not be cropped'))), 'image/png')
  })
}
