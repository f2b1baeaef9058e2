import type { ProofRow } from '../../../../../contract/proofs/proofs.ts'

export type Box = ProofRow['alike'][number]['boxes'][number]['here']
export type Size = { width: number; height: number }

/** The least part of a picture's width that a crop shows, so that a person sees where in the picture it is. */
const leastWidth = 0.86
/** The room around the boxes, as a part of the crop. */
const room = 1.3

/** Returns the smallest rectangle around boxes; the middle of the picture without boxes. */
function encloseBoxes(boxes: readonly Box[]): Box {
  if (boxes.length === 0) return { x: 0.5, y: 0.5, width: 0, height: 0 }
  const x = Math.min(...boxes.map((box) => box.x))
  const y = Math.min(...boxes.map((box) => box.y))
  return {
    x,
    y,
    width: Math.max(...boxes.map((box) => box.x + box.width)) - x,
    height: Math.max(...boxes.map((box) => box.y + box.height)) - y,
  }
}

/** The least room between a box and the side of a crop, as a part of the picture's width. */
const edge = 0.01

const clamp = (value: number, least: number, most: number) => Math.max(least, Math.min(value, Math.max(least, most)))

/**
 * Returns the part of a picture, as fractions, that a frame of this aspect (width to height) shows: all boxes and at
 * least most of the width. Boxes that are taller than the frame make the part wider than the picture.
 */
export function cropAround(boxes: readonly Box[], picture: Size, aspect: number): Box {
  const around = encloseBoxes(boxes)
  // Fractions of the height that a width of the whole picture has in this frame.
  const heightOfWidth = picture.width / aspect / picture.height
  const width = Math.max(leastWidth, around.width * room, (around.height * room) / heightOfWidth)
  const height = width * heightOfWidth
  return {
    x: centre(around, width),
    y: clamp(around.y + around.height / 2 - height / 2, 0, 1 - height),
    width,
    height,
  }
}

/** Returns the left side of a crop: in the middle of the picture, moved as far as its boxes need. */
function centre({ x, width: needed }: Box, width: number): number {
  const middle = (1 - width) / 2
  return width > 1 ? middle : clamp(clamp(middle, x + needed - width + edge, x - edge), 0, 1 - width)
}

/** Returns the same part of the other picture, moved by as much as its boxes are. */
export function moveCrop(crop: Box, boxes: readonly { here: Box; there: Box }[], from: Size, to: Size): Box {
  const here = encloseBoxes(boxes.map((pair) => pair.here))
  const there = encloseBoxes(boxes.map((pair) => pair.there))
  // The crop keeps its shape in a picture of other proportions.
  const height = (crop.height * from.height * to.width) / (from.width * to.height)
  return {
    ...crop,
    x: crop.x + there.x - here.x,
    y: there.y - ((here.y - crop.y) / crop.height) * height,
    height,
  }
}

/** Returns where a box stands within a crop, as percentages of the crop. */
export const placeBox = (box: Box, crop: Box) => ({
  left: `${((box.x - crop.x) / crop.width) * 100}%`,
  top: `${((box.y - crop.y) / crop.height) * 100}%`,
  width: `${(box.width / crop.width) * 100}%`,
  height: `${(box.height / crop.height) * 100}%`,
})

/** Returns where the whole picture stands within a crop, as percentages of the crop. */
export const placePicture = (crop: Box) => placeBox({ x: 0, y: 0, width: 1, height: 1 }, crop)
