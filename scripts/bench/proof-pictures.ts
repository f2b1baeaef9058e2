// Receipts for `npm run bench:proofs`: genuine ones, the same picture in other files, and changed ones.
import sharp, { type Sharp } from 'sharp'

import { drawReceipt, type Receipt, receiptLayouts } from '../../assets/demo/receipts.ts'

/** Returns numbers from 0 up to 1 that are the same in every run. */
export function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}
type Random = () => number
const between = (random: Random, low: number, high: number) => low + random() * (high - low)
const pick = <One>(random: Random, list: readonly One[]) => list[Math.floor(random() * list.length)]!

const phones = [
  [540, 1200],
  [720, 1440],
  [720, 1600],
  [828, 1792],
  [1080, 2160],
] as const
const amounts = [1000, 1500, 2500, 3750, 5000, 6200, 8500, 12_000, 14_850.5, 24_000, 36_999, 50_000]
const names = ['Paolo R.', 'Ana R.', 'Liezel O.', 'Ken Y.', 'Maricel T.', 'Aiko M.', 'Jun D.', 'Marites F.', 'Rosa C.']

const twoDigits = (n: number) => String(n).padStart(2, '0')

/** A buyer, with the phone that all their screenshots come from. */
type Payer = Pick<Receipt, 'payer' | 'payerAccount' | 'width' | 'height'>
const somePayer = (random: Random): Payer => {
  const [width, height] = pick(random, phones)
  const account = `09${twoDigits(Math.floor(random() * 100))} ••• ••${twoDigits(Math.floor(random() * 100))}`
  return { payer: pick(random, names), payerAccount: account, width, height }
}

/** Facts of one payment. References rise with the days, as real ones do. */
function somePayment(random: Random) {
  const day = Math.floor(random() * 90)
  const date = new Date(Date.UTC(2026, 8, 1 + day)).toISOString().slice(0, 10)
  const [hour, minute] = [Math.floor(random() * 24), Math.floor(random() * 60)]
  const later = (hour * 60 + minute + 1 + Math.floor(random() * 5)) % 1440
  return {
    day: date,
    time: `${twoDigits(hour)}:${twoDigits(minute)}`,
    reference: String(1_001_500_000_000 + day * 500_000 + Math.floor(random() * 500_000)),
    clock: `${Math.floor(later / 60)}:${twoDigits(later % 60)}`,
    battery: between(random, 0.1, 1),
  }
}

const payee = { payee: 'Amihan Jewelry', payeeAccount: '••••• •••0186' }

export const someReceipt = (random: Random, layout: Receipt['layout']): Receipt => ({
  layout,
  amount: pick(random, amounts),
  ...payee,
  ...somePayer(random),
  ...somePayment(random),
})

/** Replaces one digit of a text by another. `from` is the first place that may change. */
function changeDigit(random: Random, text: string, from = 0): string {
  const places = Array.from(text).flatMap((character, at) => (at >= from && /\d/.test(character) ? [at] : []))
  const at = pick(random, places)
  const digit = (Number(text[at]) + 1 + Math.floor(random() * 9)) % 10
  return text.slice(0, at) + digit + text.slice(at + 1)
}

/** Replaces the day of a month by another one with as many digits. */
const otherDay = (day: string) => `${day.slice(0, 8)}${Math.min(2, Number(day[8]))}${(Number(day[9]) % 8) + 1}`

/** What happens to the file of a drawn receipt on its way to the shop. */
type Way = (random: Random, drawn: Sharp, size: { width: number; height: number }) => Sharp
const asIs: Way = (_, drawn) => drawn
const jpeg =
  (quality: number): Way =>
  (_, drawn) =>
    drawn.jpeg({ quality })
const scale =
  (factor: number): Way =>
  (_, drawn, { width }) =>
    drawn.resize({ width: Math.round(width * factor) })
const crop =
  (side: 'top' | 'bottom' | 'sides', least: number, most: number): Way =>
  (random, drawn, { width, height }) => {
    const [one, other] = [between(random, least, most), between(random, least, most)]
    if (side === 'top')
      return drawn.extract({ left: 0, top: Math.round(height * one), width, height: height - Math.round(height * one) })
    if (side === 'bottom') return drawn.extract({ left: 0, top: 0, width, height: height - Math.round(height * one) })
    const left = Math.round((width * one) / 2)
    return drawn.extract({ left, top: 0, width: width - left - Math.round((width * other) / 2), height })
  }

/** A picture that is compared with the one of a receipt: what was changed in the receipt, and the way of its file. */
type Kind = {
  name: string
  /** Whether a warning is wanted; null where nobody could tell, or the spec leaves it open. */
  warns: boolean | null
  change: (random: Random, receipt: Receipt) => Receipt
  way: Way
}

