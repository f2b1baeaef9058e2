// Draws the home picture anew: `node scripts/hero.mjs`. Its output is committed, so that nobody has to wait for it.
import { join } from 'node:path'

import sharp from 'sharp'

import { hero } from './jewelry.mjs'

const folder = join(import.meta.dirname, '../web/pictures')
const drawing = Buffer.from(hero())
for (const width of [1600, 960, 640])
  await sharp(drawing, { unlimited: true })
    .resize({ width })
    .webp({ quality: 84 })
    .toFile(join(folder, `hero-${width}.webp`))
