import type { Language } from '../shared/languages.ts'

// The texts of messages to customers, and the placeholders that they may contain. The server fills them in, and the
// settings show them with sample data.

/** The kinds of messages to customers, with their names for people. */
export const messageKinds = {
  orderConfirmation: 'Order confirmation',
  paymentReceived: 'Payment received',
  instalmentDue: 'Instalment due in 3 days',
  instalmentOverdue: 'Instalment overdue',
  proofRejected: 'Payment proof rejected',
  ready: 'Ready for pick-up',
  shipped: 'Shipped',
  invoice: 'Invoice',
  orderLink: 'Order page link',
} as const
export type MessageKind = keyof typeof messageKinds
export const messageKindNames = Object.keys(messageKinds) as [MessageKind, ...MessageKind[]]

/** The kinds that the shop can send by itself. A person sends the others. */
export const automaticKinds = [
  'orderConfirmation',
  'paymentReceived',
  'instalmentDue',
  'instalmentOverdue',
  'proofRejected',
] as const
export type AutomaticKind = (typeof automaticKinds)[number]

/** The meaning of each placeholder. The preview shows `sample`. */
const placeholders = {
  name: { means: 'the customer’s name', sample: 'Maricel Tanaka' },
  shop: { means: 'the shop’s name', sample: 'Amihan' },
  number: { means: 'the sale’s number', sample: 'SO-2026-001058' },
  total: { means: 'the total of the sale', sample: '₱48,000.00' },
  payment: { means: 'the payment just received', sample: '₱8,000.00' },
  paid: { means: 'everything paid so far', sample: '₱18,000.00' },
  balance: { means: 'what is left to pay; a line with it is left out once all is paid', sample: '₱30,000.00' },
  due: { means: 'the unpaid amount of the instalment, or everything overdue', sample: '₱10,000.00' },
  dueDate: { means: 'the day on which it is due', sample: '15 Dec 2026' },
  reported: { means: 'the payment that the buyer reported', sample: '₱8,000.00' },
  sentence: {
    means: 'why the payment was rejected, as the page of the order says it',
    sample: 'We do not see this payment in our account yet. If it was sent, please send the receipt again tomorrow.',
  },
} as const
export type Placeholder = keyof typeof placeholders

const common = ['name', 'shop', 'number', 'total', 'paid', 'balance'] as const satisfies Placeholder[]

/** The placeholders that a kind may contain. */
export const placeholdersOf = (kind: MessageKind): Placeholder[] => {
  if (kind === 'paymentReceived') return [...common, 'payment']
  if (kind === 'proofRejected') return [...common, 'reported', 'sentence']
  return kind === 'instalmentDue' || kind === 'instalmentOverdue' ? [...common, 'due', 'dueDate'] : [...common]
}

export const meaningOf = (one: Placeholder): string => placeholders[one].means

export type Values = Partial<Record<Placeholder, string>>
/** The values of the preview. */
export const sampleValues = Object.fromEntries(
  Object.entries(placeholders).map(([name, { sample }]) => [name, sample]),
) as Record<Placeholder, string>

export type MessageText = { subject: string; body: string }

const pattern = /\{([^{}]*)\}/g

/** Whether there is a value for a name. Names that every object inherits, such as `constructor`, have none. */
const isIn = (values: Values, name: string): name is Placeholder =>
  Object.hasOwn(values, name) && values[name as Placeholder] !== undefined

/** Fills in the placeholders of a text. One without a value stays as it is. */
export const fillIn = ({ subject, body }: MessageText, values: Values): MessageText => {
  const fill = (text: string) =>
    text.replaceAll(pattern, (whole, name: string) => (isIn(values, name) ? values[name]! : whole))
  // A name may contain a line break, which no subject may have.
  return { subject: fill(subject).replaceAll(/\s+/g, ' ').trim(), body: fill(body) }
}

/**
 * Returns a text without the lines about the balance, for a sale that is paid. A text of nothing else stays as it is.
 */
export function leaveOutBalance({ subject, body }: MessageText): MessageText {
  const left = body
    .split('\n')
    .filter((line) => !line.includes('{balance}'))
    .join('\n')
  // The paragraph of a line that is gone leaves one empty line, not two.
  return { subject, body: left.trim() === '' || left === body ? body : left.replaceAll(/\n{3,}/g, '\n\n') }
}

