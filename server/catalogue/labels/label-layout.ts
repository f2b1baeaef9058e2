import type { Karat } from '../../../contract/catalogue/karats.ts'
import type { Area, LabelStock } from '../../../contract/catalogue/label-stocks.ts'
import { hallmarkOf } from '../../../contract/catalogue/metal.ts'
import { formatPeso } from '../../../contract/shared/money.ts'
import { formatWeight } from '../../../contract/shared/quantities.ts'
import type { Code } from '../../pdf/qr-code.ts'

// All lengths are in millimetres from the upper left corner of the label.

export type Text = { x: number; y: number; text: string; size: number; width: number; bold: boolean }
/** The printed bars and texts of one label. */
export type Drawing = { bars: Area[]; texts: Text[] }
/** Returns the width of a text at this size. */
export type Ruler = (text: string, size: number, bold: boolean) => number

/** The texts of a label. A null text is not printed. */
export type Words = {
  shopName: string | null
  itemName: string
  /** Hallmark, grams and size. */
  details: string | null
  price: string | null
}

/**
 * The width of a module, the narrowest bar or one square. Scanners do not read narrower modules reliably, and wider
 * ones are no easier to read.
 */
const barWidths = { least: 0.165, most: 0.5 }
const squareWidths = { least: 0.25, most: 0.8 }
/** The minimum height of bars. */
const barHeight = 3.5
const lineHeight = 1.22
/** Text sizes for a label of average size. */
const letters = { shopName: 1.7, itemName: 2.1, details: 1.75, code: 1.85, price: 2.7 }
/** A text that is too wide shrinks to at least this factor of its size. If that is not enough, it is truncated. */
const smallestScale = 0.82

type Item = {
  itemName: string
  karat: Karat | null
  grams: number
  size: string | null
  uom: string
  price: number
}

const pricePer: Record<string, string> = { PCS: '', PAIR: ' / pair', BULK: ' / g' }

/** Returns the texts of an item's label. `wanted` says which of the optional texts the user has chosen. */
export function labelTexts(item: Item, wanted: { shopName: string | null; details: boolean; price: boolean }): Words {
  const details = [
    item.karat && hallmarkOf(item.karat),
    item.grams > 0 && formatWeight(item.grams),
    item.size && `Size ${item.size}`,
  ]
  return {
    shopName: wanted.shopName,
    itemName: item.itemName,
    details: (wanted.details && details.filter(Boolean).join(' · ')) || null,
    price: wanted.price ? formatPeso(item.price) + (pricePer[item.uom] ?? '') : null,
  }
}

/** Draws one label. Returns null when the label is too small for a readable code. */
export function drawLabel({ parts }: LabelStock, words: Words, code: Code, ruler: Ruler): Drawing | null {
  const [first, second] = parts as readonly [Area, Area?]
  if (second) {
    const drawn = code.height === null ? drawBars(first, code, 1, ruler) : drawSquares(first, code)
    return drawn && combine(drawn, drawTexts(second, words, code.height === null ? null : code.text, ruler))
  }
  return code.height === null
    ? drawTextsAboveBars(first, words, code, ruler)
    : drawSquaresBesideTexts(first, words, code, ruler)
}

/** Draws the texts at the top and the bars in the rest of the height. */
function drawTextsAboveBars(area: Area, words: Words, code: Code, ruler: Ruler): Drawing | null {
  const scale = clamp(Math.min(area.height / 18, area.width / 34), 0.85, 1.4)
  const lines = clamp(Math.floor((area.height - 15.5 * scale) / (letters.itemName * lineHeight * scale)) + 1, 1, 2)
  const texts: Text[] = []
  let y = area.y
  const addText = (text: string, size: number, look: Partial<Look> = {}) => {
    texts.push(...layOutLine({ x: area.x, y, width: area.width }, text, { size: size * scale, ...look }, ruler))
    y += size * scale * lineHeight
  }
  if (words.shopName) addText(words.shopName, letters.shopName)
  for (const part of splitName(lines, words.itemName, area.width, letters.itemName * scale, ruler))
    addText(part, letters.itemName, { bold: true })
  if (words.price) {
    const size = letters.price * scale
    const price = layOutLine(
      { x: area.x, y, width: area.width },
      words.price,
      { size, bold: true, align: 'right' },
      ruler,
    )
    const width = area.width - price[0]!.width - 1.5
    const details = words.details ?? ''
    const beside = layOutLine({ x: area.x, y, width }, details, { size: letters.details * scale }, ruler)
    // The details are printed on the same line as the price.
    texts.push(...price, ...beside.map((text) => ({ ...text, y: price[0]!.y })))
    y += size * lineHeight
  } else if (words.details) addText(words.details, letters.details)
  y += 0.6 * scale
  const left = { ...area, y, height: area.y + area.height - y }
  const drawn = drawBars(left, code, scale, ruler)
  return drawn && combine({ bars: [], texts }, drawn)
}

/** Draws a square code on the left and the texts on its right. */
function drawSquaresBesideTexts(area: Area, words: Words, code: Code, ruler: Ruler): Drawing | null {
  const side = Math.min(area.height, area.width * 0.48)
  const drawn = drawSquares({ ...area, width: side }, code)
  const x = area.x + side + 0.6
  return drawn && combine(drawn, drawTexts({ ...area, x, width: area.x + area.width - x }, words, code.text, ruler))
}

