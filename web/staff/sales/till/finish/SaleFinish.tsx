import { Button } from '@mantine/core'
import { memo, type ReactNode } from 'react'

import type { SaleRow } from '../../../../../contract/sales/sales.ts'
import { formatDay, formatPeso } from '../../../../lib/format.ts'
import { DrawerRefusal } from '../drawer/DrawerRefusal.tsx'
import type { NextDue } from '../state/instalments.ts'
import type { MoneyDue } from '../state/saleFigures.ts'
import type { Refusal } from '../state/useSending.ts'
import { SaleOver } from './SaleOver.tsx'

/** Shows Complete, Cancel and Save, or New Sale once the sale is closed. */
export const SaleFinish = memo(function SaleFinish({
  stored,
  stage,
  refusal,
  note,
  problems,
  total,
  balance,
  moneyDue,
  pending,
  change,
  onSubmit,
  onAddPayment,
  onCancel,
  onRetry,
  onReload,
  onRefund,
  onExchange,
  onDrawer,
  onNew,
  onClose,
}: {
  stored: SaleRow | null
  /** `unanswered`: a request was sent without a response. `over`: the sale is completed, canceled or refunded. */
  stage: 'open' | 'unanswered' | 'over'
  /** Why the server refused the sale. */
  refusal: Refusal
  /** The reason why the sale can be saved but not completed yet. */
  note: string | null
  /** The errors that prevent saving. */
  problems: readonly { message: string }[]
  total: number
  balance: number
  moneyDue: MoneyDue
  pending: boolean
  /** The change to hand back, or that the sale is paid. */
  change: ReactNode
  onSubmit: (completing: boolean) => void
  onAddPayment: () => void
  onCancel: () => void
  onRetry: () => void
  onReload: () => Promise<void>
  onRefund: () => void
  onExchange: () => void
  onDrawer: () => void
  onNew: () => void
  onClose: () => void
}) {
  const missing = problems.map((problem) => problem.message)
  const due = balance > 0 ? [`Balance due: ${formatPeso(balance)}`] : []
  return (
    <section className="fin" aria-label="Finish" aria-busy={pending || undefined}>
      <FinishError refusal={refusal} onReload={onReload} onDrawer={onDrawer} />
      <FinishFigures total={total} balance={balance} />
      {change}
      {stage === 'open' && note !== null && <p className="waits all">{note}</p>}
      {stage === 'over' && (
        <>
          <Button className="go" variant="filled" size="lg" onClick={onNew}>
            New sale <kbd>F2</kbd>
          </Button>
          {stored && <SaleOver sale={stored} onRefund={onRefund} onExchange={onExchange} />}
          <Button className="all back" onClick={onClose}>
            Back to the sales
          </Button>
        </>
      )}
      {stage === 'unanswered' && (
        <>
          <Button className="go" variant="filled" size="lg" aria-disabled={pending || undefined} onClick={onRetry}>
            Try again <kbd>F9</kbd>
          </Button>
          <Button className="all" onClick={onClose}>
            Back to the sales
          </Button>
        </>
      )}
      {stage === 'open' && (
        <EndButtons
          stored={stored !== null}
          total={total}
          moneyDue={moneyDue}
          missing={missing}
          unfinished={[...missing, ...due, ...(note === null ? [] : [note])]}
          pending={pending}
          onSubmit={onSubmit}
          onAddPayment={onAddPayment}
          onCancel={onCancel}
        />
      )}
    </section>
  )
})

/** Shows why the sale was refused. A sale that somebody else has changed can be read again. */
function FinishError({
  refusal: { message, isStale, noCash },
  onReload,
  onDrawer,
}: {
  refusal: Refusal
  onReload: () => Promise<void>
  onDrawer: () => void
}) {
  if (noCash) return <DrawerRefusal reason={noCash} message={message} onChoose={onDrawer} />
  return (
    <p className="error-line all" role="alert">
      {message && `Error: ${message}`}
      {isStale && (
        <>
          {' '}
          <button type="button" className="link" onClick={() => void onReload()}>
            Reload
          </button>
        </>
      )}
    </p>
  )
}

/** Shows the totals next to the buttons. They are visible only in a narrow window, where the summary scrolls away. */
function FinishFigures({ total, balance }: { total: number; balance: number }) {
  return (
    <div className="at-hand all">
      <p>
        <span className="total">
          Total <b>{formatPeso(total)}</b>
        </span>
        {balance !== 0 && (
          <span>
            Balance <b>{formatPeso(balance)}</b>
          </span>
        )}
      </p>
    </div>
  )
}

function EndButtons({
  stored,
  total,
  moneyDue,
  missing,
  unfinished,
  pending,
  onSubmit,
  onAddPayment,
  onCancel,
}: {
  /** Whether the server has the sale, so that Cancel cancels it. */
  stored: boolean
  total: number
  moneyDue: MoneyDue
  /** The reasons why the sale cannot be saved. */
  missing: readonly string[]
  /** The reasons why the sale cannot be completed. */
  unfinished: readonly string[]
  pending: boolean
  onSubmit: (completing: boolean) => void
  onAddPayment: () => void
  onCancel: () => void
}) {
  const { part, next, suggested } = moneyDue
  const isSaveOff = missing.length > 0 || pending || undefined
  const main = { className: 'go', variant: 'filled', size: 'lg', 'aria-busy': pending || undefined } as const
  return (
    <>
      {part > 0 ? (
        <Button {...main} aria-disabled={isSaveOff} title={missing.join('\n')} onClick={() => onSubmit(false)}>
          Take {formatPeso(part)} <kbd>F9</kbd>
        </Button>
      ) : next && suggested > 0 ? (
        <Button {...main} aria-disabled={pending || undefined} onClick={onAddPayment}>
          {describeDue(next)} <kbd>F4</kbd>
        </Button>
      ) : (
        <Button
          {...main}
          aria-disabled={unfinished.length > 0 || pending || undefined}
          title={unfinished.join('\n')}
          onClick={() => onSubmit(true)}
        >
          Complete {total > 0 && <span className="amount">{formatPeso(total)}</span>} <kbd>F9</kbd>
        </Button>
      )}
      <Button className={part > 0 ? 'all' : undefined} onClick={onCancel}>
        {stored ? 'Cancel sale' : 'Cancel'}
      </Button>
      {part === 0 && (
        <Button aria-disabled={isSaveOff} title={missing.join('\n')} onClick={() => onSubmit(false)}>
          Save
        </Button>
      )}
    </>
  )
}

/** Names the button that takes the money of a schedule. */
function describeDue({ when, amount, dueDate }: NextDue): string {
  if (when === 'overdue') return `Take ${formatPeso(amount)} overdue`
  if (when === 'today') return `Due today ${formatPeso(amount)}`
  return `Take ${formatPeso(amount)} due ${formatDay(dueDate)}`
}
