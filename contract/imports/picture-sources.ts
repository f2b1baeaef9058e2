import { picturesPerItem } from '../catalogue/items.ts'

// Pure rules about the pictures that a row of a file names: by their addresses, or by the names of their files.

/** Maximum length of the address of a picture. */
export const addressLength = 2000

/** Whether a source is an address. Any other is the name of a file. */
export const isAddress = (source: string) => /^https?:\/\//i.test(source)

/** Splits a cell into its sources. A space or a comma separates addresses, and |, ; or a line break anything. */
export const splitPictureSources = (cell: string): string[] => [
  ...new Set(cell.split(/[|;\n]/).flatMap((part) => splitAtAddresses(part))),
]

function splitAtAddresses(text: string): string[] {
  const sources: string[] = []
  let [source, gap] = ['', '']
  for (const [, word = '', after = ''] of text.matchAll(/([^\s,]+)([\s,]*)/g)) {
    if (source !== '' && isAddress(word)) {
      sources.push(source)
      source = word
    } else source += source === '' ? word : gap + word
    gap = after
  }
  return source === '' ? sources : [...sources, source]
}

/** Returns the reason why a cell names no pictures, as a sentence; null when it does. */
export function findPictureProblem(cell: string): string | null {
  const sources = splitPictureSources(cell)
  if (sources.length > picturesPerItem) return `An item has at most ${picturesPerItem} pictures`
  for (const source of sources) {
    const shown = source.length > 60 ? `${source.slice(0, 59).toWellFormed()}…` : source
    if (isAddress(source) ? source.length > addressLength || !URL.canParse(source) : !isPictureName(source))
      return `${shown} is neither an address nor the file name of a picture`
  }
  return null
}

const isPictureName = (source: string) => /^[^/\\:]{1,300}\.(jpe?g|png|webp|gif|hei[cf]|avif|tiff?)$/i.test(source)
