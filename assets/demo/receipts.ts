// Draws receipts of four invented wallets and banks, as a buyer's phone would show them. The same input gives the same
// picture on every machine, because letters are drawn as paths of the fonts in node_modules.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

import barcodes from 'bwip-js/generic'

/** The invented wallets and banks. None looks like a real one. */
export const receiptLayouts = ['habagat', 'lakambini', 'parola', 'silong'] as const

export type Receipt = {
  layout: (typeof receiptLayouts)[number]
  dark?: boolean
  /** Pesos, such as 12000.5. */
  amount: number
  /** The day and the minute of the payment, such as '2026-11-19' and '20:09'. */
  day: string
  time: string
  reference: string
  payer: string
  payerAccount: string
  payee: string
  payeeAccount: string
  /** The phone's status bar shows the minute of the screenshot, and the charge of the battery from 0 to 1. */
  clock?: string
  battery?: number
  /** The size of the picture in pixels. A higher one has more room above its footer. */
  width?: number
  height?: number
}

type Weight = 'regular' | 'bold'
type Anchor = 'start' | 'middle' | 'end'

const files = { regular: '400Regular/Inter_400Regular', bold: '600SemiBold/Inter_600SemiBold' }
const fonts = new Map<Weight, number>()

/** Returns the number of a font, which is loaded with its first letter. */
function loadFont(weight: Weight): number {
  const loaded = fonts.get(weight)
  if (loaded !== undefined) return loaded
  const file = fileURLToPath(import.meta.resolve(`@expo-google-fonts/inter/${files[weight]}.ttf`))
  barcodes.FontLib.loadFont(`receipt-${weight}`, readFileSync(file, 'base64'))
  const font = barcodes.FontLib.lookup(`receipt-${weight}`)
  fonts.set(weight, font)
  return font
}

/** The library takes the height above the base line as a font's size, which is 0.969 em of Inter. */
const em = 1000
const sizeOfEm = 969

type Letter = { path: string; advance: number }
const letters = new Map<string, Letter>()

/** Returns a letter as a path in thousandths of the font's size. */
function letterOf(character: string, weight: Weight): Letter {
  const key = weight + character
  const known = letters.get(key)
  if (known) return known
  const drawn = barcodes.FontLib.getpaths(loadFont(weight), character.codePointAt(0)!, sizeOfEm, sizeOfEm)
  const point = (x: number, y: number) => `${Math.round(x)} ${Math.round(-y)}`
  const path = drawn.map((step) => {
    if (step.type === 'Q') return `Q${point(step.cx, step.cy)} ${point(step.x, step.y)}`
    if (step.type === 'C') return `C${point(step.cx1, step.cy1)} ${point(step.cx2, step.cy2)} ${point(step.x, step.y)}`
    return `${step.type}${point(step.x, step.y)}`
  })
  const letter = { path: path.join(''), advance: drawn.advance }
  letters.set(key, letter)
  return letter
}

type Look = { size?: number; weight?: Weight; color: string; anchor?: Anchor }

/** Writes one line. `y` is its base line. */
function write(text: string, x: number, y: number, { size = 36, weight = 'regular', color, anchor = 'start' }: Look) {
  const drawn = Array.from(text, (character) => letterOf(character, weight))
  const scale = size / em
  const width = drawn.reduce((sum, { advance }) => sum + advance, 0) * scale
  let pen = x - (anchor === 'middle' ? width / 2 : anchor === 'end' ? width : 0)
  const paths = drawn.map(({ path, advance }) => {
    const at = pen
    pen += advance * scale
    return path && `<path transform="translate(${at.toFixed(2)} ${y}) scale(${scale})" d="${path}"/>`
  })
  return `<g fill="${color}">${paths.join('')}</g>`
}

const rectangle = (x: number, y: number, width: number, height: number, color: string, radius = 0) =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${radius}" fill="${color}"/>`
const line = (y: number, color: string, from = 120, to = 960, dashed = false) =>
  `<path d="M${from} ${y}H${to}" stroke="${color}" stroke-width="3"${dashed ? ' stroke-dasharray="9 7"' : ''}/>`
const tick = (x: number, y: number, size: number, color: string) =>
  `<path d="M${x - size} ${y}l${size * 0.7} ${size * 0.7}l${size * 1.2} ${-size * 1.3}" fill="none" stroke="${color}"
    stroke-width="${size * 0.3}" stroke-linecap="round" stroke-linejoin="round"/>`

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const inPesos = (amount: number) =>
  amount.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
