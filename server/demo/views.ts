import type { Piece } from './pieces.ts'

/** The parameters of one drawn picture, passed to `assets/demo/jewelry.mjs`. */
export type View = {
  /** The file name in the folder of the demo's pictures. */
  file: string
  kind: Piece['kind']
  style: string
  stone: Piece['stone']
  karat: Piece['karat']
  metal: Piece['metal']
  seed: string
  bg: 'ivory' | 'mist' | 'sand'
}

/** The folder of the drawn pictures. `assets/demo/demo-pictures.mjs` says how wide they are. */
export const picturesFolder = `${import.meta.dirname}/../../assets/demo/pictures`

const cutOf: Record<string, string> = { emerald: 'emerald', baguette: 'emerald', oval: 'oval', pear: 'pear' }

/**
 * Returns the three pictures of an item. The first is the cover. The second shows the loose stone or, without a stone,
 * another angle. The third shows another angle.
 */
export function viewsOf({ itemCode, kind, style, stone, karat, metal }: Piece): View[] {
  const itself = { kind, style, stone, karat, metal }
  const looseStone = stone !== 'none' && kind !== 'stone'
  const second = looseStone ? { ...itself, kind: 'stone' as const, style: cutOf[style] ?? 'round' } : itself
  return [
    { ...itself, file: `${itemCode}-1.webp`, seed: itemCode, bg: 'ivory' },
    { ...second, file: `${itemCode}-2.webp`, seed: `${itemCode}-2`, bg: 'mist' },
    { ...itself, file: `${itemCode}-3.webp`, seed: `${itemCode}-3`, bg: 'sand' },
  ]
}
