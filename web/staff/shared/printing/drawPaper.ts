import { type DotPicture, rowsAtMost } from '../../../../contract/printing/esc-pos.ts'
import { dither, toDots } from './dots.ts'
import { PrinterProblem } from './printerProblem.ts'

/**
 * Draws a laid-out paper as the dots of a receipt printer, so that it has the same receipt as the browser's print. The
 * canvas draws each part where the browser has placed it: pictures, lines, drawings, then texts.
 */
export async function drawPaper(paper: HTMLElement, width: number): Promise<DotPicture> {
  const pictures = [...paper.querySelectorAll('img')]
  await Promise.allSettled([...pictures.map((picture) => picture.decode()), document.fonts.ready])
  const box = paper.getBoundingClientRect()
  const { paddingLeft, paddingRight } = getComputedStyle(paper)
  const left = box.left + parseFloat(paddingLeft)
  const scale = width / (box.right - parseFloat(paddingRight) - left)
  const height = Math.ceil(box.height * scale)
  if (height > rowsAtMost)
    throw new PrinterProblem('This receipt is too long for the receipt printer. Print it with the browser.')
  const canvas = Object.assign(document.createElement('canvas'), { width, height })
  const context = canvas.getContext('2d', { willReadFrequently: true })!
  context.fillStyle = '#ffffff'
  context.fillRect(0, 0, width, height)
  const place = new DOMMatrix([scale, 0, 0, scale, -left * scale, -box.top * scale])
  for (const picture of pictures) drawPicture(context, place, picture)
  context.setTransform(place)
  context.fillStyle = context.strokeStyle = '#000000'
  for (const element of paper.querySelectorAll<HTMLElement>('*')) drawTopLine(context, element)
  for (const path of paper.querySelectorAll('path')) drawPath(context, place, path)
  context.setTransform(place)
  drawTexts(context, paper)
  return toDots(context.getImageData(0, 0, width, height))
}

/** Draws a picture as large as its box allows (`object-fit: contain`), as dots of black and white. */
function drawPicture(context: CanvasRenderingContext2D, place: DOMMatrix, picture: HTMLImageElement) {
  const { naturalWidth, naturalHeight } = picture
  if (naturalWidth === 0) return // It could not be loaded.
  const box = picture.getBoundingClientRect()
  const fit = Math.min(box.width / naturalWidth, box.height / naturalHeight) * place.a
  const [wide, high] = [Math.round(naturalWidth * fit), Math.round(naturalHeight * fit)]
  const corner = place.transformPoint(box)
  const x = Math.round(corner.x + (box.width * place.a - wide) / 2)
  const y = Math.round(corner.y + (box.height * place.d - high) / 2)
  if (wide === 0 || high === 0) return
  context.drawImage(picture, x, y, wide, high)
  const pixels = context.getImageData(x, y, wide, high)
  dither(pixels)
  context.putImageData(pixels, x, y)
}

/** Draws the line above a part of the receipt. */
function drawTopLine(context: CanvasRenderingContext2D, element: HTMLElement) {
  const { borderTopWidth, borderTopStyle } = getComputedStyle(element)
  const thick = parseFloat(borderTopWidth)
  if (!(thick > 0) || borderTopStyle === 'none') return
  const { left, right, top } = element.getBoundingClientRect()
  context.lineWidth = thick
  context.setLineDash(borderTopStyle === 'dashed' ? [thick * 3, thick * 3] : [])
  context.beginPath()
  context.moveTo(left, top + thick / 2)
  context.lineTo(right, top + thick / 2)
  context.stroke()
  context.setLineDash([])
}

/** Draws a path of the shop's mark or of a QR code. */
function drawPath(context: CanvasRenderingContext2D, place: DOMMatrix, path: SVGPathElement) {
  const matrix = path.getScreenCTM()
  if (!matrix) return
  const { a, b, c, d, e, f } = matrix
  context.setTransform(place.multiply(new DOMMatrix([a, b, c, d, e, f])))
  const { fill, stroke, strokeWidth, strokeLinecap, strokeLinejoin } = getComputedStyle(path)
  const shape = new Path2D(path.getAttribute('d') ?? '')
  // oxlint-disable-next-line unicorn/no-array-fill-with-reference-type -- a canvas is no array
  if (fill !== 'none') context.fill(shape)
  if (stroke === 'none') return
  context.lineWidth = parseFloat(strokeWidth)
  context.lineCap = strokeLinecap as CanvasLineCap
  context.lineJoin = strokeLinejoin as CanvasLineJoin
  context.stroke(shape)
}

function drawTexts(context: CanvasRenderingContext2D, paper: HTMLElement) {
  const walker = document.createTreeWalker(paper, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {
    const node = walker.currentNode as Text
    const { fontStyle, fontWeight, fontSize, fontFamily } = getComputedStyle(node.parentElement!)
    context.font = `${fontStyle} ${fontWeight} ${fontSize} ${fontFamily}`
    for (const line of splitLines(node)) drawLine(context, line)
  }
}

/** A part of a text that the browser has placed on one line. */
type Line = { text: string; left: number; right: number; top: number; bottom: number }

/** Splits a text where the browser breaks it. Spaces that the browser leaves out have no box. */
function splitLines(node: Text): Line[] {
  const lines: Line[] = []
  const range = document.createRange()
  for (const { segment, index } of new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(node.data)) {
    range.setStart(node, index)
    range.setEnd(node, index + segment.length)
    const box = range.getClientRects()[0]
    if (!box || box.width === 0) continue
    const line = lines.at(-1)
    if (line && Math.abs(line.top - box.top) < 1) {
      line.text += segment
      line.right = Math.max(line.right, box.right)
    } else lines.push({ text: segment, left: box.left, right: box.right, top: box.top, bottom: box.bottom })
  }
  return lines
}

/** Draws a line exactly as wide as the browser laid it out, because a canvas knows no tabular figures. */
function drawLine(context: CanvasRenderingContext2D, { text, left, right, top, bottom }: Line) {
  const { width, fontBoundingBoxAscent: above, fontBoundingBoxDescent: below } = context.measureText(text)
  if (width === 0) return
  context.save()
  context.translate(left, top + (bottom - top - above - below) / 2 + above)
  context.scale((right - left) / width, 1)
  context.fillText(text, 0, 0)
  context.restore()
}
