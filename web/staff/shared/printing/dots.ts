import type { DotPicture } from '../../../../contract/printing/esc-pos.ts'

// Turns the pixels of a canvas into the black dots of a receipt printer.

/** Pixels as a canvas returns them: red, green, blue and opacity of each, row by row. */
export type Pixels = { width: number; height: number; data: Uint8ClampedArray }

/** Pixels darker than this become dots. It is above the middle, so that the edges of thin letters stay. */
const darkest = 160

/** Returns the dots of opaque pixels. The width is a multiple of 8. */
export function toDots({ width, height, data }: Pixels): DotPicture {
  const bytes = new Uint8Array((width / 8) * height)
  for (let dot = 0; dot < width * height; dot++)
    if (readLightness(data, dot) < darkest) bytes[dot >> 3]! |= 0x80 >> (dot & 7)
  return { width, bytes }
}

/**
 * Replaces the greys and colours of a photo or a logo by black and white dots that look alike from afar, by the error
 * diffusion of Floyd and Steinberg.
 */
export function dither({ width, height, data }: Pixels) {
  const light = Float32Array.from({ length: width * height }, (_, dot) => readLightness(data, dot))
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const dot = y * width + x
      const shown = light[dot]! < 128 ? 0 : 255
      const error = light[dot]! - shown
      data.fill(shown, dot * 4, dot * 4 + 3)
      if (x + 1 < width) light[dot + 1]! += (error * 7) / 16
      if (y + 1 === height) continue
      if (x > 0) light[dot + width - 1]! += (error * 3) / 16
      light[dot + width]! += (error * 5) / 16
      if (x + 1 < width) light[dot + width + 1]! += error / 16
    }
}

/** Returns the lightness of a pixel, from 0 for black to 255 for white. */
const readLightness = (data: Uint8ClampedArray, dot: number) =>
  data[dot * 4]! * 0.299 + data[dot * 4 + 1]! * 0.587 + data[dot * 4 + 2]! * 0.114
