import { findPaymentName } from '../../../contract/order-page/payment-names.ts'
import { writeLongDay } from '../../../contract/sales/certificate-labels.ts'
import { computeNetPaid } from '../../../contract/sales/payments.ts'
import type { Language } from '../../../contract/shared/languages.ts'
import { formatPeso } from '../../../contract/shared/money.ts'
import { listRegistrationNotes } from '../../../contract/tax/tax-papers.ts'
import { readSettings } from '../../company/settings.ts'
import type { Pictures } from '../../files/pictures.ts'
import type { Db, Tx } from '../../kernel/database.ts'
import { shopDay } from '../../kernel/shop-days.ts'
import {
  createSheet,
  type Doc,
  drawNotes,
  drawParties,
  drawRule,
  faint,
  heightOf,
  margin,
  right,
  width,
  writeText,
} from '../../pdf/sheet.ts'
import { findSale } from '../sale/sales.queries.ts'
import { readTax } from '../tax/tax.queries.ts'
import { listReceipts } from './order-page.rules.ts'

type Words = {
  title: string
  from: string
  day: string
  order: string
  by: string
  amount: string
  asOf: (day: string) => string
  total: string
  paid: string
  left: string
  note: string
}

const words: Record<Language, Words> = {
  en: {
    title: 'Receipt',
    from: 'Received from',
    day: 'Date',
    order: 'Order',
    by: 'Paid by',
    amount: 'Amount received',
    asOf: (day) => `The order on ${day}`,
    total: 'Total',
    paid: 'Paid',
    left: 'Still to pay',
    note: 'This paper confirms that the shop received the payment. It is not a tax invoice or an official receipt for tax.',
  },
  tl: {
    title: 'Resibo',
    from: 'Natanggap mula kay',
    day: 'Petsa',
    order: 'Order',
    by: 'Paraan ng bayad',
    amount: 'Halagang natanggap',
    asOf: (day) => `Ang order noong ${day}`,
    total: 'Kabuuan',
    paid: 'Bayad na',
    left: 'Babayaran pa',
    note: 'Pinatutunayan nito na natanggap ng shop ang bayad. Hindi ito tax invoice o opisyal na resibo para sa buwis.',
  },
  ja: {
    title: '領収書',
    from: 'お客様',
    day: '日付',
    order: 'ご注文',
    by: 'お支払い方法',
    amount: '領収金額',
    asOf: (day) => `${day}現在のご注文`,
    total: '合計',
    paid: 'お支払い済み',
    left: '残額',
    note: '本書は入金を確認するものです。税務上の請求書（インボイス）ではありません。',
  },
}

/**
 * Draws the receipt of a payment for the buyer of a sale. It has the buyer's first name and what the page of the order
 * tells, because links are passed on. Returns null when the sale has no such payment, or when the payment was corrected.
 */
export async function drawReceipt(
  db: Db | Tx,
  pictures: Pictures,
  {
    salesTransactionID,
    receipt,
    language,
    now,
  }: { salesTransactionID: number; receipt: number; language: Language; now: Date },
) {
  const sale = await findSale(db, salesTransactionID)
  const payment = listReceipts(sale.payments).find((one) => one.receipt === receipt)
  if (payment === undefined) return null
  const { timeZone } = await readSettings(db)
  const registration = listRegistrationNotes(await readTax(db))
  const own = words[language]
  const write = (moment: Date) => writeLongDay(shopDay(timeZone, moment), language)
  const number = `${sale.transactionNumber}-${receipt}`
  return createSheet(db, pictures, { title: own.title, number, language }, (doc) => {
    drawParties(doc, { role: own.from, name: sale.customer?.firstName ?? '', texts: [] }, [
      [own.day, write(new Date(payment.paidAt))],
      [own.order, sale.transactionNumber],
      [own.by, findPaymentName(payment.paymentName, language) ?? payment.paymentName],
    ])
    drawAmount(doc, own.amount, payment.amount)
    doc.y = writeText(doc, own.asOf(write(now)), margin, doc.y, { bold: true, color: faint }) + 6
    drawPair(doc, own.total, sale.totalPurchase)
    drawPair(doc, own.paid, computeNetPaid(sale))
    drawPair(doc, own.left, sale.balance)
    doc.y += 18
    drawNotes(doc, [own.note, ...registration])
  })
}

/** Draws the amount of the payment, which is the reason for the paper. */
function drawAmount(doc: Doc, name: string, amount: number) {
  drawRule(doc, doc.y)
  const { y } = doc
  writeText(doc, name, margin, y + 16, { size: 11 })
  const end = writeText(doc, formatPeso(amount), margin + width / 2, y + 10, { size: 19, bold: true, align: 'right' })
  drawRule(doc, end + 8)
  doc.y = end + 26
}

function drawPair(doc: Doc, name: string, amount: number) {
  const { y } = doc
  writeText(doc, formatPeso(amount), right - 140, y, { align: 'right', width: 140 })
  writeText(doc, name, margin, y, { width: width / 2 })
  doc.y = y + heightOf(doc, name, width / 2) + 3
}
