// Proves that the pictures of a piece of the demo shop show one piece: in its gold, with its stone, drawn in one style.
import { expect, test } from 'vitest'

import { pieces } from './pieces.ts'
import { viewsOf } from './views.ts'

test.each(pieces.map((piece) => [piece.itemCode, piece] as const))('the pictures of %s agree', (_, piece) => {
  const { kind, style, stone, karat, metal } = piece
  const [cover, second, third] = viewsOf(piece)
  expect([cover, third]).toMatchObject(Array.from({ length: 2 }, () => ({ kind, style, stone, karat, metal })))
  expect(second).toMatchObject({ stone, karat, metal })
  // The second view is the piece again, or its loose stone.
  expect([kind, 'stone']).toContain(second!.kind)
})
