/** Matches the file name extensions of the accepted picture formats. */
const pictureExtension = /\.(jpe?g|png|webp|gif|avif|tiff?)$/i

/** Returns the file name without its folders. */
export const fileNameOf = (path: string) => path.split(/[/\\]/).at(-1)!

export const isPictureName = (path: string) => pictureExtension.test(path)

/** The place among an item's pictures for a picture whose file name has no number. */
const firstPlace = 1

/**
 * Returns the item codes that a picture's name may mean, in lower case, the likeliest first, each with the picture's
 * place among the item's pictures. RING-001.jpg is the first picture of RING-001. RING-001-2.jpg is the second, unless
 * an item RING-001-2 exists; RING-001_2.jpg and RING-001 (2).jpg work alike. Folders are ignored.
 */
export function codesOf(path: string): { code: string; place: number }[] {
  const stem = fileNameOf(path).replace(pictureExtension, '').normalize('NFC').trim().toLowerCase()
  const [, code, digits] = /^(.+?)(?:\s*\((\d{1,4})\)|\s*[-_ ]\s*(\d{1,4}))$/.exec(stem)?.filter(Boolean) ?? []
  const whole = { code: stem, place: firstPlace }
  return code === undefined || digits === undefined ? [whole] : [whole, { code: code.trim(), place: Number(digits) }]
}
