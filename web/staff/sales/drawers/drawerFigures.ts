import type { DrawerReportRow } from '../../../../contract/drawers/drawer-reports.ts'
import { differenceLimits, type DrawerCurrency, formatCash } from '../../../../contract/drawers/drawer-rules.ts'
import { screens } from '../../../../contract/shared/screens.ts'
import { reasonWords } from './drawerWords.ts'

type Figures = DrawerReportRow['currencies'][number]

/** Formats an amount with its sign: `−₱250.00`, `₱0.00`. */
export const formatSigned = (currency: DrawerCurrency, amount: number) =>
  `${amount < 0 ? '−' : ''}${formatCash(currency, Math.abs(amount))}`

/** Formats a difference with its sign in both directions: `+₱20.00`, `−₱250.00`, `₱0.00`. */
export const formatDifference = (currency: DrawerCurrency, difference: number) =>
  `${difference > 0 ? '+' : ''}${formatSigned(currency, difference)}`

/** Returns the address of the Payments report of a session. */
export const paymentsReportOf = (drawerSessionID: number) =>
  `${screens.report}?report=payments&period=all&drawerSessionID=${drawerSessionID}`

/** A line of the cash statement. */
export type StatementLine = { name: string; amount: number }

/**
 * Lists the lines whose sum is the expected cash. Those of ₱0 are left out, except the opening and the payments. Each
 * movement has a line of its own.
 */
export function listStatement(report: DrawerReportRow, figures: Figures): StatementLine[] {
  const moved = report.movements
    .filter(({ currency }) => currency === figures.currency)
    .map(({ kind, reason, amount, byName }) => ({
      name: [`${kind === 'cash_in' ? 'Cash in' : 'Cash out'} · ${reasonWords[reason].toLowerCase()}`, byName]
        .filter(Boolean)
        .join(', by '),
      amount: kind === 'cash_in' ? amount : -amount,
    }))
  const { opening, payments, change, corrections, refunds, payouts } = figures
  return [
    { name: 'Opening, counted', amount: opening },
    { name: 'Cash payments', amount: payments },
    ...[
      { name: 'Change', amount: -change },
      { name: 'Corrected payments', amount: corrections },
      ...moved,
      { name: 'Cash refunds', amount: -refunds },
      { name: 'Paid out', amount: -payouts },
    ].filter(({ amount }) => amount !== 0),
  ]
}

/** Whether a difference needs a reason, and whether it needs a Manager, in any currency of the report. */
export function readLimits({ currencies }: DrawerReportRow) {
  const isOver = (what: 'reason' | 'manager') =>
    currencies.some(({ currency, difference }) => Math.abs(difference ?? 0) > differenceLimits[currency][what])
  return { needsReason: isOver('reason'), needsManager: isOver('manager') }
}
