import { formatWhole } from '../../parts/numbers.ts'

/** The words of payment proofs: the form, what waits to be checked, and what the history says of it. */
export const sending = {
  title: 'I have paid',
  help: 'Tell us, and we look for it in our account. It shows as waiting until we have found it.',
  amount: 'Amount in pesos',
  day: 'Day you paid',
  reference: 'Reference on the receipt',
  account: 'Account you paid into',
  choose: 'Choose an account',
  pictures: 'Pictures of the receipt',
  picturesHelp: (files: number, megabytes: number) =>
    `Up to ${formatWhole(files)}. JPEG, PNG, WebP or PDF, ${formatWhole(megabytes)} MB each.`,
  pick: 'Choose pictures',
  nonePicked: 'None chosen yet',
  remove: (n: number) => `Remove picture ${formatWhole(n)}`,
  send: 'Send to the shop',
  isSending: 'Sending…',
  answer: 'We answer here, usually within a day.',
  again: 'Please choose the pictures again.',
  problem: (n: number) => (n === 1 ? 'One thing is missing or wrong' : `${formatWhole(n)} things are missing or wrong`),
  sent: 'Thank you. We have your message.',
  waiting: 'Waiting to be checked',
  sentOn: (day: string) => `Sent on ${day}.`,
  sentParts: (n: number) => `${formatWhole(n)} payments that you sent us.`,
  counts: 'It counts once we have seen it in our account.',
  remains: (amount: string) => `Then ${amount} of this payment remains.`,
  withdraw: 'Take it back',
  withdrawOf: (amount: string, day: string) => `Take it back: ${amount}, sent on ${day}`,
  youSent: 'You sent a payment',
  notFound: 'Payment not found',
  problems: {
    amount: {
      missing: 'Enter the amount that you paid.',
      unreadable: 'Enter the amount in pesos, such as 12,000.00.',
      'too large': 'This amount is too large.',
    },
    day: {
      missing: 'Enter the day on which you paid.',
      unreadable: 'Enter the day as year, month and day, such as 2026-11-20.',
      ahead: 'This day has not come yet.',
      'too old': 'This day is long ago. Please ask the shop.',
    },
    reference: {
      missing: 'Enter the reference that stands on the receipt.',
      'too short': 'Enter the whole reference: at least three letters or digits.',
      'too long': 'This reference is too long: at most 60 characters.',
    },
    account: { missing: 'Choose the account into which you paid.' },
    pictures: {
      missing: 'Add a picture of the receipt.',
      'too many': 'Send at most five pictures at once.',
      'too large': 'A picture may have at most 8 MB. Send a screenshot instead.',
      empty: 'This picture is empty. Please choose it again.',
      heic: 'Send a screenshot or JPEG.',
      'other kind': 'Send a picture as JPEG, PNG or WebP, or a PDF.',
      unreadable: 'We cannot open this picture. Send a screenshot instead.',
      unsafe: 'We cannot take this PDF. Send a screenshot instead.',
    },
    form: {
      closed: 'This order is closed, so nothing was sent. Please ask the shop.',
      'nothing due': 'Nothing is left to pay, so nothing was sent. Please ask the shop.',
      'too many today': 'You have sent ten payments for this order within a day. Please ask the shop.',
      'too often': 'That was too often. Please try again in an hour.',
      busy: 'Many people are sending just now. Please try again in a moment.',
      'cut off': 'The form did not arrive whole. Please send it again.',
      decided: 'The shop has checked this payment already, so it was not taken back.',
    },
  },
}

export type SendingWords = typeof sending
