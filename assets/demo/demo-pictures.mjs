// Draws the demo shop's pictures anew: `node assets/demo/demo-pictures.mjs`. They are committed, so that nobody has to wait
// for the quarter of an hour of a processor that the 450 of them take.
import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

import sharp from 'sharp'

import { pieces } from '../../server/demo/pieces.ts'
import { picturesFolder, viewsOf } from '../../server/demo/views.ts'
import { jewelry } from './jewelry.mjs'

/** As many as are drawn at the same moment. */
const atOnce = 4
/** Pictures are as wide as an upload, for the zoom of the public page. */
const width = 1600
/** The other views are packed more than the cover, because Git keeps all versions. */
const encodingOf = (file) => (file.endsWith('-1.webp') ? { quality: 80 } : { quality: 60, effort: 6 })

async function draw({ file, ...view }) {
  const drawing = Buffer.from(jewelry({ ...view, size: width }))
  await sharp(drawing, { unlimited: true }).webp(encodingOf(file)).toFile(join(picturesFolder, file))
}

await mkdir(picturesFolder, { recursive: true })
const views = pieces.flatMap(viewsOf)
const wanted = new Set(views.map(({ file }) => file))
for (const file of await readdir(picturesFolder)) if (!wanted.has(file)) await rm(join(picturesFolder, file))
const queue = views.values()
await Promise.all(
  Array.from({ length: atOnce }, async () => {
    for (const view of queue) await draw(view)
  }),
)
