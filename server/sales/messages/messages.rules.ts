import type { RejectReason } from '../../../contract/proofs/proof-rules.ts'
import { describeRejection } from '../../../contract/proofs/proof-sentences.ts'
import type { MessageKind, Values } from '../../../contract/sales/message-texts.ts'
import { computeNetPaid } from '../../../contract/sales/payments.ts'
import { formatDay } from '../../../contract/shared/dates.ts'
import type { Language } from '../../../contract/shared/languages.ts'
import type { MailChannel } from '../../../contract/shared/mails.ts'
import { formatPeso, fromCentavos, toCentavos } from '../../../contract/shared/money.ts'
import { AppError } from '../../kernel/errors.ts'

/** Why a message was not sent to a customer who said no. Staff read it. */
export const refusedReason = 'The customer does not want messages'

/** The figures of a sale that messages show. */
export type SaleFigures = {
  transactionNumber: string
  totalPurchase: number
  amountPaid: number
  change: number
  refundedAmount: number
  balance: number
  schedule: readonly { dueDate: string; amount: number; paid: number; overdue: boolean }[]
}

/** The facts of a message that are not on its sale. */
export type MessageFacts = {
  payment?: number | undefined
  /** The due date of the instalment that a reminder is about. */
  dueDate?: string | undefined
  rejection?: Rejection | undefined
}

/** A rejected payment proof: the amount that the buyer reported, and why it was rejected. */
export type Rejection = { amount: number; reason: RejectReason; words: string | null }

/** Formats a date as the customer writes it. */
export const writeDay = (day: string, language: Language) => {
  if (language !== 'ja') return formatDay(day)
  const [year, month, date] = day.split('-').map(Number)
  return `${year}年${month}月${date}日`
}

/** Returns the values of a message's placeholders. */
export function valuesOf(
  sale: SaleFigures,
  {
    name,
    shop,
    language,
    payment,
    dueDate,
    rejection,
  }: { name: string; shop: string; language: Language } & MessageFacts,
): Values {
  return {
    name,
    shop,
    number: sale.transactionNumber,
    total: formatPeso(sale.totalPurchase),
    paid: formatPeso(computeNetPaid(sale)),
    balance: formatPeso(sale.balance),
    ...(payment !== undefined && { payment: formatPeso(payment) }),
    ...(dueDate !== undefined && { due: formatPeso(unpaidOf(sale, dueDate)), dueDate: writeDay(dueDate, language) }),
    ...(rejection && {
      reported: formatPeso(rejection.amount),
      sentence: describeRejection(rejection.reason, rejection.words, language),
    }),
  }
}

/** Returns the unpaid amount of an instalment. One that is overdue includes the earlier ones that are overdue too. */
export function unpaidOf({ schedule }: Pick<SaleFigures, 'schedule'>, dueDate: string): number {
  const own = schedule.find((one) => one.dueDate === dueDate)
  const due = schedule.filter((one) => one === own || (own?.overdue && one.dueDate < dueDate))
  return fromCentavos(due.reduce((sum, { amount, paid }) => sum + toCentavos(amount) - toCentavos(paid), 0))
}

/** The facts of a sale that decide which messages make sense. */
type MessagedSale = Pick<SaleFigures, 'schedule'> & {
  status: string
  payments: readonly { amount: number; change: number; correction: object | null }[]
}

/** Returns the amount in pesos that the last payment added; undefined for a sale without a payment that stands. */
export function lastPaymentOf({ payments }: Pick<MessagedSale, 'payments'>): number | undefined {
  const amounts = payments
    .filter(({ correction }) => correction === null)
    .map(({ amount, change }) => toCentavos(amount) - toCentavos(change))
  const last = amounts.findLast((amount) => amount > 0)
  return last === undefined ? undefined : fromCentavos(last)
}

/** Returns the due date that a reminder is about now: the next unpaid one, or the last overdue one; undefined for none. */
export function dueDateOf({ status, schedule }: MessagedSale, kind: MessageKind): string | undefined {
  if (status !== 'Pending' && status !== 'Processing') return undefined
  const found =
    kind === 'instalmentOverdue'
      ? schedule.findLast(({ overdue }) => overdue)
      : schedule.find(({ amount, paid }) => paid < amount)
  return found?.dueDate
}

/** Returns why the sale itself makes a message senseless now; null when it does not. */
export function findMisfit(kind: MessageKind, of: MessagedSale): AppError | null {
  // The page of a canceled order tells the buyer what became of it, and money that was not found is still looked for.
  if (kind === 'orderLink' || kind === 'proofRejected') return null
  if (of.status === 'Canceled')
    return new AppError(
      'sale.canceled',
      kind === 'invoice'
        ? 'This sale is Canceled: there is no invoice of it'
        : 'This sale is Canceled: there is nothing to tell about it',
    )
  const misfit = describeMisfit(kind, of)
  return misfit === null ? null : new AppError('message.does_not_apply', misfit)
}

function describeMisfit(kind: MessageKind, of: MessagedSale): string | null {
  if (kind === 'paymentReceived' && lastPaymentOf(of) === undefined) return 'No payment of this sale was received'
  if (kind === 'instalmentDue' && dueDateOf(of, kind) === undefined) return 'No instalment of this sale is left to pay'
  if (kind === 'instalmentOverdue' && dueDateOf(of, kind) === undefined) return 'No instalment of this sale is overdue'
  const isAboutGoods = kind === 'orderConfirmation' || kind === 'ready' || kind === 'shipped'
  return isAboutGoods && of.status === 'Refunded' ? 'This sale is Refunded' : null
}

/** Throws 422 for a message on another channel than e-mail that is nothing without what the mail adds to it. */
export function assertChannel(kind: MessageKind, channel: MailChannel) {
  if (kind === 'invoice' && channel !== 'email')
    throw new AppError('message.by_mail_only', 'An invoice goes by e-mail, which attaches it')
  if (kind === 'orderLink' && channel !== 'email')
    throw new AppError('message.by_mail_only', 'A link by another way is made by hand: use Make a link')
}
