import type PDFDocument from 'pdfkit'

/** The shop's default mark, a cut stone with an A, on a square of 40 units. The pages have the same mark. */
const mark = [
  { path: 'M12 1.5h16L38.5 12v16L28 38.5H12L1.5 28V12z', width: 1.4 },
  { path: 'M14.5 7.5h11l7 7v11l-7 7h-11l-7-7v-11z', width: 0.9 },
  {
    path: 'M1.5 12l6 2.5M12 1.5l2.5 6M28 1.5l-2.5 6M38.5 12l-6 2.5M38.5 28l-6-2.5M28 38.5l-2.5-6M12 38.5l2.5-6M1.5 28l6-2.5',
    width: 0.9,
  },
  { path: 'M14.2 26.5L20 12.8l5.8 13.7M16.3 21.8h7.4', width: 1.6 },
]
/** The width and height of the mark in points. */
export const markSize = 36

/** Draws the shop's default mark with its upper left corner at this place, in a width and height in points. */
export function drawMark(
  doc: InstanceType<typeof PDFDocument>,
  x: number,
  y: number,
  color: string,
  size: number = markSize,
) {
  doc
    .save()
    .translate(x, y)
    .scale(size / 40)
  for (const { path, width } of mark) doc.path(path).lineWidth(width).strokeColor(color).stroke()
  doc.restore()
}
