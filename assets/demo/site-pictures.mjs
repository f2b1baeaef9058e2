// Draws the public site's own pictures anew: `node assets/demo/site-pictures.mjs`. They are committed, so that nobody has to wait.
import { join } from 'node:path'

import sharp from 'sharp'

import { hero, jewelry } from './jewelry.mjs'

const folder = join(import.meta.dirname, '../../web/pictures')
const home = Buffer.from(hero())
const brooch = { kind: 'brooch', style: 'sampaguita', stone: 'pearl', seed: 5, bg: 'night', size: 1200 }
const about = Buffer.from(jewelry(brooch))

const draw = (drawing) => sharp(drawing, { unlimited: true })
async function save(drawing, name, widths) {
  const drawn = await draw(drawing).resize({ width: widths[0] }).png().toBuffer()
  for (const width of widths) {
    const small = sharp(drawn).resize({ width })
    await small
      .clone()
      .avif({ quality: 60, effort: 5 })
      .toFile(join(folder, `${name}-${width}.avif`))
    await small.webp({ quality: 84 }).toFile(join(folder, `${name}-${width}.webp`))
  }
}

await save(home, 'hero', [1600, 1200, 800])
await save(about, 'about', [1200, 800])
// For links that are shared, in the form and the format that every service takes.
const wide = await draw(home).resize({ width: 1200 }).toBuffer()
await sharp(wide)
  .extract({ left: 0, top: 400, width: 1200, height: 630 })
  .jpeg({ quality: 82, mozjpeg: true })
  .toFile(join(folder, 'shared.jpg'))

/** A picture for each service, by the key of its text. */
const services = {
  customOrders: {
    kind: 'ring',
    style: 'halo',
    stone: 'sapphire',
    karat: '18K',
    metal: 'white',
    seed: 'service-1',
    bg: 'sand',
  },
  consultation: { kind: 'stone', style: 'round', stone: 'diamond', seed: 'service-2', bg: 'mist' },
  resellers: {
    kind: 'chain',
    style: 'curb',
    stone: 'none',
    karat: '18K',
    metal: 'yellow',
    seed: 'service-3',
    bg: 'ivory',
  },
  jewelryServices: {
    kind: 'ring',
    style: 'twist',
    stone: 'none',
    karat: '14K',
    metal: 'rose',
    seed: 'service-4',
    bg: 'mist',
  },
  liveSales: {
    kind: 'earrings',
    style: 'halo',
    stone: 'ruby',
    karat: '18K',
    metal: 'yellow',
    seed: 'service-5',
    bg: 'sand',
  },
  shipping: {
    kind: 'bangle',
    style: 'pair',
    stone: 'none',
    karat: '22K',
    metal: 'yellow',
    seed: 'service-6',
    bg: 'ivory',
  },
  highGrade: { kind: 'stone', style: 'emerald', stone: 'emerald', seed: 'service-7', bg: 'sand' },
  multiLanguage: {
    kind: 'brooch',
    style: 'moon',
    stone: 'pearl',
    karat: '18K',
    metal: 'rose',
    seed: 'service-8',
    bg: 'mist',
  },
  online: {
    kind: 'pendant',
    style: 'sun',
    stone: 'diamond',
    karat: '22K',
    metal: 'yellow',
    seed: 'service-9',
    bg: 'ivory',
  },
}
for (const [key, view] of Object.entries(services))
  await save(Buffer.from(jewelry({ ...view, size: 720 })), `service-${key}`, [640])