const inWords = (day: string) => `${Number(day.slice(8))} ${months[Number(day.slice(5, 7)) - 1]} ${day.slice(0, 4)}`
const onTwelveHours = (time: string) => {
  const hour = Number(time.slice(0, 2))
  return `${hour % 12 || 12}:${time.slice(3)} ${hour < 12 ? 'AM' : 'PM'}`
}
const inGroups = (reference: string) => reference.replace(/^(.{4})(.{4})(.*)$/, '$1 $2 $3').trim()

/** Returns the minute after a time, as a clock. */
function minuteAfter(time: string): string {
  const minutes = Number(time.slice(0, 2)) * 60 + Number(time.slice(3)) + 1
  return `${Math.floor(minutes / 60) % 24}:${String(minutes % 60).padStart(2, '0')}`
}

/** The status bar of a phone: clock, signal, battery. */
function statusBar({ clock, battery = 0.7, time }: Receipt, color: string): string {
  const bars = [0, 1, 2, 3].map((n) => rectangle(826 + n * 13, 60 - n * 7 - 12, 9, n * 7 + 12, color, 2))
  const outline = `<rect x="948" y="34" width="66" height="30" rx="9" fill="none" stroke="${color}" stroke-width="4"/>`
  const charge = rectangle(953, 39, Math.round(56 * battery), 20, color, 5)
  const clockText = write(clock ?? minuteAfter(time), 60, 64, { size: 38, weight: 'bold', color })
  return `${clockText}${bars.join('')}${outline}${charge}`
}

type Row = readonly [label: string, value: string]
type Colors = { page: string; card: string; ink: string; faint: string; rule: string; accent: string; onPage: string }

/** Writes rows of a label at the left and its value at the right. Returns the end of the last row too. */
function writeRows(rows: readonly Row[], from: number, step: number, colors: Colors, edges: readonly [number, number]) {
  const drawn = rows.map(([label, value], n) => {
    const y = from + n * step
    const left = write(label, edges[0], y, { size: 39, color: colors.faint })
    return left + write(value, edges[1], y, { size: 38, weight: 'bold', color: colors.ink, anchor: 'end' })
  })
  return drawn.join('')
}

/** A name and a button at the foot of the page. */
const footer = (name: string, button: string, height: number, color: string) => `
  <path d="M58 ${height - 104}q21 -28 42 0t42 0M58 ${height - 78}q21 -28 42 0t42 0" fill="none" stroke="${color}" stroke-width="7"/>
  ${write(name, 168, height - 76, { size: 56, weight: 'bold', color })}
  <rect x="834" y="${height - 140}" width="192" height="92" rx="46" fill="none" stroke="${color}" stroke-width="3"/>
  ${write(button, 930, height - 80, { size: 38, weight: 'bold', color, anchor: 'middle' })}`

