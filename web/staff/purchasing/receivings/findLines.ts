import type { FormLine } from './receivingForm.ts'

/** Returns the items of these lines whose code, barcode or name equals the text. */
export const findExact = (lines: readonly FormLine[], text: string) =>
  findMatches(lines, (name) => name === toLower(text))

/** Returns the items of these lines whose code, barcode or name contains the text. */
export const findPartial = (lines: readonly FormLine[], text: string) =>
  findMatches(lines, (name) => name.includes(toLower(text)))

const toLower = (text: string) => text.toLowerCase()

function findMatches(lines: readonly FormLine[], fits: (name: string) => boolean) {
  const found = lines.filter(({ fact: { itemCode, barcode, itemName } }) =>
    [itemCode, barcode ?? '', itemName].some((name) => fits(toLower(name))),
  )
  return [...new Map(found.map(({ fact }) => [fact.itemID, fact])).values()]
}
