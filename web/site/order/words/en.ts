import { formatWhole } from '../../parts/numbers.ts'
import { sending } from './sending-en.ts'

/** Writes a number with its ordinal: `1st`, `22nd`, `13th`. */
function ordinal(n: number): string {
  const isTeen = n % 100 >= 11 && n % 100 <= 13
  return `${n}${(!isTeen && ['th', 'st', 'nd', 'rd'][n % 10]) || 'th'}`
}
const days = (n: number) => (n === 1 ? '1 day' : `${formatWhole(n)} days`)

export const en = {
  order: (number: string) => `Order ${number}`,
  hello: (name: string | null) => [name === null ? 'Hello.' : `Hello, ${name}.`],
  next: 'Your next payment',
  stillDue: 'Still to pay',
  /** How far away the next payment is, in days; below zero when it is late. */
  away: (n: number) =>
    n === 0 ? ', today' : n === 1 ? ', tomorrow' : n > 0 ? `, in ${days(n)}` : `, ${days(-n)} late`,
  by: (day: string) => `by ${day}`,
  paidInFull: 'Paid in full',
  thanks: 'Thank you.',
  completed: 'Thank you',
  completedOn: (day: string) => `Your order was completed on ${day}.`,
  isCompleted: 'Your order is complete.',
  canceled: 'Canceled',
  canceledOn: (day: string) => `This order was canceled on ${day}.`,
  isCanceled: 'This order was canceled.',
  returned: 'Returned',
  isReturned: 'The pieces of this order came back to us.',
  moneyBack: (amount: string) => `${amount} went back to you.`,
  keptUntil: (day: string) => `We keep your pieces until ${day}.`,
  priceUntil: (day: string) => `The price is kept until ${day}.`,
  expectedOn: (day: string) => `Your order is expected on ${day}.`,
  paid: 'Paid',
  left: 'Still to pay',
  total: 'Total',
  amount: 'Amount',
  reference: 'Reference for your transfer',
  copy: 'Copy',
  copied: 'Copied',
  howToPay: 'How to pay',
  onlyThese: (n: number) =>
    n === 1
      ? 'Pay into this account only. If a message names another, ask us before you send.'
      : `Pay into one of these ${formatWhole(n)} accounts only. If a message names another, ask us before you send.`,
  kinds: {
    'Bank transfer': 'Bank transfer',
    GCash: 'E-wallet',
    Maya: 'E-wallet',
    'Other e-wallet': 'E-wallet',
    'Card link': 'Card',
  },
  currencies: { PHP: 'pesos', JPY: 'yen', USD: 'US dollars' },
  kind: (kind: string, currency: string) => `${kind}, ${currency}`,
  payByCard: 'Pay by card',
  qrOf: (name: string) => `QR code of our ${name} account`,
  qrHelp: 'On this phone: save the picture and open it in your wallet’s scanner.',
  saveQr: 'Save QR picture',
  schedule: 'Schedule',
  payments: (n: number) => (n === 1 ? 'One payment.' : `${formatWhole(n)} payments.`),
  payment: (n: number) => `${ordinal(n)} payment`,
  isNext: 'Next',
  isLate: 'Late',
  partPaid: (amount: string) => `${amount} paid`,
  pieces: 'Your pieces',
  ordered: (day: string) => `Ordered on ${day}.`,
  weighed: 'Each one is weighed and stamped before it leaves us.',
  size: (size: string) => `Size ${size}`,
  each: (quantity: string, price: string) => `${quantity} × ${price}`,
  subtotal: 'Pieces',
  discount: 'Discount',
  shipping: 'Shipping and insurance',
  history: 'History',
  received: 'Payment received',
  givenBack: 'Money returned to you',
  receipt: 'Receipt (PDF)',
  parcels: (n: number): string => (n === 1 ? 'Parcel' : 'Parcels'),
  sentOn: (day: string) => `Sent on ${day}.`,
  track: 'Where is it?',
  papers: 'Papers',
  paper: {
    invoice: () => 'Invoice',
    certificates: (n: number) =>
      n === 1 ? 'Certificate of authenticity' : `${formatWhole(n)} certificates of authenticity`,
  },
  asAgreed: 'What was agreed stays as it was on the day.',
  agreed: { return: 'Return terms', layaway: 'Layaway terms' },
  version: (n: number) => `Version ${formatWhole(n)}`,
  safe: ['This page is yours alone.', 'Do not pass the link on.'],
  ends: (complete: number, canceled: number) =>
    `It opens this one order, and ends ${complete} days after it is complete or ${canceled} days after it is canceled.`,
  endsOn: (day: string) => `It opens this one order. The link works until ${day}.`,
  lost: 'If you lose it, ask the shop for a new one. We never ask for a password or a one-time code.',
  ask: 'Open your order',
  askHelp: 'Open the link from our message again, or type the code that stands below it.',
  code: 'Code from the message',
  open: 'Open',
  opening: 'Opening your order…',
  failed: 'Your order could not be opened just now',
  failedHelp: 'Please check your connection and try again.',
  again: 'Try again',
  ended: 'This link no longer works.',
  endedHelp: 'Ask the shop for a new one.',
  mistyped: 'Did you type a code? It has no I, no O, no 0 and no 1.',
  tooMany: 'Too many tries',
  tooManyHelp:
    'Many links or codes that do not work came from your connection. Please try again in an hour, or ask the shop.',
  askShop: 'Ask the shop',
  sending,
}

export type OrderWords = typeof en