/** A violet page with a torn slip of paper. */
function drawHabagat(receipt: Receipt, height: number): string {
  const colors: Colors = receipt.dark
    ? {
        page: '#0f0d1f',
        card: '#1d1a36',
        ink: '#f4f3ff',
        faint: '#a9a5cc',
        rule: '#4a4670',
        accent: '#7b73f0',
        onPage: '#ffffff',
      }
    : {
        page: '#342d7e',
        card: '#ffffff',
        ink: '#16142b',
        faint: '#57547a',
        rule: '#c9c7d8',
        accent: '#5a52d5',
        onPage: '#ffffff',
      }
  const { amount, payee, payeeAccount, payerAccount, reference } = receipt
  const waves = Array.from(
    { length: 18 },
    (_, n) => `<circle cx="${81 + n * 54}" cy="1664" r="27" fill="${colors.card}"/>`,
  )
  const middle = { color: colors.ink, anchor: 'middle' as const }
  return `${rectangle(0, 0, 1080, height, colors.page)}${statusBar(receipt, colors.onPage)}
    <path d="M92 138l-20 22l20 22" fill="none" stroke="${colors.onPage}" stroke-width="7"/>
    ${write('Transfer receipt', 156, 176, { size: 48, weight: 'bold', color: colors.onPage })}
    ${rectangle(54, 346, 972, 1318, colors.card, 40)}${waves.join('')}
    <circle cx="540" cy="346" r="90" fill="${colors.onPage}"/><circle cx="540" cy="346" r="76" fill="${colors.accent}"/>
    ${tick(540, 346, 28, '#ffffff')}
    ${write('Money sent', 540, 538, { ...middle, size: 45, weight: 'bold', color: colors.faint })}
    ${write(`₱${inPesos(amount)}`, 540, 664, { ...middle, size: 106, weight: 'bold' })}
    ${write(payee.toUpperCase(), 540, 778, { ...middle, size: 44, weight: 'bold' })}
    ${write(payeeAccount, 540, 838, { ...middle, size: 40, color: colors.faint })}
    ${line(908, colors.rule, 120, 960, true)}
    ${writeRows(
      [
        ['Amount', `₱${inPesos(amount)}`],
        ['Fee', '₱15.00'],
        ['From', payerAccount],
        ['Through', 'Instant'],
      ],
      994,
      88,
      colors,
      [120, 960],
    )}
    ${line(1304, colors.rule, 120, 960, true)}
    ${writeRows(
      [
        ['Date', inWords(receipt.day)],
        ['Time', onTwelveHours(receipt.time)],
        ['Ref. no.', inGroups(reference)],
      ],
      1384,
      88,
      colors,
      [120, 960],
    )}
    ${footer('habagat', 'Save', height, colors.onPage)}`
}

/** A grey page with a white card, whose amount stands at the left. */
function drawLakambini(receipt: Receipt, height: number): string {
  const colors: Colors = receipt.dark
    ? {
        page: '#101413',
        card: '#1b2120',
        ink: '#eef3f1',
        faint: '#9aa8a3',
        rule: '#394340',
        accent: '#e08a4a',
        onPage: '#eef3f1',
      }
    : {
        page: '#f1f4f3',
        card: '#ffffff',
        ink: '#16211e',
        faint: '#4d5c57',
        rule: '#d8dedb',
        accent: '#a4460e',
        onPage: '#16211e',
      }
  const { amount, payee, payeeAccount, payer, payerAccount, reference } = receipt
  const upper: Row[] = [
    ['To', payee.toUpperCase()],
    ['Account', payeeAccount],
    ['From', payer],
    ['Their account', payerAccount],
    ['Through', 'Instant'],
  ]
  const lower: Row[] = [
    ['Date', `${inWords(receipt.day)}, ${receipt.time}`],
    ['Trace no.', inGroups(reference)],
  ]
  return `${rectangle(0, 0, 1080, height, colors.page)}${statusBar(receipt, colors.onPage)}
    ${write('Transfer receipt', 540, 178, { size: 50, weight: 'bold', color: colors.onPage, anchor: 'middle' })}
    ${rectangle(54, 270, 972, 1180, colors.card, 28)}
    ${write('You sent', 114, 380, { size: 44, weight: 'bold', color: colors.faint })}
    ${write(`PHP ${inPesos(amount)}`, 114, 506, { size: 104, weight: 'bold', color: colors.ink })}
    ${rectangle(114, 570, 254, 70, `${colors.accent}30`, 18)}
    ${write('Completed', 138, 618, { size: 38, weight: 'bold', color: colors.accent })}
    ${line(702, colors.rule, 114, 966)}${writeRows(upper, 790, 88, colors, [114, 966])}
    ${line(1196, colors.rule, 114, 966)}${writeRows(lower, 1284, 88, colors, [114, 966])}
    ${footer('lakambini', 'Share', height, colors.onPage)}`
}

