// Draws the public site's own pictures anew: `node scripts/pictures.mjs`. They are committed, so that nobody has to wait.
import { join } from 'node:path'

import sharp from 'sharp'

import { hero, jewelry } from './jewelry.mjs'

const folder = join(import.meta.dirname, '../web/pictures')
const home = Buffer.from(hero())
const brooch = { kind: 'brooch', style: 'sampaguita', stone: 'pearl', seed: 5, bg: 'night', size: 1200 }
const about = Buffer.from(jewelry(brooch))

const draw = (drawing) => sharp(drawing, { unlimited: true })
const save = (drawing, name, width) => draw(drawing).resize({ width }).webp({ quality: 84 }).toFile(join(folder, name))

for (const width of [1600, 960, 640]) await save(home, `hero-${width}.webp`, width)
for (const width of [960, 640]) await save(about, `about-${width}.webp`, width)
// For links that are shared, in the form and the format that every service takes.
const wide = await draw(home).resize({ width: 1200 }).toBuffer()
await sharp(wide)
  .extract({ left: 0, top: 400, width: 1200, height: 630 })
  .jpeg({ quality: 82, mozjpeg: true })
  .toFile(join(folder, 'shared.jpg'))
