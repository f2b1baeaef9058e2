import { memo, type ReactNode } from 'react'

import type { SaleRow } from '../../../../../contract/sales/sales.ts'
import { formatDay, formatPeso, formatQuantity } from '../../../../lib/format.ts'
import { FieldGroup } from '../../../../ui/form/FieldGroup.tsx'
import { NumberBox } from '../../../../ui/form/NumberBox.tsx'
import { StatusBadge } from '../../../../ui/StatusBadge.tsx'
import { SalePapers } from '../../papers/SalePapers.tsx'
import type { ChangeDraft, Draft } from '../state/draft.ts'
import type { NextDue } from '../state/instalments.ts'
import type { computeSummary } from '../state/saleFigures.ts'
import { HoldClock } from './HoldClock.tsx'

/** Shows the totals of the sale while it is edited. */
export const SaleSummary = memo(function SaleSummary({
  stored,
  orderDate,
  discount,
  shippingFee,
  summary,
  due,
  change,
  answered,
  readOnly,
  errors,
  onChange,
}: {
  stored: SaleRow | null
  orderDate: string
  discount: Draft['discount']
  shippingFee: Draft['shippingFee']
  summary: ReturnType<typeof computeSummary>
  /** The instalment to take next. */
  due: NextDue | null
  /** The change to hand back. */
  change: ReactNode
  /** Whether the last request has received its response. The sale cannot be printed before that. */
  answered: boolean
  readOnly: boolean
  errors: ReadonlyMap<string, string>
  onChange: ChangeDraft
}) {
  const fees = [
    { field: 'discount', name: 'Discount', prefix: '−₱', value: discount },
    { field: 'shippingFee', name: 'Shipping fee', prefix: '₱', value: shippingFee },
  ] as const
  return (
    // In a low window this region scrolls. If it has no fields, the region itself must be focusable by keyboard.
    <aside className="sum" aria-label="Summary" {...(readOnly && { tabIndex: 0 })}>
      <div className="sec-t">
        <h2>Summary</h2>
        <StatusBadge status={stored?.status ?? 'Pending'} />
      </div>
      {stored && <HoldClock sale={stored} />}
      <dl>
        <Figure name="Transaction number">
          {stored ? stored.transactionNumber : <span className="hint">after saving</span>}
        </Figure>
        <Figure name="Date">{orderDate === '' ? '—' : formatDay(orderDate)}</Figure>
        <Figure name="Total items">{summary.totalItems}</Figure>
        <Figure name="Total quantity">{formatQuantity(summary.totalQuantity)}</Figure>
      </dl>
      <hr />
      <FieldGroup>
        <dl>
          <Figure name="Subtotal">{formatPeso(summary.subtotal)}</Figure>
          {fees.map(({ field, name, prefix, value }) => (
            <Figure key={field} name={name}>
              {readOnly ? (
                prefix.replace('₱', '') + formatPeso(value ?? 0)
              ) : (
                <NumberBox
                  className="in-place"
                  aria-label={name}
                  prefix={prefix}
                  places={2}
                  value={value}
                  error={errors.get(field)}
                  onChange={(typed) => onChange((draft) => ({ ...draft, [field]: typed }))}
                />
              )}
            </Figure>
          ))}
          <Figure name="Total" className="tot">
            {formatPeso(summary.total)}
          </Figure>
        </dl>
      </FieldGroup>
      <hr />
      <dl>
        <Figure name="Paid">{formatPeso(summary.paid)}</Figure>
        {stored !== null && stored.change > 0 && <Figure name="Change">{formatPeso(stored.change)}</Figure>}
        {stored !== null && stored.refundedAmount > 0 && (
          <Figure name="Refunded">{formatPeso(stored.refundedAmount)}</Figure>
        )}
        <Figure name="Balance">{formatPeso(summary.balance)}</Figure>
        {due && <DueFigure due={due} />}
      </dl>
      {change}
      {stored && answered && <SalePapers sale={stored} />}
    </aside>
  )
})

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
