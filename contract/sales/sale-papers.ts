import { formatDay } from '../shared/dates.ts'
import { formatPeso, fromCentavos, toCentavos } from '../shared/money.ts'
import { hasNoPercent } from '../tax/tax-countries.ts'
import { describeRate, type RecordedTax, sumTaxes } from '../tax/tax-papers.ts'
import { fullName } from './customers.ts'

// The texts of a sale's papers, which the printed invoice, the printed receipt and the PDF share.

/** One row of figures: its name, a note beneath it, and the formatted amount. */
export type Figure = { name: string; note: string | null; amount: string; strong: boolean }

type SaleFigures<Moment> = {
  subtotal: number
  discount: number
  shippingFee: number
  totalPurchase: number
  change: number
  balance: number
  payments: readonly {
    paymentName: string
    amount: number
    reference: string | null
    paidAt: Moment
    correction: object | null
  }[]
  refunds: readonly {
    refundID: number
    parts: readonly { paymentName: string; amount: number }[]
    reason: string
    createdAt: Moment
  }[]
  taxes: readonly RecordedTax[]
  creditLeft: number | null
  priceKeptUntil: string | null
}

/**
 * Returns the rows of figures: totals, payments, refunds and the balance. `format` formats a moment in the shop's time
 * zone.
 */
export function listSaleFigures<Moment>(sale: SaleFigures<Moment>, format: (moment: Moment) => string): Figure[] {
  const { subtotal, discount, shippingFee, totalPurchase, change, balance, payments, refunds, taxes } = sale
  const { creditLeft, priceKeptUntil } = sale
  const figureUnlessZero = (name: string, amount: number) => (amount === 0 ? [] : [createFigure(name, amount)])
  return [
    createFigure('Subtotal', subtotal),
    ...figureUnlessZero('Discount', -discount),
    ...figureUnlessZero('Shipping fee', shippingFee),
    { ...createFigure('Total', totalPurchase), strong: true },
    ...listTaxFigures(taxes, null),
    // A corrected payment does not count, so papers leave it out.
    ...payments
      .filter(({ correction }) => correction === null)
      .map(({ paymentName, amount, reference, paidAt }) =>
        createFigure(`Paid by ${paymentName}`, amount, [format(paidAt), reference]),
      ),
    ...figureUnlessZero('Change', -change),
    balance === 0 ? paidInFull : { ...createFigure('Balance due', balance), strong: true },
    ...(priceKeptUntil === null || balance === 0
      ? []
      : [{ ...createFigure('Price kept until', 0), amount: formatDay(priceKeptUntil) }]),
    ...refunds.flatMap(({ refundID, parts, reason, createdAt }) => [
      ...parts.map(({ paymentName, amount }) =>
        createFigure(`Refunded by ${paymentName}`, -amount, [format(createdAt), reason]),
      ),
      ...listTaxFigures(taxes, refundID),
    ]),
    ...(creditLeft === null ? [] : [createFigure('Store credit left', creditLeft)]),
  ]
}

type ExchangePayment = {
  paymentName: string
  paymentCode: string | null
  amount: number
  change: number
  correction: object | null
}

type ExchangeRefund = {
  refundID: number
  amount: number
  parts: readonly { paymentName: string; paymentCode: string | null; amount: number }[]
}

/**
 * Returns the figures of an exchange slip: the values of both sides with their taxes, and how the difference was paid or
 * given back.
 */
export function listExchangeFigures(
  sale: { totalPurchase: number; payments: readonly ExchangePayment[]; taxes: readonly RecordedTax[] },
  refund: ExchangeRefund,
  returned: { taxes: readonly RecordedTax[] },
): Figure[] {
  const { totalPurchase, payments } = sale
  const difference = fromCentavos(toCentavos(totalPurchase) - toCentavos(refund.amount))
  const paid = payments.filter(({ correction, paymentCode }) => correction === null && paymentCode !== 'exchange')
  return [
    createFigure('Came back', -refund.amount),
    ...listTaxFigures(returned.taxes, refund.refundID),
    createFigure('Went out', totalPurchase),
    ...listTaxFigures(sale.taxes, null),
    { ...createFigure('Difference', difference), strong: true },
    ...paid.map(({ paymentName, amount, change }) =>
      createFigure(`Paid by ${paymentName}`, fromCentavos(toCentavos(amount) - toCentavos(change))),
    ),
    ...refund.parts
      .filter(({ paymentCode }) => paymentCode !== 'exchange')
      .map(({ paymentName, amount }) => createFigure(`Given back as ${paymentName}`, -amount)),
  ]
}

/** Returns the tax within the total or within a refund, a row for each rate. Exempt rows have the amount of the sale. */
const listTaxFigures = (taxes: readonly RecordedTax[], refundID: number | null) =>
  sumTaxes(taxes, refundID).map((sum) =>
    hasNoPercent(sum.kind)
      ? createFigure(describeRate(sum), sum.amount)
      : createFigure(`Incl. ${describeRate(sum)}`, sum.tax, [`on ${formatSigned(sum.base)}`]),
  )

/** The row in place of a balance of zero. */
const paidInFull: Figure = { name: 'Paid in full', note: null, amount: '', strong: true }

/** Returns the buyer's name on the papers: of the customer, or else the handle. */
export const buyerNameOf = ({ customer, buyer }: Bought) =>
  customer === null ? (buyer?.handle ?? 'Walk-in') : fullName(customer)

type Bought = { customer: Parameters<typeof fullName>[0] | null; buyer: { handle: string } | null }

const createFigure = (name: string, amount: number, notes: readonly (string | null)[] = []): Figure => ({
  name,
  note: notes.filter(Boolean).join(', ') || null,
  amount: formatSigned(amount),
  strong: false,
})

const formatSigned = (amount: number) => (amount < 0 ? `−${formatPeso(-amount)}` : formatPeso(amount))

/** Describes how much of an instalment is paid. */
export function describePaid({ amount, paid, overdue }: { amount: number; paid: number; overdue: boolean }): string {
  if (paid >= amount) return 'Paid'
  const part = paid > 0 ? `${formatPeso(paid)} paid` : ''
  return [part, overdue ? 'overdue' : ''].filter(Boolean).join(', ').replace(/^o/, 'O')
}