const same = (_: Random, receipt: Receipt) => receipt
const seenLater = (random: Random, receipt: Receipt) => ({
  ...receipt,
  clock: somePayment(random).clock,
  battery: random(),
})
const otherDigit = (random: Random, receipt: Receipt) => ({
  ...receipt,
  reference: changeDigit(random, receipt.reference, 4),
})
const changedDay = (_: Random, receipt: Receipt) => ({ ...receipt, day: otherDay(receipt.day) })
const moreMoney = (_: Random, receipt: Receipt) => ({ ...receipt, amount: receipt.amount + 1000 })
const otherReference = (random: Random, receipt: Receipt) => ({
  ...receipt,
  reference: somePayment(random).reference,
})
const threeFacts = (random: Random, receipt: Receipt) => {
  const { day, time, reference } = somePayment(random)
  return { ...receipt, day, time, reference }
}
const nextPayment = (random: Random, receipt: Receipt) => ({ ...receipt, ...somePayment(random) })
const minutesLater = (random: Random, receipt: Receipt) => ({
  ...nextPayment(random, receipt),
  day: receipt.day,
  reference: String(Number(receipt.reference) + 20 + Math.floor(random() * 2000)),
})
const otherAmount = (random: Random, receipt: Receipt) => {
  const others = amounts.filter((amount) => amount !== receipt.amount)
  return { ...nextPayment(random, receipt), amount: pick(random, others) }
}
const otherPayer = (random: Random, receipt: Receipt) => ({ ...nextPayment(random, receipt), ...somePayer(random) })
const samePhone = (random: Random, { width, height, ...receipt }: Receipt) => ({
  ...otherPayer(random, receipt),
  ...(width !== undefined && { width }),
  ...(height !== undefined && { height }),
})
const otherLayout = (random: Random, receipt: Receipt) => {
  const others = receiptLayouts.filter((layout) => layout !== receipt.layout)
  return { ...nextPayment(random, receipt), layout: pick(random, others) }
}

/** A picture that a person cut out by hand. */
const cutOut: Way = (random, drawn, { width, height }) => {
  const [left, top] = [width * between(random, 0.01, 0.04), height * between(random, 0.03, 0.1)].map(Math.round)
  const area = { left: left!, top: top!, width: Math.round(width * 0.95), height: Math.round(height * 0.8) }
  return drawn
    .extract(area)
    .resize({ width: Math.round(width * 0.7) })
    .jpeg({ quality: 60 })
}
const croppedTop = crop('top', 0.04, 0.15)
const small: Way = (random, drawn, size) => jpeg(60)(random, scale(0.5)(random, drawn, size), size)
const croppedSmall: Way = (random, drawn, size) => jpeg(60)(random, croppedTop(random, drawn, size), size)
/** Some messengers compress pictures, and some do not. */
const messenger: Way = (random, drawn, size) => (random() < 0.5 ? jpeg(70)(random, drawn, size) : drawn)

const kind = (name: string, warns: Kind['warns'], change: Kind['change'], way: Way): Kind => ({
  name,
  warns,
  change,
  way,
})

export const kinds: readonly Kind[] = [
  kind('the same, JPEG 85', true, same, jpeg(85)),
  kind('the same, JPEG 60', true, same, jpeg(60)),
  kind('the same, JPEG 40', true, same, jpeg(40)),
  kind('the same, top cropped', true, same, crop('top', 0.02, 0.2)),
  kind('the same, bottom cropped', true, same, crop('bottom', 0.02, 0.25)),
  kind('the same, sides cropped', true, same, crop('sides', 0.01, 0.08)),
  kind('the same, half size', true, same, scale(0.5)),
  kind('the same, three quarters', true, same, scale(0.75)),
  kind('the same, 1.25 times', true, same, scale(1.25)),
  kind('the same, 1.5 times', true, same, scale(1.5)),
  kind('the same, half size, JPEG 60', true, same, small),
  kind('the same, all sides cropped, 0.7 times, JPEG 60', true, same, cutOut),
  kind('the same, other clock and battery', true, seenLater, asIs),
  kind('one digit of the reference', true, otherDigit, asIs),
  kind('one digit of the reference, top cropped, JPEG 60', true, otherDigit, croppedSmall),
  kind('one digit of the reference, half size, JPEG 60', true, otherDigit, small),
  kind('the day', true, changedDay, asIs),
  kind('the amount', true, moreMoney, asIs),
  kind('the reference', true, otherReference, asIs),
  kind('the reference, half size, JPEG 60', true, otherReference, small),
  kind('the reference, top cropped', true, otherReference, croppedTop),
  kind('day, time and reference', true, threeFacts, messenger),
  kind('day, time and reference, top cropped', null, threeFacts, croppedTop),
  kind('the same, dark mode', null, (_, receipt) => ({ ...receipt, dark: true }), asIs),
  kind('payer and amount the same, another day', false, nextPayment, messenger),
  kind('payer and amount the same, another day, top cropped', false, nextPayment, croppedTop),
  kind('payer, amount and day the same', false, minutesLater, messenger),
  kind('payer the same, another amount', false, otherAmount, messenger),
  kind('another payer, the same amount', false, otherPayer, messenger),
  kind('another payer with the same phone and amount', false, samePhone, messenger),
  kind('another layout', false, otherLayout, messenger),
]

/** The pixels of receipts that were drawn lately, because many ways begin with the same one. */
const lately = new Map<string, Promise<Buffer>>()
function pixelsOf(receipt: Receipt): Promise<Buffer> {
  const drawing = drawReceipt(receipt)
  const known = lately.get(drawing)
  if (known) return known
  const pixels = sharp(Buffer.from(drawing)).flatten().raw().toBuffer()
  lately.set(drawing, pixels)
  if (lately.size > 40) lately.delete(lately.keys().next().value!)
  return pixels
}

/** Draws a receipt and sends it on its way. Returns the WebP that the shop would keep. */
export async function sendPicture(random: Random, receipt: Receipt, way: Way = asIs): Promise<Buffer> {
  const size = { width: receipt.width!, height: receipt.height! }
  const drawn = sharp(await pixelsOf(receipt), { raw: { ...size, channels: 3 } })
  const sent = await way(random, drawn, size).toBuffer({ resolveWithObject: true })
  const { format, width, height } = sent.info
  const arrived = format === 'jpeg' ? sharp(sent.data) : sharp(sent.data, { raw: { width, height, channels: 3 } })
  // As encodePictures does, but with less effort, which saves half of the benchmark's time.
  return arrived.webp({ quality: 84, effort: 0 }).toBuffer()
}
