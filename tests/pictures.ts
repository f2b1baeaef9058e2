import sharp, { type FormatEnum } from 'sharp'

/** A picture of one colour, as a file's bytes. */
export const drawPicture = (
  colour: string,
  { width = 8, height = 8, format = 'png' }: { width?: number; height?: number; format?: keyof FormatEnum } = {},
) =>
  sharp({ create: { width, height, channels: 3, background: colour } })
    .toFormat(format)
    .toBuffer()

/** A multipart form with these texts, and these files in `images`. */
export function formOf(fields: Record<string, unknown>, images: Record<string, Uint8Array> = {}): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, String(value))
  for (const [name, bytes] of Object.entries(images)) form.append('images', new Blob([new Uint8Array(bytes)]), name)
  return form
}