/** A wide green head, and facts with their labels above them. */
function drawParola(receipt: Receipt, height: number): string {
  const colors: Colors = receipt.dark
    ? {
        page: '#0c1616',
        card: '#12403c',
        ink: '#e9f5f3',
        faint: '#8fb0ab',
        rule: '#26423f',
        accent: '#ffd166',
        onPage: '#ffffff',
      }
    : {
        page: '#ffffff',
        card: '#0b6b62',
        ink: '#102a27',
        faint: '#5b7672',
        rule: '#dce8e6',
        accent: '#ffd166',
        onPage: '#ffffff',
      }
  const { amount, payee, payeeAccount, payer, payerAccount, reference } = receipt
  const facts: Row[] = [
    ['Sent to', payee],
    ['Account number', payeeAccount],
    ['Sent by', `${payer}, ${payerAccount}`],
    ['Date and time', `${receipt.day.replaceAll('-', '/')} ${receipt.time}`],
    ['Reference number', reference],
    ['Service fee', 'Free'],
  ]
  const rows = facts.map(([label, value], n) => {
    const y = 830 + n * 148
    const texts =
      write(label, 72, y, { size: 34, color: colors.faint }) +
      write(value, 72, y + 56, { size: 44, weight: 'bold', color: colors.ink })
    return texts + line(y + 88, colors.rule, 72, 1008)
  })
  return `${rectangle(0, 0, 1080, height, colors.page)}${rectangle(0, 0, 1080, 720, colors.card)}${statusBar(receipt, colors.onPage)}
    <circle cx="540" cy="270" r="84" fill="${colors.accent}"/>${tick(540, 270, 30, colors.card)}
    ${write('Payment successful', 540, 448, { size: 52, weight: 'bold', color: colors.onPage, anchor: 'middle' })}
    ${write(`₱ ${inPesos(amount)}`, 540, 590, { size: 112, weight: 'bold', color: colors.onPage, anchor: 'middle' })}
    ${rows.join('')}
    ${footer('parola', 'Done', height, colors.faint)}`
}

/** A table with stripes, as the page of a bank, with the amount in its last row. */
function drawSilong(receipt: Receipt, height: number): string {
  const colors: Colors = receipt.dark
    ? {
        page: '#15120e',
        card: '#231e17',
        ink: '#f5efe6',
        faint: '#b3a793',
        rule: '#463d30',
        accent: '#d9a441',
        onPage: '#f5efe6',
      }
    : {
        page: '#fffdf8',
        card: '#f3ecdf',
        ink: '#2a2118',
        faint: '#6d5f4c',
        rule: '#d9cdb8',
        accent: '#7a1f2b',
        onPage: '#2a2118',
      }
  const { amount, payee, payeeAccount, payer, payerAccount, reference } = receipt
  const facts: Row[] = [
    ['Reference', reference],
    ['Posted', `${inWords(receipt.day)} ${receipt.time}`],
    ['Payer', payer],
    ['From account', payerAccount],
    ['Beneficiary', payee],
    ['To account', payeeAccount],
    ['Remarks', 'Payment'],
    ['Charge', 'PHP 10.00'],
  ]
  const rows = facts.map(([label, value], n) => {
    const y = 420 + n * 104
    const stripe = n % 2 === 0 ? rectangle(48, y, 984, 104, colors.card) : ''
    return `${stripe}${write(label, 80, y + 66, { size: 38, color: colors.faint })}${write(value, 420, y + 66, { size: 40, weight: 'bold', color: colors.ink })}`
  })
  const end = 420 + facts.length * 104
  return `${rectangle(0, 0, 1080, height, colors.page)}${statusBar(receipt, colors.onPage)}
    ${rectangle(48, 130, 84, 84, colors.accent, 12)}<path d="M64 190l26 -40l26 40z" fill="${colors.page}"/>
    ${write('silong savings', 160, 192, { size: 54, weight: 'bold', color: colors.accent })}
    ${write('Transaction slip', 48, 330, { size: 60, weight: 'bold', color: colors.ink })}
    ${line(400, colors.accent, 48, 1032)}${rows.join('')}${line(end + 20, colors.accent, 48, 1032)}
    ${write('Total', 80, end + 112, { size: 46, color: colors.faint })}
    ${write(`PHP ${inPesos(amount)}`, 1000, end + 116, { size: 72, weight: 'bold', color: colors.ink, anchor: 'end' })}
    ${write('Keep this slip for your records.', 540, height - 90, { size: 36, color: colors.faint, anchor: 'middle' })}`
}

const drawers = { habagat: drawHabagat, lakambini: drawLakambini, parola: drawParola, silong: drawSilong }

/** Returns a receipt as an SVG without text, which sharp draws the same everywhere. */
export function drawReceipt(receipt: Receipt): string {
  const { width = 1080, height = 2160 } = receipt
  const unitsHigh = Math.round((height * 1080) / width)
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 1080 ${unitsHigh}"
    preserveAspectRatio="none">${drawers[receipt.layout](receipt, unitsHigh)}</svg>`
}