/** Returns the sentence about the first unknown placeholder of a text; null when every one is known. */
export function findUnknownPlaceholder(kind: MessageKind, text: string): string | null {
  const known = placeholdersOf(kind)
  for (const [whole, name] of text.matchAll(pattern))
    if (!known.includes(name as Placeholder))
      return `${whole} is not a placeholder; use ${known.map((one) => `{${one}}`).join(', ')}`
  const rest = text.replaceAll(pattern, '')
  return /[{}]/.test(rest) ? 'A placeholder begins with { and ends with }' : null
}

/** The texts that a shop begins with. */
export const defaultTexts: Record<MessageKind, Record<Language, MessageText>> = {
  orderConfirmation: {
    en: {
      subject: 'Your order {number} at {shop}',
      body: 'Hello {name},\n\nthank you for your order {number}.\n\nTotal: {total}\nPaid: {paid}\nBalance: {balance}\n\n{shop}',
    },
    tl: {
      subject: 'Ang order ninyong {number} sa {shop}',
      body: 'Kumusta po, {name}!\n\nSalamat po sa order ninyong {number}.\n\nKabuuan: {total}\nBayad na: {paid}\nBalanse: {balance}\n\n{shop}',
    },
    ja: {
      subject: '【{shop}】ご注文 {number} を承りました',
      body: '{name} 様\n\nご注文 {number} を承りました。ありがとうございます。\n\n合計：{total}\nお支払い済み：{paid}\n残額：{balance}\n\n{shop}',
    },
  },
  paymentReceived: {
    en: {
      subject: 'Payment received for {number}',
      body: 'Hello {name},\n\nwe received your payment of {payment} for {number}. Thank you!\n\nPaid so far: {paid} of {total}\nBalance: {balance}\n\n{shop}',
    },
    tl: {
      subject: 'Natanggap na po ang bayad sa {number}',
      body: 'Kumusta po, {name}!\n\nNatanggap na po namin ang bayad ninyong {payment} para sa {number}. Salamat po!\n\nBayad na: {paid} sa {total}\nBalanse: {balance}\n\n{shop}',
    },
    ja: {
      subject: '【{shop}】{number} のご入金を確認しました',
      body: '{name} 様\n\n{number} のご入金 {payment} を確認しました。ありがとうございます。\n\nお支払い済み：{paid}（合計 {total}）\n残額：{balance}\n\n{shop}',
    },
  },
  instalmentDue: {
    en: {
      subject: '{due} for {number} is due on {dueDate}',
      body: 'Hello {name},\n\na friendly reminder: {due} for {number} is due on {dueDate}.\n\nBalance of the whole order: {balance}\n\n{shop}',
    },
    tl: {
      subject: 'Paalala: {due} para sa {number} sa {dueDate}',
      body: 'Kumusta po, {name}!\n\nPaalala lang po: {due} para sa {number} ang babayaran hanggang {dueDate}.\n\nBalanse ng buong order: {balance}\n\n{shop}',
    },
    ja: {
      subject: '【{shop}】{number} のお支払い期日は {dueDate} です',
      body: '{name} 様\n\n{number} の分割払い {due} のお支払い期日は {dueDate} です。\n\nご注文全体の残額：{balance}\n\n{shop}',
    },
  },
  instalmentOverdue: {
    en: {
      subject: '{due} for {number} is overdue',
      body: 'Hello {name},\n\n{due} for {number} was due on {dueDate} and has not reached us yet. If you have paid meanwhile, please ignore this message.\n\nBalance of the whole order: {balance}\n\n{shop}',
    },
    tl: {
      subject: 'Lampas na sa takdang araw ang {due} para sa {number}',
      body: 'Kumusta po, {name}!\n\nHindi pa po namin natatanggap ang {due} para sa {number} na dapat bayaran noong {dueDate}. Kung nakapagbayad na po kayo, huwag na lang pong pansinin ito.\n\nBalanse ng buong order: {balance}\n\n{shop}',
    },
    ja: {
      subject: '【{shop}】{number} のお支払いをご確認ください',
      body: '{name} 様\n\n{dueDate} 期日の {number} のお支払い {due} がまだ確認できておりません。行き違いの場合はご容赦ください。\n\nご注文全体の残額：{balance}\n\n{shop}',
    },
  },
  proofRejected: {
    en: {
      subject: 'About your payment of {reported} for {number}',
      body: 'Hello {name},\n\nyou told us about a payment of {reported} for {number}.\n\n{sentence}\n\n{shop}',
    },
    tl: {
      subject: 'Tungkol po sa bayad ninyong {reported} para sa {number}',
      body: 'Kumusta po, {name}!\n\nTungkol po ito sa ipinaalam ninyong bayad na {reported} para sa {number}.\n\n{sentence}\n\n{shop}',
    },
    ja: {
      subject: '【{shop}】{number} のお支払いについて',
      body: '{name} 様\n\n{number} についてお知らせいただいたお支払い {reported} の件でご連絡いたします。\n\n{sentence}\n\n{shop}',
    },
  },
  ready: {
    en: {
      subject: 'Your order {number} is ready',
      body: 'Hello {name},\n\nyour order {number} is ready for you at our shop.\n\nBalance: {balance}\n\n{shop}',
    },
    tl: {
      subject: 'Handa na po ang order ninyong {number}',
      body: 'Kumusta po, {name}!\n\nHanda na po ang order ninyong {number}. Puwede na po itong kunin sa shop.\n\nBalanse: {balance}\n\n{shop}',
    },
    ja: {
      subject: '【{shop}】{number} のご用意ができました',
      body: '{name} 様\n\nご注文 {number} のご用意ができました。店舗にてお受け取りください。\n\n残額：{balance}\n\n{shop}',
    },
  },
  shipped: {
    en: {
      subject: 'Your order {number} is on its way',
      body: 'Hello {name},\n\nyour order {number} is on its way to you.\n\n{shop}',
    },
    tl: {
      subject: 'Naipadala na po ang order ninyong {number}',
      body: 'Kumusta po, {name}!\n\nNaipadala na po ang order ninyong {number}.\n\n{shop}',
    },
    ja: {
      subject: '【{shop}】{number} を発送しました',
      body: '{name} 様\n\nご注文 {number} を発送しました。到着までしばらくお待ちください。\n\n{shop}',
    },
  },
  invoice: {
    en: {
      subject: 'Your invoice {number} from {shop}',
      body: 'Hello {name},\n\nthank you for your purchase. Your invoice {number} is attached.\n\nTotal: {total}\nBalance: {balance}\n\n{shop}',
    },
    tl: {
      subject: 'Ang invoice ninyong {number} mula sa {shop}',
      body: 'Kumusta po, {name}!\n\nSalamat po sa pagbili. Kalakip po ang invoice ninyong {number}.\n\nKabuuan: {total}\nBalanse: {balance}\n\n{shop}',
    },
    ja: {
      subject: '【{shop}】請求書 {number}',
      body: '{name} 様\n\nお買い上げありがとうございます。請求書 {number} を添付いたします。\n\n合計：{total}\n残額：{balance}\n\n{shop}',
    },
  },
  orderLink: {
    en: {
      subject: 'The page of your order {number} at {shop}',
      body: 'Hello {name},\n\nhere is the page of your order {number}. It shows what we have received from you, and you can tell us about a payment there.\n\nBalance: {balance}\n\n{shop}',
    },
    tl: {
      subject: 'Ang page ng order ninyong {number} sa {shop}',
      body: 'Kumusta po, {name}!\n\nNarito po ang page ng order ninyong {number}. Makikita po rito ang mga natanggap naming bayad, at puwede rin po ninyong ipaalam dito ang inyong bayad.\n\nBalanse: {balance}\n\n{shop}',
    },
    ja: {
      subject: '【{shop}】ご注文 {number} のページ',
      body: '{name} 様\n\nご注文 {number} のページをお送りいたします。ご入金の状況をご確認いただけるほか、お支払いのご連絡もできます。\n\n残額：{balance}\n\n{shop}',
    },
  },
}
