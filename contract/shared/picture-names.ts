/** The picture formats that are taken, by the ends of their files' names. */
const pictureEnd = /\.(jpe?g|png|webp|gif|avif|tiff?)$/i

/** The file's own name, without its folders. */
export const fileNameOf = (path: string) => path.split(/[/\\]/).at(-1)!

export const isPictureName = (path: string) => pictureEnd.test(path)

/** The first pictures are those without a number. */
const first = 1

/**
 * Which item codes a picture's name may mean, the likeliest first, in lower case, and its place among that item's
 * pictures: RING-001.jpg is the first of RING-001; RING-001-2.jpg the second, unless there is an item RING-001-2;
 * RING-001_2.jpg and RING-001 (2).jpg as well. Folders count for nothing.
 */
export function codesOf(path: string): { code: string; place: number }[] {
  const stem = fileNameOf(path).replace(pictureEnd, '').normalize('NFC').trim().toLowerCase()
  const [, code, digits] = /^(.+?)(?:\s*\((\d{1,4})\)|\s*[-_ ]\s*(\d{1,4}))$/.exec(stem)?.filter(Boolean) ?? []
  const whole = { code: stem, place: first }
  return code === undefined || digits === undefined ? [whole] : [whole, { code: code.trim(), place: Number(digits) }]
}
