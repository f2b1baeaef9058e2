import type { Area } from 'react-easy-crop'

/** More pixels than this (a side) the server would only take away again. */
const side = 640

/** Cuts the square out of the picture (in its own pixels), at most 640 px wide, as PNG. Throws where it cannot. */
export async function cropped(picture: ImageBitmap, area: Area): Promise<Blob> {
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
