import {
  BarcodeFormat,
  BinaryBitmap,
  DecodeHintType,
  HybridBinarizer,
  MultiFormatReader,
  RGBLuminanceSource,
} from '@zxing/library'

// This module reads codes in pictures. Import it lazily, because the reader is large.

/** The codes that labels have, and those that suppliers print. */
const formats = [
  BarcodeFormat.CODE_128,
  BarcodeFormat.EAN_13,
  BarcodeFormat.EAN_8,
  BarcodeFormat.UPC_A,
  BarcodeFormat.CODE_39,
  BarcodeFormat.QR_CODE,
]
const reader = new MultiFormatReader()
reader.setHints(
  new Map<DecodeHintType, unknown>([
    [DecodeHintType.POSSIBLE_FORMATS, formats],
    [DecodeHintType.TRY_HARDER, true],
  ]),
)

/** Returns the code in the present picture of a camera, or null. */
export const readCode = (video: HTMLVideoElement, canvas: HTMLCanvasElement): string | null =>
  readDrawn(video, { width: video.videoWidth, height: video.videoHeight }, canvas)

/** The longer side of a picture in pixels, while a code in it is read. */
const pictureSide = 1600

/** Returns the code in a picture, or null. */
export function readCodeIn(picture: ImageBitmap): string | null {
  const scale = Math.min(1, pictureSide / Math.max(picture.width, picture.height))
  const size = { width: Math.round(picture.width * scale), height: Math.round(picture.height * scale) }
  return readDrawn(picture, size, document.createElement('canvas'))
}

function readDrawn(
  picture: HTMLVideoElement | ImageBitmap,
  { width, height }: { width: number; height: number },
  canvas: HTMLCanvasElement,
): string | null {
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (width === 0 || !context) return null
  canvas.width = width
  canvas.height = height
  context.drawImage(picture, 0, 0, width, height)
  const grey = toGrey(context.getImageData(0, 0, width, height).data)
  try {
    const source = new RGBLuminanceSource(grey, width, height)
    return reader.decodeWithState(new BinaryBitmap(new HybridBinarizer(source))).getText()
  } catch {
    return null // The reader throws if a picture has no code.
  }
}

/** Returns one byte of brightness for each pixel. */
function toGrey(pixels: Uint8ClampedArray): Uint8ClampedArray {
  const grey = new Uint8ClampedArray(pixels.length / 4)
  for (let n = 0; n < grey.length; n++) grey[n] = (pixels[4 * n]! + 2 * pixels[4 * n + 1]! + pixels[4 * n + 2]!) / 4
  return grey
}
