import { memo, type ReactNode } from 'react'

import type { SaleRow } from '../../../../../contract/sales/sales.ts'
import { fromCentavos, toCentavos } from '../../../../../contract/shared/money.ts'
import { formatDay, formatPeso, formatQuantity } from '../../../../lib/format.ts'
import { isDay } from '../../../../ui/DateBox.tsx'
import { FieldGroup } from '../../../../ui/form/FieldGroup.tsx'
import { NumberBox } from '../../../../ui/form/NumberBox.tsx'
import type { ChangeDraft, Draft } from '../state/draft.ts'
import type { NextDue } from '../state/instalments.ts'
import type { computeSummary } from '../state/saleFigures.ts'
import { HoldClock } from './HoldClock.tsx'
import { KeptPrice } from './KeptPrice.tsx'
import { SaleTaxes } from './SaleTaxes.tsx'

/** Shows the totals of the sale while it is edited. */
export const SaleSummary = memo(function SaleSummary({
  stored,
  orderDate,
  discount,
  shippingFee,
  summary,
  due,
  readOnly,
  errors,
  canHold,
  onChange,
  onHeld,
}: {
  stored: SaleRow | null
  orderDate: string
  discount: Draft['discount']
  shippingFee: Draft['shippingFee']
  summary: ReturnType<typeof computeSummary>
  /** The instalment to take next. */
  due: NextDue | null
  readOnly: boolean
  errors: ReadonlyMap<string, string>
  /** Whether the goods can be held again. An unsaved change would be lost. */
  canHold: boolean
  onChange: ChangeDraft
  onHeld: (sale: SaleRow) => void
}) {
  const fees = [
    { field: 'discount', name: 'Discount', prefix: '−₱', value: discount },
    { field: 'shippingFee', name: 'Shipping fee', prefix: '₱', value: shippingFee },
  ] as const
  const change = fromCentavos(toCentavos(stored?.change ?? 0) + toCentavos(summary.change))
  return (
    <div className="sum">
      {stored && <HoldClock sale={stored} canHold={canHold} onHeld={onHeld} />}
      {stored && <KeptPrice sale={stored} />}
      <dl className="sum-facts">
        <Figure name="Transaction number">
          {stored ? stored.transactionNumber : <span className="hint">after saving</span>}
        </Figure>
        <Figure name="Date">{isDay(orderDate) ? formatDay(orderDate) : '—'}</Figure>
        <Figure name="Status">{stored?.status ?? 'Pending'}</Figure>
      </dl>
      <hr />
      <dl className="sum-counts">
        <Figure name="Total items">{summary.totalItems}</Figure>
        <Figure name="Total quantity">{formatQuantity(summary.totalQuantity)}</Figure>
      </dl>
      <FieldGroup>
        <dl>
          <Figure name="Subtotal">{formatPeso(summary.subtotal)}</Figure>
          {fees.map(({ field, name, prefix, value }) =>
            readOnly ? (
              value ? (
                <Figure key={field} name={name}>
                  {prefix.replace('₱', '') + formatPeso(value)}
                </Figure>
              ) : null
            ) : (
              <Figure key={field} name={name}>
                <NumberBox
                  className="in-place"
                  aria-label={name}
                  places={2}
                  // Zero is never written as an amount to be taken off.
                  {...(value ? { prefix } : { placeholder: 'Add' })}
                  value={value === 0 ? null : value}
                  error={errors.get(field)}
                  onChange={(typed) => onChange((draft) => ({ ...draft, [field]: typed }))}
                />
              </Figure>
            ),
          )}
          <Figure name="Total" className="tot">
            {formatPeso(summary.total)}
          </Figure>
        </dl>
      </FieldGroup>
      {stored && <SaleTaxes sale={stored} />}
      <PaidFigures paid={summary.paid} change={change} refunded={stored?.refundedAmount ?? 0} balance={summary.balance}>
        {due && <DueFigure due={due} />}
      </PaidFigures>
    </div>
  )
})

/** Shows what was paid and what is still due. A row without an amount is left out. */
function PaidFigures({
  children,
  ...amounts
}: {
  paid: number
  change: number
  refunded: number
  balance: number
  children: ReactNode
}) {
  const names = { paid: 'Paid', change: 'Change', refunded: 'Refunded', balance: 'Balance' } as const
  const rows = (['paid', 'change', 'refunded', 'balance'] as const).filter((key) => amounts[key] > 0)
  if (rows.length === 0) return null
  return (
    <>
      <hr />
      <dl>
        {rows.map((key) => (
          <Figure key={key} name={names[key]}>
            {formatPeso(amounts[key])}
          </Figure>
        ))}
        {children}
      </dl>
    </>
  )
}

function DueFigure({ due: { when, amount, dueDate } }: { due: NextDue }) {
  if (when === 'overdue')
    return (
      <Figure name="Overdue">
        <span className="overdue">{formatPeso(amount)}</span>
      </Figure>
    )
  if (when === 'today') return <Figure name="Due today">{formatPeso(amount)}</Figure>
  return (
    <Figure name="Next due">
      {formatPeso(amount)} on {formatDay(dueDate)}
    </Figure>
  )
}

function Figure({ name, className, children }: { name: string; className?: string; children: ReactNode }) {
  return (
    <div className={className}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
