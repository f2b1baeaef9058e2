import type { QuestionRow } from '../../../../contract/people/questions.ts'
import { readContact } from '../../../../contract/shared/contacts.ts'
import type { Language } from '../../../../contract/shared/languages.ts'

/** The subject of a reply, in the language of the question. */
const subjects: Record<Language, { piece: (name: string) => string; shop: (name: string) => string }> = {
  en: { piece: (name) => `Your question about ${name}`, shop: (name) => `Your question to ${name}` },
  tl: { piece: (name) => `Ang inyong tanong tungkol sa ${name}`, shop: (name) => `Ang inyong tanong sa ${name}` },
  ja: { piece: (name) => `「${name}」についてのお問い合わせ`, shop: (name) => `${name}へのお問い合わせ` },
}

/** The stock of the asked piece, as the reply states it. */
export type Availability = { available: number; leadTimeDays: number | null }

/** The sentences of a reply, in the language of the question. */
const sentences: Record<
  Language,
  {
    /** Greets the visitor; `name` is null when the visitor gave none. */
    greeting: (name: string | null) => string
    inStock: (piece: string) => string
    madeToOrder: (piece: string, days: number) => string
    notHere: (piece: string) => string
    wrote: (name: string | null) => string
  }
> = {
  en: {
    greeting: (name) => (name === null ? 'Hello,' : `Dear ${name},`),
    inStock: (piece) => `Thank you for your question. ${piece} is here in the shop.`,
    madeToOrder: (piece, days) =>
      `Thank you for your question. ${piece} can be made for you in about ${days === 1 ? '1 day' : `${days} days`}.`,
    notHere: (piece) => `Thank you for your question. ${piece} is not in the shop at the moment.`,
    wrote: (name) => `${name ?? 'You'} wrote:`,
  },
  tl: {
    greeting: (name) => (name === null ? 'Magandang araw po,' : `Mahal na ${name},`),
    inStock: (piece) => `Salamat sa inyong tanong. Nasa tindahan ngayon ang ${piece}.`,
    madeToOrder: (piece, days) =>
      `Salamat sa inyong tanong. Magagawa ang ${piece} para sa inyo sa loob ng mga ${days} araw.`,
    notHere: (piece) => `Salamat sa inyong tanong. Wala pa sa tindahan ngayon ang ${piece}.`,
    wrote: (name) => (name === null ? 'Isinulat ninyo:' : `Isinulat ni ${name}:`),
  },
  ja: {
    greeting: (name) => (name === null ? 'お客様' : `${name} 様`),
    inStock: (piece) => `お問い合わせありがとうございます。「${piece}」は店頭にございます。`,
    madeToOrder: (piece, days) => `お問い合わせありがとうございます。「${piece}」は約${days}日でお作りできます。`,
    notHere: (piece) => `お問い合わせありがとうございます。「${piece}」は現在店頭にございません。`,
    wrote: (name) => (name === null ? 'お問い合わせの内容：' : `${name} 様のお問い合わせ：`),
  },
}

/** The maximum length of the quoted question. Mail programs refuse very long addresses. */
const quotedLength = 600

/** Returns the text of a reply: a greeting, what the shop has of the piece, and the quoted question. */
export function replyTextOf(question: RepliedQuestion, availability: Availability | null): string {
  const { text, item, language } = question
  const name = givenNameOf(question)
  const words = sentences[language]
  const quoted = text.length > quotedLength ? `${text.slice(0, quotedLength)}…` : text
  return [
    words.greeting(name),
    '',
    ...(item && availability
      ? [describeAvailability(words, item.translatedName ?? item.itemName, availability), '']
      : []),
    '',
    words.wrote(name),
    ...quoted.split(/\r?\n/).map((line) => `> ${line}`),
  ].join('\r\n')
}

function describeAvailability(
  words: (typeof sentences)[Language],
  piece: string,
  { available, leadTimeDays }: Availability,
): string {
  if (available > 0) return words.inStock(piece)
  return leadTimeDays === null ? words.notHere(piece) : words.madeToOrder(piece, leadTimeDays)
}

type RepliedQuestion = Pick<QuestionRow, 'name' | 'email' | 'contact' | 'text' | 'item' | 'language'>

/** Returns the name that the visitor gave. A question without a name has the contact in its place. */
const givenNameOf = ({ name, email, contact }: RepliedQuestion) => (name === (email ?? contact) ? null : name)

/** A way to reply: the words of its button, and the address that it opens. */
export type ReplyWay = { label: string; address: string }

/** Returns the ways to reach the visitor, the most likely first. */
export function replyWaysOf(
  question: RepliedQuestion,
  companyName: string,
  availability: Availability | null,
): ReplyWay[] {
  const { email, contact } = question
  if (email !== null)
    return [{ label: 'Reply by email', address: replyAddressOf({ ...question, email }, companyName, availability) }]
  const way = readContact(contact ?? '')
  if (way === null || way.kind === 'email') return []
  if (way.kind === 'phone') return [{ label: 'Call', address: `tel:${way.value}` }]
  // People often write an @ before any name. Only beside the word LINE does it mean the name of a shop there.
  const lineName = way.kind === 'line' ? way.value : way.value.replace(/^@/, '')
  const line = { label: 'Reply on LINE', address: lineAddressOf(lineName) }
  const messenger = { label: 'Reply on Messenger', address: messengerAddressOf(way.value) }
  if (way.kind === 'handle') return [line, messenger]
  return way.kind === 'line' ? [line] : [messenger]
}

/** LINE marks the name of a person with a tilde, and that of a shop with an @. */
const lineAddressOf = (name: string) =>
  `https://line.me/R/ti/p/${name.startsWith('@') ? '' : '~'}${encodeURIComponent(name)}`

const messengerAddressOf = (name: string) => `https://m.me/${encodeURIComponent(name.replace(/^@/, ''))}`

/**
 * Returns the mailto: address of a reply: a subject and a text in the visitor's language. `availability` is null for a
 * question without a piece, and while it is unknown.
 */
export function replyAddressOf(
  question: RepliedQuestion & { email: string },
  companyName: string,
  availability: Availability | null,
): string {
  const { email, item, language } = question
  const { piece, shop } = subjects[language]
  const subject = item ? piece(item.translatedName ?? item.itemName) : shop(companyName)
  const parts = { subject, body: replyTextOf(question, availability) }
  const query = Object.entries(parts).map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
  return `mailto:${encodeURIComponent(email).replaceAll('%40', '@')}?${query.join('&')}`
}
