import type { Values } from '../../../contract/sales/message-texts.ts'
import { computeNetPaid } from '../../../contract/sales/payments.ts'
import { formatDay } from '../../../contract/shared/dates.ts'
import type { Language } from '../../../contract/shared/languages.ts'
import { formatPeso, fromCentavos, toCentavos } from '../../../contract/shared/money.ts'

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

/** Formats a date as the customer writes it. */
export const writeDay = (day: string, language: Language) => {
  if (language !== 'ja') return formatDay(day)
  const [year, month, date] = day.split('-').map(Number)
  return `${year}年${month}月${date}日`
}

/** Returns the values of a sale's placeholders. `dueDate` is the instalment that a reminder is about. */
export function valuesOf(
  sale: SaleFigures,
  {
    name,
    shop,
    language,
    payment,
    dueDate,
  }: { name: string; shop: string; language: Language; payment?: number; dueDate?: string },
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
  }
}

/** Returns the unpaid amount of an instalment. One that is overdue includes the earlier ones that are overdue too. */
export function unpaidOf({ schedule }: Pick<SaleFigures, 'schedule'>, dueDate: string): number {
  const own = schedule.find((one) => one.dueDate === dueDate)
  const due = schedule.filter((one) => one === own || (own?.overdue && one.dueDate < dueDate))
  return fromCentavos(due.reduce((sum, { amount, paid }) => sum + toCentavos(amount) - toCentavos(paid), 0))
}
