import type { Piece } from './pieces.ts'

/** How one picture is drawn: what `assets/demo/jewelry.mjs` is asked for. */
export type View = {
  /** The name of its file in the folder of the demo's pictures. */
  file: string
  kind: Piece['kind']
  style: string
  stone: Piece['stone']
  karat: Piece['karat']
  metal: Piece['metal']
  seed: string
  bg: 'ivory' | 'mist' | 'sand'
}

/** Where the drawn pictures are, 720 px wide, as WebP. */
export const picturesFolder = `${import.meta.dirname}/../../assets/demo/pictures`

const cutOf: Record<string, string> = { emerald: 'emerald', baguette: 'emerald', oval: 'oval', pear: 'pear' }

/** The three pictures of a piece, the cover first: itself, its loose stone or another turn, and another turn. */
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
