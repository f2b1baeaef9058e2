import { expect, test } from 'vitest'

import { moveView, normalView, zoomView } from './zoomState.ts'

const size = { width: 400, height: 300 }
const middle = { x: 0, y: 0 }

test('zooms around the given point, up to five times', () => {
  const twice = zoomView(normalView, 2, { x: 100, y: 50 }, size)
  expect(twice).toEqual({ scale: 2, x: -100, y: -50 })
  // The same point of the picture stays under the finger.
  expect((100 - twice.x) / twice.scale).toBe(100)
  expect(zoomView(normalView, 99, middle, size).scale).toBe(5)
})

test('never zooms below normal size or moves outside of the frame', () => {
  expect(zoomView({ scale: 2, x: 200, y: 150 }, 0.1, middle, size)).toEqual(normalView)
  expect(moveView({ scale: 2, x: 0, y: 0 }, { x: 9999, y: -9999 }, size)).toEqual({ scale: 2, x: 200, y: -150 })
  expect(moveView(normalView, { x: 10, y: 10 }, size)).toEqual(normalView)
})
