import { expect, test } from 'vitest'

import { cropAround, moveCrop, placeBox, placePicture } from './crop.ts'

// Two alike pictures are cropped to the same place, so that their differing blocks stand beside each other.

const picture = { width: 1080, height: 2160 }
const box = (x: number, y: number, width = 0.3, height = 0.03) => ({ x, y, width, height })

test('a crop shows all boxes and most of the width', () => {
  const crop = cropAround([box(0.6, 0.7), box(0.5, 0.75, 0.4)], picture, 1.8)
  expect(crop.width).toBe(0.86)
  // 0.86 of 1080 px at 1.8 to 1 are 516 px of 2160.
  expect(crop.height).toBeCloseTo(0.2389, 3)
  // It is in the middle, moved to the right as far as the boxes need.
  expect(crop.x).toBeCloseTo(0.07)
  expect(cropAround([box(0.8, 0.7, 0.18)], picture, 1.8).x).toBeCloseTo(0.13)
  expect(crop.y).toBeLessThan(0.7)
  expect(crop.y + crop.height).toBeGreaterThan(0.78)
})

test('a crop stays within the picture, and grows for boxes that are far apart', () => {
  expect(cropAround([box(0.1, 0)], picture, 1.8)).toMatchObject({ y: 0 })
  expect(cropAround([box(0.01, 0.5)], picture, 1.8).x).toBe(0)
  const bottom = cropAround([box(0.1, 0.97)], picture, 1.8)
  expect(bottom.y + bottom.height).toBeCloseTo(1)
  const tall = cropAround([box(0.1, 0.1), box(0.1, 0.9)], picture, 1.8)
  expect(tall.height).toBeGreaterThan(0.83)
  // It is centred, because it is wider than the picture.
  expect(tall.x).toBeCloseTo((1 - tall.width) / 2)
})

test('the other picture is cropped at the same boxes, also with other proportions', () => {
  const boxes = [{ here: box(0.6, 0.7), there: box(0.6, 0.74) }]
  const crop = cropAround([boxes[0]!.here], picture, 1.8)
  expect(moveCrop(crop, boxes, picture, picture).y).toBeCloseTo(crop.y + 0.04)
  const other = { width: 1080, height: 2400 }
  const moved = moveCrop(crop, boxes, picture, other)
  // As many pixels, which are a smaller part of a taller picture.
  expect(moved.height * 2400).toBeCloseTo(crop.height * 2160)
  const topOf = (place: { top: string }) => Number.parseFloat(place.top)
  expect(topOf(placeBox(boxes[0]!.there, moved))).toBeCloseTo(topOf(placeBox(boxes[0]!.here, crop)))
})

test('the whole picture is placed around the crop', () => {
  expect(placePicture({ x: 0.25, y: 0.5, width: 0.5, height: 0.25 })).toEqual({
    left: '-50%',
    top: '-200%',
    width: '200%',
    height: '400%',
  })
  expect(cropAround([], picture, 1.8).y).toBeCloseTo(0.38, 1)
})