/** Draws centred bars with their text below. Returns null when they do not fit. */
function drawBars(area: Area, code: Code, scale: number, ruler: Ruler): Drawing | null {
  const modules = code.width + code.quiet.left + code.quiet.right
  const module = Math.min(area.width / modules, barWidths.most)
  const size = letters.code * clamp(scale, 0.9, 1.3)
  const height = area.height - size * lineHeight
  if (module < barWidths.least || height < barHeight) return null
  const start = area.x + (area.width - modules * module) / 2 + code.quiet.left * module
  const bars = code.rows[0]!.map(({ at, width }) => ({
    x: start + at * module,
    y: area.y,
    width: width * module,
    height,
  }))
  const texts = layOutLine({ ...area, y: area.y + height }, code.text, { size, align: 'center' }, ruler)
  return { bars, texts }
}

/** Draws a square code as large as possible, centred. Returns null when it does not fit. */
function drawSquares(area: Area, code: Code): Drawing | null {
  const around = code.quiet.left + code.quiet.right
  const modules = Math.max(code.width, code.height!) + around
  const module = Math.min(Math.min(area.width, area.height) / modules, squareWidths.most)
  if (module < squareWidths.least) return null
  const x = area.x + (area.width - code.width * module) / 2
  const y = area.y + (area.height - code.height! * module) / 2
  const bars = code.rows.flatMap((runs, row) =>
    runs.map(({ at, width }) => ({ x: x + at * module, y: y + row * module, width: width * module, height: module })),
  )
  return { bars, texts: [] }
}

/** Draws the texts without bars or squares. It omits the least important texts when the area is too small. */
function drawTexts(
  area: Area,
  { shopName, itemName, details, price }: Words,
  code: string | null,
  ruler: Ruler,
): Drawing {
  const scale = clamp(Math.min(area.height / 13, area.width / 22), 0.8, 1.8)
  const heightOf = (size: number) => size * scale * lineHeight
  const names = splitName(2, itemName, area.width, letters.itemName * scale, ruler)
  let left = area.height - heightOf(letters.itemName) - (price ? heightOf(letters.price) : 0)
  const fits = (size: number) => {
    if (left < heightOf(size)) return false
    left -= heightOf(size)
    return true
  }
  const withCode = code !== null && fits(letters.code)
  const withDetails = details !== null && fits(letters.details)
  const twoNames = names.length === 2 && fits(letters.itemName)
  const withShop = shopName !== null && fits(letters.shopName)
  const shownNames = twoNames ? names : splitName(1, itemName, area.width, letters.itemName * scale, ruler)
  const lines: [text: string, size: number, bold: boolean][] = [
    ...(withShop ? [[shopName, letters.shopName, false] as [string, number, boolean]] : []),
    ...shownNames.map((name): [string, number, boolean] => [name, letters.itemName, true]),
    ...(withDetails ? [[details, letters.details, false] as [string, number, boolean]] : []),
    ...(price ? [[price, letters.price, true] as [string, number, boolean]] : []),
    ...(withCode ? [[code, letters.code, false] as [string, number, boolean]] : []),
  ]
  // Centres the texts vertically.
  let y = area.y + left / 2
  const texts = lines.flatMap(([text, size, bold]) => {
    const written = layOutLine({ x: area.x, y, width: area.width }, text, { size: size * scale, bold }, ruler)
    y += heightOf(size)
    return written
  })
  return { bars: [], texts }
}

type Look = { size: number; bold?: boolean; align?: 'left' | 'center' | 'right' }

/**
 * Lays out one line of text. A text that is too wide shrinks, and is then truncated. Returns an empty list for empty
 * text.
 */
function layOutLine(
  { x, y, width }: { x: number; y: number; width: number },
  text: string,
  { size: wished, bold = false, align = 'left' }: Look,
  ruler: Ruler,
): Text[] {
  if (text === '' || width <= 0) return []
  const size = wished * clamp(width / ruler(text, wished, bold), smallestScale, 1)
  const shown = truncate(text, width, size, bold, ruler)
  const taken = ruler(shown, size, bold)
  const before = align === 'left' ? 0 : (width - taken) / (align === 'center' ? 2 : 1)
  // The baseline is at 82 % of the line height.
  return [{ x: x + before, y: y + wished * 0.82 * lineHeight, text: shown, size, width: taken, bold }]
}

/** Returns the text. A text that is wider than `width` is truncated and ends with …. */
function truncate(text: string, width: number, size: number, bold: boolean, ruler: Ruler): string {
  if (ruler(text, size, bold) <= width + 0.001) return text
  const all = Array.from(text)
  let kept = all.length
  do kept--
  while (kept > 1 && ruler(`${all.slice(0, kept).join('').trimEnd()}…`, size, bold) > width)
  return `${all.slice(0, kept).join('').trimEnd()}…`
}

/**
 * Splits a name into at most `lines` lines (1 or 2). It splits between two words, or inside the first word when that
 * word is wider than a line.
 */
function splitName(lines: number, name: string, width: number, size: number, ruler: Ruler): string[] {
  const fits = (text: string) => ruler(text, size, true) <= width
  if (lines === 1 || fits(name)) return [name]
  const words = name.split(' ')
  let taken = 0
  while (taken < words.length && fits(words.slice(0, taken + 1).join(' '))) taken++
  if (taken > 0) return [words.slice(0, taken).join(' '), words.slice(taken).join(' ')]
  const all = Array.from(name)
  let kept = all.length
  while (kept > 1 && !fits(all.slice(0, kept).join(''))) kept--
  return [all.slice(0, kept).join(''), all.slice(kept).join('').trimStart()]
}

const combine = (a: Drawing, b: Drawing): Drawing => ({ bars: [...a.bars, ...b.bars], texts: [...a.texts, ...b.texts] })
const clamp = (value: number, least: number, most: number) => Math.max(least, Math.min(most, value))
