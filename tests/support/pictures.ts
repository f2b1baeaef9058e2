import sharp, { type FormatEnum } from 'sharp'

/** Returns the bytes of a picture in one colour. */
export const drawPicture = (
  colour: string,
  { width = 8, height = 8, format = 'png' }: { width?: number; height?: number; format?: keyof FormatEnum } = {},
) =>
  sharp({ create: { width, height, channels: 3, background: colour } })
    .toFormat(format)
    .toBuffer()

/** Returns a multipart form with these texts, and with these files, by name, in `field`. */
export function formOf(
  fields: Record<string, unknown>,
  files: Record<string, Uint8Array> = {},
  field = 'images',
): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, String(value))
  for (const [name, bytes] of Object.entries(files)) form.append(field, new Blob([new Uint8Array(bytes)]), name)
  return form
}
