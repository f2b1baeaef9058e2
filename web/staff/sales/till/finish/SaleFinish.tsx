import { Button } from '@mantine/core'
import { memo, type ReactNode } from 'react'

import type { SaleRow } from '../../../../../contract/sales/sales.ts'
import { peso } from '../../../../lib/format.ts'
import { SaleOver } from './SaleOver.tsx'

/** The buttons that end a sale: Complete, Cancel and Save; the next sale when it is over. */
export const SaleFinish = memo(function SaleFinish({
  stored,
  stage,
  message,
  isStale,
  note,
  problems,
  total,
  balance,
  pending,
  change,
  onSubmit,
  onCancel,
  onRetry,
  onReload,
  onRefund,
  onNew,
  onClose,
}: {
  stored: SaleRow | null
  /** Being typed, sent without an answer, or over. */
  stage: 'open' | 'unanswered' | 'over'
  /** Why it was refused; '' where it was not. */
  message: string
  /** Another person has changed the sale since it was opened. */
  isStale: boolean
  /** Why it cannot be completed yet, though it can be saved. */
  note: string | null
  /** What still keeps it from being saved. */
  problems: readonly { message: string }[]
  total: number
  balance: number
  pending: boolean
  /** What is handed back. With the total and the balance it stands here where the summary is out of sight. */
  change: ReactNode
  onSubmit: (completing: boolean) => void
  onCancel: () => void
  onRetry: () => void
  onReload: () => Promise<void>
  onRefund: () => void
  onNew: () => void
  onClose: () => void
}) {
  const missing = problems.map((problem) => problem.message)
  const due = balance > 0 ? [`Balance due: ${peso(balance)}`] : []
  return (
    <section className="fin" aria-label="Finish" aria-busy={pending || undefined}>
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
      <FiguresAtHand total={total} balance={balance} change={change} />
      {stage === 'open' && note !== null && <p className="waits all">{note}</p>}
      {stage === 'over' && (
        <>
          <Button className="go" variant="filled" size="lg" onClick={onNew}>
            New sale <kbd>F2</kbd>
          </Button>
          {stored && <SaleOver sale={stored} onRefund={onRefund} />}
          <Button className="all" onClick={onClose}>
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
          missing={missing}
          unfinished={[...missing, ...due, ...(note === null ? [] : [note])]}
          pending={pending}
          onSubmit={onSubmit}
          onCancel={onCancel}
        />
      )}
    </section>
  )
})

/** The figures that stand here where the summary is out of sight. */
function FiguresAtHand({ total, balance, change }: { total: number; balance: number; change: ReactNode }) {
  return (
    <div className="at-hand all">
      <p>
        <span>
          Total <b>{peso(total)}</b>
        </span>
        <span>
          Balance <b>{peso(balance)}</b>
        </span>
      </p>
      {change}
    </div>
  )
}

/** Complete, Cancel and Save. */
function EndButtons({
  missing,
  unfinished,
  pending,
  onSubmit,
  onCancel,
}: {
  /** Why the sale cannot be saved. */
  missing: readonly string[]
  /** Why it cannot be completed. */
  unfinished: readonly string[]
  pending: boolean
  onSubmit: (completing: boolean) => void
  onCancel: () => void
}) {
  return (
    <>
      <Button
        className="go"
        variant="filled"
        size="lg"
        aria-disabled={unfinished.length > 0 || pending || undefined}
        aria-busy={pending || undefined}
        title={unfinished.join('\n')}
        onClick={() => onSubmit(true)}
      >
        Complete <kbd>F9</kbd>
      </Button>
      <Button onClick={onCancel}>Cancel</Button>
      <Button
        aria-disabled={missing.length > 0 || pending || undefined}
        title={missing.join('\n')}
        onClick={() => onSubmit(false)}
      >
        Save
      </Button>
    </>
  )
}
