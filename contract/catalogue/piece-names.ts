import type { Karat } from './karats.ts'

type NamedPiece = { itemName: string; karat: Karat | null; metal: string | null }

const partsOf = (name: string) => name.split(/(?<=[,、])\s*/).map((part) => part.replace(/[,、]$/, ''))

/** Returns the first part of a piece's name, which names its design: `Cable chain` of 'Cable chain, 18K rose gold'. */
export const designOf = (itemName: string): string => partsOf(itemName)[0]!

/**
 * Returns a piece's name without the parts that state its gold, for places that show the gold beside it: `Cable chain,
 * 45 cm` for 'Cable chain, 18K rose gold, 45 cm'. The first part always stays.
 */
export function shortNameOf({ itemName, karat, metal }: NamedPiece): string {
  const [design = itemName, ...details] = partsOf(itemName)
  const metalWords = metal?.toLowerCase()
  const kept = details.filter(
    (part) =>
      !(karat !== null && part.includes(karat)) &&
      !(metalWords !== undefined && part.toLowerCase().includes(metalWords)),
  )
  return [design, ...kept].join(itemName.includes('、') ? '、' : ', ')
}
